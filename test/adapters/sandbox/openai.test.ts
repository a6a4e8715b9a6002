import { expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { demoCompany } from '../../../adapters/sandbox/companies.ts';
import { openai } from '../../../adapters/sandbox/openai/index.ts';
import { ids, openaiAccountId } from '../../../adapters/sandbox/openai/seed/ids.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';

const account = openaiAccountId(1);
const sandbox = seededSandbox(createManualClock(Date.UTC(2026, 10, 15, 12)), 7, [openai]);

interface Told {
  readonly data: readonly { readonly [field: string]: unknown }[];
  readonly [member: string]: unknown;
}

async function ask(
  path: string,
  query: { readonly [name: string]: string | readonly string[] } = {},
) {
  const url = new URL(`http://sandbox.test/openai/v1/${path}`);
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) url.searchParams.append(name, each);
  const headers = { authorization: `Bearer ${demoCompany.token}`, 'user-agent': 'a program' };
  const response = await sandbox.fetch(new Request(url, { headers }));
  return { status: response.status, body: (await response.json()) as Told };
}

const range = JSON.stringify({ type: 'date_range', since: '2026-11-01', until: '2026-11-14' });
const sumOf = ({ data }: Told, field: string) =>
  data.reduce((sum, row) => sum + Number(row[field]), 0);

test('figures add up at every level, by every bucket and divided by every segment', async () => {
  const wanted = { 'time_ranges[]': range, 'fields[]': ['impressions', 'clicks'], limit: '2000' };
  const whole = (await ask('ad_account/insights', { ...wanted, time_granularity: 'none' })).body;
  expect(whole.data).toHaveLength(1);
  for (const query of [
    { aggregation_level: 'campaign' },
    { aggregation_level: 'ad_group', time_granularity: 'none' },
    { aggregation_level: 'ad', time_granularity: 'monthly' },
    { 'segments[]': 'country', time_granularity: 'none' },
    { 'segments[]': 'device' },
    { 'segments[]': 'platform', aggregation_level: 'ad' },
  ]) {
    const { status, body } = await ask('ad_account/insights', { ...wanted, ...query });
    expect([query, status, sumOf(body, 'impressions'), sumOf(body, 'clicks')]).toEqual([
      query,
      200,
      sumOf(whole, 'impressions'),
      sumOf(whole, 'clicks'),
    ]);
  }
  const hours = JSON.stringify({
    type: 'hour_range',
    since: '2026-11-10T00',
    until: '2026-11-11T00',
  });
  const day = JSON.stringify({ type: 'date_range', since: '2026-11-10', until: '2026-11-10' });
  const [hourly, daily] = await Promise.all([
    ask('ad_account/insights', { ...wanted, 'time_ranges[]': hours, time_granularity: 'hourly' }),
    ask('ad_account/insights', { ...wanted, 'time_ranges[]': day }),
  ]);
  expect(hourly.body.data).toHaveLength(24);
  expect(sumOf(hourly.body, 'impressions')).toBe(sumOf(daily.body, 'impressions'));
});

test('questions may be of one object, without parameters, filtered and sorted', async () => {
  const campaign = ids.campaign(account, 'clicks');
  const of = await ask(`campaigns/${campaign}/insights`, {
    'fields[]': ['campaign.id', 'metadata.readable_time', 'campaign.cpc'],
  });
  expect(of.body.data[0]).toMatchObject({
    campaign_id: campaign,
    readable_time: expect.any(String),
    cpc: expect.any(Number),
  });
  expect((await ask('ad_account/insights')).body.data[0]).toMatchObject({
    impressions: expect.any(Number),
    ad_account_name: expect.any(String),
  });
  const clicks = await ask('ad_account/insights', {
    aggregation_level: 'ad',
    time_granularity: 'none',
    'time_ranges[]': range,
    'fields[]': ['ad_id', 'clicks'],
    'sort[]': JSON.stringify({ field: 'clicks', direction: 'asc' }),
    'filters[]': JSON.stringify({ field: 'clicks', operator: 'GREATER_THAN', value: 0 }),
  });
  const told = clicks.body.data.map((row) => Number(row.clicks));
  expect(told.length).toBeGreaterThan(1);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  const all = {
    aggregation_level: 'ad',
    time_granularity: 'none',
    'time_ranges[]': range,
    'includes[]': 'zero_impression_items',
  };
  expect((await ask('ad_account/insights', all)).body.data.length).toBeGreaterThan(told.length);
  expect(
    (await ask(`ads/${ids.ad(account, 'clicks', 1)}/insights`, { aggregation_level: 'campaign' }))
      .status,
  ).toBe(400);
  expect((await ask('ad_account/insights', { 'fields[]': 'ad.spent' })).status).toBe(400);
});

test('answers have what is required, as null where nothing was set', async () => {
  const [campaign] = (await ask('campaigns')).body.data;
  expect(campaign).toMatchObject({ description: null, end_time: null });
  const groups = (await ask('ad_groups', { limit: '100' })).body.data;
  for (const group of groups) expect(group).toHaveProperty('bidding_config.max_bid_micros');
  expect((await ask('geo_lookup/search', { q: 'united' })).body.data).toMatchObject([
    { id: '1000232' },
  ]);
  expect((await ask('geo_lookup/search', { q: 'munich' })).body.data).toEqual([]);
  for (const path of ['conversions/pixels', 'conversions/event_settings', 'custom_audiences'])
    expect((await ask(path)).body).toMatchObject({ object: 'list', has_more: false });
});

test('the simulation answers conversions by click and by view apart, for entities, days and parts of the account', async () => {
  const post = async (body: object) => {
    const headers = {
      authorization: `Bearer ${demoCompany.token}`,
      'content-type': 'application/json',
      'user-agent': 'a program',
    };
    const url = 'http://sandbox.test/openai/v1/conversions/insights';
    const response = await sandbox.fetch(
      new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }),
    );
    return { status: response.status, body: (await response.json()) as Told };
  };
  const campaign = ids.campaign(account, 'clicks');
  const asked = { aggregation_level: 'campaign', time_ranges: [range], entity_ids: [campaign] };
  const { body } = await post(asked);
  const general = (
    await ask(`campaigns/${campaign}/insights`, {
      'time_ranges[]': range,
      'fields[]': ['conversions'],
      time_granularity: 'none',
    })
  ).body;
  const clicks = sumOf(general, 'conversions');
  expect(clicks).toBeGreaterThan(0);
  expect([body.count, body.account_currency, sumOf(body, 'click_through_conversions')]).toEqual([
    1,
    'USD',
    clicks,
  ]);
  expect(sumOf(body, 'conversions')).toBe(clicks + sumOf(body, 'view_through_conversions'));
  expect(
    sumOf((await post({ ...asked, view_through_attribution_window_days: 0 })).body, 'conversions'),
  ).toBe(clicks);
  for (const more of [
    { time_granularity: 'daily' },
    { breakdown: 'country' },
    { breakdown: 'device' },
  ])
    expect(sumOf((await post({ ...asked, ...more })).body, 'click_through_conversions')).toBe(
      clicks,
    );
  const { entity_ids: _, ...whole } = asked;
  expect((await post({ ...whole, group_by_entity: false })).body.data[0]?.entity_id).toBe(account);
  for (const wrong of [
    whole,
    { ...asked, attribution_window_days: 5 },
    { ...asked, time_ranges: [] },
    { ...asked, day: 1 },
  ])
    expect((await post(wrong)).status).toBe(400);
});
