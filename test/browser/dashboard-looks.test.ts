// @module-tag browser
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DashboardHouse, openDashboard } from './dashboard-house.ts';

let house: DashboardHouse;
beforeAll(async () => {
  house = await openDashboard();
  await house.signIn();
});
afterAll(() => house?.close());

test.each([
  ['light', 1280, ['Batches', 'Launch', 'Media', 'Connections', 'Audit', 'Faults']],
  ['dark', 1280, ['Reports', 'Connections', 'Faults']],
  ['light', 390, ['Launch', 'Reports', 'Keys']],
] as const)('in %s at %i pixels nothing is hard to read or reach, and nothing sticks out', async (theme, width, names) => {
  const { page } = house;
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);
  for (const name of names) {
    await house.goTo(name);
    expect([name, await house.findings()]).toEqual([name, []]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect([name, overflow]).toEqual([name, 0]);
  }
});

test('everything can be reached by keyboard, and a dialog gives the focus back', async () => {
  const { page } = house;
  await page.setViewportSize({ width: 1280, height: 900 });
  await house.goTo('Keys');
  await page.getByRole('button', { name: 'New key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('New key');
  expect(house.broken).toEqual([]);
});
