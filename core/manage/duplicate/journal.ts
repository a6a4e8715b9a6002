import { defined } from '../../base/defined.ts';
import { SlipwayError } from '../../base/errors.ts';
import { type Journal, openJournal } from '../../effects/journal.ts';
import type { Store, Stored } from '../../ports/store.ts';
import type { Lease } from '../../records/lease.ts';
import { allOf } from '../../records/list.ts';
import {
  type DuplicateEntry,
  type DuplicatePlan,
  type DuplicateRecord,
  duplicateEntryId,
  duplicateJournalKind,
  duplicateKind,
  duplicatePlanKind,
  type Settled,
} from './records.ts';

export async function readDuplicate(
  store: Store,
  companyId: string,
  jobId: string,
): Promise<Stored<DuplicateRecord>> {
  const record = await store.get(duplicateKind, companyId, jobId);
  if (record === undefined)
    throw new SlipwayError('not_found', 'There is no such duplication here.');
  return record;
}

export async function readDuplicatePlan(
  store: Store,
  companyId: string,
  jobId: string,
): Promise<DuplicatePlan> {
  const plan = await store.get(duplicatePlanKind, companyId, jobId);
  if (plan === undefined) throw new SlipwayError('not_found', 'There is no such duplication here.');
  return plan.doc;
}

export async function readEntries(
  store: Store,
  companyId: string,
  jobId: string,
): Promise<DuplicateEntry[]> {
  return (await allOf(store, duplicateJournalKind, companyId, { where: { job: jobId } })).map(
    ({ doc }) => asRead(doc),
  );
}

/**
 * How a made object is stored, as it always was: in a rolling restart workers of the version before
 * go on with these copies. They also named what was made along with it, and that a worker had died.
 */
interface StoredMade {
  readonly to: 'made';
  readonly id: string;
  readonly below?: { readonly [sourceId: string]: string };
  readonly warnings?: readonly string[];
}

function asRead(entry: DuplicateEntry): DuplicateEntry {
  const outcomes: { [key: string]: Settled } = {};
  for (const [key, settled] of Object.entries(
    (entry.outcomes ?? {}) as { [key: string]: Settled | StoredMade },
  )) {
    if (settled.to !== 'made') {
      outcomes[key] = settled;
      continue;
    }
    const { id, below = {}, warnings } = settled;
    outcomes[key] = { to: 'done', ref: id, ...defined({ warnings }) };
    const copy = Number.parseInt(key, 10);
    for (const [sourceId, ref] of Object.entries(below))
      outcomes[`${copy}/${sourceId}`] = { to: 'done', ref };
  }
  return { ...entry, ...(entry.outcomes && { outcomes }) };
}

function asStored(entry: DuplicateEntry): DuplicateEntry {
  if (entry.outcomes === undefined) return entry;
  const outcomes: { [key: string]: Settled | StoredMade } = {};
  for (const [key, settled] of Object.entries(entry.outcomes)) {
    const isAbandoned =
      settled.to === 'unknown' && settled.failure === undefined && !settled.answered;
    if (settled.to === 'done')
      outcomes[key] = { to: 'made', id: settled.ref, ...defined({ warnings: settled.warnings }) };
    else outcomes[key] = isAbandoned ? ({ ...settled, abandoned: true } as Settled) : settled;
  }
  return { ...entry, outcomes: outcomes as { [key: string]: Settled } };
}

export type Step = Omit<DuplicateEntry, 'job' | 'seq' | 'at'>;

export type DuplicateJournal = Journal<DuplicateRecord, Step, DuplicateEntry>;

export const openDuplicateJournal = (
  store: Store,
  lease: Lease,
  companyId: string,
  record: Stored<DuplicateRecord>,
): DuplicateJournal =>
  openJournal<DuplicateRecord, Step, DuplicateEntry>(store, lease, companyId, record, {
    head: duplicateKind,
    next(job, head, step, at, change) {
      const entry = { ...step, job, seq: head.entries + 1, at };
      return { entry, head: { ...head, ...change, entries: entry.seq } };
    },
    writes: (entry) => [
      {
        kind: duplicateJournalKind,
        companyId,
        id: duplicateEntryId(entry.job, entry.seq),
        expect: 'absent',
        doc: asStored(entry),
      },
    ],
  });
