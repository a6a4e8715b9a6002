import { kind, type Store, type Write } from '../ports/store.ts';

interface SequenceRecord {
  readonly last: number;
}

export const sequenceKind = kind<SequenceRecord>('sequence');

/** Those who wait for numbers in this process, by sequence; absent when nobody does. Made once for all who share a store. */
export type Numbers = Map<string, Waiting[]>;

export const createNumbers = (): Numbers => new Map();

interface Waiting {
  readonly count: number;
  resolve(first: number): void;
  reject(reason: unknown): void;
}

interface SequencePorts {
  readonly store: Store;
  /** Default: nobody to share a commit with. */
  readonly numbers?: Numbers;
}

export interface Reservation {
  /** The first of the reserved numbers. */
  readonly first: number;
  /** Put these into the commit that uses the numbers. If they lose, somebody else took them: reserve again. */
  readonly writes: readonly Write[];
}

/**
 * The next `count` numbers of a company's sequence, from 1.
 *
 * The first `attempt` (0) is free: the numbers are taken by the commit that uses them. Where many want one
 * at the same time only one of them wins that way, so whoever lost says so by a higher `attempt` and is
 * given numbers for good beforehand, together with everybody else who waits here. Numbers are left out only
 * when such a commit then never comes.
 */
export async function reserve(
  { store, numbers = createNumbers() }: SequencePorts,
  companyId: string,
  name: string,
  { count = 1, attempt = 0 }: { readonly count?: number; readonly attempt?: number } = {},
): Promise<Reservation> {
  if (attempt > 0) return { first: await take(numbers, store, companyId, name, count), writes: [] };
  const { first, write } = await next(store, companyId, name, count);
  return { first, writes: [write] };
}

async function next(
  store: Store,
  companyId: string,
  name: string,
  count: number,
): Promise<{ readonly first: number; readonly write: Write }> {
  const current = await store.get(sequenceKind, companyId, name);
  const last = current?.doc.last ?? 0;
  const doc: SequenceRecord = { last: last + count };
  return { first: last + 1, write: { kind: sequenceKind, companyId, id: name, expect: current?.version ?? 'absent', doc } };
}

function take(queues: Numbers, store: Store, companyId: string, name: string, count: number): Promise<number> {
  const key = JSON.stringify([companyId, name]);
  return new Promise((resolve, reject) => {
    const waiting = { count, resolve, reject };
    const queue = queues.get(key);
    if (queue !== undefined) {
      queue.push(waiting);
      return;
    }
    const opened = [waiting];
    queues.set(key, opened);
    void serve(store, companyId, name, opened, () => queues.delete(key));
  });
}

/** One commit for all who wait; those who come meanwhile have the next. Never rejects. */
async function serve(store: Store, companyId: string, name: string, queue: Waiting[], close: () => void): Promise<void> {
  try {
    while (queue.length > 0) {
      const served = queue.length;
      const total = queue.reduce((sum, { count }) => sum + count, 0);
      const numbers = await next(store, companyId, name, total);
      if ((await store.commit([numbers.write])) !== undefined) continue;
      let { first } = numbers;
      for (const { count, resolve } of queue.splice(0, served)) {
        resolve(first);
        first += count;
      }
    }
    // Closed in the same turn in which it was found empty: nobody can have joined in between.
    close();
  } catch (error) {
    close();
    for (const { reject } of queue) reject(error);
  }
}
