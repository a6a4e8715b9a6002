import type { Entity, Json } from '../../entity.ts';
import type { Fired } from '../../faults.ts';
import type { Params } from '../../kit/params.ts';
import { readBody, type UploadedFile } from '../../kit/requests.ts';
import type { Routes } from '../../kit/routes.ts';
import type { TokenKind } from '../../kit/tokens.ts';
import type { World } from '../../world.ts';
import { required } from './params.ts';
import { forbidden, Refusal } from './refusals.ts';

export interface TiktokCall {
  readonly method: 'GET' | 'POST';
  /** `ad/create`. */
  readonly path: string;
  readonly params: Params;
  readonly files: readonly UploadedFile[];
  readonly token: string | undefined;
  /** Start of links in answers. */
  readonly base: string;
}

export interface Turn extends Pick<TiktokCall, 'params' | 'files' | 'base'> {
  readonly world: World;
  readonly company: string;
  readonly fired: Fired;
}

export interface Endpoint {
  /** Beside `advertiser_id`; others are refused. */
  readonly known: readonly string[];
  /** `data` of the answer. */
  run(turn: Turn): Json;
}

export type Endpoints = Routes<Endpoint>;

/** Undefined for unknown addresses: version and last slash are required. */
export async function readCall(request: Request, mount: string, publicUrl: string | undefined): Promise<TiktokCall | undefined> {
  const url = new URL(request.url);
  const path = /^\/open_api\/v1\.3\/([a-z0-9_/]+)\/$/.exec(url.pathname.slice(mount.length))?.[1];
  if (path === undefined) return undefined;
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
    base: `${publicUrl ?? url.origin}${mount}`,
  };
}

export const tokenKind: TokenKind = { kind: '.tiktok_tokens', idOf: (token) => `tiktok_token:${token}` };

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
  task: '.tiktok_tasks',
} as const;

/** Beyond the precision of a JSON number. */
export const newId = (world: World): string => `1860${String(world.sequence()).padStart(15, '0')}`;

export const words = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

export function accountOf(turn: Turn): Entity {
  const id = required(turn.params, 'advertiser_id');
  const account = turn.world.get(id);
  if (account?.kind !== kinds.account || account.company !== turn.company) throw forbidden(`advertiser ${id}`);
  return account;
}

export function writableAccount(turn: Turn): Entity {
  const account = accountOf(turn);
  if (account.data.status !== 'STATUS_ENABLE')
    throw new Refusal(40301, 'The advertiser account is not in a state that allows this operation.');
  return account;
}

/** Deleted ones too. */
export function ownedBy(turn: Turn, account: Entity, kind: string, id: string): Entity | undefined {
  const entity = turn.world.get(id);
  return entity?.kind === kind && entity.parents[0] === account.id ? entity : undefined;
}
