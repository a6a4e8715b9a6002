import type { Browser, Page } from 'playwright-core';
import { companyIds } from '../../adapters/sandbox/meta/seed/ids.ts';
import { type Server, startServer } from '../addon/addon-fixture.ts';
import { ACCOUNT, makeAdSets, upload } from '../addon/launch-rows.ts';
import { launchChromium } from '../browser/chromium.ts';
import { pasteRows } from '../browser/paste-rows.ts';
import { answerWithAds } from './dashboard-ads.ts';
import { shiftFigures } from './dashboard-shifts.ts';
import { type Figure, figure } from './figure.ts';

const GRID_ROWS = 5_000;
const TABLE_ROWS = 20_000;
const LIVE_ADS = 500;
/** In one batch, of an installation that takes as many in one launch. */
const LARGE_ADS = 10_000;
/** Screens that are scrolled through, spread over all rows. */
const SCREENS = 60;

interface Measured {
  /** From the address or the paste to the first row that is drawn. */
  readonly paintMs: number;
  /** Of one task of the page's thread while it was worked with, in processor time. */
  readonly longestMs: number;
  readonly memoryMb: number;
}

/** The heaviest pages of the dashboard in a real browser, beside its first page. */
export async function dashboardBench(): Promise<readonly Figure[]> {
  const [server, browser] = await Promise.all([startServer(), launchChromium()]);
  try {
    const first = await firstPage(server, browser);
    const grid = await measureGrid(server, browser);
    const table = await measureTable(server, browser);
    const live = await measureLive(server, browser, LIVE_ADS);
    const large = await measureLarge(browser);
    return [
      ...figuresOf(`grid-${GRID_ROWS}`, grid, first),
      figure(
        {
          name: `dashboard-grid-${GRID_ROWS}-paste`,
          value: grid.pastedMs,
          unit: 'ms',
          anchor: 'the same while they are scrolled through, ms',
          anchorValue: grid.longestMs,
        },
        { on: 'value', atMost: 250 },
      ),
      ...figuresOf(`table-${TABLE_ROWS}`, table, first),
      ...figuresOf(`live-${LIVE_ADS}`, live, first),
      ...figuresOf(`live-${LARGE_ADS}`, large, first),
      ...(await shiftFigures(browser)),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

function figuresOf(
  name: string,
  { paintMs, longestMs, memoryMb }: Measured,
  first: Measured,
): readonly Figure[] {
  const anchor = 'the first page of the dashboard';
  return [
    figure(
      {
        name: `dashboard-${name}-paint`,
        value: paintMs,
        unit: 'ms',
        anchor: `${anchor}, ms`,
        anchorValue: first.paintMs,
      },
      // A wait on the wall: beside the first page, which a busy machine slows down as well.
      { on: 'ratio', atMost: 10 },
    ),
    figure(
      {
        name: `dashboard-${name}-longest`,
        value: longestMs,
        unit: 'ms',
        anchor: `${anchor}, ms`,
        anchorValue: first.longestMs,
      },
      { on: 'value', atMost: 100 },
    ),
    figure(
      {
        name: `dashboard-${name}-memory`,
        value: memoryMb,
        unit: 'MB',
        anchor: `${anchor}, MB`,
        anchorValue: first.memoryMb,
      },
      { on: 'value', atMost: 150 },
    ),
  ];
}

/** A page that is signed in. */
async function openPage({ url, adminKey }: Server, browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/dashboard/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ key: adminKey }),
  });
  const value =
    /^slipway_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
  await context.addCookies([{ name: 'slipway_session', value, url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  return page;
}

/**
 * The longest task of the page's thread while `work` went on, in processor time: other programs do
 * not lengthen it.
 */
async function longestIn(page: Page, work: () => Promise<void>): Promise<number> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('The page has no browser.');
  await browser.startTracing(page, {
    categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'],
  });
  await work();
  return longestTask(await browser.stopTracing());
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds of processor time. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

function longestTask(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const isMain = ({ name, args }: TraceEvent): boolean =>
    name === 'thread_name' && args?.name === 'CrRendererMain';
  const mains = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && mains.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('The browser told of no task.');
  return Math.ceil(Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000);
}

async function memory(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session
    .send('Performance.enable')
    .then(() => session.send('Performance.getMetrics'));
  return Math.max(
    1,
    Math.round((metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 1_000_000),
  );
}

const scrollThrough = (page: Page, box: string): Promise<void> =>
  page.evaluate(
    async ([selector, screens]) => {
      const element = document.querySelector<HTMLElement>(selector);
      if (element === null) throw new Error(`There is no ${selector}.`);
      const step = (element.scrollHeight - element.clientHeight) / screens;
      for (let i = 1; i <= screens; i++) {
        element.scrollTop = i * step;
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }
    },
    [box, SCREENS] as const,
  );

async function firstPage(server: Server, browser: Browser): Promise<Measured> {
  const page = await openPage(server, browser);
  let paintMs = 0;
  const longestMs = await longestIn(page, async () => {
    const began = performance.now();
    await page.goto(server.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    paintMs = Math.round(performance.now() - began);
  });
  const measured = { paintMs, longestMs, memoryMb: await memory(page) };
  await page.context().close();
  return measured;
}

/** Rows are pasted and scrolled through. What is checked on the way is part of it. */
async function measureGrid(
  server: Server,
  browser: Browser,
): Promise<Measured & { readonly pastedMs: number }> {
  const page = await openPage(server, browser);
  const { page: profile } = companyIds(ACCOUNT);
  await page.goto(`${server.url}/#/launch`);
  const rows = Array.from({ length: GRID_ROWS }, (_, n) => [
    `Ad ${n}`,
    ACCOUNT,
    'one of many',
    profile,
    'boat-1x1.png',
    `Headline ${n}`,
    `https://harbour.example/${n}`,
  ]);
  await page.getByLabel('Rows from a spreadsheet').waitFor();
  let paintMs = 0;
  const pastedMs = await longestIn(page, async () => {
    const began = performance.now();
    await pasteRows(page, [
      ['Ad name', 'Ad account', 'Ad sets', 'Page', 'Media 1', 'Headline', 'Link'],
      ...rows,
    ]);
    await page.getByLabel('Ad name, row 2', { exact: true }).waitFor();
    paintMs = Math.round(performance.now() - began);
    await page.getByText('to correct').first().waitFor();
  });
  const longestMs = await longestIn(page, async () => {
    await scrollThrough(page, '.grid-box');
    await page.getByLabel(`Ad name, row ${GRID_ROWS + 1}`, { exact: true }).waitFor();
  });
  const measured = { paintMs, pastedMs, longestMs, memoryMb: await memory(page) };
  await page.context().close();
  return measured;
}

/** Ads of one account come page by page, then they are scrolled through. */
async function measureTable(server: Server, browser: Browser): Promise<Measured> {
  const page = await openPage(server, browser);
  await answerWithAds(page, TABLE_ROWS);
  let paintMs = 0;
  const readMs = await longestIn(page, async () => {
    const began = performance.now();
    await page.goto(`${server.url}/#/ads?level=ad`);
    await page.locator('.row-name').first().waitFor();
    paintMs = Math.round(performance.now() - began);
    await page.locator(`[aria-rowcount="${TABLE_ROWS + 2}"]`).waitFor();
  });
  const scrolledMs = await longestIn(page, async () => {
    await scrollThrough(page, '.ads-box');
    await page.locator(`[aria-rowindex="${TABLE_ROWS + 2}"]`).waitFor();
  });
  const drawn = await page.locator('.ads-table tbody tr').count();
  if (drawn > 100) throw new Error(`${drawn} rows are in the page.`);
  const measured = {
    paintMs,
    longestMs: Math.max(readMs, scrolledMs),
    memoryMb: await memory(page),
  };
  await page.context().close();
  return measured;
}

/** The same for as many ads as an installation can be set to take. */
async function measureLarge(browser: Browser): Promise<Measured> {
  const limits = { SLIPWAY_LAUNCH_LIMIT: `${LARGE_ADS},${LARGE_ADS}`, SLIPWAY_BODY_LIMIT: '32' };
  const server = await startServer(limits);
  try {
    // A company allows 5,000 unless it says otherwise.
    await server.ask('PUT', '/v1/guardrails', { adsPerLaunch: LARGE_ADS });
    return await measureLive(server, browser, LARGE_ADS);
  } finally {
    await server.stop();
  }
}

/** A launch is followed on its page from the first ad to the last. */
async function measureLive(server: Server, browser: Browser, many: number): Promise<Measured> {
  const adSets = await makeAdSets(server, many);
  const url = await upload(server, 'live.png', 600, 600);
  const { page: profile, profile: secondary } = companyIds(ACCOUNT);
  const ads = Array.from({ length: many }, (_, n) => ({
    adName: `Live ${n}`,
    adAccountId: ACCOUNT,
    adSets: [adSets[n % adSets.length]],
    page: profile,
    secondary,
    link: 'https://harbour.example',
    title: 'Boats',
    media: [{ url }],
  }));
  const page = await openPage(server, browser);
  await page.goto(server.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const accepted = await server.ask('POST', '/v1/launch', { ads });
  // A page of no batch would be waited for in vain.
  if (accepted.success !== true)
    throw new Error(`The launch was refused: ${JSON.stringify(accepted.error)}`);
  let paintMs = 0;
  const longestMs = await longestIn(page, async () => {
    const began = performance.now();
    await page.goto(`${server.url}/#/batches/${accepted.adBatchId}`);
    await page.getByRole('progressbar').first().waitFor();
    paintMs = Math.round(performance.now() - began);
    await page.getByText(`All ${many} ads launched`).waitFor();
  });
  const measured = { paintMs, longestMs, memoryMb: await memory(page) };
  await page.context().close();
  return measured;
}
