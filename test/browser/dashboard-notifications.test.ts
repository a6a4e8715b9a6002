// @module-tag browser
import { expect, test } from 'vitest';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

test('what happened is counted at the bell, listed with links, seen once for all browsers of a key, and chosen', async () => {
  const visit = await house.visit(['primary']);
  const { page, company, findings } = visit;
  const { accountId, adSets } = company;
  const bell = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await bell('Notifications').click();
  await dialog.getByRole('heading', { name: 'Nothing happened yet' }).waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');

  // A plan that waits.
  const input = {
    businessId: accountId,
    entityType: 'adset',
    entityId: adSets[0],
    dailyBudget: 31,
  };
  const plan = await company.ask('POST', '/v1/approvals', {
    operations: [{ operation: 'manage.updateBudget', input }],
  });
  await page.reload();
  await bell('Notifications, 1 new one').waitFor();
  for (const [theme, width] of [
    ['dark', 1280],
    ['light', 390],
    ['light', 1280],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen;
    }, theme);
    await page.keyboard.press('g');
    await page.keyboard.press('n');
    await dialog.getByRole('link', { name: 'A plan waits for approval' }).waitFor();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([theme, width, await findings(), overflow]).toEqual([theme, width, [], 0]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  // It was seen: here, and wherever the same key looks.
  await bell('Notifications').waitFor();
  const other = await house.visitAgain(company);
  await other.page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await other.page
    .getByRole('dialog')
    .getByRole('link', { name: 'A plan waits for approval' })
    .click();
  await other.page.getByRole('heading', { level: 1, name: /Plan|Approval/ }).waitFor();
  expect(other.page.url()).toContain(String(plan.digest));

  await bell('Notifications').click();
  await dialog.getByRole('link', { name: 'Choose your notifications' }).click();
  await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor();
  await page.getByText('You signed in with a key').waitFor();
  const box = page.getByRole('checkbox', { name: 'In the list when: A plan waits for approval' });
  await box.uncheck();
  await page.getByText('Saved.').waitFor();
  expect(
    await page.getByRole('checkbox', { name: 'By e-mail when: A rule acted' }).isDisabled(),
  ).toBe(true);
  expect(await findings()).toEqual([]);
  expect((await company.ask('GET', '/v1/notifications')).data).toEqual([]);
  await page.reload();
  await expect.poll(() => box.isChecked()).toBe(false);
  await bell('Notifications').click();
  await dialog.getByRole('heading', { name: 'Nothing happened yet' }).waitFor();
});
