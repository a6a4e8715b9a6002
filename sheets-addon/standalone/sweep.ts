import { auditKind } from '../../core/access/audit.ts';
import { forgetSeenBudgets } from '../../core/gate/seen.ts';
import { forgetBatches, forgetLoosePages } from '../../core/launch/forget-batches.ts';
import { forgetChanges } from '../../core/manage/forget-changes.ts';
import type { ServicePorts } from '../../core/operations/ports.ts';
import { forgetExpired } from '../../core/records/expired.ts';
import { forgetIdempotent } from '../../core/records/idempotency.ts';
import { features } from './features.ts';
import { KEPT_MS } from './ledger.ts';

/** Each takes some of every kind: what is left goes with the next execution. */
const MOST_STEPS = 10;

/**
 * Forgets what is kept for a time, when the log is rewritten. Which rows were launched stays, so
 * that none is launched twice.
 */
export async function sweep(ports: ServicePorts, companyId: string): Promise<void> {
  const before = ports.clock.now() - KEPT_MS;
  for (let step = 0; step < MOST_STEPS; step++) {
    const done = [
      await forgetBatches(ports, companyId, before, () => {}),
      await forgetLoosePages(ports, companyId),
      await forgetChanges(ports, companyId, before, () => {}),
      // Nobody chains it here, and nobody else could read it.
      await forgetExpired(ports.store, auditKind, companyId, { by: 'at', before }),
      await forgetIdempotent(ports, companyId),
      await forgetSeenBudgets(ports, companyId),
      ...(await Promise.all(
        features.map(({ forget }) => forget?.(ports, companyId, { isSuspended: false })),
      )),
    ];
    if (!done.includes('more')) return;
  }
}
