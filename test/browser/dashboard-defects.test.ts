// @module-tag browser
import { expect, test } from 'vitest';
import { upload } from '../addon/launch-rows.ts';
import type { Company } from './company.ts';
import { useDashboard } from './dashboard-house.ts';
import { pasteRows } from './paste-rows.ts';

/**
 * Defects that a user met once, each of which would stop a day's work. server/dashboard/README.md
 * says where the others are held.
 */

const house = useDashboard();

const HEAD = ['Ad name', 'Ad account', 'Ad sets', 'Page', 'Profile', 'Media 1', 'Headline', 'Link'];
interface Other {
  readonly adSets?: string;
  readonly page?: string;
  readonly link?: string;
  /** Rows go to the ad sets in turn: one has room for fifty. */
  readonly at?: number;
}

const rowOf = (
  { accountId, adSets, page, profile }: Company,
  name: string,
  other: Other = {},
): string[] => [
  name,
  accountId,
  other.adSets ?? adSets[0] ?? '',
  other.page ?? page,
  profile,
  'boat-1x1.png',
  'Hi',
  other.link ?? 'https://harbour.example',
];

test('many corrections in a row are all checked, none is refused, and every fault is listed', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  await upload(company, 'boat-1x1.png', 1080, 1080);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 429) refused.push(response.url());
  });
  await goTo('Launch');
  const rows = Array.from({ length: 30 }, (_, n) =>
    rowOf(company, `Ad ${n}`, { link: 'harbour.example', at: n }),
  );
  await pasteRows(page, [HEAD, ...rows]);
  await page.getByText('30 faults to correct').waitFor();
  const faults = page.getByRole('region', { name: 'Faults' });
  await faults.getByRole('button', { name: 'and 18 more' }).click();
  expect(await faults.getByRole('button', { name: /^[A-Z]\d+$/ }).count()).toBe(30);
  for (let row = 2; row < 16; row++) {
    const answered = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/v1/launch/plan',
    );
    await page.getByLabel(`Link, row ${row}`, { exact: true }).fill('https://harbour.example');
    await page.keyboard.press('Enter');
    await answered;
  }
  await page.getByText('16 faults to correct').waitFor();
  expect(refused).toEqual([]);
});

test('a file behind two hundred newer ones is found, and a page that is not ours is told before the launch', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  await upload(company, 'boat-1x1.png', 1080, 1080);
  // A library whose first page holds newer files only.
  await page.route(/\/v1\/media\?/, async (route) => {
    const url = new URL(route.request().url());
    const offset = Number(url.searchParams.get('offset') ?? 0);
    url.searchParams.set('offset', String(Math.max(0, offset - 200)));
    const response = await route.fetch({ url: url.href });
    const body = (await response.json()) as { readonly data: readonly { readonly url: string }[] };
    const newer = Array.from({ length: 200 }, (_, n) => ({
      ...body.data[0],
      id: `newer-${n}`,
      originalName: `newer-${n}.png`,
      filename: `newer-${n}.png`,
    }));
    await route.fulfill({ response, json: { ...body, data: offset === 0 ? newer : body.data } });
  });
  await goTo('Launch');
  await pasteRows(page, [HEAD, rowOf(company, 'Old file', { page: '999' })]);
  await page.getByRole('button', { name: 'Launch 1 ad' }).waitFor();
  await page.getByRole('region', { name: 'Warnings' }).getByText('Unknown identity').waitFor();
});

test('what cannot be checked is checked once the service answers again', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  await pasteRows(page, [HEAD, rowOf(company, 'Away')]);
  await page.getByRole('button', { name: 'Launch 1 ad' }).waitFor();
  await page.route('**/v1/launch/plan*', (route) => route.abort('connectionreset'));
  await page.getByLabel('Headline, row 2').fill('While it is away');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('The service does not answer').waitFor();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute('**/v1/launch/plan*');
  // Nobody presses anything.
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Launch 1 ad' }).waitFor();
});

