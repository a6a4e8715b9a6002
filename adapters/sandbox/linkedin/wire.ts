import { isObject } from '../kit/json.ts';
import type {
  Answer,
  Entity,
  Fired,
  Json,
  JsonObject,
  Routes,
  Table,
  TokenKind,
  World,
} from '../types.ts';
import { type Protocol, parseFirst, parseQuery, type Query } from './query.ts';
import { denied, invalid, notFound, Refusal } from './refusals.ts';

export { textOf as words } from '../kit/json.ts';
export { checkKnown } from './fields.ts';
export { byPlace, recordOf, text } from './query.ts';
export { denied, invalid } from './refusals.ts';

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
export const restliMethod = ({ headers }: Pick<Turn, 'headers'>) =>
  headers.get('x-restli-method')?.toUpperCase();

export const ok = (body: Json): Answer => ({ status: 200, body });
export const made = (id: string): Answer => ({
  status: 201,
  body: null,
  text: '',
  headers: { 'x-restli-id': id },
});
export const changed: Answer = { status: 204, body: null, text: '' };

const places = [
  [/^\/rest\/(.+)$/, ''],
  [/^\/upload\/(.+)$/, 'upload/'],
  [/^\/oauth\/v2\/(accessToken|introspectToken)$/, 'oauth/'],
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
    request.method === 'GET' || request.method === 'DELETE'
      ? new Uint8Array()
      : new Uint8Array(await request.arrayBuffer());
  const isTunneled =
    request.method === 'POST' && request.headers.get('x-http-method-override') === 'GET';
  const body = new TextDecoder().decode(content);
  const isRest = place.prefix === '';
  const rawQuery = isTunneled ? body : url.search.slice(1);
  const protocol = protocolOf(request);
  if (isRest && rawQuery.length > 4_096 && !isTunneled)
    throw new Refusal({ status: 414, message: 'Request-URI Too Long' });
  return {
    method: isTunneled ? 'GET' : methodOf(request.method),
    path: `${place.prefix}${isRest ? decoded(place.path, protocol) : place.path}`,
    query: isRest ? (protocol === '2.0.0' ? parseQuery(rawQuery) : parseFirst(rawQuery)) : {},
    body: isTunneled || request.method === 'PUT' ? {} : bodyOf(request, body),
    bytes: content,
    headers: request.headers,
    token: /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1],
    base: `${publicUrl ?? url.origin}${mount}`,
  };
}

const methodOf = (method: string): LinkedinCall['method'] =>
  method === 'POST' || method === 'PUT' || method === 'DELETE' ? method : 'GET';

/**
 * Without the header it is the first. Whether LinkedIn asks for the second one anywhere was not
 * seen live.
 */
function protocolOf({ headers }: Request): Protocol {
  const named = headers.get('x-restli-protocol-version') ?? '1.0.0';
  if (named === '1.0.0' || named === '2.0.0') return named;
  throw invalid(`X-Restli-Protocol-Version ${named.slice(0, 20)} is not known.`);
}

/** URNs in paths have encoded colons. */
function decoded(path: string, protocol: Protocol) {
  if (protocol === '2.0.0' && path.includes(':'))
    throw invalid('Invalid path: the colons of a URN must be percent-encoded.');
  return path.split('/').map(decodeURIComponent).join('/');
}

function bodyOf(request: Request, body: string): JsonObject {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (body === '') return {};
  if (type === 'application/x-www-form-urlencoded')
    return Object.fromEntries(new URLSearchParams(body));
  if (type !== 'application/json') throw invalid(`Content-Type ${type} is not supported.`);
  try {
    const value: unknown = JSON.parse(body);
    if (isObject(value)) return value;
  } catch {
    // Said below.
  }
  throw invalid('The body is no JSON object.');
}

export const tokenKind: TokenKind = {
  kind: '.linkedin_tokens',
  idOf: (token) => `linkedin_token:${token}`,
};

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
    throw new Refusal({
      status: 403,
      errorCode: 'NO_PERMISSION_ON_ENTITY',
      message: `No permission on account ${ids.account}.`,
    });
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
