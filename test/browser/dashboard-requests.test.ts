// @module-tag browser
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

async function createKey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill(name);
  await page.getByRole('button', { name: 'Create key' }).click();
}

test('a request whose answer is lost is sent again under its key, by itself and by whoever presses the button again', async () => {
  const { page, company, goTo } = await house.visit();
  await goTo('Keys');
  const keys: (string | undefined)[] = [];
  let lost = 3;
  await page.route('**/v1/keys', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    keys.push(route.request().headers()['idempotency-key']);
    // Carried out, and nobody hears of it.
    const response = await route.fetch();
    lost -= 1;
    return lost >= 0 ? route.abort('connectionreset') : route.fulfill({ response });
  });
  await createKey(page, 'Lost');
  await page.getByRole('alert').getByText('The service does not answer. Is it running?').waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('copy the key now').waitFor();
  expect(keys).toHaveLength(4);
  expect(new Set(keys)).toEqual(new Set([expect.stringMatching(/^dashboard-[0-9a-f]{32}$/)]));
  const { data } = (await company.ask('GET', '/v1/keys')) as { data: { name: string }[] };
  expect(data.filter(({ name }) => name === 'Lost')).toHaveLength(1);
});

test('a session that ends elsewhere leads to the sign-in, and what cannot be reached can be asked for again', async () => {
  const { page, goTo } = await house.visit();
  await page.route('**/v1/media?*', (route) => route.abort('connectionreset'));
  await goTo('Media');
  await page.getByRole('alert').getByText('The service does not answer. Is it running?').waitFor();
  await page.unroute('**/v1/media?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'No media yet' }).waitFor();

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByLabel('API key').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Batches' }).click();
  await page.getByLabel('API key').waitFor();
});
