import type { App } from '../../base/app.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { requireDrive } from '../../drive/files.ts';
import { driveLink } from '../../drive/links.ts';
import { currentLaunchSheet, readLaunchSheet } from '../../sheet/launch-sheet.ts';
import { makeRoom } from '../../sheet/room.ts';

/** Puts links to files into media cells from the selected row down. */
export async function putFiles(app: App, ids: readonly string[]): Promise<string> {
  requireDrive();
  const { sheet, layout, headerRow } = readLaunchSheet(currentLaunchSheet(app));
  const selected = app.spreadsheet.getActiveRange();
  const isHere =
    selected !== null &&
    selected.getSheet().getSheetId() === sheet.getSheetId() &&
    selected.getRow() > headerRow;
  const media = layout.columns
    .filter(({ key }) => /^media\[\d+\]\.url$/.test(key))
    .map(({ position }) => position + 1);
  const [first = 0] = media;
  if (first === 0) throw new Problem('other', say('noMediaColumn'));
  const row = isHere ? selected.getRow() : headerRow + 1;
  const column = isHere && media.includes(selected.getColumn()) ? selected.getColumn() : first;
  makeRoom(app, sheet, row + ids.length - 1, column);
  const cells = sheet.getRange(row, column, ids.length, 1);
  if (!cells.isBlank())
    throw new Problem('other', say('cellsTaken', { cells: cells.getA1Notation() }));
  cells.setValues(ids.map((id) => [driveLink(id)]));
  return cells.getA1Notation();
}
