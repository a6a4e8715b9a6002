// @module-tag browser
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { usePlayground } from './playground-house.ts';

/** What exists, brought in, changed, posted and taken back by a person with the built sidebar. */

const pictures =
  process.env.SLIPWAY_PICTURES ?? fileURLToPath(new URL('../../dist/pictures', import.meta.url));
const house = usePlayground();

test('a person brings in ad sets, sees old and new, posts, and takes it back', async () => {
  await mkdir(pictures, { recursive: true });
  const visit = await house.visit({ connected: true });
  const { page, sidebar, cell, click, expectGoodManners } = visit;
  await sidebar.getByRole('tab', { name: 'Change' }).click();
  await sidebar.getByText('Bring in what exists').waitFor();
  await expectGoodManners();
  for (const level of ['Campaigns', 'Ads'])
    await sidebar.getByLabel(level, { exact: true }).uncheck();
  await click('Bring in');
  await sidebar.getByText(/Ad sets: \d+ rows\./).waitFor();
  await expectGoodManners();
  const type = async (name: string, text: string): Promise<void> => {
    await cell(name).dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await cell(name).getByText(text, { exact: true }).waitFor();
  };
  /** The grid is drawn again after each call. */
  const shows = (name: string) => expect.poll(() => cell(name).innerText());
  const before = await cell('C2').innerText();
  await type('C2', 'Harbour, renamed');
  await type('E3', '62.5');
  await type('E4', 'a lot');
  await click('Show changes');
  await sidebar.getByRole('heading', { name: '2 objects will be changed' }).waitFor();
  expect(await sidebar.locator('body').innerText()).toContain(
    `Rename ad set “${before}” to “Harbour, renamed”`,
  );
  await shows('N2').toContain(`Name: ${before} → Harbour, renamed`);
  await shows('A4').toBe('Needs fixing');
  await expectGoodManners();
  await page.screenshot({ path: join(pictures, 'addon-changes.png') });
  await click('Post');
  await sidebar.getByText('2 done, 0 not').waitFor();
  await shows('A2').toBe('Posted');
  await expectGoodManners();
  await click('Undo');
  await sidebar.getByText('taken back').waitFor();
  await shows('C2').toBe(before);
  await shows('A2').toBe('Taken back');
  await page.screenshot({ path: join(pictures, 'addon-changes-undone.png') });
});
