import { isTooNew } from '../../kit/faults.ts';
import { addToken, createTokens } from '../../kit/tokens.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { appId, appSecret } from '../seed/ids.ts';
import {
  accountOf,
  checkAccount,
  type Endpoints,
  found,
  isObject,
  kinds,
  oneOf,
  type PinterestCall,
  paged,
  pageParams,
  Refusal,
  refreshKind,
  required,
  requiredOneOf,
  seconds,
  type Turn,
  timeText,
  tokenKind,
} from '../wire.ts';
import { pinRow } from './pins.ts';

export const accountEndpoints: Endpoints = {
  'GET ad_accounts': {
    scopes: ['ads:read'],
    known: [...pageParams, 'include_shared_accounts'],
    run(turn) {
      const accounts = turn.world
        .entities(kinds.account)
        .filter(({ company }) => company === turn.company);
      return paged(turn, accounts.map(accountRow));
    },
  },
  'GET ad_accounts/{account}': {
    scopes: ['ads:read'],
    known: [],
    run: (turn) => accountRow(accountOf(turn)),
  },
  'GET boards': {
    scopes: ['boards:read'],
    known: [...pageParams, 'ad_account_id', 'privacy'],
    run(turn) {
      checkAccount(turn);
      oneOf(turn.query, 'privacy', ['ALL', 'PROTECTED', 'PUBLIC', 'SECRET', 'PUBLIC_AND_SECRET']);
      const boards = turn.world
        .entities(kinds.board)
        .filter(({ company }) => company === turn.company);
      return paged(
        turn,
        boards.map((board) => boardRow(turn, board)),
      );
    },
  },
  'GET boards/{board}': {
    scopes: ['boards:read'],
    known: ['ad_account_id'],
    run(turn) {
      checkAccount(turn);
      return boardRow(turn, found(turn, kinds.board, turn.ids.board ?? '', 'Board'));
    },
  },
  'GET boards/{board}/pins': {
    scopes: ['boards:read', 'pins:read'],
    known: [...pageParams, 'ad_account_id', 'creative_types'],
    run(turn) {
      checkAccount(turn);
      const board = found(turn, kinds.board, turn.ids.board ?? '', 'Board');
      const pins = turn.world
        .entities(kinds.pin, board.id)
        .filter((pin) => !isTooNew(turn, pin, 'list-lag'));
      return paged(
        turn,
        pins.map((pin) => pinRow(turn, pin)),
      );
    },
  },
};

const accountRow = (account: Entity): JsonObject => ({
  id: account.id,
  ...account.data,
  permissions: ['OWNER'],
  created_time: seconds(account.created),
  updated_time: seconds(account.updated),
});

const boardRow = ({ world, base }: Turn, board: Entity): JsonObject => ({
  id: board.id,
  ...board.data,
  created_at: timeText(board.created),
  board_pins_modified_at: timeText(board.updated),
  pin_count: world.under(kinds.pin, board.id).length,
  collaborator_count: 0,
  follower_count: 0,
  media: { image_cover_url: `${base}/files/boards/${board.id}.jpg`, pin_thumbnail_urls: [] },
});

/** Thirty days. */
const lastsMs = 30 * 86_400_000;

/** To the app of the refresh token. */
export function renewToken(
  world: World,
  { body, authorization }: Pick<PinterestCall, 'body' | 'authorization'>,
): JsonObject {
  if (authorization !== `Basic ${btoa(`${appId}:${appSecret}`)}`)
    throw new Refusal(401, 'Authentication failed.');
  const params = isObject(body) ? body : {};
  requiredOneOf(params, 'grant_type', ['refresh_token']);
  const refresh = createTokens(world, 'pinterest-refresh', refreshKind).find(
    required(params, 'refresh_token'),
  );
  if (refresh === undefined) throw new Refusal(401, 'The refresh token is invalid or has expired.');
  const access_token = `pina_${world.sequence()}_${refresh.company.replace(/\W/g, '')}`;
  const { scopes = [] } = refresh.data;
  addToken(world, tokenKind, refresh.company, access_token, {
    scopes,
    ends_at: world.now() + lastsMs,
  });
  return {
    response_type: 'refresh_token',
    access_token,
    token_type: 'bearer',
    expires_in: lastsMs / 1_000,
    scope: Array.isArray(scopes) ? scopes.join(' ') : '',
  };
}
