import { version as versions } from '../../platforms/tiktok/version.ts';
import { Refused } from '../kit/faults.ts';
import { knownOnly, type Params, paramReaders } from '../kit/params.ts';
import { readBody, type UploadedFile } from '../kit/requests.ts';
import type { Entity, Fired, Json, JsonObject, Routes, TokenKind, World } from '../types.ts';

/** Inside an answer with HTTP 200. */
export interface TiktokFault {
  readonly code: number;
  readonly message: string;
}

export class Refusal extends Refused<TiktokFault> {
  constructor(code: number, message: string) {
    super({ code, message }, message);
  }
}

export const invalid = (message: string) => new Refusal(40002, message);

export const missing = (name: string) => invalid(`${name}: Missing data for required field.`);

/** Also for accounts of others. */
export const forbidden = (what: string) =>
  new Refusal(
    40001,
    `Permission error: No permission to operate ${what}. Please check the authorization of the access token.`,
  );

export { isObject, textOf as words } from '../kit/json.ts';
export { flag, given, type Params } from '../kit/params.ts';

/** A bare number has lost digits: refused as an id. */
export const { text, required, oneOf, requiredOneOf, numberOf, object, list } = paramReaders({
  missing,
  wrong: (name, expected) =>
    invalid(`${name}: Not ${expected === 'JSON' ? 'valid JSON' : `a valid ${expected}`}.`),
  choice: (name, values) => invalid(`${name}: Must be one of: ${values.join(', ')}.`),
});

export function wordList(
  params: Params,
  name: string,
  most: number,
): readonly string[] | undefined {
  const found = list(params, name);
  if (found === undefined) return undefined;
  checkLength(found.length, name, most);
  return found.map((each) => {
    if (typeof each !== 'string') throw invalid(`${name}: Not a valid string.`);
    return each;
  });
}

export function requiredWords(params: Params, name: string, most: number) {
  const found = wordList(params, name, most);
  if (found === undefined) throw missing(name);
  return found;
}

export function checkLength(length: number, name: string, most: number) {
  if (length === 0 || length > most)
    throw invalid(`${name}: Length must be between 1 and ${most}.`);
}

/** Stricter than TikTok. */
export const checkKnown = knownOnly((name, where) => invalid(`${where}${name}: Unknown field.`));

/** Chinese and Japanese characters count twice. */
export const lengthOf = (value: string) =>
  [...value].reduce((sum, char) => sum + (/[\u3040-\u30ff\u3400-\u9fff]/.test(char) ? 2 : 1), 0);

interface Page {
  readonly page: number;
  readonly size: number;
}

export function pageOf(params: Params, most: number, fallback = 10): Page {
  const page = numberOf(params, 'page') ?? 1;
  const size = numberOf(params, 'page_size') ?? fallback;
  if (!Number.isInteger(page) || page < 1)
    throw invalid('page: Must be greater than or equal to 1.');
  if (!Number.isInteger(size) || size < 1 || size > most)
    throw invalid(`page_size: Must be between 1 and ${most}.`);
  return { page, size };
}

export const paged = (rows: readonly Json[], { page, size }: Page, name = 'list'): JsonObject => ({
  [name]: rows.slice((page - 1) * size, page * size),
  page_info: {
    page,
    page_size: size,
    total_page: Math.ceil(rows.length / size),
    total_number: rows.length,
  },
});

/** UTC without a zone: `2026-05-26 00:00:00`. */
export const formatTime = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Of files. */
export const formatFileTime = (at: number) => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** The documented form, or with T and Z. */
export function parseTime(value: string, name: string) {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)Z?$/.exec(value);
  const at = match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}Z`);
  if (Number.isNaN(at)) throw invalid(`${name}: Must be in the format YYYY-MM-DD HH:MM:SS.`);
  return at;
}

export interface TiktokCall {
  readonly method: 'GET' | 'POST';
  /** `ad/create`. */
  readonly path: string;
  readonly params: Params;
  readonly files: readonly UploadedFile[];
  readonly token: string | undefined;
  /** Where leads are kept: `eu`, `us`, or the rest of the world. */
  readonly region: string;
  /** Start of links in answers. */
  readonly base: string;
}

export interface Turn extends Pick<TiktokCall, 'params' | 'files' | 'base' | 'region'> {
  readonly world: World;
  readonly company: string;
  readonly fired: Fired;
}

export interface Endpoint {
  /** Beside `advertiser_id`; others are refused. */
  readonly known: readonly string[];
  /** The answer is a file, and no JSON. */
  readonly isFile?: true;
  /** `data` of the answer, or the file. */
  run(turn: Turn): Json;
}

export type Endpoints = Routes<Endpoint>;

/** Undefined without version and last slash. */
export async function readCall(
  request: Request,
  mount: string,
  publicUrl: string | undefined,
): Promise<TiktokCall | undefined> {
  const url = new URL(request.url);
  const [version, path] =
    /^\/open_api\/([^/]+)\/([a-z0-9_/]+)\/$/.exec(url.pathname.slice(mount.length))?.slice(1) ?? [];
  if (path === undefined || version !== versions.pinned) return undefined;
  const method = request.method === 'POST' ? 'POST' : 'GET';
  const body = await readBody(request);
  // An unreadable body has no parameters.
  const { params, files } = typeof body === 'string' ? { params: {}, files: [] } : body;
  return {
    method,
    path,
    params: method === 'POST' ? params : Object.fromEntries(url.searchParams),
    files,
    token: request.headers.get('access-token') ?? undefined,
    region: request.headers.get('x-lead-region') ?? '',
    base: `${publicUrl ?? url.origin}${mount}`,
  };
}

export const tokenKind: TokenKind = {
  kind: '.tiktok_tokens',
  idOf: (token) => `tiktok_token:${token}`,
};

export const kinds = {
  account: 'tiktok_advertisers',
  campaign: 'tiktok_campaigns',
  adGroup: 'tiktok_adgroups',
  ad: 'tiktok_ads',
  image: 'tiktok_images',
  video: 'tiktok_videos',
  comment: 'tiktok_comments',
  identity: '.tiktok_identities',
  post: '.tiktok_posts',
  lead: 'tiktok_leads',
  leadTask: '.tiktok_lead_tasks',
  subscription: '.tiktok_subscriptions',
  portfolio: '.tiktok_portfolios',
  task: '.tiktok_tasks',
  smartTask: '.tiktok_smart_tasks',
} as const;

/** Beyond the precision of a JSON number. */
export const newId = (world: World) => `1860${String(world.sequence()).padStart(15, '0')}`;

export function accountOf(turn: Turn) {
  const id = required(turn.params, 'advertiser_id');
  const account = turn.world.get(id);
  if (account?.kind !== kinds.account || account.company !== turn.company)
    throw forbidden(`advertiser ${id}`);
  return account;
}

export function writableAccount(turn: Turn) {
  const account = accountOf(turn);
  if (account.data.status !== 'STATUS_ENABLE')
    throw new Refusal(
      40301,
      'The advertiser account is not in a state that allows this operation.',
    );
  return account;
}

/** Deleted ones too. */
export function ownedBy(turn: Turn, account: Entity, kind: string, id: string) {
  const entity = turn.world.get(id);
  return entity?.kind === kind && entity.parents[0] === account.id ? entity : undefined;
}
