import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import type { Preview } from '../gate/preview.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Secrets } from '../ports/secrets.ts';
import { jobId, queueJob } from '../records/job.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { batchWords } from './batch-words.ts';
import { headWrite, readBatch } from './journal/journal.ts';
import { type BatchRecord, LAUNCH_QUEUE } from './journal/records.ts';
import { wrongState } from './journal/refusals.ts';
import { type BatchStatus, type StatusPorts, statusToBe } from './show/status.ts';

/**
 * Asks the worker to send nothing more, also where it waits and would look only later. What was
 * sent is finished and reported. Throws `conflict` after the end.
 */
export function cancelBatch(
  ports: StatusPorts & { readonly secrets: Secrets; readonly jobs: Jobs },
  caller: Actor,
  batchId: string,
  once: Once = unkeyed(ports.store),
): Promise<BatchStatus> {
  const { store, clock, jobs } = ports;
  const { companyId } = caller;
  return once.inOneCommit(async (conclude) => {
    for (;;) {
      const batch = await readBatch(store, companyId, batchId);
      const wasAsked = batch.doc.cancelRequested === true;
      if (!wasAsked && batch.doc.rawStatus !== 'Queued' && batch.doc.rawStatus !== 'Processing')
        throw wrongState(batch.doc, 'cancelled', 'Only one that is queued or processing can be.');
      const head: BatchRecord = { ...batch.doc, cancelRequested: true };
      const status = await statusToBe(ports, companyId, batchId, head);
      const writes = wasAsked
        ? []
        : [
            headWrite(companyId, batchId, batch.version, head),
            await queueJob(store, LAUNCH_QUEUE, { companyId, subject: batchId, now: clock.now() }),
            auditWrite(ports, caller, { action: 'batch.cancel', subject: batchId }),
          ];
      if ((await conclude(writes, status)) !== undefined) continue;
      if (!wasAsked) await jobs.wake(jobId(LAUNCH_QUEUE, companyId, batchId));
      return status;
    }
  });
}

export const previewCancel = async (
  { store }: Pick<StatusPorts, 'store'>,
  companyId: string,
  batchId: string,
): Promise<Preview> => ({
  guards: [],
  moneyAtStake: [],
  startsDelivering: false,
  summary: `Send nothing more of ${await batchWords(store, companyId, batchId)}`,
});
