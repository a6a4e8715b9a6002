// @module-tag browser
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { png } from '../samples/media.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

/** The page of ads, with everything read. */
async function openAds(platforms: readonly string[] = ['primary']) {
  const visit = await house.visit(platforms);
  // Pictures of ads are those of the platform, which is simulated.
  const picture = Buffer.from(await png(64, 64));
  await visit.page.route(/^https:\/\/[^/]*\.(invalid|example|com)\//, (route) =>
    route.fulfill({ contentType: 'image/png', body: picture }),
  );
  await visit.goTo('Ads');
  await allRead(visit.page);
  return visit;
}

async function allRead(page: Page): Promise<void> {
  await page.getByRole('grid').or(page.locator('.nothing')).first().waitFor();
  await expect.poll(() => page.getByText('Reading…').count()).toBe(0);
}

const rowOf = (page: Page, name: string | RegExp) =>
  page.getByRole('row').filter({
    has: page.getByRole('link', { name }).or(page.getByRole('button', { name, exact: true })),
  });

test('campaigns lead to their ad sets and these to their ads; the address holds all of it', async () => {
  const { page, company, findings } = await openAds();
  expect(await findings()).toEqual([]);
  const grid = page.getByRole('grid');
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(10);
  const campaign = grid.getByRole('link').first();
  const name = await campaign.textContent();
  await campaign.click();
  await expect.poll(() => page.getByRole('radio', { name: 'Ad sets' }).isChecked()).toBe(true);
  await allRead(page);
  await grid.getByRole('link').first().click();
  await expect
    .poll(() => page.getByRole('radio', { name: 'Ads', exact: true }).isChecked())
    .toBe(true);
  await allRead(page);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => page.getByRole('radio', { name: 'Campaigns' }).isChecked()).toBe(true);
  await allRead(page);
  await grid
    .getByRole('link', { name: name ?? '', exact: true })
    .first()
    .waitFor();

  await page.getByLabel('Search').fill('sales');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('On');
  await page.getByRole('combobox', { name: 'Period' }).selectOption('Last 14 days');
  await page.locator('summary', { hasText: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'CPM' }).check();
  await page.getByLabel('Compare with the days before').check();
  await page.getByRole('button', { name: 'Condition' }).click();
  await page.getByLabel('Amount').fill('1');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Spend above 1').waitFor();
  await page.getByRole('columnheader', { name: 'Spend' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByLabel('Name of the view').fill('Sales');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await allRead(page);
  await expect
    .poll(() => page.locator('.delta').filter({ hasText: '%' }).count())
    .toBeGreaterThan(0);
  expect(await findings()).toEqual([]);
  const shown = () => page.locator('.row-name').allTextContents();
  const before = await shown();
  expect(before.length).toBeGreaterThan(0);
  expect(before.every((each) => /sales/i.test(each))).toBe(true);

  await page.reload();
  await allRead(page);
  await expect.poll(shown).toEqual(before);
  expect(await page.getByRole('columnheader', { name: 'Spend' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
  await page.goto(`${company.url}/#/ads?level=ad`);
  await allRead(page);
  await page.getByRole('button', { name: 'Sales', exact: true }).click();
  await allRead(page);
  await expect.poll(shown).toEqual(before);
});

test('pauses at once and takes it back; switching on and raising a budget ask with what is at stake', async () => {
  const { page, company, findings } = await openAds();
  const status = async (id: string) => {
    const { data } = (await company.ask(
      'GET',
      `/v1/campaigns?accountId=${company.accountId}&limit=200`,
    )) as {
      data: { id: string; status: string; dailyBudget: number | null }[];
    };
    return data.find((each) => each.id === id);
  };
  const { data } = (await company.ask(
    'GET',
    `/v1/campaigns?accountId=${company.accountId}&limit=200&status=ACTIVE`,
  )) as {
    data: { id: string; name: string; dailyBudget: number | null }[];
  };
  const found = data.find(({ dailyBudget }) => dailyBudget !== null);
  if (found === undefined || found.dailyBudget === null)
    throw new Error('No campaign has a daily budget.');
  const { id, name, dailyBudget } = found;
  await page.getByLabel('Search').fill(id);
  await expect.poll(() => page.locator('.row-name').count()).toBe(1);
  const toggle = page.getByRole('switch', { name: `${name} is on` });

  await toggle.click();
  await page.getByText(`${name} paused.`).waitFor();
  await expect.poll(async () => (await status(id))?.status).toBe('PAUSED');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await status(id))?.status).toBe('ACTIVE');
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true');
  await toggle.click();
  await page.getByText(`${name} paused.`).waitFor();
  await toggle.click();
  const question = page.getByRole('dialog', { name: `Switch on ${name}?` });
  await question.getByText(/At stake: .* a day/).waitFor();
  expect(await findings()).toEqual([]);
  await question.getByRole('button', { name: 'Switch on' }).click();
  await page.getByText(`${name} switched on.`).waitFor();

  await page.getByTitle('Change the budget').click();
  await page.getByLabel(new RegExp(`^Budget of ${name}`)).fill(String(dailyBudget + 1));
  await page.keyboard.press('Enter');
  const raise = page.getByRole('dialog', { name: `Change the budget of ${name}?` });
  await raise.getByText('→').waitFor();
  await raise.getByRole('button', { name: 'Change' }).click();
  await expect.poll(async () => (await status(id))?.dailyBudget).toBe(dailyBudget + 1);
  await page.getByText(`The budget of ${name} is changed.`).waitFor();
  await page.locator('.row-name').focus();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await status(id))?.dailyBudget).toBe(dailyBudget);

  // What the company forbids cannot be agreed to.
  await page.getByTitle('Change the budget').click();
  await page.getByLabel(new RegExp(`^Budget of ${name}`)).fill('900000000');
  await page.keyboard.press('Enter');
  await raise.getByRole('alert').waitFor();
  expect(await raise.getByRole('button', { name: 'Change' }).isDisabled()).toBe(true);
  await raise.getByRole('button', { name: 'Cancel' }).click();
});

