/** What every door says of a campaign, ad set or ad, whatever word its platform has for it. */
export type State = 'On' | 'Not delivering' | 'In review' | 'Rejected' | 'Off' | 'Ended';

const REJECTED = ['DISAPPROVED', 'REJECTED', 'AUDIT_DENY'];
const ON = ['ACTIVE', 'ENABLE', 'ENABLED', 'LIVE'];
const OFF = ['PAUSED', 'DISABLE', 'DISABLED'];
const ENDED = /^(ARCHIVED|DELETED|REMOVED|CANCELED|COMPLETED|ENDED)$/;
/** Words that say that it delivers, whatever else is looked at. */
const DELIVERS = /DELIVERY_AND|PARTIALLY_APPROVED/;
const HELD = /PAUSE|ISSUE|LIMIT|DISABLE|INVALID|NOT|OFF|REMOVED|ENDED/;

/** Whether a platform's word for the state of an ad means rejection by its review. */
export const isRejected = (effectiveStatus: string): boolean => {
  const word = effectiveStatus.toUpperCase();
  return REJECTED.some((each) => word.includes(each));
};

/**
 * Whether it is switched on: it delivers, or would if nothing above it or in its review kept it
 * from that.
 */
export const isOn = ({ status }: { readonly status: string }): boolean => ON.includes(status);
export const isOff = ({ status }: { readonly status: string }): boolean => OFF.includes(status);

/** Undefined where only figures are known. */
export function stateOf(shown: {
  readonly status: string;
  readonly effectiveStatus: string;
}): State | undefined {
  const said = (shown.effectiveStatus || shown.status).toUpperCase();
  if (said === '') return undefined;
  if (isRejected(said)) return 'Rejected';
  if (ENDED.test(shown.status) || ENDED.test(said)) return 'Ended';
  if (isOff(shown)) return 'Off';
  if (isOn(shown) && DELIVERS.test(said)) return 'On';
  if (/PENDING|REVIEW|AUDIT/.test(said)) return 'In review';
  return isOn(shown) && !HELD.test(said) ? 'On' : 'Not delivering';
}
