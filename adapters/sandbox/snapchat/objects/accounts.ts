import type { JsonObject } from '../../entity.ts';
import { type Endpoints, kinds, owned } from '../wire/call.ts';
import { single } from './items.ts';
import { paged } from './lists.ts';
import { shown } from './shown.ts';

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
          const organization = { ...shown(turn, each), ...(query.with_ad_accounts === 'true' && { ad_accounts: accounts }) };
          return { sub_request_status: 'SUCCESS', organization };
        });
      return paged(turn, 'organizations', 'me/organizations', rows);
    },
  },
  'GET organizations/{id}/adaccounts': {
    query: ['limit', 'cursor'],
    run(turn) {
      const organization = owned(turn, kinds.organization, 'Organization', turn.ids.id ?? '');
      const rows = turn.world
        .entities(kinds.account, organization.id)
        .map((each): JsonObject => ({ sub_request_status: 'SUCCESS', adaccount: shown(turn, each) }));
      return paged(turn, 'adaccounts', `organizations/${organization.id}/adaccounts`, rows);
    },
  },
  'GET adaccounts/{id}': { run: (turn) => single(turn, account, owned(turn, kinds.account, 'AdAccount', turn.ids.id ?? '')) },
};
