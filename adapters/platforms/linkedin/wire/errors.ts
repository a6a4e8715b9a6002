import type { HttpResponse } from '../../../../core/ports/http.ts';
import {
  classOfStatus,
  explained,
  refusalByStatus,
  refusedBy,
  row,
  stumbledRow,
  unknownRow,
  wordsOf,
} from '../../kit/failures.ts';
import { asRow, at, parse, type Row, rowsOf, text } from '../../kit/json.ts';
import type { Envelope } from '../../kit/wire.ts';
import { definition } from '../definition.ts';
import { errorRow } from './error-table.ts';

/** The HTTP status decides. A creation has no body: a header holds its id, or the mark of a piece of a file. */
export function readEnvelope(response: HttpResponse, traceId: string): Envelope {
  const { status, headers } = response;
  const body = parse(response.text);
  if (status >= 200 && status < 300) {
    if (body !== undefined) return { data: body };
    const isComplete =
      response.text.trim() === '' && (status !== 200 || idHeader(headers) !== undefined || headers.etag !== undefined);
    return isComplete ? { data: {} } : refusalByStatus(definition.id, response, traceOf(headers) ?? traceId);
  }
  const said = asRow(body);
  if (said === undefined) return refusalByStatus(definition.id, response, traceOf(headers) ?? traceId);
  return refusalOf(status, said, traceOf(headers) ?? traceId);
}

/** Also for a refusal inside a batch. */
function refusalOf(status: number, said: Row, traceId: string) {
  const code = text(said.code);
  const message = [text(said.message), ...details(said)].filter(Boolean).join(' ');
  const known = errorRow(status, code, message) ?? fallback(status);
  return refusedBy(
    explained(definition.id, known, {
      code: code ?? text(said.serviceErrorCode) ?? String(status),
      message: wordsOf(known, message),
      traceId,
      field: fieldOf(said),
    }),
    known,
  );
}

function fallback(status: number) {
  const kind = classOfStatus(status);
  return kind === 'transient' ? stumbledRow : row(kind, unknownRow.cause, unknownRow.fix);
}

const traceOf = (headers: HttpResponse['headers']): string | undefined => headers['x-li-uuid'] ?? headers['x-li-request-id'];

/** Some answers use the old name. */
export const idHeader = (headers: HttpResponse['headers']): string | undefined =>
  headers['x-restli-id'] ?? headers['x-linkedin-id'];

/** Faults of single fields. */
const inputErrors = (said: Row): readonly Row[] => [
  ...rowsOf(at(said, 'errorDetails', 'inputErrors')),
  ...rowsOf(at(said, 'errorDetails', 'conditionalInputErrors')),
];

const details = (said: Row): readonly string[] =>
  inputErrors(said)
    .slice(0, 3)
    .flatMap((each) => text(each.description) ?? text(each.message) ?? []);

function fieldOf(said: Row): string | undefined {
  const [first] = inputErrors(said);
  return first === undefined ? undefined : (text(at(first, 'input', 'inputPath', 'fieldPath')) ?? text(first.fieldPath));
}
