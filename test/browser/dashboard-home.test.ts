// @module-tag browser
import { expect, test } from 'vitest';
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
  const budget = { businessId: accountId, entityType: 'adset', entityId: adSets[0], dailyBudget: 61 };
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
  const { adBatchId } = (await company.ask('POST', '/v1/launch', { name: 'Autumn boats', ads })) as { adBatchId: number };
  await page.reload();
  const running = page.getByRole('region', { name: 'Running launches' });
  await running.getByRole('link', { name: 'Autumn boats' }).waitFor();
  await running.getByRole('progressbar').waitFor();
  await page
    .getByRole('region', { name: 'Approvals' })
    .getByRole('link', { name: /^Change a daily budget .* in .+ \(Meta\)/ })
    .waitFor();
  await page.getByRole('region', { name: 'Rejected ads' }).getByRole('link', { name: 'Refused boat' }).waitFor();

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
