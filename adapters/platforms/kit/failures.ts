import { defined } from '../../../core/base/defined.ts';
import { PlatformError } from '../../../core/base/errors.ts';
import type { PlatformId } from '../../../core/base/platforms.ts';
import { parse, wordsIn } from './json.ts';
import type { FailureClass, HttpFailure, HttpResponse, PlatformFailure } from './ports.ts';

/** `maybeDone`: the request may have been carried out all the same. */
export interface Refusal {
  readonly failure: PlatformFailure;
  readonly maybeDone: boolean;
}

export interface ErrorRow {
  readonly class: FailureClass;
  /** Shown where the platform has no words for people. */
  readonly cause: string;
  readonly fix: string;
  /** Default: by the class. */
  readonly retryable?: boolean;
  /** Where the platform's answer says nothing. */
  readonly retryAfterMs?: number;
  /** A stumble after which a write is known not to have been carried out. */
  readonly nothingDone?: boolean;
}

/** One line of an error table; `more` may hold fields of the platform's own. */
export const row = <M extends Partial<ErrorRow>>(
  kind: FailureClass,
  cause: string,
  fix: string,
  more?: M,
): ErrorRow & M => ({
  class: kind,
  cause,
  fix,
  ...(more as M),
});

/** One row for several codes, which blanks separate. */
export const rowsFor = (known: ErrorRow, codes: string): { readonly [code: string]: ErrorRow } =>
  Object.fromEntries(wordsIn(codes).map((code) => [code, known]));

export const fixes = {
  waits: 'Nothing to do: it goes on by itself when the platform allows calls again.',
  again: 'Slipway repeats it where that is safe. If it still failed, retry it in a few minutes.',
  correct:
    'Correct what the message names, then send it again. If nothing is wrong there, report the trace id.',
  reconnect: 'Connect the ad account again with a fresh token.',
} as const;

export const stumbledRow = row('transient', 'The platform stumbled.', fixes.again);
export const unknownRow = row(
  'invalid',
  'The platform refused the call with a code we do not know.',
  'Read the message of the platform; if it does not help, report the code and the trace id.',
);

const retryableClasses: readonly FailureClass[] = ['throttled', 'transient', 'flaky'];

interface Said {
  readonly code?: string | undefined;
  readonly subcode?: string | undefined;
  readonly message: string;
  readonly traceId: string;
  readonly field?: string | undefined;
  readonly retryAfterMs?: number | undefined;
}

export function explained(platform: PlatformId, known: ErrorRow, said: Said): PlatformFailure {
  const { code, subcode, message, traceId, field, retryAfterMs = known.retryAfterMs } = said;
  return {
    platform,
    class: known.class,
    ...defined({ code, subcode }),
    message,
    fix: known.fix,
    retryable: known.retryable ?? retryableClasses.includes(known.class),
    ...defined({ retryAfterMs }),
    traceId,
    ...defined({ field }),
  };
}

/** After a stumble the request may have been carried out; after any other refusal it was not. */
export const refusedBy = (failure: PlatformFailure, known?: ErrorRow): Refusal => ({
  failure,
  maybeDone: failure.class === 'transient' && known?.nothingDone !== true,
});

/**
 * Adds the platform's words, which name a field or an object; for stumbles, budgets and tokens they
 * say nothing.
 */
export function wordsOf({ class: kind, cause }: ErrorRow, message: string | undefined): string {
  const says = message?.trim() ?? '';
  if (says === '' || ['transient', 'throttled', 'auth'].includes(kind)) return cause;
  return `${cause.replace(/\.$/, '')}: ${says}`;
}

/** A failure without a code of the platform. */
export function wireFailure(
  platform: PlatformId,
  kind: FailureClass,
  {
    message,
    traceId,
    fix,
  }: { readonly message: string; readonly traceId: string; readonly fix?: string | undefined },
): PlatformFailure {
  const retryable = retryableClasses.includes(kind);
  return {
    platform,
    class: kind,
    message,
    fix: fix ?? (retryable ? fixes.again : unknownRow.fix),
    retryable,
    traceId,
  };
}

/** `wireFailure` with platform and trace id filled in: `Wire.fail`. */
export type Fail = (kind: FailureClass, message: string, fix?: string) => PlatformFailure;

export const missing = (id: string, fail: Fail): PlatformFailure =>
  fail(
    'missing',
    `There is no object ${id.slice(0, 40)} in this ad account.`,
    'Check the id and the ad account it belongs to.',
  );

export const badCursor = (fail: Fail): PlatformError => {
  const fix = 'Start again from the first page, without a cursor.';
  return new PlatformError({
    ...fail('invalid', 'This is no cursor of an earlier page.', fix),
    field: 'after',
  });
};

/** Undefined where the platform refuses the work for one of these reasons. */
export async function unless<T>(
  reasons: readonly FailureClass[],
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError && reasons.includes(error.failure.class)) return undefined;
    throw error;
  }
}

const statusClasses: { readonly [status: number]: FailureClass } = {
  401: 'auth',
  403: 'blocked',
  404: 'missing',
  413: 'too-large',
  429: 'throttled',
};

export type StatusClasses = typeof statusClasses;

/** `own`: where a status means something else on this platform. */
export function classOfStatus(status: number, own: StatusClasses = {}): FailureClass {
  return (
    own[status] ??
    statusClasses[status] ??
    (status >= 400 && status < 500 ? 'invalid' : 'transient')
  );
}

/**
 * A refusal from the status alone: the answer is HTML, empty or without a reason.
 *
 * @example
 * import { refusalByStatus } from 'slipway/adapters/platform-kit';
 *
 * const response = { ok: true, status: 429, headers: {}, text: '' } as const;
 * console.log(refusalByStatus('kite', response, 'trace-1').failure.class); // throttled
 */
export function refusalByStatus(
  platform: PlatformId,
  { status, text }: Pick<HttpResponse, 'status' | 'text'>,
  traceId: string,
  own?: StatusClasses,
): Refusal {
  const json = parse(text) !== undefined;
  const what =
    text.trim() === ''
      ? 'an empty answer'
      : json
        ? 'an answer without a reason'
        : 'an answer that is no JSON';
  return refusedBy(
    wireFailure(platform, classOfStatus(status, own), {
      message: `The platform gave ${what} (HTTP ${status}).`,
      traceId,
    }),
  );
}

export function refusalWithoutAnswer(
  platform: PlatformId,
  { reason, message }: HttpFailure,
  traceId: string,
): Refusal {
  if (reason !== 'oversized')
    return {
      failure: wireFailure(platform, 'transient', {
        message: `The platform could not be reached: ${message}`,
        traceId,
      }),
      maybeDone: reason !== 'unreachable',
    };
  const words = `The platform's answer was too large to be read: ${message}`;
  const fix = 'Ask for fewer fields, fewer days or smaller pages.';
  return {
    failure: wireFailure(platform, 'too-large', { message: words, traceId, fix }),
    maybeDone: true,
  };
}
