import type { FailureClass, PlatformFailure } from '../../../core/errors.ts';
import type { HttpFailure, HttpResponse } from '../../../core/ports/http.ts';
import type { ErrorRow } from '../error-row.ts';
import { asRow, numeric, parse, type Row, text } from '../json.ts';
import type { Refusal } from '../repeat.ts';
import { withoutAnswer } from '../unanswered.ts';
import { errorRow } from './error-table.ts';

/** Everything went well, and: some of what was asked for was done. */
const success = 0;
const partialSuccess = 20001;

const retryableClasses: readonly FailureClass[] = ['throttled', 'transient', 'flaky'];
const nothingToDo = 'Nothing to do: it is tried again where that is safe.';

const unknownRow: ErrorRow = {
  class: 'invalid',
  cause: 'The platform refused the call with a code we do not know.',
  fix: 'Read the message of the platform; if it does not help, report the code and the trace id.',
};

/** The envelope of an answer; undefined when it is none. */
export function envelopeOf(response: HttpResponse): { readonly code: number; readonly body: Row } | undefined {
  const body = asRow(parse(response.text));
  const code = numeric(body?.code);
  return body === undefined || code === undefined ? undefined : { code, body };
}

/** What an answer that is no success means: a code in the body, whatever the HTTP status; a page of HTML; nothing at all. */
export function refusalOf(response: HttpResponse, traceId: string): Refusal | undefined {
  const envelope = envelopeOf(response);
  if (envelope !== undefined) {
    const { code, body } = envelope;
    if (code === success || code === partialSuccess) return undefined;
    const row = errorRow(code) ?? unknownRow;
    const failure = explain(code, row, body, traceId);
    return { failure, maybeDone: row.class === 'transient' && row.nothingDone !== true };
  }
  const what = response.text.trim() === '' ? 'an empty answer' : 'an answer that is none of its own';
  const kind = classOfStatus(response.status);
  const failure = wireFailure(kind, `The platform gave ${what} (HTTP ${response.status}).`, traceId);
  return { failure, maybeDone: kind === 'transient' };
}

function explain(code: number, row: ErrorRow, body: Row, traceId: string): PlatformFailure {
  return {
    platform: 'short-video',
    class: row.class,
    code: String(code),
    message: wordsOf(row, text(body.message)),
    fix: row.fix,
    retryable: row.retryable ?? retryableClasses.includes(row.class),
    ...(row.retryAfterMs !== undefined && { retryAfterMs: row.retryAfterMs }),
    traceId: text(body.request_id) ?? traceId,
  };
}

/** Where the platform says which field or object it means its words are better than ours; of stumbles and budgets they say nothing. */
function wordsOf(row: ErrorRow, message: string | undefined): string {
  const says = message?.trim() ?? '';
  if (says === '' || ['transient', 'throttled', 'auth'].includes(row.class)) return row.cause;
  return `${row.cause.replace(/\.$/, '')}: ${says}`;
}

/** What the lack of any answer means. */
export const refusalWithoutAnswer = (failed: HttpFailure, traceId: string): Refusal =>
  withoutAnswer(failed, (kind, message, fix) => wireFailure(kind, message, traceId, fix));

/** A failure that carries no code of the platform. */
export function wireFailure(kind: FailureClass, message: string, traceId: string, fix?: string): PlatformFailure {
  const retryable = retryableClasses.includes(kind);
  return {
    platform: 'short-video',
    class: kind,
    message,
    fix: fix ?? (retryable ? nothingToDo : unknownRow.fix),
    retryable,
    traceId,
  };
}

export const isPartial = (code: number): boolean => code === partialSuccess;

function classOfStatus(status: number): FailureClass {
  if (status === 401) return 'auth';
  if (status === 403) return 'blocked';
  if (status === 413) return 'too-large';
  if (status === 429) return 'throttled';
  // 404 is what an address without its last slash gets: a fault of ours.
  return status >= 400 && status < 500 ? 'invalid' : 'transient';
}
