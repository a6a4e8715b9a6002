import { text } from '../../kit/json.ts';
import type { EntityStatus, EntityType, Row } from '../../types.ts';

/** UTC without saying so, to the second. */
export const platformTime = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

export function msOf(time: unknown) {
  if (typeof time !== 'string') return undefined;
  const ms = Date.parse(`${time.replace(' ', 'T').replace(/Z$/, '')}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

export const statusWords = { ACTIVE: 'ENABLE', PAUSED: 'DISABLE' } as const;

/** What the user set. Only the secondary status tells a deletion. */
export function statusOf(row: Row): EntityStatus {
  if (text(row.secondary_status)?.endsWith('_DELETE')) return 'DELETED';
  return row.operation_status === statusWords.ACTIVE ? 'ACTIVE' : 'PAUSED';
}

export const nouns: { readonly [T in EntityType]: 'campaign' | 'adgroup' | 'ad' } = {
  campaign: 'campaign',
  adset: 'adgroup',
  ad: 'ad',
};
