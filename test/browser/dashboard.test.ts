// @module-tag browser
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { png } from '../samples/media.ts';
import { type DashboardHouse, openDashboard } from './dashboard-house.ts';

/** One page, used as a person would from the first visit on: the tests share it, in their order. */
let house: DashboardHouse;
beforeAll(async () => {
  house = await openDashboard();
});
afterAll(() => house?.close());

test('a wrong key is refused with words; the right one opens the dashboard and stays in a cookie no script can read', async () => {
  await house.page.goto(house.url);
  await house.page.getByLabel('API key').fill('ak_nonsense');
  await house.page.getByRole('button', { name: 'Sign in' }).click();
  await house.page.getByRole('alert').getByText('This is not an API key of this service').waitFor();
  expect(await house.findings()).toEqual([]);

  await house.page.getByLabel('API key').fill(house.adminKey);
  await house.page.keyboard.press('Enter');
  await house.page.getByRole('heading', { name: 'Nothing launched yet' }).waitFor();
  expect(await house.page.evaluate(() => document.cookie)).toBe('');
  const [cookie] = await house.page.context().cookies();
  expect(cookie).toMatchObject({ name: 'slipway_session', httpOnly: true, sameSite: 'Strict' });
  expect(await house.findings()).toEqual([]);
  await house.page.reload();
  await house.page.getByRole('heading', { name: 'Nothing launched yet' }).waitFor();
});

test('pasted rows are checked at their cells, corrected on the way, planned, launched and watched to the end', async () => {
  const form = new FormData();
  form.set('file', new File([Uint8Array.from(await png(1080, 1080))], 'boat-1x1.png'));
  await fetch(`${house.url}/v1/media/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${house.adminKey}` },
    body: form,
  });
  await house.goTo('Launch');
  const rows = [
    [
      'Ad name',
      'Launch type',
      'Ad account',
      'Ad sets',
      'Page',
      'Profile',
      'Media 1',
      'Headline',
      'Link',
      'Partnership code',
      'My notes',
    ],
    ...Array.from({ length: 6 }, (_, i) => [
      `Boat ${i + 1}`,
      'Single',
      'act_1001',
      '120000001001200211, 120000001001200212',
      '120000001001700001',
      '120000001001900001',
      'boat-1x1.png',
      'All aboard',
      i === 3 ? 'harbour.example' : 'https://harbour.example/boats',
      '',
      'mine',
    ]),
    [
      'Creator',
      'Partnership code',
      'act_1001',
      '120000001001200213',
      '120000001001700001',
      '120000001001900001',
      '',
      'Hi',
      'https://harbour.example',
      'adcode-EXPIREDCODE2025',
      '',
    ],
  ];
  await house.page.getByLabel('Rows from a spreadsheet').focus();
  await house.page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    rows.map((cells) => cells.join('\t')).join('\n'),
  );

  const cell = house.page.getByLabel('Link, row 5');
  await house.page.getByText('1 fault to correct').waitFor();
  expect(await cell.getAttribute('aria-invalid')).toBe('true');
  expect(await house.page.locator('td.faulty .cell-fault').textContent()).toContain('must start with https://');
  expect(await house.page.getByRole('button', { name: 'Launch', exact: true }).isDisabled()).toBe(true);
  expect(await house.findings()).toEqual([]);

  await cell.fill('https://harbour.example/boats');
  await cell.press('Enter');
  const launch = house.page.getByRole('button', { name: 'Launch 13 ads' });
  await launch.waitFor();
  await house.page.getByText('Created paused').waitFor();
  expect(await house.page.getByRole('region', { name: 'Plan' }).textContent()).toMatch(/Platform calls\d+/);
  await launch.click();
  await house.page.getByText('12 of 13 ads launched, 1 failed').waitFor();
  expect(await house.findings()).toEqual([]);
  const status = await house.call('/v1/batch-status/1');
  expect(status).toMatchObject({ successfulAds: 12, launchStatus: 'PAUSED' });
});

test('a failed ad tells why and what to do; retrying sends it alone; launched ones link to the manager', async () => {
  await house.page.getByText('Content not eligible').waitFor();
  await house.page.getByText('Ask the creator for a new code').waitFor();
  await house.page.getByRole('radio', { name: /Launched/ }).check();
  expect(await house.page.getByRole('link', { name: /in the platform’s manager/ }).count()).toBe(12);
  const before = Number((await house.call('/v1/sandbox/state')).calls);
  await house.page.getByRole('button', { name: 'Retry 1 failed ad' }).click();
  await house.page.getByText('Launching').or(house.page.getByText('Partly')).first().waitFor();
  await expect.poll(async () => (await house.call('/v1/batch-status/1')).rawStatus, { timeout: 10_000 }).toBe('Error');
  await house.page.getByRole('button', { name: 'Retry 1 failed ad' }).waitFor();
  expect(Number((await house.call('/v1/sandbox/state')).calls) - before).toBeLessThan(6);
});

