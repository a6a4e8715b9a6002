import { SlipwayError } from '../../base/errors.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import type { Store } from '../../ports/store.ts';
import { type ListPage, pageOf } from '../../records/list.ts';
import { type SheetBatch, sheetBatchId, sheetBatchKind } from './records.ts';

interface Ports {
  readonly store: Store;
}

type Summary = ReturnType<typeof summaryOf>;

/** The batches that were launched from a spreadsheet, the newest first. */
export async function sheetLaunches(
  { store }: Ports,
  companyId: string,
  spreadsheetId: string,
  window: PageWindow,
): Promise<ListPage<Summary>> {
  const query = { where: { spreadsheetId }, order: { by: 'createdAt', direction: 'desc' } } as const;
  const { items, total } = await pageOf(store, sheetBatchKind, companyId, query, window);
  return { items: items.map(({ doc }) => summaryOf(doc)), total };
}

/** Which rows the ads of one of them come from. Throws `not_found`. */
export async function sheetLaunch({ store }: Ports, companyId: string, spreadsheetId: string, batchId: string) {
  const found = await store.get(sheetBatchKind, companyId, sheetBatchId(batchId, spreadsheetId));
  if (found === undefined) throw new SlipwayError('not_found', 'There is no such launch of this spreadsheet.');
  const ads = found.doc.ads.map(({ rows, adSets, ...ad }) => ({ ...ad, rows: [...rows], adSets: [...adSets] }));
  return { ...summaryOf(found.doc), ads };
}

const summaryOf = ({ batchId, createdAt, launchStatus }: SheetBatch) => ({
  adBatchId: Number(batchId),
  createdAt: new Date(createdAt).toISOString(),
  launchStatus,
});
