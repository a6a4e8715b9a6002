import { expect, test } from 'vitest';
import type { PlatformError } from '../../../core/base/errors.ts';
import { googleAtSandbox } from './google-at-sandbox.ts';

const range = { from: '2026-10-01', to: '2026-11-10' } as const;
const between = `segments.date BETWEEN '${range.from}' AND '${range.to}'`;

test('a report adds up to the account’s own total, to the micro, whether the platform writes zeros or not', async () => {
  for (const fault of [undefined, { fault: 'zeros-told' }, { fault: 'small-pages', limit: 60 }]) {
    const at = googleAtSandbox();
    if (fault !== undefined) await at.fault(fault);
    const rows =
      (await at.platform.report?.daily(at.access, { ...range, breakdown: 'none' })) ?? [];
    const micros = rows.reduce((sum, { spend }) => sum + BigInt(Math.round(spend * 1_000_000)), 0n);
    const { body } = await at.search(
      `SELECT metrics.cost_micros, metrics.impressions, metrics.conversions FROM customer WHERE ${between}`,
    );
    const [{ metrics }] = body.results;
    expect(micros).toBe(BigInt(metrics.costMicros));
    expect(rows.reduce((sum, { impressions }) => sum + impressions, 0)).toBe(
      Number(metrics.impressions),
    );
    expect(rows.reduce((sum, { conversions }) => sum + conversions, 0)).toBe(metrics.conversions);
    expect(rows.length).toBeGreaterThan(100);
  }
});

test('parts of the whole add up: campaigns, ad groups, keywords, devices and days', async () => {
  const at = googleAtSandbox();
  const sumOf = async (query: string): Promise<bigint> => {
    const { body } = await at.search(query);
    return (body.results ?? []).reduce(
      (sum: bigint, { metrics }: { metrics?: { costMicros?: string } }) =>
        sum + BigInt(metrics?.costMicros ?? 0),
      0n,
    );
  };
  const whole = await sumOf(`SELECT metrics.cost_micros FROM customer WHERE ${between}`);
  for (const [fields, from] of [
    ['campaign.id', 'campaign'],
    ['ad_group.id, segments.device', 'ad_group'],
    ['ad_group_ad.ad.id, segments.date, segments.ad_network_type', 'ad_group_ad'],
    ['ad_group_criterion.criterion_id', 'keyword_view'],
    ['ad_group_criterion.age_range.type, segments.date', 'age_range_view'],
    ['ad_group_criterion.gender.type, ad_group.id', 'gender_view'],
    ['segments.month', 'customer'],
  ])
    expect([
      from,
      await sumOf(`SELECT ${fields}, metrics.cost_micros FROM ${from} WHERE ${between}`),
    ]).toEqual([from, whole]);
  expect(whole).toBeGreaterThan(0n);
});

test('versions that live are answered, those that have ended or do not exist are refused with the setting', async () => {
  for (const version of ['v23', 'v24', 'v25', 'v26'])
    expect([
      version,
      (
        await googleAtSandbox({ version }).platform.accounts.list(
          'c1',
          googleAtSandbox().credentials,
        )
      ).length > 0,
    ]).toEqual([version, true]);
  for (const version of ['v21', 'v22', 'v27']) {
    const at = googleAtSandbox({ version });
    const failure = at.platform.accounts
      .list('c1', at.credentials)
      .catch((error: PlatformError) => error.failure);
    expect(await failure).toMatchObject({
      class: 'blocked',
      fix: expect.stringContaining('SLIPWAY_GOOGLE_VERSION'),
    });
  }
});
