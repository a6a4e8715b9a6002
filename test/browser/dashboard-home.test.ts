// @module-tag browser
import { expect, test } from 'vitest';
import { dayBefore } from '../../server/dashboard/page/base/words.ts';
import { upload } from '../addon/launch-rows.ts';
import { timeAgo } from '../machine-time.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

test('home: what was spent, what runs, what was rejected and what waits, each a link to its page', async () => {
  const { page, company, goTo, findings } = await house.visit(['primary']);
  await goTo('Home');
  const spend = page.getByRole('region', { name: 'Spend by account' });
  await expect.poll(() => spend.getByRole('link').count()).toBeGreaterThan(1);
  await page.getByText('Nothing to approve.').waitFor();
  await page.getByText('No active ads rejected.').waitFor();
  expect(await findings()).toEqual([]);

  const url = await upload(company, 'boat-1x1.png', 600, 600);
  const { accountId, adSets, page: profile, profile: secondary } = company;
  const ad = (adName: string) => ({
    adName,
    adAccountId: accountId,
    adSets: [adSets[0]],
    page: profile,
    secondary,
    media: [{ url }],
    link: 'https://harbour.example',
    status: 'PAUSED',
  });
  const budget = {
    businessId: accountId,
    entityType: 'adset',
    entityId: adSets[0],
    dailyBudget: 61,
  };
  const operations = [{ operation: 'manage.updateBudget', input: budget }];
  await company.ask('POST', '/v1/approvals', { operations });
  await page.route('**/v1/overview/rejected-ads', (route) =>
    route.fulfill({
      json: {
        success: true,
        count: 1,
        readAt: timeAgo(0),
        notKnown: [],
        data: [
          {
            id: '42',
            name: 'Refused boat',
            effectiveStatus: 'DISAPPROVED',
            accountId,
            accountName: 'Europe',
            platform: 'primary',
          },
        ],
      },
    }),
  );
  await house.slowDown(1_500);
  const ads = Array.from({ length: 4 }, (_, n) => ad(`Boat ${n}`));
  const { adBatchId } = (await company.ask('POST', '/v1/launch', {
    name: 'Autumn boats',
    ads,
  })) as { adBatchId: number };
  await page.reload();
  const running = page.getByRole('region', { name: 'Running launches' });
  await running.getByRole('link', { name: 'Autumn boats' }).waitFor();
  await running.getByRole('progressbar').waitFor();
  await page
    .getByRole('region', { name: 'Approvals' })
    .getByRole('link', { name: /^Change a daily budget .* in .+ \(Meta\)/ })
    .waitFor();
  await page
    .getByRole('region', { name: 'Rejected ads' })
    .getByRole('link', { name: 'Refused boat' })
    .waitFor();

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findings()).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findings()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });

  await running.getByRole('link', { name: 'Autumn boats' }).click();
  await expect.poll(() => page.url()).toContain(`#/batches/${adBatchId}`);
  await house.slowDown(0);
  await goTo('Home');
  await page.getByRole('link', { name: 'Refused boat' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ads' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('rejected');
  expect(await page.getByLabel('Search').inputValue()).toBe('42');
  await goTo('Home');
  await spend.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Ads' }).waitFor();
  expect(await page.getByRole('combobox', { name: 'Period' }).inputValue()).toBe('today');
});

test('yesterday is over in the zone of each account, and what Home does not know of it is said', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  const { data } = (await company.ask('GET', '/v1/adaccounts?limit=200')) as {
    data: { id: string; status: string; timezone: string }[];
  };
  const active = data.filter(({ status }) => status === 'active');
  const yesterday = (timezone: string): string => {
    // In the evening of Greenwich the next day has begun in Asia.
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(
      Date.parse(`${dayBefore(0)}T20:00:00Z`),
    );
    return new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10);
  };
  expect(new Set(active.map(({ timezone }) => yesterday(timezone))).size).toBeGreaterThan(1);
  const asked = new Map<string, string>();
  await page.clock.setFixedTime(`${dayBefore(0)}T20:00:00Z`);
  await page.route('**/v1/reports/query*', (route) => {
    const { searchParams } = new URL(route.request().url());
    const [from, to] = [searchParams.get('startDate'), searchParams.get('endDate')];
    const ids = searchParams.getAll('accountIds').flatMap((each) => each.split(','));
    if (from === to) for (const id of ids) asked.set(id, String(from));
    const message = `The platform could not be asked about ${ids[0]}; its figures are old.`;
    return route.fulfill({
      json: {
        success: true,
        data: [
          {
            accountId: ids[0],
            adId: '1',
            currency: 'EUR',
            resultType: 'lead',
            spend: 20,
            results: 2,
            costPerResult: 10,
          },
        ],
        pagination: { total: 1_001, limit: 1_000, offset: 0, hasMore: true },
        metadata: { warnings: [{ code: 'stale', accountId: ids[0], message }] },
      },
    });
  });
  await goTo('Launch');
  await goTo('Home');
  const section = page.getByRole('region', { name: 'Yesterday', exact: true });
  await section.getByText('Of the 1,000 ads that spent most.').waitFor({ timeout: 20_000 });
  await section
    .getByText(/^The platform could not be asked about .+ its figures are old\.$/)
    .first()
    .waitFor({ timeout: 20_000 });
  expect(Object.fromEntries(asked)).toEqual(
    Object.fromEntries(active.map(({ id, timezone }) => [id, yesterday(timezone)])),
  );
});
