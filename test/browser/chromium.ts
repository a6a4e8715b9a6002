import { type Browser, chromium } from 'playwright-core';
import { machineNow } from '../machine-time.ts';
import { browserAdvice, findBrowser } from '../tools/browser.ts';

/** Leads to this machine. */
export const PLAIN_HOST = 'slipway.lan';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A name of this machine that a browser does not take for itself: pages there are what they are
  // over plain http.
  `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
];

/**
 * A real browser, without a window, that asks nothing of the network. Throws with the ways to get
 * one where there is none.
 *
 * Its pages live on the day of `now`. The browser itself stays on the machine's day: under
 * `faketime` it is many times as slow.
 */
export async function launchChromium(now: () => number = machineNow): Promise<Browser> {
  const found = await findBrowser();
  if (found === undefined)
    throw new Error(
      `There is no browser on this machine. To get one: ${browserAdvice(process.platform)}.`,
    );
  const env: NodeJS.ProcessEnv = { ...process.env, ...found.env };
  if (env.LD_PRELOAD?.includes('faketime')) delete env.LD_PRELOAD;
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: QUIET,
    env,
    headless: true,
  });
  const page = await browser.newPage();
  const ahead = now() - (await page.evaluate(machineNow));
  await page.close();
  if (Math.abs(ahead) < 60_000) return browser;
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(shiftDate, ahead);
    return context;
  };
  return browser;
}

/**
 * Runs in pages and their frames, before anything else there. Workers, of which the pages have
 * none, would not see it.
 */
function shiftDate(ahead: number): void {
  const Real = Date;
  const now = () => Real.now() + ahead;
  globalThis.Date = new Proxy(Real, {
    apply: () => new Real(now()).toString(),
    construct: (_, args, target) =>
      Reflect.construct(Real, args.length > 0 ? args : [now()], target),
    get: (_, name) => (name === 'now' ? now : Reflect.get(Real, name)),
  });
  Date.prototype.constructor = Date;
}
