import { at, text } from '../../kit/json.ts';
import type { EntityStatus, EntityType, Row } from '../../types.ts';

const statuses: { readonly [word: string]: EntityStatus } = {
  ACTIVE: 'ACTIVE',
  PAUSED: 'PAUSED',
  // Never ran and is not reviewed: it does not deliver.
  DRAFT: 'PAUSED',
  PENDING_DELETION: 'DELETED',
  REMOVED: 'DELETED',
};

/** Creatives have another field for it. */
export const ownStatus = (row: Row): string => text(row.intendedStatus) ?? text(row.status) ?? '';

/** Completed and canceled objects count as archived. */
export const statusOf = (row: Row): EntityStatus => statuses[ownStatus(row)] ?? 'ARCHIVED';

export const isDraft = (row: Row) => ownStatus(row) === 'DRAFT';

export const wordsFor: { readonly [S in EntityStatus]: readonly string[] } = {
  ACTIVE: ['ACTIVE'],
  PAUSED: ['PAUSED', 'DRAFT'],
  ARCHIVED: ['ARCHIVED', 'CANCELED'],
  DELETED: ['PENDING_DELETION', 'REMOVED'],
};

/** Those that can still run. */
export const living: readonly string[] = [...wordsFor.ACTIVE, ...wordsFor.PAUSED];
export const listed: readonly string[] = [...living, ...wordsFor.ARCHIVED];
export const every: readonly string[] = [...listed, ...wordsFor.DELETED];
/** Only groups and campaigns can be completed. */
export const withCompleted = (words: readonly string[]) => [...words, 'COMPLETED'];

/**
 * Of a creative its review and campaign decide, of all else the first serving status that holds it
 * back.
 */
export function effectiveStatus(type: EntityType, row: Row) {
  const own = ownStatus(row);
  if (own !== 'ACTIVE') return own;
  if (type !== 'ad')
    return servingWords(row).find((word) => word !== 'RUNNABLE') ?? servingWords(row)[0] ?? own;
  const review = text(at(row, 'review', 'status'));
  if (review === 'REJECTED') return 'REJECTED';
  if (review === 'PENDING' || review === 'NEEDS_REVIEW') return 'IN_REVIEW';
  if (row.isServing === true) return 'SERVING';
  return holdReasons(row)[0] ?? own;
}

export const servingWords = (row: Row) => wordList(row.servingStatuses);
export const holdReasons = (row: Row) => wordList(row.servingHoldReasons);

const wordList = (value: unknown) =>
  Array.isArray(value) ? value.flatMap((each) => text(each) ?? []) : [];

const sentences: { readonly [word: string]: string } = {
  DRAFT: 'A draft: it is not reviewed and does not deliver until it is activated.',
  PAUSED: 'Paused: it does not deliver.',
  ARCHIVED: 'Archived: it does not deliver.',
  COMPLETED: 'Completed: its schedule is over.',
  CANCELED: 'Canceled for good.',
  PENDING_DELETION: 'About to be deleted.',
  REMOVED: 'Deleted.',
  ACTIVE: 'Switched on.',
  SERVING: 'Delivers.',
  RUNNABLE: 'Can deliver.',
  IN_REVIEW: 'Waits for its review by the platform and does not deliver until then.',
  REJECTED:
    'Refused in review: it does not deliver. The platform shows the reason in Campaign Manager.',
  STOPPED: 'Does not deliver: it is stopped.',
  BILLING_HOLD: 'Does not deliver: the account cannot be billed.',
  CAMPAIGN_END_DATE_HOLD: 'Does not deliver: the end of the campaign has passed.',
};

/** Unknown words stay readable. */
export const inWords = (word: string) =>
  sentences[word] ?? `Held back by the platform: ${word.toLowerCase().replaceAll('_', ' ')}.`;
