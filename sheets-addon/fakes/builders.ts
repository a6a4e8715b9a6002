import type { Google } from './google.ts';
import { faked } from './guard.ts';
import { boxes, createRange, validations } from './range.ts';
import { charts, dropMetadata, formatRules, metadataIn } from './sheet.ts';
import type { Box, Chart, FormatRule, Sheet, Validation } from './world.ts';

/** Builders collect options and cost nothing; what they build is what counts. */

export function validationBuilder({
  runtime,
}: Google): GoogleAppsScript.Spreadsheet.DataValidationBuilder {
  type Real = GoogleAppsScript.Spreadsheet.DataValidationBuilder;
  let made: Validation = { kind: 'list', values: [], allowInvalid: true };
  const change = (next: Partial<Validation>): Real => {
    made = { ...made, ...next };
    return builder;
  };
  const methods: { readonly [M in keyof Real]?: unknown } = {
    requireValueInList: (values: string[]) => {
      if (values.length > 500) throw new Error('The data validation list has more than 500 items.');
      return change({ kind: 'list', values });
    },
    requireValueInRange: (range: object) => {
      const found = boxes.get(range);
      if (found === undefined) throw new Error('That is no range.');
      const { sheet, box } = found;
      return change({
        kind: 'range',
        source: { sheet: sheet.id, row: box.row, column: box.column, rows: box.rows },
      });
    },
    requireCheckbox: () => change({ kind: 'checkbox' }),
    setAllowInvalid: (allowInvalid: boolean) => change({ allowInvalid }),
    setHelpText: () => builder,
    build: () => {
      const rule = {};
      validations.set(rule, made);
      return rule;
    },
  };
  const builder = faked<Real>(runtime, 'DataValidationBuilder', 'document', methods, 'all');
  return builder;
}

export function formatRuleBuilder({
  runtime,
}: Google): GoogleAppsScript.Spreadsheet.ConditionalFormatRuleBuilder {
  type Real = GoogleAppsScript.Spreadsheet.ConditionalFormatRuleBuilder;
  let made: FormatRule = { ranges: [], condition: { kind: 'equals', text: '' } };
  const change = (next: Partial<FormatRule>): Real => {
    made = { ...made, ...next };
    return builder;
  };
  const methods: { readonly [M in keyof Real]?: unknown } = {
    setRanges: (ranges: object[]) =>
      change({ ranges: ranges.flatMap((range) => boxes.get(range)?.box ?? []) }),
    whenFormulaSatisfied: (formula: string) => change({ condition: { kind: 'formula', formula } }),
    whenTextStartsWith: (text: string) => change({ condition: { kind: 'startsWith', text } }),
    setBackground: (background: string) => change({ background }),
    setFontColor: (color: string) => change({ color }),
    setBold: (bold: boolean) => change({ bold }),
    build: () => {
      const rule = {};
      formatRules.set(rule, made);
      return rule;
    },
  };
  const builder = faked<Real>(runtime, 'ConditionalFormatRuleBuilder', 'document', methods, 'all');
  return builder;
}

export function formatRule(
  { runtime }: Google,
  rule: FormatRule,
): GoogleAppsScript.Spreadsheet.ConditionalFormatRule {
  type Real = GoogleAppsScript.Spreadsheet.ConditionalFormatRule;
  const { condition } = rule;
  const real = faked<Real>(
    runtime,
    'ConditionalFormatRule',
    'document',
    {
      getBooleanCondition: () =>
        faked<GoogleAppsScript.Spreadsheet.BooleanCondition>(
          runtime,
          'BooleanCondition',
          'document',
          {
            getCriteriaValues: () => [
              condition.kind === 'formula' ? condition.formula : condition.text,
            ],
          },
          ['getCriteriaValues'],
        ),
    },
    ['getBooleanCondition'],
  );
  formatRules.set(real, rule);
  return real;
}

