import type { Locator, Page } from 'playwright-core';

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
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
