import type { Clock } from '../ports/clock.ts';
import type { JobDone } from '../ports/jobs.ts';
import type { Store } from '../ports/store.ts';
import { startHeartbeat } from './heartbeat.ts';
import { claimLease, type Lease, LeaseLost } from './lease.ts';

/** How long a worker that died holds up its work. */
const LEASE_MS = 30_000;

/**
 * Does a job's work while nobody else does, and keeps the lease meanwhile. Where another holds it, or takes it over in
 * the middle, the job comes back when that one's time is over.
 */
export async function workUnderLease(
  ports: { readonly store: Store; readonly clock: Clock },
  companyId: string,
  name: string,
  { holder, leaseMs = LEASE_MS }: { readonly holder: string; readonly leaseMs?: number | undefined },
  work: (lease: Lease) => Promise<JobDone>,
): Promise<JobDone> {
  const { clock } = ports;
  const later = (): JobDone => ({ againAt: clock.now() + leaseMs });
  const lease = await claimLease(ports, companyId, name, holder, leaseMs);
  if (lease === undefined) return later();
  const stopHeartbeat = startHeartbeat(clock, lease, leaseMs);
  try {
    return await work(lease);
  } catch (error) {
    if (error instanceof LeaseLost) return later();
    throw error;
  } finally {
    stopHeartbeat();
    await lease.release();
  }
}
