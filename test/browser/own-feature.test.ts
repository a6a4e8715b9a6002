// @module-tag browser
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleDashboard } from '../../server/dashboard/bundle.ts';
import { boatFeature } from '../toy/boats/feature.ts';
import { startToyService } from '../toy/service.ts';
import { launchChromium } from './chromium.ts';

let service: Awaited<ReturnType<typeof startToyService>>;
let server: ReturnType<typeof Bun.serve>;
let browser: Awaited<ReturnType<typeof launchChromium>>;

/** The list of pages with one line more. */
const withBoats: Bun.BunPlugin = {
  name: 'boats',
  setup: (build) => {
    build.onLoad({ filter: /dashboard\/page\/pages\.ts$/ }, async ({ path }) => {
      const page = join(import.meta.dirname, '../toy/boats/page.ts');
      const list = (await readFile(path, 'utf8')).replace(
        '\n  overview,\n',
        '\n  overview,\n  boats,\n',
      );
      return { loader: 'ts', contents: `import { boats } from '${page}';\n${list}` };
    });
  },
};

beforeAll(async () => {
  service = await startToyService(await bundleDashboard([withBoats]), [boatFeature]);
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

test('the dashboard shows a page it was never told of, in its menu and at its address', async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://127.0.0.1:${server.port}`);
  await page.getByLabel('API key').fill(service.adminKey);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').getByRole('link', { name: 'Boats' }).click();
  await page.getByText('The berths of Harbour.').waitFor();
  expect(await page.getByRole('heading', { name: 'Boats' }).isVisible()).toBe(true);
  expect(new URL(page.url()).hash).toBe('#/boats');
});
