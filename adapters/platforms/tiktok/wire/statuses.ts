import type { EntityStatus, EntityType } from '../../../../core/ports/platform-accounts.ts';
import { type Row, text } from '../../kit/json.ts';

/** What the platform calls being on and off. */
export const statusWords = { ACTIVE: 'ENABLE', PAUSED: 'DISABLE' } as const;

/** What the user set, not what follows from parents and reviews. That something is deleted shows in the other status alone. */
export function statusOf(row: Row): EntityStatus {
  if (text(row.secondary_status)?.endsWith('_DELETE')) return 'DELETED';
  return row.operation_status === statusWords.ACTIVE ? 'ACTIVE' : 'PAUSED';
}

/** What each level is called in paths and fields. */
export const nouns: { readonly [T in EntityType]: 'campaign' | 'adgroup' | 'ad' } = {
  campaign: 'campaign',
  adset: 'adgroup',
  ad: 'ad',
};
