import {
  explained,
  refusalByStatus,
  refusedBy,
  row,
  stumbledRow,
  unknownRow,
} from '../../kit/failures.ts';
import { asRow, numeric, parse, said, text } from '../../kit/json.ts';
import type { Envelope, FailureClass, HttpResponse, PlatformFailure, Row } from '../../types.ts';
import { definition } from '../definition.ts';
import { byCode, bySubcode, type GraphErrorRow } from './error-table.ts';

const permission = row(
  'blocked',
  'The token has no permission for this call.',
  'Ask an administrator of the business to give the connected user access, then try again.',
);

const lessRow = row(
  'too-large',
  'The platform wants to be asked for less at a time.',
  'Ask for fewer fields, fewer days or smaller pages.',
);

/** The one place where words decide: heavy reads get the code of unexplained errors. */
const asksForLess = (code: number | undefined, error: Row): boolean =>
  code === 1 && /reduce the amount of data/i.test(said(error.message));

/** Undefined when neither is known. */
function errorRow(
  code: number | undefined,
  subcode: number | undefined,
): GraphErrorRow | undefined {
  if (subcode !== undefined) {
    const known = bySubcode[`${code}/${subcode}`] ?? bySubcode[String(subcode)];
    if (known !== undefined) return known;
  }
  if (code === undefined) return undefined;
  // Old answers put the seven-digit number into `code`.
  return (
    byCode[String(code)] ??
    bySubcode[String(code)] ??
    (code >= 200 && code <= 299 ? permission : undefined)
  );
}

/** Undefined when it concerns less than an account. */
export function stopsBudget(failure: PlatformFailure): 'ads' | 'insights' | undefined {
  if (failure.class !== 'throttled') return undefined;
  if (failure.code === undefined) return 'ads';
  return errorRow(
    Number(failure.code),
    failure.subcode === undefined ? undefined : Number(failure.subcode),
  )?.stops;
}

/** `traceId`: where the platform gave none. */
export function explain(
  error: Row,
  traceId: string,
  http?: Pick<HttpResponse, 'status' | 'headers'>,
) {
  const code = numeric(error.code);
  const subcode = numeric(error.error_subcode);
  const known = asksForLess(code, error) ? lessRow : errorRow(code, subcode);
  const unexplained =
    error.is_transient === true || (http?.status ?? 0) >= 500 ? stumbledRow : unknownRow;
  const used = known ?? unexplained;
  const says =
    wordsForPeople(error) ?? (saysMore(known, used.class, error) ? text(error.message) : undefined);
  return explained(definition.id, used, {
    code: code === undefined ? undefined : String(code),
    subcode: subcode === undefined ? undefined : String(subcode),
    message: says ?? used.cause,
    traceId: text(error.fbtrace_id) ?? http?.headers['x-fb-trace-id'] ?? traceId,
    field: blamedField(error.error_data),
  });
}

/** An error object, HTML or nothing is a refusal. */
export function readEnvelope(response: HttpResponse, traceId: string): Envelope {
  const data = parse(response.text);
  const error = asRow(asRow(data)?.error);
  if (error !== undefined) return refusedBy(explain(error, traceId, response));
  if (response.status >= 200 && response.status < 300 && data !== undefined) return { data };
  return refusalByStatus(definition.id, response, response.headers['x-fb-trace-id'] ?? traceId);
}

function wordsForPeople(error: Row) {
  const title = text(error.error_user_title)?.trim();
  const message = text(error.error_user_msg)?.trim();
  if (title && message && !message.startsWith(title))
    return `${title.replace(/[.:]$/, '')}: ${message}`;
  return message || title || undefined;
}

/** Our sentence is better than one for programmers, unless only that names the parameter. */
function saysMore(known: GraphErrorRow | undefined, kind: FailureClass, error: Row) {
  const message = said(error.message);
  if (message === '' || message === 'Invalid parameter') return false;
  return known === undefined || (kind === 'invalid' && error.error_subcode === undefined);
}

/** An object, or a string of JSON. */
function blamedField(data: unknown) {
  const specs = asRow(typeof data === 'string' ? parse(data) : data)?.blame_field_specs;
  const first = Array.isArray(specs) ? specs[0] : undefined;
  return Array.isArray(first) && first.length > 0
    ? first.map((part, i) => (i === 0 ? requestName(String(part)) : part)).join('.')
    : undefined;
}

/** Where it is not the same word in camel case. */
const otherNames: { readonly [field: string]: string } = {
  spend_cap: 'campaignSpendCap',
  stop_time: 'endTime',
  ad_schedule_end_time: 'endTime',
  ad_format: 'format',
  is_adset_budget_sharing_enabled: 'adSetBudgetSharing',
  is_skadnetwork_attribution: 'isAppNetworkAttribution',
};

const requestName = (field: string) =>
  otherNames[field] ?? field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
