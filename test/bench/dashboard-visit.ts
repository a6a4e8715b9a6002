import type { Page } from 'playwright-core';
import { loadDashboard } from '../../server/dashboard/files.ts';
import { launchChromium } from '../browser/chromium.ts';
import { startWholeService } from '../whole-service.ts';
import { type Figure, figure } from './figure.ts';

const ROUNDS = 5;

export type WholeService = Awaited<ReturnType<typeof startWholeService>>;

/**
 * A page of the dashboard in a real browser: from the click in the menu until what is asked for is
 * painted, beside the first page.
 */
export async function measurePage(
  name: string,
  path: string,
  painted: string,
  fill: (service: WholeService) => Promise<void>,
  look: (page: Page) => Promise<void>,
): Promise<Figure> {
  const service = await startWholeService(await loadDashboard());
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => service.app.fetch(request),
  });
  const browser = await launchChromium();
  try {
    await fill(service);
    const times: number[] = [];
    const signIns: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      const url = `http://127.0.0.1:${server.port}`;
      const response = await fetch(`${url}/dashboard/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key: service.adminKey }),
      });
      const token =
        /^slipway_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
      await context.addCookies([{ name: 'slipway_session', value: token, url }]);
      const began = performance.now();
      await page.goto(url);
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
      signIns.push(performance.now() - began);
      times.push(
        await page.evaluate(
          async ([hash, images]) => {
            const start = performance.now();
            location.hash = hash;
            const isPainted = (): boolean =>
              [...document.querySelectorAll<HTMLImageElement>(images)].some(
                (image) => image.complete && image.naturalWidth > 0,
              );
            while (!isPainted()) await new Promise((resolve) => requestAnimationFrame(resolve));
            return performance.now() - start;
          },
          [path, painted] as const,
        ),
      );
      await look(page);
      await context.close();
    }
    const measured = {
      name,
      value: Math.round(Math.min(...times)),
      unit: 'ms',
      anchor: 'the first page of the dashboard, ms',
      anchorValue: Math.round(Math.min(...signIns)),
    };
    return figure(measured, { on: 'value', atMost: 1_000 });
  } finally {
    await browser.close();
    await server.stop(true);
    await service.stop();
  }
}
