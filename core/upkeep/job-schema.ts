import * as v from 'valibot';
import { answer, listOf, pageQuery } from '../base/schema/envelope.ts';
import { wholeNumber } from '../base/schema/fields.ts';
import { flag } from '../base/schema/request-fields.ts';

export const jobQuery = v.object({
  ...pageQuery,
  dead: v.optional(
    v.pipe(flag, v.description('Only those that failed too often and wait to be put back.')),
  ),
});

export const job = v.object({
  id: v.string(),
  queue: v.string(),
  companyId: v.string(),
  subject: v.string(),
  state: v.picklist(['due', 'waiting', 'running', 'dead']),
  /** When it is due, or since when it is dead; null while a worker has it. */
  at: v.nullable(v.string()),
  /** Failures in a row, and the last message. */
  failures: v.number(),
  error: v.nullable(v.string()),
});

export type ShownJob = v.InferOutput<typeof job>;

export const jobList = listOf(job);

export const jobRetry = v.pipe(
  v.object({
    id: v.optional(v.pipe(v.string(), v.maxLength(500, 'At most 500 characters fit here.'))),
    all: v.optional(v.literal(true, 'Give true, or leave it out.')),
  }),
  v.check(
    ({ id, all }) => (id === undefined) !== (all === undefined),
    'Give the id of a dead job, or all: true.',
  ),
);

const queueState = v.object({
  queue: v.string(),
  due: v.number(),
  waiting: v.pipe(
    v.number(),
    v.description('Due later: they wait for a time, a platform or a pause after a failure.'),
  ),
  running: v.number(),
  dead: v.number(),
  failing: v.pipe(
    v.number(),
    v.description('Of those that are not dead: how many failed the last time.'),
  ),
  oldestDueSeconds: v.pipe(
    v.nullable(v.number()),
    v.description('How long the oldest job that is due has waited; null where none is.'),
  ),
});

export type QueueState = v.InferOutput<typeof queueState>;

export const queueList = answer({
  queues: v.array(queueState),
  complete: v.pipe(
    v.boolean(),
    v.description('False where there are more jobs than were counted.'),
  ),
});

export const jobDrop = v.object({
  id: v.pipe(v.string(), v.maxLength(500, 'At most 500 characters fit here.')),
});

export const droppedJob = answer({ dropped: v.string() });

export const stuckQuery = v.object({
  ...pageQuery,
  minutes: v.optional(
    v.pipe(
      wholeNumber(1, 100_000),
      v.description(
        'Batches without a step for so long are stuck, for whatever reason. Default 60.',
      ),
    ),
  ),
});

const stuckBatch = v.object({
  companyId: v.string(),
  companyName: v.string(),
  adBatchId: v.number(),
  name: v.string(),
  reason: v.pipe(
    v.picklist(['dead', 'failing', 'lost', 'waiting']),
    v.description(
      'dead: its job failed too often. failing: its job fails and is tried again. lost: it has no job. waiting: nothing of it has failed, and nothing has happened for `minutes`.',
    ),
  ),
  jobId: v.pipe(v.string(), v.description('For `jobs.retry` and `jobs.drop`.')),
  createdAt: v.string(),
  lastStepAt: v.string(),
  totalAds: v.number(),
  successfulAds: v.number(),
  failedAds: v.number(),
  failures: v.number(),
  error: v.nullable(v.string()),
});

export type StuckBatch = v.InferOutput<typeof stuckBatch>;

export const stuckList = listOf(stuckBatch);

export const retriedJobs = answer({ retried: v.array(v.string()) });
