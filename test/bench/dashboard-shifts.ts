import type { Browser } from 'playwright-core';
import { LOOKS, signIn, startDemo } from '../browser/demo-service.ts';
import { MOST_SHIFT, shiftsIn } from '../browser/walk.ts';
import { type Figure, figure } from './figure.ts';

/**
 * The layout shift of the page that shifts most, on a screen and on a telephone, over the data of
 * the demo.
 */
export async function shiftFigures(browser: Browser): Promise<readonly Figure[]> {
  const demo = await startDemo();
  const figures: Figure[] = [];
  try {
    for (const look of ['light', 'phone'] as const) {
      const context = await browser.newContext({ ...LOOKS[look], reducedMotion: 'reduce' });
      await signIn(context, demo.url, demo.key);
      const page = await context.newPage();
      // Pictures of simulated platforms lie nowhere.
      await page.route(/^https:/, (route) => route.fulfill({ status: 204 }));
      const most = Math.max(...(await shiftsIn(page, demo.url)).values());
      await context.close();
      const name = `dashboard-shift-${look === 'light' ? 'screen' : look}`;
      const measured = {
        name,
        value: Number(most.toFixed(3)),
        unit: 'shift',
        anchor: 'a good page',
        anchorValue: MOST_SHIFT,
      };
      figures.push(figure(measured, { on: 'value', atMost: MOST_SHIFT }));
    }
  } finally {
    await demo.stop();
  }
  return figures;
}
