import type { Targeting } from '../../../../core/ports/platform-location.ts';

/** The goal asked for, else one that fits objective, destination and promoted object. */
export function goalFor(
  input: Pick<NewAdSet, 'optimizationGoal' | 'promotedObject' | 'destinationType'>,
  objective: string,
): string {
  if (input.optimizationGoal !== undefined) return input.optimizationGoal;
  const promoted = input.promotedObject ?? {};
  const destination = input.destinationType ?? '';
  const measured = promoted.pixel_id !== undefined || promoted.custom_conversion_id !== undefined;
  const messaging = destination.startsWith('MESSAGING_') || ['MESSENGER', 'WHATSAPP', 'INSTAGRAM_DIRECT'].includes(destination);
  if (messaging) return 'CONVERSATIONS';
  if (destination.endsWith('PHONE_CALL') && objective !== 'OUTCOME_AWARENESS' && !measured) return 'QUALITY_CALL';
  switch (objective) {
    case 'OUTCOME_SALES':
      return measured || promoted.product_set_id !== undefined ? 'OFFSITE_CONVERSIONS' : 'LINK_CLICKS';
    case 'OUTCOME_LEADS':
      if (measured && destination !== 'ON_AD') return 'OFFSITE_CONVERSIONS';
      // Leads in a form belong to a page; without one the campaign leads to a website.
      return promoted.page_id !== undefined || destination === 'ON_AD' ? 'LEAD_GENERATION' : 'LINK_CLICKS';
    case 'OUTCOME_AWARENESS':
      return 'REACH';
    case 'OUTCOME_APP_PROMOTION':
      return 'APP_INSTALLS';
    case 'OUTCOME_ENGAGEMENT':
      if (destination === 'ON_VIDEO') return 'THRUPLAY';
      return destination === 'ON_PAGE' && promoted.page_id !== undefined ? 'PAGE_LIKES' : 'POST_ENGAGEMENT';
    default:
      return 'LINK_CLICKS';
  }
}

export interface NewAdSet {
  readonly campaignId: string;
  /** As the caller has read it. */
  readonly campaign: { readonly objective: string; readonly hasBudget: boolean };
  readonly name: string;
  readonly status: 'ACTIVE' | 'PAUSED';
  readonly dailyBudget?: number;
  readonly lifetimeBudget?: number;
  readonly billingEvent?: string;
  readonly optimizationGoal?: string;
  readonly bidStrategy?: string;
  readonly bidAmount?: number;
  readonly destinationType?: string;
  readonly promotedObject?: { readonly [field: string]: string };
  readonly attributionSpec?: readonly {
    readonly event_type: string;
    readonly window_days: number;
  }[];
  readonly startTime?: number;
  readonly endTime?: number;
  readonly pacingType?: readonly string[];
  readonly adsetSchedule?: readonly DayPart[];
  readonly existingCustomerBudgetPercentage?: number;
  readonly placementSoftOptOut?: {
    readonly [positions: string]: readonly string[];
  };
  readonly targeting: Targeting;
  readonly dsaBeneficiary?: string;
  readonly dsaPayor?: string;
  readonly valueRuleSetId?: string;
  readonly valueRulesApplied?: boolean;
  readonly dailyMinSpendTarget?: number;
  readonly dailySpendCap?: number;
  readonly lifetimeMinSpendTarget?: number;
  readonly lifetimeSpendCap?: number;
}

/** In minutes from midnight. */
interface DayPart {
  readonly startMinute: number;
  readonly endMinute: number;
  readonly days: readonly number[];
  readonly timezoneType?: string | undefined;
}

/** What a campaign request said that the platform keeps on ad sets. */
export type CampaignSettings = {
  readonly bidAmount?: number;
  readonly promotedObject?: { readonly [field: string]: string };
  readonly automated?: boolean;
};
