import { wallClock } from '../../../core/base/time/wall-clock.ts';
import { Refused } from '../kit/faults.ts';
import { textOf } from '../kit/json.ts';
import { knownOnly } from '../kit/params.ts';
import { readBody } from '../kit/requests.ts';
import type { Entity, Fired, Json, JsonObject, Table, TokenKind, World } from '../types.ts';

export { textOf as words } from '../kit/json.ts';

/** A step of the path to the fault: `operations` 2, `create`, `name`. */
export interface PathPart {
  readonly name: string;
  readonly index?: number;
}

export interface GoogleFault {
  readonly status: number;
  /** PERMISSION_DENIED. */
  readonly rpc?: string;
  /** `queryError` and `BAD_FIELD_NAME`. Without a family the answer has only the status. */
  readonly family?: string;
  readonly type?: string;
  readonly message: string;
  readonly path?: readonly PathPart[];
  readonly trigger?: string;
  readonly details?: JsonObject;
}

export class Refusal extends Refused<GoogleFault> {
  constructor(fault: GoogleFault) {
    super(fault, fault.message);
  }
}

const rpcNames: { readonly [status: number]: string } = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

export const rpcOf = ({ status, rpc }: GoogleFault) => rpc ?? rpcNames[status] ?? 'UNKNOWN';

/** Listed in a GoogleAdsFailure. */
export const refusal = (
  family: string,
  type: string,
  message: string,
  more: Partial<GoogleFault> = {},
) => new Refusal({ status: 400, family, type, message, ...more });

/** Without the field, or the resource removed, at the path of `more`. */
export const lacking = (more: Partial<GoogleFault>) =>
  refusal('requestError', 'REQUIRED_FIELD_MISSING', 'The required field was not present.', more);
export const removedResource = (more: Partial<GoogleFault>): Refusal =>
  refusal(
    'contextError',
    'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
    'The operation is not allowed for removed resources.',
    more,
  );
export const unknownEntity = () =>
  new Refusal({ status: 404, message: 'Requested entity was not found.' });

/** From the gateway: the body never reaches the API. */
export const badPayload = (message: string) => new Refusal({ status: 400, message });

export function errorOf({
  family = '',
  type = '',
  message,
  path,
  trigger,
  details,
}: GoogleFault): JsonObject {
  return {
    errorCode: { [family]: type },
    message,
    ...(trigger !== undefined && { trigger: { stringValue: trigger } }),
    ...(path !== undefined && {
      location: {
        fieldPathElements: path.map(({ name, index }) => ({
          fieldName: name,
          ...(index !== undefined && { index }),
        })),
      },
    }),
    ...(details !== undefined && { details }),
  };
}

export const failureOf = (
  version: string,
  requestId: string,
  faults: readonly GoogleFault[],
): Json => ({
  '@type': `type.googleapis.com/google.ads.googleads.${version}.errors.GoogleAdsFailure`,
  errors: faults.map(errorOf),
  requestId,
});

/** `yyyy-MM-dd HH:mm:ss` in the account's zone. */
export const formatTime = (at: number, zone: string) =>
  new Date(wallClock(at, zone)).toISOString().slice(0, 19).replace('T', ' ');

export interface GoogleCall {
  readonly method: string;
  /** `customers/5000010001/googleAds:search`, or `token`. */
  readonly path: string;
  /** `v26`, or empty. */
  readonly version: string;
  readonly customerId: string | undefined;
  /** `googleAds:search`. */
  readonly action: string;
  readonly body: JsonObject;
  readonly query: Table<string>;
  /** A developer token is ignored, since 2026-09-09. */
  readonly headers: { readonly token?: string; readonly login?: string };
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
  lead: 'google_leads',
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

export const tokenKind: TokenKind = {
  kind: '.google_tokens',
  idOf: (token) => `google-token:${token}`,
};

export const newId = (world: World) => String(7_000_000_000_000 + world.sequence());

/** `customers/1/campaigns/2` is 2. */
export const lastPart = (name: Json | undefined) => textOf(name).split('/').pop() ?? '';

export async function readCall(request: Request, mount: string): Promise<GoogleCall | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const [, version = '', path] = /^\/(v\d+)\/(.+)$/.exec(pathname.slice(mount.length)) ?? [];
  const plain = path ?? pathname.slice(mount.length + 1);
  const body = await readBody(request);
  if (typeof body === 'string')
    throw badPayload('Invalid JSON payload received. Unexpected token.');
  const header = (name: string) => request.headers.get(name) ?? undefined;
  const token = /^Bearer (.+)$/.exec(header('authorization') ?? '')?.[1];
  const [, customerId, below, own] = /^customers\/([^/:]+)(?:\/(.+)|(:.+))$/.exec(plain) ?? [];
  const login = header('login-customer-id');
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
      ...(login !== undefined && { login }),
    },
  };
}

export const checkKnown = knownOnly((name, where) =>
  badPayload(
    `Invalid JSON payload received. Unknown name "${name}"${where === '' ? '' : ` at '${where}'`}: Cannot find field.`,
  ),
);

export const notFound = (
  name: string,
  path?: readonly { readonly name: string; readonly index?: number }[],
) =>
  refusal('mutateError', 'RESOURCE_NOT_FOUND', 'Resource was not found.', {
    trigger: name,
    ...(path && { path }),
  });
