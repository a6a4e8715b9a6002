import { afterAll, beforeAll, expect, test } from 'vitest';
import { metricsTold, partsOffered } from '../../server/dashboard/page/features/reports/offers.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

test('fields say what each platform divides by, and the page offers that and nothing else', async () => {
  const { dimensions } = (await fixture.call('GET', '/v1/reports/fields')).body;
  const offer = (key: string, platform: string) =>
    dimensions
      .find((each: { key: string }) => each.key === key)
      ?.offers?.find((each: { platform: string }) => each.platform === platform);
  expect(offer('age', 'search-ads')).toMatchObject({ finest: 'adset', together: [] });
  expect(offer('age', 'photo-messaging')).toMatchObject({ finest: 'ad', together: ['gender'] });
  expect(offer('age', 'photo-messaging').metrics).not.toContain('results');
  expect(offer('hour', 'photo-messaging').mostDays).toBe(7);
  expect(offer('device', 'professional-network')).toMatchObject({ finest: 'ad' });
  expect(offer('placement', 'professional-network')).toMatchObject({ finest: 'campaign' });
  expect(offer('age', 'professional-network')).toBeUndefined();
  const { platforms: byCountry } = dimensions.find(
    (each: { key: string }) => each.key === 'country',
  );
  expect(byCountry).toEqual(expect.arrayContaining(['primary', 'photo-messaging']));
  expect(byCountry).not.toContain('search-ads');

  const chosen = {
    by: 'campaignName',
    second: '',
    part: '',
    metrics: ['spend', 'results', 'reach'],
  };
  const keys = (platforms: readonly string[], more = {}) =>
    partsOffered(dimensions, platforms, { ...chosen, ...more }).map(([key]) => key);
  expect(keys(['primary'])).toContain('age,gender');
  expect(keys(['search-ads'])).toEqual(['age', 'gender', 'device', 'hour']);
  expect(keys(['search-ads'], { second: 'adsetName' })).toEqual(['age', 'gender']);
  expect(keys(['search-ads', 'professional-network'])).toEqual(['device']);
  expect(metricsTold(dimensions, ['photo-messaging'], { ...chosen, part: 'age' })).toEqual([
    'spend',
  ]);
  expect(metricsTold(dimensions, ['photo-messaging'], chosen)).toEqual(chosen.metrics);
});
