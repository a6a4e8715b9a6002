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

const drop = (name: string, text: string) =>
  house.page
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(text) });

test('a report of no account says what to do, and one of several currencies shows each account by itself', async () => {
  await house.goTo('Reports');
  const pick = async (name: RegExp): Promise<void> => {
    await house.page.locator('.picker summary').click();
    await house.page.getByLabel(name).click();
    await house.page.keyboard.press('Escape');
    expect(await house.page.getByLabel(name).isVisible()).toBe(false);
  };
  await house.page.getByRole('img', { name: /Spend by day/ }).waitFor();
  await pick(/Sandbox Company Japan/);
  await house.page.getByText('These accounts spend in EUR and JPY').waitFor();
  const table = house.page.getByRole('region', { name: 'Figures by Campaign' });
  await table.getByText('Sandbox Company Europe').first().waitFor();
  await table.getByText('Sandbox Company Japan').first().waitFor();
  expect(await house.page.getByRole('alert').count()).toBe(0);
  await pick(/Sandbox Company Japan/);
  await pick(/Sandbox Company Europe/);
  await house.page.getByText('No account is chosen').waitFor();
  expect(await house.findings()).toEqual([]);
});

test('a token the platform refuses is told in the dialog it was given in', async () => {
  await house.goTo('Connections');
  await house.page.getByRole('button', { name: 'Connect a platform' }).click();
  await house.page.getByLabel('Access token').fill('wrong');
  await house.page.getByRole('button', { name: 'Connect', exact: true }).click();
  await house.page.getByRole('dialog').getByRole('alert').getByText('The platform refused these credentials').waitFor();
  expect(await house.findings()).toEqual([]);
  await house.page.keyboard.press('Escape');
});

test('a file that is no picture is refused with a reason, and not counted among the uploaded', async () => {
  await house.goTo('Launch');
  await drop('notes.png', 'not a picture');
  await house.page.locator('.toast.bad').waitFor();
  expect(await house.page.getByText('uploaded').count()).toBe(0);
});

test('rows without headers are refused; cells offer what there is; rows survive a visit elsewhere', async () => {
  await drop('ads.csv', 'one,two\nthree,four\n');
  await house.page.getByText('The first row must hold column names').waitFor();
  await drop('ads.csv', 'Ad name,Ad account,Ad sets,Page\nBoat,act_1001,nowhere,\n');
  await house.page.getByText('to correct').waitFor();
  const offered = (position: number) =>
    house.page.locator(`#choices-${position} option`).evaluateAll((all) => all.map((each) => each.getAttribute('value')));
  await expect.poll(() => offered(1)).toContain('Sandbox Company Europe (act_1001)');
  await expect.poll(() => offered(2)).toContain('Traffic open 1 (120000001001200211)');
  await expect.poll(() => offered(3)).toContain('Harbour Store (120000001001700001)');
  await house.goTo('Media');
  await house.goTo('Launch');
  expect(await house.page.getByLabel('Ad name, row 2').inputValue()).toBe('Boat');
  await house.page.getByRole('button', { name: 'Start over' }).click();
});

test('an address of a batch that is not there leads back', async () => {
  await house.page.goto(`${house.url}/#/batches/999`);
  await house.page.getByRole('alert').getByText('There is no such batch here').waitFor();
  await house.page.getByRole('main').getByRole('link', { name: 'Batches' }).click();
  await house.page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
  expect(house.broken).toEqual([]);
});
