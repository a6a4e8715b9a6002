// @module-tag browser
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Company } from './company.ts';
import { useDashboard } from './dashboard-house.ts';
import { pasteInto } from './paste-rows.ts';

const house = useDashboard();

const OPEN = /^Traffic open/;

/** Ad sets of the first account, with cells to write in. */
async function openRows(level = 'adset', search = 'Traffic open') {
  const visit = await house.visit(['primary']);
  await visit.page.goto(
    `${visit.company.url}/#/ads?level=${level}&search=${encodeURIComponent(search)}`,
  );
  await edit(visit.page);
  return visit;
}

async function edit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Edit rows' }).click();
  await page.getByRole('region', { name: 'Rows' }).locator('input').first().waitFor();
}

interface Listed {
  readonly id: string;
  readonly name?: string;
  readonly action?: string;
  readonly values?: { readonly status: string };
}

const listed = async ({ ask }: Company, path: string) =>
  (await ask('GET', path)).data as readonly Listed[];

const cell = (page: Page, column: string, row: number): Locator =>
  page.getByLabel(`${column}, row ${row}`, { exact: true });
const bar = (page: Page): Locator =>
  page.getByRole('region', { name: 'Your changes' }).getByRole('status');

const asked = (page: Page, text: string): Promise<void> =>
  expect.poll(() => bar(page).textContent()).toBe(text);

test('cells are typed in and pasted, planned, posted and taken back', async () => {
  const { page, findings } = await openRows();
  const names = await page
    .getByLabel(/^Name, row \d+$/)
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
  expect(names.length).toBeGreaterThan(1);
  expect(names.every((each) => OPEN.test(each))).toBe(true);
  const before = await cell(page, 'Daily budget', 2).inputValue();

  // As in a spreadsheet: Enter goes down, Tab to the next cell that can be written in.
  await cell(page, 'Name', 2).fill('Typed one');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => cell(page, 'Name', 3).evaluate((each) => each === document.activeElement))
    .toBe(true);
  await pasteInto(cell(page, 'Name', 3), 'Pasted two\tPAUSED\t77');
  await asked(page, '4 changes in 2 objects');
  await cell(page, 'Daily budget', 2).fill('much');
  await page.keyboard.press('Tab');
  await page.getByText('1 row with a cell that cannot be read').waitFor();
  expect(await page.getByRole('button', { name: 'Show changes' }).isDisabled()).toBe(true);
  // An empty cell leaves what is there.
  await cell(page, 'Daily budget', 2).fill('');
  await page.keyboard.press('Tab');
  expect(await cell(page, 'Daily budget', 2).inputValue()).toBe(before);
  await asked(page, '4 changes in 2 objects');
  expect(await findings()).toEqual([]);

  // What was typed survives a reload.
  await page.reload();
  await edit(page);
  await asked(page, '4 changes in 2 objects');
  expect(await cell(page, 'Name', 2).inputValue()).toBe('Typed one');

  await page.getByRole('button', { name: 'Show changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changes' });
  await dialog.getByText(`Rename ad set “${names[0]}” to “Typed one”`).waitFor();
  await dialog.getByText(`Pause ad set “${names[1]}”`).waitFor();
  await dialog.getByText(/Change the daily budget of ad set .* to 77 EUR/).waitFor();
  await dialog.getByText(/^Starts to spend: /).waitFor();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Post' }).click();
  await page.getByText('2 objects changed.').first().waitFor();
  await asked(page, 'No changes yet. Type in the cells, or paste a block from a spreadsheet.');
  await expect.poll(() => cell(page, 'Name', 2).inputValue()).toBe('Typed one');
  await page.getByRole('button', { name: 'Undo: 2 objects changed.' }).click();
  await page.getByText('2 of 2 taken back').waitFor();
  await expect.poll(() => cell(page, 'Name', 2).inputValue()).toBe(names[0]);
});

test('a text is found and replaced in a column of the rows that are shown', async () => {
  const { page, findings } = await openRows();
  await page.getByLabel('Find', { exact: true }).fill('Traffic open');
  await page.getByLabel('Replace with').fill('Clicks "now"');
  await page.getByRole('button', { name: 'Replace all' }).click();
  const names = page.getByLabel(/^Name, row \d+$/);
  const count = await names.count();
  await page.getByText(`${count} cells found.`).waitFor();
  await asked(page, `${count} changes in ${count} objects`);
  expect(await cell(page, 'Name', 2).inputValue()).toMatch(/^Clicks "now" \d+$/);
  await page.getByRole('button', { name: 'Replace all' }).click();
  await page.getByText('No cell has this text.').waitFor();
  await page.getByRole('button', { name: 'Discard all' }).click();
  await asked(page, 'No changes yet. Type in the cells, or paste a block from a spreadsheet.');
  expect(await findings()).toEqual([]);
});

