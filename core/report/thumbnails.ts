import type { Platforms } from '../accounts/find-account.ts';
import { SlipwayError } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import { kind, type Store } from '../ports/store.ts';
import type { ReportAccount } from './accounts.ts';

interface ThumbnailRecord {
  readonly url: string | null;
  readonly fetchedAt: number;
}

export const thumbnailKind = kind<ThumbnailRecord>('ad-thumbnail');

/** The platforms' picture addresses stop working after some days. */
const KEPT_MS = 6 * 3_600_000;

/** By ad id. Pictures that cannot be read are left out. */
export async function thumbnailsOf(
  ports: { readonly store: Store; readonly clock: Clock; readonly platforms: Platforms },
  companyId: string,
  accounts: readonly ReportAccount[],
  rows: readonly { readonly adId?: string | undefined; readonly accountId?: string | undefined }[],
): Promise<ReadonlyMap<string, string>> {
  const { store, clock } = ports;
  const found = new Map<string, string>();
  for (const account of accounts) {
    const pictures = ports.platforms[account.platform]?.inspect?.pictures;
    const ids = rows.flatMap(({ adId, accountId }) =>
      adId !== undefined && accountId === account.id ? [adId] : [],
    );
    if (pictures === undefined || ids.length === 0) continue;
    const kept = await Promise.all(
      ids.map((id) => store.get(thumbnailKind, companyId, `${account.key}/${id}`)),
    );
    kept.forEach((record, i) => {
      if (record?.doc.url) found.set(ids[i] ?? '', record.doc.url);
    });
    const missing = ids.filter(
      (_, i) => clock.now() - (kept[i]?.doc.fetchedAt ?? Number.NEGATIVE_INFINITY) >= KEPT_MS,
    );
    if (missing.length === 0) continue;
    try {
      const shown = await pictures(await account.access(), missing);
      for (const adId of missing) {
        const url = shown.get(adId) ?? null;
        if (url !== null) found.set(adId, url);
        const doc: ThumbnailRecord = { url, fetchedAt: clock.now() };
        const expect = kept[ids.indexOf(adId)]?.version ?? 'absent';
        await store.commit([
          { kind: thumbnailKind, companyId, id: `${account.key}/${adId}`, expect, doc },
        ]);
      }
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
    }
  }
  return found;
}
