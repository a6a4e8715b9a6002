import { foldEntries, rebase } from '../../effects/state.ts';
import type { Lease } from '../../records/lease.ts';
import { withPlannedMedia } from '../accept/keep-media.ts';
import type { Run, RunPorts } from '../journal/append.ts';
import { openJournal, readBatch, readJournal, readPlan } from '../journal/journal.ts';
import type { BatchRecord, States } from '../journal/records.ts';
import type { Plan } from '../plan/plan.ts';

/** Labels every platform object of a batch, so that it can be found again. */
export const batchMark = (slug: string): string => `slipway-${slug}`;

/** For the worker that holds the lease; undefined after the end of the batch. */
export async function openRun(
  outer: RunPorts,
  lease: Lease,
  {
    companyId,
    batchId,
    stopping = () => false,
  }: Pick<Run, 'companyId' | 'batchId'> & { readonly stopping?: Run['stopping'] | undefined },
): Promise<Run | undefined> {
  const ports = { ...outer, clock: lease.clock };
  const batch = await readBatch(ports.store, companyId, batchId);
  if (batch.doc.rawStatus !== 'Queued' && batch.doc.rawStatus !== 'Processing') return undefined;
  const entries = await readJournal(ports.store, companyId, batchId);
  const planned = withPlannedMedia(
    await readPlan(ports.store, companyId, batchId),
    entries.flatMap(({ media = [] }) => media),
  );
  const states = rebase(foldEntries(planned.operations, entries), ports.clock.now());
  const plan = withoutReplaced(planned, states, batch.doc.corrected);
  return {
    ports,
    companyId,
    batchId,
    plan,
    stopping,
    states,
    journal: openJournal(ports, lease, companyId, batch),
    mark: batchMark(batch.doc.slug),
    isHeld: lease.isHeld,
    renew: lease.renew,
  };
}

/**
 * A campaign that is switched on by a retry does not wait for ads that another batch has launched
 * in their place (retry.ts).
 */
function withoutReplaced(plan: Plan, states: States, corrected: BatchRecord['corrected']): Plan {
  if (corrected === undefined) return plan;
  const replaced = new Set(
    plan.operations.flatMap(({ id, kind, adIndex }) =>
      kind === 'ad' && corrected[adIndex] !== undefined && states.get(id)?.phase === 'failed'
        ? [id]
        : [],
    ),
  );
  const operations = plan.operations.map((operation) =>
    operation.kind === 'start'
      ? { ...operation, dependsOn: operation.dependsOn.filter((id) => !replaced.has(id)) }
      : operation,
  );
  return { ...plan, operations };
}
