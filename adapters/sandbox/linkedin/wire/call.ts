import type { Entity, Json, JsonObject } from '../../entity.ts';
import type { Fired } from '../../faults.ts';
import type { Routes } from '../../kit/routes.ts';
import type { Answer } from '../../kit/simulator.ts';
import type { TokenKind } from '../../kit/tokens.ts';
import type { World } from '../../world.ts';
import { denied, invalid, notFound, Refusal } from './refusals.ts';
import { parseQuery, type Query } from './restli.ts';

export interface LinkedinCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Without what stands in front: `adAccounts/1/creatives`, `upload/…`, `oauth/accessToken`. Parts are decoded. */
  readonly path: string;
  readonly query: Query;
  readonly body: JsonObject;
  readonly bytes: Uint8Array;
  readonly headers: Headers;
  readonly token: string | undefined;
  /** Where the sandbox can be reached, mount included, for addresses in answers. */
  readonly base: string;
}

/** A call while it is carried out. */
export interface Turn extends Pick<LinkedinCall, 'query' | 'body' | 'bytes' | 'headers' | 'base'> {
  readonly world: World;
  /** The company the token opens. */
  readonly company: string;
  readonly scopes: readonly string[];
  readonly fired: Fired;
  /** What stands in the place of each `{name}` of the route. */
  readonly ids: { readonly [name: string]: string };
}

export interface Endpoint {
  /** Parameters of the query; any other is refused. */
  readonly known: readonly string[];
  /** One of these scopes is needed. */
  readonly scopes?: readonly string[];
  /** And all of these. */
  readonly also?: readonly string[];
  run(turn: Turn): Answer;
}

export type Endpoints = Routes<Endpoint>;

export const reading = ['r_ads', 'rw_ads'] as const;
export const writing = ['rw_ads'] as const;
export const posting = ['w_organization_social'] as const;

export const ok = (body: Json): Answer => ({ status: 200, body });
export const made = (id: string): Answer => ({ status: 201, body: null, text: '', headers: { 'x-restli-id': id } });
export const changed: Answer = { status: 204, body: null, text: '' };

const places = [
  [/^\/rest\/(.+)$/, ''],
  [/^\/upload\/(.+)$/, 'upload/'],
  [/^\/oauth\/v2\/(accessToken)$/, 'oauth/'],
] as const;

/** Reads a request; undefined where the address is none of the platform's. Throws `Refusal`. */
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

/** A URN in a path has its colons encoded. */
function decoded(path: string): string {
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
    // A JSON object holds nothing but JSON.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
  } catch {
    // Said below.
  }
  throw invalid('The body is no JSON object.');
}

export const tokenKind: TokenKind = { kind: '.linkedin_tokens', idOf: (token) => `linkedin_token:${token}` };

/** Kinds in the world, apart from those of other platforms. */
export const kinds = {
  account: 'linkedin_accounts',
  group: 'linkedin_campaign_groups',
  campaign: 'linkedin_campaigns',
  creative: 'linkedin_creatives',
  image: 'linkedin_images',
  video: 'linkedin_videos',
  document: 'linkedin_documents',
  organization: '.linkedin_organizations',
  post: '.linkedin_posts',
  upload: '.linkedin_uploads',
} as const;

/** 12 digits, and growing: the newest has the highest. */
export const newNumber = (world: World): string => `47${String(world.sequence()).padStart(10, '0')}`;

export const words = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** What stands behind the last colon. */
export const numberOf = (urn: string): string => urn.slice(urn.lastIndexOf(':') + 1);

/** The account a path names, which the token must open. */
export function accountOf({ world, ids, company }: Turn): Entity {
  const account = world.get(ids.account ?? '');
  if (account?.kind !== kinds.account || account.company !== company)
    throw new Refusal({ status: 403, errorCode: 'NO_PERMISSION_ON_ENTITY', message: `No permission on account ${ids.account}.` });
  return account;
}

/** The same for a call that changes something. */
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

/** An object of the account by its id. */
export function ownedBy({ world }: Pick<Turn, 'world'>, account: Entity, kind: string, id: string): Entity | undefined {
  const entity = world.get(id);
  return entity?.kind === kind && entity.parents[0] === account.id ? entity : undefined;
}

export function found(turn: Turn, account: Entity, kind: string, id: string): Entity {
  const entity = ownedBy(turn, account, kind, id);
  if (entity === undefined) throw notFound(id);
  return entity;
}

/** An organization the token's member administers. */
export function organizationOf({ world, company }: Turn, urn: string, field: string): Entity {
  const organization = world.get(urn);
  if (organization?.kind !== kinds.organization || organization.company !== company)
    throw denied(`No permission for ${field} ${urn}.`);
  return organization;
}
