import packaged from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** A real browser from npm. Unpacks itself into the temporary folder when first used; asks nothing of the network. */
export async function launchChromium(): Promise<Browser> {
  const quiet = [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  return chromium.launch({ executablePath: await packaged.executablePath(), args: [...packaged.args, ...quiet], headless: true });
}
