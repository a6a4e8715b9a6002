import { fieldsOf, within } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { appId, appSecret } from '../seed/ids.ts';
import {
  accountOf,
  type Endpoints,
  flag,
  forbidden,
  invalid,
  kinds,
  lengthOf,
  missing,
  newId,
  numberOf,
  oneOf,
  paged,
  pageOf,
  Refusal,
  required,
  requiredWords,
  type Turn,
  text,
  wordList,
  writableAccount,
} from '../wire.ts';

export const accountEndpoints: Endpoints = {
  'GET oauth2/advertiser/get': {
    known: ['app_id', 'secret'],
    run({ world, params, company }) {
      if (required(params, 'app_id') !== appId || required(params, 'secret') !== appSecret)
        throw new Refusal(40110, 'The app_id or secret is invalid.');
      const accounts = world
        .entities(kinds.account)
        .filter((account) => account.company === company);
      return {
        list: accounts.map(({ id, data }) => ({
          advertiser_id: id,
          advertiser_name: data.name ?? '',
        })),
      };
    },
  },
  'GET advertiser/info': {
    known: ['advertiser_ids', 'fields'],
    run({ world, params, company }) {
      const fields = wordList(params, 'fields', 100);
      const list = requiredWords(params, 'advertiser_ids', 100).map((id) => {
        const account = world.get(id);
        if (account?.kind !== kinds.account || account.company !== company)
          throw forbidden(`advertiser ${id}`);
        const row = infoOf(account);
        return fields === undefined ? row : pick(row, fields);
      });
      return { list };
    },
  },
};

const infoOf = (account: Entity): JsonObject => ({
  advertiser_id: account.id,
  ...fieldsOf(account.data, (name) => name !== 'smart_plus_allowed'),
  advertiser_account_type: 'AUCTION',
  balance: 0,
  role: 'ROLE_ADVERTISER',
  create_time: Math.floor(account.created / 1000),
});

export const pick = (row: JsonObject, fields: readonly string[]): JsonObject =>
  fieldsOf(row, (name) => fields.includes(name));

export const identityTypes = ['CUSTOMIZED_USER', 'AUTH_CODE', 'TT_USER', 'BC_AUTH_TT'] as const;
type IdentityType = (typeof identityTypes)[number];

export const identityEndpoints: Endpoints = {
  'GET identity/get': {
    known: ['identity_type', 'identity_authorized_bc_id', 'filtering', 'page', 'page_size'],
    run(turn) {
      const account = accountOf(turn);
      const type = oneOf(turn.params, 'identity_type', identityTypes);
      if (type === 'BC_AUTH_TT') required(turn.params, 'identity_authorized_bc_id');
      const all = turn.world
        .entities(kinds.identity, account.id)
        .map(({ data }) => data)
        .filter(({ identity_type }) => type === undefined || identity_type === type);
      return paged(all, pageOf(turn.params, 100, 20), 'identity_list');
    },
  },
  'POST identity/create': {
    known: ['display_name', 'image_uri'],
    run(turn) {
      const account = writableAccount(turn);
      const name = required(turn.params, 'display_name');
      if (lengthOf(name) > 100) throw invalid('display_name: Length must be between 1 and 100.');
      const id = newId(turn.world);
      addIdentity(
        turn.world,
        account,
        { type: 'CUSTOMIZED_USER', id },
        { display_name: name, username: null, profile_image: null },
      );
      return { identity_id: id };
    },
  },
  'GET identity/video/get': {
    known: names(
      'identity_id identity_type identity_authorized_bc_id item_type keyword cursor count',
    ),
    run(turn) {
      const account = accountOf(turn);
      const { params, world } = turn;
      const identity = identityOf(
        turn,
        account,
        required(params, 'identity_type'),
        required(params, 'identity_id'),
      );
      if (identity.data.identity_type === 'CUSTOMIZED_USER')
        throw invalid('identity_type: This identity has no posts.');
      checkCentre(identity, text(params, 'identity_authorized_bc_id'));
      const count = Math.min(20, numberOf(params, 'count') ?? 20);
      const start = numberOf(params, 'cursor') ?? 0;
      const posts = [...world.entities(kinds.post, identity.id)].reverse();
      return {
        has_more: start + count < posts.length,
        cursor: String(start + count),
        video_list: posts.slice(start, start + count).map((post) => postRow(turn, post)),
      };
    },
  },
};

export const addIdentity = (
  world: World,
  account: Entity,
  { type, id }: { readonly type: IdentityType; readonly id: string },
  data: JsonObject,
): Entity =>
  world.add({
    id: `identity:${account.id}:${id}`,
    kind: kinds.identity,
    ...within(account),
    data: {
      identity_type: type,
      identity_id: id,
      available_status: 'AVAILABLE',
      identity_authorized_bc_id: null,
      ...data,
    },
  });

export function identityOf(
  { world }: Pick<Turn, 'world'>,
  account: Entity,
  type: string,
  id: string,
) {
  const found = world
    .entities(kinds.identity, account.id)
    .find(({ data }) => data.identity_id === id && data.identity_type === type);
  if (found === undefined) throw invalid(`Unable to find identity_id ${id} of the type ${type}.`);
  return found;
}

/** Needs the centre's id. */
export function checkCentre(identity: Entity, centre: string | undefined) {
  if (
    identity.data.identity_type === 'BC_AUTH_TT' &&
    identity.data.identity_authorized_bc_id !== centre
  )
    throw missing('identity_authorized_bc_id');
}

export function postOf({ world }: Pick<Turn, 'world'>, identity: Entity, itemId: string) {
  const post = world.get(itemId);
  if (post?.kind !== kinds.post || post.parents[0] !== identity.id)
    throw invalid(
      `The TikTok post ${itemId} does not exist or is not authorized for this identity.`,
    );
  if (flag(post.data, 'private'))
    throw invalid(`The TikTok post ${itemId} is private and cannot be used in ads.`);
  return post;
}

const postRow = ({ base }: Turn, post: Entity): JsonObject => ({
  item_id: post.id,
  item_type: 'VIDEO',
  status:
    post.data.private === true ? 'ITEM_STATUS_ONLY_AUTHOR_SEE' : 'ITEM_STATUS_HESITATE_RECOMMEND',
  text: post.data.text ?? '',
  auth_info: { ad_auth_status: 'AUTHORIZED' },
  anchor_list: null,
  carousel_info: null,
  video_info: {
    duration: 12.5,
    width: 720,
    height: 1280,
    format: 'mp4',
    poster_url: `${base}/files/${post.id}.jpg`,
    url: `${base}/files/${post.id}.mp4`,
  },
});
