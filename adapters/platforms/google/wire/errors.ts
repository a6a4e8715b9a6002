import {
  type ErrorRow,
  explained,
  refusalByStatus,
  refusedBy,
  unknownRow,
  wireFailure,
  wordsOf,
} from '../../kit/failures.ts';
import { asRow, at, numeric, parse, rowsOf, text } from '../../kit/json.ts';
import type { Envelope, HttpResponse, PlatformFailure, Refusal, Row } from '../../types.ts';
import { definition } from '../definition.ts';
import { errorRow } from './error-table.ts';

/** A stream is a list of answers, its refusal a list of one. */
export function readEnvelope(response: HttpResponse, traceId: string): Envelope {
  const parsed = parse(response.text);
  const body = Array.isArray(parsed) ? asRow(parsed[0]) : asRow(parsed);
  const error = asRow(body?.error);
  if (error !== undefined) return refusalOf(error, response, traceId);
  if (
    response.status >= 300 ||
    parsed === undefined ||
    (body === undefined && !Array.isArray(parsed))
  )
    return refusalByStatus(definition.id, response, traceId, { 404: 'invalid' });
  return { data: parsed };
}

function refusalOf(error: Row, response: HttpResponse, traceId: string): Refusal {
  const [failure] = failuresIn(error);
  const trace = text(failure?.requestId) ?? response.headers['request-id'] ?? traceId;
  const [first] = rowsOf(failure?.errors);
  if (first !== undefined) {
    const { failure: said, known } = explainedError(first, trace);
    return refusedBy(said, known);
  }
  // The gateway in front of the API answers a message alone.
  const refusal = refusalByStatus(definition.id, response, trace);
  const says = text(error.message);
  const kind = response.status === 400 ? 'invalid' : refusal.failure.class;
  const message =
    says === undefined
      ? refusal.failure.message
      : `The platform refused the call: ${says.slice(0, 500)}`;
  return refusedBy({ ...wireFailure(definition.id, kind, { message, traceId: trace }) });
}

const failuresIn = (error: Row) =>
  rowsOf(error.details).filter((each) => (text(each['@type']) ?? '').endsWith('.GoogleAdsFailure'));

function explainedError(
  error: Row,
  traceId: string,
): { readonly failure: PlatformFailure; readonly known: ErrorRow } {
  const [[family = '', name] = ['']] = Object.entries(asRow(error.errorCode) ?? {});
  const code = `${family}.${text(name) ?? ''}`;
  const known = errorRow(code) ?? unknownRow;
  const said = [text(error.message), placeOf(error), topicsOf(error), triggerOf(error)]
    .filter((each) => each !== undefined)
    .join(' ');
  const failure = explained(definition.id, known, {
    code,
    message: wordsOf(known, said),
    traceId,
    field: fieldOf(error),
    retryAfterMs: delayOf(error),
  });
  return { failure, known };
}

const triggerOf = (error: Row) => {
  const value = text(at(error, 'trigger', 'stringValue'));
  return value === undefined || value === '' ? undefined : `(${value.slice(0, 80)})`;
};

/** `operations[2].create.ad.responsive_search_ad.headlines[0].text`. */
function fieldOf(error: Row) {
  const parts = rowsOf(at(error, 'location', 'fieldPathElements')).map(
    ({ fieldName, index }) =>
      `${text(fieldName) ?? ''}${index === undefined ? '' : `[${numeric(index) ?? ''}]`}`,
  );
  return parts.length === 0 ? undefined : parts.join('.');
}

/** Below the operation, for people. */
function placeOf(error: Row) {
  const parts = (fieldOf(error) ?? '').split('.');
  const inside = parts.slice(parts.findIndex((part) => part === 'create' || part === 'update') + 1);
  return inside.length === 0 || inside.length === parts.length
    ? undefined
    : `At ${inside.join('.')}.`;
}

function topicsOf(error: Row) {
  const entries = rowsOf(at(error, 'details', 'policyFindingDetails', 'policyTopicEntries'));
  const topics = entries.flatMap(({ topic }) => text(topic) ?? []);
  const violation = asRow(at(error, 'details', 'policyViolationDetails'));
  const name = text(at(violation, 'key', 'policyName')) ?? text(violation?.externalPolicyName);
  const all = [...topics, ...(name === undefined ? [] : [name])];
  if (all.length === 0) return undefined;
  const exempt =
    violation === undefined || violation.isExemptible === true
      ? 'An exemption can be asked for'
      : 'No exemption is possible';
  return `Topics: ${all.join(', ')}. ${exempt}.`;
}

/** `5s` and `0.5s`. */
function delayOf(error: Row) {
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(
    text(at(error, 'details', 'quotaErrorDetails', 'retryDelay')) ?? '',
  )?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

/** The operation that a whole refusal blames, where it says so. */
export function refusalsIn(failure: PlatformFailure) {
  const index = /^(?:mutate_)?operations\[(\d{1,5})\]/.exec(failure.field ?? '')?.[1];
  return index === undefined ? new Map() : new Map([[Number(index), failure]]);
}

/** Refused operations of an answer that did the others, by place. */
export function failuresByIndex(body: Row, traceId: string) {
  const found = new Map<number, Refusal>();
  for (const failure of failuresIn(asRow(body.partialFailureError) ?? {}))
    for (const error of rowsOf(failure.errors)) {
      const [first] = rowsOf(at(error, 'location', 'fieldPathElements'));
      const index = numeric(first?.index) ?? 0;
      if (found.has(index)) continue;
      const { failure: said, known } = explainedError(error, text(failure.requestId) ?? traceId);
      found.set(index, refusedBy(said, known));
    }
  return found;
}
