// @module-tag browser
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adNames, upload } from '../addon/launch-rows.ts';
import type { Company } from './company.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

/** What every ad of these tests has. */
const adOf = ({ accountId, page, profile }: Company) => ({
  adAccountId: accountId,
  page,
  secondary: profile,
  link: 'https://harbour.example',
});

async function launch(company: Company, name: string, ads: readonly object[]): Promise<number> {
  return Number((await company.ask('POST', '/v1/launch', { name, ads })).adBatchId);
}

const rawStatus = async (company: Company, batch: number) =>
  (await company.ask('GET', `/v1/batch-status/${batch}`)).rawStatus;

test('a wrong key is refused with words; the right one opens the dashboard and stays in a cookie no script can read', async () => {
  const { page, company, findings } = await house.visitSignedOut();
  await page.getByLabel('API key').fill('ak_nonsense');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').getByText('This is not an API key of this service').waitFor();
  expect(await findings()).toEqual([]);

  await page.getByLabel('API key').fill(company.adminKey);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect(await page.evaluate(() => document.cookie)).toBe('');
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ name: 'slipway_session', httpOnly: true, sameSite: 'Strict' });
  expect(await findings()).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});

test('a failed ad tells why and what to do; retrying sends it alone; launched ones link to the manager', async () => {
  const { page, company } = await house.visit();
  const { adSets } = company;
  const ad = adOf(company);
  const batch = await launch(company, 'One fails', [
    {
      ...ad,
      adName: 'Boat',
      adSets: adSets.slice(0, 2),
      media: [{ url: await upload(company, 'boat-1x1.png', 1080, 1080) }],
    },
    { ...ad, adName: 'Creator', adSets: [adSets[2]], partnershipCode: 'adcode-EXPIREDCODE2025' },
  ]);
  await expect.poll(() => rawStatus(company, batch)).toBe('Error');
  await page.goto(`${company.url}/#/batches/${batch}`);
  await page.getByText('Content not eligible').waitFor();
  await page.getByText('Ask the creator for a new code').waitFor();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name of this batch').fill('Named afterwards');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Named afterwards' }).waitFor();
  await expect.poll(() => page.title()).toContain('Named afterwards');
  await page.getByRole('radio', { name: /Launched/ }).check();
  expect(await page.getByRole('link', { name: /in the platform’s manager/ }).count()).toBe(2);
  // Long enough for a page on a busy machine to show what is under way.
  await house.slowDown(3_000);
  await page.getByRole('button', { name: 'Retry 1 failed ad' }).click();
  await page.getByRole('button', { name: 'Cancel the rest' }).waitFor();
  await house.slowDown(0);
  await page.getByRole('button', { name: 'Retry 1 failed ad' }).waitFor();
  expect(
    (await adNames(company, company.accountId)).filter((name) => name === 'Boat'),
  ).toHaveLength(2);
});

test('a batch that is opened after its end and retried is followed to its next end', async () => {
  const { page, company } = await house.visit();
  const batch = await launch(company, 'Fails twice', [
    {
      ...adOf(company),
      adName: 'Creator',
      adSets: company.adSets.slice(0, 1),
      partnershipCode: 'adcode-EXPIREDCODE2025',
    },
  ]);
  await expect.poll(() => rawStatus(company, batch)).toBe('Error');
  await page.goto(`${company.url}/#/batches/${batch}`);
  const retry = page.getByRole('button', { name: 'Retry 1 failed ad' });
  await retry.waitFor();
  // Long enough for the events of the first end to arrive before the second, and for a busy page to
  // show what is under way.
  await house.slowDown(3_000);
  await retry.click();
  await page.getByRole('button', { name: 'Cancel the rest' }).waitFor();
  await house.slowDown(0);
  await retry.waitFor();
  expect(await rawStatus(company, batch)).toBe('Error');
});

