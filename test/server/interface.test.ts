import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import type { Fault } from '../../core/base/errors.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

/** What the interface promises and no test of a single part shows. */

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const get = (path: string) => fixture.call('GET', path);
const send = (path: string, body: object) => fixture.call('POST', path, { body });
const faultsOf = ({ status, body }: Awaited<ReturnType<typeof get>>) => [
  status,
  ...(body.error?.details ?? []).map(({ path, code }: Fault) => `${path} ${code}`),
];

describe('places of an ad set', () => {
  const base = { accountId: 'act_1001', campaignId: seed.campaign('act_1001', 'traffic'), name: 'Places', dailyBudget: 20 };
  const create = (location: object) => send('/v1/manage/create-adset', { ...base, location });

  test.each([
    ['a region', { countries: ['CA'], regions: [{ key: '3847' }] }],
    ['a city', { countries: ['CA'], cities: [{ key: '2421836' }] }],
    ['a city by its key alone', { countries: ['CA', 'AU'], cities: ['560472'] }],
    ['a city that says its country', { countries: ['CA'], cities: [{ key: '560472', country: 'DE' }] }],
    ['a market', { countries: ['CA'], geo_markets: ['501'] }],
  ])('%s of another country is taken beside a country', async (_title, location) => {
    const { status, body } = await create(location);
    expect([status, body.error]).toEqual([200, undefined]);
    const held = (await fixture.held('adsets')).find(({ id }) => id === body.adSetId) as unknown as {
      targeting: { geo_locations: { countries: string[] } };
    };
    expect(held.targeting.geo_locations).toMatchObject({ countries: location.countries });
    expect(Object.keys(held.targeting.geo_locations)).toHaveLength(2);
  });

  test.each([
    ['by what it says', { countries: ['US'], cities: [{ key: '2421836', country: 'US' }] }, 'location.countries places_overlap'],
    ['by what the platform knows', { countries: ['US'], regions: [{ key: '3847' }] }, 'location platform_rule'],
  ])('what overlaps is refused, %s', async (_title, location, fault) => {
    expect(faultsOf(await create(location))).toEqual([422, fault]);
  });
});

describe('missing fields', () => {
  test.each([
    ['create-campaign', {}, ['accountId', 'name', 'objective']],
    ['create-campaign', { businessId: 'act_1001' }, ['name', 'objective']],
    ['create-adset', {}, ['accountId', 'campaignId', 'name']],
    ['create-adset', { account_id: 'act_1001' }, ['campaignId', 'name']],
    ['update-ad', {}, ['accountId', 'adId']],
  ])('%s %o tells all of them at once', async (path, body, missing) => {
    const [status, ...faults] = faultsOf(await send(`/v1/manage/${path}`, body));
    expect([status, faults.sort()]).toEqual([400, missing.map((field) => `${field} missing_field`)]);
  });
});
