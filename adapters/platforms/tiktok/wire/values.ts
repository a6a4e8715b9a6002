import { text } from '../../kit/json.ts';
import type { EntityStatus, EntityType, Row } from '../../types.ts';

/** UTC without saying so, to the second. */
export const platformTime = (ms: number) =>
  new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

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

/** 63 bits of a running sum: the platform takes a 64-bit integer as text. */
export function requestId(source: string) {
  let [high, low] = [0x811c9dc5, 0x9e3779b9];
  for (const char of source) {
    high = Math.imul(high ^ char.charCodeAt(0), 0x01000193);
    low = Math.imul(low ^ char.charCodeAt(0) ^ (high >>> 7), 0x85ebca6b);
  }
  return String(((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)) & 0x7fffffffffffffffn);
}
