import type { Entity, Json, JsonObject } from '../../entity.ts';
import type { Fired } from '../../faults.ts';
import { type Body, noBody, readBody, type UploadedFile } from '../../kit/requests.ts';
import type { Routes } from '../../kit/routes.ts';
import type { TokenKind } from '../../kit/tokens.ts';
import type { World } from '../../world.ts';
import type { Params } from './params.ts';
import { forbidden, invalid, notFound } from './refusals.ts';

export interface SnapchatCall {
  readonly method: string;
  /** Without version and slashes around it: `adsquads/…/ads`. */
  readonly path: string;
  readonly query: Params;
  readonly body: Body | 'JSON' | 'multipart';
  readonly contentType: string;
  readonly token: string | undefined;
  /** Where the sandbox can be reached, and the path it is mounted under, for links in answers. */
  readonly origin: string;
  readonly mount: string;
}

/** A call while it is being carried out. */
export interface Turn extends Pick<SnapchatCall, 'query' | 'origin' | 'mount'> {
  readonly world: World;
  /** The company the token opens. */
  readonly company: string;
  readonly fired: Fired;
  /** What stands in the place of each name in the path. */
  readonly ids: { readonly [name: string]: string };
  readonly params: Params;
  readonly files: readonly UploadedFile[];
}

export interface Endpoint {
  /** Parameters of the address; any other is refused. */
  readonly query?: readonly string[];
  /** What its body must be. Default: none. */
  readonly takes?: 'json' | 'multipart' | 'form';
  /** Open to everybody: it is where tokens come from. */
  readonly open?: boolean;
  /** The answer, without what every answer has. */
  run(turn: Turn): JsonObject;
}

export type Endpoints = Routes<Endpoint>;

const tokenPath = 'login/oauth2/access_token';

/** Reads a request; undefined where the address is none of the platform's. */
export async function readCall(
  request: Request,
  mount: string,
  publicUrl: string | undefined,
): Promise<SnapchatCall | undefined> {
  const url = new URL(request.url);
  const path = /^\/(?:v1\/)?(.+?)\/?$/.exec(url.pathname.slice(mount.length))?.[1];
  const isEvents = path?.startsWith('v3/') ?? false;
  if (path === undefined || url.pathname.startsWith(`${mount}/v1/`) === (path === tokenPath || isEvents)) return undefined;
  const [, token] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  return {
    method: request.method,
    path,
    query: Object.fromEntries(url.searchParams),
    body: request.method === 'GET' || request.method === 'DELETE' ? noBody : await readBody(request),
    contentType: request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '',
    // Events take it in the address.
    token: isEvents ? (url.searchParams.get('access_token') ?? undefined) : token,
    origin: publicUrl ?? url.origin,
    mount,
  };
}

export const tokenKind: TokenKind = { kind: '.snapchat_tokens', idOf: (token) => `snapchat_token:${token}` };
export const refreshKind: TokenKind = { kind: '.snapchat_refresh_tokens', idOf: (token) => `snapchat_refresh:${token}` };

/** Kinds in the world, apart from those of other platforms. */
export const kinds = {
  organization: '.snapchat_organizations',
  account: 'snapchat_adaccounts',
  campaign: 'snapchat_campaigns',
  adSquad: 'snapchat_adsquads',
  ad: 'snapchat_ads',
  creative: 'snapchat_creatives',
  image: 'snapchat_images',
  video: 'snapchat_videos',
  profile: '.snapchat_profiles',
  upload: '.snapchat_uploads',
} as const;

/** A UUID that tells nothing of its order. */
export function newId(world: World): string {
  const number = world.sequence();
  const mixed = (Math.imul(number, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return `${mixed}-5a17-4c4a-8d00-${number.toString(16).padStart(12, '0')}`;
}

export const words = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
export const iso = (at: number): string => new Date(at).toISOString();

/** An object of the company by its id. */
export function owned({ world, company }: Pick<Turn, 'world' | 'company'>, kind: string, what: string, id: string): Entity {
  const entity = world.get(id);
  if (entity?.kind !== kind || entity.company !== company) throw notFound(what, id);
  return entity;
}

export const isDeleted = (entity: Entity): boolean => entity.data.deleted === true;

/** The account of a call that changes something. */
export function writableAccount(turn: Turn, id: string): Entity {
  const account = owned(turn, kinds.account, 'AdAccount', id);
  if (account.data.status !== 'ACTIVE') throw forbidden('The ad account does not take changes in its present state.');
  return account;
}

/** One of the objects that a body lists under the one name it has. */
export function listed({ params }: Turn, plural: string): readonly Params[] {
  const others = Object.keys(params).filter((name) => name !== plural);
  if (others.length > 0) throw invalid(`${others[0]} is not a supported field.`);
  const items = params[plural];
  if (!Array.isArray(items) || items.length === 0) throw invalid(`${plural} must be a list of objects.`);
  return items.map((item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) throw invalid(`${plural} must be a list of objects.`);
    // JSON objects hold names and values.
    return item as Params;
  });
}
