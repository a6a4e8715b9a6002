import { auditingCompany } from '../access/administer.ts';
import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { type ErrorCode, SlipwayError } from '../base/errors.ts';
import { COMMENTS_QUEUE } from '../features/comments/pass.ts';
import { dropConversions } from '../features/conversions/drop.ts';
import { CONVERSION_QUEUE } from '../features/conversions/records.ts';
import { exportKind, exportQueue } from '../features/exports/records.ts';
import { SAVED_REPORT_QUEUE } from '../features/saved-reports/records.ts';
import { deliveryKind, WEBHOOK_QUEUE } from '../features/webhooks/records.ts';
import type { RunPorts } from '../launch/journal/append.ts';
import { LAUNCH_QUEUE, UNDO_QUEUE } from '../launch/journal/records.ts';
import { lostJob } from '../launch/lost-job.ts';
import { dropBatch, dropUndo } from '../launch/run/drop.ts';
import { endDuplicate } from '../manage/duplicate/end-restored.ts';
import { duplicateKind } from '../manage/duplicate/records.ts';
import { DUPLICATE_QUEUE } from '../manage/duplicate/run.ts';
import { IMPORT_QUEUE, importFileKind, importKind } from '../media/import/records.ts';
import type { Job, JobDone } from '../ports/jobs.ts';
import { type Stored, SYSTEM, type Write } from '../ports/store.ts';
import { changeDocument } from '../records/change.ts';
import { jobKind } from '../records/job.ts';
import { createHolder, type Holder } from '../records/lease.ts';
import { allOf } from '../records/list.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomId } from '../records/random-id.ts';
import { workUnderLease } from '../records/work-under-lease.ts';
import { syncQueue } from '../report/sync-job.ts';

type Ending = (ports: RunPorts, companyId: string, subject: string, holder: Holder) => Promise<JobDone>;

const WHY = 'The service failed at it again and again, and its operator ended it. Ask for it again.';
const NOT_COPIED =
  'The service failed at this copy again and again, and its operator ended it. Look for it in the ad account before asking for it again.';

/** Asked for anew by whatever needs it next. */
const nothingWaits: Ending = async () => undefined;

/** How what waits for a job comes to its end without it. Jobs of other queues cannot be dropped. */
const endings: { readonly [queue: string]: Ending } = {
  [LAUNCH_QUEUE]: dropBatch,
  [UNDO_QUEUE]: dropUndo,
  [CONVERSION_QUEUE]: dropConversions,
  [DUPLICATE_QUEUE]: (ports, companyId, subject, holder) =>
    workUnderLease(ports, companyId, `duplicate:${subject}`, { holder }, async (lease) => {
      const duplicate = await ports.store.get(duplicateKind, companyId, subject);
      if (duplicate?.doc.state === 'running')
        await endDuplicate(ports.store, companyId, duplicate, lease.clock.now(), NOT_COPIED);
      return undefined;
    }),
  async [exportQueue]({ store, clock }, companyId, subject) {
    await changeDocument(store, exportKind, companyId, subject, (current) => {
      const isOpen = current?.doc.status === 'queued' || current?.doc.status === 'running';
      const ended = { status: 'error', finishedAt: clock.now(), error: { code: 'dropped', message: WHY } } as const;
      return { doc: current && (isOpen ? { ...current.doc, ...ended } : current.doc) };
    });
    return undefined;
  },
  async [WEBHOOK_QUEUE]({ store }, companyId, subject) {
    await changeDocument(store, deliveryKind, companyId, subject, (current) => {
      if (current?.doc.status !== 'waiting') return { doc: current?.doc };
      const { nextAttemptAt: _next, ...doc } = current.doc;
      return { doc: { ...doc, status: 'given_up' as const, lastAnswer: 'Dropped by the operator of the service.' } };
    });
    return undefined;
  },
  async [IMPORT_QUEUE]({ store, clock }, companyId, subject) {
    const outcome = { status: 'failed', code: 'dropped', message: WHY } as const;
    for (const file of await allOf(store, importFileKind, companyId, { where: { waiting: subject } }))
      await changeDocument(store, importFileKind, companyId, file.id, (current) => {
        if (current?.doc.waiting === undefined) return { doc: current?.doc };
        const { waiting: _waiting, ...doc } = current.doc;
        return { doc: { ...doc, outcome } };
      });
    await changeDocument(store, importKind, companyId, subject, (current) => ({
      doc: current && { ...current.doc, finishedAt: current.doc.finishedAt ?? clock.now() },
    }));
    return undefined;
  },
  [syncQueue]: nothingWaits,
  [SAVED_REPORT_QUEUE]: nothingWaits,
  [COMMENTS_QUEUE]: nothingWaits,
};

