// @module-tag browser
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { png } from '../samples/media.ts';
import { useDashboard } from './dashboard-house.ts';

const house = useDashboard();

/** A film of a plain colour that this browser can play, because it has recorded it. */
async function film(page: Page, colour: string): Promise<Buffer> {
  const text = await page.evaluate(async (fill) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const drawing = canvas.getContext('2d');
    if (drawing === null) throw new Error('There is nothing to draw on.');
    drawing.fillStyle = fill;
    drawing.fillRect(0, 0, 320, 180);
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/mp4' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    for (let frame = 0; frame < 20; frame++) {
      drawing.fillRect(0, 0, 320, 180);
      // Each frame is another picture: equal ones are not recorded.
      drawing.clearRect(0, 0, 1 + frame, 1);
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await stopped;
    return btoa(String.fromCharCode(...new Uint8Array(await new Blob(parts).arrayBuffer())));
  }, colour);
  return Buffer.from(text, 'base64');
}

/** Two pictures that look the same to people, of different content. */
const striped = (quality: number): Promise<Buffer> => {
  const bars = Array.from(
    { length: 6 },
    (_, n) => `<rect x="${n * 70}" width="35" height="${120 + n * 40}" fill="#236"/>`,
  ).join('');
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="420"><rect width="420" height="420" fill="#fd8"/>${bars}</svg>`;
  return sharp(Buffer.from(picture)).jpeg({ quality }).toBuffer();
};

test('the library finds, tags and shows files, by keyboard and on a telephone', async () => {
  const { page, company, goTo, findings } = await house.visit(['primary']);
  const upload = async (name: string, bytes: Buffer): Promise<void> => {
    const form = new FormData();
    form.set('file', new File([Uint8Array.from(bytes)], name));
    const headers = { authorization: `Bearer ${company.adminKey}` };
    const { status } = await fetch(`${company.url}/v1/media/upload`, {
      method: 'POST',
      headers,
      body: form,
    });
    expect(status).toBe(200);
  };
  for (const [n, ratio] of ['1x1', '9x16', '4x5'].entries())
    await upload(
      `Harbour_${ratio}.png`,
      await png(400 + n, ratio === '1x1' ? 400 + n : ratio === '9x16' ? 715 : 502),
    );
  await upload('Moon.png', await png(420, 300));

  await goTo('Library');
  await page.getByText('4 files').waitFor();
  await expect.poll(() => page.locator('.asset-grid img').count()).toBe(4);
  expect(await page.locator('.asset-grid img').first().getAttribute('src')).toMatch(
    /\/thumbnails\/.*-320\.webp$/,
  );
  expect(await findings()).toEqual([]);

  await page.getByRole('button', { name: 'Boards' }).click();
  const boards = page.getByRole('dialog', { name: 'Boards' });
  await boards.getByLabel('Name of a new board').fill('Autumn');
  await boards.getByRole('button', { name: 'Add' }).click();
  await boards.getByLabel('Name of Autumn').waitFor();
  expect(await findings()).toEqual([]);
  await page.keyboard.press('Escape');

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
    .getByRole('region', { name: 'Previews on Meta' })
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
  const { data } = (await company.ask('GET', '/v1/media')) as {
    readonly data: readonly { readonly url: string }[];
  };
  await form
    .getByLabel('Links, one a line')
    .fill(`${data[0]?.url}\nhttp://127.0.0.1:1/private.png\n/Ads/Autumn`);
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  await form.getByText('Finished: 0 files imported, 1 there already, 1 failed.').waitFor();
  // The folder needs a connection, and is told apart from the files.
  await form.getByText(/Dropbox is not connected. An admin connects it/).waitFor();
  expect(
    await form.getByRole('list', { name: 'Files' }).getByRole('listitem').allTextContents(),
  ).toEqual([
    expect.stringMatching(/^There already.*Moon.*\.png$/),
    expect.stringMatching(/^Failed.*private\.png.*nowhere in the public internet/),
  ]);
  expect(await findings()).toEqual([]);
  await form.getByRole('button', { name: 'Close' }).last().click();
  await page.getByLabel('Tag', { exact: true }).selectOption('');

  // A film gets its poster in the browser that uploads it.
  const red = { name: 'Red film.mp4', mimeType: 'video/mp4', buffer: await film(page, '#d01010') };
  await page.locator('input[type=file]').setInputFiles(red);
  const card = page.getByRole('button', { name: /Red film\.mp4/ });
  const source = (await card.locator('img').getAttribute('src')) ?? '';
  expect(source).toMatch(/\/thumbnails\/[0-9a-f]{64}-\d+\.webp$/);
  const poster = await (await fetch(new URL(source, company.url))).arrayBuffer();
  const [r, g, b] = (await sharp(poster).stats()).channels.map(({ mean }) => mean);
  expect([r, g, b].map((mean) => Math.round((mean ?? 0) / 64))).toEqual([3, 0, 0]);
  await page.getByLabel('Length').selectOption('Up to 6 s');
  await page.getByText('1 file', { exact: true }).waitFor();
  await page.getByLabel('Length').selectOption('');

  // Almost equal pictures are compared and stay two.
  await upload('Bars.jpg', await striped(95));
  await upload('Bars again.jpg', await striped(70));
  await page.getByLabel('Find by name, title or tag').fill('bars');
  await page.getByRole('button', { name: /Bars\.jpg/ }).click();
  await file.getByRole('button', { name: /Bars again\.jpg (Almost identical|Similar)/ }).click();
  const compared = file.getByRole('region', { name: 'Compared' });
  await compared.getByText('Used in 0 ads').waitFor();
  await expect.poll(() => compared.locator('img').count()).toBe(2);
  expect(await findings()).toEqual([]);
  await compared.getByRole('button', { name: 'Open it' }).click();
  await file.getByText('Bars again.jpg').first().waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.url()).toMatch(/#\/library$/);

  const picture = Buffer.from(await png(64, 64));
  await page.route(/sandbox\.invalid/, (route) =>
    route.fulfill({ contentType: 'image/png', body: picture }),
  );
  await page.route('**/v1/analytics/top-creatives?*', async (route) => {
    const response = await route.fetch();
    const { data, ...rest } = (await response.json()) as { readonly data: readonly object[] };
    // A second one that costs half.
    const other = {
      ...data[0],
      asset: 'primary:act_1/other',
      title: 'The other',
      costPerResult: 2,
      resultType: 'purchase',
    };
    await route.fulfill({
      json: { ...rest, data: [{ ...data[0], costPerResult: 4, resultType: 'purchase' }, other] },
    });
  });
  await goTo('Creatives');
  const gallery = page.getByRole('list', { name: 'Creatives' });
  await gallery.getByText('CPA').first().waitFor();
  expect(await gallery.getByRole('listitem').count()).toBe(2);
  for (const box of await gallery.getByRole('checkbox', { name: /^Compare/ }).all())
    await box.check();
  const cheaper = page
    .getByRole('region', { name: 'Side by side' })
    .getByRole('row', { name: /^CPA/ });
  expect(await cheaper.locator('.good-text').textContent()).toMatch(/2\.00/);
  expect(await findings()).toEqual([]);
  await page.unroute('**/v1/analytics/top-creatives?*');
  await page.reload();
  // The files of a company that begins are told apart, and their pictures load.
  await expect.poll(() => gallery.getByRole('listitem').count()).toBeGreaterThan(10);
  await expect
    .poll(() =>
      gallery
        .locator('img')
        .evaluateAll(
          (all) => all.filter((each) => (each as HTMLImageElement).naturalWidth > 0).length,
        ),
    )
    .toBeGreaterThan(3);
  await page.getByText('Table', { exact: true }).click();
  const rows = page.getByRole('region', { name: 'Creatives' }).getByRole('row');
  await expect.poll(() => rows.count()).toBeGreaterThan(1);
  await page.getByText('Creatives matched for 100% of spend.').waitFor();
  // Pictures are not watched: their hook rate is a dash.
  await page.getByRole('columnheader', { name: 'Hook rate' }).waitFor();
  expect(await rows.nth(1).getByRole('cell').nth(8).textContent()).toBe('–');
  expect(await rows.nth(1).textContent()).toMatch(
    /\d\.\d\d% → \d\.\d\d% [+-]?\d+\.\d%\d\.\d\d → \d\.\d\d [+-]?\d+\.\d%/,
  );
  expect(await findings()).toEqual([]);
  await page.getByRole('combobox', { name: 'Sort by' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Sort by' }).inputValue())
    .toBe('impressions');
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

test('media and library are one page: a file is uploaded, found by its old address, and deleted there', async () => {
  const { page, company, goTo } = await house.visit(['primary']);
  await goTo('Library');
  expect(
    await page.getByRole('navigation').getByRole('link', { name: 'Media', exact: true }).count(),
  ).toBe(0);
  const file = { name: 'Sun.png', mimeType: 'image/png', buffer: Buffer.from(await png(300, 300)) };
  await page.locator('input[type="file"]').setInputFiles([file]);
  await page.getByText('1 file', { exact: true }).waitFor();
  await page.goto(`${company.url}/#/media`);
  await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
  await page.locator('.asset-open').first().click();
  await page.getByRole('dialog', { name: 'File' }).getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Sun.png?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByText('Sun.png is deleted.').waitFor();
  await page.getByRole('heading', { name: 'Nothing is found' }).waitFor();
});

test('folders of files are connected, tried and disconnected', async () => {
  const { page, goTo, findings } = await house.visit(['primary']);
  // What the two services say is tested where they are asked; here they are out of reach.
  let connectedAt: string | null = null;
  const asked: unknown[] = [];
  const sources = () => ({
    success: true,
    count: 2,
    data: ['drive', 'dropbox'].map((source) => {
      const since = source === 'dropbox' ? connectedAt : null;
      return { source, connected: since !== null, connectedAt: since };
    }),
  });
  await page.route(/\/v1\/media\/sources/, async (route) => {
    const request = route.request();
    if (request.method() === 'PUT') {
      asked.push(request.postDataJSON());
      connectedAt = '2026-11-01T00:00:00.000Z';
    }
    if (request.method() === 'DELETE') connectedAt = null;
    const isTest = request.method() === 'GET' && request.url().endsWith('/dropbox');
    const tested = {
      success: true,
      source: 'dropbox',
      connected: true,
      connectedAt,
      ok: true,
      problem: null,
    };
    await route.fulfill({
      json: isTest ? tested : request.method() === 'DELETE' ? { success: true } : sources(),
    });
  });
  await goTo('Connections');
  await page.getByRole('button', { name: 'Connect Dropbox' }).click();
  const form = page.getByRole('dialog', { name: 'Connect Dropbox' });
  await form.getByText('How to get a refresh token').click();
  await form.getByText('files.metadata.read').waitFor();
  expect(await findings()).toEqual([]);
  await form.getByRole('textbox', { name: 'Refresh token' }).fill(' r1 ');
  await form.getByLabel('App key').fill('k');
  await form.getByLabel('App secret').fill('s');
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('button', { name: 'Change the token' }).waitFor();
  expect(asked).toEqual([{ refreshToken: 'r1', clientId: 'k', clientSecret: 's' }]);
  const card = page.getByRole('listitem').filter({ hasText: 'Connected since' });
  await card.getByRole('button', { name: 'Test' }).click();
  await page.getByText('Works: it may list files.').waitFor();
  await page.getByRole('button', { name: 'Disconnect Dropbox' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
  await page.getByRole('button', { name: 'Connect Dropbox' }).waitFor();
  expect(await findings()).toEqual([]);
});
