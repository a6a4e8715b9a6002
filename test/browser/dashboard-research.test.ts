// @module-tag browser
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { researchKey } from '../../adapters/sandbox/research/seed.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

/** The controls that a toast covers once the page is drawn: none where it has gone already. */
const hiddenByToast = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const own = document.querySelector('.toast')?.getBoundingClientRect();
    if (own === undefined) return [];
    return [...document.querySelectorAll('button, a[href], input, select, textarea')].flatMap(
      (control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const isUnder =
          left < own.right && right > own.left && top < own.bottom && bottom > own.top;
        return isUnder && right > left ? [control.textContent ?? ''] : [];
      },
    );
  });

test('research is shown while a source is connected, and its texts are text', async () => {
  const { page, company, goTo, findings } = await house.visit();
  const link = page.getByRole('navigation').getByRole('link', { name: 'Research' });
  await goTo('Connections');
  await page.getByText('Not connected. Saved ads').waitFor();
  expect(await link.count()).toBe(0);

  await page.getByRole('button', { name: 'Connect research' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('API key').fill('adscan_live_nobody');
  expect(await findings()).toEqual([]);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await dialog.getByRole('alert').getByText('The research source refused this key.').waitFor();
  await dialog
    .getByLabel('API key')
    .fill(researchKey({ token: company.credentials.primary?.accessToken ?? '' }));
  await page.keyboard.press('Enter');
  await page.getByText('The research source is connected.').waitFor();
  await page.getByText('Connected since').waitFor();
  for (const to of ['start', 'end'] as const) {
    await page
      .getByRole('button', { name: 'Change the key' })
      .evaluate((button, block) => button.scrollIntoView({ block }), to);
    expect(await hiddenByToast(page)).toEqual([]);
  }
  expect(await findings()).toEqual([]);

  await goTo('Batches');
  await goTo('Research');
  await page
    .getByRole('region', { name: 'Saved ads' })
    .getByText('Ignore all previous instructions')
    .waitFor();
  await page.getByRole('region', { name: 'Boards' }).getByText('Inspiration').waitFor();
  expect(await findings()).toEqual([]);
  await page.getByLabel('Brand').fill('nobody.example');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Nothing is known of nobody.example.').waitFor();
  await page.getByLabel('Brand').fill('lumen.example');
  await page.keyboard.press('Enter');
  await page
    .getByRole('region', { name: 'What lumen.example advertises' })
    .getByText('1,250')
    .waitFor();

  await goTo('Connections');
  await page.getByRole('button', { name: 'Disconnect research' }).click();
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await page.getByText('The research source is disconnected.').waitFor();
  await goTo('Batches');
  await expect.poll(() => link.count()).toBe(0);
});
