// @module-tag browser
import { expect, test } from 'vitest';
import { upload } from '../addon/launch-rows.ts';
import { PLAIN_HOST } from './chromium.ts';
import type { Company } from './company.ts';
import { useDashboard } from './dashboard-house.ts';
import { pasteInto, pasteRows, pressLaunch } from './paste-rows.ts';

const house = useDashboard();

const HEAD = ['Ad name', 'Ad account', 'Ad sets', 'Page', 'Profile', 'Media 1', 'Headline', 'Link'];
const rowOf = (
  { accountId, adSets, page, profile }: Company,
  name: string,
  link = 'https://harbour.example',
): string[] => [name, accountId, adSets[0] ?? '', page, profile, 'boat-1x1.png', 'Hi', link];

test('the grid is a spreadsheet: keys move, blocks are pasted, texts go down, and every step is taken back', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  await pasteRows(page, [
    HEAD,
    rowOf(company, 'one'),
    rowOf(company, 'two'),
    rowOf(company, 'three'),
  ]);
  await page.getByRole('button', { name: 'Launch 3 ads' }).waitFor();
  const cell = (header: string, row: number) =>
    page.getByLabel(`${header}, row ${row}`, { exact: true });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

  await cell('Headline', 2).fill('First');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Headline, row 3');
  await page.keyboard.press('ArrowUp');
  await expect.poll(focused).toBe('Headline, row 2');
  await page.keyboard.press('Control+d');
  await expect.poll(() => cell('Headline', 4).inputValue()).toBe('First');
  await page.keyboard.press('Control+z');
  await expect.poll(() => cell('Headline', 4).inputValue()).toBe('Hi');
  expect(await cell('Headline', 2).inputValue()).toBe('First');
  await page.keyboard.press('Control+z');
  // What is shown is what is planned.
  const planned = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/v1/launch/plan',
  );
  await expect.poll(() => cell('Headline', 2).inputValue()).toBe('Hi');
  expect(JSON.stringify((await planned).postDataJSON())).not.toContain('First');

  // Tab goes on at the next row; from the last cell, and with Escape, it leads out of the rows.
  await cell('Link', 2).focus();
  await page.keyboard.press('Tab');
  await expect.poll(focused).toBe('Ad name, row 3');
  await page.keyboard.press('Shift+Tab');
  await expect.poll(focused).toBe('Link, row 2');
  await page.keyboard.press('ArrowRight');
  await expect.poll(focused).toBe('Remove row 2');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('The chosen cell');
  await cell('Link', 4).focus();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('.grid-table'))).toBeNull();
  const pictures = page.locator('.grid-table img');
  expect(await pictures.count()).toBe(3);
  await expect
    .poll(() =>
      pictures.evaluateAll((all) =>
        all.every((each) => (each as HTMLImageElement).naturalWidth > 0),
      ),
    )
    .toBe(true);

  await pasteInto(
    cell('Headline', 3),
    'A\thttps://a.example\nB\thttps://b.example\nC\thttps://c.example',
  );
  await expect.poll(() => cell('Link', 4).inputValue()).toBe('https://b.example');
  expect(await cell('Headline', 5).inputValue()).toBe('C');
  await page.getByRole('button', { name: 'Remove row 5' }).click();
  await page.getByRole('button', { name: 'Find and replace' }).click();
  await page.getByLabel('Find', { exact: true }).fill('.example');
  await page.getByLabel('Replace by').fill('.test');
  await page.getByRole('button', { name: 'Replace all' }).click();
  await page.getByText('3 cells changed').waitFor();
  expect(await findings()).toEqual([]);

  // Straight from a cell to the button: what was typed last is what is asked about.
  await cell('Ad name', 2).fill('typed last');
  await page.getByRole('button', { name: /^Launch/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).click();
  await page.getByText('All 3 ads launched').waitFor();
  await page.getByText('typed last').waitFor();
});

