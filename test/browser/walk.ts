import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
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

const NOWHERE = 'Nothing is here';

/**
 * Leaves the page that is shown, and goes to another until its title or what stands in for it is
 * there.
 */
export async function turnTo(page: Page, place: string): Promise<void> {
  const goTo = (hash: string): Promise<void> =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);
  // Through a page that is always there at once: what is seen next is not what was left.
  await goTo('#/nowhere');
  await page.getByRole('heading', { level: 1, name: NOWHERE }).waitFor();
  await goTo(`#/${place}`);
  await page.getByRole('heading', { level: 1, name: NOWHERE }).waitFor({ state: 'detached' });
  await page.locator('main :is(h1, .waiting, [role="alert"])').first().waitFor();
}

const asked = new WeakMap<Page, Set<Request>>();

/** What the page asked of the service and has no answer to yet. */
function questionsOf(page: Page): Set<Request> {
  const known = asked.get(page);
  if (known !== undefined) return known;
  const open = new Set<Request>();
  page.on(
    'request',
    (request) =>
      request.url().includes('/v1/') &&
      request.resourceType() !== 'eventsource' &&
      open.add(request),
  );
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => open.delete(request));
  asked.set(page, open);
  return open;
}

/** The same, until nothing holds a place any more and every question is answered. */
export async function walkTo(page: Page, place: string): Promise<void> {
  const questions = questionsOf(page);
  await turnTo(page, place);
  await page.locator('.waiting').first().waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => [...questions].map((each) => each.url())).toEqual([]);
}

/** The same of a new document, without the test runner: the bench asks too. */
async function untilRead(page: Page, questions: Set<Request>): Promise<void> {
  await page.locator('.waiting').first().waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  while (questions.size > 0) {
    const [question] = questions;
    await question?.response().then(
      (response) => response?.finished(),
      () => undefined,
    );
    // What ended is no question any more, also where the page was left before the browser said so.
    if (question !== undefined) questions.delete(question);
  }
}

/** Core Web Vitals call a page good whose layout shifts by no more than this. */
export const MOST_SHIFT = 0.1;

/**
 * Opens every page of the menu and the settings, with their tabs, each in a new document: how far
 * its layout shifts by itself.
 */
export async function shiftsIn(page: Page, url: string): Promise<ReadonlyMap<string, number>> {
  const questions = questionsOf(page);
  await page.addInitScript(watchShifts);
  const places = new Set(await placesIn(page, url));
  const shifts = new Map<string, number>();
  // Those that are added on the way are visited too.
  for (const place of places) {
    await page.goto('about:blank');
    await page.goto(`${url}/#/${place}`);
    await untilRead(page, questions);
    shifts.set(
      place,
      await page.evaluate(() => (globalThis as unknown as { shifted: () => number }).shifted()),
    );
    const tabs = await page
      .locator('nav.tabs a')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
    for (const tab of tabs) places.add(tab.slice(2));
  }
  return shifts;
}

/** Runs in the page. */
function watchShifts(): void {
  let sum = 0;
  const count = (entries: PerformanceEntryList): void => {
    for (const entry of entries as unknown as readonly {
      readonly value: number;
      readonly hadRecentInput: boolean;
    }[])
      if (!entry.hadRecentInput) sum += entry.value;
  };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  Object.assign(globalThis, {
    shifted: () => {
      count(observer.takeRecords());
      return sum;
    },
  });
}

/** What is wrong with how a page looks: findings of axe, and what sticks out sideways. */
export async function flawsOf(page: Page): Promise<readonly string[]> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return [...(await findingsIn(page)), ...(over > 0 ? [`sticks out by ${over} pixels`] : [])];
}

/** What a page says it has none of; and that it says nothing at all. */
export const holesIn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const told = [...document.querySelectorAll('main .empty h2, main .nothing')].map(
      (each) => each.textContent ?? '',
    );
    const words = document.querySelector('main')?.innerText.trim().split(/\s+/).length ?? 0;
    return [...told, ...(words < 20 ? [`only ${words} words`] : [])];
  });
