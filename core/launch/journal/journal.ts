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

export async function findPlan(store: Store, companyId: string, batchId: string): Promise<Plan | undefined> {
  const plan = await store.get(planKind, companyId, batchId);
  return plan && wholePlan(store, companyId, plan.doc);
}

export async function readJournal(store: Store, companyId: string, batchId: string): Promise<JournalEntry[]> {
  const entries = await allOf(store, journalKind, companyId, { where: { batch: batchId } });
  return entries.map(({ doc }) => doc);
}

export type Step = Pick<JournalEntry, 'sending' | 'platformAt' | 'outcomes' | 'doubted' | 'again' | 'media' | 'undone'> & {
  readonly events?: readonly Omit<BatchEvent, 'id'>[];
};

export function nextEntry(
  batch: Pick<Stored<BatchRecord>, 'id' | 'doc'>,
  step: Step,
  at: number,
  change: Partial<BatchRecord> = {},
): { entry: JournalEntry; head: BatchRecord } {
  const { lastEvent: last, entries } = batch.doc;
  const events = (step.events ?? []).map((event, position) => ({ ...event, id: last + position + 1 }));
  const lastEvent = last + events.length;
  const entry: JournalEntry = { ...step, batch: batch.id, seq: entries + 1, at, events, lastEvent };
  return { entry, head: { ...batch.doc, ...change, entries: entry.seq, lastEvent } };
}

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
  /** A caller may have asked for a cancellation. */
  refresh(): Promise<BatchRecord>;
  /**
   * Commits one step at a time under the worker's lease. `change`: what else changes in the head; `also` is written with it.
   * Throws LeaseLost, with nothing written, when another worker took over.
   */
  append(
    step: Step,
    at: number,
    change: (head: BatchRecord) => Partial<BatchRecord>,
    also?: readonly Write[],
  ): Promise<JournalEntry>;
}

/** Notified with `batchTopic` when a batch has new events. */
export const BATCH_EVENTS = 'batch_events';
export const batchTopic = (companyId: string, batchId: string): string => `${companyId} ${batchId}`;

/** For the one worker that holds the lease. Without a notifier readers look for themselves. */
export function openJournal(
  { store, notifier, hooks }: { readonly store: Store; readonly notifier?: Notifier; readonly hooks: Pick<LaunchHooks, 'ended'> },
  lease: Lease,
  companyId: string,
  batch: Stored<BatchRecord>,
): Journal {
  const { id: batchId } = batch;
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
          const next = nextEntry({ id: batchId, doc: head }, step, at, change(head));
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

/** Whether to note the ads of the batch after this step: it ends, or it had ended and learns of ads. */
const bringsAds = (before: BatchRecord, after: BatchRecord, step: Step) =>
  hasEnded(after) && (!hasEnded(before) || step.outcomes !== undefined);

const hasEnded = ({ rawStatus }: BatchRecord) => rawStatus === 'Success' || rawStatus === 'Error' || rawStatus === 'Cancelled';
