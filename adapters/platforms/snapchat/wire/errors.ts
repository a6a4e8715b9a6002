import { explained, refusalByStatus, refusedBy, wordsOf } from '../../kit/failures.ts';
import { asRow, parse, rowsOf, said, text } from '../../kit/json.ts';
import type { Envelope, HttpResponse, Refusal, Row } from '../../types.ts';
import { definition } from '../definition.ts';
import { errorRow, itemRow } from './error-table.ts';

/** The platform's documents write small letters, the wire capitals. */
const says = (status: unknown, word: string) => text(status)?.toUpperCase() === word;

/** The HTTP status and `request_status` decide. Single objects have their own status. */
export function readEnvelope(response: HttpResponse, traceId: string): Envelope {
  const body = asRow(parse(response.text));
  if (body === undefined) return refusalByStatus(definition.id, response, traceId);
  if (response.status < 400 && !says(body.request_status, 'ERROR')) return { data: body };
  const code = text(body.error_code);
  const known = errorRow(code, response.status);
  const words = [
    body.display_message,
    body.debug_message,
    body.msg,
    body.error_description,
    body.error,
  ].flatMap((each) => text(each) ?? []);
  const message = wordsOf(
    known,
    words.find((each) => each !== ''),
  );
  const retryAfterMs = known.class === 'throttled' ? untilReset(response) : undefined;
  return refusedBy(
    explained(definition.id, known, {
      code,
      message,
      traceId: text(body.request_id) ?? traceId,
      retryAfterMs,
    }),
    known,
  );
}

/** Until calls are taken again, ms, by the platform's clock; told for writes and figures. */
export function untilReset({ headers }: Pick<HttpResponse, 'headers'>) {
  const reset = Number(headers['x-rate-limit-reset'] ?? Number.NaN);
  const now = Date.parse(headers.date ?? '');
  if (Number.isNaN(reset) || Number.isNaN(now)) return undefined;
  return Math.max(0, Math.min(reset - now, 60_000)) || undefined;
}

export type Item =
  | { readonly ok: true; readonly row: Row }
  | ({ readonly ok: false; readonly row?: Row } & Refusal);

/** Each element wraps one object and its status. */
export function itemsOf(body: Row, plural: string, traceId: string): readonly Item[] {
  return rowsOf(body[plural]).map((element): Item => {
    const row = Object.values(element)
      .map(asRow)
      .find((each) => each !== undefined);
    if (!says(element.sub_request_status, 'ERROR') && row !== undefined) return { ok: true, row };
    const refusal = itemRefusal(element, text(body.request_id) ?? traceId);
    return { ok: false, ...refusal, ...(row !== undefined && { row }) };
  });
}

function itemRefusal(element: Row, traceId: string): Refusal {
  const errors = rowsOf(element.errors).flatMap(
    (each) => text(each.message) ?? text(each.reason) ?? [],
  );
  const reason = [element.sub_request_error_reason, element.message, ...errors]
    .flatMap((each) => text(each) ?? [])
    .join(' ');
  const code = /\bE\d{4}\b/.exec(
    `${said(element.error_code)} ${said(element.error_type)} ${reason}`,
  )?.[0];
  const known = itemRow(code, reason);
  const message = wordsOf(known, reason.replace(/^E\d{4}:\s*/, ''));
  return refusedBy(explained(definition.id, known, { code, message, traceId }), known);
}
