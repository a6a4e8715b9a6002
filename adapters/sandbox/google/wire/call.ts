import type { Entity, Json, JsonObject } from '../../entity.ts';
import type { Fired } from '../../faults.ts';
import { readBody } from '../../kit/requests.ts';
import type { TokenKind } from '../../kit/tokens.ts';
import type { World } from '../../world.ts';
import { badPayload, refusal } from './refusals.ts';

export interface GoogleCall {
  readonly method: string;
  /** `customers/5000010001/googleAds:search`, or `token`. */
  readonly path: string;
  /** `v25`, or empty. */
  readonly version: string;
  readonly customerId: string | undefined;
  /** `googleAds:search`. */
  readonly action: string;
  readonly body: JsonObject;
  readonly query: { readonly [name: string]: string };
  readonly headers: { readonly token?: string; readonly developerToken?: string; readonly login?: string };
}

export interface Turn {
  readonly world: World;
  readonly company: string;
  readonly customer: Entity;
  readonly version: string;
  readonly body: JsonObject;
  readonly fired: Fired;
}

/** Kinds with a dot are not listed. */
export const kinds = {
  customer: 'google_customers',
  budget: 'google_budgets',
  campaign: 'google_campaigns',
  campaignCriterion: 'google_campaign_criteria',
  adGroup: 'google_ad_groups',
  criterion: 'google_ad_group_criteria',
  ad: 'google_ads',
  asset: 'google_assets',
  campaignAsset: 'google_campaign_assets',
  adGroupAsset: 'google_ad_group_assets',
  assetGroup: 'google_asset_groups',
  assetGroupSignal: 'google_asset_group_signals',
  listingGroupFilter: 'google_listing_group_filters',
  campaignSharedSet: 'google_campaign_shared_sets',
  bidModifier: 'google_ad_group_bid_modifiers',
  biddingStrategy: 'google_bidding_strategies',
  assetGroupAsset: 'google_asset_group_assets',
  conversionAction: 'google_conversion_actions',
  change: '.google_changes',
} as const;

export const tokenKind: TokenKind = { kind: '.google_tokens', idOf: (token) => `google-token:${token}` };

export const newId = (world: World): string => String(7_000_000_000_000 + world.sequence());

export const words = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** `customers/1/campaigns/2` is 2. */
export const lastPart = (name: Json | undefined): string => words(name).split('/').pop() ?? '';

export async function readCall(request: Request, mount: string): Promise<GoogleCall | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const [, version = '', path] = /^\/(v\d+)\/(.+)$/.exec(pathname.slice(mount.length)) ?? [];
  const plain = path ?? pathname.slice(mount.length + 1);
  const body = await readBody(request);
  if (typeof body === 'string') throw badPayload('Invalid JSON payload received. Unexpected token.');
  const header = (name: string): string | undefined => request.headers.get(name) ?? undefined;
  const token = /^Bearer (.+)$/.exec(header('authorization') ?? '')?.[1];
  const [, customerId, below, own] = /^customers\/([^/:]+)(?:\/(.+)|(:.+))$/.exec(plain) ?? [];
  const [developerToken, login] = [header('developer-token'), header('login-customer-id')];
  return {
    method: request.method,
    path: decodeURIComponent(plain),
    version,
    customerId,
    action: decodeURIComponent(below ?? own ?? plain),
    body: body.params as JsonObject,
    query: Object.fromEntries(searchParams),
    headers: {
      ...(token !== undefined && { token }),
      ...(developerToken !== undefined && { developerToken }),
      ...(login !== undefined && { login }),
    },
  };
}

export function checkKnown(body: JsonObject, known: readonly string[], where = ''): void {
  const unknown = Object.keys(body).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const at = where === '' ? '' : ` at '${where}'`;
  throw badPayload(`Invalid JSON payload received. Unknown name "${unknown}"${at}: Cannot find field.`);
}

export const notFound = (name: string, path?: readonly { readonly name: string; readonly index?: number }[]): Error =>
  refusal('mutateError', 'RESOURCE_NOT_FOUND', 'Resource was not found.', { trigger: name, ...(path && { path }) });
