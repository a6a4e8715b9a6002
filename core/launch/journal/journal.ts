import { SlipwayError } from '../../base/errors.ts';
import {
  openJournal as openStepJournal,
  type Journal as StepJournal,
} from '../../effects/journal.ts';
import type { Notifier } from '../../ports/notifier.ts';
import type { Reader, Store, Stored, Write } from '../../ports/store.ts';
import type { Lease } from '../../records/lease.ts';
import { allOf } from '../../records/list.ts';
import type { LaunchHooks } from '../hooks.ts';
import { wholePlan } from '../plan/pages.ts';
import type { Plan } from '../plan/plan.ts';
import { pageWrites } from './pages.ts';
import {
  type BatchEvent,
  type BatchRecord,
  batchKind,
  type JournalEntry,
  journalId,
  journalKind,
  planKind,
} from './records.ts';

const noSuchBatch = (): SlipwayError =>
  new SlipwayError('not_found', 'There is no such batch here.', { hint: 'batches.list' });

export async function readBatch(
  store: Reader,
  companyId: string,
  batchId: string,
): Promise<Stored<BatchRecord>> {
  const batch = await store.get(batchKind, companyId, batchId);
  if (batch === undefined) throw noSuchBatch();
  return batch;
}

export async function readPlan(store: Store, companyId: string, batchId: string): Promise<Plan> {
  const plan = await findPlan(store, companyId, batchId);
  if (plan === undefined) throw noSuchBatch();
  return plan;
}

export async function findPlan(
  store: Store,
  companyId: string,
  batchId: string,
): Promise<Plan | undefined> {
  const plan = await store.get(planKind, companyId, batchId);
  return plan && wholePlan(store, companyId, plan.doc);
}

export async function readJournal(
  store: Store,
  companyId: string,
  batchId: string,
): Promise<JournalEntry[]> {
  const entries = await allOf(store, journalKind, companyId, { where: { batch: batchId } });
  return entries.map(({ doc }) => doc);
}

export type Step = Pick<
  JournalEntry,
  'sending' | 'platformAt' | 'outcomes' | 'doubted' | 'again' | 'media' | 'undone'
> & {
  readonly events?: readonly Omit<BatchEvent, 'id'>[];
};

export function nextEntry(
  batch: Pick<Stored<BatchRecord>, 'id' | 'doc'>,
  step: Step,
  at: number,
  change: Partial<BatchRecord> = {},
): { entry: JournalEntry; head: BatchRecord } {
  const { lastEvent: last, entries } = batch.doc;
  const events = (step.events ?? []).map((event, position) => ({
    ...event,
    id: last + position + 1,
  }));
  const lastEvent = last + events.length;
  const entry: JournalEntry = { ...step, batch: batch.id, seq: entries + 1, at, events, lastEvent };
  return { entry, head: { ...batch.doc, ...change, entries: entry.seq, lastEvent } };
}

export const entryWrites = (companyId: string, entry: JournalEntry, head: BatchRecord): Write[] => [
  {
    kind: journalKind,
    companyId,
    id: journalId(entry.batch, entry.seq),
    expect: 'absent',
    doc: entry,
  },
  ...pageWrites(companyId, entry, head),
];

export const headWrite = (
  companyId: string,
  batchId: string,
  version: number,
  head: BatchRecord,
): Write => ({
  kind: batchKind,
  companyId,
  id: batchId,
  expect: version,
  doc: head,
});

export type Journal = StepJournal<BatchRecord, Step, JournalEntry>;

/** Notified with `batchTopic` when a batch has new events. */
export const BATCH_EVENTS = 'batch_events';
export const batchTopic = (companyId: string, batchId: string): string => `${companyId} ${batchId}`;

/** Without a notifier readers look for themselves. */
export const openJournal = (
  {
    store,
    notifier,
    hooks,
  }: {
    readonly store: Store;
    readonly notifier?: Notifier;
    readonly hooks: Pick<LaunchHooks, 'ended'>;
  },
  lease: Lease,
  companyId: string,
  batch: Stored<BatchRecord>,
): Journal =>
  openStepJournal(store, lease, companyId, batch, {
    head: batchKind,
    next: (id, doc, step, at, change) => nextEntry({ id, doc }, step, at, change),
    writes: (entry, head, before) => [
      ...entryWrites(companyId, entry, head),
      ...(bringsAds(before, head, entry)
        ? hooks.ended.map((write) => write(companyId, batch.id, entry.seq))
        : []),
    ],
    committed: ({ events }) => {
      if (events.length > 0) void notifier?.notify(BATCH_EVENTS, batchTopic(companyId, batch.id));
    },
  });

/**
 * Whether to note the ads of the batch after this step: it ends, or it had ended and learns of ads.
 */
const bringsAds = (before: BatchRecord, after: BatchRecord, { outcomes }: Step) =>
  hasEnded(after) && (!hasEnded(before) || outcomes !== undefined);

const hasEnded = ({ rawStatus }: BatchRecord) =>
  rawStatus === 'Success' || rawStatus === 'Error' || rawStatus === 'Cancelled';
