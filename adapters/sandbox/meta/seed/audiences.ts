import type { JsonObject } from '../../entity.ts';
import type { World } from '../../world.ts';
import { companyIds, seedId } from './ids.ts';

const day = 86_400_000;

export function seedAudiences(world: World, accounts: readonly string[]): void {
  const [first = ''] = accounts;
  const { business: company, page } = companyIds(first);
  const created = world.now() - 60 * day;
  const add = (kind: string, id: string, parent: string, data: JsonObject): void => {
    world.add({ id, kind, company, parents: [parent], created, data });
  };
  for (const account of accounts) {
    const size = { approximate_count_lower_bound: 12_000, approximate_count_upper_bound: 14_100 };
    add('customaudiences', seedId(account, 'pixel', 11), account, { name: 'Buyers of 180 days', subtype: 'WEBSITE', ...size });
    add('customaudiences', seedId(account, 'pixel', 12), account, {
      ...{ name: 'Like buyers, 1 percent', subtype: 'LOOKALIKE', lookalike_spec: { country: 'US', ratio: 0.01 } },
      ...{ approximate_count_lower_bound: 2_100_000, approximate_count_upper_bound: 2_500_000 },
    });
    add('saved_audiences', seedId(account, 'pixel', 13), account, {
      ...{ name: 'Adults in the US', ...size },
      targeting: { geo_locations: { countries: ['US'] }, age_min: 25, age_max: 54 },
    });
  }
  add('leadgen_forms', seedId(first, 'pixel', 21), page, { name: 'Newsletter', status: 'ACTIVE', locale: 'en_US' });
  const catalog = seedId(first, 'pixel', 31);
  add('product_catalogs', catalog, company, { name: 'Harbour catalogue', vertical: 'commerce', product_count: 240 });
  add('product_sets', seedId(first, 'pixel', 32), catalog, { name: 'All products', product_count: 240 });
  add('product_sets', seedId(first, 'pixel', 33), catalog, { name: 'Autumn', product_count: 36 });
}
