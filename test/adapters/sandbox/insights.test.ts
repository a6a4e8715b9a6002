import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measuresOf, reachOf, split } from '../../../adapters/sandbox/kit/metrics.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { adSet, type Client, campaign, createClient, eur, imageStory } from './client.ts';

type Row = { readonly [field: string]: string };

const whole = { since: '2026-10-01', until: '2026-11-14' };

async function report(client: Client, node: string, params: object): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let page = (await client.get(`/${node}/insights`, { limit: '200', ...params })).body;
  for (;;) {
    if (page.error !== undefined) throw new Error(JSON.stringify(page.error));
    rows.push(...page.data);
    if (page.paging?.next === undefined) return rows;
    page = await (await client.sandbox.fetch(new Request(page.paging.next))).json();
  }
}

const additive = ['impressions', 'clicks', 'inline_link_clicks', 'spend'] as const;
/** In hundredths, so that sums are exact. */
const sum = (rows: readonly Row[], field: string): number =>
  rows.reduce((total, row) => total + Math.round(Number(row[field] ?? 0) * 100), 0);

test.each(['act_1001', 'act_1002', 'act_1003'])(
  'the figures of %s add up over levels, days and countries',
  async (account) => {
    const client = createClient();
    const fields = [...additive, 'reach', 'ad_id', 'adset_id', 'campaign_id'].join();
    // Deleted ads have no row of their own unless asked for, but are part of every sum above them.
    const filtering = [
      {
        field: 'ad.effective_status',
        operator: 'IN',
        value: ['ACTIVE', 'PAUSED', 'DELETED', 'ARCHIVED'],
      },
    ];
    const daily = await report(client, account, {
      level: 'ad',
      time_range: whole,
      time_increment: '1',
      fields,
      filtering,
    });
    const reports = [
      await report(client, account, { level: 'account', time_range: whole, fields }),
      await report(client, account, { level: 'campaign', time_range: whole, fields }),
      await report(client, account, {
        level: 'adset',
        time_range: whole,
        time_increment: 'monthly',
        fields,
      }),
      await report(client, account, {
        level: 'ad',
        time_range: whole,
        time_increment: '7',
        fields,
        filtering,
      }),
      await report(client, account, {
        level: 'account',
        time_range: whole,
        breakdowns: ['country'],
        fields,
      }),
      await report(client, account, {
        level: 'campaign',
        time_range: whole,
        breakdowns: ['age', 'gender'],
        fields,
      }),
    ];
    expect(daily.length).toBeGreaterThan(500);
    for (const rows of reports)
      for (const field of additive) expect(sum(rows, field)).toBe(sum(daily, field));
    const [total] = reports[0] ?? [];
    expect(Number(total?.reach)).toBeLessThan(sum(daily, 'reach') / 100);
    expect(Number(total?.reach)).toBeGreaterThanOrEqual(
      Math.max(...daily.map((row) => Number(row.reach))),
    );
  },
);

test('an ad without its deleted sister: the list of ads adds up to less than the ad set', async () => {
  const client = createClient();
  const set = seed.deliveringAdSet(eur, 'sales');
  const params = { time_range: whole, fields: 'impressions,ad_id' };
  const ads = await report(client, set, { ...params, level: 'ad' });
  const [total] = await report(client, set, params);
  expect(ads.map((row) => row.ad_id).sort()).toEqual([
    seed.ad(eur, 'sales', 1),
    seed.ad(eur, 'sales', 2),
    seed.ad(eur, 'sales', 3),
  ]);
  expect(Number(total?.impressions)).toBeGreaterThan(sum(ads, 'impressions') / 100);
  const gone = await report(client, seed.ad(eur, 'sales', 4), params);
  expect(sum(ads, 'impressions') + sum(gone, 'impressions')).toBe(
    sum(total === undefined ? [] : [total], 'impressions'),
  );
});

test('the same question has the same answer, in another sandbox and later too', async () => {
  const params = { level: 'ad', time_range: whole, fields: 'ad_id,spend,actions,reach' };
  const first = createClient();
  const rows = await report(first, eur, params);
  await first.advance(86_400_000 * 3);
  expect(await report(first, eur, params)).toEqual(rows);
  expect(await report(createClient(), eur, params)).toEqual(rows);
});

