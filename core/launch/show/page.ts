import { type PageWindow, paginationOf } from '../../base/schema/envelope.ts';
import type { Store } from '../../ports/store.ts';
import { readJournalPage } from '../journal/pages.ts';
import type { BatchRecord, JournalEntry } from '../journal/records.ts';
import { PAGE_ADS, pageOfAd, readPage } from '../plan/pages.ts';
import type { Plan } from '../plan/plan.ts';

export type Pagination = ReturnType<typeof paginationOf>;

interface OpenWindow {
  readonly plan: Plan;
  readonly entries: readonly JournalEntry[];
  readonly causes: ReadonlySet<string>;
  readonly pagination: Pagination;
}

export const firstPage: PageWindow = { offset: 0, limit: PAGE_ADS };

/** The ads of a window of the request. Undefined for a batch without pages. */
export async function openWindow(
  store: Store,
  companyId: string,
  { batchId, pages }: { readonly batchId: string; readonly pages: BatchRecord['pages'] },
  { offset, limit }: PageWindow = firstPage,
): Promise<OpenWindow | undefined> {
  if (pages === undefined) return undefined;
  const end = Math.min(offset + limit, pages.ads);
  const ads: Plan['ads'][number][] = [];
  const operations: Plan['operations'][number][] = [];
  const entries = new Map<number, JournalEntry>();
  const causes = new Set<string>();
  for (let page = pageOfAd(offset); page * PAGE_ADS < end; page++) {
    const read = await readPage(store, companyId, pages.key, page);
    ads.push(...read.ads);
    operations.push(...read.operations.filter(({ adIndex }) => adIndex >= offset && adIndex < end));
    const journal = await readJournalPage(store, companyId, batchId, page);
    for (const entry of journal.entries) entries.set(entry.seq, entry);
    for (const id of journal.causes) causes.add(id);
  }
  const own = new Set(operations.map(({ id }) => id));
  return {
    plan: { ads, operations, adSets: {}, known: [] },
    entries: [...entries.values()].sort((a, b) => a.seq - b.seq),
    causes: new Set([...causes].filter((id) => !own.has(id))),
    pagination: paginationOf({ offset, limit }, pages.ads),
  };
}
