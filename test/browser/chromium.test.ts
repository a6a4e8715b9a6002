// @module-tag browser
import { expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';

test('a real browser starts, without network', async () => {
  const browser = await launchChromium();
  const context = await browser.newContext({ offline: true });
  const page = await context.newPage();
  await page.setContent('<button onclick="this.textContent = \'clicked 😀\'">click</button>');
  await page.click('button');
  expect(await page.textContent('button')).toBe('clicked 😀');
  await browser.close();
});
