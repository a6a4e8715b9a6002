// @module-tag browser
import { expect, test } from 'vitest';
import { png } from '../samples/media.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

test('the library finds, tags and shows files, by keyboard and on a telephone', async () => {
  const { page, company, goTo, findings } = await house.visit(['primary']);
  const upload = async (name: string, width: number, height: number): Promise<void> => {
    const form = new FormData();
    form.set('file', new File([Uint8Array.from(await png(width, height))], name));
    const headers = { authorization: `Bearer ${company.adminKey}` };
    const { status } = await fetch(`${company.url}/v1/media/upload`, { method: 'POST', headers, body: form });
    expect(status).toBe(200);
  };
  for (const [n, ratio] of ['1x1', '9x16', '4x5'].entries())
    await upload(`Harbour_${ratio}.png`, 400 + n, ratio === '1x1' ? 400 + n : ratio === '9x16' ? 715 : 502);
  await upload('Moon.png', 420, 300);
  await company.ask('POST', '/v1/library/boards', { name: 'Autumn' });

  await goTo('Library');
  await page.getByText('4 files').waitFor();
  await expect.poll(() => page.locator('.asset-grid img').count()).toBe(4);
  expect(await page.locator('.asset-grid img').first().getAttribute('src')).toMatch(/\/thumbnails\/.*-320\.webp$/);
  expect(await findings()).toEqual([]);

  await page.getByLabel('Find by name, title or tag').fill('harb');
  await page.getByText('3 files').waitFor();
  await page.locator('.asset-open').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const file = page.getByRole('dialog');
  await file.getByRole('heading', { name: 'Used in 0 ads' }).waitFor();
  await file.getByRole('heading', { name: 'Renditions' }).waitFor();
  await file.getByRole('button', { name: 'Show how platforms show it' }).click();
  await file
    .getByRole('region', { name: 'Previews on primary' })
    .getByRole('img', { name: 'What stays visible' })
    .first()
    .waitFor();
  expect(await findings()).toEqual([]);
  await file.getByLabel('Title').fill('Blue boats');
  await file.getByLabel('Title').press('Tab');
  await file.getByLabel('Autumn').check();
  await page.getByRole('option', { name: 'Autumn (1)' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');

  await page.getByLabel('Find by name, title or tag').fill('blue boats');
  await page.getByText('1 file', { exact: true }).waitFor();
  await page.getByLabel('Select Blue boats').check();
  const bulk = page.getByRole('region', { name: 'Selected files' });
  await bulk.getByLabel('Tag to add').fill('sea');
  await bulk.getByRole('button', { name: 'Add tag' }).click();
  await page.getByRole('option', { name: 'sea (1)' }).waitFor({ state: 'attached' });
  expect(await findings()).toEqual([]);

  await page.getByLabel('Find by name, title or tag').fill('');
  await page.getByText('4 files').waitFor();
  await page.getByLabel('Tag', { exact: true }).selectOption('sea');
  await page.getByText('1 file', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Import' }).click();
  const form = page.getByRole('dialog', { name: 'Import files' });
  const { data } = (await company.ask('GET', '/v1/media')) as { readonly data: readonly { readonly url: string }[] };
  await form.getByLabel('Addresses, one a line').fill(`${data[0]?.url}\nhttp://127.0.0.1:1/private.png`);
  await form.getByRole('button', { name: 'Import' }).click();
  await form.getByText('Finished: 0 files imported, 1 there already, 1 failed.').waitFor();
  expect(await findings()).toEqual([]);
  await form.getByRole('button', { name: 'Close' }).last().click();

  const picture = Buffer.from(await png(64, 64));
  await page.route(/sandbox\.invalid/, (route) => route.fulfill({ contentType: 'image/png', body: picture }));
  await goTo('Creatives');
  const rows = page.getByRole('region', { name: 'Creatives' }).getByRole('row');
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  await page.getByText('What ads show is known of 100.00 % of what was spent.').waitFor();
  expect(await rows.nth(1).textContent()).toMatch(/\d\.\d\d % → \d\.\d\d % [+-]?\d+\.\d %\d\.\d\d → \d\.\d\d [+-]?\d+\.\d %/);
  expect(await findings()).toEqual([]);
  await page.getByRole('combobox', { name: 'First by' }).focus();
  await page.keyboard.press('i');
  await expect.poll(() => page.getByRole('combobox', { name: 'First by' }).inputValue()).toBe('impressions');
  await expect.poll(() => rows.count()).toBeGreaterThan(1);

  await page.setViewportSize({ width: 390, height: 800 });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await findings()).toEqual([]);
  await goTo('Library');
  await page.locator('.asset-open').first().waitFor();
  expect(await findings()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
