import { version as versions } from '../../platforms/applovin/version.ts';
import { Refused } from '../kit/faults.ts';
import { knownOnly, type Params, paramReaders } from '../kit/params.ts';
import { readBody, type UploadedFile } from '../kit/requests.ts';
import type { Entity, Fired, Json, Routes, TokenKind, World } from '../types.ts';

/** The values of the first header are mostly unknown. */
export interface ApplovinFault {
  readonly status: number;
  readonly code?: number;
  readonly message: string;
}

export class Refusal extends Refused<ApplovinFault> {
  constructor(status: number, message: string, code?: number) {
    super({ status, message, ...(code !== undefined && { code }) }, message);
  }
}

export const invalid = (message: string) => new Refusal(400, message);

export const missing = (name: string) => invalid(`${name} is required.`);

export { isObject } from '../kit/json.ts';
export { given, type Params } from '../kit/params.ts';

/** Requests take ids as text; lists have answered both forms. */
export const { text, required, oneOf, requiredOneOf, integer, object, list } = paramReaders({
  missing,
  wrong: (name, expected) => invalid(`${name} is not a valid ${expected}.`),
  choice: (name, values) => invalid(`${name} must be one of ${values.join(', ')}.`),
});

/** Stricter than the platform. */
export const checkKnown = knownOnly((name, where) =>
  invalid(`${where}${name} is not a known field.`),
);

const mostAtOnce = 100;

export function idsOf(params: Params, name: string) {
  const joined = text(params, name);
  if (joined === undefined) return undefined;
  const ids = joined.split(',');
  if (ids.length > mostAtOnce) throw invalid(`${name} takes at most ${mostAtOnce} values.`);
  return ids;
}

/** The page after the last is empty; nothing else marks the end. */
export function paged<T>(rows: readonly T[], params: Params): readonly T[] {
  const page = integer(params, 'page') ?? 1;
  const size = integer(params, 'size') ?? mostAtOnce;
  if (page < 1) throw invalid('page starts at 1.');
  if (size < 1 || size > mostAtOnce) throw invalid(`size is at most ${mostAtOnce}.`);
  return rows.slice((page - 1) * size, page * size);
}

/** Dollars, as decimal text. */
export function amount(value: Json | undefined, name: string) {
  if (typeof value !== 'string' || !/^\d+(\.\d{1,6})?$/.test(value) || Number(value) <= 0)
    throw invalid(`${name} must be a positive decimal in quotes.`);
  return value;
}

export const formatTime = (at: number) => new Date(at).toISOString().slice(0, 19);

export function time(params: Params, name: string) {
  const value = text(params, name);
  if (value !== undefined && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(value))
    throw invalid(`${name} must look like 2026-05-04T00:00:00.`);
  return value;
}

export interface ApplovinCall {
  readonly method: 'GET' | 'POST';
  /** `campaign/list`. */
  readonly path: string;
  /** The query of a GET, else the body. */
  readonly params: Params;
  readonly files: readonly UploadedFile[];
  readonly token: string | undefined;
  readonly account: string | undefined;
  /** Start of links in answers. */
  readonly base: string;
}

export interface Turn extends Pick<ApplovinCall, 'params' | 'files' | 'base'> {
  readonly world: World;
  readonly account: Entity;
  readonly fired: Fired;
}

interface Endpoint {
  /** Beside `account_id`; others are refused. */
  readonly known: readonly string[];
  run(turn: Turn): Json;
}

export type Endpoints = Routes<Endpoint>;

export async function readCall(
  request: Request,
  mount: string,
  publicUrl: string | undefined,
): Promise<ApplovinCall | undefined> {
  const url = new URL(request.url);
  const [version, path] =
    /^\/manage\/([^/]+)\/([a-z0-9_/-]+)$/.exec(url.pathname.slice(mount.length))?.slice(1) ?? [];
  if (path === undefined || version !== versions.pinned) return undefined;
  const method = request.method === 'POST' ? 'POST' : 'GET';
  const { account_id: account, ...query } = Object.fromEntries(url.searchParams);
  const body = await readBody(request);
  if (typeof body === 'string') throw invalid(`The body is not valid ${body}.`);
  return {
    method,
    path,
    account,
    files: body.files,
    params: method === 'POST' ? { ...query, ...body.params } : query,
    token: request.headers.get('authorization') ?? undefined,
    base: `${publicUrl ?? url.origin}${mount}`,
  };
}

export const tokenKind: TokenKind = {
  kind: '.applovin_keys',
  idOf: (token) => `applovin_key:${token}`,
};

export const kinds = {
  account: '.applovin_accounts',
  campaign: 'applovin_campaigns',
  set: 'applovin_creative_sets',
  image: 'applovin_images',
  video: 'applovin_videos',
  html: 'applovin_pages',
  upload: '.applovin_uploads',
} as const;

export const accountEntity = (id: string) => `applovin_account:${id}`;

/** Fits a JSON number: some calls take numbers. */
export const newId = (world: World) => `26${String(world.sequence()).padStart(9, '0')}`;

export function ownedBy(
  { world, account }: Pick<Turn, 'world' | 'account'>,
  kind: string,
  id: string,
) {
  const entity = world.get(id);
  return entity?.kind === kind && entity.parents[0] === account.id ? entity : undefined;
}

export function owned(turn: Turn, kind: string, id: string) {
  const entity = ownedBy(turn, kind, id);
  if (entity === undefined) throw new Refusal(400, `There is no object ${id}.`);
  return entity;
}
