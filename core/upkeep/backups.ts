import type { Backups, MadeBackup } from '../ports/backups.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobDone } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import { kind, type Store, SYSTEM } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';
import { queueJob } from '../records/job.ts';

interface BackupState {
  readonly last?: MadeBackup & { readonly at: number };
  /** When one was last restored to a scratch place. */
  readonly verifiedAt?: number;
  /** The latest failed attempt; absent once one succeeded. */
  readonly failed?: { readonly at: number; readonly error: string };
}

export const backupStateKind = kind<BackupState>('backup-state');
const ID = 'installation';

/** One job for all processes, which never ends while a schedule is set. */
export const BACKUP_QUEUE = 'backup';

/** After a failure it is tried again sooner than the schedule says. */
const AGAIN_MS = 15 * 60_000;

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly backups?: Backups;
}

export const backupState = async (store: Store): Promise<BackupState> =>
  (await store.get(backupStateKind, SYSTEM, ID))?.doc ?? {};

export async function startBackups({ store, clock, backups }: Omit<Ports, 'log'>): Promise<void> {
  if (backups === undefined) return;
  // A conflict means that another process did it.
  await store.commit([
    await queueJob(store, BACKUP_QUEUE, {
      companyId: SYSTEM,
      subject: 'scheduled',
      now: clock.now(),
    }),
  ]);
}

/** Makes a backup when due. Records and logs a failure; the job goes on. */
export async function runBackups(ports: Ports): Promise<JobDone> {
  const { store, clock, log, backups } = ports;
  if (backups === undefined) return undefined;
  const { last, failed } = await backupState(store);
  const now = clock.now();
  // A time in the future, left by a clock that was set back, does not count.
  const due = last === undefined || last.at > now ? now : last.at + backups.everyMs;
  if (due > now && failed === undefined) return { againAt: due };
  try {
    const made = await backups.make();
    await noteBackup(store, now, made);
    if (made.notVerified !== undefined)
      log.warn('backup.not_verified', { name: made.name, reason: made.notVerified });
    else log.info('backup.made', { name: made.name, place: made.place, bytes: made.bytes });
    return { againAt: now + backups.everyMs };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.error('backup.failed', { error: message });
    await changeDocument(store, backupStateKind, {
      companyId: SYSTEM,
      id: ID,
      change: (current) => ({
        doc: { ...current?.doc, failed: { at: now, error: message.slice(0, 500) } },
      }),
    });
    return { againAt: clock.now() + Math.min(AGAIN_MS, backups.everyMs) };
  }
}

export async function noteBackup(
  store: Store,
  at: number,
  made: MadeBackup,
  isTried = true,
): Promise<void> {
  await changeDocument(store, backupStateKind, {
    companyId: SYSTEM,
    id: ID,
    change: (current) => {
      const { failed: _failed, ...before } = current?.doc ?? {};
      const isVerified = isTried && made.notVerified === undefined;
      return { doc: { ...before, last: { ...made, at }, ...(isVerified && { verifiedAt: at }) } };
    },
  });
}
