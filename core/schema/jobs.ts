import * as v from 'valibot';
import { answer, listOf, pageQuery } from './envelope.ts';
import { flag } from './manage-fields.ts';

export const jobQuery = v.object({
  ...pageQuery,
  dead: v.optional(v.pipe(flag, v.description('Only those that failed too often and wait to be put back.'))),
});

export const job = v.object({
  id: v.string(),
  queue: v.string(),
  companyId: v.string(),
  subject: v.string(),
  state: v.picklist(['due', 'waiting', 'running', 'dead']),
  /** When it is due, or since when it is dead; null while somebody works on it. */
  at: v.nullable(v.string()),
  /** How often it failed in a row, and what it said last. */
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
  v.check(({ id, all }) => (id === undefined) !== (all === undefined), 'Give the id of a dead job, or all: true.'),
);

export const retriedJobs = answer({ retried: v.array(v.string()) });
