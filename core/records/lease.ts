import { SlipwayError } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import { kind, type Store, type Write } from '../ports/store.ts';
import { createSilence, type Silence, startElapsed } from './silence.ts';

interface LeaseRecord {
  readonly holder?: string;
  /** The holder promises to renew it within this time. */
  readonly ttlMs?: number;
  /** Of the holder's process, where the store tells who lives. */
  readonly process?: string;
}

export const leaseKind = kind<LeaseRecord>('lease');

export interface Holder {
  /** No other run has it, in this process or another. */
  readonly id: string;
  /** A former holder known to send nothing any more: its leases are free at once. */
  readonly replaces?: string;
  isLeaseHeld?(): boolean;
  readonly silence: Silence;
}

/** Watches from now on: keep it for as long as it asks for the same leases. */
export const createHolder = (clock: Clock, id: string): Holder => ({
  id,
  silence: createSilence(clock),
});

/**
 * Thrown to a holder whose lease was taken over. It must stop at once: nothing it wrote was stored.
 */
export class LeaseLost extends SlipwayError {
  constructor(name: string) {
    const message = `The lease on ${name} was taken over by another worker.`;
    super('conflict', message, { details: [{ path: '', code: 'lease_lost', message }] });
    this.name = 'LeaseLost';
  }
}

export interface Lease {
  /**
   * False once it was not renewed in time, was taken over or released. Ask just before sending what
   * must not happen twice: a process that was stopped for a while goes on in the middle of its
   * work, and others have gone on too.
   */
  isHeld(): boolean;
  /** Does not step while the lease is held: for times that the holder writes down and compares. */
  readonly clock: Clock;
  /**
   * Commits and renews the lease together: of two workers who both believe to hold it, only one
   * gets through. Commits of one lease run one after the other. Throws LeaseLost, with nothing
   * written, when it was taken over. Answers a conflict of the other writes as `Store.commit` does.
   */
  commit(writes: readonly Write[]): ReturnType<Store['commit']>;
  /** Throws LeaseLost. */
  renew(): Promise<void>;
  /** Harmless when the lease was lost. */
  release(): Promise<void>;
}

/**
 * Takes the lease on a name, or answers undefined when another holds it. Of concurrent callers
 * exactly one gets it.
 *
 * No wall clocks are compared: a lease is taken over once this holder has watched it unchanged for
 * the time its owner promised to renew it in, or once the store knows that the owner's process has
 * ended. A caller that was refused asks again, with the same `holder`, after `ttlMs`.
 */
export async function claimLease(
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  {
    name,
    holder,
    ttlMs,
  }: { readonly name: string; readonly holder: Holder; readonly ttlMs: number },
): Promise<Lease | undefined> {
  const { store, clock } = ports;
  const key = `${companyId} ${name}`;
  const current = await store.get(leaseKind, companyId, name);
  const owner = current?.doc.holder;
  if (current !== undefined && owner !== undefined && owner !== holder.replaces) {
    const promised = Math.max(current.doc.ttlMs ?? 0, ttlMs);
    const isSilent = holder.silence.lasts(key, `${current.version} ${owner}`, promised);
    if (!isSilent && !(await isOfTheDead(store, current.doc.process))) return undefined;
  }

  let version: number | 'absent' = current?.version ?? 'absent';
  const write = (doc: LeaseRecord): Write => ({
    kind: leaseKind,
    companyId,
    id: name,
    expect: version,
    doc,
  });
  const held: LeaseRecord = {
    holder: holder.id,
    ttlMs,
    ...(store.lives && { process: store.lives.mark }),
  };
  /** Time since the last renewal was sent; undefined when the lease is known to be lost. */
  let age: (() => number) | undefined;
  const moved = (since: () => number) => {
    version = version === 'absent' ? 1 : version + 1;
    age = since;
  };

  const claimed = startElapsed(clock);
  if (await store.commit([write(held)])) return undefined;
  moved(claimed);
  holder.silence.forget(key);

  let turn: Promise<unknown> = Promise.resolve();
  const commit: Lease['commit'] = (writes) => {
    const result = turn.then(async () => {
      const sent = startElapsed(clock);
      const conflict = await store.commit([...writes, write(held)]);
      if (conflict?.lost.includes(writes.length)) {
        age = undefined;
        throw new LeaseLost(name);
      }
      if (conflict === undefined) moved(sent);
      return conflict;
    });
    turn = result.catch(() => undefined);
    return result;
  };

  return {
    isHeld: () =>
      age !== undefined &&
      age() < ttlMs &&
      store.lives?.isSeen() !== false &&
      holder.isLeaseHeld?.() !== false,
    clock: steadyClock(clock),
    commit,
    async renew() {
      await commit([]);
    },
    async release() {
      await turn;
      age = undefined;
      await store.commit([write({})]);
    },
  };
}

/** Whether what carries this mark was held by a process that has ended. */
export const isOfTheDead = async (store: Store, mark: string | undefined): Promise<boolean> =>
  mark !== undefined && mark !== store.lives?.mark && (await store.lives?.hasEnded(mark)) === true;

/**
 * Renews a lease until the answer is called. A lost lease stops the holder at its next commit; a
 * store that is away stops nothing.
 */
export function startHeartbeat(clock: Clock, lease: Lease, leaseMs: number): () => void {
  let stopped = false;
  const beat = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(leaseMs / 3);
      if (stopped) return;
      await lease.renew().catch((error: unknown) => {
        if (error instanceof LeaseLost) stopped = true;
      });
    }
  };
  void beat();
  return () => {
    stopped = true;
  };
}

/**
 * Reads the wall clock once and counts on with the monotonic one: `now` neither steps nor goes
 * back.
 */
export function steadyClock(clock: Clock): Clock {
  const offset = clock.now() - clock.monotonic();
  return { ...clock, now: () => Math.round(clock.monotonic() + offset) };
}
