import { SlipwayError } from '../core/errors.ts';
import { SYSTEM } from '../core/ports/store.ts';
import { jobKind } from '../core/records/job.ts';
import type { ServerPorts } from './ports.ts';

/** A job that is due for longer than this has no worker. */
const LATE_MS = 5 * 60_000;

/** How the service is: whether its store answers, and whether somebody works on what is due. Throws `unavailable`. */
export async function healthOf(ports: Pick<ServerPorts, 'store' | 'clock'>) {
  const now = ports.clock.now();
  const due = await ports.store
    .find(jobKind, SYSTEM, { where: { dueAt: { before: now + 1 } }, order: { by: 'dueAt' }, limit: 1 })
    .catch((cause: unknown) => {
      throw new SlipwayError('unavailable', 'The store does not answer.', { cause });
    });
  const oldestDueJobMs = now - (due.items[0]?.doc.dueAt ?? now);
  const late = oldestDueJobMs > LATE_MS;
  return {
    success: true as const,
    status: late ? ('degraded' as const) : ('ok' as const),
    store: 'ok' as const,
    jobs: late ? ('late' as const) : ('ok' as const),
    oldestDueJobMs,
  };
}
