import type { defined } from '../../../../core/base/defined.ts';
import type { Targeting } from '../../types.ts';
import type { AdSetRequest } from './schema.ts';

/** The goal asked for, else one that fits objective, destination and promoted object. */
export function goalFor(
  input: Pick<NewAdSet, 'optimizationGoal' | 'promotedObject' | 'destinationType'>,
  objective: string,
) {
  if (input.optimizationGoal !== undefined) return input.optimizationGoal;
  const promoted = input.promotedObject ?? {};
  const destination = input.destinationType ?? '';
  const measured = promoted.pixel_id !== undefined || promoted.custom_conversion_id !== undefined;
  const messaging =
    destination.startsWith('MESSAGING_') ||
    ['MESSENGER', 'WHATSAPP', 'INSTAGRAM_DIRECT'].includes(destination);
  if (messaging) return 'CONVERSATIONS';
  if (destination.endsWith('PHONE_CALL') && objective !== 'OUTCOME_AWARENESS' && !measured)
    return 'QUALITY_CALL';
  switch (objective) {
    case 'OUTCOME_SALES':
      return measured || promoted.product_set_id !== undefined
        ? 'OFFSITE_CONVERSIONS'
        : 'LINK_CLICKS';
    case 'OUTCOME_LEADS':
      if (measured && destination !== 'ON_AD') return 'OFFSITE_CONVERSIONS';
      // Leads in a form belong to a page; without one the campaign leads to a website.
      return promoted.page_id !== undefined || destination === 'ON_AD'
        ? 'LEAD_GENERATION'
        : 'LINK_CLICKS';
    case 'OUTCOME_AWARENESS':
      return 'REACH';
    case 'OUTCOME_APP_PROMOTION':
      return 'APP_INSTALLS';
    case 'OUTCOME_ENGAGEMENT':
      if (destination === 'ON_VIDEO') return 'THRUPLAY';
      return destination === 'ON_PAGE' && promoted.page_id !== undefined
        ? 'PAGE_LIKES'
        : 'POST_ENGAGEMENT';
    default:
      return 'LINK_CLICKS';
  }
}

type Settings = Omit<
  AdSetRequest,
  'accountId' | 'workspaceId' | 'location' | 'budgetSchedules' | 'status' | 'targeting'
>;

export type NewAdSet = ReturnType<typeof defined<Settings>> &
  Pick<Settings, 'campaignId' | 'name'> & {
    /** As the caller has read it. */
    readonly campaign: { readonly objective: string; readonly hasBudget: boolean };
    readonly status: 'ACTIVE' | 'PAUSED';
    readonly targeting: Targeting;
  };

/** What a campaign request said that the platform keeps on ad sets. */
export type CampaignSettings = {
  readonly bidAmount?: number;
  readonly promotedObject?: { readonly [field: string]: string };
  readonly automated?: boolean;
};
