import type { NewAdSet } from './ad-sets.ts';

/** What the ad set is optimised for: what was asked, else a goal that fits the campaign's objective and the rest of the input. */
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
      return measured && destination !== 'ON_AD' ? 'OFFSITE_CONVERSIONS' : 'LEAD_GENERATION';
    case 'OUTCOME_AWARENESS':
      return 'REACH';
    case 'OUTCOME_APP_PROMOTION':
      return 'APP_INSTALLS';
    case 'OUTCOME_ENGAGEMENT':
      if (destination === 'ON_VIDEO') return 'THRUPLAY';
      return destination === 'ON_PAGE' ? 'PAGE_LIKES' : 'POST_ENGAGEMENT';
    default:
      return 'LINK_CLICKS';
  }
}
