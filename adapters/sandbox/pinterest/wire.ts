import { version } from '../../platforms/pinterest/version.ts';
import { Refused } from '../kit/faults.ts';
import { fieldsOf, isList, isObject } from '../kit/json.ts';
import { knownOnly, type Params, paramReaders } from '../kit/params.ts';
import { readBody, type UploadedFile } from '../kit/requests.ts';
import type { Fired, Json, JsonObject, Routes, Table, TokenKind, World } from '../types.ts';

/** Of a body, or of one item. */
export interface PinterestFault {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

export class Refusal extends Refused<PinterestFault> {
  constructor(status: number, message: string, code = status) {
    super({ status, code, message }, message);
  }
}

export const invalid = (message: string) => new Refusal(400, `Invalid parameters: ${message}`);

export const missing = (name: string) => invalid(`'${name}' is a required property`);

/** Also for objects of other users. */
export const notFound = (what: string) => new Refusal(404, `${what} not found.`, 2);

export const forbidden = (message: string) => new Refusal(403, message);

export { isList, isObject, textOf as words } from '../kit/json.ts';
export { given, type Params } from '../kit/params.ts';

/** A bare number is refused as an id. */
export const { text, required, oneOf, requiredOneOf, numberOf, integer, bool, object, list } =
  paramReaders({
    missing,
    wrong: (name, expected) => invalid(`'${name}' is not of type ${expected}`),
    choice: (name, values, value) =>
      invalid(`'${name}': '${value}' is not one of ${values.join(', ')}`),
  });

/** Stricter than the platform. */
export const checkKnown = knownOnly((name, where) =>
  invalid(`${where}additional property '${name}' is not allowed`),
);

export function bounded(params: Params, name: string, most: number) {
  const value = text(params, name);
  if (value !== undefined && [...value].length > most)
    throw invalid(`'${name}' is longer than ${most} characters`);
  return value;
}

export function linkIn(params: Params, name: string) {
  const link = bounded(params, name, 2_048);
  if (link !== undefined && !/^https?:\/\/[^\s/]+/.test(link))
    throw invalid(`'${name}' is not a valid URL`);
  return link;
}

/** A repeatable query parameter. */
export function many({ query }: Pick<Turn, 'query'>, name: string, most: number) {
  const value = query[name];
  if (value === undefined) return undefined;
  const values = typeof value === 'string' ? [value] : value;
  if (values.length > most) throw invalid(`'${name}' holds more than ${most} items`);
  return values;
}

export const kept = (params: Params, names: readonly string[]): JsonObject =>
  fieldsOf(params as JsonObject, (name, value) => names.includes(name) && value !== undefined);

export const pageParams = ['bookmark', 'page_size'] as const;

const most = 250;
const mark = 'Y2JVSG81V2s';

/** The bookmark of the last page is null. */
export function paged({ query }: Pick<Turn, 'query'>, rows: readonly Json[]): JsonObject {
  const size = integer(query, 'page_size') ?? 25;
  if (size < 1 || size > most) throw invalid(`'page_size' must be between 1 and ${most}`);
  const start = placeOf(query.bookmark);
  const end = start + size;
  return {
    items: rows.slice(start, end),
    bookmark: end < rows.length ? `${mark}${btoa(String(end))}` : null,
  };
}

function placeOf(bookmark: string | readonly string[] | undefined) {
  if (bookmark === undefined) return 0;
  const place =
    typeof bookmark === 'string' && bookmark.startsWith(mark)
      ? Number(decoded(bookmark.slice(mark.length)))
      : Number.NaN;
  if (!Number.isInteger(place)) throw invalid("'bookmark' is not a valid bookmark");
  return place;
}

function decoded(value: string) {
  try {
    return atob(value);
  } catch {
    return '';
  }
}

/** `storage` takes videos, `files` serves pictures and reports; no tokens. */
type Place = 'api' | 'storage' | 'files';

export interface PinterestCall {
  readonly place: Place;
  readonly method: string;
  /** `ad_accounts/549700010001/ads`. */
  readonly path: string;
  /** A repeated parameter is a list. */
  readonly query: Table<string | readonly string[]>;
  /** JSON, or the fields of a form. */
  readonly body: Json | undefined;
  readonly files: readonly UploadedFile[];
  /** Names of form parts, in order. */
  readonly parts: readonly string[];
  readonly authorization: string | undefined;
  /** Start of links in answers. */
  readonly base: string;
}

export const tokenOf = ({ authorization = '' }: PinterestCall) =>
  authorization.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : undefined;

export interface Turn extends Omit<PinterestCall, 'place' | 'path' | 'method' | 'authorization'> {
  readonly world: World;
  readonly ids: Table<string>;
  readonly company: string;
  readonly fired: Fired;
}

export interface Endpoint {
  readonly scopes: readonly string[];
  /** Query parameters; others are refused. */
  readonly known: readonly string[];
  /** Default 200. */
  readonly status?: number;
  /** Undefined: no body. */
  run(turn: Turn): Json | undefined;
}

export type Endpoints = Routes<Endpoint>;

const places: readonly (readonly [RegExp, Place])[] = [
  [/^\/(v\d+\/.+?)\/?$/, 'api'],
  [/^\/storage\/()$/, 'storage'],
  [/^\/files\/(.+)$/, 'files'],
];

/** Undefined for unknown addresses. */
export async function readCall(
  request: Request,
  mount: string,
  publicUrl: string | undefined,
): Promise<PinterestCall | undefined> {
  const url = new URL(request.url);
  const found = places.flatMap(([form, place]) => {
    const path = form.exec(url.pathname.slice(mount.length))?.[1];
    if (path === undefined || (place === 'api' && !path.startsWith(`${version.pinned}/`)))
      return [];
    return [{ place, path: place === 'api' ? path.slice(version.pinned.length + 1) : path }];
  })[0];
  if (found === undefined) return undefined;
  return {
    ...found,
    method: request.method,
    query: queryOf(url.searchParams),
    ...(await bodyOf(request)),
    authorization: request.headers.get('authorization') ?? undefined,
    base: `${publicUrl ?? url.origin}${mount}`,
  };
}

function queryOf(params: URLSearchParams): PinterestCall['query'] {
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const [value = '', ...others] = params.getAll(name);
      return [name, others.length === 0 ? value : [value, ...others]];
    }),
  );
}

