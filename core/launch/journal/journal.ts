import { SlipwayError } from '../../base/errors.ts';
import type { Notifier } from '../../ports/notifier.ts';
import type { Reader, Store, Stored, Write } from '../../ports/store.ts';
import type { Lease } from '../../records/lease.ts';
import { allOf } from '../../records/list.ts';
import type { LaunchHooks } from '../hooks.ts';
import { wholePlan } from '../plan/pages.ts';
import type { Plan } from '../plan/plan.ts';
import { pageWrites } from './pages.ts';
import { type BatchEvent, type BatchRecord, batchKind, type JournalEntry, journalId, journalKind, planKind } from './records.ts';

const noSuchBatch = (): SlipwayError => new SlipwayError('not_found', 'There is no such batch here.', { hint: 'batches.list' });

export async function readBatch(store: Reader, companyId: string, batchId: string): Promise<Stored<BatchRecord>> {
  const batch = await store.get(batchKind, companyId, batchId);
  if (batch === undefined) throw noSuchBatch();
  return batch;
}

export async function readPlan(store: Store, companyId: string, batchId: string): Promise<Plan> {
  const plan = await findPlan(store, companyId, batchId);
  if (plan === undefined) throw noSuchBatch();
  return plan;
}

/** The same where it may be gone. */
export async function findPlan(store: Store, companyId: string, batchId: string): Promise<Plan | undefined> {
  const plan = await store.get(planKind, companyId, batchId);
  return plan && wholePlan(store, companyId, plan.doc);
}

/** All entries in order. */
export async function readJournal(store: Store, companyId: string, batchId: string): Promise<JournalEntry[]> {
  const entries = await allOf(store, journalKind, companyId, { where: { batch: batchId } });
  return entries.map(({ doc }) => doc);
}

/** A step about to be written down, before it has a number, a time and event ids. */
export type Step = Pick<JournalEntry, 'sending' | 'platformAt' | 'outcomes' | 'doubted' | 'again' | 'media' | 'undone'> & {
  readonly events?: readonly Omit<BatchEvent, 'id'>[];
};

/** The next entry of a batch and the head that counts it. */
export function nextEntry(
  batchId: string,
  head: BatchRecord,
  step: Step,
  at: number,
  change: Partial<BatchRecord>,
): { entry: JournalEntry; head: BatchRecord } {
  const events = (step.events ?? []).map((event, position) => ({ ...event, id: head.lastEvent + position + 1 }));
  const lastEvent = head.lastEvent + events.length;
  const entry: JournalEntry = { ...step, batch: batchId, seq: head.entries + 1, at, events, lastEvent };
  return { entry, head: { ...head, ...change, entries: entry.seq, lastEvent } };
}

/** An entry of a batch with this head. */
export const entryWrites = (companyId: string, entry: JournalEntry, head: BatchRecord): Write[] => [
  { kind: journalKind, companyId, id: journalId(entry.batch, entry.seq), expect: 'absent', doc: entry },
  ...pageWrites(companyId, entry, head),
];

export const headWrite = (companyId: string, batchId: string, version: number, head: BatchRecord): Write => ({
  kind: batchKind,
  companyId,
  id: batchId,
  expect: version,
  doc: head,
});

export interface Journal {
  head(): BatchRecord;
  /** Reads the head again: somebody may have asked for a cancellation. */
  refresh(): Promise<BatchRecord>;
  /**
   * Commits one step under the worker's lease, one after the other. `change` computes what else changes in
   * the head; `also` is written with it. Throws LeaseLost when another worker took over: then nothing was written.
   */
  append(
    step: Step,
    at: number,
    change: (head: BatchRecord) => Partial<BatchRecord>,
    also?: readonly Write[],
  ): Promise<JournalEntry>;
}

/** Rung with `batchNews` whenever a batch has new events. */
export const BATCH_EVENTS = 'batch_events';
export const batchTopic = (companyId: string, batchId: string): string => `${companyId} ${batchId}`;

/** The writing end of a batch's journal, for the one worker who holds the lease. Without a notifier its readers look for themselves. */
export function openJournal(
  { store, notifier, hooks }: { readonly store: Store; readonly notifier?: Notifier; readonly hooks: Pick<LaunchHooks, 'ended'> },
  lease: Lease,
  companyId: string,
  batchId: string,
  batch: Stored<BatchRecord>,
): Journal {
  let { version, doc: head } = batch;
  let turn: Promise<unknown> = Promise.resolve();

  const refresh = async (): Promise<BatchRecord> => {
    const fresh = await readBatch(store, companyId, batchId);
    version = fresh.version;
    head = fresh.doc;
    return head;
  };
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };

  return {
    head: () => head,
    refresh: () => inTurn(refresh),
    append: (step, at, change, also = []) =>
      inTurn(async () => {
        for (;;) {
          const next = nextEntry(batchId, head, step, at, change(head));
          const conflict = await lease.commit([
            headWrite(companyId, batchId, version, next.head),
            ...entryWrites(companyId, next.entry, next.head),
            ...(bringsAds(head, next.head, step) ? hooks.ended.map((write) => write(companyId, batchId, next.entry.seq)) : []),
            ...also,
          ]);
          if (conflict === undefined) {
            version += 1;
            head = next.head;
            if (next.entry.events.length > 0) void notifier?.notify(BATCH_EVENTS, batchTopic(companyId, batchId));
            return next.entry;
          }
          // Under the lease only a caller's wish (cancel) can have moved the head: take it in and go on.
          await refresh();
        }
      }),
  };
}

/** Whether the ads of the batch are to be noted after this step: it ends, or it had ended and learns of ads. */
const bringsAds = (before: BatchRecord, after: BatchRecord, step: Step): boolean =>
  hasEnded(after) && (!hasEnded(before) || step.outcomes !== undefined);

const hasEnded = ({ rawStatus }: BatchRecord): boolean =>
  rawStatus === 'Success' || rawStatus === 'Error' || rawStatus === 'Cancelled';
