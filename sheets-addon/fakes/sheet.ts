import type { Runtime } from './execution.ts';
import type { Google } from './google.ts';
import { faked } from './guard.ts';
import { createRange } from './range.ts';
import { numberOf } from './references.ts';
import {
  addSheet,
  type Box,
  type Chart,
  deleteColumns,
  deleteRows,
  extentOf,
  type FormatRule,
  insertColumns,
  insertRows,
  type Metadata,
  type Sheet,
} from './world.ts';

type Real = GoogleAppsScript.Spreadsheet.Sheet;

/**
 * What Google does in one call: no other person comes in between, and it costs what one call costs.
 */
function asOneCall(runtime: Runtime, act: () => void): void {
  const { execution, disturbances, now } = runtime;
  const calls = execution?.calls ?? 0;
  runtime.disturbances = { edits: [] };
  act();
  Object.assign(runtime, { disturbances, now });
  if (execution !== undefined) execution.calls = calls;
}

export const formatRules = new WeakMap<object, FormatRule>();
export const charts = new WeakMap<object, Omit<Chart, 'id'> & { readonly id?: number }>();

export function createSheet(google: Google, sheet: Sheet): Real {
  const { runtime, world } = google;
  const alive = (): void => {
    if (!world.sheets.includes(sheet)) throw new Error(`Sheet ${sheet.id} not found.`);
  };
  const self = (action: () => unknown) => (): Real => {
    alive();
    action();
    return google.sheet(sheet);
  };
  return faked<Real>(
    runtime,
    'Sheet',
    'document',
    {
      getName: () => sheet.name,
      setName: (name: string) => {
        if (name.length > 100)
          throw new Error('The sheet name cannot be greater than 100 characters.');
        if (world.sheets.some((each) => each !== sheet && each.name === name))
          throw new Error(
            `A sheet with the name "${name}" already exists. Please enter another name.`,
          );
        sheet.name = name;
        return google.sheet(sheet);
      },
      getSheetId: () => sheet.id,
      getLastRow: () => extentOf(sheet).row,
      getLastColumn: () => extentOf(sheet).column,
      getMaxRows: () => sheet.rows.length,
      getMaxColumns: () => sheet.columns.length,
      getRange: (first: number | string, column?: number, rows = 1, columns = 1) => {
        alive();
        return createRange(
          google,
          sheet,
          typeof first === 'string'
            ? boxOf(sheet, first)
            : { row: first, column: column ?? 1, rows, columns },
        );
      },
      getRangeList: (notations: string[]) => {
        alive();
        const ranges = notations.map((notation) =>
          createRange(google, sheet, boxOf(sheet, notation)),
        );
        const each = (act: (range: GoogleAppsScript.Spreadsheet.Range) => unknown) => {
          asOneCall(runtime, () => ranges.forEach(act));
          return list;
        };
        const list = faked<GoogleAppsScript.Spreadsheet.RangeList>(
          runtime,
          'RangeList',
          'document',
          {
            setValue: (value: unknown) => each((range) => range.setValue(value)),
            setBackground: (color: string | null) => each((range) => range.setBackground(color)),
          },
        );
        return list;
      },
      getDataRange: () => {
        const { row, column } = extentOf(sheet);
        return createRange(google, sheet, {
          row: 1,
          column: 1,
          rows: Math.max(1, row),
          columns: Math.max(1, column),
        });
      },
      insertRowsAfter: (row: number, count: number) =>
        self(() => insertRows(sheet, row + 1, count))(),
      insertColumnsAfter: (column: number, count: number) =>
        self(() => insertColumns(world, sheet, column + 1, count))(),
      deleteRows: (row: number, count: number) => deleteRows(sheet, row, count),
      deleteColumns: (column: number, count: number) => deleteColumns(sheet, column, count),
      setFrozenRows: (rows: number) => {
        sheet.frozenRows = rows;
      },
      setFrozenColumns: (columns: number) => {
        sheet.frozenColumns = columns;
      },
      setColumnWidth: (column: number, width: number) =>
        self(() => setWidths(sheet, column, 1, width))(),
      setColumnWidths: (column: number, count: number, width: number) =>
        self(() => setWidths(sheet, column, count, width))(),
      setRowHeights: self(() => undefined),
      hideColumns: (column: number, count = 1) => {
        for (const each of sheet.columns.slice(column - 1, column - 1 + count)) each.hidden = true;
      },
      setTabColor: (color: string) =>
        self(() => {
          sheet.tabColor = color;
        })(),
      hideSheet: self(() => {
        sheet.hidden = true;
      }),
      activate: self(() => {
        world.active = { sheet: sheet.id, row: 1, column: 1 };
      }),
      getFilter: () =>
        sheet.filtered
          ? faked<GoogleAppsScript.Spreadsheet.Filter>(runtime, 'Filter', 'document', {})
          : null,
      isRowHiddenByUser: (row: number) => sheet.rows[row - 1]?.hiddenByUser === true,
      getConditionalFormatRules: () => sheet.rules.map((rule) => google.formatRule(sheet, rule)),
      setConditionalFormatRules: (rules: object[]) => {
        sheet.rules = rules.flatMap((rule) => formatRules.get(rule) ?? []);
      },
      addDeveloperMetadata: (key: string, value: string) =>
        self(() => {
          sheet.metadata.push({ id: world.nextId++, key, value });
        })(),
      createDeveloperMetadataFinder: () => google.metadataFinder([sheet]),
      newChart: () => google.chartBuilder(sheet),
      insertChart: (chart: object) => {
        const made = charts.get(chart);
        if (made !== undefined) sheet.charts.push({ ...made, id: world.nextId++ });
      },
      updateChart: (chart: object) => {
        const made = charts.get(chart);
        sheet.charts = sheet.charts.map((each) =>
          each.id === made?.id ? { ...made, id: each.id } : each,
        );
      },
      removeChart: (chart: GoogleAppsScript.Spreadsheet.EmbeddedChart) => {
        const id = chart.getChartId();
        sheet.charts = sheet.charts.filter((each) => each.id !== id);
      },
      getCharts: () => sheet.charts.map((chart) => google.chart(sheet, chart)),
    },
    ['getRange', 'getSheetId', 'newChart'],
  );
}

