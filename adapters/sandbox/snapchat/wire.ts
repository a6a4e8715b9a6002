import { eventsVersion, version } from '../../platforms/snapchat/version.ts';
import { Refused } from '../kit/faults.ts';
import { knownOnly, type Params, paramReaders } from '../kit/params.ts';
import { type Body, noBody, readBody, type UploadedFile } from '../kit/requests.ts';
import type { Entity, Fired, JsonObject, Routes, Table, TokenKind, World } from '../types.ts';

export interface SnapchatFault {
  readonly status: number;
  /** `E1008`, or its number. */
  readonly code?: string | number;
  readonly message: string;
  /** Tokens and budgets are refused in another form. */
  readonly short?: boolean;
  /** The token endpoint's `error`. */
  readonly oauth?: string;
}

export class Refusal extends Refused<SnapchatFault> {
  constructor(fault: SnapchatFault) {
    super(fault, fault.message);
  }
}

export const invalid = (message: string) => new Refusal({ status: 400, code: 'E1008', message });

export const missing = (name: string) => invalid(`${name} is required.`);

export const notFound = (what: string, id: string) =>
  new Refusal({ status: 404, code: 'E3003', message: `${what} ${id} not found.` });

export const forbidden = (message: string) => new Refusal({ status: 403, message });

export const wrongContent = (message: string) =>
  new Refusal({ status: 415, code: 'E1006', message });

export const codeOf = ({ code }: SnapchatFault) =>
  code === undefined ? undefined : typeof code === 'number' ? `E${code}` : code;

export { isObject, textOf as words } from '../kit/json.ts';
export { flag, given, type Params } from '../kit/params.ts';

export const { text, required, oneOf, requiredOneOf, numberOf, object, list } = paramReaders({
  missing,
  wrong: (name, expected) => invalid(`${name} is not a valid ${expected}.`),
  choice: (name, values, value) =>
    invalid(`${name} has the unsupported value ${value}. Supported: ${values.join(', ')}.`),
});

/** Stricter than the platform: our requests must be right. */
export const checkKnown = knownOnly((name) => invalid(`${name} is not a supported field.`));

export function checkLength(params: Params, name: string, most: number) {
  const value = text(params, name);
  if (value !== undefined && [...value].length > most)
    throw invalid(`${name} has more than ${most} characters.`);
}

/** Whole millionths. */
export function checkMicro(params: Params, name: string, least = 0) {
  if (!given(params, name)) return;
  const value = params[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value))
    throw invalid(`${name} is not a whole number of micro-currency.`);
  if (value < least) throw invalid(`${name} is below the minimum of ${least}.`);
}

const given = (params: Params, name: string) => params[name] !== undefined && params[name] !== null;

/** Must carry a zone. */
export function timeOf(params: Params, name: string) {
  const value = text(params, name);
  if (value === undefined) return undefined;
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(value)
    ? Date.parse(value)
    : Number.NaN;
  if (Number.isNaN(at)) throw invalid(`${name} is not a time with its zone.`);
  return at;
}

export interface SnapchatCall {
  readonly method: string;
  /** `adsquads/…/ads`. */
  readonly path: string;
  readonly query: Params;
  readonly body: Body | 'JSON' | 'multipart';
  readonly contentType: string;
  readonly token: string | undefined;
  /** Public address and mount path, for links. */
  readonly origin: string;
  readonly mount: string;
}

export interface Turn extends Pick<SnapchatCall, 'query' | 'origin' | 'mount'> {
  readonly world: World;
  readonly company: string;
  readonly fired: Fired;
  readonly ids: Table<string>;
  readonly params: Params;
  readonly files: readonly UploadedFile[];
}

export interface Endpoint {
  /** Query parameters; others are refused. */
  readonly query?: readonly string[];
  /** Default: no body. */
  readonly takes?: 'json' | 'multipart' | 'form';
  /** No token needed. */
  readonly open?: boolean;
  /** Without the common members. */
  run(turn: Turn): JsonObject;
}

export type Endpoints = Routes<Endpoint>;

const tokenPath = 'login/oauth2/access_token';

/** Undefined for unknown addresses. */
export async function readCall(
  request: Request,
  mount: string,
  publicUrl: string | undefined,
): Promise<SnapchatCall | undefined> {
  const url = new URL(request.url);
  const whole = /^\/(.+?)\/?$/.exec(url.pathname.slice(mount.length))?.[1] ?? '';
  const below = `${version.pinned}/`;
  const isEvents = whole.startsWith(`${eventsVersion}/`);
  if (whole.startsWith(below) === (whole === tokenPath || isEvents)) return undefined;
  const path = whole.startsWith(below) ? whole.slice(below.length) : whole;
  const [, token] = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '') ?? [];
  return {
    method: request.method,
    path,
    query: Object.fromEntries(url.searchParams),
    body:
      request.method === 'GET' || request.method === 'DELETE' ? noBody : await readBody(request),
    contentType: request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '',
    // Events carry it in the address.
    token: isEvents ? (url.searchParams.get('access_token') ?? undefined) : token,
    origin: publicUrl ?? url.origin,
    mount,
  };
}

export const tokenKind: TokenKind = {
  kind: '.snapchat_tokens',
  idOf: (token) => `snapchat_token:${token}`,
};
export const refreshKind: TokenKind = {
  kind: '.snapchat_refresh_tokens',
  idOf: (token) => `snapchat_refresh:${token}`,
};

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

/** A UUID: its order tells nothing. */
export function newId(world: World) {
  const number = world.sequence();
  const mixed = (Math.imul(number, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return `${mixed}-5a17-4c4a-8d00-${number.toString(16).padStart(12, '0')}`;
}

export const iso = (at: number) => new Date(at).toISOString();

export function owned(
  { world, company }: Pick<Turn, 'world' | 'company'>,
  kind: string,
  what: string,
  id: string,
) {
  const entity = world.get(id);
  if (entity?.kind !== kind || entity.company !== company) throw notFound(what, id);
  return entity;
}

export const isDeleted = (entity: Entity) => entity.data.deleted === true;

export function writableAccount(turn: Turn, id: string) {
  const account = owned(turn, kinds.account, 'AdAccount', id);
  if (account.data.status !== 'ACTIVE')
    throw forbidden('The ad account does not take changes in its present state.');
  return account;
}

export function listed({ params }: Turn, plural: string): readonly Params[] {
  const others = Object.keys(params).filter((name) => name !== plural);
  if (others.length > 0) throw invalid(`${others[0]} is not a supported field.`);
  const items = params[plural];
  if (!Array.isArray(items) || items.length === 0)
    throw invalid(`${plural} must be a list of objects.`);
  return items.map((item: unknown) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      throw invalid(`${plural} must be a list of objects.`);
    return item as Params;
  });
}
