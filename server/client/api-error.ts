import type { Fault } from '../../core/base/errors.ts';

interface ErrorFacts {
  readonly details?: readonly Fault[] | undefined;
  readonly faultCount?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly answer?: object | undefined;
  readonly cause?: unknown;
}

/**
 * The service refused a call, or could not be asked: then `status` is 0 and `code` is
 * `unreachable`, or what answered is not Slipway and `code` is `not_slipway`.
 *
 * @example
 * import { ApiError, createClient } from 'slipway/client';
 *
 * const client = createClient({ url: 'http://127.0.0.1:4000', key: process.env.SLIPWAY_KEY });
 * try {
 *   await client.batches.get({ id: 17 });
 * } catch (error) {
 *   if (!(error instanceof ApiError)) throw error;
 *   console.error(error.status, error.code, error.message, error.requestId);
 *   for (const { path, message } of error.details) console.error(path, message);
 * }
 */
export class ApiError extends Error {
  /** Of the HTTP answer; 0 when there was none. */
  readonly status: number;
  /** `not_found`, `unprocessable_entity`, …: the reference lists them. */
  readonly code: string;
  /** The first hundred faults of the request. */
  readonly details: readonly Fault[];
  /** How many faults there are in all. */
  readonly faultCount: number;
  /** What the log of the service knows the request by. */
  readonly requestId: string | undefined;
  /** Seconds after which the service asks to be asked again. */
  readonly retryAfter: number | undefined;
  /** The error as it was sent: those of platforms have more members. */
  readonly answer: object | undefined;

  constructor(status: number, code: string, message: string, facts: ErrorFacts = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.details = facts.details ?? [];
    this.faultCount = Math.max(facts.faultCount ?? 0, this.details.length);
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.answer = facts.answer;
    if (facts.cause !== undefined)
      Object.defineProperty(this, 'cause', { value: facts.cause, configurable: true });
  }

  /** How many faults there are beyond those listed. */
  get unlisted(): number {
    return this.faultCount - this.details.length;
  }
}
