import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const range = { accountIds: 'act_1001', startDate: '2026-11-01', endDate: '2026-11-07' };
type Row = { readonly [field: string]: string | number };
const ask = async (params: { readonly [name: string]: string }) => {
  const query = new URLSearchParams({ ...range, limit: '1000', ...params });
  return (await fixture.call('GET', `/v1/reports/query?${query}`)).body;
};
const refusal = async (params: { readonly [name: string]: string }) => {
  const { error } = await ask(params);
  return [error?.details?.[0]?.path, error?.details?.[0]?.code];
};
const cents = (rows: readonly Row[], metric: string) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[metric]) * 100), 0);

describe('breakdowns', () => {
  test.each(['age', 'gender', 'placement', 'device', 'hour', 'country', 'age,gender'])(
    'by %s add up to the whole, altogether and by ad',
    async (breakdowns) => {
      const metrics = 'spend,impressions,conversions';
      const whole = (await ask({ groupBy: 'accountId', metrics })).data as Row[];
      const divided = (await ask({ breakdowns, metrics })).data as Row[];
      expect(divided.length).toBeGreaterThan(1);
      for (const metric of metrics.split(','))
        expect(cents(divided, metric)).toBe(cents(whole, metric));
      for (const row of divided)
        for (const field of breakdowns.split(',')) expect(row[field]).toMatch(/./);
      const byAd = (await ask({ groupBy: 'adId', breakdowns, metrics })).data as Row[];
      expect(cents(byAd, 'spend')).toBe(cents(whole, 'spend'));
      expect(byAd.every(({ adId, adName }) => adId !== '' && adName !== '')).toBe(true);
    },
  );

  test('stand in the order of hours or of what is asked for', async () => {
    const hours = (await ask({ breakdowns: 'hour', metrics: 'clicks' })).data.map(
      ({ hour }: Row) => hour,
    );
    expect(hours).toEqual([...hours].sort());
    expect(hours).toHaveLength(24);
    const ages = (
      await ask({ breakdowns: 'age', metrics: 'clicks', sortBy: 'age', sortDirection: 'ASC' })
    ).data;
    expect(ages.map(({ age }: Row) => age)).toEqual(ages.map(({ age }: Row) => age).sort());
  });

  test('are compared and searched as other rows are', async () => {
    const { data } = await ask({
      breakdowns: 'age',
      metrics: 'spend',
      compareTo: 'previousPeriod',
    });
    const before = (
      await ask({
        breakdowns: 'age',
        metrics: 'spend',
        startDate: '2026-10-25',
        endDate: '2026-10-31',
      })
    ).data;
    for (const { age, previous } of data)
      expect(previous.spend).toBe(before.find((row: Row) => row.age === age)?.spend ?? 0);
    const [{ adName }] = (await ask({ groupBy: 'adId', metrics: 'spend' })).data;
    const found = (
      await ask({ groupBy: 'adId', breakdowns: 'gender', metrics: 'spend', q: adName })
    ).data as Row[];
    expect(new Set(found.map((row) => row.adName))).toEqual(new Set([adName]));
  });

  test('what is not offered is refused by name', async () => {
    expect(await refusal({ breakdowns: 'shoeSize' })).toEqual(['breakdowns', expect.any(String)]);
    expect(await refusal({ breakdowns: 'age', metrics: 'reach' })).toEqual([
      'metrics',
      'metric_not_divided',
    ]);
    expect(await refusal({ breakdowns: 'age,device' })).toEqual([
      'groupBy',
      'grouping_not_offered',
    ]);
    expect(await refusal({ breakdowns: 'age,country' })).toEqual([
      'groupBy',
      'grouping_not_offered',
    ]);
    expect(await refusal({ breakdowns: 'age', groupBy: 'asset' })).toEqual([
      'groupBy',
      'grouping_not_offered',
    ]);
    expect(await refusal({ breakdowns: 'age', 'filters[status]': 'ACTIVE' })).toEqual([
      'filters[status]',
      'filter_not_offered',
    ]);
  });
});

describe('attribution windows', () => {
  test('change conversions and nothing else, at any level and by day', async () => {
    const metrics = 'spend,conversions,conversionValue,roas';
    const [own] = (await ask({ groupBy: 'accountId', metrics })).data;
    const [click] = (await ask({ groupBy: 'accountId', metrics, attributionWindow: '7d_click' }))
      .data;
    const [view] = (await ask({ groupBy: 'accountId', metrics, attributionWindow: '1d_view' }))
      .data;
    const [both] = (
      await ask({ groupBy: 'accountId', metrics, attributionWindow: '7d_click,1d_view' })
    ).data;
    for (const row of [click, view, both]) expect(row.spend).toBe(own.spend);
    expect(view.conversions).toBeLessThan(click.conversions);
    expect(both.conversions).toBe(click.conversions + view.conversions);
    const days = (await ask({ groupBy: 'adId,day', metrics, attributionWindow: '7d_click' }))
      .data as Row[];
    expect(days.reduce((sum, { conversions }) => sum + Number(conversions), 0)).toBe(
      click.conversions,
    );
    const byAge = (
      await ask({ breakdowns: 'age', metrics: 'conversions', attributionWindow: '7d_click' })
    ).data as Row[];
    expect(byAge.reduce((sum, { conversions }) => sum + Number(conversions), 0)).toBe(
      click.conversions,
    );
  });

  test('those that do not exist are refused, with those that do', async () => {
    expect(await refusal({ attributionWindow: '3d_click' })).toEqual([
      'attributionWindow',
      'window_not_offered',
    ]);
    expect(await refusal({ attributionWindow: 'a week' })).toEqual([
      'attributionWindow',
      expect.any(String),
    ]);
    expect(await refusal({ attributionWindow: '7d_click,1d_click' })).toEqual([
      'attributionWindow',
      expect.any(String),
    ]);
    expect(await refusal({ attributionWindow: '7d_click', metrics: 'results' })).toEqual([
      'metrics',
      'metric_not_divided',
    ]);
  });
});
