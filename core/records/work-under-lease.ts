import type { Clock } from '../ports/clock.ts';
import type { JobDone, JobTurn } from '../ports/jobs.ts';
import type { Store } from '../ports/store.ts';
import { claimLease, type Holder, type Lease, LeaseLost, startHeartbeat } from './lease.ts';

const LEASE_MS = 30_000;

/** A turn that took a job over has its leases too, and a turn that loses the job loses them. */
export const holderOf = ({ silence }: Holder, { id, replaces, isHeld }: JobTurn): Holder => ({
  id,
  ...(replaces !== undefined && { replaces }),
  isLeaseHeld: isHeld,
  silence,
});

export interface WorkerOptions {
  readonly holder: Holder;
  /** A worker silent for this long counts as dead. Default 30,000. */
  readonly leaseMs?: number;
  /** True when the worker wants to end: the work is left as it stands and handed back. */
  readonly stopping?: () => boolean;
}

/**
 * Does a job's work under a lease and renews it meanwhile. Where another holds the lease, or takes
 * it over, the job comes back after the lease time. `work` answers times of the lease's clock.
 */
export async function workUnderLease(
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  {
    name,
    holder,
    leaseMs = LEASE_MS,
    work,
  }: { readonly holder: Holder; readonly leaseMs?: number | undefined } & {
    readonly name: string;
    readonly work: (lease: Lease) => Promise<JobDone>;
  },
): Promise<JobDone> {
  const { clock } = ports;
  const later = (): JobDone => ({ againAt: clock.now() + leaseMs });
  const lease = await claimLease(ports, companyId, { name, holder, ttlMs: leaseMs });
  if (lease === undefined) return later();
  const stopHeartbeat = startHeartbeat(clock, lease, leaseMs);
  try {
    const done = await work(lease);
    return done && { againAt: clock.now() + (done.againAt - lease.clock.now()) };
  } catch (error) {
    if (error instanceof LeaseLost) return later();
    throw error;
  } finally {
    stopHeartbeat();
    await lease.release();
  }
}
