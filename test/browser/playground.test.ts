// @module-tag browser
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeSamples } from '../../build/addon-playground.ts';
import { type Playground, type Server, startPlayground, startServer } from '../addon/house.ts';
import { adNames } from '../addon/launch-rows.ts';
import { launchChromium } from './chromium.ts';

/** The built sidebar in a real browser, on the playground, against a real server. Pictures go where SLIPWAY_PICTURES says. */

const pictures = process.env.SLIPWAY_PICTURES ?? fileURLToPath(new URL('../../dist/pictures', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let server: Server;
let playground: Playground;
let browser: Browser;
let page: Page;
let sidebar: FrameLocator;
const broken: string[] = [];

beforeAll(async () => {
  await mkdir(pictures, { recursive: true });
  server = await startServer();
  playground = await startPlayground(server.url);
  await writeSamples(playground.folder, server.url, server.adminKey, false);
  browser = await launchChromium();
  page = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(15_000);
  page.on('pageerror', (error) => broken.push(error.message));
  sidebar = page.frameLocator('#sidebar');
});
afterAll(async () => {
  await browser?.close();
  await playground?.stop();
  await server?.stop();
});

const click = (name: string | RegExp): Promise<void> =>
  sidebar
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
const picture = (name: string): Promise<Buffer> => page.screenshot({ path: join(pictures, `addon-${name}.png`) });
const cell = (name: string) => page.locator(`td[data-cell="${name}"]`);

/** What Google's reviewers look at: 300 pixels, no scrolling sideways, one blue button, readable by everybody. */
async function expectGoodManners(): Promise<void> {
  const frame = page.frame({ url: /sidebar\.html/ });
  if (frame === null) throw new Error('The sidebar is not open.');
  const { width, scroll, primary } = await frame.evaluate(() => ({
    width: window.innerWidth,
    scroll: document.documentElement.scrollWidth,
    primary: document.querySelectorAll('button.primary').length,
  }));
  expect([width, scroll]).toEqual([300, 300]);
  expect(primary).toBeLessThanOrEqual(1);
  await frame.evaluate(axe);
  const findings = await frame.evaluate(async () => {
    const { violations } = await (
      window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
  expect(findings).toEqual([]);
}

describe('the sidebar on the playground', () => {
  test('connects with a key, and says in words when the key is wrong', async () => {
    await page.goto(playground.url);
    await page.getByRole('button', { name: 'Open Slipway' }).click();
    await sidebar.getByRole('heading', { name: 'Connect Slipway' }).waitFor();
    await expectGoodManners();
    await sidebar.getByLabel('API key').first().fill('ak_nonsense');
    await click('Connect');
    await sidebar.getByText('does not work').waitFor();
    await sidebar.getByLabel('API key').first().fill(server.adminKey);
    await click('Connect');
    await sidebar.getByRole('heading', { name: 'Make a launch sheet' }).waitFor();
    await expectGoodManners();
  });

  test('makes a launch sheet, marks the fault in its cell, and clears it when it is mended', async () => {
    await click('New launch sheet');
    await sidebar.getByRole('button', { name: 'Plan launch' }).waitFor();
    await page.getByRole('button', { name: 'Fill in sample rows' }).click();
    await cell('D4').getByText('{{filename}} 3').waitFor();
    await click('Check rows');
    await sidebar.getByText('1 needs fixing').waitFor();
    await cell('B4').getByText('Needs fixing').waitFor();
    await expectGoodManners();
    await picture('launch-sheet');
    await click('N4');
    await page.locator('td.chosen[data-cell="N4"]').waitFor();
    await cell('N4').scrollIntoViewIfNeeded();
    await cell('N4').hover();
    await page.getByText('Slipway: harbour.example/boats is not a link').waitFor();
    expect(await cell('N4').evaluate((td) => getComputedStyle(td).backgroundColor)).toBe('rgb(250, 210, 207)');
    await picture('fault');
  });

  test('shows what will be created and what it takes, launches it, and tells each row', async () => {
    await click('Plan launch');
    await sidebar.getByRole('heading', { name: '2 ads will be created' }).waitFor();
    await sidebar.getByText('They start paused').waitFor();
    await sidebar.getByText('Create paused ad “boat-1_1x1 1” in').waitFor();
    await expectGoodManners();
    await picture('plan');
    await click('Launch 2 ads');
    await sidebar.getByText('2 of 2 ads').waitFor({ timeout: 20_000 });
    await cell('B2').getByText('Launched, paused').waitFor();
    await cell('B3').getByText('Launched, paused').waitFor();
    await cell('B4').getByText('Needs fixing').waitFor();
    await expectGoodManners();
    await cell('B2').scrollIntoViewIfNeeded();
    await page.locator('#grid').evaluate((grid) => grid.scrollTo(0, 0));
    await picture('launched');
    expect((await adNames(server)).filter((name) => name.startsWith('boat-')).sort()).toEqual(['boat-1_1x1 1', 'boat-2_1x1 2']);
  });

  test('goes on after the sidebar was closed: the mended row is launched, the others are not launched again', async () => {
    await page.getByRole('button', { name: 'Close the sidebar' }).click();
    await cell('N4').dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('https://harbour.example/boats');
    await page.keyboard.press('Enter');
    await cell('B4').getByText('Ready to launch').waitFor();
    await page.getByRole('button', { name: 'Launch ready rows' }).click();
    await click('Plan launch');
    await sidebar.getByRole('heading', { name: '1 ad will be created' }).waitFor();
    await click('Launch 1 ad');
    await cell('B4').getByText('Launched, paused').waitFor({ timeout: 20_000 });
    expect((await adNames(server)).filter((name) => name.startsWith('boat-'))).toHaveLength(3);
  });

  test('shows what a launch made and takes back just that', async () => {
    await sidebar.getByText('1 of 1 ad').waitFor();
    await click('Show rows');
    await sidebar.getByText(/^Row 4: \d{18}$/).waitFor();
    await click('Delete all');
    await expectGoodManners();
    await click('Delete 1 ad');
    await cell('B4').getByText('Undone: deleted').waitFor({ timeout: 20_000 });
    await cell('B2').getByText('Launched, paused').waitFor();
  });

  test('says on the card and in the row what an undo could not reach, and reaches it when asked again', async () => {
    const { launchedAds } = await server.ask('GET', '/v1/batch-status/1');
    const [, second] = launchedAds as { adId: string }[];
    const refusal = { platform: 'meta', fault: 'refuse-1340029', path: `/${second?.adId}`, times: 1 };
    await server.ask('POST', '/v1/sandbox/faults', refusal);
    await click('Delete all');
    await click('Delete 2 ads');
    await cell('B3').getByText('Undo failed').waitFor({ timeout: 20_000 });
    await cell('B2').getByText('Undone: deleted').waitFor();
    await sidebar.getByText('1 ad could not be deleted: the rows say why.').waitFor();
    await sidebar.getByText('2 ready').waitFor();
    await expectGoodManners();
    await page.locator('#grid').evaluate((grid) => grid.scrollTo(0, 0));
    await picture('undo');
    await click('Delete all');
    await click('Delete 1 ad');
    await cell('B3').getByText('Undone: deleted').waitFor({ timeout: 20_000 });
  });

  test('writes a report with its own formats and a chart', async () => {
    await sidebar.getByRole('tab', { name: 'Reports' }).click();
    await click('New report');
    await expectGoodManners();
    await sidebar.getByLabel('Name').fill('Daily spend');
    await sidebar.getByText('Draw a chart beside it').click();
    await click('Create report');
    await sidebar.getByRole('button', { name: 'Refresh' }).waitFor({ timeout: 20_000 });
    await cell('A2').getByText('Day', { exact: true }).waitFor();
    expect(await cell('A3').textContent()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await cell('E3').textContent()).toMatch(/^\d+\.\d{2}%$/);
    expect(await page.locator('.chart svg').count()).toBe(1);
    await expectGoodManners();
    await picture('report');
    await sidebar.getByRole('tab', { name: 'Settings' }).click();
    await sidebar.getByText('Connected to').waitFor();
    await expectGoodManners();
  });

  test('broke nothing on the way', () => {
    expect(broken).toEqual([]);
  });
});
