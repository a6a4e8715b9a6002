import { READY } from '../../../core/sheet/column.ts';
import type { PlacedColumn } from '../../../core/sheet/headers.ts';
import type { SheetRow } from '../../../core/sheet/read-rows.ts';
import type { App } from '../../base/app.ts';
import {
  currentLaunchSheet,
  type LaunchSheet,
  type OpenSheet,
  readLaunchSheet,
  writtenRows,
} from '../../sheet/launch-sheet.ts';
import { readLists } from '../../sheet/lists.ts';
import { createLaunchSheet } from '../../sheet/template.ts';

/** A new launch sheet with the rows of the one in front, unticked and without results: new ads. */
export async function newSheetFromThis(app: App): Promise<LaunchSheet> {
  const from = readLaunchSheet(currentLaunchSheet(app));
  const used = writtenRows(from);
  const rows = from.rows.filter(({ number }) => used.has(number));
  const made = createLaunchSheet(app, from.template, await readLists(app), from.accountId);
  const to = readLaunchSheet(made);
  const lacking = to.headerRow + rows.length - made.sheet.getMaxRows();
  if (lacking > 0) made.sheet.insertRowsAfter(made.sheet.getMaxRows(), lacking);
  if (rows.length === 0) return made;
  for (const run of runsOf(to)) {
    const [first] = run;
    if (first === undefined) continue;
    made.sheet
      .getRange(to.headerRow + 1, first.position + 1, rows.length, run.length)
      .setValues(rows.map((row) => run.map(({ key }) => saidAt(from, row, key))));
  }
  return made;
}

function saidAt({ layout }: OpenSheet, { cells }: SheetRow, key: string): unknown {
  const position = layout.positions.get(key);
  const value = position === undefined ? '' : (cells[position]?.value ?? '');
  // What is text there must not become a formula here.
  return typeof value === 'string' && value.startsWith('=') ? `'${value}` : value;
}

/** Columns of the ad that stand side by side. */
function runsOf({ layout }: OpenSheet): PlacedColumn[][] {
  const runs: PlacedColumn[][] = [];
  for (const placed of [...layout.columns].sort((a, b) => a.position - b.position)) {
    if (placed.key === READY) continue;
    const run = runs[runs.length - 1];
    if (run !== undefined && run[run.length - 1]?.position === placed.position - 1)
      run.push(placed);
    else runs.push([placed]);
  }
  return runs;
}
