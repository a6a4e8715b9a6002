import { SlipwayError } from '../../base/errors.ts';
import type { Store, Stored, Write } from '../../ports/store.ts';
import type { Lease } from '../../records/lease.ts';
import { allOf } from '../../records/list.ts';
import { type DuplicateEntry, type DuplicateRecord, duplicateEntryId, duplicateJournalKind, duplicateKind } from './records.ts';

export async function readDuplicate(store: Store, companyId: string, jobId: string): Promise<Stored<DuplicateRecord>> {
  const record = await store.get(duplicateKind, companyId, jobId);
  if (record === undefined) throw new SlipwayError('not_found', 'There is no such duplication here.');
  return record;
}

/** All entries in order. */
export async function readEntries(store: Store, companyId: string, jobId: string): Promise<DuplicateEntry[]> {
  return (await allOf(store, duplicateJournalKind, companyId, { where: { job: jobId } })).map(({ doc }) => doc);
}

export type Step = Omit<DuplicateEntry, 'job' | 'seq' | 'at'>;

export interface DuplicateJournal {
  head(): DuplicateRecord;
  /**
   * Commits one step under the lease, with changes of the head and whatever else belongs to it. Throws
   * LeaseLost when another worker took over: then nothing was written.
   */
  append(step: Step, at: number, change?: Partial<DuplicateRecord>, also?: readonly Write[]): Promise<DuplicateEntry>;
}

/** The writing end of a journal, for the one worker who holds the lease. */
export function openDuplicateJournal(
  lease: Lease,
  companyId: string,
  jobId: string,
  record: Stored<DuplicateRecord>,
): DuplicateJournal {
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
