import { type Job, NEVER_DUE } from '../../core/ports/jobs.ts';
import { type Stored, SYSTEM, type Write } from '../../core/ports/store.ts';
import { jobKind } from '../../core/records/job.ts';

/** How a handler ended. `anew`: a caller asked for the job again while the handler worked. */
export type Ending =
  | { readonly to: 'done' }
  | { readonly to: 'again'; readonly at: number }
  | { readonly to: 'anew' }
  | { readonly to: 'failed'; readonly error: string };

/** An error may carry a whole answer of somebody else. */
const LONGEST_ERROR = 500;

export function taken(
  doc: Job,
  turn: Required<Pick<Job, 'turn' | 'turnMs'>> & Pick<Job, 'process'>,
): Job {
  const { again: _again, process: _process, ...rest } = doc;
  return { ...rest, dueAt: NEVER_DUE, attempts: doc.attempts + 1, ...turn, renewals: 0 };
}

/** It made progress or was asked for again: earlier failures do not count. */
export function waiting(doc: Job, dueAt: number, now: number, attempts: number): Job {
  const { failures: _failures, error: _error, ...rest } = free(doc);
  return { ...rest, dueAt, askedAt: now, attempts };
}

export function retrying(doc: Job, failure: Failure, dueAt: number, now: number): Job {
  return { ...free(doc), ...shown(failure), dueAt, askedAt: now };
}

export function dead(doc: Job, failure: Failure, now: number): Job {
  // Without the time it was asked for: it must not look dated ahead by a wrong clock.
  const { askedAt: _askedAt, ...rest } = free(doc);
  return { ...rest, ...shown(failure), dueAt: NEVER_DUE, deadAt: now };
}

export interface Failure {
  /** How many there were in a row, this one included. */
  readonly failures: number;
  readonly error: string;
}

export const jobUpdate = (
  { id, version }: Pick<Stored<Job>, 'id' | 'version'>,
  doc: Job | undefined,
): Write => ({
  kind: jobKind,
  companyId: SYSTEM,
  id,
  expect: version,
  doc,
});

function free(doc: Job): Job {
  const {
    again: _again,
    turn: _turn,
    turnMs: _turnMs,
    renewals: _renewals,
    process: _process,
    ...rest
  } = doc;
  return rest;
}

const shown = ({ failures, error }: Failure): Failure => ({
  failures,
  error: error.slice(0, LONGEST_ERROR),
});

export const wordsOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** What an operator reads in the log of a job that died. */
export const PUT_BACK =
  'Correct what the error says, then put the job back: slipway jobs retry <id>.';
