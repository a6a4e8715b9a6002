import type { HttpResponse } from '../../../../core/ports/http.ts';
import { explained, refusalByStatus, refusedBy, wordsOf } from '../../kit/failures.ts';
import { parse } from '../../kit/json.ts';
import type { Envelope } from '../../kit/wire.ts';
import { definition } from '../definition.ts';
import { errorRow } from './error-table.ts';

/** The status decides; headers hold the reason, the body never does. */
export function readEnvelope(response: HttpResponse, traceId: string): Envelope {
  const { status, headers, text } = response;
  const trace = headers['x-trace-id'] ?? traceId;
  if (status >= 200 && status < 300) {
    // Some answers are empty.
    if (text.trim() === '') return { data: undefined };
    const data = parse(text);
    return data === undefined ? refusalByStatus(definition.id, { status: 502, text }, trace) : { data };
  }
  const code = headers['x-al-error-code'];
  const known = errorRow(status, code);
  const message = wordsOf(known, headers['x-al-error-message']);
  return refusedBy(explained(definition.id, known, { code: code ?? String(status), message, traceId: trace }), known);
}
