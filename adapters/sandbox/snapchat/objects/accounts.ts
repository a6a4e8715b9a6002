import { addToken } from '../../kit/tokens.ts';
import type { Entity, JsonObject } from '../../types.ts';
import { clientId, clientSecret } from '../seed/ids.ts';
import {
  checkKnown,
  type Endpoints,
  kinds,
  owned,
  Refusal,
  refreshKind,
  required,
  tokenKind,
} from '../wire.ts';
import { paged, shown, single } from './lists.ts';

const organization = { plural: 'organizations', singular: 'organization' };
const account = { plural: 'adaccounts', singular: 'adaccount' };

export const accountEndpoints: Endpoints = {
  'GET me/organizations': {
    query: ['with_ad_accounts', 'limit', 'cursor'],
    run(turn) {
      const { world, company, query } = turn;
      const rows = world
        .entities(kinds.organization)
        .filter((each) => each.company === company)
        .map((each): JsonObject => {
          const accounts = world.entities(kinds.account, each.id).map((one) => shown(turn, one));
          const organization = {
            ...shown(turn, each),
            ...(query.with_ad_accounts === 'true' && { ad_accounts: accounts }),
          };
          return { sub_request_status: 'SUCCESS', organization };
        });
      return paged(turn, 'organizations', 'me/organizations', rows);
    },
  },
  'GET organizations/{id}': {
    run: (turn) =>
      single(
        turn,
        organization,
        owned(turn, kinds.organization, 'Organization', turn.ids.id ?? ''),
      ),
  },
  'GET organizations/{id}/adaccounts': {
    query: ['limit', 'cursor'],
    run(turn) {
      const { id } = owned(turn, kinds.organization, 'Organization', turn.ids.id ?? '');
      const rows = turn.world
        .entities(kinds.account, id)
        .map(
          (each): JsonObject => ({ sub_request_status: 'SUCCESS', adaccount: shown(turn, each) }),
        );
      return paged(turn, 'adaccounts', `organizations/${id}/adaccounts`, rows);
    },
  },
  'GET adaccounts/{id}': {
    run: (turn) =>
      single(turn, account, owned(turn, kinds.account, 'AdAccount', turn.ids.id ?? '')),
  },
};

const lifeSeconds = 3_600;

const refused = (oauth: string, message: string) => new Refusal({ status: 400, message, oauth });

export const tokenEndpoints: Endpoints = {
  'POST login/oauth2/access_token': {
    takes: 'form',
    open: true,
    run({ world, params, fired }) {
      checkKnown(params, ['grant_type', 'client_id', 'client_secret', 'refresh_token']);
      if (required(params, 'grant_type') !== 'refresh_token')
        throw refused('unsupported_grant_type', 'Only refresh_token is simulated.');
      if (
        required(params, 'client_id') !== clientId ||
        required(params, 'client_secret') !== clientSecret
      )
        throw refused('invalid_client', 'The client is not known.');
      const given = required(params, 'refresh_token');
      const refresh: Entity | undefined = world.get(refreshKind.idOf(given));
      if (refresh === undefined || refresh.data.used === true || fired.has('refresh-refused'))
        throw refused('invalid_grant', 'The refresh token is not valid.');
      const number = world.sequence();
      const access_token = `sandbox-access-${number}`;
      const ends_at = world.now() + lifeSeconds * 1_000;
      addToken(world, tokenKind, refresh.company, access_token, {
        main: refresh.data.main === true,
        ends_at,
      });
      const refresh_token = fired.has('refresh-rotated') ? `sandbox-refresh-${number}` : given;
      if (refresh_token !== given) {
        world.change(refresh.id, { used: true });
        addToken(world, refreshKind, refresh.company, refresh_token, {
          main: refresh.data.main === true,
        });
      }
      return {
        access_token,
        token_type: 'Bearer',
        expires_in: lifeSeconds,
        refresh_token,
        scope: 'snapchat-marketing-api snapchat-offline-conversions-api',
        id_token: '',
      };
    },
  },
};
