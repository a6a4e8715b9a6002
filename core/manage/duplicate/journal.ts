import { SlipwayError } from '../../base/errors.ts';
import type { Store, Stored, Write } from '../../ports/store.ts';
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
} from './records.ts';

export async function readDuplicate(store: Store, companyId: string, jobId: string): Promise<Stored<DuplicateRecord>> {
  const record = await store.get(duplicateKind, companyId, jobId);
  if (record === undefined) throw new SlipwayError('not_found', 'There is no such duplication here.');
  return record;
}

export async function readDuplicatePlan(store: Store, companyId: string, jobId: string): Promise<DuplicatePlan> {
  const plan = await store.get(duplicatePlanKind, companyId, jobId);
  if (plan === undefined) throw new SlipwayError('not_found', 'There is no such duplication here.');
  return plan.doc;
}

export async function readEntries(store: Store, companyId: string, jobId: string): Promise<DuplicateEntry[]> {
  return (await allOf(store, duplicateJournalKind, companyId, { where: { job: jobId } })).map(({ doc }) => doc);
}

export type Step = Omit<DuplicateEntry, 'job' | 'seq' | 'at'>;

export interface DuplicateJournal {
  head(): DuplicateRecord;
  /** Commits one step under the lease, with changes of the head and `also`. Throws LeaseLost, with nothing written, when another worker took over. */
  append(step: Step, at: number, change?: Partial<DuplicateRecord>, also?: readonly Write[]): Promise<DuplicateEntry>;
}

export function openDuplicateJournal(lease: Lease, companyId: string, record: Stored<DuplicateRecord>): DuplicateJournal {
  const { id: jobId } = record;
  let { version, doc: head } = record;
  return {
    head: () => head,
    async append(step, at, change = {}, also = []) {
      const entry: DuplicateEntry = { ...step, job: jobId, seq: head.entries + 1, at };
      const next: DuplicateRecord = { ...head, ...change, entries: entry.seq };
      const conflict = await lease.commit([
        { kind: duplicateKind, companyId, id: jobId, expect: version, doc: next },
        { kind: duplicateJournalKind, companyId, id: duplicateEntryId(jobId, entry.seq), expect: 'absent', doc: entry },
        ...also,
      ]);
      if (conflict !== undefined) throw new Error('The head of a duplication moved although its lease was held.');
      version += 1;
      head = next;
      return entry;
    },
  };
}
