// @module-tag browser
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type DashboardHouse, openDashboard } from './dashboard-house.ts';

// A real browser and a real service: on a machine that is busy with other things they take their time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let house: DashboardHouse;
beforeAll(async () => {
  house = await openDashboard();
  await house.signIn();
});
afterAll(() => house?.close());

test('limits are shown for each account, changed by keyboard, and what is wrong is said in the dialog', async () => {
  await house.goTo('Limits');
  const row = house.page.getByRole('row', { name: /act_1001/ });
  await row.getByText('10,000 EUR', { exact: true }).waitFor();
  expect(await house.findings()).toEqual([]);

  await row.getByRole('button', { name: 'Change the limits of Sandbox Company Europe' }).click();
  const dialog = house.page.getByRole('dialog');
  const daily = dialog.getByLabel('Daily budget of one campaign or ad set');
  expect(await daily.getAttribute('placeholder')).toBe('10000');
  expect(await house.findings()).toEqual([]);
  await daily.fill('250.555');
  await house.page.keyboard.press('Enter');
  await dialog.getByRole('alert').getByText('finer than the smallest unit').waitFor();
  await daily.fill('250.50');
  await house.page.keyboard.press('Enter');
  await row.getByText('250.5 EUR', { exact: true }).waitFor();
  await row.getByText('this account').waitFor();

  await row.getByRole('button', { name: 'Change the limits of Sandbox Company Europe' }).click();
  await daily.fill('');
  await dialog.getByRole('button', { name: 'Save limits' }).click();
  await row.getByText('10,000 EUR', { exact: true }).waitFor();
  await house.goTo('Audit');
  await house.page.getByText('Guardrails change').first().waitFor();
  expect(house.broken).toEqual([]);
});