test('several rows at once, with what became of each; copies, names and history of one', async () => {
  const { page, company, findings } = await openAds();
  await page.getByRole('radio', { name: 'Ads', exact: true }).check();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('On');
  await allRead(page);
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ });
  const names = (await page.locator('.row-name').allTextContents()).slice(0, 3);
  // Somebody deletes the second meanwhile.
  const [, refused] =
    /\((\S+)\)$/.exec((await page.locator('.row-name').nth(1).getAttribute('title')) ?? '') ?? [];
  const account = await page.locator('.row-name + .hint').nth(1).textContent();
  const accounts = (await company.ask('GET', '/v1/adaccounts')).data as {
    id: string;
    name: string;
  }[];
  const businessId = accounts.find(({ name }) => account?.startsWith(name))?.id;
  await company.ask('POST', '/v1/manage/delete', {
    businessId,
    entityType: 'ad',
    entityIds: [refused],
    confirm: true,
  });
  await boxes.nth(0).click();
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await page.getByText('3 rows selected').waitFor();
  expect(await findings()).toEqual([]);
  await page
    .getByRole('region', { name: 'Selected rows' })
    .getByRole('button', { name: 'Pause' })
    .click();
  const outcomes = page.getByRole('region', { name: 'What became of each' });
  await outcomes.getByText('2 of 3 done, 1 refused').waitFor();
  expect(await outcomes.getByRole('listitem').first().textContent()).toContain(refused);
  await outcomes.getByText('Show the others').click();
  expect(await outcomes.getByRole('listitem').count()).toBe(3);
  expect(await findings()).toEqual([]);

  await page.getByRole('combobox', { name: 'Status' }).selectOption('Paused');
  const row = rowOf(page, names[0] ?? '').first();
  await row.getByRole('button', { name: /^More about/ }).click();
  const object = page.getByRole('dialog');
  await object
    .getByRole('region', { name: 'History' })
    .getByText(/status/i)
    .first()
    .waitFor();
  await object.getByRole('region', { name: 'Preview' }).waitFor();
  expect(await findings()).toEqual([]);
  await object.getByLabel('Name', { exact: true }).fill('A name of my own');
  await object.getByRole('button', { name: 'Rename' }).click();
  await page.getByText('is now called A name of my own').waitFor();
  await page.getByRole('button', { name: 'A name of my own', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy it' }).click();
  await page
    .getByRole('dialog', { name: 'Copy A name of my own?' })
    .getByRole('button', { name: 'Copy' })
    .click();
  await page.getByText('A name of my own copied.').waitFor();
});