test('rows without delivery are left out, and an ad delivers while it and all above it are on', async () => {
  const client = createClient();
  const day = 86_400_000;
  const top = await client.make(`/${eur}/campaigns`, campaign({ status: 'ACTIVE' }));
  const set = await client.make(`/${eur}/adsets`, adSet({ campaign_id: top, status: 'ACTIVE' }));
  const ad = await client.make(`/${eur}/ads`, {
    name: 'Ad',
    adset_id: set,
    status: 'ACTIVE',
    creative: { object_story_spec: imageStory() },
  });
  expect(await report(client, ad, { date_preset: 'today', fields: 'spend' })).toEqual([]);
  await client.advance(2 * day);
  await client.post(`/${set}`, { status: 'PAUSED' });
  await client.advance(2 * day);
  await client.post(`/${set}`, { status: 'ACTIVE' });
  await client.advance(day);
  const rows = await report(client, ad, {
    time_range: { since: '2026-11-01', until: '2026-11-30' },
    time_increment: '1',
    fields: 'impressions',
  });
  expect(rows.map((row) => row.date_start)).toEqual([
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-19',
    '2026-11-20',
  ]);
});

test('days are those of the account: in Tokyo the next one has begun', async () => {
  const client = createClient();
  await client.advance(5 * 3_600_000);
  const today = async (account: string): Promise<string | undefined> =>
    (await report(client, account, { date_preset: 'today', fields: 'spend' }))[0]?.date_start;
  expect(await today('act_1002')).toBe('2026-11-16');
  expect(await today('act_1001')).toBe('2026-11-15');
});

test('figures of today grow with the clock of the account, slowly at night, up to the whole day', async () => {
  const client = createClient();
  const hour = 3_600_000;
  const spent = async (preset: 'today' | 'yesterday'): Promise<number> =>
    sum(await report(client, 'act_1001', { date_preset: preset, fields: 'spend' }), 'spend');
  // To midnight in Berlin, where the account is.
  await client.advance(11 * hour + 60_000);
  const byHour = [await spent('today')];
  for (let i = 1; i < 24; i++) {
    await client.advance(hour);
    byHour.push(await spent('today'));
  }
  expect(byHour[0]).toBe(0);
  expect(byHour).toEqual([...byHour].sort((a, b) => a - b));
  await client.advance(hour);
  const whole = await spent('yesterday');
  const share = (from: number, to: number): number =>
    ((byHour[to] ?? 0) - (byHour[from] ?? 0)) / whole;
  expect(share(1, 5)).toBeLessThan(0.05);
  expect(share(17, 21)).toBeGreaterThan(0.2);
  expect(byHour[23]).toBeLessThan(whole);
  // Just after midnight; at noon no later hour has figures.
  await client.advance(12 * hour);
  const breakdowns = ['hourly_stats_aggregated_by_advertiser_time_zone'];
  const rows = await report(client, 'act_1001', {
    date_preset: 'today',
    fields: 'spend',
    breakdowns,
  });
  expect(
    rows.map((row) => Number(row[breakdowns[0] ?? '']?.slice(0, 2))).every((at) => at < 12),
  ).toBe(true);
  expect(sum(rows, 'spend')).toBe(await spent('today'));
});

test('figures are text, money in whole units without cents where there are none', async () => {
  const client = createClient();
  const fields = 'impressions,spend,cpc,cpm,ctr,frequency,account_currency';
  const [euro] = await report(client, 'act_1001', { time_range: whole, fields });
  const [yen] = await report(client, 'act_1002', { time_range: whole, fields });
  for (const row of [euro, yen])
    for (const value of Object.values(row ?? {})) expect(typeof value).toBe('string');
  expect(euro?.spend).toMatch(/^\d+\.\d\d$/);
  expect(yen?.spend).toMatch(/^\d+$/);
  expect(Number(euro?.ctr)).toBeCloseTo(
    (Number(
      (await report(client, 'act_1001', { time_range: whole, fields: 'clicks' }))[0]?.clicks,
    ) /
      Number(euro?.impressions)) *
      100,
    4,
  );
});

