import type { FailureClass } from '../../core/errors.ts';

/** What one of a platform's codes means to us. */
export interface ErrorRow {
  readonly class: FailureClass;
  /** What is wrong, for the case that the platform does not say it in words for people. */
  readonly cause: string;
  /** What to do about it. */
  readonly fix: string;
  /** Where it differs from what the class implies. */
  readonly retryable?: boolean;
  /** Where the platform's answer says nothing. */
  readonly retryAfterMs?: number;
  /** A throttle of the whole account: which of its two budgets of calls is used up. */
  readonly stops?: 'ads' | 'insights';
  /** A stumble after which a write is known not to have been carried out. */
  readonly nothingDone?: boolean;
}

export const row = (kind: FailureClass, cause: string, fix: string, more: Partial<ErrorRow> = {}): ErrorRow => ({
  class: kind,
  cause,
  fix,
  ...more,
});
