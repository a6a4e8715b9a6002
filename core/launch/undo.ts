import { auditWrite } from '../access/audit.ts';
import { accessAccount, type Platforms } from '../accounts/access.ts';
import { SlipwayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobDone, Jobs } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { EditResult } from '../ports/platform-changes.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store } from '../ports/store.ts';
import { jobId, queueJob } from '../records/job.ts';
import { claimLease, LeaseLost } from '../records/lease.ts';
import { wrongState } from './again.ts';
import { headWrite, type Journal, openJournal, readBatch, readJournal, readPlan } from './journal.ts';
import type { PlannedOperation } from './plan.ts';
import type { JournalEntry, UndoRecord } from './records.ts';
import { inWaves, operationsByAccount } from './schedule.ts';
import { foldJournal, type States } from './state.ts';
import type { LaunchCaller } from './submit.ts';

export const UNDO_QUEUE = 'undo';

interface UndoPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly jobs: Jobs;
}

/** Asks for everything a batch created to be paused or deleted. Asking twice changes nothing. */
export async function undoBatch(
  ports: UndoPorts,
  caller: LaunchCaller,
  batchId: string,
  mode: 'pause' | 'delete',
): Promise<UndoRecord> {
  const { store, clock, jobs } = ports;
  const { companyId } = caller;
  for (;;) {
    const batch = await readBatch(store, companyId, batchId);
    const { rawStatus, undo } = batch.doc;
    if (rawStatus !== 'Success' && rawStatus !== 'Error' && rawStatus !== 'Cancelled')
      throw wrongState(batch.doc, 'undone', 'Wait for its end, or cancel it first.');
    if (undo !== undefined && undo.finishedAt === undefined && undo.mode !== mode)
      throw new SlipwayError('conflict', `This batch is just being undone (${undo.mode}). Wait for that to end.`);
    if (undo !== undefined && undo.mode === mode && (undo.finishedAt === undefined || undo.failed === 0)) return undo;
    const record: UndoRecord = { mode, requestedAt: clock.now(), undone: 0, failed: 0 };
    const conflict = await store.commit([
      headWrite(companyId, batchId, batch.version, { ...batch.doc, undo: record }),
      await queueJob(store, UNDO_QUEUE, companyId, batchId, clock.now()),
      auditWrite(ports, caller, 'batch.undo', batchId, { mode }),
    ]);
    if (conflict !== undefined) continue;
    await jobs.wake(jobId(UNDO_QUEUE, companyId, batchId));
    return record;
  }
}

interface UndoRunPorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly platforms: Platforms;
  readonly log: Log;
}

/** Carries an undo out. Pausing or deleting twice is harmless, so a crash in the middle just goes on. */
export async function runUndo(
  ports: UndoRunPorts,
  companyId: string,
  batchId: string,
  holder: string,
  leaseMs = 30_000,
): Promise<JobDone> {
  const lease = await claimLease(ports, companyId, `batch:${batchId}`, holder, leaseMs);
  if (lease === undefined) return { againAt: ports.clock.now() + leaseMs };
  try {
    const batch = await readBatch(ports.store, companyId, batchId);
    const undo = batch.doc.undo;
    if (undo === undefined || undo.finishedAt !== undefined) return undefined;
    const plan = await readPlan(ports.store, companyId, batchId);
    const entries = await readJournal(ports.store, companyId, batchId);
    const states = foldJournal(plan, entries);
    const handled = undoneSince(entries, undo.requestedAt);
    const journal = openJournal(ports.store, lease, companyId, batchId, batch);
    for (const [adAccountId, operations] of operationsByAccount(plan)) {
      const ads = operations.filter(({ id, kind }) => kind === 'ad' && states.get(id)?.phase === 'done' && !handled.has(id));
      await undoAccount(ports, journal, { companyId, adAccountId, ads, states, mode: undo.mode });
    }
    await journal.append({}, ports.clock.now(), (head) => ({ undo: { ...(head.undo ?? undo), finishedAt: ports.clock.now() } }));
    ports.log.info('undo.finished', { companyId, batchId, mode: undo.mode });
    return undefined;
  } catch (error) {
    if (error instanceof LeaseLost) return { againAt: ports.clock.now() + leaseMs };
    throw error;
  } finally {
    await lease.release();
  }
}

interface AccountUndo {
  readonly companyId: string;
  readonly adAccountId: string;
  readonly ads: readonly PlannedOperation[];
  readonly states: States;
  readonly mode: 'pause' | 'delete';
}

async function undoAccount(
  ports: UndoRunPorts,
  journal: Journal,
  { companyId, adAccountId, ads, states, mode }: AccountUndo,
): Promise<void> {
  if (ads.length === 0) return;
  const { platform, access } = await accessAccount(ports, companyId, adAccountId);
  const edit = platform.edit;
  for (const wave of inWaves(ads, 50)) {
    const ids = wave.map(({ id }) => states.get(id)?.result?.ref ?? '');
    let results: readonly EditResult[] = [];
    if (edit !== undefined)
      results =
        mode === 'delete'
          ? await edit.remove(
              access,
              ids.map((id) => ({ type: 'ad', id })),
            )
          : await edit.setStatus(
              access,
              ids.map((id) => ({ type: 'ad', id, status: 'PAUSED' })),
            );
    const undone: { [id: string]: true | string } = {};
    wave.forEach(({ id }, position) => {
      const failure =
        edit === undefined ? { message: `${platform.id} offers no way to undo.`, class: 'rule' } : results[position]?.failure;
      // What is gone already needs no undoing.
      undone[id] = failure === undefined || failure.class === 'missing' ? true : failure.message;
    });
    const failed = Object.values(undone).filter((result) => result !== true).length;
    await journal.append({ undone }, ports.clock.now(), (head) =>
      head.undo === undefined
        ? {}
        : { undo: { ...head.undo, undone: head.undo.undone + wave.length - failed, failed: head.undo.failed + failed } },
    );
  }
}

function undoneSince(entries: readonly JournalEntry[], since: number): Set<string> {
  return new Set(
    entries.filter(({ at, undone }) => undone !== undefined && at >= since).flatMap(({ undone }) => Object.keys(undone ?? {})),
  );
}
