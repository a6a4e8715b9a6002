import { kind, type Store, type Write } from '../ports/store.ts';

interface SequenceRecord {
  readonly last: number;
}

export const sequenceKind = kind<SequenceRecord>('sequence');

/**
 * Callers that wait for numbers in this process, by sequence. Made once for all who share a store.
 */
export type Numbers = Map<string, Waiting[]>;

export const createNumbers = (): Numbers => new Map();

interface Waiting {
  readonly count: number;
  resolve(first: number): void;
  reject(reason: unknown): void;
}

interface SequencePorts {
  readonly store: Store;
  /** Default: no other caller to share a commit with. */
  readonly numbers?: Numbers;
}

interface Reservation {
  readonly first: number;
  /**
   * Put these into the commit that uses the numbers. If they lose, the numbers are taken: reserve
   * again.
   */
  readonly writes: readonly Write[];
}

/**
 * The next `count` numbers of a company's sequence, from 1.
 *
 * At the first `attempt` (0) the commit that uses the numbers takes them. Of many at the same time
 * only one wins that way, so a caller that lost gives a higher `attempt` and gets numbers for good
 * beforehand, in one commit with all who wait here. Numbers are skipped only when such a caller
 * then does not commit.
 */
export async function reserve(
  { store, numbers = createNumbers() }: SequencePorts,
  companyId: string,
  name: string,
  { count = 1, attempt = 0 }: { readonly count?: number; readonly attempt?: number } = {},
): Promise<Reservation> {
  const sequence = { store, companyId, name };
  if (attempt > 0) return { first: await take(numbers, sequence, count), writes: [] };
  const { first, write } = await next(sequence, count);
  return { first, writes: [write] };
}

interface Sequence {
  readonly store: Store;
  readonly companyId: string;
  readonly name: string;
}

async function next({ store, companyId, name }: Sequence, count: number) {
  const current = await store.get(sequenceKind, companyId, name);
  const last = current?.doc.last ?? 0;
  const doc: SequenceRecord = { last: last + count };
  const write: Write = {
    kind: sequenceKind,
    companyId,
    id: name,
    expect: current?.version ?? 'absent',
    doc,
  };
  return { first: last + 1, write };
}

function take(queues: Numbers, sequence: Sequence, count: number): Promise<number> {
  const key = JSON.stringify([sequence.companyId, sequence.name]);
  return new Promise((resolve, reject) => {
    const waiting = { count, resolve, reject };
    const queue = queues.get(key);
    if (queue !== undefined) {
      queue.push(waiting);
      return;
    }
    const opened = [waiting];
    queues.set(key, opened);
    void serve(sequence, opened, () => queues.delete(key));
  });
}

/** One commit for all who wait; those who come meanwhile get the next. Never rejects. */
async function serve(sequence: Sequence, queue: Waiting[], close: () => void): Promise<void> {
  try {
    while (queue.length > 0) {
      const served = queue.length;
      const total = queue.reduce((sum, { count }) => sum + count, 0);
      const numbers = await next(sequence, total);
      if ((await sequence.store.commit([numbers.write])) !== undefined) continue;
      let { first } = numbers;
      for (const { count, resolve } of queue.splice(0, served)) {
        resolve(first);
        first += count;
      }
    }
    // In the same turn in which the queue was found empty: none can have joined in between.
    close();
  } catch (error) {
    close();
    for (const { reject } of queue) reject(error);
  }
}
