import type { TableRow } from '../../core/operations/place.ts';
import type { PlacedName as OperationName } from '../routes/table.ts';
import { placeOf } from '../routes/table.ts';
import { ApiError } from './api-error.ts';
import type { InputOf } from './types.ts';

/** A request to the API, without the address of the service and without a key. */
export interface ApiRequest {
  readonly method: TableRow['method'];
  readonly path: string;
  readonly body?: object;
  /** To be sent as multipart/form-data in the field `file`. */
  readonly file?: InputOf<'media.upload'> | { readonly name: string; readonly content: Blob };
  /** Under an Idempotency-Key it is carried out once, however often it is sent. */
  readonly takesKey: boolean;
}

type Members = { readonly [name: string]: unknown };

/**
 * The request of a call, for transports of one's own.
 *
 * @example
 * import { requestFor } from 'slipway/client';
 *
 * const { method, path, body } = requestFor('batches.undo', { id: 17, mode: 'pause' });
 * console.log(method, path, JSON.stringify(body)); // POST /v1/batches/17/undo {"mode":"pause"}
 */
export function requestFor<N extends OperationName>(name: N, input?: InputOf<N>): ApiRequest {
  return requestAt(placeOf(name), (input ?? {}) as Members);
}

function requestAt(
  { method, path, query = [], multipart, reads }: TableRow,
  input: Members,
): ApiRequest {
  const takesKey = method === 'POST' && reads !== true;
  const subject: string[] = [];
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    subject.push(name);
    return segmentOf(input[name]);
  });
  // What is passed is a file with its name: nothing of it belongs into a path.
  if (multipart === true)
    return { method, path: filled, file: input as unknown as InputOf<'media.upload'>, takesKey };
  const rest = Object.keys(input).filter(
    (name) => !subject.includes(name) && input[name] !== undefined,
  );
  const inQuery = method === 'GET' ? rest : rest.filter((name) => query.includes(name));
  const inBody = rest.filter((name) => !inQuery.includes(name));
  return {
    method,
    path: withQuery(filled, input, inQuery),
    ...(inBody.length > 0 && {
      body: Object.fromEntries(inBody.map((name) => [name, input[name]])),
    }),
    takesKey,
  };
}

/**
 * An address would lose what is empty and what it takes for a way up. None of these is the id of
 * anything.
 */
function segmentOf(id: unknown): string {
  const text = id === undefined || id === null ? '' : String(id);
  if (['', '.', '..'].includes(text))
    throw new ApiError(404, 'not_found', 'There is nothing with this id.');
  return encoded(text);
}

/** Half of a letter, which a text of JavaScript may hold, is none in an address. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

function withQuery(path: string, input: Members, names: readonly string[]): string {
  if (names.length === 0) return path;
  return `${path}?${names.map((name) => `${encoded(name)}=${parameterOf(input[name])}`).join('&')}`;
}

/** A list has commas between its parts, as the API takes it. */
function parameterOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(parameterOf).join(',');
  return encoded(
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value),
  );
}
