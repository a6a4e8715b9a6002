import { describe, expect, test } from 'vitest';
import { changesOf } from '../../../adapters/platforms/meta/read/activities.ts';
import { reportRow } from '../../../adapters/platforms/meta/read/report-row.ts';
import type { HttpResult } from '../../../core/ports/http.ts';
import { access, json, scripted } from './scripted.ts';

test('each shape of extra data is understood, and what is not is kept', () => {
  expect(
    changesOf(
      'update_ad_set_run_status',
      '{"old_value":"Active","new_value":"Inactive","type":"run_status"}',
    ),
  ).toEqual({
    status: { old: 'Active', new: 'Inactive' },
  });
  expect(
    changesOf('update_ad_run_status', '{"run_status":{"old_value":17,"new_value":1}}'),
  ).toEqual({
    run_status: { old: 17, new: 1 },
  });
  const wrapped = {
    old_value: { type: 'payment_amount', currency: 'EUR', old_value: 75_000, additional_value: '' },
    new_value: {
      type: 'payment_amount',
      currency: 'EUR',
      new_value: 63_800,
      additional_value: 'Per day',
    },
    type: 'composite_data',
  };
  expect(changesOf('update_campaign_budget', JSON.stringify(wrapped))).toEqual({
    budget: { old: 75_000, new: 63_800 },
  });
  expect(changesOf('update_campaign_budget', '{"amount":1000}')).toEqual({
    budget: { old: null, new: 1_000 },
  });
  expect(
    changesOf('update_campaign_bid_strategy', '{"old_value":null,"new_value":"LOWEST_COST"}'),
  ).toEqual({
    bid_strategy: { old: null, new: 'LOWEST_COST' },
  });
  expect(
    changesOf('update_ad_set_target_spec', '[{"content":"Age","children":["18-30"]}]'),
  ).toEqual({
    targeting: { old: null, new: [{ content: 'Age', children: ['18-30'] }] },
  });
  expect(changesOf('update_ad_creative', 'not json')).toEqual({
    creative: { old: null, new: 'not json' },
  });
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
    results: [
      { indicator: 'actions:purchase', values: [{ value: '8', attribution_windows: ['default'] }] },
    ],
    actions: [
      action('link_click', '40'),
      action('offsite_conversion.fb_pixel_purchase', '8'),
      action('omni_purchase', '9'),
    ],
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
  expect(reportRow({ results: [{ indicator: 'reach' }] })).toMatchObject({
    results: 0,
    resultType: 'reach',
    conversions: 0,
  });
});

describe('the reach of several countries', () => {
  const row = { account_id: '1', date_start: '2026-11-01', date_stop: '2026-11-15', spend: '1' };
  const byCountry = [
    { ...row, country: 'US', reach: '60', impressions: '100' },
    { ...row, country: 'CA', reach: '30', impressions: '50' },
    { ...row, country: 'DE', reach: '10', impressions: '20' },
  ];
  const invalid = json(
    { error: { message: 'Filtering field country is invalid', type: 'OAuthException', code: 100 } },
    400,
  );
  const reachOf = async (together: HttpResult) => {
    const { platform } = await scripted((request) =>
      decodeURIComponent(JSON.stringify(request)).includes('breakdowns')
        ? json({ data: byCountry })
        : together,
    );
    const range = { from: '2026-11-01', to: '2026-11-15' };
    return platform.report?.reach(access, {
      ...range,
      level: 'account',
      by: 'all',
      countries: ['US', 'CA'],
    });
  };

  test('is the platform’s figure where it counts these countries alone', async () => {
    expect(
      await reachOf(json({ data: [{ ...row, reach: '85', impressions: '150' }] })),
    ).toMatchObject([{ reach: 85, impressions: 150 }]);
  });

  test.each([
    ['refuses the filter', invalid],
    [
      'leaves the filter aside and counts all countries',
      json({ data: [{ ...row, reach: '95', impressions: '170' }] }),
    ],
  ])('is unknown where it %s', async (_title, answer) => {
    expect(await reachOf(answer)).toMatchObject([{ reach: null, impressions: 150, spend: 2 }]);
  });
});

test.each([
  ['a poll', { interactive_components_spec: { components: [{ type: 'POLL' }] } }, /no poll ads/],
  [
    'a creative for the web only in an ad set for website and app',
    { applink_treatment: 'web_only' },
    /website and app/,
  ],
])('an ad with %s is known to be refused before it is copied', async (_title, creative, reason) => {
  const adset = { promoted_object: { omnichannel_object: { pixel: [] } } };
  const row = {
    id: '5',
    name: 'Ad',
    status: 'PAUSED',
    account_id: '1',
    adset_id: '2',
    adset,
    creative,
  };
  const { platform } = await scripted(json(row));
  expect((await platform.duplicate?.tree(access, 'ad', '5'))?.notCopyable).toMatch(reason);
  const { platform: other } = await scripted(
    json({ ...row, adset: {}, creative: { applink_treatment: 'web_only' } }),
  );
  expect((await other.duplicate?.tree(access, 'ad', '5'))?.notCopyable).toBeUndefined();
});