test('a batch moves by itself while it runs, and can be undone', async () => {
  const { page, company, findings } = await house.visit();
  await house
    .operator()
    .ask('POST', '/v1/sandbox/faults', { platform: 'meta', fault: 'refuse-1487390', times: 1 });
  const media = [{ url: await upload(company, 'boat-1x1.png', 1080, 1080) }];
  await launch(company, 'Seen live', [
    { ...adOf(company), adName: 'Live', media, adSets: company.adSets.slice(3, 5) },
  ]);
  await page.reload();
  await page.getByRole('link', { name: 'Seen live' }).click();
  // No reload from here on: what is seen came over the stream.
  await page.getByText('All 2 ads launched').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Delete them' }).click();
  await page.getByText('Everything deleted').waitFor();
  expect(await findings()).toEqual([]);
});

test('a report draws a chart that can be read by keyboard, and a table', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await goTo('Reports');
  const chart = page.getByRole('img', { name: /Spend by day, 14 days/ });
  await chart.waitFor();
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.locator('.tip').textContent()).toMatch(/[A-Z][a-z]{2}.*€/);
  // The days are in the address, so that a reload shows the same.
  const question = new URLSearchParams(page.url().split('?')[1]);
  const range = `startDate=${question.get('from')}&endDate=${question.get('to')}`;
  const { metadata } = await company.ask(
    'GET',
    `/v1/spend/daily?accountIds=${company.accountId}&${range}`,
  );
  const total = async () =>
    (await page.locator('.tiles label').first().locator('.tile-value').textContent()) ?? '';
  // Chart and tiles are asked for by themselves.
  await expect
    .poll(async () => Number((await total()).replace(/[^\d.]/g, '')))
    .toBe(Number((metadata as { totalSpend: number }).totalSpend.toFixed(2)));
  await page.getByRole('button', { name: 'Clicks' }).click();
  await page.getByText('sorted downwards').waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('tbody tr').count()).toBeGreaterThan(3);
  expect(await findings()).toEqual([]);
});

test('a report is downloaded as CSV in which no name is a formula', async () => {
  const { page, goTo } = await house.visit();
  await goTo('Reports');
  await page.getByRole('img', { name: /Spend by day/ }).waitFor();
  await page.route('**/v1/reports/query?*', async (route) => {
    const response = await route.fetch();
    const report = await response.json();
    const data = report.data.map((row: object) => ({
      ...row,
      campaignName: '=HYPERLINK("http://x","y")',
    }));
    await route.fulfill({ response, json: { ...report, data } });
  });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
  expect(csv).not.toMatch(/(^|[,;\r\n])"?=/);
});

test('a favourite fault is played on every platform that can, and taken back', async () => {
  const { page, company, goTo, findings } = await house.visitAsOperator();
  await goTo('Rehearsal');
  const { favourites } = (await company.ask('GET', '/v1/sandbox/faults')) as {
    favourites: { title: string; rules: object[] }[];
  };
  const [first] = favourites;
  await expect.poll(() => page.locator('.favourite').count()).toBe(favourites.length);
  await page
    .locator('.favourite')
    .filter({ hasText: first?.title ?? '' })
    .getByRole('button', { name: 'Set this fault' })
    .click();
  await page.getByText('The fault is set: the next calls that it fits go wrong.').waitFor();
  const rows = page.getByRole('region', { name: 'Faults in force' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(first?.rules.length);
  await page.getByRole('button', { name: 'Clear all faults' }).click();
  await page.getByText('Nothing goes wrong at the moment.').waitFor();
  expect(await findings()).toEqual([]);
});

test('signing out ends the session', async () => {
  const { page, company } = await house.visit();
  const [session] = await page.context().cookies();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await page.context().cookies()).toEqual([]);
  const headers = { cookie: `${session?.name}=${session?.value}`, 'x-slipway-dashboard': '1' };
  expect((await fetch(`${company.url}/v1/me`, { headers })).status).toBe(401);
});