test('a row stays one line high; why it is red is told beside it, with what to write instead', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  const wrong = [...rowOf(company, 'wrong', 'harbour.example'), 'BUY_IT_NOW'];
  await pasteRows(page, [
    [...HEAD, 'Call to action'],
    [...rowOf(company, 'right'), 'SHOP_NOW'],
    wrong,
  ]);
  await page.getByText('2 faults to correct').waitFor();
  const heights = await page
    .locator('.grid-table tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.clientHeight));
  expect(new Set(heights).size).toBe(1);
  const panel = page.getByRole('complementary', { name: 'The chosen cell' });
  await panel.getByRole('button', { name: 'H3' }).click();
  await panel.locator('.chosen-cell').getByText('must start with https://').waitFor();
  await page.getByLabel('Call to action, row 3').focus();
  expect(await findings()).toEqual([]);
  await panel.getByRole('button', { name: 'Use BUY_NOW' }).click();
  await expect.poll(() => page.getByLabel('Call to action, row 3').inputValue()).toBe('BUY_NOW');
  await page.getByText('1 fault to correct').waitFor();
});

test('names stand for ids, and the headers of other tools are understood, asked about and remembered', async () => {
  const { page, company, goTo } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  const accounts = (await company.ask('GET', '/v1/adaccounts')).data as {
    id: string;
    name: string;
  }[];
  const adSets = (await company.ask('GET', `/v1/adsets?accountId=${company.accountId}`)).data as {
    value: string;
    label: string;
  }[];
  const adSet = adSets.find(({ value }) => value === company.adSets[0])?.label ?? '';
  expect(adSets.filter(({ label }) => label === adSet)).toHaveLength(1);
  const account = accounts.find(({ id }) => id === company.accountId)?.name ?? '';
  const head = [
    'Name',
    'Account',
    'Ad Set Name',
    'Page',
    'Profile',
    'Image File Name',
    'Body',
    'URL',
    'Call to action',
    'Knopf',
  ];
  const row = [
    'By name',
    account,
    adSet,
    company.page,
    company.profile,
    'boat-1x1.png',
    'Words',
    'https://harbour.example',
  ];
  await goTo('Launch');
  await pasteRows(page, [head, [...row, 'Shop now', 'Mehr']]);
  await page.getByRole('button', { name: 'Launch 1 ad' }).waitFor();
  await page.getByText('1 column is left out').waitFor();
  const planned = page.waitForRequest(
    (request) => new URL(request.url()).pathname === '/v1/launch/plan',
  );
  await page.getByLabel('Knopf').selectOption({ label: 'Headline' });
  expect((await planned).postDataJSON().ads[0]).toMatchObject({
    adName: 'By name',
    adAccountId: company.accountId,
    adSets: [company.adSets[0]],
    description: 'Words',
    cta: 'SHOP_NOW',
    title: 'Mehr',
    link: 'https://harbour.example',
  });
  await page.getByRole('button', { name: 'Start over' }).click();
  await pasteRows(page, [head, [...row, 'Shop now', 'Mehr']]);
  await page.getByText('columns were recognised by another name').waitFor();
});

test('rows are kept for one company until its person signs out', async () => {
  const { page, company, goTo } = await house.visit();
  await goTo('Launch');
  await pasteRows(page, [HEAD, rowOf(company, 'mine')]);
  await page.getByLabel('Ad name, row 2').waitFor();
  const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(await kept()).toContain('mine');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('API key').waitFor();
  expect(await kept()).not.toContain('mine');
  await page.getByLabel('API key').fill(company.adminKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await goTo('Launch');
  await page.getByLabel('Rows from a spreadsheet').waitFor();
});

test('a failed ad is opened as a row again, corrected and launched; what exists is left alone', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  // A page that is not theirs: the platform refuses what the plan could only warn of.
  const wrong = rowOf(company, 'two').map((text) => (text === company.page ? '999' : text));
  await pasteRows(page, [HEAD, rowOf(company, 'one'), wrong]);
  await page.getByLabel('Name of the batch').fill('Autumn');
  await pressLaunch(page, 'Launch 2 ads');
  await page.getByRole('heading', { level: 1, name: 'Autumn' }).waitFor();
  await page.getByRole('button', { name: 'Correct and launch' }).click();
  await page.getByRole('button', { name: 'Launch 1 ad' }).waitFor();
  expect(await findings()).toEqual([]);
  expect(await page.getByLabel('Ad name, row 2').inputValue()).toBe('two');
  await page.getByLabel('Page, row 2').fill(company.page);
  await page.getByRole('button', { name: /^Launch/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Launch' }).click();
  await page.getByText('1 ad launched').first().waitFor();
  const corrected = page.url();
  // The batch before knows of it, and offers no second launch of the ad.
  await goTo('Batches');
  await page.getByRole('link', { name: 'Autumn' }).click();
  await page.getByRole('heading', { level: 1, name: 'Autumn' }).waitFor();
  await page.getByText('Corrected', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: /Corrected in batch/ }).click();
  await page.getByText('1 ad launched').first().waitFor();
  expect(page.url()).toBe(corrected);
  await page.goBack();
  await page.getByText('Corrected', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
});

test('uploads tell by name what failed and why, before a byte of what is too large is sent', async () => {
  const { page, goTo, findings } = await house.visit();
  await goTo('Library');
  await page.locator('input[type="file"]').setInputFiles([
    { name: 'contract.png', mimeType: 'image/png', buffer: Buffer.from('%PDF-1.7 no picture') },
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture either') },
  ]);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await uploads.getByRole('button', { name: 'Dismiss' }).waitFor();
  expect(await uploads.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^contract\.png./),
    expect.stringMatching(/^notes\.jpg./),
  ]);
  expect(await findings()).toEqual([]);
  await uploads.getByRole('button', { name: 'Dismiss' }).click();
  expect(await uploads.count()).toBe(0);
});

