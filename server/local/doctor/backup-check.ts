import type { Store } from '../../../core/ports/store.ts';
import { backupState } from '../../../core/upkeep/backups.ts';
import type { Config } from '../../process/config.ts';
import type { Check } from './check.ts';

const name = 'backup';
const TOO_OLD = 2;

/** Whether there is a backup, how old it is, and whether it was restored. */
export async function backupCheck(
  store: Store,
  { backup, platforms }: Config,
  now = Date.now(),
): Promise<Check> {
  const { last, verifiedAt, failed } = await backupState(store);
  if (failed !== undefined)
    return {
      name,
      ok: false,
      found: `failed ${agoOf(failed.at, now)}: ${failed.error}`,
      fix: 'Correct what it says; it is tried again every quarter of an hour.',
    };
  if (last === undefined)
    return backup !== undefined
      ? { name, ok: true, found: 'the first is made when a worker runs' }
      : {
          name,
          ok: true,
          found: 'none is known',
          ...(platforms === 'live' && {
            fix: 'Set SLIPWAY_BACKUP, or run `slipway backup --verify` from time to time.',
          }),
        };
  const verified =
    verifiedAt === undefined
      ? 'never restored'
      : `last restored to try it ${agoOf(verifiedAt, now)}`;
  const found = `${last.name} in ${last.place}, ${agoOf(last.at, now)}; ${verified}`;
  if (backup !== undefined && now - last.at > TOO_OLD * backup.everyMs)
    return {
      name,
      ok: false,
      found,
      fix: 'The schedule is not kept: see whether a worker runs, and its log (backup.failed).',
    };
  return {
    name,
    ok: true,
    found,
    ...(last.notVerified !== undefined && { fix: last.notVerified }),
  };
}

function agoOf(at: number, now: number): string {
  const hours = Math.max(0, Math.floor((now - at) / 3_600_000));
  return hours < 1
    ? 'within the last hour'
    : hours < 48
      ? `${hours} h ago`
      : `${Math.floor(hours / 24)} days ago`;
}
