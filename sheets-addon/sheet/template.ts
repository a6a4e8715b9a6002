import type { PlatformDefinition } from '../../core/ports/platform-definition.ts';
import { checkSheet } from '../../core/sheet/check-sheet.ts';
import { type Holds, type Template, templates, typeOf } from '../../core/sheet/column.ts';
import { headerAt, keyAt } from '../../core/sheet/headers.ts';
import { columnsOf } from '../../core/sheet/shown-columns.ts';
import { systemColumns } from '../../core/sheet/system-columns.ts';
import type { App, Sheet } from '../base/app.ts';
import { accountLabel, accountsNamed, columns, definitions } from '../base/platforms.ts';
import { say, spokenLanguage } from '../base/say.ts';
import { setDropdowns } from './dropdowns.ts';
import {
  type LaunchSheet,
  markColumns,
  markLaunchSheet,
  type OpenSheet,
  readLaunchSheet,
} from './launch-sheet.ts';
import { knowledgeOf, type Lists } from './lists.ts';
import { SPARE_BOXES } from './prepare-rows.ts';
import {
  guardSystemColumns,
  inTheBackground,
  paintRules,
  styleSystemHeaders,
} from './system-cells.ts';

const TEMPLATE_NAMES = {
  single: 'templateSingle',
  multi: 'templateMulti',
  carousel: 'templateCarousel',
  flexible: 'templateFlexible',
  postBoost: 'templatePostBoost',
  partnershipCode: 'templatePartnershipCode',
  leadAd: 'templateLeadAd',
  all: 'templateAll',
} as const satisfies { readonly [T in Template]: string };

export const templateName = (template: Template): string => say(TEMPLATE_NAMES[template]);

/** German nouns keep their capitals. */
const inSentence = (name: string): string =>
  spokenLanguage() === 'de' ? name : name.toLowerCase();

/** What launch sheets there are for ads of a platform. */
export const templatesOf = ({ launch }: PlatformDefinition): readonly Template[] =>
  templates.filter((template) => {
    if (launch === undefined) return false;
    if (template === 'leadAd') return launch.extras.includes('leadFormId');
    const type = typeOf(template);
    return type === undefined || launch.types.includes(type);
  });

/**
 * Makes a launch sheet for the account's platform: explained headers, plain text for ids,
 * dropdowns, ticks, warnings, colours.
 */
export function createLaunchSheet(
  { spreadsheet }: Pick<App, 'spreadsheet'>,
  template: Template,
  lists: Lists,
  accountId: string,
): LaunchSheet {
  const sheet = spreadsheet.insertSheet(
    freeName(
      spreadsheet.getSheets(),
      say('launchSheetName', { template: inSentence(templateName(template)) }),
    ),
  );
  const [account] = accountsNamed(lists.accounts, accountId);
  const placed = placedColumns(template, account && definitions()[account.platform]).map(
    (column) =>
      column.key === 'adAccountId' && account !== undefined
        ? { ...column, note: say('emptyAccount', { account: accountLabel(account) }) }
        : column,
  );
  if (placed.length > sheet.getMaxColumns())
    sheet.insertColumnsAfter(sheet.getMaxColumns(), placed.length - sheet.getMaxColumns());
  const rows = sheet.getMaxRows();

  sheet
    .getRange(1, 1, rows, placed.length)
    .setVerticalAlignment('middle')
    .setWrapStrategy(SpreadsheetApp.WrapStrategy.CLIP);
  const headers = sheet.getRange(1, 1, 1, placed.length);
  headers.setValues([placed.map(({ header }) => header)]);
  headers.setNotes([placed.map(({ note }) => note)]);
  headers.setFontWeight('bold').setBackground('#d2e3fc').setFontColor('#174ea6').setWrap(true);
  headers.protect().setDescription(say('readHeaders')).setWarningOnly(true);
  sheet.setFrozenRows(1);
  // The name of the ad stays in view beside the columns to the right.
  sheet.setFrozenColumns(placed.findIndex(({ key }) => key === 'adName') + 1);
  setWidths(
    sheet,
    placed.map(({ width }) => width),
  );
  placed.forEach(({ key, holds }, i) => {
    const cells = sheet.getRange(2, i + 1, rows - 1, 1);
    // What people must read is shown whole; everything else stays on its line.
    if (key === 'problem') cells.setWrap(true);
    if (inTheBackground.includes(key)) sheet.hideColumns(i + 1, 1);
    // Ids lose their last digits as numbers. Everything else may be computed by formulas.
    if (holds === 'id' || holds === 'ids' || holds === 'system') cells.setNumberFormat('@');
    if (holds === 'flag') {
      cells.setNumberFormat('General').setHorizontalAlignment('center');
      // A box is a value: a sheet full of them would be read whole. More follow with rows.
      sheet.getRange(2, i + 1, Math.min(SPARE_BOXES, rows - 1), 1).insertCheckboxes();
    }
  });
  for (const { start, count } of systemRuns(placed)) {
    styleSystemHeaders(sheet.getRange(1, start, 1, count));
    guardSystemColumns(sheet.getRange(1, start, rows, count));
  }
  sheet.setTabColor('#1a73e8');
  markColumns(
    sheet,
    1,
    placed.map(({ key }) => key),
  );
  const own = placed.filter(({ holds }) => holds !== 'system').map(({ key }) => key);
  const made = markLaunchSheet({ sheet, template, accountId, made: own });
  const open = readLaunchSheet(made);
  paintRules(open);
  markRequired(open, lists, placed);
  setDropdowns({ spreadsheet }, open, lists);
  return made;
}

