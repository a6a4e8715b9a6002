import { SlipwayError } from '../../base/errors.ts';
import type { PageWindow } from '../../base/schema/envelope.ts';
import type { LaunchStatus } from '../../launch/journal/records.ts';
import type { AdSource } from '../../launch/source-schema.ts';
import { kind, type Store } from '../../ports/store.ts';
import { type ListPage, pageOf } from '../../records/list.ts';

export interface SourcedAd {
  readonly index: number;
  readonly sheetId: string;
  readonly rows: AdSource['rows'];
  readonly adSets: readonly string[];
}

/** Committed with the batch; its id is `<batch>/<spreadsheet>`. */
export interface SheetBatch {
  readonly spreadsheetId: string;
  readonly batchId: string;
  readonly createdAt: number;
  readonly launchStatus: LaunchStatus;
  readonly ads: readonly SourcedAd[];
}

export const sheetBatchKind = kind<SheetBatch>('sheet-batch', {
  spreadsheetId: 'string',
  createdAt: 'number',
});

/**
 * One for each spreadsheet; it moves with every launch, so that of two launches at once the later
 * one looks again.
 */
export const sheetTurnKind = kind<{ readonly launches: number }>('sheet-turn');

export const sheetBatchId = (batchId: string, spreadsheetId: string) =>
  `${batchId}/${spreadsheetId}`;

interface Ports {
  readonly store: Store;
}

export async function sheetLaunches(
  { store }: Ports,
  companyId: string,
  spreadsheetId: string,
  window: PageWindow,
): Promise<ListPage<ReturnType<typeof summaryOf>>> {
  const query = {
    where: { spreadsheetId },
    order: { by: 'createdAt', direction: 'desc' },
  } as const;
  const { items, total } = await pageOf(store, sheetBatchKind, { companyId, query, ...window });
  return { items: items.map(({ doc }) => summaryOf(doc)), total };
}

export async function sheetLaunch(
  { store }: Ports,
  companyId: string,
  spreadsheetId: string,
  batchId: string,
) {
  const found = await store.get(sheetBatchKind, companyId, sheetBatchId(batchId, spreadsheetId));
  if (found === undefined)
    throw new SlipwayError('not_found', 'There is no such launch of this spreadsheet.');
  const ads = found.doc.ads.map(({ rows, adSets, ...ad }) => ({
    ...ad,
    rows: [...rows],
    adSets: [...adSets],
  }));
  return { ...summaryOf(found.doc), ads };
}

const summaryOf = ({ batchId, createdAt, launchStatus }: SheetBatch) => ({
  adBatchId: Number(batchId),
  createdAt: new Date(createdAt).toISOString(),
  launchStatus,
});
