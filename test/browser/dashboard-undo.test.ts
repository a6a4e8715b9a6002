// @module-tag browser
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { png } from '../samples/media.ts';
import { type DashboardHouse, openDashboard } from './dashboard-house.ts';

// A real browser and a real service: on a machine that is busy with other things they take their time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let house: DashboardHouse;
let media: string;
beforeAll(async () => {
  house = await openDashboard();
  const form = new FormData();
  form.set('file', new File([Uint8Array.from(await png(1080, 1080))], 'boat-1x1.png'));
  media = String((await house.call('/v1/media/upload', { method: 'POST', body: form })).url);
  await house.signIn();
});
afterAll(() => house?.close());

interface Launched {
  readonly adBatchId: number;
  readonly launchedAds: readonly { readonly adId: string; readonly adName: string }[];
}

/** Launches ads of their own creatives and waits for the end. */
async function launched(names: readonly string[]): Promise<Launched> {
  const ads = names.map((adName) => ({
    ...{ adName, adAccountId: 'act_1001', adSets: ['120000001001200211'], media: [{ url: media }] },
    ...{ page: '120000001001700001', secondary: '120000001001900001', link: `https://harbour.example/${adName}` },
  }));
  const { adBatchId } = await house.call('/v1/launch', { method: 'POST', body: JSON.stringify({ name: names.join(), ads }) });
  const status = () => house.call(`/v1/batch-status/${adBatchId}`);
  await expect.poll(async () => (await status()).rawStatus, { timeout: 20_000 }).toBe('Success');
  return (await status()) as unknown as Launched;
}

const card = () => house.page.getByRole('region', { name: 'Undo' });
const state = (name: string) => house.page.getByRole('row', { name: new RegExp(name) }).locator('.badge');

test('an undo tells what is gone, what stayed and why, ad by ad, and goes on with the rest', async () => {
  const { page } = house;
  const { adBatchId, launchedAds } = await launched(['gone', 'stays']);
  const stays = launchedAds.find(({ adName }) => adName === 'stays')?.adId;
  const refusal = { platform: 'meta', fault: 'refuse-1340029', path: `/${stays}`, times: 1 };
  await house.call('/v1/sandbox/faults', { method: 'POST', body: JSON.stringify(refusal) });
  await page.goto(`${house.url}/#/batches/${adBatchId}`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('dialog').getByText('the creatives of the batch that no other ad shows').waitFor();
  await page.getByRole('button', { name: 'Delete them' }).click();
  await page.getByText('Deleting 2 ads and 2 creatives.').waitFor();
  await card().getByText('Partly deleted').waitFor();
  const told = await card().textContent();
  expect(told).toMatch(/Ads deleted1 of 2.*Ads left1.*Creatives deleted1 of 2.*Creatives kept1/);
  expect(told).toMatch(new RegExp(`What stayed, and why1 ad: .*stays · ${stays}`));
  expect([await state('gone').textContent(), await state('stays').textContent()]).toEqual(['Deleted', 'Launched']);
  await page.getByRole('radio', { name: 'Not undone 1' }).check();
  expect(await page.getByRole('region', { name: 'Ads of the batch' }).textContent()).toMatch(/Not deleted: \w/);
  expect(await house.findings()).toEqual([]);

  await page.getByRole('button', { name: 'Try the rest again' }).click();
  await card().getByText('Everything deleted').waitFor();
  expect(await card().textContent()).toMatch(/Ads deleted2 of 2.*Creatives deleted2 of 2/);
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
});

test('an undo that somebody else started is followed to its end', async () => {
  const { page } = house;
  const { adBatchId } = await launched(['followed']);
  await house.call(`/v1/batches/${adBatchId}/undo`, { method: 'POST', body: JSON.stringify({ mode: 'pause' }) });
  const status = async () => (await house.call(`/v1/batches/${adBatchId}`)).undo as { finishedAt?: string };
  await expect.poll(async () => (await status()).finishedAt, { timeout: 20_000 }).toBeDefined();
  // As it was a moment before its end, for as long as we like.
  let held = true;
  await page.route(`**/v1/batches/${adBatchId}`, async (route) => {
    const answer = await (await route.fetch()).json();
    const { finishedAt: _, ...undo } = answer.undo;
    await route.fulfill({ json: held ? { ...answer, undo: { ...undo, undone: 0 } } : answer });
  });
  await page.goto(`${house.url}/#/batches/${adBatchId}`);
  await card().getByText('Pausing').waitFor();
  expect(await card().textContent()).toContain('Ads paused0 of 1');
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0);
  held = false;
  await card().getByText('Everything paused').waitFor();
  expect(await state('followed').textContent()).toBe('Paused');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Delete them' }).waitFor();
  expect(await page.getByRole('button', { name: 'Pause them' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.unroute(`**/v1/batches/${adBatchId}`);
});

test('a plan shows its warnings at their cells, the calls it predicts, its time and what is used of the limit', async () => {
  const { page } = house;
  await house.goTo('Launch');
  const row = (name: string, tags: string) =>
    ['act_1001', '120000001001200211', '120000001001700001', '120000001001900001', media, 'https://harbour.example/?utm_source=a']
      .concat(name, tags)
      .join();
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
  expect(warnings).toMatch(/^2 warnings.*Tracking conflict.*utm_source.*H2H3.*Unknown macro.*\{\{campaign\.name\}\}\? H4$/);
  expect(await page.locator('td.doubtful .cell-fault').count()).toBe(3);
  await plan.getByRole('button', { name: 'H4' }).click();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('UTM tags, row 4');
  expect(await plan.textContent()).toMatch(
    /Platform calls\d+HTTP requests\d+Takes about\d+ s.*act_1001\d+ calls predicted\d+ % of the platform’s limit in use/,
  );
  for (const [theme, width] of [
    ['dark', 1280],
    ['light', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    expect(await house.findings()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  }
  expect(house.broken).toEqual([]);
});
