import { idIn } from '../core/sheet/cells.ts';
import type { ListName } from '../core/sheet/columns.ts';
import type { PlacedColumn } from '../core/sheet/headers.ts';
import type { App } from './app.ts';
import type { OpenSheet } from './launch-sheet.ts';
import { LABEL_COLUMN, LISTS, type Lists } from './lists.ts';
import { buttons } from './rules.ts';

type Rule = GoogleAppsScript.Spreadsheet.DataValidation | null;

/** Which piece of the lists feeds a column. */
const KINDS = { accounts: 'account', adSets: 'adSet', pages: 'page', profiles: 'profile' } as const;

/**
 * Gives every cell its choices: fixed words, or the real ad sets, pages and profiles of the account its row
 * names. They are hints: what is pasted or typed otherwise is taken, and the check says if it is wrong.
 *
 * @param fallback the account whose lists rows without an account get
 */
export function setDropdowns({ spreadsheet }: Pick<App, 'spreadsheet'>, open: OpenSheet, lists: Lists, fallback?: string): void {
  const { sheet, layout, headerRow, rows } = open;
  const source = spreadsheet.getSheetByName(LISTS);
  const count = sheet.getMaxRows() - headerRow;
  const accountAt = layout.positions.get('adAccountId');
  const accounts = rows.map(({ cells }) => (accountAt === undefined ? '' : idIn(cells[accountAt]?.shown ?? '')));

  const made = new Map<string, Rule>();
  const ruleFor = (list: Exclude<ListName, 'callsToAction'>, accountId: string): Rule => {
    const key = `${list} ${accountId}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const place = lists.place(KINDS[list], list === 'accounts' ? '' : accountId);
    const rule =
      place === undefined || source === null
        ? null
        : builder()
            .requireValueInRange(source.getRange(place.row, LABEL_COLUMN, place.count, 1), true)
            .setAllowInvalid(true)
            .build();
    made.set(key, rule);
    return rule;
  };

  for (const placed of layout.columns) {
    const fixed = fixedChoices(placed);
    const { list } = placed.column;
    const range = sheet.getRange(headerRow + 1, placed.position + 1, count, 1);
    if (fixed !== undefined)
      range.setDataValidation(
        builder()
          .requireValueInList([...fixed], true)
          .setAllowInvalid(true)
          .build(),
      );
    else if (list === 'accounts') range.setDataValidation(ruleFor(list, ''));
    else if (list !== undefined && list !== 'callsToAction')
      range.setDataValidations(Array.from({ length: count }, (_, i) => [ruleFor(list, accounts[i] || fallback || '')]));
  }
}

const builder = (): GoogleAppsScript.Spreadsheet.DataValidationBuilder => SpreadsheetApp.newDataValidation();

function fixedChoices({ column }: PlacedColumn): readonly string[] | undefined {
  if (column.choices !== undefined) return Object.keys(column.choices);
  return column.list === 'callsToAction' ? buttons() : undefined;
}
