import type { ReportCell, ReportColumn } from '../../../core/sheet/report-table.ts';
import type { App } from '../../base/app.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import { makeRoom } from '../../sheet/room.ts';
import { type Run, runsOf } from '../../sheet/runs.ts';
import { continueFormulas } from './fill-down.ts';
import { moveTail, type Place } from './place.ts';

/**
 * Writes figures into the report's own columns: headers once, figures over old ones, leftovers
 * emptied, formulas beside them continued. Writes nothing when it would run over cells of the user.
 */
export function writeReport(
  app: Pick<App, 'spreadsheet'>,
  id: string,
  {
    place,
    columns,
    cells,
    fresh,
  }: {
    readonly place: Place;
    readonly columns: readonly ReportColumn[];
    readonly cells: readonly ReportCell[][];
    readonly fresh: boolean;
  },
): void {
  const { sheet, headRow, tailRow } = place;
  const runs = runsOf(place, columns);
  const last = headRow + cells.length;
  makeRoom(app, sheet, last, 1);
  refuseOverwriting(place, runs, last);

  for (const { start, columns: own } of runs) {
    if (fresh) {
      const heads = sheet.getRange(headRow, start, 1, own.length);
      heads.setNumberFormat('@').setValues([own.map(({ column }) => column.header)]);
      heads
        .setFontWeight('bold')
        .setBackground('#e8f0fe')
        .setFontColor('#174ea6')
        .setWrap(true)
        .setVerticalAlignment('middle');
      // Over their figures, which stand to the right.
      heads.setHorizontalAlignments([
        own.map(({ column }) => (column.format === '@' ? 'left' : 'right')),
      ]);
    }
    if (cells.length > 0) {
      const range = sheet.getRange(headRow + 1, start, cells.length, own.length);
      // Formats first: they keep ids and names whole. Those people gave to figures stay.
      const chosen =
        fresh || tailRow === headRow
          ? []
          : (sheet.getRange(headRow + 1, start, 1, own.length).getNumberFormats()[0] ?? []);
      const formats = own.map(({ column }, i) =>
        column.format === '@' ? '@' : (chosen[i] ?? column.format),
      );
      range.setNumberFormats(cells.map(() => formats));
      range.setValues(cells.map((row) => own.map(({ index }) => row[index] ?? '')));
    }
    if (tailRow > last) sheet.getRange(last + 1, start, tailRow - last, own.length).clearContent();
  }
  if (last > tailRow) continueFormulas(place, runs, last);
  moveTail(app, id, place, last);
}

/** @param note beside it; an empty one goes, undefined leaves what is there */
export function writeAge(
  { sheet, infoRow, columns }: Place,
  text: string,
  isBad: boolean,
  note?: string,
): void {
  const first = Math.min(...columns.values());
  if (infoRow === undefined || infoRow < 1) return;
  const cell = sheet.getRange(infoRow, first);
  if (note !== undefined) cell.setNote(note);
  cell
    .setNumberFormat('@')
    .setValue(text)
    .setFontStyle('italic')
    .setFontColor(isBad ? '#b3261e' : '#5f6368');
}

/** Figures down to this row would run over cells of the user: nothing may be written then. */
export function refuseOverwriting(
  { sheet, tailRow }: Place,
  runs: readonly Run<unknown>[],
  last: number,
): void {
  if (last <= tailRow) return;
  for (const { start, columns } of runs) {
    const area = sheet.getRange(tailRow + 1, start, last - tailRow, columns.length);
    if (!area.isBlank())
      throw new Problem(
        'other',
        say('needsRows', { n: last - tailRow, cells: area.getA1Notation() }),
      );
  }
}
