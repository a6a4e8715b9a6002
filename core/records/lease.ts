import { SlipwayError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import { kind, type Store, type Write } from '../ports/store.ts';

export interface LeaseRecord {
  /** Who holds it; undefined when it was handed back. */
  readonly holder?: string;
  /** Until when, milliseconds. After that anybody may take it. */
  readonly until: number;
}

export const leaseKind = kind<LeaseRecord>('lease');

/** Thrown to a holder whose lease somebody else has taken. It must stop at once: nothing it wrote was stored. */
export class LeaseLost extends SlipwayError {
  constructor(name: string) {
    super('conflict', `The lease on ${name} was taken over by another worker.`);
    this.name = 'LeaseLost';
  }
}

export interface Lease {
  /**
   * Commits and renews the lease in one stroke: of two workers who both believe to hold it, only one
   * gets through. Commits of one lease go one after the other. Throws LeaseLost when it was taken over;
   * then nothing was written. Answers a conflict of the other writes by their positions, as `Store.commit` does.
   */
  commit(writes: readonly Write[]): ReturnType<Store['commit']>;
  /** Extends the lease. Throws LeaseLost. */
  renew(): Promise<void>;
  /** Hands it back, so that the next worker need not wait. Harmless when it was lost. */
  release(): Promise<void>;
}

/**
 * Takes the lease on a name, or answers undefined when another holds it. Of any number of concurrent
 * callers exactly one gets it.
 */
export async function claimLease(
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  name: string,
  holder: string,
  ttlMs: number,
): Promise<Lease | undefined> {
  const { store, clock } = ports;
  const current = await store.get(leaseKind, companyId, name);
  if (current?.doc.holder !== undefined && current.doc.until > clock.now()) return undefined;

  let version: number | 'absent' = current?.version ?? 'absent';
  const write = (doc: LeaseRecord): Write => ({ kind: leaseKind, companyId, id: name, expect: version, doc });
  const held = (): LeaseRecord => ({ holder, until: clock.now() + ttlMs });
  const moved = (): void => {
    version = version === 'absent' ? 1 : version + 1;
  };

  if (await store.commit([write(held())])) return undefined;
  moved();

  let turn: Promise<unknown> = Promise.resolve();
  const commit: Lease['commit'] = (writes) => {
    const result = turn.then(async () => {
      const conflict = await store.commit([...writes, write(held())]);
      if (conflict?.lost.includes(writes.length)) throw new LeaseLost(name);
      if (conflict === undefined) moved();
      return conflict;
    });
    turn = result.catch(() => undefined);
    return result;
  };

  return {
    commit,
    async renew() {
      await commit([]);
    },
    async release() {
      await turn;
      await store.commit([write({ until: 0 })]);
    },
  };
}
