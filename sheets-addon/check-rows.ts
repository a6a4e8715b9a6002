import type { Turn } from '../core/sheet/choose-ads.ts';
import { a1 } from '../core/sheet/locate.ts';
import type { App } from './app.ts';
import { currentLaunchSheet, type LaunchSheet, systemText } from './launch-sheet.ts';
import { sentence, showRows } from './marks.ts';
import { type LookedAt, lookAndShow, lookAt } from './rows.ts';

/** How the rows of a sheet stand, for the sidebar. */
export interface RowsSummary {
  readonly sheetName: string;
  /** Ads by what launching would do with them now. */
  readonly counts: { readonly [T in Turn]: number };
  /** Ads whose last launch failed somewhere. */
  readonly failed: number;
  readonly faults: readonly { readonly cell: string; readonly row: number; readonly text: string }[];
  /** More faults than are listed. */
  readonly moreFaults: number;
  /** About headers. */
  readonly remarks: readonly string[];
}

const LISTED_FAULTS = 50;

export function checkRows(app: App, launchSheet: LaunchSheet = currentLaunchSheet(app)): Promise<RowsSummary> {
  return app.locked(async (store) => {
    return summaryOf(await lookAndShow(app, store, launchSheet));
  });
}

export function summaryOf({ open, chosen, faults, history }: LookedAt): RowsSummary {
  const counts = { launch: 0, 'not ready': 0, faulty: 0, launching: 0, launched: 0 };
  for (const { turn, keyed } of chosen) {
    // Rows nobody ticked may still be wrong; they are counted as such.
    const wrong = turn === 'not ready' && (faults[chosen.findIndex((each) => each.keyed === keyed)]?.length ?? 0) > 0;
    counts[wrong ? 'faulty' : turn] += 1;
  }
  const all = faults.flat();
  return {
    sheetName: open.sheet.getName(),
    counts,
    failed: chosen.filter(
      ({ keyed, turn }) =>
        turn !== 'launching' && turn !== 'launched' && keyed.keys.some(([key]) => history.get(key)?.last.ad.failed),
    ).length,
    faults: all.slice(0, LISTED_FAULTS).map((fault) => ({
      cell: a1(fault.position ?? 0, fault.row),
      row: fault.row,
      text: sentence(open, fault),
    })),
    moreFaults: Math.max(0, all.length - LISTED_FAULTS),
    remarks: open.layout.remarks.map(({ message }) => message),
  };
}

/** After an edit: a row that carries marks is judged again at once, so that mending a cell clears its mark. */
export async function recheckAfterEdit(app: App, range: GoogleAppsScript.Spreadsheet.Range): Promise<void> {
  const sheet = range.getSheet();
  const marked = sheet
    .createDeveloperMetadataFinder()
    .withKey('slipway-launch')
    .find()
    .map((mark) => mark.getValue());
  if (marked.length === 0) return;
  await app.locked(async (store) => {
    const launchSheet = { sheet, template: (marked[0] ?? 'all') as LaunchSheet['template'] };
    const looked = await lookAt(app, store, launchSheet);
    const [first, last] = [range.getRow(), range.getRow() + range.getNumRows() - 1];
    const touched = looked.open.rows.filter(({ number }) => number >= first && number <= last);
    if (touched.some((row) => systemText(looked.open, row, 'marks') !== ''))
      showRows(looked, app.spreadsheet.getSpreadsheetTimeZone());
  });
}
