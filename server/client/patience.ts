import type { ApiError } from './api-error.ts';
import { isGateway } from './read-answer.ts';

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** A pause that grows with how often it was needed. */
export const growingPause = (times: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** (times - 1));

/**
 * How long to wait before the same request is sent again; undefined when the error stands. The
 * request must be one that can be repeated.
 *
 * @param failures how many tries in a row were answered in this way, this one included
 */
export function pauseAfter(error: ApiError, failures: number): number | undefined {
  const { status, retryAfter } = error;
  if (status === 429)
    return retryAfter === undefined ? growingPause(failures) : Math.max(1, retryAfter) * 1000;
  if (isUnderWay(error)) return growingPause(failures);
  if (status === 0) return error.code === 'unreachable' ? growingPause(failures) : undefined;
  if (!isGateway(status) || isLasting(error)) return undefined;
  return Math.max(growingPause(failures), (retryAfter ?? 0) * 1000);
}

/** The same request is being carried out at this moment. */
export const isUnderWay = ({ status, details }: ApiError): boolean =>
  status === 409 && details.some(({ code }) => code === 'in_progress');

/** A platform refused, and would again. */
const isLasting = ({ answer }: ApiError): boolean =>
  answer !== undefined &&
  'retryable' in answer &&
  (answer as { readonly retryable: unknown }).retryable === false;
