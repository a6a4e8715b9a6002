import { text } from '../../kit/json.ts';
import type { EntityStatus, Row } from '../../types.ts';

const hour = 60 * 60 * 1000;

/** Times have no zone: the most a time read as UTC can be off. */
export const unknownZoneMs = 14 * hour;

export const platformTime = (ms: number) => new Date(ms).toISOString().slice(0, 19);

/** Reads it as UTC. */
export function msOf(time: unknown) {
  if (typeof time !== 'string') return undefined;
  const written = time.trim().replace(' ', 'T');
  const ms = Date.parse(
    /(Z|[+-]\d\d:?\d\d)$/.test(written)
      ? written
      : `${written}${written.includes('T') ? 'Z' : 'T00:00:00Z'}`,
  );
  return Number.isNaN(ms) ? undefined : ms;
}

export const statusWords = { ACTIVE: 'LIVE', PAUSED: 'PAUSED' } as const;

export function statusOf(row: Row): EntityStatus {
  const status = text(row.status)?.toUpperCase();
  if (status === statusWords.ACTIVE) return 'ACTIVE';
  return status === 'DELETED' ? 'DELETED' : 'PAUSED';
}
