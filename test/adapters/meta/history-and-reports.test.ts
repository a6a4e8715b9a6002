import { expect, test } from 'vitest';
import { changesOf } from '../../../adapters/platforms/meta/read/activities.ts';
import { reportRow } from '../../../adapters/platforms/meta/read/report-row.ts';
import { adId, campaignId } from '../../../adapters/sandbox/meta/seed/ids.ts';
import { type MetaAtSandbox, metaAtSandbox } from './meta-at-sandbox.ts';

function parts(at: MetaAtSandbox) {
  const { history, report } = at.platform;
  if (history === undefined || report === undefined) throw new Error('both are offered');
  return { history, report };
}

test('changes are told with old and new values, money in minor units', async () => {
  const at = await metaAtSandbox();
  const { history } = parts(at);
  const id = at.adSet('traffic');
  await at.platform.edit?.setBudget(at.access, 'adset', id, { daily: 77 });
  await at.platform.edit?.setStatus(at.access, [{ id, status: 'PAUSED' }]);
  await at.clock.sleep(1_000);
  const { data } = await history.changes(at.access, { objectId: id, limit: 50 });
  const budget = data.find(({ eventType }) => eventType === 'update_ad_set_budget');
  expect(budget).toMatchObject({ objectId: id, objectType: 'adset', changes: { budget: { old: 5_000, new: 7_700 } } });
  expect(budget?.eventTime).toBe(Math.floor(Date.UTC(2026, 10, 15, 12) / 1000));
  const status = data.find(({ eventType }) => eventType === 'update_ad_set_run_status');
  expect(Object.keys(status?.changes ?? {})).toEqual(['status']);
});

test('changes page by cursor and go back as far as asked', async () => {
  const at = await metaAtSandbox();
  const { history } = parts(at);
  const since = at.clock.now() - 70 * 86_400_000;
  const seen = new Set<string>();
  let after: string | undefined;
  let count = 0;
  do {
    const page = await history.changes(at.access, { since, limit: 20, ...(after && { after }) });
    for (const event of page.data) seen.add(JSON.stringify(event));
    count += page.data.length;
    after = page.after;
  } while (after !== undefined);
  expect(count).toBeGreaterThan(20);
  expect(seen.size).toBe(count);
});

test('each shape of extra data is understood, and what is not is kept', () => {
  expect(changesOf('update_ad_set_run_status', '{"old_value":"Active","new_value":"Inactive","type":"run_status"}')).toEqual({
    status: { old: 'Active', new: 'Inactive' },
  });
  expect(changesOf('update_ad_run_status', '{"run_status":{"old_value":17,"new_value":1}}')).toEqual({
    run_status: { old: 17, new: 1 },
  });
  const wrapped = {
    old_value: { type: 'payment_amount', currency: 'EUR', old_value: 75_000, additional_value: '' },
    new_value: { type: 'payment_amount', currency: 'EUR', new_value: 63_800, additional_value: 'Per day' },
    type: 'composite_data',
  };
  expect(changesOf('update_campaign_budget', JSON.stringify(wrapped))).toEqual({ budget: { old: 75_000, new: 63_800 } });
  expect(changesOf('update_campaign_budget', '{"amount":1000}')).toEqual({ budget: { old: null, new: 1_000 } });
  expect(changesOf('update_campaign_bid_strategy', '{"old_value":null,"new_value":"LOWEST_COST"}')).toEqual({
    bid_strategy: { old: null, new: 'LOWEST_COST' },
  });
  expect(changesOf('update_ad_set_target_spec', '[{"content":"Age","children":["18-30"]}]')).toEqual({
    targeting: { old: null, new: [{ content: 'Age', children: ['18-30'] }] },
  });
  expect(changesOf('update_ad_creative', 'not json')).toEqual({ creative: { old: null, new: 'not json' } });
  expect(changesOf('create_ad', undefined)).toEqual({});
  expect(changesOf('create_ad', '{"name":"A","status":"ACTIVE"}')).toEqual({
    name: { old: null, new: 'A' },
    status: { old: null, new: 'ACTIVE' },
  });
});

