import type { Entity, Json, JsonObject, Table } from '../entity.ts';
import type { Fired } from '../faults.ts';
import { Refused } from '../kit/faults.ts';
import { fieldsOf, isObject } from '../kit/json.ts';
import { knownOnly } from '../kit/params.ts';
import type { Routes } from '../kit/routes.ts';
import type { Answer } from '../kit/simulator.ts';
import type { TokenKind } from '../kit/tokens.ts';
import type { World } from '../world.ts';

export { textOf as words } from '../kit/json.ts';

/** Rest.li 2.0: `List(a,b)`, `(name:value)`, or text. */
type Value = string | readonly Value[] | { readonly [name: string]: Value };
export type Query = Table<Value>;

const punctuation = /[(),:']/;

/** Bare punctuation is syntax, percent-encoded punctuation is text. Throws `Refusal`. */
function parseQuery(raw: string): Query {
  const query: { [name: string]: Value } = {};
  for (const pair of raw.split('&').filter((each) => each !== '')) {
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at));
    query[name] = parseValue(name, at < 0 ? '' : pair.slice(at + 1));
  }
  return query;
}

function parseValue(name: string, raw: string): Value {
  // The one list without `List`.
  if (name === 'fields') return raw.split(',').map((each) => plain(name, each));
  if (!raw.startsWith('(') && !raw.startsWith('List(')) return plain(name, raw);
  const { value, rest } = structure(name, raw);
  if (rest !== '') throw wrong(name);
  return value;
}

interface Read {
  readonly value: Value;
  readonly rest: string;
}

