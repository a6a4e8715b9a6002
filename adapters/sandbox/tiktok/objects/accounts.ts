import type { Entity, JsonObject } from '../../entity.ts';
import { appId, appSecret } from '../seed/ids.ts';
import { type Endpoints, kinds } from '../wire/call.ts';
import { required, requiredWords, words as wordList } from '../wire/params.ts';
import { forbidden, Refusal } from '../wire/refusals.ts';

export const accountEndpoints: Endpoints = {
  'GET oauth2/advertiser/get': {
    known: ['app_id', 'secret'],
    run({ world, params, company }) {
      if (required(params, 'app_id') !== appId || required(params, 'secret') !== appSecret)
        throw new Refusal(40110, 'The app_id or secret is invalid.');
      const accounts = world.entities(kinds.account).filter((account) => account.company === company);
      return { list: accounts.map(({ id, data }) => ({ advertiser_id: id, advertiser_name: data.name ?? '' })) };
    },
  },
  'GET advertiser/info': {
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
