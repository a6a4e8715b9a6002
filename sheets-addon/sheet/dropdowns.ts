import { idIn } from '../../core/sheet/cells.ts';
import type { Column } from '../../core/sheet/column.ts';
import type { PlacedColumn } from '../../core/sheet/headers.ts';
import type { App } from '../base/app.ts';
import { accountsNamed, buttonsOf, definitions, keyOf } from '../base/platforms.ts';
import type { OpenSheet } from './launch-sheet.ts';
import { LABEL_COLUMN, LISTS, type Lists } from './lists.ts';

type Rule = GoogleAppsScript.Spreadsheet.DataValidation | null;

/** Which piece of the lists feeds a column. `pages` has the identities of any platform. */
const KINDS = {
  accounts: 'account',
  adSets: 'adSet',
  pages: 'page',
  profiles: 'profile',
  leadForms: 'leadForms',
} as const;

/**
 * Gives every cell its choices: fixed words, accounts, what the company keeps, and buttons, ad
 * sets, pages and profiles of the account of the row or of the sheet. They are hints: the check
 * judges what is typed.
 */
export function setDropdowns(app: Pick<App, 'spreadsheet'>, open: OpenSheet, lists: Lists): void {
  const rules = ruleMaker(app, lists);
  for (const placed of open.layout.columns) {
    const words = wordsOf(placed.column, lists, open.accountId);
    if (words !== undefined) below(open, placed).setDataValidation(oneOf(words));
    else if (placed.column.list === 'accounts')
      below(open, placed).setDataValidation(rules(placed, ''));
    const place = placed.column.list === 'kept' ? lists.place('kept', placed.key) : undefined;
    // Where there is none, choices of the user's own stay.
    if (place !== undefined) below(open, placed).setDataValidation(rules.from(place));
  }
  const ofSheet = rulesOfSheet(open, rules);
  for (const { placed, rule } of ofSheet) below(open, placed).setDataValidation(rule);
  // Rows of other accounts have choices of their own.
  const accountAt = open.layout.positions.get('adAccountId');
  const others = open.rows.some(({ cells }) => {
    const text = accountAt === undefined ? '' : (cells[accountAt]?.shown ?? '');
    return text !== '' && idIn(text) !== open.accountId;
  });
  if (others) setAccountDropdowns(app, open, lists);
}

type Rules = ReturnType<typeof ruleMaker>;

/** Those of the account the sheet was made for, in the columns that depend on one. */
const rulesOfSheet = (
  { layout, accountId }: OpenSheet,
  rules: Rules,
): { readonly placed: PlacedColumn; readonly rule: Rule }[] =>
  layout.columns.flatMap((placed) => {
    const list = ofAccount(placed);
    return list === undefined ? [] : [{ placed, rule: rules(placed, accountId) }];
  });

/** The fixed words of a column; of launch types those that the platform of the account has. */
function wordsOf(
  { key, choices }: Column,
  lists: Lists,
  accountId: string,
): readonly string[] | undefined {
  const [account] = accountsNamed(lists.accounts, accountId);
  const types =
    key === 'type' && account !== undefined
      ? definitions()[account.platform]?.launch?.types
      : undefined;
  const words = choices && Object.keys(choices);
  return types === undefined
    ? words
    : words?.filter((word) => (types as readonly string[]).includes(choices?.[word] ?? ''));
}

/** The list of a column whose choices depend on the account of the row. */
const ofAccount = ({
  column: { list },
}: PlacedColumn): Exclude<Column['list'], 'accounts' | 'kept'> =>
  list === 'accounts' || list === 'kept' ? undefined : list;

/** Only choices that depend on the account, in the rows that were read. */
export function setAccountDropdowns(
  app: Pick<App, 'spreadsheet'>,
  open: OpenSheet,
  lists: Lists,
): void {
  const { layout, rows, sheet, accountId } = open;
  const rules = ruleMaker(app, lists);
  const accountAt = layout.positions.get('adAccountId');
  const accounts = rows.map(({ cells }) =>
    accountAt === undefined ? '' : idIn(cells[accountAt]?.shown ?? ''),
  );
  const first = rows[0]?.number;
  if (first === undefined) return;
  for (const placed of layout.columns) {
    const list = ofAccount(placed);
    if (list !== undefined)
      sheet
        .getRange(first, placed.position + 1, rows.length, 1)
        .setDataValidations(accounts.map((account) => [rules(placed, account || accountId)]));
  }
}

/** All cells of a column below its header. */
const below = (
  { sheet, headerRow }: OpenSheet,
  { position }: PlacedColumn,
): GoogleAppsScript.Spreadsheet.Range =>
  sheet.getRange(headerRow + 1, position + 1, sheet.getMaxRows() - headerRow, 1);

/** Rules over pieces of the lists, each made once. */
function ruleMaker({ spreadsheet }: Pick<App, 'spreadsheet'>, lists: Lists) {
  const source = spreadsheet.getSheetByName(LISTS);
  const made = new Map<string, Rule>();
  const rules = ({ column }: PlacedColumn, accountId: string): Rule => {
    const key = `${column.key} ${accountId}`;
    const known = made.get(key);
    if (known !== undefined) return known;
    const rule = make(column, accountId);
    made.set(key, rule);
    return rule;
  };
  return Object.assign(rules, { from });

  function make({ list = 'accounts', of, platform }: Column, accountId: string): Rule {
    const [account] = accountsNamed(lists.accounts, accountId);
    if (list === 'callsToAction') return oneOf(buttonsOf(account?.platform));
    // Those of the company stand in the whole column.
    if (list === 'kept') return null;

    // Another platform's column offers nothing of this account.
    const launch = account && definitions()[account.platform]?.launch;
    if (platform !== undefined && platform !== account?.platform) return null;
    if (of === 'page-and-profile' && launch !== undefined && launch.identity !== of) return null;
    const place = lists.place(
      KINDS[list],
      list === 'accounts' || account === undefined ? undefined : keyOf(account),
    );
    return place === undefined ? null : from(place);
  }

  /** What stands at a place in the lists. */
  function from({ row, count }: { readonly row: number; readonly count: number }): Rule {
    return source === null
      ? null
      : finished(builder().requireValueInRange(source.getRange(row, LABEL_COLUMN, count, 1), true));
  }
}

export const oneOf = (words: readonly string[]): Rule =>
  finished(builder().requireValueInList([...words], true));

const finished = (rule: GoogleAppsScript.Spreadsheet.DataValidationBuilder): Rule =>
  rule.setAllowInvalid(true).build();

const builder = (): GoogleAppsScript.Spreadsheet.DataValidationBuilder =>
  SpreadsheetApp.newDataValidation();
