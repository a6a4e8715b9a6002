import type { FailureClass, PlatformFailure } from '../../../../core/errors.ts';
import type { HttpFailure, HttpResponse } from '../../../../core/ports/http.ts';
import type { ErrorRow } from '../../error-row.ts';
import { asRow, numeric, parse, type Row, text } from '../../json.ts';
import type { Refusal } from '../../repeat.ts';
import { withoutAnswer } from '../../unanswered.ts';
import { byCode, bySubcode } from './error-table.ts';

const permission: ErrorRow = {
  class: 'blocked',
  cause: 'The token has no permission for this call.',
  fix: 'Ask an administrator of the business to give the connected user access, then try again.',
};

const unknownRow: ErrorRow = {
  class: 'invalid',
  cause: 'The platform refused the call with a code we do not know.',
  fix: 'Read the message of the platform; if it does not help, report the code and the trace id.',
};

const transientRow: ErrorRow = {
  class: 'transient',
  cause: 'The platform stumbled.',
  fix: 'Nothing to do: it is tried again where that is safe.',
};

const lessRow: ErrorRow = {
  class: 'too-large',
  cause: 'The platform wants to be asked for less at a time.',
  fix: 'Ask for fewer fields, fewer days or smaller pages.',
};

/** The one place where words decide: heavy reads are refused with the code of unexplained errors. */
const asksForLess = (code: number | undefined, error: Row): boolean =>
  code === 1 && /reduce the amount of data/i.test(text(error.message) ?? '');

/** The row for a code and a subcode; undefined when neither is known. */
function errorRow(code: number | undefined, subcode: number | undefined): ErrorRow | undefined {
  if (subcode !== undefined) {
    const row = bySubcode[`${code}/${subcode}`] ?? bySubcode[String(subcode)];
    if (row !== undefined) return row;
  }
  if (code === undefined) return undefined;
  // Old answers put the seven-digit number into `code`.
  return byCode[String(code)] ?? bySubcode[String(code)] ?? (code >= 200 && code <= 299 ? permission : undefined);
}

/** Which of the account's budgets of calls this failure says is used up; undefined when it concerns less than an account. */
export function stopsBudget(failure: PlatformFailure): 'ads' | 'insights' | undefined {
  if (failure.class !== 'throttled') return undefined;
  if (failure.code === undefined) return 'ads';
  return errorRow(Number(failure.code), failure.subcode === undefined ? undefined : Number(failure.subcode))?.stops;
}

const retryableClasses: readonly FailureClass[] = ['throttled', 'transient', 'flaky'];

/** Explains the `error` object of an answer. `traceId` stands in when the platform gave none. */
export function explain(error: Row, traceId: string, http?: Pick<HttpResponse, 'status' | 'headers'>): PlatformFailure {
  const code = numeric(error.code);
  const subcode = numeric(error.error_subcode);
  const known = asksForLess(code, error) ? lessRow : errorRow(code, subcode);
  const unexplained = error.is_transient === true || (http?.status ?? 0) >= 500 ? transientRow : unknownRow;
  const row = known ?? unexplained;
  const field = blamedField(error.error_data);
  return {
    platform: 'primary',
    class: row.class,
    ...(code !== undefined && { code: String(code) }),
    ...(subcode !== undefined && { subcode: String(subcode) }),
    message: wordsForPeople(error) ?? (saysMore(known, row, error) ? (text(error.message) ?? row.cause) : row.cause),
    fix: row.fix,
    retryable: row.retryable ?? retryableClasses.includes(row.class),
    ...(row.retryAfterMs !== undefined && { retryAfterMs: row.retryAfterMs }),
    traceId: text(error.fbtrace_id) ?? http?.headers['x-fb-trace-id'] ?? traceId,
    ...(field !== undefined && { field }),
  };
}

/** What an HTTP answer that is no success means: an error object, a page of HTML, nothing at all. */
export function refusalOf(response: HttpResponse, traceId: string): Refusal | undefined {
  const body = parse(response.text);
  const error = body === undefined ? undefined : asRow(asRow(body)?.error);
  if (error !== undefined) return refusal(explain(error, traceId, response));
  if (response.status >= 200 && response.status < 300 && body !== undefined) return undefined;

  const what =
    response.text.trim() === ''
      ? 'an empty answer'
      : body === undefined
        ? 'an answer that is no JSON'
        : 'an answer without a reason';
  return refusal(
    wireFailure(
      classOfStatus(response.status),
      `The platform gave ${what} (HTTP ${response.status}).`,
      response.headers['x-fb-trace-id'] ?? traceId,
    ),
  );
}

/** What the lack of any answer means. */
export const refusalWithoutAnswer = (failed: HttpFailure, traceId: string): Refusal =>
  withoutAnswer(failed, (kind, message, fix) => wireFailure(kind, message, traceId, fix));

/** A failure that carries no code of the platform. */
export function wireFailure(kind: FailureClass, message: string, traceId: string, fix?: string): PlatformFailure {
  const retryable = retryableClasses.includes(kind);
  const usual = retryable ? transientRow.fix : unknownRow.fix;
  return { platform: 'primary', class: kind, message, fix: fix ?? usual, retryable, traceId };
}

/** After a stumble of the platform the request may have been carried out; after any other refusal it was not. */
const refusal = (failure: PlatformFailure): Refusal => ({ failure, maybeDone: failure.class === 'transient' });

function classOfStatus(status: number): FailureClass {
  if (status === 401) return 'auth';
  if (status === 403) return 'blocked';
  if (status === 404) return 'missing';
  if (status === 413) return 'too-large';
  if (status === 429) return 'throttled';
  return status >= 400 && status < 500 ? 'invalid' : 'transient';
}

function wordsForPeople(error: Row): string | undefined {
  const title = text(error.error_user_title)?.trim();
  const message = text(error.error_user_msg)?.trim();
  if (title && message && !message.startsWith(title)) return `${title.replace(/[.:]$/, '')}: ${message}`;
  return message || title || undefined;
}

/** Our sentence is better than a text for programmers, except where only that text says which parameter is wrong. */
function saysMore(known: ErrorRow | undefined, row: ErrorRow, error: Row): boolean {
  const message = text(error.message) ?? '';
  if (message === '' || message === 'Invalid parameter') return false;
  return known === undefined || (row.class === 'invalid' && error.error_subcode === undefined);
}

/** `error_data` is an object in some answers and a string of JSON in others. */
function blamedField(data: unknown): string | undefined {
  const specs = asRow(typeof data === 'string' ? parse(data) : data)?.blame_field_specs;
  const first = Array.isArray(specs) ? specs[0] : undefined;
  return Array.isArray(first) && first.length > 0
    ? first.map((part, i) => (i === 0 ? requestName(String(part)) : part)).join('.')
    : undefined;
}

/** What requests call the platform's fields, where it is not the same word in camel case. */
const otherNames: { readonly [field: string]: string } = {
  spend_cap: 'campaignSpendCap',
  stop_time: 'endTime',
  ad_schedule_end_time: 'endTime',
  ad_format: 'format',
  is_adset_budget_sharing_enabled: 'adSetBudgetSharing',
  is_skadnetwork_attribution: 'isAppNetworkAttribution',
};

const requestName = (field: string): string =>
  otherNames[field] ?? field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
