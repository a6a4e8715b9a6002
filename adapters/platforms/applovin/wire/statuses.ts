import type { EntityStatus } from '../../../../core/ports/platform-accounts.ts';
import { type Row, text } from '../../kit/json.ts';

export const statusWords = { ACTIVE: 'LIVE', PAUSED: 'PAUSED' } as const;

export function statusOf(row: Row): EntityStatus {
  const status = text(row.status)?.toUpperCase();
  if (status === statusWords.ACTIVE) return 'ACTIVE';
  return status === 'DELETED' ? 'DELETED' : 'PAUSED';
}
