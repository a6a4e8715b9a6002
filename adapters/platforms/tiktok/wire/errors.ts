import type { HttpResponse } from '../../../../core/ports/http.ts';
import { explained, refusalByStatus, refusedBy, unknownRow, wordsOf } from '../../kit/failures.ts';
import { asRow, numeric, parse, text } from '../../kit/json.ts';
import type { Envelope } from '../../kit/wire.ts';
import { definition } from '../definition.ts';
import { errorRow } from './error-table.ts';

/** All was done; some was done. */
const success = 0;
const partialSuccess = 20001;

/** The code in the body decides, whatever the HTTP status. */
export function readEnvelope(response: HttpResponse, traceId: string): Envelope {
  const body = asRow(parse(response.text));
  const code = numeric(body?.code);
  // 404: our address lacks its last slash.
  if (body === undefined || code === undefined) return refusalByStatus(definition.id, response, traceId, { 404: 'invalid' });
  if (code === success || code === partialSuccess) return { data: body.data, partial: code === partialSuccess };
  const known = errorRow(code) ?? unknownRow;
  const message = wordsOf(known, text(body.message));
  return refusedBy(
    explained(definition.id, known, { code: String(code), message, traceId: text(body.request_id) ?? traceId }),
    known,
  );
}
