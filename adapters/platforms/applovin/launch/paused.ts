import { PlatformError } from '../../../../core/base/errors.ts';
import { mapBounded } from '../../../../core/base/map-bounded.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Row } from '../../kit/json.ts';
import { isLive, setRows } from '../read/creative-sets.ts';
import type { Api } from '../wire/client.ts';
import { statusWords } from '../wire/values.ts';

interface MadeSet {
  readonly id: string;
  /** APP or WEB. */
  readonly type: string;
}

/**
 * Pauses new sets that are live or not listed yet: the platform may ignore the status of a set as it does a campaign's. Answers
 * those it could not pause.
 */
export async function keepPaused(api: Api, access: Access, sets: readonly MadeSet[]): Promise<ReadonlySet<string>> {
  const rows = await rowsOrNone(
    api,
    access,
    sets.map(({ id }) => id),
  );
  const doubtful = sets.filter(({ id }) => {
    const row = rows.get(id);
    return row === undefined || isLive(row);
  });
  const failed = await mapBounded(doubtful, 4, async ({ id, type }) => {
    const body = { id, type, status: statusWords.PAUSED };
    const answer = await api.calls.tried(access, 'creative_set/update', body, { harmlessTwice: true });
    return answer.ok ? [] : [id];
  });
  return new Set(failed.flat());
}

async function rowsOrNone({ calls }: Api, access: Access, ids: readonly string[]): Promise<ReadonlyMap<string, Row>> {
  try {
    return await setRows(calls, access, ids);
  } catch (error) {
    if (error instanceof PlatformError) return new Map();
    throw error;
  }
}