test('a batch moves by itself while it runs, and can be undone', async () => {
  await house.goTo('Batches');
  await house.call('/v1/sandbox/faults', {
    method: 'POST',
    body: JSON.stringify({ platform: 'meta', fault: 'refuse-1487390', times: 1 }),
  });
  const ads = [
    {
      adName: 'Live',
      adAccountId: 'act_1001',
      page: '120000001001700001',
      secondary: '120000001001900001',
      link: 'https://harbour.example',
      media: [{ url: ((await house.call('/v1/media')).data as { url: string }[])[0]?.url }],
      adSets: ['120000001001200214', '120000001001200215'],
    },
  ];
  await house.call('/v1/launch', { method: 'POST', body: JSON.stringify({ name: 'Seen live', ads }) });
  await house.page.reload();
  await house.page.getByRole('link', { name: 'Seen live' }).click();
  // No reload from here on: what is seen came over the stream.
  await house.page.getByText('All 2 ads launched').waitFor();
  await house.page.getByRole('button', { name: 'Undo' }).click();
  await house.page.getByRole('button', { name: 'Delete them' }).click();
  await house.page.getByText('Everything deleted').waitFor();
  expect(await house.findings()).toEqual([]);
});

test('a report draws a chart that can be read by keyboard, and a table', async () => {
  await house.goTo('Reports');
  const chart = house.page.getByRole('img', { name: /Spend by day, 14 days/ });
  await chart.waitFor();
  await chart.focus();
  await house.page.keyboard.press('ArrowRight');
  expect(await house.page.locator('.tip').textContent()).toMatch(/Nov|Oct|[A-Z][a-z]{2}.*€/);
  const total = await house.page.locator('.tiles label').first().locator('.tile-value').textContent();
  const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const spend = await house.call(`/v1/spend/daily?accountIds=act_1001&startDate=${day(14)}&endDate=${day(1)}`);
  expect(Number(total?.replace(/[^\d.]/g, ''))).toBe(Number((spend.metadata as { totalSpend: number }).totalSpend.toFixed(2)));
  await house.page.getByRole('button', { name: 'Clicks' }).click();
  await house.page.getByText('sorted downwards').waitFor({ state: 'attached' });
  expect(await house.page.locator('tbody tr').count()).toBeGreaterThan(3);
  expect(await house.findings()).toEqual([]);
});

test('a report is downloaded as CSV in which no name is a formula', async () => {
  const answers = '**/v1/reports/query?*';
  await house.page.route(answers, async (route) => {
    const response = await route.fetch();
    const report = await response.json();
    const data = report.data.map((row: object) => ({ ...row, campaignName: '=HYPERLINK("http://x","y")' }));
    await route.fulfill({ response, json: { ...report, data } });
  });
  const [download] = await Promise.all([
    house.page.waitForEvent('download'),
    house.page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  await house.page.unroute(answers);
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
  expect(csv).not.toMatch(/(^|[,;\r\n])"?=/);
});

test('a favourite fault is played on every platform that can, and taken back', async () => {
  await house.call('/v1/sandbox/faults', { method: 'DELETE' });
  await house.goTo('Faults');
  const { favourites } = (await house.call('/v1/sandbox/faults')) as { favourites: { title: string; rules: object[] }[] };
  const [first] = favourites;
  expect(await house.page.locator('.favourite').count()).toBe(favourites.length);
  await house.page
    .locator('.favourite')
    .filter({ hasText: first?.title ?? '' })
    .getByRole('button', { name: 'Play it' })
    .click();
  await house.page.getByText('It will go wrong as ordered.').waitFor();
  const rows = house.page.getByRole('region', { name: 'Faults in force' }).locator('tbody tr');
  expect(await rows.count()).toBe(first?.rules.length);
  await house.page.getByRole('button', { name: 'Let everything go right' }).click();
  await house.page.getByText('Nothing goes wrong at the moment.').waitFor();
  expect(await house.findings()).toEqual([]);
});

test('a key is made, shown once, works, and is refused once revoked', async () => {
  await house.goTo('Keys');
  await house.page.getByRole('button', { name: 'New key' }).click();
  await house.page.getByLabel('Name').fill('Tester');
  expect(await house.findings()).toEqual([]);
  await house.page.getByRole('button', { name: 'Create key' }).click();
  const key = await house.page.locator('.fresh-key code').textContent();
  const use = async (): Promise<number> =>
    (await fetch(`${house.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await use()).toBe(200);
  await house.page.getByRole('button', { name: 'Revoke Tester' }).click();
  await house.page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await house.page.getByText('Tester is revoked.').waitFor();
  expect(await use()).toBe(401);
});

test('nothing broke on the way, and signing out ends the session', async () => {
  expect(house.broken).toEqual([]);
  await house.page.setViewportSize({ width: 1280, height: 900 });
  await house.page.getByRole('button', { name: 'Sign out' }).click();
  await house.page.getByLabel('API key').waitFor();
  expect(await house.page.context().cookies()).toEqual([]);
});
