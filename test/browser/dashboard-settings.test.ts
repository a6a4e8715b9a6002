// @module-tag browser
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { tiktokAccountId, tiktokAccounts } from '../../adapters/sandbox/tiktok/seed/ids.ts';
import { dayAgo, machineNow } from '../machine-time.ts';
import type { Company } from './company.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

/** Of the company in the sandbox: `act_2001` is the first account of the second. */
const numberOf = ({ accountId }: Company): number =>
  Math.floor(Number(accountId.slice('act_'.length)) / 1000);

test('guardrails of the company begin with suggested values, are saved at once, and what is wrong is said', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await goTo('Limits');
  const section = page.getByRole('region', { name: 'Guardrails of the company' });
  await section.getByRole('button', { name: 'Fill in suggested values' }).click();
  await section.getByLabel('Hours in which nothing may start').fill('late');
  await section.getByRole('button', { name: 'Save guardrails' }).click();
  await section.getByRole('alert').getByText('Give a time of day').waitFor();
  await section
    .getByLabel('Hours in which nothing may start')
    .fill('22:00-06:00; 00:00-08:00 sat,sun');
  await section.getByLabel('Blocked operations').fill('manage.delete');
  await section.getByLabel('Who may approve plans').selectOption('another-key');
  await section.getByRole('button', { name: 'Save guardrails' }).click();
  const row = page.getByRole('row', { name: new RegExp(company.accountId) });
  await row.getByText('1,000 EUR', { exact: true }).waitFor();
  await row.getByText('100 % more').waitFor();
  await expect
    .poll(() => section.getByLabel('Hours in which nothing may start').inputValue())
    .toBe('22:00-06:00; 00:00-08:00 sat,sun');
  expect(await section.getByLabel('Who may approve plans').inputValue()).toBe('another-key');
  expect(await findings()).toEqual([]);
});

test('limits are shown for each account, changed by keyboard, and what is wrong is said in the dialog', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await goTo('Limits');
  const row = page.getByRole('row', { name: new RegExp(company.accountId) });
  await row.getByText('10,000 EUR', { exact: true }).waitFor();
  expect(await findings()).toEqual([]);

  await row.getByRole('button', { name: 'Change the limits of Sandbox Company Europe' }).click();
  const dialog = page.getByRole('dialog');
  const daily = dialog.getByLabel('Daily budget of one campaign or ad set');
  expect(await daily.getAttribute('placeholder')).toBe('10000');
  expect(await findings()).toEqual([]);
  await daily.fill('250.555');
  await page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('finer than the smallest unit').waitFor();
  await daily.fill('250.50');
  await page.keyboard.press('Enter');
  await row.getByText('250.5 EUR', { exact: true }).waitFor();
  await row.getByText('this account').waitFor();

  await row.getByRole('button', { name: 'Change the limits of Sandbox Company Europe' }).click();
  await daily.fill('');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await row.getByText('10,000 EUR', { exact: true }).waitFor();
  await goTo('Audit');
  await expect.poll(() => page.getByText('Guardrails change').count()).toBe(2);
});

