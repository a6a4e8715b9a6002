import { success } from '../../base/schema/envelope.ts';
import { type Feature, feature, type Others } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { searchAnswer, searchRequest } from './schema.ts';
import { searchAll } from './search.ts';

const searchOperations = (features: readonly Feature[]) =>
  [
    operation({
      name: 'search',
      place: 'GET /v1/search',
      topic: 'Accounts',
      summary:
        'Anything by a part of its name or by its id: accounts, campaigns, ad sets, ads, batches, assets, rules',
      description:
        'The best first. Out of what this service knows; no platform is asked. Campaigns, ad sets and ads are those with figures of the last 90 days, the 10,000 that spent most of each, and what was launched or copied here in the last two days; batches are the newest 500, and any by its number.',
      scope: 'read',
      input: searchRequest,
      output: searchAnswer,
      run: async (ports, caller, { input }) =>
        success({ data: await searchAll(ports, features, caller.companyId, input) }),
    }),
  ] as const;

export const search = feature({
  name: 'search',
  operations: ({ features }: Others) => searchOperations(features),
});
