import { kind, type Store, type Write } from '../ports/store.ts';

interface SequenceRecord {
  readonly last: number;
}

export const sequenceKind = kind<SequenceRecord>('sequence');

export interface Reservation {
  /** The first of the reserved numbers. */
  readonly first: number;
  /** Put this into the commit that uses the numbers. If it loses, somebody else took them: reserve again. */
  readonly write: Write;
}

/** The next `count` numbers of a company's sequence, from 1, without gaps as long as every reservation is committed. */
export async function reserve(store: Store, companyId: string, name: string, count = 1): Promise<Reservation> {
  const current = await store.get(sequenceKind, companyId, name);
  const last = current?.doc.last ?? 0;
  return {
    first: last + 1,
    write: {
      kind: sequenceKind,
      companyId,
      id: name,
      expect: current?.version ?? 'absent',
      doc: { last: last + count } satisfies SequenceRecord,
    },
  };
}