test('answers that come late and in another order end in a button that launches the rows as they are', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The first check is answered after the last one, with the faults of its time.
  await page.route('**/v1/launch/plan*', async (route) => {
    const isFirst = route.request().postData()?.includes('harbour.example/first') === true;
    if (isFirst) await held;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest('**/v1/launch/plan*');
  await pasteRows(page, [
    HEAD,
    rowOf(company, 'Late', { link: 'https://harbour.example/first', page: '999x' }),
  ]);
  await asked;
  await page.getByLabel('Page, row 2', { exact: true }).fill(company.page);
  await page.getByLabel('Link, row 2', { exact: true }).fill('https://harbour.example/second');
  await page.keyboard.press('Enter');
  const launch = page.getByRole('button', { name: 'Launch 1 ad' });
  await launch.waitFor();
  release();
  expect(await launch.isEnabled()).toBe(true);
});

test('what is typed before the lists of an account arrive stays, also while its names are read', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  await upload(company, 'boat-1x1.png', 1080, 1080);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/v1\/(adsets|profiles)\b/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await goTo('Launch');
  // A name, which only the lists of the account resolve, is in the second row.
  await pasteRows(page, [
    HEAD,
    rowOf(company, 'First', { adSets: '' }),
    rowOf(company, 'Second', { adSets: '' }),
  ]);
  const adSets = page.getByLabel('Ad sets, row 2', { exact: true });
  await adSets.fill(company.adSets[0] ?? '');
  await page.getByLabel('Page, row 3', { exact: true }).fill('Harbour Boats');
  const headline = page.getByLabel('Headline, row 2', { exact: true });
  await headline.fill('Typed on');
  await adSets.focus();
  await adSets.fill(`${company.adSets[0]} `);
  release();
  await page.locator('datalist#choices-2 option').first().waitFor({ state: 'attached' });
  expect(await adSets.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Control+d');
  expect(await headline.inputValue()).toBe('Typed on');
  await page.getByLabel('Page, row 3', { exact: true }).fill(company.page);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Launch 2 ads' }).waitFor();
});

test('a check that takes long after one that failed is waited for', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await page.clock.install();
  await goTo('Launch');
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const taken: string[] = [];
  await page.route('**/v1/launch/plan*', async (route) => {
    taken.push(route.request().url());
    // The client asks a second time by itself.
    if (taken.length <= 2) return route.abort('connectionreset');
    await held;
    await route.continue().catch(() => undefined);
  });
  await pasteRows(page, [HEAD, rowOf(company, 'Patient')]);
  await page.clock.runFor(1_000);
  await expect.poll(() => taken.length).toBe(1);
  await page.clock.runFor(1_000);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.clock.runFor(6_000);
  await expect.poll(() => taken.length).toBe(3);
  // Longer than the page waits before it asks again.
  await page.clock.runFor(60_000);
  expect(taken.length).toBe(3);
  release();
  await page.clock.resume();
  await page.getByRole('button', { name: 'Launch 1 ad' }).waitFor();
});

test('a page whose script does not arrive says so, and comes once it is tried again', async () => {
  const { page } = await house.visit(['primary']);
  await page.route('**/dashboard/part-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await page.getByRole('alert').getByText('The script of this page did not arrive').waitFor();
  await page.unroute('**/dashboard/part-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reports', exact: true }).waitFor();
});

test('a launch that waits shows its steps and its time, and tells when nothing more is heard', async () => {
  const { page, company } = await house.visit(['primary']);
  const url = await upload(company, 'boat-1x1.png', 600, 600);
  const { accountId, adSets, page: profile, profile: secondary } = company;
  await house.slowDown(4_000);
  const ad = {
    adName: 'Slow',
    adAccountId: accountId,
    adSets: [adSets[0]],
    page: profile,
    secondary,
    media: [{ url }],
  };
  const body = { ads: [{ ...ad, link: 'https://harbour.example', status: 'PAUSED' }] };
  const { adBatchId } = (await company.ask('POST', '/v1/launch', body)) as { adBatchId: number };
  await page.route('**/events**', (route) => route.abort('connectionreset'));
  await page.evaluate((id) => {
    location.hash = `#/batches/${id}`;
  }, adBatchId);
  await page.getByRole('list', { name: 'Steps' }).getByText('Images uploaded').waitFor();
  const took = page.locator('.facts div').filter({ hasText: 'Took' }).locator('dd');
  const first = await took.textContent();
  await expect.poll(() => took.textContent()).not.toBe(first);
  await page.getByText('This page tries again by itself').waitFor();
  await house.slowDown(0);
  await page.unroute('**/events**');
  await page.getByText('1 ad launched').first().waitFor();
});

test('days are those of the account, wherever the reader is', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  const { data } = (await company.ask('GET', '/v1/adaccounts?limit=200')) as {
    readonly data: readonly { readonly id: string; readonly timezone: string }[];
  };
  const accountIn = (zone: string): string =>
    data.find(({ timezone }) => timezone === zone)?.id ?? '';
  // One in the morning of the 16th in Tokyo, five in the afternoon of the 15th in Berlin.
  await page.clock.setFixedTime(new Date('2026-11-15T16:00:00Z'));
  for (const [zone, yesterday] of [
    ['Asia/Tokyo', '2026-11-15'],
    ['Europe/Berlin', '2026-11-14'],
  ] as const) {
    await goTo('Batches');
    await page.goto(`${company.url}/#/reports?accounts=${accountIn(zone)}`);
    await expect.poll(() => page.getByLabel('To', { exact: true }).inputValue()).toBe(yesterday);
  }
});
