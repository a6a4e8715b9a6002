// @module-tag browser
import { expect, test } from 'vitest';
import { dayAgo } from '../machine-time.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

test('settings are one place; anything is found by name or id, and shortcuts lead anywhere, by keyboard alone', async () => {
  const { page, company, findings } = await house.visit(['primary']);
  const { accountId } = company;
  const heading = (name: string) =>
    page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const overflow = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );

  // g, then a letter; not while somebody types.
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await heading('Settings');
  for (const name of [
    'Connections',
    'People',
    'Keys',
    'Workspaces',
    'Limits',
    'Templates',
    'Defaults',
    'Webhooks',
    'Audit',
  ])
    expect(
      await page.getByRole('main').getByRole('link', { name, exact: true }).count(),
      name,
    ).toBe(1);
  expect(
    await page.getByRole('main').getByRole('link', { name: 'Rehearsal' }).count(),
    'for operators',
  ).toBe(0);
  expect(await findings()).toEqual([]);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Shortcuts' });
  await help.getByText('New launch').waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await help.waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });

  // A page, by its name.
  const field = page.getByRole('combobox', { name: 'Find anything by name or id' });
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type('webh');
  await page.getByRole('option', { name: /Webhooks/, selected: true }).waitFor();
  await page.getByText('Enter opens').waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Enter');
  await heading('Webhooks');
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill('https://hooks.example.com/slipway');
  await dialog.getByLabel('Name (optional)').fill('gs?');
  await dialog.getByLabel('A comment was written').uncheck();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('whsec_').waitFor();
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await heading('Deliveries');

  // A campaign by a part of its name: figures make it known.
  const dayBefore = (days: number) => dayAgo(days);
  const range = `startDate=${dayBefore(9)}&endDate=${dayBefore(2)}`;
  const { data } = await company.ask(
    'GET',
    `/v1/reports/query?accountIds=${accountId}&${range}&groupBy=campaignId&limit=1`,
  );
  const [campaign] = data as { campaignId: string; campaignName: string }[];
  if (campaign === undefined) throw new Error('The sandbox has no campaign.');
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type(campaign.campaignName.toLowerCase());
  await page
    .getByRole('option', { name: new RegExp(campaign.campaignName) })
    .first()
    .waitFor();
  expect(await page.getByRole('listbox').getByRole('option').count()).toBeGreaterThan(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await heading('Ads');
  expect(page.url()).toContain(campaign.campaignId);
  await page.getByRole('gridcell').getByText(campaign.campaignName).first().waitFor();

  // An id that is pasted leads straight there.
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await heading('Home');
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await field.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    (input as HTMLInputElement).value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, campaign.campaignId);
  await heading('Ads');

  // What delivers is stopped from here.
  await page.keyboard.press('Control+k');
  await field.waitFor();
  await page.keyboard.type(`pause ${campaign.campaignId}`);
  await page.getByRole('option', { name: new RegExp(`^Pause ${campaign.campaignName}`) }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`${campaign.campaignName} is paused.`).waitFor();
  await page.keyboard.press('Control+z');
  await page
    .getByRole('region', { name: 'What became of each' })
    .getByText('status PAUSED → ACTIVE')
    .waitFor();

  // New pages are as readable in the dark and on a telephone.
  for (const [theme, width] of [
    ['dark', 1280],
    ['light', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    for (const [path, name] of [
      ['settings', 'Settings'],
      ['workspaces', 'Workspaces'],
      ['defaults', 'Defaults'],
      ['webhooks', 'Webhooks'],
      ['templates/copy', 'Templates'],
    ] as const) {
      await page.goto(`${company.url}/#/${path}`);
      await heading(name);
      await page.locator('.waiting').first().waitFor({ state: 'detached' });
      expect([theme, path, await findings(), await overflow()]).toEqual([theme, path, [], 0]);
    }
    await page.getByRole('button', { name: /Find anything/ }).click();
    await field.waitFor();
    await page.keyboard.type('lim');
    await page.getByRole('option', { name: /Limits/ }).waitFor();
    expect([theme, await findings(), await overflow()]).toEqual([theme, [], 0]);
    await page.keyboard.press('Escape');
  }
  const identity = {
    page: company.page,
    primaryName: 'Boats',
    secondary: company.profile,
    secondaryName: 'boats',
  };
  await company.ask('PUT', '/v1/launch-defaults', identity);
  await page.goto(`${company.url}/#/defaults`);
  await page.reload();
  await heading('Defaults');
  await page.getByLabel('Headline').fill('Boats for everyone');
  await page.getByRole('button', { name: 'Save defaults' }).click();
  await page.getByText('The defaults are saved.').waitFor();
  const kept = (await company.ask('GET', '/v1/launch-defaults')).data;
  expect(kept).toMatchObject({ ...identity, title: 'Boats for everyone' });
});

test('saved views and reports are there on every machine of the person, and are found by their names', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  await goTo('Ads');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('off');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByLabel('Name of the view').fill('What sleeps');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'What sleeps', exact: true }).waitFor();
  const query = { accountIds: [company.accountId], groupBy: 'day' };
  // Views are of the person, or of the key, that saved them.
  const { key } = await company.ask('POST', '/v1/keys', { name: 'A colleague', scopes: ['read'] });
  const viewsOf = async (of: unknown) =>
    (
      await (
        await fetch(`${company.url}/v1/views`, { headers: { Authorization: `Bearer ${of}` } })
      ).json()
    ).data.length;
  expect([await viewsOf(company.adminKey), await viewsOf(key)]).toEqual([1, 0]);
  await company.ask('POST', '/v1/saved-reports', {
    name: 'Every morning',
    query,
    period: 'last_7_days',
  });

  const elsewhere = await house.visitAgain(company);
  const find = async (text: string): Promise<void> => {
    await elsewhere.page.keyboard.press('Control+k');
    await elsewhere.page.getByRole('combobox', { name: 'Find anything by name or id' }).fill(text);
  };
  await find('sleeps');
  await elsewhere.page.getByRole('option', { name: 'What sleeps Saved view' }).click();
  await elsewhere.page.getByRole('heading', { level: 1, name: 'Ads' }).waitFor();
  expect(await elsewhere.page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('off');
  await find('every morn');
  await elsewhere.page.getByRole('option', { name: 'Every morning Saved report' }).click();
  await elsewhere.page.getByRole('heading', { name: 'By day' }).waitFor();
  await elsewhere.goTo('Ads');
  await elsewhere.page.getByRole('button', { name: 'Forget the view What sleeps' }).click();
  await expect
    .poll(() => elsewhere.page.getByRole('button', { name: 'What sleeps', exact: true }).count())
    .toBe(0);
});