test('what others changed meanwhile is shown with all three values, and is kept or taken', async () => {
  const { page, company } = await openRows();
  const [first, second] = [
    await cell(page, 'Name', 2).inputValue(),
    await cell(page, 'Name', 3).inputValue(),
  ];
  await cell(page, 'Name', 2).fill('Mine one');
  await page.keyboard.press('Enter');
  await cell(page, 'Name', 3).fill('Mine two');
  await page.keyboard.press('Enter');
  const rename = async (was: string, name: string) => {
    const data = await listed(company, '/v1/adaccounts?limit=200');
    for (const { id } of data) {
      const changes = [
        {
          level: 'adset',
          adAccountId: id,
          where: { name: was },
          set: { name: { find: was, replace: name } },
        },
      ];
      await company.ask('POST', '/v1/changes', { changes });
    }
  };
  await rename(first, 'Theirs one');
  await rename(second, 'Theirs two');
  await page.getByRole('button', { name: 'Show changes' }).click();
  await page.getByText('0 objects to change, 2 conflicts with what others did').waitFor();
  const dialog = page.getByRole('dialog', { name: 'Changes' });
  expect(await dialog.getByRole('button', { name: 'Post' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Back' }).click();
  const left = page.getByRole('region', { name: 'Not posted' });
  for (const text of [first, 'Theirs one', 'Mine one', second, 'Theirs two', 'Mine two'])
    await left.getByRole('definition').getByText(text, { exact: true }).waitFor();
  await left.getByRole('button', { name: `Keep mine: Name of ${first}` }).click();
  await left.getByRole('button', { name: `Take theirs: Name of ${second}` }).click();
  await asked(page, '1 change in 1 object');
  await page.getByRole('button', { name: 'Show changes' }).click();
  await dialog.getByText('Rename ad set “Theirs one” to “Mine one”').waitFor();
  await dialog.getByRole('button', { name: 'Post' }).click();
  await page.getByText('1 object changed.').first().waitFor();
});

test('a post whose answer is lost is asked for again, and done once', async () => {
  const { page, company } = await openRows();
  const keys: (string | undefined)[] = [];
  let isCut = true;
  await page.route('**/v1/changes', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (!isCut) return route.continue();
    // It arrives, and its answer does not come back.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await cell(page, 'Name', 2).fill('Traffic open once');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Show changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changes' });
  await dialog.getByRole('button', { name: 'Post' }).click();
  await page.getByText('Changes were sent, and no answer came').waitFor();
  expect(await page.getByRole('button', { name: 'Show changes' }).isDisabled()).toBe(true);
  await page.reload();
  isCut = false;
  await edit(page);
  await page.getByRole('button', { name: 'Ask again' }).click();
  await page.getByText('1 object changed.').first().waitFor();
  expect(new Set(keys).size).toBe(1);
  await expect.poll(() => cell(page, 'Name', 2).inputValue()).toBe('Traffic open once');
  const data = await listed(company, '/v1/audit?limit=50');
  expect(data.filter(({ action }) => action === 'changes.apply')).toHaveLength(1);
});

test('texts of ads and names of campaigns are edited in place; by keyboard one comes in and out', async () => {
  const { page, findings, company } = await openRows('ad', '');
  const text = page.getByLabel(/^Primary text, row \d+$/).first();
  const place = (await text.getAttribute('aria-label')) ?? '';
  await text.fill('Another text');
  await page.keyboard.press('Tab');
  await asked(page, '1 change in 1 object');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe('Show changes');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Changes' });
  await dialog.getByText(/Another creative is reviewed before the ad shows it/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel(place, { exact: true }).inputValue()).toBe('Another text');
  await page.getByRole('button', { name: 'Close, and keep what I typed' }).click();
  await page.goto(`${company.url}/#/ads?level=campaign`);
  await edit(page);
  // What was typed over ads is still there.
  await asked(page, '1 change in 1 object');
  await cell(page, 'Name', 2).fill('A campaign');
  await page.keyboard.press('Enter');
  await asked(page, '2 changes in 2 objects');
  await page.getByRole('button', { name: /^Take back what was typed in row 2$/ }).click();
  await asked(page, '1 change in 1 object');
  await page.getByRole('button', { name: 'Discard all' }).click();
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await findings()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('several ads are copied into another ad set of their account', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  await goTo('Ads');
  const data = await listed(company, '/v1/adaccounts?limit=200');
  const account = data.find(({ name }) => name === 'Sandbox Company Europe');
  await page.goto(
    `${company.url}/#/ads?level=ad&accounts=${encodeURIComponent(`primary:${account?.id}`)}&search=sales`,
  );
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  await page.getByRole('button', { name: 'Copy…' }).click();
  const copying = page.getByRole('dialog', { name: 'Copy 2 ads' });
  const places = copying.getByLabel('Into ad set');
  const label =
    (await places.locator('option').filter({ hasText: 'Traffic open 3 ·' }).textContent()) ?? '';
  await places.selectOption(label);
  await copying.getByRole('button', { name: 'Copy them' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy 2 rows?' });
  await dialog.getByText(`Into ${label}.`).waitFor();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('2 rows copied.').first().waitFor();
  const adSets = await listed(
    company,
    `/v1/objects?adAccountId=${account?.id}&level=adset&name=Traffic%20open%203`,
  );
  const ads = await listed(
    company,
    `/v1/objects?adAccountId=${account?.id}&level=ad&adSetId=${adSets[0]?.id}`,
  );
  expect(ads.map(({ values }) => values?.status)).toEqual(['PAUSED', 'PAUSED']);
});

test('several ad sets are copied into one new campaign, and taken back with it', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  await goTo('Ads');
  const data = await listed(company, '/v1/adaccounts?limit=200');
  const account = data.find(({ name }) => name === 'Sandbox Company Europe');
  await page.goto(
    `${company.url}/#/ads?level=adset&accounts=${encodeURIComponent(`primary:${account?.id}`)}&search=Traffic`,
  );
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  await page.getByRole('button', { name: 'Copy…' }).click();
  const copying = page.getByRole('dialog', { name: 'Copy 2 ad sets' });
  await copying.getByLabel('Into campaign').selectOption('A new campaign…');
  await copying.getByLabel('Name of the new campaign').fill('Spain');
  const send = copying.getByRole('button', { name: 'Copy them' });
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(size);
    // At no width does anything stick out of the sheet.
    expect(await copying.evaluate((sheet) => sheet.scrollWidth - sheet.clientWidth)).toBe(0);
  }
  await send.click();
  const question = page.getByRole('dialog', { name: 'Copy 2 rows?' });
  await question.getByText(/^Into a new campaign, Spain, set as/).waitFor();
  await question.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('2 rows copied.').first().waitFor();
  const named = () =>
    listed(company, `/v1/objects?adAccountId=${account?.id}&level=campaign&name=Spain`);
  expect(await named()).toHaveLength(1);
  await page.getByRole('button', { name: /^Undo: 2 rows copied/ }).click();
  await page.getByText(/ taken back\.$/).waitFor();
  await expect
    .poll(async () => (await named()).filter(({ values }) => values?.status !== 'DELETED'))
    .toEqual([]);
});

test('what a limit forbids is not posted, and can be asked for where another person may allow it', async () => {
  const { page, company } = await openRows();
  const limits = { currencies: { EUR: { dailyBudget: 60 } }, accounts: {} };
  await company.ask('PUT', '/v1/guardrails', limits);
  await cell(page, 'Daily budget', 2).fill('90');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Changes' });
  await page.getByRole('button', { name: 'Show changes' }).click();
  await dialog.getByText(/limit/i).first().waitFor();
  expect(await dialog.getByRole('button', { name: 'Post' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Back' }).click();

  await company.ask('PUT', '/v1/guardrails', {
    currencies: { EUR: { secondKeyDailyBudget: 10 } },
    accounts: {},
  });
  await page.getByRole('button', { name: 'Show changes' }).click();
  await dialog.getByRole('button', { name: 'Ask for approval' }).click();
  await page.getByText('The plan waits for another person.').waitFor();
  await page
    .getByText(/Change the daily budget of ad set .* to 90 EUR/)
    .first()
    .waitFor();
});