test('over plain http rows are pasted, planned and launched, and ids are copied', async () => {
  const { page, company } = await house.visit();
  await upload(company, 'boat-1x1.png', 1080, 1080);
  const url = company.url.replace('127.0.0.1', PLAIN_HOST);
  await page.goto(url);
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByLabel('API key').fill(company.adminKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Launch' }).click();
  await pasteRows(page, [HEAD, rowOf(company, 'plain')]);
  await pressLaunch(page, 'Launch 1 ad');
  await page.getByText('1 ad launched').first().waitFor();
  await page.getByRole('button', { name: 'Copy the id of plain' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
});

test('addresses: of a report hold its state, of a batch lead there, and of nothing say so', async () => {
  const { page, company, goTo } = await house.visit();
  await goTo('Reports');
  await page.getByRole('combobox', { name: 'By', exact: true }).selectOption('day');
  await page.getByRole('heading', { name: 'By day' }).waitFor();
  const days = page.locator('tbody td:first-child');
  await expect.poll(() => days.count()).toBeGreaterThan(5);
  const shown = await days.allTextContents();
  expect(shown).toEqual([...shown].sort());
  await page.reload();
  await page.getByRole('heading', { name: 'By day' }).waitFor();
  for (const address of ['#/nowhere', '#/batches/abc']) {
    await page.goto(`${company.url}/${address}`);
    await page.getByRole('heading', { name: 'Nothing is here' }).waitFor();
  }
  const answer = await fetch(`${company.url}/batches/2`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '../#/batches/2']);
});

test('ads that were launched paused are shown in the table of ads, and switched on from their batch', async () => {
  const { page, company, goTo, findings } = await house.visit(['primary']);
  await upload(company, 'boat-1x1.png', 1080, 1080);
  await goTo('Launch');
  await pasteRows(page, [HEAD, rowOf(company, 'one'), rowOf(company, 'two')]);
  await pressLaunch(page, 'Launch 2 ads');
  await page.getByText('All 2 ads launched').waitFor();
  await page.getByRole('link', { name: 'Show in Ads' }).click();
  await expect
    .poll(async () => (await page.locator('.row-name').allTextContents()).sort())
    .toEqual(['one', 'two']);
  await page.getByRole('link', { name: /^batch \d+$/ }).click();
  await page.getByRole('button', { name: 'Switch on these 2 ads' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch on 2 ads?' });
  await dialog.getByText(/starts to spend|No further budget starts/).waitFor();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText('2 ads switched on.').waitFor();
  const statuses = async () => {
    const { data } = (await company.ask(
      'GET',
      `/v1/manage/list-ads?adSetId=${company.adSets[0]}&accountId=${company.accountId}`,
    )) as { data: { name: string; status: string }[] };
    return ['one', 'two'].map((ad) => data.find(({ name }) => name === ad)?.status);
  };
  expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE']);
  await page.getByRole('button', { name: 'Undo: 2 ads switched on.' }).click();
  const told = page.getByRole('region', { name: 'What became of each' });
  await told.getByText('2 of 2 taken back.').waitFor();
  expect(await told.textContent()).toMatch(/one .*status ACTIVE → PAUSED/);
  expect(await findings()).toEqual([]);
  expect(await statuses()).toEqual(['PAUSED', 'PAUSED']);
});
