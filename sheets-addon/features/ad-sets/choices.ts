import { idIn, labelled } from '../../../core/sheet/cells.ts';
import type { App } from '../../base/app.ts';
import { accountLabel, accountsNamed, keyOf } from '../../base/platforms.ts';
import { Problem } from '../../base/problem.ts';
import { say } from '../../base/say.ts';
import {
  currentLaunchSheet,
  type OpenSheet,
  readLaunchSheet,
  writtenRows,
} from '../../sheet/launch-sheet.ts';
import { readLists } from '../../sheet/lists.ts';

/** Several ad sets for one cell: a dropdown of a spreadsheet takes one. */
export interface AdSetChoices {
  /** The rows they are for, as people count. */
  readonly rows: readonly number[];
  readonly account: string;
  readonly adSets: readonly {
    readonly id: string;
    readonly label: string;
    readonly isChosen: boolean;
  }[];
}

const CLOSED = ['ARCHIVED', 'DELETED'];

/** The ad sets of the account that the selected rows name, and which of them the first row has. */
export async function adSetChoices(app: App): Promise<AdSetChoices> {
  const { open, rows, position } = selectedRows(app);
  const lists = await readLists(app);
  const accountAt = open.layout.positions.get('adAccountId');
  const named = open.rows
    .filter(({ number }) => rows.includes(number))
    .map(
      ({ cells }) =>
        idIn((accountAt === undefined ? '' : cells[accountAt]?.shown) ?? '') || open.accountId,
    );
  const accounts = [...new Set(named.length === 0 ? [open.accountId] : named)];
  if (accounts.length > 1) throw new Problem('other', say('severalAccounts'));
  const [account] = accountsNamed(lists.accounts, accounts[0] ?? '');
  const adSets = account && lists.adSets(keyOf(account));
  if (account === undefined || adSets === undefined)
    throw new Problem('other', say('adSetsUnread'));
  const first = open.rows.find(({ number }) => number === rows[0])?.cells[position]?.shown ?? '';
  const isChosen = (id: string): boolean => first.split(/[^\w:.-]/).includes(id);
  return {
    rows,
    account: accountLabel(account),
    adSets: [...adSets.values()]
      .filter(({ id, status }) => !CLOSED.includes(status) || isChosen(id))
      .map(({ id, name }) => ({ id, label: labelled(name, id), isChosen: isChosen(id) })),
  };
}

/** Writes them into the selected rows. */
export async function putAdSets(app: App, labels: readonly string[]): Promise<string> {
  const { open, rows, position } = selectedRows(app);
  const [first = 0] = rows;
  const cells = open.sheet.getRange(first, position + 1, rows.length, 1);
  const written = writtenRows(open);
  // Empty rows below what was filled in are selected along; they stay empty.
  const isMeant = (row: number): boolean =>
    written.has(row) || !rows.some((each) => written.has(each));
  const said = new Map(
    open.rows.map(({ number, cells: own }) => [number, own[position]?.value ?? '']),
  );
  cells.setValues(rows.map((row) => [isMeant(row) ? labels.join(', ') : (said.get(row) ?? '')]));
  return cells.getA1Notation();
}

function selectedRows(app: App): { open: OpenSheet; rows: readonly number[]; position: number } {
  const open = readLaunchSheet(currentLaunchSheet(app));
  const range = app.spreadsheet.getActiveRange();
  const position = open.layout.positions.get('adSets');
  if (position === undefined) throw new Problem('other', say('noAdSetColumn'));
  if (
    range === null ||
    range.getSheet().getSheetId() !== open.sheet.getSheetId() ||
    range.getRow() <= open.headerRow
  )
    throw new Problem('other', say('selectRows'));
  return {
    open,
    rows: Array.from({ length: range.getNumRows() }, (_, i) => range.getRow() + i),
    position,
  };
}
