// @module-tag browser
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompany } from '../../adapters/sandbox/companies.ts';
import { loadDashboard } from '../../server/dashboard/files.ts';
import { startToyService } from '../toy/service.ts';
import { launchChromium } from './chromium.ts';

let service: Awaited<ReturnType<typeof startToyService>>;
let server: ReturnType<typeof Bun.serve>;
let browser: Awaited<ReturnType<typeof launchChromium>>;

beforeAll(async () => {
  service = await startToyService(await loadDashboard());
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => service.app.fetch(request),
  });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop(true);
  await service?.stop();
});

test('the dashboard offers a platform it was never told of, with the fields its definition names', async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${server.port}`);
  await page.getByLabel('API key').fill(service.adminKey);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Connections' }).first().click();
  await page.getByRole('button', { name: 'Connect a platform' }).click();
  await page.getByRole('combobox', { name: 'Platform' }).selectOption({ label: 'Tinker' });
  expect(await page.getByText('On the lid of the box.').isVisible()).toBe(true);
  await page.getByText('How to connect Tinker').click();
  await page.getByText('Permissions: play').waitFor();
  await page.getByText('How to get it: toy pass').click();
  await page.getByText('Copy the pass from the lid.').waitFor();
  await page.getByRole('dialog').getByLabel('Name').fill('My toys');
  await page.getByLabel('Toy pass').fill('wrong');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page
    .getByText(/Tinker rejected these credentials.*The pass is of another box\./)
    .first()
    .waitFor();
  await page.getByLabel('Toy pass').fill(demoCompany.token);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('My toys is connected').waitFor();
  const { body } = await service.call('GET', '/v1/connections');
  expect(body.data.filter(({ name }: { name: string }) => name === 'My toys')).toMatchObject([
    { platform: 'toy', adAccounts: 1 },
  ]);
});
