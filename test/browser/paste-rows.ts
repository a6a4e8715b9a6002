import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Pastes rows as a spreadsheet puts them on the clipboard. */
export async function pasteRows(page: Page, rows: readonly (readonly string[])[]): Promise<void> {
  await page.getByLabel('Rows from a spreadsheet').focus();
  await page.evaluate(
    (text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    },
    rows.map((cells) => cells.join('\t')).join('\n'),
  );
}

/** Pastes a text where somebody is at work. */
export const pasteInto = (cell: Locator, text: string): Promise<void> =>
  cell.evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);

/** Until the rows on the page are checked, so that the button launches what the page shows. */
export const untilPlanned = (page: Page): Promise<void> =>
  page
    .getByRole('region', { name: 'Plan' })
    .getByText(/^(Created paused|Delivers at once|Some deliver at once)$/)
    .waitFor();

/**
 * Presses the button of that name, and agrees where the page asks: it does when it was checking the
 * rows at that moment.
 */
export async function pressLaunch(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  const agree = page.getByRole('dialog').getByRole('button', { name: 'Launch', exact: true });
  const isAsked = (): Promise<boolean> => agree.isVisible();
  await expect.poll(async () => (await isAsked()) || /#\/batches\/\d/.test(page.url())).toBe(true);
  if (await isAsked()) await agree.click();
}