async function bodyOf(request: Request): Promise<Pick<PinterestCall, 'body' | 'files' | 'parts'>> {
  const type = request.headers.get('content-type') ?? '';
  if (type.startsWith('application/json'))
    return { body: jsonOf(await request.text()), files: [], parts: [] };
  const copy = type.startsWith('multipart/') ? request.clone() : undefined;
  const body = await readBody(request);
  if (typeof body === 'string') throw invalid(`The body is no ${body}.`);
  return {
    body: body.params as JsonObject,
    files: body.files,
    parts: copy === undefined ? [] : [...(await copy.formData()).keys()],
  };
}

function jsonOf(text: string): Json | undefined {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw invalid('The body is no JSON.');
  }
}

export function objectBody({ body }: Turn): Params {
  if (!isObject(body)) throw invalid('The body must be an object.');
  return body;
}

/** 1 to 30 objects. */
export function listBody({ body }: Turn): readonly Params[] {
  if (!isList(body)) throw invalid('The body must be an array.');
  if (body.length < 1 || body.length > 30) throw invalid('The array must hold 1 to 30 items.');
  return body.map((item, at) => {
    if (!isObject(item)) throw invalid(`[${at}] must be an object.`);
    return item;
  });
}

export const tokenKind: TokenKind = {
  kind: '.pinterest_tokens',
  idOf: (token) => `pinterest_token:${token}`,
};
export const refreshKind: TokenKind = {
  kind: '.pinterest_refresh_tokens',
  idOf: (token) => `pinterest_refresh:${token}`,
};

export const kinds = {
  account: 'pinterest_ad_accounts',
  campaign: 'pinterest_campaigns',
  adGroup: 'pinterest_ad_groups',
  ad: 'pinterest_ads',
  pin: 'pinterest_pins',
  media: 'pinterest_media',
  board: '.pinterest_boards',
  report: '.pinterest_reports',
} as const;

export const newId = (world: World) => `68${String(world.sequence()).padStart(12, '0')}`;

/** Without a zone. */
export const timeText = (at: number) => new Date(at).toISOString().slice(0, 19);

export const seconds = (at: number) => Math.floor(at / 1_000);

export function accountOf({ world, ids, company }: Turn) {
  const account = world.get(ids.account ?? '');
  if (account?.kind !== kinds.account || account.company !== company)
    throw new Refusal(403, 'You are not permitted to access that resource.', 29);
  return account;
}

/** Where `ad_account_id` is given. */
export function checkAccount(turn: Turn) {
  const id = turn.query.ad_account_id;
  if (id !== undefined) accountOf({ ...turn, ids: { account: String(id) } });
}

export function ownedBy({ world, company }: Turn, kind: string, id: string) {
  const entity = world.get(id);
  return entity?.kind === kind && entity.company === company ? entity : undefined;
}

/** As the description has them, for whole answers. */
const lost: Table<() => Refusal> = {
  Pin: () => new Refusal(404, 'Pin not found.', 50),
  Board: () => new Refusal(404, 'Board not found.', 40),
};

export function found(turn: Turn, kind: string, id: string, what: string) {
  const entity = ownedBy(turn, kind, id);
  if (entity === undefined) throw lost[what]?.() ?? notFound(what);
  return entity;
}
