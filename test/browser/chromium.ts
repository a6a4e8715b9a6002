import { type Browser, chromium } from 'playwright-core';
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
  // A name of this machine that a browser does not take for itself: pages there are what they are over plain http.
  `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
];

/** A real browser, without a window, that asks nothing of the network. Throws with the ways to get one where there is none. */
export async function launchChromium(): Promise<Browser> {
  const found = await findBrowser();
  if (found === undefined)
    throw new Error(`There is no browser on this machine. To get one: ${browserAdvice(process.platform)}.`);
  const { executablePath, env = {} } = found;
  return chromium.launch({ executablePath, args: QUIET, env: { ...process.env, ...env }, headless: true });
}
