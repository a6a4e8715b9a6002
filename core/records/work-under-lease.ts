import type { Clock } from '../ports/clock.ts';
import type { JobDone, JobTurn } from '../ports/jobs.ts';
import type { Store } from '../ports/store.ts';
import { claimLease, type Holder, type Lease, LeaseLost, startHeartbeat } from './lease.ts';

/** How long a worker that died holds up its work. */
const LEASE_MS = 30_000;

/** A turn at a job, in leases: whoever lost the job to this turn has lost its leases too, and who loses it loses these. */
export const holderOf = ({ silence }: Holder, { id, replaces, isHeld }: JobTurn): Holder => ({
  id,
  ...(replaces !== undefined && { replaces }),
  isLeaseHeld: isHeld,
  silence,
});

/**
 * Does a job's work while nobody else does, and keeps the lease meanwhile. Where another holds it, or takes it over in
 * the middle, the job comes back when that one's time is over. Times that `work` answers are those of the lease's clock.
 */
export async function workUnderLease(
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  name: string,
  { holder, leaseMs = LEASE_MS }: { readonly holder: Holder; readonly leaseMs?: number | undefined },
  work: (lease: Lease) => Promise<JobDone>,
): Promise<JobDone> {
  const { clock } = ports;
  const later = (): JobDone => ({ againAt: clock.now() + leaseMs });
  const lease = await claimLease(ports, companyId, name, holder, leaseMs);
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
