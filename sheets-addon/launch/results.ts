import type { Store } from '../../core/ports/store.ts';
import { allOf } from '../../core/records/list.ts';
import { historyOf, sheetLaunchKind } from '../../core/sheet/launch-record.ts';
import { noResult, resultCells, tellsOfLaunch } from '../../core/sheet/row-status.ts';
import { type App, FILE } from '../app.ts';
import { launchSheets, systemText } from '../sheet/launch-sheet.ts';
import { openWithSystemColumns, writeSystemCells } from '../sheet/system-cells.ts';

/**
 * Writes what became of launched rows to where they stand now, found by their keys. People may sort in the
 * very moment between reading and writing, so the keys are read once more afterwards.
 */
export async function showResults(app: App, store: Store, sheetIds: readonly string[]): Promise<void> {
  const history = historyOf((await allOf(store, sheetLaunchKind, FILE)).map(({ doc }) => doc));
  const timezone = app.spreadsheet.getSpreadsheetTimeZone();
  for (const launchSheet of launchSheets(app.spreadsheet)) {
    if (!sheetIds.includes(String(launchSheet.sheet.getSheetId()))) continue;
    for (let round = 1; round <= 4; round++) {
      const open = openWithSystemColumns(launchSheet);
      const cells = new Map(
        open.rows.flatMap((row) => {
          const past = history.get(systemText(open, row, 'rowKey'));
          if (past !== undefined) return [[row.number, resultCells(past, timezone)] as const];
          // Told to the wrong row in a moment like that.
          const isTold =
            tellsOfLaunch(systemText(open, row, 'rowStatus')) ||
            (['adIds', 'managerUrl', 'batch', 'launchedAt'] as const).some((key) => systemText(open, row, key) !== '');
          return isTold ? [[row.number, noResult] as const] : [];
        }),
      );
      if (!writeSystemCells(open, cells)) break;
    }
  }
}