function setWidths(sheet: Sheet, column: number, count: number, width: number): void {
  for (const each of sheet.columns.slice(column - 1, column - 1 + count)) each.width = width;
}

/** `B2`, `B2:D9`, `B:B` or `3:3`. */
function boxOf(sheet: Sheet, name: string): Box {
  const [from = '', to = from] = name.split(':');
  const part = (text: string): { row: number; column: number } => ({
    column: numberOf(/[A-Z]+/.exec(text)?.[0] ?? ''),
    row: Number(/\d+/.exec(text)?.[0] ?? 0),
  });
  const [start, end] = [part(from), part(to)];
  const [row, column] = [start.row || 1, start.column || 1];
  return {
    ...(start.row === 0 && { whole: 'columns' }),
    ...(start.column === 0 && { whole: 'rows' }),
    row,
    column,
    rows: (end.row || sheet.rows.length) - row + 1,
    columns: (end.column || sheet.columns.length) - column + 1,
  };
}

export function createSpreadsheet(google: Google): GoogleAppsScript.Spreadsheet.Spreadsheet {
  const { runtime, world } = google;
  const active = (): Sheet => {
    const found = world.sheets.find(({ id }) => id === world.active.sheet) ?? world.sheets[0];
    if (found === undefined) throw new Error('A spreadsheet has at least one sheet.');
    return found;
  };
  return faked<GoogleAppsScript.Spreadsheet.Spreadsheet>(
    runtime,
    'Spreadsheet',
    'document',
    {
      getId: () => world.id,
      getName: () => world.name,
      getSpreadsheetTimeZone: () => world.timezone,
      getSpreadsheetLocale: () => world.locale,
      getSheets: () => world.sheets.map((sheet) => google.sheet(sheet)),
      getSheetByName: (name: string) => {
        const found = world.sheets.find((sheet) => sheet.name === name);
        return found === undefined ? null : google.sheet(found);
      },
      getActiveSheet: () => google.sheet(active()),
      setActiveSheet: (sheet: Real) => {
        const found = world.sheets.find(({ id }) => id === sheet.getSheetId());
        if (found !== undefined) world.active = { sheet: found.id, row: 1, column: 1 };
        return sheet;
      },
      insertSheet: (name: string, index?: number) => {
        if (name.length > 100)
          throw new Error('The sheet name cannot be greater than 100 characters.');
        if (world.sheets.some((sheet) => sheet.name === name))
          throw new Error(
            `A sheet with the name "${name}" already exists. Please enter another name.`,
          );
        const made = addSheet(world, name, index);
        runtime.unflushed.push(() => {
          world.sheets = world.sheets.filter((sheet) => sheet !== made);
        });
        world.active = { sheet: made.id, row: 1, column: 1 };
        return google.sheet(made);
      },
      deleteSheet: (sheet: Real) => {
        if (world.sheets.length === 1)
          throw new Error("You can't remove all the sheets in a document.");
        world.sheets = world.sheets.filter(({ id }) => id !== sheet.getSheetId());
      },
      getActiveRange: () => createRange(google, active(), { rows: 1, columns: 1, ...world.active }),
      toast: (message: string, title = '', seconds = 5) => {
        google.toasts.push({ message, title, seconds });
      },
      createDeveloperMetadataFinder: () => google.metadataFinder(world.sheets),
    },
    ['getId'],
  );
}

interface Found extends Metadata {
  readonly sheet: Sheet;
  readonly row?: number;
  readonly column?: number;
}

/** All metadata of the sheets, their rows and their columns. */
export function metadataIn(sheets: readonly Sheet[]): Found[] {
  const found: Found[] = [];
  for (const sheet of sheets) {
    for (const each of sheet.metadata) found.push({ ...each, sheet });
    sheet.rows.forEach(({ metadata }, i) => {
      for (const each of metadata) found.push({ ...each, sheet, row: i + 1 });
    });
    sheet.columns.forEach(({ metadata }, i) => {
      for (const each of metadata) found.push({ ...each, sheet, column: i + 1 });
    });
  }
  return found;
}

export function dropMetadata(sheet: Sheet, found: Metadata): void {
  const without = (list: Metadata[]): Metadata[] => list.filter(({ id }) => id !== found.id);
  sheet.metadata = without(sheet.metadata);
  for (const row of sheet.rows) row.metadata = without(row.metadata);
  for (const column of sheet.columns) column.metadata = without(column.metadata);
}
