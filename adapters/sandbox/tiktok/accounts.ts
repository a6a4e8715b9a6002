import type { Entity, JsonObject } from '../world.ts';
import { required, requiredWords, words as wordList } from './params.ts';
import { forbidden, Refusal } from './refusals.ts';
import { appId, appSecret } from './seed-ids.ts';
import { type Endpoint, kinds } from './turn.ts';

export const accountEndpoints: { readonly [path: string]: Endpoint } = {
  'oauth2/advertiser/get': {
    method: 'GET',
    known: ['app_id', 'secret'],
    run({ world, params, company }) {
      if (required(params, 'app_id') !== appId || required(params, 'secret') !== appSecret)
        throw new Refusal(40110, 'The app_id or secret is invalid.');
      const ids = world.all(kinds.account).filter((id) => world.get(id)?.company === company);
      return { list: ids.map((id) => ({ advertiser_id: id, advertiser_name: world.get(id)?.data.name ?? '' })) };
    },
  },
  'advertiser/info': {
    method: 'GET',
    known: ['advertiser_ids', 'fields'],
    run({ world, params, company }) {
      const fields = wordList(params, 'fields', 100);
      const list = requiredWords(params, 'advertiser_ids', 100).map((id) => {
        const account = world.get(id);
        if (account?.kind !== kinds.account || account.company !== company) throw forbidden(`advertiser ${id}`);
        const row = infoOf(account);
        return fields === undefined ? row : pick(row, fields);
      });
      return { list };
    },
  },
};

const infoOf = (account: Entity): JsonObject => ({
  advertiser_id: account.id,
  ...account.data,
  advertiser_account_type: 'AUCTION',
  balance: 0,
  role: 'ROLE_ADVERTISER',
  create_time: Math.floor(account.created / 1000),
});

export const pick = (row: JsonObject, fields: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name)));
