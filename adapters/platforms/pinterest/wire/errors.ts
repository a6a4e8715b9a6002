import type { HttpResponse } from '../../../../core/ports/http.ts';
import { explained, type Refusal, refusalByStatus, refusedBy, unknownRow, wordsOf } from '../../kit/failures.ts';
import { asRow, numeric, parse, text } from '../../kit/json.ts';
import type { Envelope } from '../../kit/wire.ts';
import { definition } from '../definition.ts';
import { errorRow, type Refused, waitOf } from './error-table.ts';

/** Deletions and the video storage answer without a body. */
export function readEnvelope(response: HttpResponse, traceId: string): Envelope {
  const { status } = response;
  const body = parse(response.text);
  if (status === 204) return { data: undefined };
  if (status >= 200 && status < 300 && body !== undefined) return { data: body };
  const row = asRow(body);
  const message = text(row?.message);
  if (row === undefined || (message === undefined && row.code === undefined))
    return refusalByStatus(definition.id, response, traceId);
  return refusalOf({ status, code: numeric(row.code), message: message ?? '' }, traceId, waitIn(response));
}

export function refusalOf(said: Refused, traceId: string, waitMs?: number): Refusal {
  const { code, status, message } = said;
  const known = errorRow(said) ?? unknownRow;
  const failure = explained(definition.id, known, {
    code: code === undefined ? (status === undefined ? undefined : String(status)) : String(code),
    message: wordsOf(known, message),
    traceId,
    retryAfterMs: known.class === 'throttled' ? (waitOf(message) ?? waitMs) : undefined,
  });
  return refusedBy(failure, known);
}

/** Seconds, as other callers of the platform read them. */
function waitIn({ headers }: HttpResponse): number | undefined {
  const seconds = numeric(headers['retry-after'] ?? headers['x-ratelimit-reset']);
  return seconds === undefined || seconds <= 0 || seconds > 86_400 ? undefined : seconds * 1_000;
}