/**
 * Columns without which no ad of the account can be launched: the headers are red, and their notes
 * say it.
 */
function markRequired(
  { sheet, layout, template, accountId }: OpenSheet,
  lists: Lists,
  placed: readonly TemplateColumn[],
): void {
  const of = typeOf(template);
  const type = of === undefined ? {} : { type: of };
  const ad = {
    rows: [2],
    ready: true,
    ad: { adAccountId: accountId, ...type },
    media: [],
    origins: new Map(),
    faults: [],
  };
  const [faults = []] = checkSheet([ad], layout, knowledgeOf(lists, undefined, accountId));
  const form = layout.positions.get('leadFormId');
  const required = new Set([
    ...faults.flatMap(({ code, position }) => (code === 'missing_field' ? [position] : [])),
    template === 'leadAd' ? form : undefined,
  ]);
  for (const position of required) {
    if (position === undefined) continue;
    const note = `${say('required')} ${placed[position]?.note ?? ''}`;
    sheet
      .getRange(1, position + 1)
      .setFontColor('#b31412')
      .setNotes([[note]]);
  }
}

interface TemplateColumn {
  readonly key: string;
  readonly header: string;
  readonly note: string;
  readonly holds: Holds | 'system';
  readonly width: number;
}

/**
 * The tick with the key, which is then selected and sorted along; the status, what makes the ad,
 * and what became of it.
 */
function placedColumns(
  template: Template,
  platform: PlatformDefinition | undefined,
): TemplateColumn[] {
  const own = columnsOf(columns(), template, platform).flatMap(({ column, count }) => {
    const { note, holds, width = 130 } = column;
    return Array.from(
      { length: count },
      (_, index): TemplateColumn => ({
        key: keyAt(column, index),
        header: headerAt(column, index),
        note,
        holds,
        width,
      }),
    );
  });
  const [key, status, ...results] = systemColumns.map(
    (column): TemplateColumn => ({ ...column, holds: 'system' }),
  );
  if (key === undefined || status === undefined) return own;
  return [...own.slice(0, 1), key, status, ...own.slice(1), ...results];
}

/** Columns of the add-on that stand side by side; positions count from 1. */
function systemRuns(columns: readonly TemplateColumn[]): { start: number; count: number }[] {
  const runs: { start: number; count: number }[] = [];
  columns.forEach(({ holds }, i) => {
    if (holds !== 'system') return;
    const run = runs[runs.length - 1];
    if (run !== undefined && run.start + run.count === i + 1) run.count += 1;
    else runs.push({ start: i + 1, count: 1 });
  });
  return runs;
}

/** Equal neighbours are set in one call. */
export function setWidths(sheet: Sheet, widths: readonly number[]): void {
  for (let at = 0; at < widths.length; ) {
    let count = 1;
    while (widths[at + count] === widths[at]) count += 1;
    sheet.setColumnWidths(at + 1, count, widths[at] ?? 130);
    at += count;
  }
}

export function freeName(sheets: readonly Sheet[], wanted: string): string {
  const taken = sheets.map((sheet) => sheet.getName());
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.includes(name)) return name;
  }
}
