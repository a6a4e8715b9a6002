// @module-tag browser
import { expect, test } from 'vitest';
import { machineNow } from '../machine-time.ts';
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

/**
 * What a page takes for now, each way that a page can ask, and what it makes of a time that it is
 * given.
 */
const datesOfPage = () => {
  const made: Date = Reflect.construct(Date, []);
  const given = new Date(0);
  return {
    now: [made.getTime(), Date.parse(Date()), new Date(made).getTime()],
    given: [
      given.toISOString(),
      new Intl.DateTimeFormat('en', { timeZone: 'UTC' }).format(given),
      Date.UTC(1970, 0, 2),
    ],
    isDate: [
      made instanceof Date,
      made.constructor === Date,
      Object.getPrototypeOf(made) === Date.prototype,
    ],
  };
};

const DAY = 86_400_000;

test.each([100, -3])(
  'pages and their frames live on the day that the test names, %i days from now',
  async (days) => {
    const browser = await launchChromium(() => machineNow() + days * DAY);
    const page = await browser.newPage();
    await page.setContent('<iframe srcdoc="<p>in a frame"></iframe>');
    await page.frameLocator('iframe').getByText('in a frame').waitFor();
    const [top, frame] = page.frames();
    for (const place of [top, frame]) {
      const seen = await place?.evaluate(datesOfPage);
      const now = [await place?.evaluate(machineNow), ...(seen?.now ?? [])];
      expect(now.map((each) => Math.round(((each ?? 0) - machineNow()) / DAY))).toEqual([
        days,
        days,
        days,
        days,
      ]);
      expect(seen?.given).toEqual(['1970-01-01T00:00:00.000Z', '1/1/1970', DAY]);
      expect(seen?.isDate).toEqual([true, true, true]);
    }
    await browser.close();
  },
);
