import type { Fired } from '../faults.ts';
import type { UploadedFile } from '../multipart.ts';
import type { Entity, Json, World } from '../world.ts';
import type { Params } from './params.ts';
import { required } from './params.ts';
import { forbidden, Refusal } from './refusals.ts';

/** One call while it is being carried out. */
export interface Turn {
  readonly world: World;
  readonly params: Params;
  readonly files: readonly UploadedFile[];
  /** The company the token opens. */
  readonly company: string;
  /** Where the sandbox can be reached, mount included, for links in answers. */
  readonly base: string;
  readonly fired: Fired;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Parameters beside `advertiser_id`; any other is refused. */
  readonly known: readonly string[];
  /** What stands under `data` in the answer. */
  run(turn: Turn): Json;
}

/** Kinds in the world, apart from those of other platforms. */
/** Where a token is kept. */
export const tokenId = (token: string): string => `tiktok_token:${token}`;

export const kinds = {
  token: '.tiktok_tokens',
  account: 'tiktok_advertisers',
  campaign: 'tiktok_campaigns',
  adGroup: 'tiktok_adgroups',
  ad: 'tiktok_ads',
  image: 'tiktok_images',
  video: 'tiktok_videos',
  identity: '.tiktok_identities',
  post: '.tiktok_posts',
  task: '.tiktok_tasks',
} as const;

/** 19 digits, beyond what a JSON number holds, and growing: the newest has the highest. */
export const newId = (world: World): string => `1860${String(world.sequence()).padStart(15, '0')}`;

export const words = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The account a call names, which the token must open. */
export function accountOf(turn: Turn): Entity {
  const id = required(turn.params, 'advertiser_id');
  const account = turn.world.get(id);
  if (account?.kind !== kinds.account || account.company !== turn.company) throw forbidden(`advertiser ${id}`);
  return account;
}

/** The same for a call that changes something. */
export function writableAccount(turn: Turn): Entity {
  const account = accountOf(turn);
  if (account.data.status !== 'STATUS_ENABLE')
    throw new Refusal(40301, 'The advertiser account is not in a state that allows this operation.');
  return account;
}

/** An object of the account by its id; deleted ones are found too. */
export function ownedBy(turn: Turn, account: Entity, kind: string, id: string): Entity | undefined {
  const entity = turn.world.get(id);
  return entity?.kind === kind && entity.parents[0] === account.id ? entity : undefined;
}