test('new campaigns and ad sets are made paused from what the platform takes', async () => {
  const { page, findings } = await openAds();
  await page.getByRole('button', { name: 'New campaign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Made here');
  await dialog.getByLabel('Objective').selectOption('Traffic');
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Create it paused' }).click();
  await page.getByText('The campaign Made here is made').waitFor();
  await page.getByLabel('Search').fill('Made here');
  await page.getByRole('link', { name: 'Made here' }).click();
  await allRead(page);
  await page.getByRole('button', { name: 'New ad set' }).click();
  await dialog.getByLabel('Name').fill('Its first ad set');
  // Those of its campaign's objective.
  const goals = [
    'Link clicks',
    'Landing page views',
    'Reach',
    'Impressions',
    'Conversations',
    'Quality call',
  ];
  await expect
    .poll(() => dialog.getByLabel('Optimization goal').locator('option').allTextContents())
    .toEqual(['As usual', ...goals]);
  await dialog.getByLabel('Optimization goal').selectOption('Landing page views');
  await dialog.getByLabel('Countries').fill('Germany');
  await dialog.getByRole('button', { name: 'Remove Germany' }).waitFor();
  await dialog.getByLabel('Countries').fill('fr, Atlantis');
  await dialog.getByLabel(/^Daily budget/).fill('20');
  await dialog.getByRole('button', { name: 'Create it paused' }).click();
  await dialog.getByRole('alert').getByText('Beneficiary and payer').waitFor();
  await dialog.getByText('No country is called Atlantis.').waitFor();
  expect(await findings()).toEqual([]);
  for (const name of ['Germany', 'France'])
    await dialog.getByRole('button', { name: `Remove ${name}` }).click();
  await dialog.getByLabel('Countries').fill('United States');
  await dialog.getByRole('button', { name: 'Create it paused' }).click();
  await page.getByText('The ad set Its first ad set is made').waitFor();
  await page.getByRole('link', { name: 'Its first ad set' }).waitFor();
});

test('by keyboard alone, in the dark, and on a telephone', async () => {
  const { page, findings } = await openAds();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-at'));
  await page.locator('.row-name').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(focused).toBe('1 2');
  await page.keyboard.press('Home');
  await expect.poll(focused).toBe('1 0');
  await page.keyboard.press('Space');
  await page.getByText('1 row selected').waitFor();
  // No key is lost, however fast they come.
  await Promise.all(
    ['PageDown', 'PageDown', 'ArrowUp', 'ArrowRight'].map((key) => page.keyboard.press(key)),
  );
  const rows = Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 2;
  expect(rows).toBeGreaterThan(16);
  await expect.poll(focused).toBe(`${rows - 2} 1`);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findings()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await findings()).toEqual([]);
});

test('what Google Ads calls enabled is on: it is found by that, and can be paused', async () => {
  const { page } = await openAds(['search-ads']);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('On');
  const switches = page.getByRole('switch', { name: / is on$/ });
  await expect.poll(() => switches.count()).toBeGreaterThan(0);
  expect(await switches.first().getAttribute('aria-checked')).toBe('true');
  expect(await page.getByRole('grid').getByText('On', { exact: true }).count()).toBeGreaterThan(1);
  await switches.first().click();
  await page.getByText(/ paused\.$/).waitFor();
  for (const level of ['Ad sets', 'Ads']) {
    await page.getByRole('radio', { name: level, exact: true }).check();
    await allRead(page);
    await expect.poll(() => switches.count()).toBeGreaterThan(0);
    expect(await switches.first().isEnabled()).toBe(true);
  }
});

test('no sum and no figure is cut off, however large', async () => {
  const visit = await house.visit(['primary']);
  const { page } = visit;
  await page.route('**/v1/campaigns?*', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = await response.json();
    const large = data.map((row: object) => ({
      ...row,
      spend: 9_990_000.25,
      conversionValue: 1_234_567_890.5,
    }));
    await route.fulfill({ response, json: { ...rest, data: large } });
  });
  // Of one account: money of several currencies has no sum.
  await page.goto(`${visit.company.url}/#/ads?accounts=primary:${visit.company.accountId}`);
  await allRead(page);
  const cut = () =>
    page
      .locator('.ads-table .number')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
  await expect
    .poll(async () => (await page.locator('.totals .number').first().textContent())?.length)
    .toBeGreaterThan(12);
  expect(await cut()).toEqual([]);
});

