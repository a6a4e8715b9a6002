// @module-tag browser
import { expect, test } from 'vitest';
import { simulations } from '../../adapters/sandbox/registry.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

const platforms = simulations
  .filter(({ authorization }) => authorization !== undefined)
  .map(({ platform }) => platform);

test('a person connects every platform that has OAuth by signing in there, and comes back unharmed from a refusal', async () => {
  const { page, company, goTo, findings } = await house.visit([]);
  const number = Math.floor(Number(company.accountId.slice('act_'.length)) / 1000);
  const begin = async (platform: string): Promise<void> => {
    await goTo('Connections');
    await page.getByRole('button', { name: 'Connect a platform' }).click();
    await page.getByRole('dialog').getByLabel('Platform').selectOption(platform);
    await page.getByLabel('Name (optional)').fill(`By sign-in: ${platform}`);
    const manager = company.credentials[platform]?.loginCustomerId;
    if (manager !== undefined) await page.getByLabel('Manager account (optional)').fill(manager);
    await page.getByRole('button', { name: 'Sign in at the platform' }).click();
    await page.getByRole('heading', { name: 'An app wants to manage ads' }).waitFor();
  };
  expect(platforms.length).toBeGreaterThan(4);
  for (const platform of platforms) {
    await begin(platform);
    await page
      .getByRole('listitem')
      .nth(number - 1)
      .getByRole('link')
      .click();
    await page.getByRole('heading', { level: 1, name: 'Pick the ad accounts' }).waitFor();
    const boxes = page.getByRole('checkbox');
    await boxes.first().waitFor();
    for (const box of (await boxes.all()).slice(1)) await box.uncheck();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText(`By sign-in: ${platform} is connected: 1 ad account.`).waitFor();
    expect(page.url()).not.toContain('code');
  }
  const made = (await company.ask('GET', '/v1/connections')).data as {
    platform: string;
    adAccounts: number;
    state: string;
  }[];
  expect(
    made.map(({ platform, adAccounts, state }) => [platform, adAccounts, state]).sort(),
  ).toEqual(platforms.map((platform) => [platform, 1, 'ok']).sort());

  await begin(platforms[0] ?? '');
  await page.getByRole('link', { name: /^Deny/ }).click();
  await page.getByText('The platform did not let Slipway in: access_denied.').waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Back to the connections' }).click();
  await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor();
  expect(((await company.ask('GET', '/v1/connections')).data as object[]).length).toBe(
    platforms.length,
  );
});