test('a key is made, shown once, works, and is refused once revoked', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await goTo('Keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('Tester');
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Create key' }).click();
  const key = await page.locator('.fresh-key code').textContent();
  const use = async (): Promise<number> =>
    (await fetch(`${company.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).status;
  expect(await use()).toBe(200);
  await page.getByRole('button', { name: 'Revoke Tester' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('Tester is revoked.').waitFor();
  expect(await use()).toBe(401);
});

test('a token the platform refuses is told in the dialog it was given in', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await goTo('Connections');
  await page.getByRole('button', { name: 'Connect a platform' }).click();
  await page.getByLabel('Access token').fill('wrong');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('alert')
    .getByText('rejected these credentials')
    .waitFor();
  expect(await findings()).toEqual([]);
  expect((await company.ask('GET', '/v1/connections')).data).toHaveLength(simulations.length);
});

describe('the form that connects a platform', () => {
  const rowsOf = (page: Page) =>
    page.getByRole('region', { name: 'Ad accounts' }).getByRole('row', { name: /TikTok/ });
  /** The fields that the dialog shows, in their order. */
  const fieldsOf = (page: Page) =>
    page.getByRole('dialog').locator('.field-label').allTextContents();

  const fieldOf = (page: Page, label: string) =>
    page.getByRole('dialog').getByLabel(new RegExp(`^${label}`));

  test('takes app ID and secret of the short-video platform, and its ad accounts appear', async () => {
    const { page, company, goTo, findings } = await house.visit(['primary']);
    const { appId = '', secret = '', accessToken = '' } = company.credentials['short-video'] ?? {};
    await goTo('Connections');
    expect(await rowsOf(page).count()).toBe(0);
    await page.getByRole('button', { name: 'Connect a platform' }).click();
    const dialog = page.getByRole('dialog');
    await expect
      .poll(() => fieldsOf(page))
      .toEqual(['Platform', 'Name (optional)', 'Access token', 'App secret (optional)']);
    await fieldOf(page, 'Access token').fill('of another platform');
    await fieldOf(page, 'Platform').selectOption('TikTok');
    await expect
      .poll(() => fieldsOf(page))
      .toEqual([
        'Platform',
        'Name (optional)',
        'Connect with',
        'Access token',
        'App ID',
        'App secret',
      ]);
    expect(await fieldOf(page, 'Access token').inputValue()).toBe('');
    expect(await findings()).toEqual([]);
    await fieldOf(page, 'Access token').fill(accessToken);
    await fieldOf(page, 'App ID').fill(appId);
    // The browser refuses a form without the secret.
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    expect(
      await fieldOf(page, 'App secret').evaluate(
        (input: HTMLInputElement) => input.validity.valueMissing,
      ),
    ).toBe(true);
    await fieldOf(page, 'App secret').fill(secret);
    await page.keyboard.press('Enter');
    await page.getByText('TikTok is connected: 4 ad accounts.').waitFor();
    await expect.poll(() => rowsOf(page).count()).toBe(4);
    expect((await rowsOf(page).allTextContents()).map((text) => text.match(/\d{19}/)?.[0])).toEqual(
      tiktokAccounts.map((_, i) => tiktokAccountId(numberOf(company), i + 1)),
    );
    expect((await company.ask('GET', '/v1/connections')).data).toMatchObject([
      { platform: 'primary' },
      { platform: 'short-video', name: 'TikTok', adAccounts: 4 },
    ]);
  });

  test('takes the other way to connect the platform, and a name', async () => {
    const { page, company, goTo } = await house.visit(['primary']);
    await goTo('Connections');
    await page.getByRole('button', { name: 'Connect a platform' }).click();
    await fieldOf(page, 'Platform').selectOption('TikTok');
    await fieldOf(page, 'Connect with').selectOption('Advertiser IDs');
    await expect
      .poll(() => fieldsOf(page))
      .toEqual(['Platform', 'Name (optional)', 'Connect with', 'Access token', 'Advertiser IDs']);
    await fieldOf(page, 'Name').fill('Videos');
    await fieldOf(page, 'Access token').fill(company.credentials['short-video']?.accessToken ?? '');
    await fieldOf(page, 'Advertiser IDs').fill(tiktokAccountId(numberOf(company), 2));
    await page.keyboard.press('Enter');
    await page.getByText('Videos is connected: 1 ad account.').waitFor();
    await expect.poll(() => rowsOf(page).count()).toBe(1);
  });
});

test('a person signs in at the platform, picks an ad account, and reconnects in place', async () => {
  const { page, company, goTo, findings } = await house.visit(['short-video']);
  const number = numberOf(company);
  /** The simulated platform, where a person lets the app in. */
  const letIn = async (): Promise<void> => {
    await page.getByRole('heading', { name: 'An app wants to manage ads' }).waitFor();
    await page
      .getByRole('listitem')
      .nth(number - 1)
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 1, name: 'Pick the ad accounts' }).waitFor();
  };
  const primaries = async () => {
    const all = (await company.ask('GET', '/v1/connections')).data as {
      id: string;
      platform: string;
      expiresAt: string;
    }[];
    return all.filter(({ platform }) => platform === 'primary');
  };
  await goTo('Connections');
  await page.getByRole('button', { name: 'Connect a platform' }).click();
  await page.getByRole('button', { name: 'Sign in at the platform' }).click();
  await letIn();
  const boxes = page.getByRole('checkbox');
  await boxes.first().waitFor();
  expect(await findings()).toEqual([]);
  for (const box of (await boxes.all()).slice(1)) await box.uncheck();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('is connected: 1 ad account.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor();
  expect(page.url()).not.toContain('code');
  const [made] = await primaries();
  expect(Date.parse(made?.expiresAt ?? '')).toBeGreaterThan(machineNow());

  // The list was read before the new connection was made, and is read again: it is the second of
  // two.
  await expect.poll(() => page.getByRole('button', { name: 'Reconnect' }).count()).toBe(2);
  await page.getByRole('button', { name: 'Reconnect' }).last().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in at the platform' }).click();
  await letIn();
  await expect.poll(() => page.getByRole('checkbox', { checked: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'Reconnect' }).click();
  await page.getByText('is connected: 1 ad account.').waitFor();
  expect((await primaries()).map(({ id }) => id)).toEqual([made?.id]);

  // Two months later.
  await page.route(/\/v1\/connections(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const soon = {
      state: 'expiring',
      expiresAt: new Date(machineNow() + 5.5 * 86_400_000).toISOString(),
    };
    await route.fulfill({
      response,
      json: { ...body, data: body.data.map((each: object) => ({ ...each, ...soon })) },
    });
  });
  await page.reload();
  const notice = page.getByRole('status').filter({ hasText: 'Its token expires in 5 days.' });
  await notice.first().waitFor();
  expect(await findings()).toEqual([]);
  await notice.getByRole('link', { name: 'Reconnect it' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor();
});

test('conventions, UTM templates and presets are made, corrected, changed and deleted, also on a telephone', async () => {
  const { page, company, goTo, findings } = await house.visit(['primary']);
  await goTo('Templates');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'New convention' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Hooks');
  await dialog.getByLabel('Field 1', { exact: true }).fill('hook');
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await dialog.getByLabel('Field 2', { exact: true }).fill('market');
  for (const at of [0, 1]) await dialog.getByLabel('may be left out').nth(at).check();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  // Of a name with one part nobody could say which field it is.
  await dialog.getByRole('alert').waitFor();
  for (const at of [0, 1]) await dialog.getByLabel('may be left out').nth(at).uncheck();
  await dialog.getByLabel('Field 2 is').selectOption('option');
  await dialog.getByLabel('Values of field 2').fill('DE, FR');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Ads: {hook}_{market}').waitFor();
  await page.getByRole('button', { name: 'How many names it reads' }).click();
  await page.getByText(/reads 0 of \d+ names/).waitFor();
  await page.getByRole('button', { name: 'Edit Hooks' }).click();
  await dialog.getByLabel('Between the fields').fill('|');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Ads: {hook}|{market}').waitFor();
  const { data } = (await company.ask('GET', '/v1/naming-conventions')) as {
    readonly data: readonly object[];
  };
  const fields = [
    { key: 'hook', source: 'free' },
    { key: 'market', source: 'option', options: ['DE', 'FR'] },
  ];
  expect(data).toMatchObject([{ name: 'Hooks', level: 'ad', separator: '|', fields }]);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('link', { name: 'Tracking' }).click();
  await page.getByRole('button', { name: 'New UTM template' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Everywhere');
  await dialog.getByLabel('Value of parameter 1').fill('{{campain.name}}');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Did you mean {{campaign.name}}?').first().waitFor();
  await dialog.getByLabel('Value of parameter 1').fill('{{campaign.name}}');
  await dialog.getByLabel('Other values of parameter 1, by platform').fill('primary=meta');
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('utm_source={{campaign.name}}').last().waitFor();

  await page.getByRole('link', { name: 'Presets' }).click();
  await page.getByRole('button', { name: 'New preset' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Traffic');
  await dialog.getByRole('combobox', { name: /^For/ }).selectOption('campaign');
  await dialog.getByLabel('Setting 1', { exact: true }).fill('objective');
  await dialog.getByLabel('Value of setting 1').fill('OUTCOME_TRAFFIC');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('New campaigns on Meta: objective OUTCOME_TRAFFIC').waitFor();
  expect(await findings()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('button', { name: 'Delete Traffic' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No preset yet' }).waitFor();
});

test('every page tells a version that ends soon, of platforms that are connected', async () => {
  const { page } = await house.visit(['professional-network']);
  const day = dayAgo(-30);
  const notice = page.getByRole('status').filter({ hasText: `ends on ${day}, in 30 days` });
  expect(await notice.count()).toBe(0);
  await page.route(/\/v1\/platforms(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const platform of body.data)
      platform.version = { ...platform.version, endsOn: day, daysLeft: 30 };
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  await notice.waitFor();
  expect(await notice.locator('p').count()).toBe(1);
  await notice
    .getByText('The operator of this service updates it, or sets a newer version.')
    .waitFor();
});
