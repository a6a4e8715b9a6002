// @module-tag browser
import { expect, test } from 'vitest';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

test('a rule is built from a template with what it would do, tried dry and on the past, and read as sentences', {
  timeout: 120_000,
}, async () => {
  const { page, goTo, findings } = await house.visit();
  await goTo('Rules');
  await page.getByText('No rules yet').waitFor();
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Template').selectOption('stop-losers');
  await dialog.getByLabel('Target cost').fill('1');
  await dialog.getByText(/It would act on \d+ of \d+\./).waitFor();
  await dialog.getByText(/provably above targetCost \(1\)/).waitFor();
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save, switched off' }).click();
  await page.getByRole('heading', { name: 'Stop losers' }).waitFor();

  await page.getByRole('button', { name: 'Let it act' }).click();
  await page
    .getByText(/Nobody has seen yet what this revision/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByText('dry run', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Try on the past' }).click();
  await page
    .getByRole('region', { name: 'On the past' })
    .getByText(/touched/)
    .waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Let it act' }).click();
  await page.getByText('acts', { exact: true }).waitFor();
  await goTo('Rules');
  await page.getByText(/^At 08:00: pause and report each active ad set/).waitFor();
  expect(await findings()).toEqual([]);
});
