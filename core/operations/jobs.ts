import { answerOnce } from '../records/once.ts';
import { listJobs, retryJobs } from '../records/operator-jobs.ts';
import { pageAnswer, success } from '../schema/envelope.ts';
import * as shapes from '../schema/jobs.ts';
import { operation } from './operation.ts';

const common = { topic: 'Service', scope: 'operator' } as const;

export const jobOperations = [
  operation({
    ...common,
    name: 'jobs.list',
    summary: 'Background work that is open, and what failed too often',
    description:
      'A job that fails is tried again after pauses of up to 15 minutes; after more than a day of that it is dead: nothing is lost, and it is not tried again until it is put back.',
    approval: 'never',
    effects: 'reads',
    input: shapes.jobQuery,
    output: shapes.jobList,
    run: (ports, _caller, { input }) => pageAnswer(input, (window) => listJobs(ports, input.dead ?? false, window)),
  }),
  operation({
    ...common,
    name: 'jobs.retry',
    summary: 'Put jobs that failed too often back, with all their retries',
    effects: 'writes',
    approval: 'impossible',
    input: shapes.jobRetry,
    output: shapes.retriedJobs,
    errors: ['not_found'],
    run: (ports, _caller, { input, once }) =>
      answerOnce(once, async () => success({ retried: [...(await retryJobs(ports, input.id ?? 'all'))] })),
  }),
] as const;
