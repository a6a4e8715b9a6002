// @module-tag browser
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type DemoService, LOOKS, type Look, signIn, startDemo } from './demo-service.ts';
import { flawsOf, holesIn, placesIn, turnTo, walkTo } from './walk.ts';

/**
 * Every page over the demo's data, and as it is when there is nothing, when nothing answers yet,
 * and when nothing can be had.
 */

let demo: DemoService;
let browser: Browser;

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

interface Walker {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly errors: readonly string[];
}

async function walker(look: Look, key: string): Promise<Walker> {
  const context = await browser.newContext({ ...LOOKS[look], reducedMotion: 'reduce' });
  await signIn(context, demo.url, key);
  const page = await context.newPage();
  page.setDefaultTimeout(240_000);
  // Pictures of simulated platforms lie nowhere.
  await page.route(/^https:/, (route) => route.fulfill({ status: 204 }));
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && errors.push(`${message.text()} ${message.location().url}`),
  );
  return { page, context, errors };
}

const ask = async (path: string, key = demo.key, body?: object) => {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(demo.url + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await response.json()) as {
    readonly data: readonly { readonly [field: string]: string }[];
    readonly adminKey: string;
  };
};

/** Pages below those of the menu. */
async function innerPlaces(): Promise<readonly string[]> {
  const [rules, plans, drafts, companies] = await Promise.all(
    ['/v1/automations', '/v1/approvals', '/v1/drafts', '/v1/companies'].map((path) => ask(path)),
  );
  return [
    'batches/1',
    'inbox/filters',
    'templates/utm',
    'templates/presets',
    'ads?level=ad&compare=true',
    'reports?by=ad',
    `rules/${rules?.data[0]?.id}`,
    `approvals/${plans?.data[0]?.digest}`,
    `launch/draft/${drafts?.data[0]?.draftId}`,
    `companies/${companies?.data[0]?.id}`,
  ];
}

/** What is right to be empty in a house where nothing went wrong. */
const MAY_BE_EMPTY = ['jobs'];

test('every page over the demo: no error, nothing hard to read or reach, nothing sticks out, nothing is empty', async () => {
  const looks = Object.keys(LOOKS) as Look[];
  const found = await Promise.all(
    looks.map(async (look) => {
      const { page, context, errors } = await walker(look, demo.key);
      const flaws: string[] = [];
      for (const place of [...(await placesIn(page, demo.url)), ...(await innerPlaces())]) {
        await walkTo(page, place);
        const holes = MAY_BE_EMPTY.includes(place) ? [] : await holesIn(page);
        flaws.push(
          ...[...(await flawsOf(page)), ...holes].map((flaw) => `${look} ${place}: ${flaw}`),
        );
      }
      await context.close();
      return [...flaws, ...errors];
    }),
  );
  expect(found.flat()).toEqual([]);
});

test('every page of a company that has nothing yet, while answers are awaited, and when none can be had', async () => {
  const { adminKey } = await ask('/v1/companies', demo.key, { name: 'Fresh' });
  const states = [
    { look: 'light', answer: 'real' },
    { look: 'phone', answer: 'late' },
    { look: 'dark', answer: 'broken' },
  ] as const;
  const found = await Promise.all(
    states.map(async ({ look, answer }) => {
      const { page, context, errors } = await walker(look, adminKey);
      const places = await placesIn(page, demo.url);
      if (answer !== 'real')
        await page.route(/\/v1\//, (route) => {
          // Never answered: what the page shows meanwhile is looked at.
          if (answer === 'late') return;
          const error = {
            code: 'unavailable',
            message: 'The database does not answer.',
            details: [],
          };
          return route.fulfill({ status: 503, json: { success: false, error } });
        });
      const flaws: string[] = [];
      for (const place of places) {
        await (answer === 'real' ? walkTo : turnTo)(page, place);
        flaws.push(...(await flawsOf(page)).map((flaw) => `${answer} ${place}: ${flaw}`));
      }
      await context.close();
      return [...flaws, ...errors.filter((error) => !/status of 503/.test(error))];
    }),
  );
  expect(found.flat()).toEqual([]);
});
