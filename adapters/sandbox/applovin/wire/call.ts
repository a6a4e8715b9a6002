import type { Entity, Json } from '../../entity.ts';
import type { Fired } from '../../faults.ts';
import type { Params } from '../../kit/params.ts';
import { readBody, type UploadedFile } from '../../kit/requests.ts';
import type { Routes } from '../../kit/routes.ts';
import type { TokenKind } from '../../kit/tokens.ts';
import type { World } from '../../world.ts';
import { invalid, Refusal } from './refusals.ts';

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

export interface Endpoint {
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
  const path = /^\/manage\/v1\/([a-z0-9_/-]+)$/.exec(url.pathname.slice(mount.length))?.[1];
  if (path === undefined) return undefined;
  const method = request.method === 'POST' ? 'POST' : 'GET';
  const { account_id: account, ...query } = Object.fromEntries(url.searchParams);
  const body = await readBody(request);
  if (typeof body === 'string') throw invalid(`The body is not valid ${body}.`);
  return {
    ...{ method, path, account, files: body.files },
    params: method === 'POST' ? { ...query, ...body.params } : query,
    token: request.headers.get('authorization') ?? undefined,
    base: `${publicUrl ?? url.origin}${mount}`,
  };
}

export const tokenKind: TokenKind = { kind: '.applovin_keys', idOf: (token) => `applovin_key:${token}` };

export const kinds = {
  account: '.applovin_accounts',
  campaign: 'applovin_campaigns',
  set: 'applovin_creative_sets',
  image: 'applovin_images',
  video: 'applovin_videos',
  html: 'applovin_pages',
  upload: '.applovin_uploads',
} as const;

export const accountEntity = (id: string): string => `applovin_account:${id}`;

/** Fits a JSON number: some calls take numbers. */
export const newId = (world: World): string => `26${String(world.sequence()).padStart(9, '0')}`;

export function ownedBy({ world, account }: Pick<Turn, 'world' | 'account'>, kind: string, id: string): Entity | undefined {
  const entity = world.get(id);
  return entity?.kind === kind && entity.parents[0] === account.id ? entity : undefined;
}

export function owned(turn: Turn, kind: string, id: string): Entity {
  const entity = ownedBy(turn, kind, id);
  if (entity === undefined) throw new Refusal(400, `There is no object ${id}.`);
  return entity;
}
