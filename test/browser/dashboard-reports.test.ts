// @module-tag browser
import { readFileSync } from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

test('a report is divided, compared, searched and given other columns, and its address holds all of it', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await goTo('Reports');
  const choose = (label: string, option: string) =>
    page.getByLabel(new RegExp(`^${label}`)).selectOption({ label: option });
  await page.getByRole('img', { name: /Spend by day/ }).waitFor();
  await choose('Compare with', 'The period before');
  await page.getByText('Compared with').waitFor();
  const foot = page.locator('tfoot td');
  await expect.poll(() => foot.nth(1).textContent()).toMatch(/€.*%/);
  await page.getByRole('img', { name: /Spend by day/ }).focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('.tip').textContent()).toContain('Before:');

  await choose('Breakdown', 'Age and gender');
  await page.getByRole('region', { name: 'Figures by campaign, age, gender' }).waitFor();
  await page.locator('tbody td', { hasText: '25-34' }).first().waitFor();
  await choose('Attribution', '7 days after a click');
  await page.getByRole('button', { name: 'ROAS' }).waitFor();
  // What has no other window is left out.
  expect(await page.getByRole('button', { name: 'CPA' }).count()).toBe(0);
  await page.locator('.picker summary').nth(1).click();
  await page.getByRole('checkbox', { name: 'CPM' }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'CPM' }).waitFor({ state: 'detached' });
  expect(await findings()).toEqual([]);

  await page.reload();
  await page.getByRole('region', { name: 'Figures by campaign, age, gender' }).waitFor();
  await page.getByText('Compared with').waitFor();
  expect(await page.getByRole('button', { name: 'CPM' }).count()).toBe(0);

  await choose('Breakdown', 'Nothing');
  await choose('Attribution', 'As set in the ad set');
  await choose('By', 'Ad');
  await choose('Then by', 'Day');
  await page.getByRole('region', { name: 'Figures by ad, day' }).waitFor();
  const name = (await page.locator('tbody tr td').first().textContent()) ?? '';
  await page.getByLabel('Name contains').fill(name);
  await expect
    .poll(async () => new Set(await page.locator('tbody tr td:first-child').allTextContents()))
    .toEqual(new Set([name]));

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'XLSX' }).click(),
  ]);
  const sheet = strFromU8(
    unzipSync(readFileSync(await file.path()))['xl/worksheets/sheet1.xml'] ?? new Uint8Array(),
  );
  // Ids of many digits stay texts, figures numbers.
  expect(sheet).toMatch(/<c t="inlineStr"><is><t xml:space="preserve">\d{10,}<\/t><\/is><\/c>/);
  expect(sheet).toMatch(/<c s="[23]"><v>[\d.]+<\/v><\/c>/);
  // The first row has names that people read, and stays in sight.
  expect(sheet).toMatch(/<pane ySplit="1".*<row>.*Campaign name.*Spend.*<\/row>/);
  expect(file.suggestedFilename()).toMatch(/^Slipway by ad, day /);
  expect(sheet).toContain(company.accountId);
  await page.getByLabel('Name contains').fill('no such name');
  await page.getByText('Nothing was delivered in these days.').first().waitFor();
});

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const)(
  'a compared report in %s at %i pixels is easy to read and sticks out nowhere',
  async (theme, width) => {
    const { page, goTo, findings } = await house.visit();
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    await goTo('Reports');
    const compare = page.getByLabel('Compare with');
    // On a telephone figures are seen first.
    if (width === 390) {
      expect(await compare.isVisible()).toBe(false);
      await page.getByText('Filters', { exact: true }).click();
    }
    await compare.selectOption('previousPeriod');
    await page.getByLabel('Breakdown').selectOption('age');
    await page.locator('tbody td', { hasText: '25-34' }).first().waitFor();
    expect(await findings()).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  },
);

test('a platform without reports is said in one line, and what it has is listed', async () => {
  const { page, goTo, findings } = await house.visit();
  await goTo('Reports');
  await page
    .getByText(/^Not among the accounts, because their platform has no reports: AppLovin/)
    .waitFor();
  await goTo('Ads');
  await page
    .getByText(/Without figures, because their platform has no reports: AppLovin/)
    .waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('By country');
  await page.getByRole('grid').getByText('By country').first().waitFor();
  await page.getByRole('radio', { name: 'Ads', exact: true }).check();
  await page.getByRole('searchbox', { name: 'Search' }).fill('300');
  await page.getByRole('grid').getByRole('row').nth(1).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await findings()).toEqual([]);
});

test('a total over platforms is made of sums, has no sum of unlike results, and no money of several currencies', async () => {
  const { page, company, goTo, findings } = await house.visit();
  const { data } = (await company.ask('GET', '/v1/adaccounts?limit=200')) as {
    data: { id: string; platform: string; currency: string; status: string }[];
  };
  const euros = data.filter(
    (each) =>
      each.currency === 'EUR' && each.status === 'active' && each.platform !== 'app-network',
  );
  const dollars = data.find(
    (each) => each.currency === 'USD' && each.status === 'active' && each.platform === 'primary',
  );
  const open = (accounts: readonly { id: string }[]) =>
    page.evaluate(
      (ids) => {
        location.hash = `#/reports?accounts=${ids}&by=platform&columns=spend,impressions,clicks,ctr,cpc,cpm,results,costPerResult,reach`;
      },
      accounts.map(({ id }) => id).join(','),
    );
  const foot = async () =>
    (
      await page
        .locator('tfoot td')
        .evaluateAll((cells) => cells.map((cell) => cell.firstChild?.textContent ?? ''))
    ).slice(1);
  const number = (text = '') => Number(text.replace(/[^\d.]/g, ''));
  expect(new Set(euros.map(({ platform }) => platform)).size).toBeGreaterThan(3);
  await open(euros);
  await expect.poll(async () => (await foot())[0]).toMatch(/€/);
  const names = await page.locator('tbody td:first-child').allTextContents();
  expect(names).toEqual(expect.arrayContaining(['Meta', 'TikTok', 'Google Ads']));
  const [spend, impressions, clicks, ctr, cpc, cpm, results, cpa, reach] = await foot();
  expect(number(ctr)).toBeCloseTo((100 * number(clicks)) / number(impressions), 1);
  expect(number(cpc)).toBeCloseTo(number(spend) / number(clicks), 1);
  expect(number(cpm)).toBeCloseTo((1000 * number(spend)) / number(impressions), 1);
  // Each platform counts people once, and some people are on several.
  expect([results, cpa, reach]).toEqual(['–', '–', '–']);
  expect(await page.locator('tfoot').textContent()).toMatch(/\d+ kinds/);
  expect(await findings()).toEqual([]);

  await goTo('Batches');
  await open([...euros, ...(dollars ? [dollars] : [])]);
  await page.getByText('These accounts spend in').waitFor();
  await expect.poll(async () => (await foot())[3]).toMatch(/%/);
  const mixed = await foot();
  expect(number(mixed[3])).toBeCloseTo((100 * number(mixed[2])) / number(mixed[1]), 1);
  expect([0, 4, 5, 7].map((at) => mixed[at])).toEqual(['–', '–', '–', '–']);
});
