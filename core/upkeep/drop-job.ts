import { auditingCompany } from '../access/administer.ts';
import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import { type ErrorCode, SlipwayError } from '../base/errors.ts';
import type { RunPorts } from '../launch/journal/append.ts';
import { lostJob } from '../launch/lost-job.ts';
import type { Feature } from '../operations/feature.ts';
import type { Job, JobDone } from '../ports/jobs.ts';
import { type Stored, SYSTEM, type Write } from '../ports/store.ts';
import { jobKind } from '../records/job.ts';
import { createHolder } from '../records/lease.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomId } from '../records/random-id.ts';

type Queues = NonNullable<Feature['queues']>;

/**
 * Ends a failed job, and what waits for it, without another try. Throws `not_found` without a job
 * or a batch that lost its own, `conflict` for one that works or that a worker has, and
 * `unprocessable_entity` for queues without a drop handler. Both audits record it.
 */
export function dropJob(
  ports: RunPorts,
  queues: Queues,
  {
    operator,
    id,
    once = unkeyed(ports.store),
  }: { readonly operator: Actor; readonly id: string; readonly once?: Once | undefined },
) {
  const { clock, secrets } = ports;
  return once.inOneCommit<{ readonly success: true; readonly dropped: string }>(
    async (conclude) => {
      const holder = createHolder(clock, randomId(secrets, 'drop'));
      const answer = { success: true, dropped: id } as const;
      for (;;) {
        const job = await droppable(ports, id);
        const { queue, companyId, subject } = 'doc' in job ? job.doc : job;
        const ending = queues[queue]?.drop;
        if (ending === undefined)
          throw refusal(
            'unprocessable_entity',
            'cannot_be_dropped',
            `Jobs of ${queue} cannot be dropped: put it back (retry).`,
          );
        await untilEnded(ports, id, () => ending(ports, companyId, subject, holder));
        const audited = new Set([companyId, await auditingCompany(ports, operator.companyId)]);
        const details = { queue, error: 'doc' in job ? (job.doc.error ?? null) : null };
        const writes: Write[] = [
          ...('doc' in job
            ? [{ kind: jobKind, companyId: SYSTEM, id, expect: job.version, doc: undefined }]
            : []),
          ...[...audited].map((each) =>
            auditWrite(
              ports,
              { ...operator, companyId: each },
              { action: 'job.drop', subject: id, details },
            ),
          ),
        ];
        if ((await conclude(writes, answer)) === undefined) return answer;
      }
    },
  );
}

/** A dead worker may hold what it worked on for as long as a lease lasts. */
const PATIENCE_MS = 45_000;
const LOOK_MS = 2_000;

async function untilEnded(
  { clock }: Pick<RunPorts, 'clock'>,
  id: string,
  end: () => Promise<JobDone>,
): Promise<void> {
  const until = clock.monotonic() + PATIENCE_MS;
  while ((await end()) !== undefined) {
    if (clock.monotonic() >= until) throw isUnderWay(id);
    await clock.sleep(LOOK_MS);
  }
}

async function droppable(
  { store }: Pick<RunPorts, 'store'>,
  id: string,
): Promise<Stored<Job> | Pick<Job, 'queue' | 'companyId' | 'subject'>> {
  const job = await store.get(jobKind, SYSTEM, id);
  if (job === undefined) {
    const lost = await lostJob(store, id);
    if (lost !== undefined) return lost;
    throw new SlipwayError('not_found', `There is no job ${id.slice(0, 200)}.`, {
      hint: 'jobs.list',
    });
  }
  if (job.doc.turn !== undefined) throw isUnderWay(id);
  if (job.doc.deadAt === undefined && (job.doc.failures ?? 0) === 0)
    throw refusal(
      'conflict',
      'not_failed',
      'This job has not failed. A batch that is not wanted any more can be cancelled.',
    );
  return job;
}

const isUnderWay = (id: string): SlipwayError =>
  refusal(
    'conflict',
    'under_way',
    `A worker is at ${id} right now. Ask again once it has failed again, or cancel the batch.`,
  );

const refusal = (as: ErrorCode, code: string, message: string): SlipwayError =>
  new SlipwayError(as, message, { details: [{ path: 'id', code, message }] });
