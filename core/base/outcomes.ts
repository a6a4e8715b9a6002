import * as v from 'valibot';
import type { PlatformFailure } from './errors.ts';

/**
 * What became of one thing that a request was about. `unknown`: the platform gave no answer, so it
 * may have happened. `running`: it goes on after the answer.
 */
export interface Part {
  readonly type?: string | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly outcome: 'done' | 'refused' | 'unknown' | 'running';
  readonly reason?: string | undefined;
}

/** Of one item in an answer about several. */
export const itemOutcome = v.picklist(['done', 'refused', 'unknown']);

export const itemOutcomeOf = (
  failure: PlatformFailure | undefined,
): v.InferOutput<typeof itemOutcome> =>
  failure === undefined ? 'done' : failure.class === 'transient' ? 'unknown' : 'refused';

/** Of all items together, beside `success`. */
export const wholeOutcome = v.pipe(
  v.picklist(['done', 'partly', 'failed']),
  v.description('`done` only if every item is.'),
);

export const wholeOf = (areDone: readonly boolean[]): v.InferOutput<typeof wholeOutcome> =>
  areDone.every((isDone) => isDone)
    ? 'done'
    : areDone.some((isDone) => isDone)
      ? 'partly'
      : 'failed';
