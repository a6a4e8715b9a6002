import { type CompanyRecord, companyKind } from '../access/records.ts';
import type { PageWindow } from '../base/schema/envelope.ts';
import {
  type BatchRecord,
  batchKind,
  journalId,
  journalKind,
  LAUNCH_QUEUE,
} from '../launch/journal/records.ts';
import type { Clock } from '../ports/clock.ts';
import { type Store, type Stored, SYSTEM } from '../ports/store.ts';
import { jobId, jobKind } from '../records/job.ts';
import { allOf, type ListPage } from '../records/list.ts';
import type { StuckBatch } from './job-schema.ts';

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * Stuck batches of all companies, those without a step for the longest time first. Those of
 * suspended companies rightly wait.
 */
export async function stuckBatches(
  ports: Ports,
  minutes: number,
  { offset, limit }: PageWindow,
): Promise<ListPage<StuckBatch>> {
  const found: StuckBatch[] = [];
  for (const company of await allOf(ports.store, companyKind, SYSTEM)) {
    if (company.doc.suspendedAt !== undefined) continue;
    for (const rawStatus of ['Queued', 'Processing'] as const)
      for (const batch of await allOf(ports.store, batchKind, company.id, {
        where: { rawStatus },
      })) {
        const stuck = await stuckOf(ports, company, batch, minutes);
        if (stuck !== undefined) found.push(stuck);
      }
  }
  found.sort((a, b) => a.lastStepAt.localeCompare(b.lastStepAt));
  return { items: found.slice(offset, offset + limit), total: found.length };
}

async function stuckOf(
  { store, clock }: Ports,
  company: Stored<CompanyRecord>,
  { id, doc }: Stored<BatchRecord>,
  minutes: number,
): Promise<StuckBatch | undefined> {
  const ofJob = jobId(LAUNCH_QUEUE, company.id, id);
  const job = (await store.get(jobKind, SYSTEM, ofJob))?.doc;
  const last =
    doc.entries === 0
      ? undefined
      : await store.get(journalKind, company.id, journalId(id, doc.entries));
  const lastStepAt = last?.doc.at ?? doc.createdAt;
  const isLate = clock.now() - lastStepAt >= minutes * 60_000;
  const failures = job?.failures ?? 0;
  // A batch without a job may have ended since it was read; a minute tells.
  const isLost = job === undefined && clock.now() - lastStepAt >= 60_000;
  const reason = isLost
    ? 'lost'
    : job?.deadAt !== undefined
      ? 'dead'
      : failures > 0
        ? 'failing'
        : isLate
          ? 'waiting'
          : undefined;
  if (reason === undefined) return undefined;
  return {
    companyId: company.id,
    companyName: company.doc.name,
    adBatchId: Number(id),
    name: doc.name,
    reason,
    jobId: ofJob,
    createdAt: new Date(doc.createdAt).toISOString(),
    lastStepAt: new Date(lastStepAt).toISOString(),
    totalAds: doc.totalAds,
    successfulAds: doc.successfulAds,
    failedAds: doc.failedAds,
    failures,
    error: job?.error ?? null,
  };
}
