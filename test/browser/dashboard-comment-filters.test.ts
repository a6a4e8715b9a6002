// @module-tag browser
import { expect, test } from 'vitest';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

test('a filter is tried, runs dry, is switched on, and what it hid is shown again', async () => {
  const { page, company, goTo, findings } = await house.visit(['primary']);
  await page.route('https://scontent.sandbox.invalid/**', (route) =>
    route.fulfill({ status: 204 }),
  );
  await goTo('Inbox');
  await page.getByRole('list', { name: 'Comments' }).waitFor();
  await page.getByRole('link', { name: 'Filters' }).click();
  await page.getByText('No filters yet').waitFor();
  expect(await findings()).toEqual([]);

  await page.getByRole('button', { name: 'New filter' }).click();
  await page.getByRole('button', { name: 'Try it' }).click();
  // Without a condition there is nothing to try.
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.getByLabel('Name').fill('Blue');
  await page.getByLabel('Words').fill('blue\nscam');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText(/It would hide [1-9]\d* of \d+ comments/).waitFor();
  await page.getByText('for the word "blue"').first().waitFor();
  expect(await findings()).toEqual([]);
  await page.getByRole('button', { name: 'Save as dry run' }).click();
  const table = page.getByRole('region', { name: 'Comment filters' });
  await table.getByText('Dry run').waitFor();

  await table.getByRole('button', { name: 'Switch on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch on' }).click();
  await table.getByText('On', { exact: true }).waitFor();
  const { data } = (await company.ask('GET', '/v1/comments?q=blue')) as {
    readonly data: readonly { readonly id: string }[];
  };
  await company.ask('POST', `/v1/comments/${data[0]?.id}/hide`, {});
  // Passes over an account are minutes apart: what one of them notes is added to the comment that
  // was hidden.
  await page.route(/\/v1\/comments\?.*filterId=/, async (route) => {
    const url = route
      .request()
      .url()
      .replace(/filterId=[^&]*/, 'q=blue');
    const [, filterId = ''] = /filterId=([^&]*)/.exec(route.request().url()) ?? [];
    const response = await route.fetch({ url });
    const body = (await response.json()) as { readonly data: readonly object[] };
    const match = {
      filterId,
      name: 'Blue',
      reason: 'the word "blue"',
      at: new Date(0).toISOString(),
    };
    await route.fulfill({
      response,
      json: { ...body, data: body.data.slice(0, 1).map((row) => ({ ...row, hiddenBy: match })) },
    });
  });
  await table.getByRole('button', { name: 'Comments' }).click();
  const matched = page.getByRole('region', { name: 'Comments of Blue' });
  await matched.getByText('For the word "blue"').waitFor();
  await matched.getByRole('button', { name: 'Show again' }).click();
  await matched.getByText('Visible').waitFor();
  expect(await findings()).toEqual([]);

  await table.getByRole('button', { name: 'Delete Blue' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No filters yet').waitFor();
});
