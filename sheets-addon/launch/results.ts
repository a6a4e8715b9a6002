import type { Store } from '../../core/ports/store.ts';
import { historyOf } from '../../core/sheet/launch-record.ts';
import { fingerprintOf } from '../../core/sheet/row-fingerprint.ts';
import { noResult, resultCells, tellsOfLaunch } from '../../core/sheet/row-status.ts';
import type { App } from '../base/app.ts';
import { keyOf, launchSheets, systemText } from '../sheet/launch-sheet.ts';
import { openWithSystemColumns, writeSystemCells } from '../sheet/system-cells.ts';
import { keptLaunches } from './kept.ts';
import { changedWords } from './marks.ts';
import { isToldOfUnknown, knownResults } from './told.ts';

/** How often rows are written again that people moved in that very moment. */
const ROUNDS = 4;

/**
 * Writes results to rows found by their keys, and reads the keys again afterwards: people may sort
 * in that moment.
 */
export async function showResults(
  app: App,
  store: Store,
  sheetIds: readonly string[],
): Promise<void> {
  const launches = (await keptLaunches(app, store)).own.map(({ doc }) => doc);
  const history = historyOf(launches);
  const results = knownResults(launches);
  const timezone = app.spreadsheet.getSpreadsheetTimeZone();
  for (const launchSheet of launchSheets(app.spreadsheet)) {
    if (!sheetIds.includes(String(launchSheet.sheet.getSheetId()))) continue;
    const show = (): boolean => {
      const open = openWithSystemColumns(launchSheet);
      const cells = new Map(
        open.rows.flatMap((row) => {
          // What nobody here knows of is not written over.
          if (isToldOfUnknown(open, row, results)) return [];
          const past = history.get(keyOf(open, row));
          if (past !== undefined)
            return [
              [
                row.number,
                resultCells(
                  past,
                  timezone,
                  changedWords([[keyOf(open, row), fingerprintOf(open.layout, row)]], history),
                ),
              ] as const,
            ];
          // Told to the wrong row in a moment like that.
          const isTold =
            tellsOfLaunch(systemText(open, row, 'rowStatus')) ||
            (['adIds', 'managerUrl', 'batch', 'launchedAt'] as const).some(
              (key) => systemText(open, row, key) !== '',
            );
          return isTold ? [[row.number, noResult] as const] : [];
        }),
      );
      return writeSystemCells(open, cells);
    };
    for (let round = 1; round <= ROUNDS; round++) {
      try {
        if (!show()) break;
      } catch (error) {
        // Rows or columns may have been deleted that were just counted.
        if (round === ROUNDS) throw error;
      }
    }
  }
}
