import { withFacets } from '../../core/library/facets.ts';
import { mediaKind } from '../../core/media/records.ts';
import { loadDashboard } from '../../server/dashboard/files.ts';
import { launchChromium } from '../browser/chromium.ts';
import { png } from '../samples/media.ts';
import { startToyService } from '../toy/service.ts';
import { type Figure, figure } from './figure.ts';
import { mediaOf } from './library-files.ts';

const ASSETS = 2_000;
const PICTURES = 20;
const ROUNDS = 5;

type Toy = Awaited<ReturnType<typeof startToyService>>;

/** The library's page with 2,000 files in a real browser: from the click in the menu to the first pictures, beside a blank page. */
export async function libraryPageBench(): Promise<readonly Figure[]> {
  const toy = await startToyService(await loadDashboard());
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => toy.app.fetch(request) });
  const browser = await launchChromium();
  try {
    await fill(toy);
    const times: number[] = [];
    const signIns: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
      const page = await context.newPage();
      const url = `http://127.0.0.1:${server.port}`;
      const response = await fetch(`${url}/dashboard/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key: toy.adminKey }),
      });
      const token = /^slipway_session=([^;]+)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? '';
      await context.addCookies([{ name: 'slipway_session', value: token, url }]);
      const began = performance.now();
      await page.goto(url);
      await page.getByRole('heading', { level: 1, name: 'Batches' }).waitFor();
      signIns.push(performance.now() - began);
      times.push(
        await page.evaluate(async () => {
          const start = performance.now();
          location.hash = '#/library';
          const isPainted = (): boolean =>
            [...document.querySelectorAll<HTMLImageElement>('.asset-grid img')].some(
              (image) => image.complete && image.naturalWidth > 0,
            );
          while (!isPainted()) await new Promise((resolve) => requestAnimationFrame(resolve));
          return performance.now() - start;
        }),
      );
      const cards = await page.locator('.asset-grid > li').count();
      if (cards > 200) throw new Error(`${cards} of ${ASSETS} cards are in the page.`);
      await context.close();
    }
    const measured = {
      ...{ name: 'library-first-paint', value: Math.round(Math.min(...times)), unit: 'ms' },
      ...{ anchor: 'the first page of the dashboard, ms', anchorValue: Math.round(Math.min(...signIns)) },
    };
    return [figure(measured, { on: 'value', atMost: 1_000 })];
  } finally {
    await browser.close();
    await server.stop(true);
    await toy.stop();
  }
}

/** Twenty pictures with their small ones, and records that share them. */
async function fill({ app, ports, adminKey, companyId }: Toy): Promise<void> {
  for (let n = 0; n < PICTURES; n++) {
    const form = new FormData();
    form.set('file', new File([Uint8Array.from(await png(800 + n, 600))], `Picture ${n}.png`));
    const headers = { authorization: `Bearer ${adminKey}` };
    const { status } = await app.request('/v1/media/upload', { method: 'POST', headers, body: form });
    if (status !== 200) throw new Error(`An upload was answered with ${status}.`);
  }
  const { items } = await ports.store.find(mediaKind, companyId, { limit: PICTURES });
  for (let start = 0; start < ASSETS; start += 500)
    await ports.store.commit(
      Array.from({ length: 500 }, (_, i) => {
        const n = start + i;
        const { filename, originalName, tags = [], idea } = mediaOf(n);
        const shown = items[n % items.length]?.doc ?? mediaOf(n);
        const doc = withFacets({
          ...shown,
          filename,
          originalName,
          tags,
          ...(idea !== undefined && { idea }),
          createdAt: Date.now() + n,
        });
        return { kind: mediaKind, companyId, id: String(100_000 + n), expect: 'absent' as const, doc };
      }),
    );
}
