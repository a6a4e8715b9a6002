import { SlipwayError } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import { kind, type Store, type Write } from '../ports/store.ts';
import { createSilence, type Silence, startElapsed } from './silence.ts';

export interface LeaseRecord {
  /** Who holds it; undefined when it was handed back. */
  readonly holder?: string;
  /** How often the holder promises to renew it at the latest, milliseconds. */
  readonly ttlMs?: number;
}

export const leaseKind = kind<LeaseRecord>('lease');

/** Somebody who can hold leases: one run of a job, or one request. */
export interface Holder {
  /** No other process, and no other run in this one, has it. */
  readonly id: string;
  /** A former holder that is known to send nothing any more: its leases are free at once. */
  readonly replaces?: string;
  /** False once this holder must not work any longer, whatever its leases say. */
  isLeaseHeld?(): boolean;
  /** What this process has seen of other holders' leases. */
  readonly silence: Silence;
}

/** A holder that begins to watch now. To be kept for as long as it asks for the same leases. */
export const createHolder = (clock: Clock, id: string): Holder => ({ id, silence: createSilence(clock) });

/** Thrown to a holder whose lease somebody else has taken. It must stop at once: nothing it wrote was stored. */
export class LeaseLost extends SlipwayError {
  constructor(name: string) {
    const message = `The lease on ${name} was taken over by another worker.`;
    super('conflict', message, { details: [{ path: '', code: 'lease_lost', message }] });
    this.name = 'LeaseLost';
  }
}

export interface Lease {
  /**
   * Whether it is ours as far as can be known here: false once it was not renewed for its time, was taken over or
   * handed back. To be asked just before something leaves that must not happen twice. A process that was stopped
   * for a while (a machine that slept, a stalled disk) goes on in the middle of what it did, and others have gone
   * on too.
   */
  isHeld(): boolean;
  /** Does not step while the lease is held: times that its holder writes down and compares come from here. */
  readonly clock: Clock;
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
 * Takes the lease on a name, or answers undefined when another holds it. Of any number of concurrent callers
 * exactly one gets it.
 *
 * No clock is compared with another machine's, and none with itself after a step: a lease is taken over once this
 * holder has watched it for as long as its owner promised to renew it in. A caller that was refused asks again,
 * with the same `holder`, after `ttlMs`.
 */
export async function claimLease(
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  name: string,
  holder: Holder,
  ttlMs: number,
): Promise<Lease | undefined> {
  const { store, clock } = ports;
  const key = `${companyId} ${name}`;
  const current = await store.get(leaseKind, companyId, name);
  const owner = current?.doc.holder;
  if (current !== undefined && owner !== undefined && owner !== holder.replaces) {
    const promised = Math.max(current.doc.ttlMs ?? 0, ttlMs);
    if (!holder.silence.lasts(key, `${current.version} ${owner}`, promised)) return undefined;
  }

  let version: number | 'absent' = current?.version ?? 'absent';
  const write = (doc: LeaseRecord): Write => ({ kind: leaseKind, companyId, id: name, expect: version, doc });
  const held: LeaseRecord = { holder: holder.id, ttlMs };
  /** How long ago the last renewal was sent off; undefined when we know that the lease is not ours any more. */
  let age: (() => number) | undefined;
  const moved = (since: () => number): void => {
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
    isHeld: () => age !== undefined && age() < ttlMs && holder.isLeaseHeld?.() !== false,
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

/**
 * Keeps a lease while its holder waits. Answers how to stop. A lost lease stops the holder at its next commit,
 * not here; a store that is away for a moment stops nobody.
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
 * Reads the wall clock once and counts on with the monotonic one: `now` neither steps nor goes back. For one
 * activity that writes times down and compares them later, such as one run of a batch.
 */
export function steadyClock(clock: Clock): Clock {
  const offset = clock.now() - clock.monotonic();
  return { ...clock, now: () => Math.round(clock.monotonic() + offset) };
}
