// @module-tag browser
import { expect, test } from 'vitest';
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
    ...{ eventId, name: 'purchase', happenedAt: new Date(Date.now() - 60_000).toISOString(), source: 'email' },
    user: { email: 'buyer@shop.example' },
  });
  const events = [event('d-1'), event('d-2'), event('d-3-sandbox-refused')];
  const { uploadId } = await company.ask('POST', '/v1/conversions', { destinations: [pixel], events });
  await expect.poll(async () => (await company.ask('GET', `/v1/conversions/uploads/${uploadId}`)).finished).toBe(true);

  await goTo('Batches');
  await goTo('Conversions');
  const days = page.getByRole('region', { name: 'Sent and received by day' });
  await days.getByText(pixel).waitFor();
  await days.getByText('None', { exact: true }).waitFor();
  const uploads = page.getByRole('region', { name: 'Latest uploads' });
  await uploads.getByText('2 confirmed, 1 refused').waitFor();
  expect(await findings()).toEqual([]);
});
