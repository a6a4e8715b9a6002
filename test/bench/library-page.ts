import { accountKey } from '../../core/base/account-key.ts';
import { addDays } from '../../core/base/time/days.ts';
import { adAssetId, adAssetKind } from '../../core/features/library/creatives/records.ts';
import { withFacets } from '../../core/media/find/facets.ts';
import { type MediaRecord, mediaKind } from '../../core/media/records.ts';
import type { Fact } from '../../core/ports/facts.ts';
import type { Document, Kind } from '../../core/ports/store.ts';
import { png } from '../samples/media.ts';
import { measurePage, type WholeService } from './dashboard-visit.ts';
import type { Figure } from './figure.ts';
import { mediaOf } from './library-files.ts';

const ASSETS = 2_000;

/** The library's page with 2,000 files. */
export const libraryPageBench = (): Promise<Figure> =>
  measurePage('library-first-paint', '#/library', '.asset-grid img', fillLibrary, async (page) => {
    const cards = await page.locator('.asset-grid > li').count();
    if (cards > 200) throw new Error(`${cards} of ${ASSETS} cards are in the page.`);
  });

/** The report on 2,000 creatives, each with figures of four weeks. */
export const creativesPageBench = (): Promise<Figure> =>
  measurePage(
    'creatives-first-paint',
    '#/creatives',
    '.creative img',
    fillCreatives,
    async (page) => {
      const rows = await page.locator('.creative').count();
      if (rows !== 50) throw new Error(`${rows} creatives are shown, not the first 50.`);
    },
  );

/** Pictures with their small ones, as they are kept. */
async function uploadPictures(
  { app, ports, adminKey, companyId }: WholeService,
  pictures: number,
): Promise<readonly MediaRecord[]> {
  for (let n = 0; n < pictures; n++) {
    const form = new FormData();
    form.set('file', new File([Uint8Array.from(await png(800 + n, 600))], `Picture ${n}.png`));
    const headers = { authorization: `Bearer ${adminKey}` };
    const { status } = await app.request('/v1/media/upload', {
      method: 'POST',
      headers,
      body: form,
    });
    if (status !== 200) throw new Error(`An upload was answered with ${status}.`);
  }
  return (await ports.store.find(mediaKind, companyId, { limit: pictures })).items.map(
    ({ doc }) => doc,
  );
}

/** Twenty pictures, and records that share them. */
async function fillLibrary(service: WholeService): Promise<void> {
  const pictures = await uploadPictures(service, 20);
  const docs = Array.from({ length: ASSETS }, (_, n) => {
    const { filename, originalName, tags = [], idea } = mediaOf(n);
    const shown = pictures[n % pictures.length] ?? mediaOf(n);
    const own = {
      filename,
      originalName,
      tags,
      ...(idea !== undefined && { idea }),
      createdAt: Date.now() + n,
    };
    return { id: String(100_000 + n), doc: withFacets({ ...shown, ...own }) };
  });
  await commitAll(service, mediaKind, docs);
}

/**
 * As many ads as assets in the first account, figures of 28 days each; those with the most spend
 * show pictures of ours.
 */
async function fillCreatives(service: WholeService): Promise<void> {
  const { ports, companyId } = service;
  const pictures = await uploadPictures(service, 50);
  const first = (await service.call('GET', '/v1/adaccounts?limit=200')).body.data.find(
    ({ status }: { status: string }) => status === 'active',
  );
  const key = accountKey(first.platform, first.id);
  const docs = Array.from({ length: ASSETS }, (_, n) => {
    const asset = pictures[n]?.sha256 ?? n.toString(16).padStart(64, '0');
    return {
      id: adAssetId(key, `ad${n}`),
      doc: { account: key, adId: `ad${n}`, asset, files: [asset], batch: '1' },
    };
  });
  await commitAll(service, adAssetKind, docs);
  const today = new Date().toISOString().slice(0, 10);
  const [from, to] = [addDays(today, -30), addDays(today, 1)];
  const rows = Array.from({ length: ASSETS * 28 }, (_, at): Fact => {
    const [n, day] = [at % ASSETS, addDays(today, -1 - Math.floor(at / ASSETS))];
    return {
      day,
      adId: `ad${n}`,
      adName: `Ad ${n}`,
      adsetId: 's1',
      adsetName: 'Ad set',
      campaignId: 'c1',
      campaignName: 'Campaign',
      country: '',
      spend: (ASSETS - n) / 10,
      impressions: 1_000 + n,
      clicks: 20 + (n % 9),
      results: 0,
      conversions: 0,
      conversionValue: 0,
      resultType: '',
    };
  });
  await ports.facts.put(
    companyId,
    { accountId: key, from, to, breakdown: 'none' },
    rows,
    Date.now(),
  );
}

async function commitAll<T extends Document>(
  { ports, companyId }: WholeService,
  kind: Kind<T>,
  docs: readonly { readonly id: string; readonly doc: T }[],
): Promise<void> {
  for (let start = 0; start < docs.length; start += 500)
    await ports.store.commit(
      docs.slice(start, start + 500).map(({ id, doc }) => ({
        kind: kind as Kind,
        companyId,
        id,
        expect: 'absent' as const,
        doc,
      })),
    );
}
