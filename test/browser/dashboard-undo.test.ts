// @module-tag browser
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { upload } from '../addon/launch-rows.ts';
import type { Company } from './company.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

interface Launched {
  readonly adBatchId: number;
  readonly launchedAds: readonly { readonly adId: string; readonly adName: string }[];
}

/** Launches ads of their own creatives and waits for the end. */
async function launched(company: Company, names: readonly string[]): Promise<Launched> {
  const { accountId, page, profile, adSets } = company;
  const media = [{ url: await upload(company, 'boat-1x1.png', 1080, 1080) }];
  const ads = names.map((adName) => ({
    adName,
    adAccountId: accountId,
    adSets: adSets.slice(0, 1),
    media,
    page,
    secondary: profile,
    link: `https://harbour.example/${adName}`,
  }));
  const { adBatchId } = await company.ask('POST', '/v1/launch', { name: names.join(), ads });
  const status = () => company.ask('GET', `/v1/batch-status/${adBatchId}`);
  await expect.poll(async () => (await status()).rawStatus).toBe('Success');
  return (await status()) as unknown as Launched;
}

const cardOn = (page: Page) => page.getByRole('region', { name: 'Undo' });
const stateOn = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) }).locator('.badge');

test('an undo tells what is gone, what stayed and why, ad by ad, and goes on with the rest', async () => {
  const { page, company, findings } = await house.visit();
  const card = cardOn(page);
  const { adBatchId, launchedAds } = await launched(company, ['gone', 'stays']);
  const stays = launchedAds.find(({ adName }) => adName === 'stays')?.adId;
  const refusal = { platform: 'meta', fault: 'refuse-1340029', path: `/${stays}`, times: 1 };
  await house.operator().ask('POST', '/v1/sandbox/faults', refusal);
  await page.goto(`${company.url}/#/batches/${adBatchId}`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByText('the creatives of the batch that no other ad shows').waitFor();
  await page.getByRole('button', { name: 'Delete them' }).click();
  await page.getByText('Deleting 2 ads and 2 creatives.').waitFor();
  await card.getByText('Partly deleted').waitFor();
  const told = await card.textContent();
  expect(told).toMatch(/Ads deleted1 of 2.*Ads left1.*Creatives deleted1 of 2.*Creatives kept1/);
  expect(told).toMatch(new RegExp(`What stayed, and why1 ad: .*stays · ${stays}`));
  expect([await stateOn(page, 'gone').textContent(), await stateOn(page, 'stays').textContent()]).toEqual([
    'Deleted',
    'Launched',
  ]);
  await page.getByRole('radio', { name: 'Not undone 1' }).check();
  expect(await page.getByRole('region', { name: 'Ads of the batch' }).textContent()).toMatch(/Not deleted: \w/);
  expect(await findings()).toEqual([]);

  await page.getByRole('button', { name: 'Try the rest again' }).click();
  await card.getByText('Everything deleted').waitFor();
  expect(await card.textContent()).toMatch(/Ads deleted2 of 2.*Creatives deleted2 of 2/);
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

test('an undo that somebody else started is followed to its end', async () => {
  const { page, company } = await house.visit();
  const card = cardOn(page);
  const { adBatchId } = await launched(company, ['followed']);
  await company.ask('POST', `/v1/batches/${adBatchId}/undo`, { mode: 'pause' });
  const status = async () => (await company.ask('GET', `/v1/batches/${adBatchId}`)).undo as { finishedAt?: string };
  await expect.poll(async () => (await status()).finishedAt).toBeDefined();
  // As it was a moment before its end, for as long as we like.
  let held = true;
  await page.route(`**/v1/batches/${adBatchId}`, async (route) => {
    const answer = await (await route.fetch()).json();
    const { finishedAt: _, ...undo } = answer.undo;
    await route.fulfill({ json: held ? { ...answer, undo: { ...undo, undone: 0 } } : answer });
  });
  await page.goto(`${company.url}/#/batches/${adBatchId}`);
  await card.getByText('Pausing').waitFor();
  expect(await card.textContent()).toContain('Ads paused0 of 1');
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  held = false;
  await card.getByText('Everything paused').waitFor();
  expect(await stateOn(page, 'followed').textContent()).toBe('Paused');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Delete them' }).waitFor();
  expect(await page.getByRole('button', { name: 'Pause them' }).count()).toBe(0);
});

test('a plan shows its warnings at their cells, the calls it predicts, its time and what is used of the limit', async () => {
  const { page, company, goTo, findings } = await house.visit();
  const { accountId, adSets, page: pageId, profile } = company;
  const media = await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  const row = (name: string, tags: string) =>
    [accountId, adSets[0], pageId, profile, media, 'https://harbour.example/?utm_source=a', name, tags].join();
  const text = [
    'Ad account,Ad sets,Page,Profile,Media 1,Link,Ad name,UTM tags',
    row('one', 'utm_source=b'),
    row('two', 'utm_source=b'),
    row('three', 'utm_campaign={{campain.name}}'),
  ];
  const buffer = Buffer.from(text.join('\n'));
  await page.locator('input[type="file"]').setInputFiles({ name: 'ads.csv', mimeType: 'text/csv', buffer });
  const plan = page.getByRole('region', { name: 'Plan' });
  await page.getByRole('button', { name: 'Launch 3 ads' }).waitFor();
  const warnings = await plan.getByRole('region', { name: 'Warnings' }).textContent();
  expect(warnings).toMatch(
    /^3 warnings.*Tracking conflict.*utm_source.*H2H3.*Unknown macro.*\{\{campaign\.name\}\}\? H4Tracking conflict.*H4$/,
  );
  expect(await page.locator('td.doubtful .cell-fault').count()).toBe(3);
  await plan.getByRole('button', { name: 'H4' }).first().click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('UTM tags, row 4');
  expect(await plan.textContent()).toMatch(
    /Platform calls\d+HTTP requests\d+Takes about\d+ s.*act_\d+001\d+ calls predicted\d+ % of the platform’s limit in use/,
  );
  for (const [theme, width] of [
    ['dark', 1280],
    ['light', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    expect(await findings()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  }
});
