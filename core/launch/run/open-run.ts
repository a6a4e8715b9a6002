import { foldEntries, rebase } from '../../effects/state.ts';
import type { Lease } from '../../records/lease.ts';
import { withPlannedMedia } from '../accept/keep-media.ts';
import type { Run, RunPorts } from '../journal/append.ts';
import { openJournal, readBatch, readJournal, readPlan } from '../journal/journal.ts';

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
  const plan = withPlannedMedia(
    await readPlan(ports.store, companyId, batchId),
    entries.flatMap(({ media = [] }) => media),
  );
  return {
    ports,
    companyId,
    batchId,
    plan,
    stopping,
    states: rebase(foldEntries(plan.operations, entries), ports.clock.now()),
    journal: openJournal(ports, lease, companyId, batch),
    mark: batchMark(batch.doc.slug),
    isHeld: lease.isHeld,
    renew: lease.renew,
  };
}
