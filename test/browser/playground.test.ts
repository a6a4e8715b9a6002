// @module-tag browser
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { timeAgo } from '../machine-time.ts';
import {
  correctLink,
  expectStatuses,
  launchedNames,
  PAUSED,
  usePlayground,
} from './playground-house.ts';

/**
 * The built sidebar in a real browser, on the playground, against a real server. Pictures go where
 * SLIPWAY_PICTURES says.
 */

const pictures =
  process.env.SLIPWAY_PICTURES ?? fileURLToPath(new URL('../../dist/pictures', import.meta.url));
beforeAll(async () => {
  await mkdir(pictures, { recursive: true });
});

const house = usePlayground();

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(pictures, `addon-${name}.png`) });
}

const scrollBack = (page: Page): Promise<void> =>
  page.locator('#grid').evaluate((grid) => grid.scrollTo(0, 0));

describe('the sidebar on the playground', () => {
  test('connects with a key, and says in words when the key is wrong', async () => {
    const { sidebar, company, click, expectGoodManners } = await house.visit();
    expect(await sidebar.getByRole('heading', { level: 2 }).textContent()).toBe('Connect Slipway');
    await expectGoodManners();
    await sidebar.getByLabel('API key').first().fill('ak_nonsense');
    await click('Connect');
    await expect
      .poll(() => sidebar.locator('body').innerText())
      .toContain(
        'Your API key does not work any more. Paste a new one in Settings; nothing else is lost.',
      );
    await sidebar.getByLabel('API key').first().fill(company.adminKey);
    await click('Connect');
    await expect
      .poll(() => sidebar.getByRole('heading', { level: 2 }).textContent())
      .toBe('Make a launch sheet');
    await expectGoodManners();
  });

  test('makes a launch sheet, marks the fault in its cell, and clears it when it is corrected', async () => {
    const visit = await house.visit({ connected: true });
    const { page, sidebar, cell, click, expectGoodManners } = visit;
    await click('New launch sheet');
    await sidebar.getByRole('button', { name: 'Plan launch' }).waitFor();
    await page.getByRole('button', { name: 'Fill in sample rows' }).click();
    await cell('E4').getByText('{{filename}} 3').waitFor();
    await click('Check rows');
    await sidebar.getByText('1 needs fixing').waitFor();
    await expectStatuses(visit, ['Ready to launch', 'Ready to launch', 'Needs fixing']);
    await expectGoodManners();
    await picture(page, 'launch-sheet');
    await click('O4');
    await page.locator('td.chosen[data-cell="O4"]').waitFor();
    await cell('O4').scrollIntoViewIfNeeded();
    await cell('O4').hover();
    const note = page.getByText('Slipway: harbour.example/boats is not a link');
    await note.waitFor();
    const background = () => cell('O4').evaluate((td) => getComputedStyle(td).backgroundColor);
    expect(await background()).toBe('rgb(250, 210, 207)');
    await picture(page, 'fault');

    await correctLink(visit);
    await expectStatuses(visit, ['Ready to launch', 'Ready to launch', 'Ready to launch']);
    expect(await background()).not.toBe('rgb(250, 210, 207)');
    expect(await note.count()).toBe(0);
  });

  test('shows what will be created and what it takes, launches it, and tells each row', async () => {
    const visit = await house.visit({ filled: true });
    const { page, sidebar, company, cell, click, expectGoodManners } = visit;
    await click('Plan launch');
    await sidebar.getByRole('heading', { name: '2 ads will be created' }).waitFor();
    await sidebar.getByText('They start paused').waitFor();
    await sidebar.getByText('Create paused ad “boat-1_1x1 1” in').waitFor();
    await expectGoodManners();
    await picture(page, 'plan');
    await click('Launch 2 ads');
    await expectStatuses(visit, [PAUSED, PAUSED, 'Needs fixing']);
    await sidebar.getByText('2 of 2 ads').waitFor();
    await expectGoodManners();
    await cell('C2').scrollIntoViewIfNeeded();
    await scrollBack(page);
    await picture(page, 'launched');
    expect(await launchedNames(company)).toEqual(['boat-1_1x1 1', 'boat-2_1x1 2']);
  });

  test('shows what a launch made and takes back just that', async () => {
    const visit = await house.visit({ launchedTwice: true });
    const { sidebar, click, expectGoodManners } = visit;
    await sidebar.getByText('1 of 1 ad').waitFor();
    await click('Show rows');
    await sidebar.getByText(/^Row 4: \d{18}$/).waitFor();
    await click('Delete all');
    await expectGoodManners();
    await click('Delete 1 ad');
    await expectStatuses(visit, [PAUSED, PAUSED, 'Undone: deleted']);
  });

  test('says on the card and in the row what an undo could not reach, and reaches it when asked again', async () => {
    const visit = await house.visit({ launched: true });
    const { page, sidebar, company, click, expectGoodManners } = visit;
    const { launchedAds } = await company.ask('GET', '/v1/batch-status/1');
    const [, second] = launchedAds as { adId: string }[];
    const refusal = {
      platform: 'meta',
      fault: 'refuse-1340029',
      path: `/${second?.adId}`,
      times: 1,
    };
    await house.operator().ask('POST', '/v1/sandbox/faults', refusal);
    await click('Delete all');
    await click('Delete 2 ads');
    await expectStatuses(visit, ['Undone: deleted', 'Undo failed', 'Needs fixing']);
    await sidebar.getByText('1 ad could not be deleted: the rows say why.').waitFor();
    await expectGoodManners();
    await scrollBack(page);
    await picture(page, 'undo');
    await click('Delete all');
    await click('Delete 1 ad');
    await expectStatuses(visit, ['Undone: deleted', 'Undone: deleted', 'Needs fixing']);
  });

  test('writes a report with its own formats and a chart', async () => {
    const { page, sidebar, cell, click, expectGoodManners } = await house.visit({
      connected: true,
    });
    await sidebar.getByRole('tab', { name: 'Reports' }).click();
    await click('New report');
    await expectGoodManners();
    await sidebar.getByLabel('Name').fill('Daily spend');
    await sidebar.getByText('Draw a chart beside it').click();
    await click('Create report');
    await sidebar.getByRole('button', { name: 'Refresh' }).waitFor();
    await expect.poll(() => cell('A2').textContent()).toBe('Day');
    expect(await cell('A3').textContent()).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(await cell('E3').textContent()).toMatch(/^\d+\.\d{2}%$/);
    expect(await page.locator('.chart svg').count()).toBe(1);
    await expectGoodManners();
    await picture(page, 'report');
  });

  test('helps with first rows: samples, several ad sets, files of Drive, thumbnails; and with a ready report', async () => {
    const { sidebar, cell, click, expectGoodManners } = await house.visit({ connected: true });
    await click('New launch sheet');
    await sidebar.getByText('First steps').waitFor();
    await click('Add sample rows');
    await cell('E4').getByText('Example').waitFor();
    await click('Check rows');
    await sidebar.getByText('1 needs fixing').waitFor();
    await expectGoodManners();
    await cell('E2').click();
    await click('Choose ad sets');
    await sidebar.getByText('for row 2').waitFor();
    await expectGoodManners();
    await click('Put into the rows');
    await sidebar.getByText('1 ad set put into G2.').waitFor();
    await cell('J5').click();
    await click('Media from Drive');
    await sidebar.getByText('from-drive-1_1x1.png').click();
    await expectGoodManners();
    await click('Put into the sheet');
    await cell('J5').getByText('https://drive.google.com/').waitFor();
    await click('Show thumbnails');
    await cell('K2').locator('img').waitFor();
    await click('Hide');
    await sidebar.getByText('First steps').waitFor({ state: 'detached' });
    await sidebar.getByRole('tab', { name: 'Reports' }).click();
    await click('New report');
    await sidebar.getByLabel('Begin with').selectOption('weekly');
    await expectGoodManners();
    await click('Create report');
    await sidebar.getByText('weekly from 7:00').waitFor();
    await expect.poll(() => cell('E2').textContent()).toBe('Spend (EUR) before');
    await expectGoodManners();
  });

  test('takes pasted rows and a selected range, and offers to update what was changed since its launch', async () => {
    const visit = await house.visit({ launched: true });
    const { page, sidebar, cell, click, expectGoodManners } = visit;
    await cell('E2').click();
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text/plain', 'pasted-1\r\npasted-2\r\n');
      document.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await cell('E3').getByText('pasted-2').waitFor();
    await cell('E2').hover();
    await page.mouse.down();
    await cell('F3').hover();
    await page.mouse.up();
    expect(await page.locator('td.selected').count()).toBe(4);
    await click('Check rows');
    await expectStatuses(visit, [
      `${PAUSED}, changed since`,
      `${PAUSED}, changed since`,
      'Needs fixing',
    ]);
    await click('Update ads');
    await sidebar.getByRole('heading', { name: '2 ads will be changed' }).waitFor();
    await expectGoodManners();
    await scrollBack(page);
    await picture(page, 'update');
    await click('Update 2 ads');
    await expectStatuses(visit, [PAUSED, PAUSED, 'Needs fixing']);
    await expectGoodManners();
  });

  test.each(['en', 'de', 'es'])(
    'fits its tabs into 300 pixels and hides what a schedule does not ask for, in %s',
    async (language) => {
      const { sidebar, expectGoodManners } = await house.visit({ connected: true, language });
      const tabs = sidebar.getByRole('tab');
      const boxes = await tabs.evaluateAll((all) =>
        all.map((tab) => {
          const text = document.createRange();
          text.selectNodeContents(tab);
          const { left, right, top, height } = text.getBoundingClientRect();
          return { left, right, top, height };
        }),
      );
      expect(boxes).toHaveLength(6);
      boxes.forEach(({ left, right, top, height }, i) => {
        // One line each, with room between the words; longer words take two rows.
        const before = boxes[i - 1];
        expect(height).toBeLessThan(24);
        expect(left - (before?.top === top ? before.right : 0)).toBeGreaterThanOrEqual(4);
        expect(right).toBeLessThanOrEqual(300);
      });
      expect(new Set(boxes.map(({ top }) => top)).size).toBeLessThanOrEqual(
        language === 'en' ? 1 : 2,
      );
      await tabs.nth(2).click();
      await sidebar.locator('button.primary').click();
      const schedule = sidebar
        .locator('select')
        .filter({ has: sidebar.locator('option[value="daily"]') });
      const shown = () => sidebar.locator('select:visible').count();
      const counts: number[] = [];
      for (const value of ['off', 'daily', 'weekly']) {
        await schedule.selectOption(value);
        counts.push(await shown());
      }
      const [off = 0, daily, weekly] = counts;
      // The hour, then the day of the week too.
      expect([daily, weekly]).toEqual([off + 1, off + 2]);
      expect(await sidebar.locator('[hidden]:visible').count()).toBe(0);
      await expectGoodManners();
    },
  );

  test('shows in its settings what it is connected to', async () => {
    const { sidebar, company, expectGoodManners } = await house.visit({ connected: true });
    await sidebar.getByRole('tab', { name: 'Settings' }).click();
    await expect
      .poll(() => sidebar.locator('body').innerText())
      .toMatch(/Sandbox Company\s+Connected to 127\.0\.0\.1:\d+/);
    expect(await sidebar.locator('body').innerText()).not.toContain(company.adminKey);
    await expectGoodManners();
  });

  test('speaks the language that is chosen in its settings', async () => {
    const { sidebar, expectGoodManners } = await house.visit({ connected: true });
    await sidebar.getByRole('tab', { name: 'Settings' }).click();
    await sidebar.getByLabel('Language').selectOption('Deutsch');
    await sidebar.getByRole('tab', { name: 'Einstellungen' }).waitFor();
    expect(await sidebar.locator('html').getAttribute('lang')).toBe('de');
    await expectGoodManners();
  });

  test('sends events from a tab of their own, with the fault in its cell first', async () => {
    const { page, sidebar, cell, click, expectGoodManners } = await house.visit({
      connected: true,
    });
    const said = () => sidebar.locator('body').innerText();
    await sidebar.getByRole('tab', { name: 'Events' }).click();
    await sidebar.getByLabel(/Meta/).first().check();
    await expectGoodManners();
    await click('New events tab');
    await sidebar.getByText('Offline events', { exact: true }).waitFor();
    await expectGoodManners();
    // The answer to an edit draws the sheet anew, and takes the next edit with it where that has
    // begun.
    const write = (name: string, text: string): Promise<void> =>
      expect
        .poll(async () => {
          await cell(name).dblclick();
          await page.keyboard.press('ControlOrMeta+a');
          await page.keyboard.type(text);
          await page.keyboard.press('Enter');
          await cell(name).locator('input').waitFor({ state: 'detached' });
          return cell(name).innerText();
        })
        .toBe(text);
    await write('A2', 'receipt-1');
    await write('B2', 'purchase');
    await write('C2', timeAgo(60_000));
    await write('I2', 'nobody');
    await click('Send rows');
    await expect.poll(said).toContain('I2 This is no email address');
    await expectGoodManners();
    await write('I2', 'buyer@shop.example');
    await click('Send rows');
    await expect.poll(said).toMatch(/(Sending|Confirmed): 1 row/);
    await expect
      .poll(async () => {
        await click('Update outcomes');
        await sidebar.locator('[aria-busy]').waitFor({ state: 'detached' });
        return said();
      })
      .toContain('Confirmed: 1 row');
    await expectGoodManners();
  });
});
