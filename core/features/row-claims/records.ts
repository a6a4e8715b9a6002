import type { LaunchStatus } from '../../launch/journal/records.ts';
import type { AdSource } from '../../launch/source-schema.ts';
import { kind } from '../../ports/store.ts';

/** An ad of a batch and the rows it is written in. */
export interface SourcedAd {
  /** Of the ad in the request. */
  readonly index: number;
  readonly sheetId: string;
  readonly rows: AdSource['rows'];
  readonly adSets: readonly string[];
}

/** Which rows of a spreadsheet the ads of a batch come from. Committed with the batch; its id is `<batch>/<spreadsheet>`. */
export interface SheetBatch {
  readonly spreadsheetId: string;
  readonly batchId: string;
  readonly createdAt: number;
  readonly launchStatus: LaunchStatus;
  readonly ads: readonly SourcedAd[];
}

export const sheetBatchKind = kind<SheetBatch>('sheet-batch', { spreadsheetId: 'string', createdAt: 'number' });

/** One for each spreadsheet; it moves with every launch, so that of two launches at once the later one looks again. */
interface SheetTurn {
  readonly launches: number;
}

export const sheetTurnKind = kind<SheetTurn>('sheet-turn');

export const sheetBatchId = (batchId: string, spreadsheetId: string): string => `${batchId}/${spreadsheetId}`;
