import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { useCommandLine } from './cli-fixture.ts';

const { folder, slipway } = useCommandLine();
const limitsOf = async (account: string) => {
  const { accounts } = JSON.parse((await slipway('guardrails', '--json')).out);
  return accounts.find(({ adAccountId }: { adAccountId: string }) => adAccountId === account);
};

describe('slipway guardrails', () => {
  test('shows what holds for each account, in its currency', async () => {
    const { code, out } = await slipway('guardrails');
    expect(code).toBe(0);
    expect(out).toMatch(
      /act_1001 +10,000 +300,000 +9,900 % +50,000 +1,500,000 +200,000 +- +5,000 +EUR +default/,
    );
    expect(out).toMatch(
      /act_1002 +1,000,000 +30,000,000 +9,900 % +5,000,000 +150,000,000 +20,000,000 +- +5,000 +JPY +default/,
    );
  });

  test('sets limits of a currency, an account and the rise, and takes them back', async () => {
    expect((await slipway('guardrails', 'set', '--currency', 'eur', '--daily', '2,000')).code).toBe(
      0,
    );
    expect(
      (
        await slipway(
          'guardrails',
          'set',
          '--account',
          '1001',
          '--started-daily',
          '8000',
          '--rise',
          '3',
        )
      ).code,
    ).toBe(0);
    const { out } = await slipway('guardrails', 'set', '--rise', '5');
    expect(out).toMatch(
      /act_1001 +2,000 +300,000 +3 % +8,000 +1,500,000 +200,000 +- +5,000 +EUR +account/,
    );
    expect(out).toMatch(
      /act_1004 +2,000 +300,000 +5 % +50,000 +1,500,000 +200,000 +- +5,000 +EUR +company/,
    );
    await slipway(
      'guardrails',
      'set',
      '--account',
      'act_1001',
      '--started-daily',
      'default',
      '--rise',
      'default',
    );
    expect(await limitsOf('act_1001')).toMatchObject({
      source: 'company',
      limits: { startedDailyBudget: 50_000, risePercent: 5 },
    });
    await slipway('guardrails', 'set', '--rise', 'default');
    await slipway('guardrails', 'set', '--currency', 'EUR', '--daily', 'default');
    expect(await limitsOf('act_1001')).toMatchObject({
      source: 'default',
      limits: { dailyBudget: 10_000, risePercent: 9_900 },
    });
  });

  test.each([
    [2, []],
    [2, ['--daily', '5']],
    [2, ['--account', 'act_1001', '--currency', 'EUR', '--daily', '5']],
    [2, ['--currency', 'EUR', '--rise', '5']],
    [2, ['--currency', 'EUR', '--daily', 'much']],
    [3, ['--account', 'act_404', '--daily', '5']],
    [3, ['--currency', 'JPY', '--daily', '5.5']],
  ])('leaves with %d for %j, and changes nothing', async (code, args) => {
    expect((await slipway('guardrails', 'set', ...args)).code).toBe(code);
    expect(await limitsOf('act_1001')).toMatchObject({ source: 'default' });
  });
});

test('the plan of a launch says what would start to spend, and what the limits forbid', async () => {
  const [first, second] = seed.emptyAdSets('act_1001', 'traffic');
  const ad = {
    adAccountId: 'act_1001',
    page: seed.page,
    secondary: seed.profile,
    link: 'https://example.com',
    adName: 'Boat',
    adSets: [first, second],
    media: [{ url: 'boat.png' }],
    status: 'ACTIVE',
  };
  const file = join(folder, 'active.json');
  writeFileSync(file, JSON.stringify({ ads: [ad] }));
  expect((await slipway('launch', file, '--plan')).out).toMatch(
    /starts to spend +100 EUR a day, in act_1001/,
  );
  await slipway('guardrails', 'set', '--account', 'act_1001', '--started-daily', '99');
  const { out } = await slipway('launch', file, '--plan');
  expect(out).toContain(
    '✗ This would start budgets of 100 EUR a day together. act_1001 allows at most 99 EUR',
  );
  const refused = await slipway('launch', file);
  expect(refused.code).toBe(3);
  expect(refused.err).toContain('An admin can change this limit');
});

test('doctor tells the limits of the company', async () => {
  const { out } = await slipway('doctor', '--data', join(folder, 'none'), '--json');
  const { checks } = JSON.parse(out);
  // The folder is not that of the service: nothing is said of it as if it were.
  expect(checks.find(({ name }: { name: string }) => name === 'database')).toMatchObject({
    aside: true,
  });
  expect(checks.find(({ name }: { name: string }) => name === 'limits')).toMatchObject({
    ok: true,
    found: expect.stringMatching(
      /at most 10,000 EUR, 1,000,000 JPY, 10,000 USD a day for one campaign or ad set/,
    ),
  });
});
