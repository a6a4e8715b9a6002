import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { launchChromium } from './chromium.ts';
import { LOOKS, startDemo } from './demo-service.ts';
import { takeSheetPictures } from './sheet-pictures.ts';

/**
 * `npm run screenshots [-- FOLDER]`: the dashboard as it looks after the demo, in light, dark and
 * at phone width. Those the README shows are also written to server/dashboard/pictures, where they
 * are kept. The add-on's follow.
 */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.argv[2] ?? join(root, 'dist/pictures');
const kept = join(root, 'server/dashboard/pictures');
const KEPT = [
  'batch-light',
  'home-light',
  'ads-light',
  'launch-light',
  'reports-dark',
  'batch-phone',
];
for (const each of [folder, kept]) await mkdir(each, { recursive: true });
const demo = await startDemo();

const PAGES: readonly (readonly [name: string, hash: string])[] = [
  ['home', '#/home'],
  ['ads', '#/ads'],
  ['batches', '#/batches'],
  ['batch', '#/batches/1'],
  ['launch', '#/launch'],
  ['plan', '#/launch'],
  ['reports', '#/reports'],
  ['library', '#/library'],
  ['creatives', '#/creatives'],
  ['inbox', '#/inbox'],
  ['rules', '#/rules'],
  ['approvals', '#/approvals'],
  ['conversions', '#/conversions'],
  ['limits', '#/limits'],
  ['connections', '#/connections'],
  ['people', '#/people'],
  ['keys', '#/keys'],
  ['audit', '#/audit'],
  ['settings', '#/settings'],
  ['rehearsal', '#/rehearsal'],
];

try {
  await takePictures(PAGES);
  await undoInPart();
  await takePictures([['undo', '#/batches/1']]);
} finally {
  await demo.stop();
}
await takeSheetPictures(folder);
console.log(`Pictures are in ${folder}, those of the README in ${kept}.`);

async function takePictures(pages: typeof PAGES): Promise<void> {
  const browser = await launchChromium();
  for (const [look, { viewport, colorScheme }] of Object.entries(LOOKS)) {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
      deviceScaleFactor: look === 'phone' ? 2 : 1,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(240_000);
    await page.goto(demo.url);
    await page.getByLabel('API key').waitFor();
    if (pages === PAGES) await shoot('sign-in');
    await page.getByLabel('API key').fill(demo.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    for (const [name, hash] of pages) {
      await page.goto(`${demo.url}/${hash}`);
      if (name === 'launch') {
        await page.getByRole('button', { name: 'Fill in an example' }).click();
        await page.getByRole('region', { name: 'Faults' }).getByRole('button').first().click();
        await page.locator('.chosen-cell').waitFor();
      }
      if (name === 'plan') {
        await page
          .locator('.faulty input')
          .fill('https://harbour.example/boats?utm_campaign={{campain.name}}');
        await page.keyboard.press('Enter');
        await page.getByRole('region', { name: 'Warnings' }).scrollIntoViewIfNeeded();
      }
      if (name === 'ads')
        await page
          .getByText(/^\d+ campaigns/)
          .first()
          .waitFor();
      if (name === 'ads') await page.getByText('Reading…').waitFor({ state: 'hidden' });
      if (name === 'reports') await page.getByRole('img', { name: /Spend by day/ }).waitFor();
      // Streams and looks at running things never end: a page is there when its title is, and
      // nothing holds a place any more.
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('.waiting').first().waitFor({ state: 'detached' });
      await shoot(name);
    }
    await context.close();

    async function shoot(name: string): Promise<void> {
      await page.mouse.move(0, 0);
      // Pictures out of sight are not fetched.
      await page.waitForFunction(() =>
        [...document.images].every(
          (each) => each.complete || each.getBoundingClientRect().top > innerHeight,
        ),
      );
      const picture = await page.screenshot();
      const small = await sharp(picture)
        .png({ palette: true, colours: 128, effort: 10 })
        .toBuffer();
      await writeFile(join(folder, `${name}-${look}.png`), small);
      if (KEPT.includes(`${name}-${look}`))
        await writeFile(join(kept, `${name}-${look}.png`), small);
    }
  }
  await browser.close();
}

/** Deletes what the first batch made, all but one ad that the platform will not let go. */
async function undoInPart(): Promise<void> {
  const call = async (
    path: string,
    body?: object,
  ): Promise<{ launchedAds: { adId: string }[]; undo?: { finishedAt?: string } }> => {
    const headers = { authorization: `Bearer ${demo.key}`, 'content-type': 'application/json' };
    const response = await fetch(demo.url + path, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return response.json() as ReturnType<typeof call>;
  };
  const { launchedAds } = await call('/v1/batch-status/1');
  await call('/v1/sandbox/faults', {
    platform: 'meta',
    fault: 'refuse-1340029',
    path: `/${launchedAds[0]?.adId}`,
    times: 1,
  });
  await call('/v1/batches/1/undo', { mode: 'delete' });
  while ((await call('/v1/batch-status/1')).undo?.finishedAt === undefined)
    await new Promise((resolve) => setTimeout(resolve, 200));
}
