import type { Entity, Json, JsonObject } from '../../entity.ts';
import type { Fired } from '../../faults.ts';
import { isList, isObject } from '../../kit/json.ts';
import type { Params } from '../../kit/params.ts';
import { readBody, type UploadedFile } from '../../kit/requests.ts';
import type { Routes } from '../../kit/routes.ts';
import type { TokenKind } from '../../kit/tokens.ts';
import type { World } from '../../world.ts';
import { forbidden, invalid, notFound } from './refusals.ts';

/** `storage` takes videos, `files` serves pictures and reports; both without tokens. */
export type Place = 'api' | 'storage' | 'files';

export interface PinterestCall {
  readonly place: Place;
  readonly method: string;
  /** `ad_accounts/549700010001/ads`. */
  readonly path: string;
  /** A repeated parameter is a list. */
  readonly query: { readonly [name: string]: string | readonly string[] };
  /** JSON, or the fields of a form. */
  readonly body: Json | undefined;
  readonly files: readonly UploadedFile[];
  /** Names of form parts, in order. */
  readonly parts: readonly string[];
  readonly authorization: string | undefined;
  /** Start of links in answers. */
  readonly base: string;
}

export const tokenOf = ({ authorization = '' }: PinterestCall): string | undefined =>
  authorization.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : undefined;

export interface Turn extends Omit<PinterestCall, 'place' | 'path' | 'method' | 'authorization'> {
  readonly world: World;
  readonly ids: { readonly [name: string]: string };
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
  [/^\/v5\/(.+?)\/?$/, 'api'],
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
    return path === undefined ? [] : [{ place, path }];
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
  if (type.startsWith('application/json')) return { body: jsonOf(await request.text()), files: [], parts: [] };
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

export const tokenKind: TokenKind = { kind: '.pinterest_tokens', idOf: (token) => `pinterest_token:${token}` };
export const refreshKind: TokenKind = { kind: '.pinterest_refresh_tokens', idOf: (token) => `pinterest_refresh:${token}` };

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

export const newId = (world: World): string => `68${String(world.sequence()).padStart(12, '0')}`;

export const words = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** Without a zone. */
export const timeText = (at: number): string => new Date(at).toISOString().slice(0, 19);

export const seconds = (at: number): number => Math.floor(at / 1_000);

export function accountOf({ world, ids, company }: Turn): Entity {
  const account = world.get(ids.account ?? '');
  if (account?.kind !== kinds.account || account.company !== company)
    throw forbidden('You are not permitted to access that resource.');
  return account;
}

/** Where `ad_account_id` is given. */
export function checkAccount(turn: Turn): void {
  const id = turn.query.ad_account_id;
  if (id !== undefined) accountOf({ ...turn, ids: { account: String(id) } });
}

export function ownedBy({ world, company }: Turn, kind: string, id: string): Entity | undefined {
  const entity = world.get(id);
  return entity?.kind === kind && entity.company === company ? entity : undefined;
}

export function found(turn: Turn, kind: string, id: string, what: string): Entity {
  const entity = ownedBy(turn, kind, id);
  if (entity === undefined) throw notFound(what);
  return entity;
}