export function chartBuilder(
  { runtime }: Google,
  from?: Chart,
): GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder {
  type Real = GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder;
  let made: Omit<Chart, 'id'> & { id?: number } = from ?? {
    type: '',
    ranges: [],
    options: {},
    position: { row: 1, column: 1 },
  };
  const change = (next: Partial<Chart>): Real => {
    made = { ...made, ...next };
    return builder;
  };
  const methods: { readonly [M in keyof Real]?: unknown } = {
    setChartType: (type: string) => change({ type }),
    addRange: (range: object) =>
      change({ ranges: [...made.ranges, ...[boxes.get(range)?.box ?? []].flat()] }),
    clearRanges: () => change({ ranges: [] }),
    setNumHeaders: (count: number) => change({ options: { ...made.options, headers: count } }),
    setOption: (name: string, value: unknown) =>
      change({ options: { ...made.options, [name]: value } }),
    setPosition: (row: number, column: number) => change({ position: { row, column } }),
    build: () => {
      const chart = {};
      charts.set(chart, made);
      return chart;
    },
  };
  const builder = faked<Real>(runtime, 'EmbeddedChartBuilder', 'document', methods, 'all');
  return builder;
}

export function chart(google: Google, of: Chart): GoogleAppsScript.Spreadsheet.EmbeddedChart {
  return faked<GoogleAppsScript.Spreadsheet.EmbeddedChart>(
    google.runtime,
    'EmbeddedChart',
    'document',
    {
      getChartId: () => of.id,
      modify: () => chartBuilder(google, of),
    },
    ['getChartId', 'modify'],
  );
}

type Protected = { box: Box; description: string; warningOnly: boolean };

export function protection(
  { runtime }: Google,
  sheet: Sheet,
  of: Protected,
): GoogleAppsScript.Spreadsheet.Protection {
  type Real = GoogleAppsScript.Spreadsheet.Protection;
  const real = faked<Real>(runtime, 'Protection', 'document', {
    setDescription: (description: string) => {
      of.description = description;
      return real;
    },
    setWarningOnly: (warningOnly: boolean) => {
      of.warningOnly = warningOnly;
      return real;
    },
    remove: () => {
      sheet.protections = sheet.protections.filter((each) => each !== of);
    },
  });
  return real;
}

export function metadataFinder(
  google: Google,
  sheets: readonly Sheet[],
): GoogleAppsScript.Spreadsheet.DeveloperMetadataFinder {
  type Real = GoogleAppsScript.Spreadsheet.DeveloperMetadataFinder;
  const { runtime } = google;
  let wanted: string | undefined;
  const finder = faked<Real>(
    runtime,
    'DeveloperMetadataFinder',
    'document',
    {
      withKey: (key: string) => {
        wanted = key;
        return finder;
      },
      find: () =>
        metadataIn(sheets)
          .filter(({ key }) => wanted === undefined || key === wanted)
          .map((each) =>
            faked<GoogleAppsScript.Spreadsheet.DeveloperMetadata>(
              runtime,
              'DeveloperMetadata',
              'document',
              {
                getKey: () => each.key,
                getValue: () => each.value,
                getLocation: () =>
                  faked<GoogleAppsScript.Spreadsheet.DeveloperMetadataLocation>(
                    runtime,
                    'DeveloperMetadataLocation',
                    'document',
                    {
                      // Only metadata of the sheet itself has a sheet; that of rows and columns has
                      // ranges.
                      getSheet: () =>
                        each.row === undefined && each.column === undefined
                          ? google.sheet(each.sheet)
                          : null,
                      getRow: () => lineOf(google, each.sheet, { row: each.row }),
                      getColumn: () => lineOf(google, each.sheet, { column: each.column }),
                    },
                    ['getSheet', 'getRow', 'getColumn'],
                  ),
                remove: () => dropMetadata(each.sheet, each),
              },
              ['getKey', 'getValue', 'getLocation'],
            ),
          ),
    },
    ['withKey'],
  );
  return finder;
}

/** A whole row or column, null when the metadata is on neither. */
function lineOf(
  google: Google,
  sheet: Sheet,
  { row, column }: { row?: number | undefined; column?: number | undefined },
) {
  if (row !== undefined)
    return createRange(google, sheet, {
      row,
      column: 1,
      rows: 1,
      columns: sheet.columns.length,
      whole: 'rows',
    });
  if (column !== undefined)
    return createRange(google, sheet, {
      row: 1,
      column,
      rows: sheet.rows.length,
      columns: 1,
      whole: 'columns',
    });
  return null;
}
