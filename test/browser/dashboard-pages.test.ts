// @module-tag browser
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

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

const drop = (page: Page, name: string, text: string) =>
  page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

test('a report of no account says what to do, and one of several currencies shows each account by itself', async () => {
  const { page, goTo, findings } = await house.visit(['primary']);
  await goTo('Reports');
  const pick = async (name: RegExp): Promise<void> => {
    await page.locator('.picker summary').first().click();
    await page.getByLabel(name).click();
    await page.keyboard.press('Escape');
    expect(await page.getByLabel(name).isVisible()).toBe(false);
  };
  await page.getByRole('img', { name: /Spend by day/ }).waitFor();
  await pick(/Sandbox Company Japan/);
  await page.getByText('These accounts spend in EUR and JPY').waitFor();
  const table = page.getByRole('region', { name: 'Figures by Campaign' });
  await table.getByText('Sandbox Company Europe').first().waitFor();
  await table.getByText('Sandbox Company Japan').first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await pick(/Sandbox Company Japan/);
  await pick(/Sandbox Company Europe/);
  await page.getByText('No account is chosen').waitFor();
  expect(await findings()).toEqual([]);
});

test('a file that is no picture is refused with a reason, and not counted among the uploaded', async () => {
  const { page, goTo } = await house.visit();
  await goTo('Launch');
  await drop(page, 'notes.png', 'not a picture');
  await page.getByRole('region', { name: 'Uploads' }).getByRole('alert').waitFor();
  expect(await page.getByText('uploaded').count()).toBe(0);
});

test('rows without headers are refused; cells offer what there is; rows survive a visit elsewhere', async () => {
  const { page, company, goTo } = await house.visit();
  const { accountId, adSets, page: pageId } = company;
  await goTo('Launch');
  await drop(page, 'ads.csv', 'one,two\nthree,four\n');
  await page.getByText('The first row must hold column names').waitFor();
  await drop(page, 'ads.csv', `Ad name,Ad account,Ad sets,Page\nBoat,${accountId},nowhere,\n`);
  await page.getByText('to correct').waitFor();
  const offered = (position: number) =>
    page
      .locator(`#choices-${position} option`)
      .evaluateAll((all) => all.map((each) => each.getAttribute('value')));
  await expect.poll(() => offered(1)).toContain(`Sandbox Company Europe (${accountId})`);
  await expect.poll(() => offered(2)).toContain(`Traffic open 1 (${adSets[0]})`);
  await expect.poll(() => offered(3)).toContain(`Harbour Store (${pageId})`);
  await goTo('Library');
  await goTo('Launch');
  expect(await page.getByLabel('Ad name, row 2').inputValue()).toBe('Boat');
});

test('an address of a batch that is not there leads back', async () => {
  const { page, company } = await house.visit();
  await page.goto(`${company.url}/#/batches/999`);
  await page.getByRole('alert').getByText('There is no such batch here').waitFor();
  await page.locator('.crumbs').getByRole('link', { name: 'Batches' }).click();
  await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
  await page.getByRole('heading', { name: 'Nothing launched yet' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
