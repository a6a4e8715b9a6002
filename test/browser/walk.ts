import type { Page } from 'playwright-core';
import { findingsIn } from './findings.ts';

/** Every page that the menu and the settings lead to, as addresses without the sign before them. */
export async function placesIn(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(`${url}/#/settings`);
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
  const links = await page
    .locator('nav a[href^="#/"], main a[href^="#/"]')
    .evaluateAll((all) => all.map((each) => (each.getAttribute('href') ?? '').slice(2)));
  return [...new Set(links)];
}

/** Goes to a page of the dashboard that is open already, until nothing holds a place any more. */
export async function walkTo(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${place}`);
  await page.waitForFunction(
    (hash) => location.hash.startsWith(hash) && document.querySelector('main h1, #main h1') !== null,
    `#/${place.split('?')[0]}`,
  );
  await page.locator('.waiting').first().waitFor({ state: 'detached' });
}

/** What is wrong with how a page looks: findings of axe, and what sticks out sideways. */
export async function flawsOf(page: Page): Promise<readonly string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return [...(await findingsIn(page)), ...(over > 0 ? [`sticks out by ${over} pixels`] : [])];
}

/** What a page says it has none of; and that it says nothing at all. */
export const holesIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const told = [...document.querySelectorAll('main .empty h2, main .nothing')].map((each) => each.textContent ?? '');
    const words = document.querySelector('main')?.innerText.trim().split(/\s+/).length ?? 0;
    return [...told, ...(words < 20 ? [`only ${words} words`] : [])];
  });