test('a purchase shows under several names, results by the goal of the ad set, and none without values', async () => {
  const client = createClient();
  const [row] = (
    await client.get(`/${seed.ad(eur, 'sales', 1)}/insights`, {
      time_range: whole,
      fields: 'actions,action_values,results,cost_per_result,purchase_roas,spend',
      action_attribution_windows: ['7d_click', '1d_view'],
    })
  ).body.data;
  const purchases = row.actions.filter((action: { action_type: string }) =>
    action.action_type.includes('purchase'),
  );
  expect(purchases.length).toBeGreaterThan(3);
  expect(new Set(purchases.map(({ value }: { value: string }) => value)).size).toBe(1);
  expect(purchases[0]).toMatchObject({
    '7d_click': purchases[0].value,
    '1d_view': expect.any(String),
  });
  expect(row.results).toEqual([
    {
      indicator: 'actions:offsite_conversion.fb_pixel_purchase',
      values: [{ value: purchases[0].value, attribution_windows: ['default'] }],
    },
  ]);
  const value = Number(row.action_values[0].value);
  expect(Number(row.purchase_roas[0].value)).toBeCloseTo(value / Number(row.spend), 4);
  const awareness = (
    await client.get(`/${seed.ad(eur, 'awareness', 1)}/insights`, {
      time_range: whole,
      fields: 'results,reach',
    })
  ).body.data[0];
  expect(awareness.results).toEqual([
    { indicator: 'reach', values: [{ value: awareness.reach, attribution_windows: ['default'] }] },
  ]);
  const days = (
    await client.get(`/${seed.ad(eur, 'sales', 1)}/insights`, {
      time_range: whole,
      time_increment: '1',
      limit: '100',
      fields: 'results',
      breakdowns: ['age', 'gender'],
    })
  ).body.data;
  expect(
    days.some((day: { results: { values?: unknown }[] }) => day.results[0]?.values === undefined),
  ).toBe(true);
});

test('reports are filtered, sorted, summed up and paged', async () => {
  const client = createClient();
  const [campaignId] = [seed.campaign(eur, 'leads')];
  const rows = await report(client, eur, {
    level: 'ad',
    time_range: whole,
    fields: 'ad_id,campaign_id,impressions',
    filtering: [{ field: 'campaign.id', operator: 'IN', value: [campaignId] }],
    sort: ['impressions_descending'],
  });
  expect(new Set(rows.map((row) => row.campaign_id))).toEqual(new Set([campaignId]));
  const counts = rows.map((row) => Number(row.impressions));
  expect(counts).toEqual([...counts].sort((left, right) => right - left));
  const many = await report(client, eur, {
    level: 'ad',
    time_range: whole,
    fields: 'impressions',
    filtering: [{ field: 'ad.impressions', operator: 'GREATER_THAN', value: counts[0] }],
  });
  expect(many.every((row) => Number(row.impressions) > (counts[0] ?? 0))).toBe(true);
  const page = (
    await client.get(`/${eur}/insights`, {
      level: 'campaign',
      time_range: whole,
      fields: 'spend',
      limit: '2',
      summary: ['spend'],
    })
  ).body;
  expect(page.data).toHaveLength(2);
  const all = await report(client, eur, { level: 'campaign', time_range: whole, fields: 'spend' });
  expect(Math.round(Number(page.summary.spend) * 100)).toBe(sum(all, 'spend'));
});

const refused: readonly (readonly [why: string, code: number, params: object])[] = [
  ['an unknown field', 100, { fields: 'spend,charm' }],
  ['positions without their platform', 100, { breakdowns: ['platform_position'] }],
  ['an unknown preset', 100, { date_preset: 'last_century' }],
  [
    'a range the wrong way round',
    100,
    { time_range: { since: '2026-11-10', until: '2026-11-01' } },
  ],
  ['more than 37 months', 3018, { time_range: { since: '2020-01-01', until: '2026-11-01' } }],
  ['steps of 91 days', 100, { time_increment: '91' }],
  ['a level above the object', 100, { level: 'galaxy' }],
];