test('an ad set is copied into a new campaign under a name, and the page leads to the copy', async () => {
  const { page, company, findings } = await openAds();
  await page.goto(
    `${company.url}/#/ads?level=adset&accounts=primary:${company.accountId}&search=${company.adSets[0]}`,
  );
  await expect.poll(() => page.locator('.row-name').count()).toBe(1);
  await allRead(page);
  await page.getByRole('button', { name: /^More about the ad set/ }).click();
  const form = page.getByRole('form', { name: 'Copy' });
  await form.getByLabel('Name of the copy').fill('For Spain');
  await form.getByLabel('Into campaign').selectOption('A new campaign…');
  await form.getByLabel('Name of the new campaign').fill('Spain');
  expect(await findings()).toEqual([]);
  await form.getByRole('button', { name: 'Copy it' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^Into a new campaign, Spain, set as .+\. It starts paused\.$/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('link', { name: 'Show the copy' }).click();
  await page.getByRole('link', { name: 'For Spain', exact: true }).waitFor();
  const { data } = (await company.ask(
    'GET',
    `/v1/adsets?accountId=${company.accountId}&limit=200`,
  )) as {
    data: { label: string; campaign: { name: string } }[];
  };
  expect(
    data.filter(({ label }) => label === 'For Spain').map(({ campaign }) => campaign.name),
  ).toEqual(['Spain']);
  await page.getByLabel('Search').fill('no such name');
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect.poll(() => page.locator('.row-name').count()).toBeGreaterThan(1);
});

test('a copy into a new campaign is not asked for: an approval could not make the campaign', async () => {
  const { page, company } = await openAds();
  await company.ask('PUT', '/v1/guardrails', {
    currencies: { EUR: { secondKeyDailyBudget: 10 } },
    accounts: {},
  });
  await page.goto(
    `${company.url}/#/ads?level=adset&accounts=primary:${company.accountId}&search=${company.adSets[0]}`,
  );
  await expect.poll(() => page.locator('.row-name').count()).toBe(1);
  await allRead(page);
  const copying = page.getByRole('form', { name: 'Copy' });
  const question = page.getByRole('dialog', { name: /^Copy .+\?$/ });
  const ask = async (into: string) => {
    await page.getByRole('button', { name: /^More about the ad set/ }).click();
    await copying.getByLabel('Into campaign').selectOption(into);
    if (into !== '') await copying.getByLabel('Name of the new campaign').fill('Spain');
    await copying.getByLabel('On at once').check();
    await copying.getByRole('button', { name: 'Copy it' }).click();
    await question.getByText('This needs the approval of another person:').waitFor();
  };
  await ask('new');
  await question.getByText('Make the campaign first, then copy into it.').waitFor();
  expect(await question.getByRole('button', { name: 'Ask for approval' }).count()).toBe(0);
  expect(await question.getByRole('button', { name: 'Copy', exact: true }).isDisabled()).toBe(true);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await ask('');
  await question.getByRole('button', { name: 'Ask for approval' }).waitFor();
});

test('ads are shown and found before their figures are read', async () => {
  const { page, company } = await house.visit(['primary']);
  let tell = (): void => undefined;
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route('**/v1/reports/query*', async (route) => {
    await told;
    await route.continue();
  });
  await page.goto(`${company.url}/#/ads?level=ad`);
  await page.locator('.row-name').first().waitFor();
  await page.getByText('Reading…').waitFor();
  const figures = page.locator('tbody td.number').filter({ hasText: /./ });
  expect([...new Set(await figures.allTextContents())]).toEqual(['…']);
  tell();
  await allRead(page);
  await expect.poll(() => figures.allTextContents()).not.toContain('…');
  expect((await figures.allTextContents()).join(' ')).toMatch(/\d/);
});

test('twelve rows are in sight on a laptop, names are made wider, and a telephone shows figures beside them', async () => {
  const { page } = await openAds();
  await page.setViewportSize({ width: 1280, height: 800 });
  await allRead(page);
  const inSight = () =>
    page
      .locator('.ads-table tbody tr:has(.row-name)')
      .evaluateAll(
        (rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
      );
  await expect.poll(inSight).toBeGreaterThanOrEqual(12);
  const names = page.getByRole('columnheader', { name: 'Name' });
  const before = (await names.boundingBox())?.width ?? 0;
  await page.getByRole('separator', { name: 'Width of the names' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await names.boundingBox())?.width ?? 0).toBeGreaterThan(before);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await allRead(page);
  const heads = await page.getByRole('columnheader').allTextContents();
  expect(heads.findIndex((head) => head.startsWith('Spend'))).toBeLessThan(heads.indexOf('State'));
});