function structure(name: string, raw: string): Read {
  if (raw.startsWith('List(')) return list(name, raw.slice(5));
  if (raw.startsWith('(')) return record(name, raw.slice(1));
  const [text = ''] = /^[^(),:']*/.exec(raw) ?? [];
  return { value: decode(text), rest: raw.slice(text.length) };
}

function list(name: string, raw: string): Read {
  const values: Value[] = [];
  let rest = raw;
  if (rest.startsWith(')')) return { value: values, rest: rest.slice(1) };
  for (;;) {
    const read = structure(name, rest);
    values.push(read.value);
    if (read.rest.startsWith(')')) return { value: values, rest: read.rest.slice(1) };
    if (!read.rest.startsWith(',')) throw wrong(name);
    rest = read.rest.slice(1);
  }
}

function record(name: string, raw: string): Read {
  const value: { [name: string]: Value } = {};
  let rest = raw;
  for (;;) {
    const [, key, behind] = /^([^(),:']+):(.*)$/s.exec(rest) ?? [];
    if (key === undefined || behind === undefined) throw wrong(name);
    const read = structure(name, behind);
    value[decode(key)] = read.value;
    if (read.rest.startsWith(')')) return { value, rest: read.rest.slice(1) };
    if (!read.rest.startsWith(',')) throw wrong(name);
    rest = read.rest.slice(1);
  }
}

function plain(name: string, raw: string) {
  if (punctuation.test(raw)) throw wrong(name);
  return decode(raw);
}

function decode(raw: string) {
  try {
    return decodeURIComponent(raw);
  } catch {
    throw wrong(raw.slice(0, 40));
  }
}

const wrong = (name: string) =>
  invalid(`Invalid query parameters passed to request: ${name} is not encoded as Rest.li 2.0 asks.`);

export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

export function texts(query: Query, name: string): readonly string[] | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (!isList(value)) throw invalid(`${name} must be a List.`, name);
  return value.map((each) => {
    if (typeof each !== 'string') throw invalid(`${name} must be a List of texts.`, name);
    return each;
  });
}

export function text(query: Query, name: string) {
  const value = query[name];
  if (value !== undefined && typeof value !== 'string') throw invalid(`${name} must be a text.`, name);
  return value;
}

export function recordOf(query: Query, name: string): Query | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' || isList(value)) throw invalid(`${name} must be a record.`, name);
  return value as Query;
}

const numberIn = (query: Query, name: string, fallback: number) => {
  const given = text(query, name);
  const value = given === undefined ? fallback : Number(given);
  if (!Number.isInteger(value) || value < 0) throw invalid(`${name} must be a whole number.`, name);
  return value;
};

/** Collections of ads page by token. */
export function byToken(query: Query, rows: readonly Json[], most: number): JsonObject {
  const size = numberIn(query, 'pageSize', Math.min(100, most));
  if (size < 1 || size > most) throw invalid(`pageSize must be between 1 and ${most}.`, 'pageSize');
  const token = text(query, 'pageToken');
  const start = token === undefined ? 0 : Number(/^DgG(\d+)$/.exec(token)?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) throw invalid('pageToken is not valid.', 'pageToken');
  const end = start + size;
  return {
    elements: rows.slice(start, end),
    metadata: end < rows.length ? { nextPageToken: `DgG${end}` } : {},
    paging: { start: 0, count: size, links: [] },
  };
}

/** Posts and files page by position. */
export function byPlace(query: Query, rows: readonly Json[], most: number): JsonObject {
  const [start, count] = [numberIn(query, 'start', 0), numberIn(query, 'count', 10)];
  if (count < 1 || count > most) throw invalid(`count must be between 1 and ${most}.`, 'count');
  const hasMore = start + count < rows.length;
  return {
    elements: rows.slice(start, start + count),
    paging: { start, count, total: rows.length, links: hasMore ? [{ rel: 'next', type: 'application/json', href: '' }] : [] },
  };
}

/** Found rows, and errors for other keys. */
export function byKeys(keys: readonly string[], rowOf: (key: string) => JsonObject | undefined): JsonObject {
  const rows = keys.map((key) => [key, rowOf(key)] as const);
  return {
    results: Object.fromEntries(rows.flatMap(([key, row]) => (row === undefined ? [] : [[key, row]]))),
    statuses: Object.fromEntries(rows.map(([key, row]) => [key, row === undefined ? 404 : 200])),
    errors: Object.fromEntries(
      rows.flatMap(([key, row]) => (row === undefined ? [[key, { status: 404, message: `${key} was not found.` }]] : [])),
    ),
  };
}

/** Only accounts, campaign groups and campaigns have a code. */
export interface LinkedinFault {
  readonly status: number;
  readonly message: string;
  readonly errorCode?: string;
  readonly serviceErrorCode?: number;
  readonly field?: string;
}

export class Refusal extends Refused<LinkedinFault> {
  constructor(fault: LinkedinFault) {
    super(fault, fault.message);
  }
}

export const invalid = (message: string, field?: string) =>
  new Refusal({ status: 400, message, ...(field !== undefined && { field }) });

/** As campaign groups and campaigns answer. */
export const coded = (errorCode: string, message: string, field?: string) =>
  new Refusal({ status: 400, errorCode, message, ...(field !== undefined && { field }) });

const missing = (name: string) => coded('MISSING_FIELD', `${name} is required.`, name);

export const notFound = (what: string) => new Refusal({ status: 404, errorCode: 'NOT_FOUND', message: `${what} was not found.` });

export const denied = (message: string) =>
  new Refusal({ status: 403, errorCode: 'ACCESS_DENIED', serviceErrorCode: 100, message });

/** Stricter than the platform. */
export const checkKnown = knownOnly((name, where) =>
  coded('FIELD_NOT_ALLOWED', `${where}${name} is not allowed.`, `${where}${name}`),
);

export function objectOf(body: JsonObject, name: string): JsonObject {
  const value = body[name];
  if (value === undefined) throw missing(name);
  if (!isObject(value)) throw coded('INVALID_VALUE_FOR_FIELD', `${name} must be an object.`, name);
  return value;
}

export function textOf(body: JsonObject, name: string, most = Number.MAX_SAFE_INTEGER): string {
  const value = body[name];
  if (value === undefined) throw missing(name);
  if (typeof value !== 'string') throw coded('INVALID_VALUE_FOR_FIELD', `${name} must be a text.`, name);
  if (value.trim() === '') throw coded('INVALID_VALUE_BLANK_FIELD', `${name} is blank.`, name);
  if ([...value].length > most) throw coded('FIELD_LENGTH_TOO_LONG', `${name} has at most ${most} characters.`, name);
  return value;
}

export function choiceOf(body: JsonObject, name: string, values: readonly string[]) {
  const value = textOf(body, name);
  if (!values.includes(value)) throw coded('INVALID_VALUE_FOR_FIELD', `${name} must be one of ${values.join(', ')}.`, name);
  return value;
}

/** Decimal text in the account's currency. */
export function checkMoney(value: Json | undefined, name: string, currency: string, least: number): void {
  if (value === undefined) return;
  if (!isObject(value)) throw coded('INVALID_VALUE_FOR_FIELD', `${name} must be an amount.`, name);
  checkKnown(value, ['amount', 'currencyCode'], `${name}.`);
  if (typeof value.amount !== 'string' || !/^\d+(\.\d+)?$/.test(value.amount))
    throw coded('INVALID_VALUE_FOR_FIELD', `${name}.amount must be a decimal number as text.`, `${name}.amount`);
  if (value.currencyCode !== currency)
    throw coded('CURRENCY_MISMATCH', `The account is billed in ${currency}.`, `${name}.currencyCode`);
  if (Number(value.amount) < least) throw coded('FIELD_VALUE_TOO_LOW', `${name} must be at least ${least}.`, name);
}

/** Milliseconds. */
export function checkSchedule(
  value: Json | undefined,
  now: number,
  startBefore?: number,
): { readonly start: number; readonly end?: number } {
  if (value === undefined) throw missing('runSchedule');
  if (!isObject(value)) throw coded('INVALID_VALUE_FOR_FIELD', 'runSchedule must be an object.', 'runSchedule');
  checkKnown(value, ['start', 'end'], 'runSchedule.');
  const { start, end } = value;
  if (typeof start !== 'number') throw missing('runSchedule.start');
  if (startBefore === undefined && start < now - 86_400_000)
    throw coded('DATE_TOO_EARLY', 'The start has passed.', 'runSchedule.start');
  if (startBefore !== undefined && start !== startBefore && startBefore <= now)
    throw coded('DATE_IMMUTABLE_WHEN_PASSED', 'The start has passed and cannot be changed.', 'runSchedule.start');
  if (end === undefined) return { start };
  if (typeof end !== 'number') throw coded('INVALID_VALUE_FOR_FIELD', 'runSchedule.end must be milliseconds.', 'runSchedule.end');
  if (end <= start) throw coded('START_DATE_AFTER_END_DATE', 'The start is not before the end.', 'runSchedule.end');
  if (end <= now) throw coded('DATE_TOO_EARLY', 'The end has passed.', 'runSchedule.end');
  return { start, end };
}

/** `{ patch: { $set: {…} } }`. */
export function patchOf(body: JsonObject): JsonObject {
  checkKnown(body, ['patch']);
  const patch = objectOf(body, 'patch');
  checkKnown(patch, ['$set'], 'patch.');
  return objectOf(patch, '$set');
}

export interface LinkedinCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `adAccounts/1/creatives`, `upload/…`, `oauth/accessToken`. Decoded. */
  readonly path: string;
  readonly query: Query;
  readonly body: JsonObject;
  readonly bytes: Uint8Array;
  readonly headers: Headers;
  readonly token: string | undefined;
  /** Start of addresses in answers. */
  readonly base: string;
}

