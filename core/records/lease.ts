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
   * Whether it is ours as far as can be known here: false once it has lapsed, was taken over or handed back.
   * To be asked just before something leaves that must not happen twice. A process that was stopped for a
   * while (a machine that slept, a stalled disk) goes on in the middle of what it did, and others have gone on too.
   */
  isHeld(): boolean;
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
  /** Undefined when we know that it is not ours any more. */
  let heldUntil: number | undefined;
  const moved = ({ until }: LeaseRecord): void => {
    version = version === 'absent' ? 1 : version + 1;
    heldUntil = until;
  };

  const first = held();
  if (await store.commit([write(first)])) return undefined;
  moved(first);

  let turn: Promise<unknown> = Promise.resolve();
  const commit: Lease['commit'] = (writes) => {
    const result = turn.then(async () => {
      const next = held();
      const conflict = await store.commit([...writes, write(next)]);
      if (conflict?.lost.includes(writes.length)) {
        heldUntil = undefined;
        throw new LeaseLost(name);
      }
      if (conflict === undefined) moved(next);
      return conflict;
    });
    turn = result.catch(() => undefined);
    return result;
  };

  return {
    isHeld: () => heldUntil !== undefined && clock.now() < heldUntil,
    commit,
    async renew() {
      await commit([]);
    },
    async release() {
      await turn;
      heldUntil = undefined;
      await store.commit([write({ until: 0 })]);
    },
  };
}