test('a report row takes one of the many names of a purchase and never adds them up', () => {
  const action = (type: string, value: string) => ({ action_type: type, value });
  const row = reportRow({
    date_start: '2026-11-01',
    ad_id: '1',
    spend: '12.34',
    impressions: '1000',
    results: [{ indicator: 'actions:purchase', values: [{ value: '8', attribution_windows: ['default'] }] }],
    actions: [action('link_click', '40'), action('offsite_conversion.fb_pixel_purchase', '8'), action('omni_purchase', '9')],
    action_values: [action('omni_purchase', '99.5')],
  });
  expect(row).toMatchObject({
    spend: 12.34,
    impressions: 1000,
    clicks: 0,
    results: 8,
    resultType: 'actions:purchase',
    conversions: 9,
  });
  expect(row.conversionValue).toBe(99.5);
  expect(reportRow({ results: [{ indicator: 'reach' }] })).toMatchObject({ results: 0, resultType: 'reach', conversions: 0 });
});

test('a report run is ordered once and fetched when it is done', async () => {
  const at = await metaAtSandbox();
  const { report } = parts(at);
  const query = { from: '2026-11-01', to: '2026-11-07', breakdown: 'none' } as const;
  const run = await report.runs?.start(at.access, query);
  const states: string[] = [];
  for (let look = 0; look < 60; look += 1) {
    const state = await report.runs?.state(at.access, run ?? '');
    states.push(state?.state ?? '');
    if (state?.state !== 'running') break;
    await at.clock.sleep(5_000);
  }
  expect(states.at(-1)).toBe('done');
  const byId = (rows: readonly { day: string; adId: string }[]) => [...rows].map(({ day, adId: id }) => `${day} ${id}`).sort();
  const rows = (await report.runs?.rows(at.access, run ?? '')) ?? [];
  expect(byId(rows)).toEqual(byId(await report.daily(at.access, query)));
  expect(rows.length).toBeGreaterThan(7);
});

test('reports hold ads that were deleted since', async () => {
  const at = await metaAtSandbox();
  const rows = await parts(at).report.daily(at.access, { from: '2026-09-20', to: '2026-11-14', breakdown: 'none' });
  expect(rows.map((row) => row.adId)).toContain(adId(at.access.adAccountId, 'traffic', 4));
});

test('reach is asked for at the level and over the range wanted; it is less than the sum of its days', async () => {
  const at = await metaAtSandbox();
  const { report } = parts(at);
  const range = { from: '2026-10-01', to: '2026-11-14' } as const;
  const [all] = await report.reach(at.access, { ...range, level: 'account', by: 'all' });
  const days = await report.reach(at.access, { ...range, level: 'account', by: 'day' });
  const months = await report.reach(at.access, { ...range, level: 'account', by: 'month' });
  expect(all?.reach).toBeGreaterThan(0);
  expect(all?.reach).toBeLessThan(days.reduce((sum, { reach }) => sum + (reach ?? 0), 0));
  expect(months.map(({ from, to }) => [from, to])).toEqual([
    ['2026-10-01', '2026-10-31'],
    ['2026-11-01', '2026-11-14'],
  ]);
  const countries = await report.reach(at.access, { ...range, level: 'account', by: 'all', breakdown: 'country' });
  expect(new Set(countries.map(({ country }) => country)).size).toBe(countries.length);
  const [one] = countries;
  const only = await report.reach(at.access, { ...range, level: 'account', by: 'all', countries: [one?.country ?? ''] });
  expect(only).toMatchObject([{ reach: one?.reach }]);
  const campaigns = await report.reach(at.access, {
    ...range,
    level: 'campaign',
    by: 'all',
    entityIds: [campaignId(at.access.adAccountId, 'sales')],
  });
  expect(campaigns.map(({ entityId }) => entityId)).toEqual([campaignId(at.access.adAccountId, 'sales')]);
});