export interface Turn extends Pick<LinkedinCall, 'query' | 'body' | 'bytes' | 'headers' | 'base'> {
  readonly world: World;
  readonly company: string;
  readonly scopes: readonly string[];
  readonly fired: Fired;
  readonly ids: Table<string>;
}

export interface Endpoint {
  /** Query parameters; others are refused. */
  readonly known: readonly string[];
  /** One of these is needed. */
  readonly scopes?: readonly string[];
  /** All of these, too. */
  readonly also?: readonly string[];
  run(turn: Turn): Answer;
}

export type Endpoints = Routes<Endpoint>;

export const reading = ['r_ads', 'rw_ads'] as const;
export const writing = ['rw_ads'] as const;
export const posting = ['w_organization_social'] as const;

/** In any case: LinkedIn's own client (linkedin-api-js-client 0.3.0) sends `partial_update`. */
export const restliMethod = ({ headers }: Pick<Turn, 'headers'>) => headers.get('x-restli-method')?.toUpperCase();

/** `fields` limits an entity, those of a list, or those of a batch by id. */
export function projected({ fields }: Query, answer: Answer): Answer {
  if (!Array.isArray(fields) || !isObject(answer.body)) return answer;
  const project = (row: Json): Json => (isObject(row) ? fieldsOf(row, (name) => fields.includes(name)) : row);
  const { elements, results } = answer.body;
  if (Array.isArray(elements)) return { ...answer, body: { ...answer.body, elements: elements.map(project) } };
  if (!isObject(results)) return { ...answer, body: project(answer.body) };
  const rows = Object.entries(results).map(([id, row]) => [id, project(row)] as const);
  return { ...answer, body: { ...answer.body, results: Object.fromEntries(rows) } };
}

export const ok = (body: Json): Answer => ({ status: 200, body });
export const made = (id: string): Answer => ({ status: 201, body: null, text: '', headers: { 'x-restli-id': id } });
export const changed: Answer = { status: 204, body: null, text: '' };

