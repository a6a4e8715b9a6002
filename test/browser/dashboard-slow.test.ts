// @module-tag browser
import { expect, test } from 'vitest';
import { upload } from '../addon/launch-rows.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

test('while a platform refuses, the page of the launch says why, how often it was tried and when the next try comes', async () => {
  const { page, company, findings } = await house.visit(['primary']);
  const { accountId, adSets, page: profile, profile: secondary } = company;
  const media = [{ url: await upload(company, 'boat-1x1.png', 600, 600) }];
  const fault = { platform: 'meta', fault: 'transient', path: '*/adcreatives', method: 'POST' };
  await house.operator().ask('POST', '/v1/sandbox/faults', fault);
  const ad = {
    adName: 'Refused',
    adAccountId: accountId,
    adSets: [adSets[0]],
    page: profile,
    secondary,
    media,
  };
  const ads = [{ ...ad, link: 'https://harbour.example', status: 'PAUSED' }];
  const { adBatchId } = await company.ask('POST', '/v1/launch', { name: 'Refused for now', ads });
  await page.goto(`${company.url}/#/batches/${adBatchId}`);
  const wait = page.locator('.note').filter({ hasText: 'Next try at' });
  await wait
    .filter({ hasText: /^Sandbox Company .+ \(Meta\): .*Tried \d+ times?\. Next try at \S/ })
    .waitFor();
  expect(await findings()).toEqual([]);
  await house.operator().ask('DELETE', '/v1/sandbox/faults');
  await page.getByText('1 ad launched').first().waitFor();
  expect(await wait.count()).toBe(0);
});

test('a reading without an answer says how long it has taken, and is begun again on request', async () => {
  const { page, goTo, findings } = await house.visit(['primary']);
  let isSilent = true;
  await page.route('**/v1/campaigns?**', (route) => (isSilent ? undefined : route.continue()));
  await page.clock.install();
  await page.getByRole('navigation').getByRole('link', { name: 'Ads', exact: true }).click();
  await page.getByText('Reading…').waitFor();
  await page.clock.runFor(20_000);
  await page.getByText(/No answer for 20 s: the platform is slow/).waitFor();
  expect(await findings()).toEqual([]);
  isSilent = false;
  await page.getByRole('button', { name: 'Try again now' }).click();
  await page.clock.resume();
  await expect.poll(() => page.locator('.row-name').count()).toBeGreaterThan(0);
  await expect.poll(() => page.getByText('Try again now').count()).toBe(0);
  await goTo('Home');
});

test('the first page is there although what stands above it is not answered', async () => {
  const { page } = await house.visit(['primary']);
  await page.route('**/v1/connections**', () => undefined);
  await page.reload({ waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'Batches', exact: true }).waitFor();
});