/**
 * Ends a job that failed, and what waits for it, without another try. Throws `not_found` where there is neither a job
 * nor a batch that lost its own, `conflict` for one that works as it should or that a worker has, and
 * `unprocessable_entity` where nothing could tell those who rely on it. Both audits tell who did it.
 */
export function dropJob(ports: RunPorts, operator: Actor, id: string, once: Once = unkeyed(ports.store)) {
  const { clock, secrets } = ports;
  return once.inOneCommit<{ readonly success: true; readonly dropped: string }>(async (conclude) => {
    const holder = createHolder(clock, randomId(secrets, 'drop'));
    const answer = { success: true, dropped: id } as const;
    for (;;) {
      const job = await droppable(ports, id);
      const { queue, companyId, subject } = 'doc' in job ? job.doc : job;
      const ending = endings[queue];
      if (ending === undefined)
        throw refusal('unprocessable_entity', 'cannot_be_dropped', `Jobs of ${queue} cannot be dropped: put it back (retry).`);
      await untilEnded(ports, id, () => ending(ports, companyId, subject, holder));
      const audited = new Set([companyId, await auditingCompany(ports, operator.companyId)]);
      const details = { queue, error: 'doc' in job ? (job.doc.error ?? null) : null };
      const writes: Write[] = [
        ...('doc' in job ? [{ kind: jobKind, companyId: SYSTEM, id, expect: job.version, doc: undefined }] : []),
        ...[...audited].map((each) => auditWrite(ports, { ...operator, companyId: each }, 'job.drop', id, details)),
      ];
      if ((await conclude(writes, answer)) === undefined) return answer;
    }
  });
}

/** A worker that died may hold what it worked on: whoever watched it for as long as a lease lasts knows. */
const PATIENCE_MS = 45_000;
const LOOK_MS = 2_000;

async function untilEnded({ clock }: RunPorts, id: string, end: () => Promise<JobDone>): Promise<void> {
  const until = clock.monotonic() + PATIENCE_MS;
  while ((await end()) !== undefined) {
    if (clock.monotonic() >= until) throw isUnderWay(id);
    await clock.sleep(LOOK_MS);
  }
}

async function droppable({ store }: RunPorts, id: string): Promise<Stored<Job> | Pick<Job, 'queue' | 'companyId' | 'subject'>> {
  const job = await store.get(jobKind, SYSTEM, id);
  if (job === undefined) {
    const lost = await lostJob(store, id);
    if (lost !== undefined) return lost;
    throw new SlipwayError('not_found', `There is no job ${id.slice(0, 200)}. slipway jobs and GET /v1/jobs list them.`);
  }
  if (job.doc.turn !== undefined) throw isUnderWay(id);
  if (job.doc.deadAt === undefined && (job.doc.failures ?? 0) === 0)
    throw refusal('conflict', 'not_failed', 'This job has not failed. A batch that is not wanted any more can be cancelled.');
  return job;
}

const isUnderWay = (id: string): SlipwayError =>
  refusal('conflict', 'under_way', `A worker is at ${id} right now. Ask again once it has failed again, or cancel the batch.`);

const refusal = (as: ErrorCode, code: string, message: string): SlipwayError =>
  new SlipwayError(as, message, { details: [{ path: 'id', code, message }] });
