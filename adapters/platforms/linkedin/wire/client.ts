import { createBudget } from '../../../http/budget.ts';
import { createCalls, openApi, type Paging } from '../../kit/calls.ts';
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
import { countedGate } from '../../kit/gates.ts';
import { asRow, at, numeric, parse, rowsOf, text } from '../../kit/json.ts';
import type {
  Api,
  ApiOptions,
  Call,
  Caller,
  Credentials,
  Envelope,
  Good,
  HttpRequest,
  HttpResponse,
  Params,
  Row,
  Wire,
} from '../../types.ts';
import { definition } from '../definition.ts';
import { errorRow } from './error-table.ts';
import { restliQuery } from './restli.ts';

interface LinkedinApiOptions extends ApiOptions {
  readonly tokenUrl: string;
  /** YYYYMM; the platform has no default. */
  readonly version: string;
}

export function createApi({ tokenUrl, version, ...options }: LinkedinApiOptions): Api {
  const { clock, secrets, timeoutMs, limit } = options;
  const budget = options.budget ?? createBudget({ clock, limitOf: () => limit });
  const { wire } = openApi(
    options,
    {
      definition,
      bodies: 'json',
      encodeQuery: restliQuery,
      readEnvelope,
      renewal: (credentials) => renewalOf(tokenUrl, credentials),
      authorize: ({ credentials }, { url }) => ({
        headers: {
          Authorization: `Bearer ${credentials.accessToken ?? ''}`,
          // Addresses for files are outside the versioned API.
          ...(url === undefined && {
            'LinkedIn-Version': version,
            'X-Restli-Protocol-Version': '2.0.0',
          }),
        },
      }),
    },
    { gate: countedGate({ whose: 'The app', budget, keyOf }), paging },
  );
  const tunneled: Wire = {
    ...wire,
    call: (caller, call) => wire.call(caller, throughTunnel(call, timeoutMs)),
    callAll: (caller, calls) =>
      wire.callAll(
        caller,
        calls.map((call) => throughTunnel(call, timeoutMs)),
      ),
  };
  return { wire: tunneled, calls: createCalls({ wire: tunneled, paging, clock, secrets }) };
}

/** A refresh token works for a year from the first authorization. */
const renewalOf = (
  url: string,
  { refreshToken = '', clientId = '', clientSecret = '' }: Credentials,
): HttpRequest => ({
  method: 'POST',
  url,
  body: {
    type: 'form',
    fields: {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      client_secret: clientSecret,
    },
  },
});

/** A query may have about 4 KB, an address 8. */
const longestQuery = 3_500;

/** A longer query travels as the body of a POST that overrides its method. */
function throughTunnel(call: Call, timeoutMs: number): Call {
  if (call.method !== 'GET' || call.query === undefined) return call;
  const query = restliQuery(call.query);
  if (query.length <= longestQuery) return call;
  const { query: _query, ...rest } = call;
  return {
    timeoutMs,
    ...rest,
    method: 'POST',
    headers: { ...call.headers, 'X-HTTP-Method-Override': 'GET' },
    bytes: {
      contentType: 'application/x-www-form-urlencoded',
      bytes: new TextEncoder().encode(query),
    },
  };
}

/** Ads go on with a token; posts, files and some callers' accounts by places. */
const paging: Paging = {
  first: (params) => params,
  rowsOf: ({ body }) => rowsOf(body.elements),
  nextPage({ body }, params) {
    const pageToken = text(at(body, 'metadata', 'nextPageToken'));
    if (pageToken !== undefined && pageToken !== '') return { ...params, pageToken };
    const links = rowsOf(at(body, 'paging', 'links'));
    if (!links.some(({ rel }) => rel === 'next')) return undefined;
    const [start, count] = [
      numeric(at(body, 'paging', 'start')) ?? 0,
      numeric(at(body, 'paging', 'count')) ?? 0,
    ];
    return count === 0 ? undefined : { ...params, start: start + count, count };
  },
};

/** The platform counts by app and day for each collection, and publishes no figures. */
function keyOf({ credentials, companyId }: Caller, path: string) {
  const [first = '', , below] = path.split('/');
  return `${credentials.clientId ?? companyId} ${path === '' ? '' : (below ?? first)}`;
}

export const finder = { headers: { 'X-RestLi-Method': 'FINDER' } } as const;
export const batchGet = { headers: { 'X-RestLi-Method': 'BATCH_GET' } } as const;
export const partialUpdate = {
  headers: { 'X-RestLi-Method': 'PARTIAL_UPDATE' },
  harmlessTwice: true,
} as const;

export const patchOf = (fields: Params) => ({ patch: { $set: fields } });

/** In a header, or for some in the body. */
export function idMade({ headers, body }: Good) {
  const found =
    idHeader(headers) ?? text(body.value) ?? text(at(body, 'value', 'id')) ?? text(body.id);
  return found?.includes('%') ? decodeURIComponent(found) : found;
}

/**
 * The HTTP status decides. A creation has no body: a header holds its id, or the mark of a piece of
 * a file.
 */
function readEnvelope(response: HttpResponse, traceId: string): Envelope {
  const { status, headers } = response;
  const body = parse(response.text);
  if (status >= 200 && status < 300) {
    if (body !== undefined) return { data: body };
    const isComplete =
      response.text.trim() === '' &&
      (status !== 200 || idHeader(headers) !== undefined || headers.etag !== undefined);
    return isComplete
      ? { data: {} }
      : refusalByStatus(definition.id, response, traceOf(headers) ?? traceId);
  }
  const said = asRow(body);
  if (said === undefined)
    return refusalByStatus(definition.id, response, traceOf(headers) ?? traceId);
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

const traceOf = (headers: HttpResponse['headers']) =>
  headers['x-li-uuid'] ?? headers['x-li-request-id'];

/** Some answers use the old name. */
const idHeader = (headers: HttpResponse['headers']) =>
  headers['x-restli-id'] ?? headers['x-linkedin-id'];

const inputErrors = (said: Row) => [
  ...rowsOf(at(said, 'errorDetails', 'inputErrors')),
  ...rowsOf(at(said, 'errorDetails', 'conditionalInputErrors')),
];

const details = (said: Row) =>
  inputErrors(said)
    .slice(0, 3)
    .flatMap((each) => text(each.description) ?? text(each.message) ?? []);

function fieldOf(said: Row) {
  const [first] = inputErrors(said);
  return first === undefined
    ? undefined
    : (text(at(first, 'input', 'inputPath', 'fieldPath')) ?? text(first.fieldPath));
}
