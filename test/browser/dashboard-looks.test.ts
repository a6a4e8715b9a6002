// @module-tag browser
import { expect, test } from 'vitest';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

test.each([
  ['light', 1280, ['Batches', 'Launch', 'Media', 'Connections', 'Audit', 'Faults']],
  ['dark', 1280, ['Reports', 'Connections', 'Faults']],
  ['light', 390, ['Launch', 'Reports', 'Keys']],
] as const)('in %s at %i pixels nothing is hard to read or reach, and nothing sticks out', async (theme, width, names) => {
  const { page, goTo, findings } = await house.visitAsOperator();
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);
  for (const name of names) {
    await goTo(name);
    expect([name, await findings()]).toEqual([name, []]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect([name, overflow]).toEqual([name, 0]);
  }
});

test('everything can be reached by keyboard, and a dialog gives the focus back', async () => {
  const { page, goTo } = await house.visit();
  await goTo('Keys');
  await page.getByRole('button', { name: 'New key' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('New key');
});