test.each(refused)('%s is refused', async (_why, code, params) => {
  const client = createClient();
  expect((await client.get(`/${eur}/insights`, params)).body.error.code).toBe(code);
});

test('presets end where they say', async () => {
  const client = createClient();
  const range = async (date_preset: string): Promise<readonly (string | undefined)[]> => {
    const [row] = await report(client, eur, { date_preset, fields: 'spend' });
    return [row?.date_start, row?.date_stop];
  };
  expect(await range('last_7d')).toEqual(['2026-11-08', '2026-11-14']);
  expect(await range('this_month')).toEqual(['2026-11-01', '2026-11-15']);
  expect(await range('last_month')).toEqual(['2026-10-01', '2026-10-31']);
  expect(await range('last_week_mon_sun')).toEqual(['2026-11-02', '2026-11-08']);
  expect(await range('this_quarter')).toEqual(['2026-10-01', '2026-11-15']);
});

test('an asynchronous report runs through its states and answers like the synchronous one', async () => {
  const client = createClient();
  const params = { level: 'ad', time_range: whole, fields: 'ad_id,spend' };
  const { report_run_id: run } = (await client.post(`/${eur}/insights`, params)).body;
  const poll = async () => (await client.get(`/${run}`)).body;
  expect(await poll()).toMatchObject({
    id: run,
    account_id: '1001',
    async_status: 'Job Not Started',
    async_percent_completion: 0,
  });
  await client.advance(2000);
  expect((await poll()).async_status).toBe('Job Running');
  expect((await client.get(`/${run}/insights`)).body.error).toBeDefined();
  await client.advance(2000);
  expect(await poll()).toMatchObject({
    async_status: 'Job Completed',
    async_percent_completion: 95,
  });
  await client.advance(1000);
  expect(await poll()).toMatchObject({
    async_status: 'Job Completed',
    async_percent_completion: 100,
  });
  expect(await report(client, run, { limit: '5' })).toEqual(await report(client, eur, params));
  await client.advance(31 * 86_400_000);
  expect((await poll()).error.error_subcode).toBe(33);
});

test('insights answers carry the throttle header of their own', async () => {
  const client = createClient();
  const { headers } = await client.get(`/${eur}/insights`, { fields: 'spend' });
  expect(JSON.parse(headers.get('x-fb-ads-insights-throttle') ?? '')).toMatchObject({
    acc_id_util_pct: expect.any(Number),
  });
  expect(JSON.parse(headers.get('x-business-use-case-usage') ?? '')['1001'][0].type).toBe(
    'ads_insights',
  );
});

test('reach of a whole is at most the sum of its parts and at least the largest', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500_000), { minLength: 1, maxLength: 20 }), (parts) => {
      const total = reachOf(parts.reduce((left, right) => left + right, 0));
      // Rounding may add one for each part.
      expect(total).toBeLessThanOrEqual(
        parts.reduce((left, right) => left + reachOf(right), parts.length),
      );
      expect(total).toBeGreaterThanOrEqual(Math.max(...parts.map(reachOf)));
    }),
  );
});

test('shares add up to the whole and figures keep their order', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.string(),
      fc.constantFrom('2026-11-01', '2026-10-31'),
      fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 6 }),
      (number, ad, day, keys) => {
        const measures = measuresOf(number, ad, { day, country: 'US', minorUnits: 100 });
        expect(measuresOf(number, ad, { day, country: 'US', minorUnits: 100 })).toEqual(measures);
        expect(measures.impressions).toBeGreaterThanOrEqual(measures.clicks);
        expect(measures.clicks).toBeGreaterThanOrEqual(measures.linkClicks);
        const parts = [...split(measures, keys, ad).values()];
        for (const field of ['impressions', 'clicks', 'spend', 'results', 'value'] as const)
          expect(parts.reduce((left, part) => left + part[field], 0)).toBe(measures[field]);
      },
    ),
  );
});
