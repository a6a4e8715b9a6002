import { pageAnswer, success } from '../../base/schema/envelope.ts';
import { bySubject, type Feature, feature, type Others } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { jobKind } from '../../records/job.ts';
import { leaseKind } from '../../records/lease.ts';
import { processKind } from '../../records/lives.ts';
import { answerOnce } from '../../records/once.ts';
import { upgradeKind } from '../../upkeep/account-keys.ts';
import { BACKUP_QUEUE, backupStateKind, runBackups } from '../../upkeep/backups.ts';
import { FACTS_COPY_QUEUE, runFactsCopy } from '../../upkeep/copy-facts.ts';
import { dropJob } from '../../upkeep/drop-job.ts';
import * as shapes from '../../upkeep/job-schema.ts';
import { listJobs, queueStates, retryJobs } from '../../upkeep/operator-jobs.ts';
import { secretCheckKind } from '../../upkeep/secrets/check.ts';
import { stuckBatches } from '../../upkeep/stuck-batches.ts';
import { orderWatch, runWatch, toldRejectedKind, WATCH_QUEUE } from '../../upkeep/watch.ts';

const common = { topic: 'Service', scope: 'operator' } as const;

const jobOperations = (features: readonly Feature[]) =>
  [
    operation({
      ...common,
      name: 'jobs.list',
      place: 'GET /v1/jobs',
      summary: 'Background work that is open, and what failed too often',
      description:
        'A job that fails is tried again after pauses of up to 15 minutes; after more than a day of that it is dead: nothing is lost, and it is not tried again until it is put back.',
      approval: 'never',
      input: shapes.jobQuery,
      output: shapes.jobList,
      run: (ports, _caller, { input }) =>
        pageAnswer(input, (window) => listJobs(ports, input.dead ?? false, window)),
    }),
    operation({
      ...common,
      name: 'jobs.retry',
      place: 'POST /v1/jobs/retry',
      summary: 'Put jobs that failed too often back, with all their retries',
      description: 'A batch that has lost its job, as `jobs.stuckBatches` tells, gets one.',
      approval: 'impossible',
      input: shapes.jobRetry,
      example: { all: true },
      output: shapes.retriedJobs,
      errors: ['not_found'],
      run: (ports, _caller, { input, once }) =>
        answerOnce(once, async () =>
          success({ retried: [...(await retryJobs(ports, input.id ?? 'all'))] }),
        ),
    }),
    operation({
      ...common,
      name: 'jobs.drop',
      place: 'POST /v1/jobs/drop',
      summary: 'Give a job up that failed, and end what waits for it',
      description:
        'A batch, an undo, a duplication, an export, an import, a delivery to a webhook or of conversion events ends, and says that its operator ended it; what was done stays. Nothing is asked of a platform: what was sent without an answer may exist, and a retry or an undo of the batch looks for it first. Fetches of figures and comments are asked for again by whatever needs them. Jobs that others rely on without looking (upkeep, ends of ads, rules and their runs, replies) cannot be dropped. The audits of the company and of the installation keep who did it.',
      effects: 'destroys',
      approval: 'impossible',
      input: shapes.jobDrop,
      output: shapes.droppedJob,
      errors: ['not_found', 'conflict'],
      run: (ports, caller, { input, once }) =>
        dropJob(ports, Object.assign({}, ...features.map(({ queues }) => queues)), {
          operator: caller,
          id: input.id,
          once,
        }),
    }),
    operation({
      ...common,
      name: 'jobs.queues',
      place: 'GET /v1/jobs/queues',
      summary: 'Background work by queue, with the age of the oldest that is due',
      approval: 'never',
      output: shapes.queueList,
      run: async (ports) =>
        success(
          await queueStates(ports).then(({ queues, complete }) => ({
            queues: [...queues],
            complete,
          })),
        ),
    }),
    operation({
      ...common,
      name: 'jobs.stuckBatches',
      place: 'GET /v1/jobs/stuck-batches',
      summary: 'Batches of all companies that do not get on, and why',
      approval: 'never',
      input: shapes.stuckQuery,
      output: shapes.stuckList,
      run: (ports, _caller, { input }) =>
        pageAnswer(input, (window) => stuckBatches(ports, input.minutes ?? 60, window)),
    }),
  ] as const;

export const jobs = feature({
  name: 'jobs',
  topics: { Service: 'About this service.' },
  operations: ({ features }: Others) => jobOperations(features),
  kinds: [
    jobKind,
    leaseKind,
    processKind,
    backupStateKind,
    upgradeKind,
    secretCheckKind,
    toldRejectedKind,
  ],
  queues: {
    [WATCH_QUEUE]: {
      lane: 'syncs',
      handler: bySubject((ports, companyId, _all, { stopping }) =>
        runWatch(ports, companyId, stopping),
      ),
    },
    [FACTS_COPY_QUEUE]: {
      lane: 'upkeep',
      handler: bySubject((ports, _companyId, subject) => runFactsCopy(ports, subject)),
    },
    [BACKUP_QUEUE]: { lane: 'backups', handler: (ports) => () => runBackups(ports) },
  },
  watch: orderWatch,
});
