import type { Stored } from '../../core/ports/store.ts';
import { type SentAd, type SheetLaunch, sheetLaunchKind } from '../../core/sheet/launch-record.ts';
import { type App, FILE } from '../base/app.ts';
import { connectionOf } from '../base/settings.ts';
import { keyOf, launchSheets, readLaunchSheet } from '../sheet/launch-sheet.ts';
import { isOwn } from './kept.ts';

/** A launch as the sidebar lists it. */
export interface LaunchView {
  readonly id: string;
  readonly batchId: number | null;
  readonly state: 'sending' | 'open' | 'done' | 'undoing';
  readonly createdAt: number;
  readonly total: number;
  readonly made: number;
  readonly failed: number;
  readonly undone: 'pause' | 'delete' | null;
  /** New campaigns and ad sets that none of the ads went into. */
  readonly empty: number;
  /** Ads the undo could not reach. */
  readonly stuck: number;
  /** Ads it made that no undo deleted, and whether there may be others nobody knows of. */
  readonly there: number;
  readonly inDoubt: boolean;
  readonly ofAnotherCompany: boolean;
}

const LISTED_LAUNCHES = 20;

export function viewsOf(app: App, launches: readonly Stored<SheetLaunch>[]): LaunchView[] {
  const companyId = connectionOf(app)?.companyId;
  return launches
    .filter(({ doc }) => !doc.archived)
    .sort((a, b) => b.doc.createdAt - a.doc.createdAt)
    .slice(0, LISTED_LAUNCHES)
    .map(({ id, doc }) => ({
      id,
      batchId: doc.batchId ?? null,
      state: doc.undo?.finished === false ? 'undoing' : doc.state,
      createdAt: doc.createdAt,
      total: doc.ads.reduce((sum, { adSets }) => sum + adSets.length, 0),
      made: countOf(doc, 'made'),
      failed: countOf(doc, 'failed'),
      stuck: countOf(doc, 'stuck'),
      there: countOf(doc, 'made') - doc.ads.flatMap(({ undone }) => deletedOf(undone)).length,
      inDoubt: doc.inDoubt === true,
      undone: doc.undo?.finished && doc.undo.mode !== 'delete-empty' ? doc.undo.mode : null,
      empty: doc.empty ?? 0,
      ofAnotherCompany: doc.companyId !== companyId,
    }));
}

const countOf = ({ ads }: SheetLaunch, what: 'made' | 'failed' | 'stuck'): number =>
  ads.reduce((sum, ad) => sum + Object.keys(ad[what] ?? {}).length, 0);

const deletedOf = (undone: SentAd['undone']): string[] =>
  Object.values(undone ?? {}).filter((to) => to === 'deleted');

/** One ad of a launch: where its row stands now, and what became of it. */
export interface LaunchedRow {
  /** Null when the row was deleted; what was launched is still there. */
  readonly row: number | null;
  readonly adIds: readonly string[];
  readonly problems: readonly string[];
  readonly managerUrl: string;
}

export async function launchDetails(app: App, id: string): Promise<LaunchedRow[]> {
  const kept = await app.locked((store) => store.get(sheetLaunchKind, FILE, id));
  if (kept === undefined || !isOwn(app, kept.doc)) return [];
  const rows = new Map<string, number>();
  for (const launchSheet of launchSheets(app.spreadsheet)) {
    if (String(launchSheet.sheet.getSheetId()) !== kept.doc.sheetId) continue;
    const open = readLaunchSheet(launchSheet);
    for (const row of open.rows) rows.set(keyOf(open, row), row.number);
  }
  return kept.doc.ads.map(
    ({ rows: keys, made = {}, failed = {}, stuck = {}, managerUrl = '' }) => ({
      row: keys.map(([key]) => rows.get(key)).find((row) => row !== undefined) ?? null,
      adIds: Object.values(made),
      problems: [...new Set([...Object.values(stuck), ...Object.values(failed)])],
      managerUrl,
    }),
  );
}
