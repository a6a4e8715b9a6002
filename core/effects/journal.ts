import type { Kind, Store, Stored, Write } from '../ports/store.ts';
import type { Lease } from '../records/lease.ts';

/** How the journal of a plan is kept. */
interface JournalForm<H extends object, N, E> {
  /** A summary of the journal, written with each of its entries. */
  readonly head: Kind<H>;
  /** The entry that follows, and the head with it. */
  next(
    id: string,
    head: H,
    note: N,
    at: number,
    change: Partial<H>,
  ): { readonly entry: E; readonly head: H };
  /** The entry, and what else is committed with it. */
  writes(entry: E, head: H, before: H): readonly Write[];
  committed?(entry: E): void;
}

export interface Journal<H, N, E> {
  head(): H;
  /** A caller may have wished for something: a cancellation. */
  refresh(): Promise<H>;
  /**
   * Commits one note at a time under the worker's lease. `change`: what else changes in the head;
   * `also` is written with it. Throws LeaseLost, with nothing written, when another worker took
   * over.
   */
  append(
    note: N,
    at: number,
    change?: (head: H) => Partial<H>,
    also?: readonly Write[],
  ): Promise<E>;
}

/** For the one worker that holds the lease. */
export function openJournal<H extends object, N, E>(
  store: Store,
  lease: Lease,
  companyId: string,
  stored: Stored<H>,
  form: JournalForm<H, N, E>,
): Journal<H, N, E> {
  const { id } = stored;
  let { version, doc: head } = stored;
  let turn: Promise<unknown> = Promise.resolve();

  const refresh = async (): Promise<H> => {
    const now = await store.get(form.head, companyId, id);
    if (now === undefined) throw new Error(`The head of the journal ${id} is gone.`);
    version = now.version;
    head = now.doc;
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
    append: (note, at, change = () => ({}), also = []) =>
      inTurn(async () => {
        for (;;) {
          const next = form.next(id, head, note, at, change(head));
          const conflict = await lease.commit([
            { kind: form.head, companyId, id, expect: version, doc: next.head },
            ...form.writes(next.entry, next.head, head),
            ...also,
          ]);
          if (conflict === undefined) {
            version += 1;
            head = next.head;
            form.committed?.(next.entry);
            return next.entry;
          }
          // What is written beside the head would be lost again.
          if (!conflict.lost.includes(0))
            throw new Error(`Another process has written what goes with the journal ${id}.`);
          // Under the lease only a caller's wish can have moved the head: take it in and go on.
          await refresh();
        }
      }),
  };
}
