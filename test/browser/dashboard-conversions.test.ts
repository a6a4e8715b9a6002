// @module-tag browser
import { expect, test } from 'vitest';
import { timeAgo } from '../machine-time.ts';
import { chooseHarbour } from './choose-destination.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

test('conversions are shown as sent against received, with what became of the uploads', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await goTo('Conversions');
  await page.getByText('No events in the last two weeks').waitFor();
  expect(await findings()).toEqual([]);

  const { data } = (await company.ask('GET', '/v1/conversions/destinations')) as {
    readonly data: readonly { readonly platform: string; readonly destination: string }[];
  };
  const pixel = data.find(({ platform }) => platform === 'primary')?.destination ?? '';
  const event = (eventId: string) => ({
    eventId,
    name: 'purchase',
    happenedAt: timeAgo(60_000),
    source: 'email',
    user: { email: 'buyer@shop.example' },
  });
  const events = [event('d-1'), event('d-2'), event('d-3-sandbox-refused')];
  const { uploadId } = await company.ask('POST', '/v1/conversions', {
    destinations: [pixel],
    events,
  });
  await expect
    .poll(async () => (await company.ask('GET', `/v1/conversions/uploads/${uploadId}`)).finished)
    .toBe(true);

  await goTo('Batches');
  await goTo('Conversions');
  const days = page.getByRole('region', { name: 'Sent and received by day' });
  await days.getByText(/^Harbour pixel · Meta · Sandbox Company/).waitFor();
  await days.getByText('None', { exact: true }).waitFor();
  const uploads = page.getByRole('region', { name: 'Latest uploads' });
  await uploads.getByText('2 confirmed, 1 refused').waitFor();
  expect(await findings()).toEqual([]);
});

test('a CSV of events is dropped, its faults are told at their cells, and corrected it is sent', async () => {
  const { page, company, goTo, findings } = await house.visit(['primary']);
  await goTo('Conversions');
  const form = page.getByRole('region', { name: 'Send events' });
  const csv = (header: string, rows: readonly string[]) => ({
    name: 'shop.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([`Event ID,Name,Happened at,${header}`, ...rows].join('\n')),
  });
  const at = timeAgo(60_000);
  await form
    .locator('input[type="file"]')
    .setInputFiles(csv('Emial', [`c-1,purchase,${at},buyer@shop.example`]));
  await chooseHarbour(form);
  await form.getByRole('button', { name: 'Send 1 event' }).click();
  await form.getByText('D1: Events have no column “Emial”. Did you mean Email?').waitFor();
  expect(await findings()).toEqual([]);
  await form.getByRole('button', { name: 'Cancel' }).click();
  const rows = ['1', '2', '3'].map(
    (n) => `c-${n},purchase,${at},${n === '3' ? 'no address' : 'buyer@shop.example'}`,
  );
  await form.locator('input[type="file"]').setInputFiles(csv('Email', rows));
  await chooseHarbour(form);
  await form.getByRole('button', { name: 'Send 3 events' }).click();
  await form.getByText(/^D4: This is no email address/).waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await form.locator('input[type="file"]').setInputFiles(csv('Email', rows.slice(0, 2)));
  await chooseHarbour(form);
  await form.getByRole('button', { name: 'Send 2 events' }).click();
  await page.getByText('2 events on the way.').waitFor();
  const { data } = (await company.ask('GET', '/v1/conversions/uploads')) as { data: unknown[] };
  expect(data).toHaveLength(1);
});

test('events go only where a person sends them; the last place for such a file is offered first', async () => {
  const { page, company, goTo, findings } = await house.visit();
  await goTo('Conversions');
  const form = page.getByRole('region', { name: 'Send events' });
  const take = (name: string, id: string) =>
    form.locator('input[type="file"]').setInputFiles({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Event ID,Name,Happened at,Email\n${id},purchase,${timeAgo(60_000)},buyer@shop.example`,
      ),
    });
  const sent = async () =>
    (
      (await company.ask('GET', '/v1/conversions/uploads')) as {
        data: { file: string; destinations: string[] }[];
      }
    ).data;
  const { data } = (await company.ask('GET', '/v1/conversions/destinations')) as {
    readonly data: readonly {
      readonly platform: string;
      readonly destination: string;
      readonly accepts: boolean;
    }[];
  };
  const pixel = data.find(({ platform }) => platform === 'primary')?.destination ?? '';

  await take('shop-2026-10.csv', 'p-1');
  await form.getByRole('button', { name: 'Send 1 event' }).click();
  await form
    .getByRole('alert')
    .getByText('Choose where these events go. Nothing was sent.')
    .waitFor();
  expect(await sent()).toEqual([]);
  await form.getByText('Choose where', { exact: true }).click();
  // One line each, with the platform: a pixel that several accounts share stands once.
  const lines = await form.getByRole('group', { name: 'To' }).getByRole('checkbox').count();
  expect(lines).toBe(
    new Set(data.flatMap(({ destination, accepts }) => (accepts ? [destination] : []))).size,
  );
  await form.getByLabel(/^Harbour pixel · Meta · Sandbox Company/).check();
  await page.keyboard.press('Escape');
  await expect
    .poll(() => form.locator('.picked').textContent())
    .toMatch(/^Harbour pixel · Meta · Sandbox Company/);
  expect(await findings()).toEqual([]);
  await form.getByRole('button', { name: 'Send 1 event' }).click();
  await page.getByText('1 event on the way.').waitFor();
  expect(await sent()).toMatchObject([{ file: 'shop-2026-10.csv', destinations: [pixel] }]);

  await take('shop-2026-11.csv', 'p-2');
  await form.getByText('Choose where', { exact: true }).click();
  const first = form.getByRole('group', { name: 'To' }).locator('label').first();
  expect(await first.textContent()).toMatch(
    /^Harbour pixel · Meta .*last used for files like this/,
  );
  expect(await first.getByRole('checkbox').isChecked()).toBe(false);
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Send 1 event' }).click();
  await form
    .getByRole('alert')
    .getByText('Choose where these events go. Nothing was sent.')
    .waitFor();
  expect(await sent()).toHaveLength(1);
  await form.getByRole('button', { name: 'Cancel' }).click();

  await take('returns.csv', 'p-3');
  await form.getByText('Choose where', { exact: true }).click();
  expect(await form.getByText('last used').count()).toBe(0);
});