const places = [
  [/^\/rest\/(.+)$/, ''],
  [/^\/upload\/(.+)$/, 'upload/'],
  [/^\/oauth\/v2\/(accessToken)$/, 'oauth/'],
] as const;

/** Undefined for unknown addresses. Throws `Refusal`. */
export async function readCall(
  request: Request,
  mount: string,
  publicUrl: string | undefined,
): Promise<LinkedinCall | undefined> {
  const url = new URL(request.url);
  const place = places.flatMap(([form, prefix]) => {
    const path = form.exec(url.pathname.slice(mount.length))?.[1];
    return path === undefined ? [] : [{ prefix, path }];
  })[0];
  if (place === undefined) return undefined;
  const content =
    request.method === 'GET' || request.method === 'DELETE' ? new Uint8Array() : new Uint8Array(await request.arrayBuffer());
  const isTunneled = request.method === 'POST' && request.headers.get('x-http-method-override') === 'GET';
  const body = new TextDecoder().decode(content);
  const isRest = place.prefix === '';
  const rawQuery = isTunneled ? body : url.search.slice(1);
  if (isRest && rawQuery.length > 4_096 && !isTunneled) throw new Refusal({ status: 414, message: 'Request-URI Too Long' });
  return {
    method: isTunneled ? 'GET' : methodOf(request.method),
    path: `${place.prefix}${isRest ? decoded(place.path) : place.path}`,
    query: isRest ? parseQuery(rawQuery) : {},
    body: isTunneled || request.method === 'PUT' ? {} : bodyOf(request, body),
    bytes: content,
    headers: request.headers,
    token: /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1],
    base: `${publicUrl ?? url.origin}${mount}`,
  };
}

const methodOf = (method: string): LinkedinCall['method'] =>
  method === 'POST' || method === 'PUT' || method === 'DELETE' ? method : 'GET';

/** URNs in paths have encoded colons. */
function decoded(path: string) {
  if (path.includes(':')) throw invalid('Invalid path: the colons of a URN must be percent-encoded.');
  return path.split('/').map(decodeURIComponent).join('/');
}

function bodyOf(request: Request, body: string): JsonObject {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (body === '') return {};
  if (type === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(body));
  if (type !== 'application/json') throw invalid(`Content-Type ${type} is not supported.`);
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Said below.
  }
  throw invalid('The body is no JSON object.');
}

export const tokenKind: TokenKind = { kind: '.linkedin_tokens', idOf: (token) => `linkedin_token:${token}` };

export const kinds = {
  account: 'linkedin_accounts',
  group: 'linkedin_campaign_groups',
  campaign: 'linkedin_campaigns',
  creative: 'linkedin_creatives',
  image: 'linkedin_images',
  video: 'linkedin_videos',
  document: 'linkedin_documents',
  organization: '.linkedin_organizations',
  lead: 'linkedin_leads',
  post: '.linkedin_posts',
  upload: '.linkedin_uploads',
} as const;

export const newNumber = (world: World) => `47${String(world.sequence()).padStart(10, '0')}`;

export const numberOf = (urn: string) => urn.slice(urn.lastIndexOf(':') + 1);

export function accountOf({ world, ids, company }: Turn) {
  const account = world.get(ids.account ?? '');
  if (account?.kind !== kinds.account || account.company !== company)
    throw new Refusal({ status: 403, errorCode: 'NO_PERMISSION_ON_ENTITY', message: `No permission on account ${ids.account}.` });
  return account;
}

export function writableAccount(turn: Turn): Entity {
  const account = accountOf(turn);
  if (account.data.status !== 'ACTIVE')
    throw new Refusal({
      status: 400,
      errorCode: 'FIELD_VALUE_NOT_ACTIVE',
      message: 'The ad account is not active.',
      field: 'account',
    });
  return account;
}

export function ownedBy({ world }: Pick<Turn, 'world'>, account: Entity, kind: string, id: string) {
  const entity = world.get(id);
  return entity?.kind === kind && entity.parents[0] === account.id ? entity : undefined;
}

export function found(turn: Turn, account: Entity, kind: string, id: string) {
  const entity = ownedBy(turn, account, kind, id);
  if (entity === undefined) throw notFound(id);
  return entity;
}

export function organizationOf({ world, company }: Turn, urn: string, field: string) {
  const organization = world.get(urn);
  if (organization?.kind !== kinds.organization || organization.company !== company)
    throw denied(`No permission for ${field} ${urn}.`);
  return organization;
}
