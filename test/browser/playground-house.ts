import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { writeSamples } from '../../build/addon-playground.ts';
import {
  type Playground,
  type Server,
  startPlayground,
  startServer,
} from '../addon/addon-fixture.ts';
import { adNames, fillRows, type RowContent, SHEET, untilSettled } from '../addon/launch-rows.ts';
import { launchChromium } from './chromium.ts';
import { accepted, type Company, createCompany } from './company.ts';
import { findingsIn } from './findings.ts';

/** A file of one company, open in a page with the sidebar beside it. */
export interface SheetVisit {
  readonly page: Page;
  readonly company: Company;
  readonly sidebar: FrameLocator;
  /** `B4`. */
  cell(name: string): Locator;
  /**
   * Ticks a row, and waits until the file has it: the grid hands ticks on by itself, and a click in
   * the sidebar may come first.
   */
  tick(row: number): Promise<void>;
  /** Clicks a button of the sidebar. */
  click(name: string): Promise<void>;
  /**
   * What Google's reviewers look at: 300 pixels, no scrolling sideways, one blue button, readable
   * by everybody.
   */
  expectGoodManners(): Promise<void>;
}

/** What was done with the file before the page is opened. Each step needs those before it. */
export interface Before {
  /** The key of the company was given. */
  readonly connected?: boolean;
  /**
   * A launch sheet was made, and the sample rows were filled in: 2 and 3 are right, the link of 4
   * is not.
   */
  readonly filled?: boolean;
  /** Rows 2 and 3 were launched. */
  readonly launched?: boolean;
  /** The link of row 4 was corrected, and the row was launched as well. */
  readonly launchedTwice?: boolean;
  /** Of the user's Google account. */
  readonly language?: string;
}

/** The column of links in a launch sheet. */
const LINK = 15;

/**
 * A real service, the built add-on on the playground and a real browser, shared by the tests of a
 * file. Each test opens a file of its own, for a company of its own. After each test its page is
 * closed, and errors of the page fail the test.
 */
export function usePlayground() {
  let server: Server;
  let playground: Playground;
  let browser: Browser;
  let context: BrowserContext | undefined;
  let errors: string[] = [];

  beforeAll(async () => {
    const [started, launched] = await Promise.all([startServer(), launchChromium()]);
    server = { ...started, ask: accepted(started.ask) };
    browser = launched;
    playground = await startPlayground(server.url);
  });
  afterEach(async () => {
    const seen = errors;
    await context?.close();
    [context, errors] = [undefined, []];
    await server.ask('DELETE', '/v1/sandbox/faults');
    expect(seen, 'errors of the page').toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await playground?.stop();
    await server?.stop();
  });

  async function launchReady(): Promise<void> {
    const { planId } = await playground.call<{ planId: string }>('planLaunch', 'ready');
    await playground.call('startLaunch', planId, 'ready');
    await untilSettled(playground);
  }

  /** The same calls that the sidebar and the menu make. */
  async function prepare(company: Company, before: Before): Promise<void> {
    const { connected, filled, launched, launchedTwice, language = 'en' } = before;
    await playground.reset();
    // As many rows as a screen shows: the page draws all of them after every call.
    await playground.control('set', { newSheetRows: 60, userLocale: language });
    await writeSamples(playground.folder, server.url, company.adminKey, false);
    if (connected || filled || launched || launchedTwice)
      await playground.call('connect', company.adminKey);
    if (filled || launched || launchedTwice) {
      await playground.call('createLaunchSheet', 'single', company.accountId);
      const samples = JSON.parse(
        await readFile(join(playground.folder, 'samples.json'), 'utf8'),
      ) as { rows: RowContent[] };
      await fillRows(playground, SHEET, {}, samples.rows);
    }
    if (launched || launchedTwice) await launchReady();
    if (launchedTwice) {
      await playground.hands({
        do: 'type',
        sheet: SHEET,
        row: 4,
        column: LINK,
        text: 'https://harbour.example/boats',
      });
      await launchReady();
    }
  }

  return {
    /** The service with the key of the operator, who may order faults. */
    operator: () => server,
    /** Opens the file of a fresh company, and the sidebar. */
    async visit(before: Before = {}): Promise<SheetVisit> {
      const company = await createCompany(server, ['primary']);
      await prepare(company, before);
      context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      page.setDefaultTimeout(240_000);
      page.on('pageerror', (error) => errors.push(error.message));
      await page.goto(playground.url);
      await page.locator('#menus button').first().click();
      const sidebar = page.frameLocator('#sidebar');
      await sidebar.getByRole('heading', { level: 2 }).first().waitFor();
      const cell = (name: string) => page.locator(`td[data-cell="${name}"]`);
      return {
        page,
        company,
        sidebar,
        cell,
        async tick(row) {
          await cell(`A${row}`).locator('input').check();
          await expect
            .poll(async () => (await playground.look()).cells[row - 1]?.[0]?.shown)
            .toBe('TRUE');
        },
        click: (name) => sidebar.getByRole('button', { name, exact: true }).first().click(),
        expectGoodManners: () => expectGoodManners(page),
      };
    },
  };
}

async function expectGoodManners(page: Page): Promise<void> {
  const frame = page.frame({ url: /sidebar\.html/ });
  if (frame === null) throw new Error('The sidebar is not open.');
  await frame.locator('[aria-busy]').waitFor({ state: 'detached' });
  const { width, scroll, primary } = await frame.evaluate(() => ({
    width: window.innerWidth,
    scroll: document.documentElement.scrollWidth,
    primary: document.querySelectorAll('button.primary').length,
  }));
  expect([width, scroll]).toEqual([300, 300]);
  expect(primary).toBeLessThanOrEqual(1);
  expect(await findingsIn(frame)).toEqual([]);
}

/** What a column of the sheet shows in rows 2 to 4, as soon as it does. */
export const expectStatuses = ({ cell }: SheetVisit, statuses: readonly string[]): Promise<void> =>
  expect
    .poll(() => Promise.all(['C2', 'C3', 'C4'].map((name) => cell(name).textContent())))
    .toEqual(statuses);

/** Corrects the link of row 4 as a person does. */
export async function correctLink({ page, cell }: SheetVisit): Promise<void> {
  await cell('O4').dblclick();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('https://harbour.example/boats');
  await page.keyboard.press('Enter');
}

/** Of the sample rows. */
export const launchedNames = async (company: Company): Promise<string[]> =>
  (await adNames(company, company.accountId)).filter((name) => name.startsWith('boat-')).sort();

export const PAUSED = 'Launched, paused';
