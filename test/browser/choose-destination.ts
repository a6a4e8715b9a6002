import type { Locator } from 'playwright-core';

/**
 * Chooses where the events of a file go: the form of the page Conversions chooses nothing itself.
 */
export async function chooseHarbour(form: Locator): Promise<void> {
  await form.getByText('Choose where', { exact: true }).click();
  await form.getByLabel(/^Harbour pixel · Meta/).check();
  await form.page().keyboard.press('Escape');
}
