import type { WantedCells } from '../../../core/features/changes/sheet/cells.ts';
import { type ObjectLayout, objectWords } from '../../../core/features/changes/sheet/columns.ts';
import {
  type CellFault,
  marksOf,
  type ReadRow,
  readObject,
  type Values,
} from '../../../core/features/changes/sheet/rows.ts';
import type { App } from '../../base/app.ts';
import { say } from '../../base/say.ts';
import type { Change } from './record.ts';
import { keyOf, type ObjectTab, type OpenTab, objectTabs, openTab, type TabRow } from './tab.ts';
import { headerOf } from './words.ts';

/** A row that asks for something. */
export interface Asked {
  readonly tab: OpenTab;
  readonly row: TabRow;
  readonly read: ReadRow;
}

/** What the rows of all tabs ask for. */
export interface AllAsked {
  readonly tabs: readonly OpenTab[];
  /** By object; several rows where they ask for the same. */
  readonly changes: ReadonlyMap<
    string,
    { readonly account: string; readonly change: Change; readonly rows: readonly Asked[] }
  >;
  /** Rows that are not sent, with what to say in them. */
  readonly refused: readonly { readonly asked: Asked; readonly cells: WantedCells }[];
  /** Rows without an id, that can be read. */
  readonly fresh: readonly Asked[];
}

export const nameOfChange = (level: string, account: string, id: string): string =>
  `${level} ${account} ${id}`;

/** @param underWay keys of requests: rows with their names are told by them */
export function askedIn(app: App, underWay: ReadonlySet<string>): AllAsked {
  const tabs = objectTabs(app).map((tab: ObjectTab) => openTab(tab));
  const fresh: Asked[] = [];
  const refused: { asked: Asked; cells: WantedCells }[] = [];
  const byObject = new Map<string, Asked[]>();
  for (const tab of tabs)
    for (const row of tab.rows) {
      const read = readObject(tab.layout, row.cells, tab.decimal);
      const asked = { tab, row, read };
      if (read.isEmpty) continue;
      if (read.making !== undefined) {
        // What was being made may exist: it is not made again by itself.
        const isUnderWay = underWay.has(read.making.split(' ', 1)[0] ?? '');
        if (!isUnderWay)
          refused.push({ asked, cells: told(objectWords.unknown, say('makingLost')) });
      } else if (read.id === '' && read.faults.length === 0) fresh.push(asked);
      else if (read.set.status === 'DELETED' && Object.keys(read.set).length > 1)
        refused.push({ asked, cells: told(objectWords.faulty, say('deletesAlone')) });
      else if (read.faults.length > 0)
        refused.push({ asked, cells: faultyCells(tab.layout, read.faults) });
      else if (Object.keys(read.set).length > 0) {
        const name = nameOfChange(tab.level, read.account, read.id);
        byObject.set(name, [...(byObject.get(name) ?? []), asked]);
      }
    }
  const changes = new Map<string, { account: string; change: Change; rows: readonly Asked[] }>();
  for (const [name, rows] of byObject) {
    const [first] = rows;
    if (first === undefined) continue;
    const print = (asked: Asked): string => JSON.stringify(sorted(asked.read.set));
    if (rows.some((asked) => print(asked) !== print(first)))
      for (const asked of rows) refused.push({ asked, cells: twiceCells(asked, rows) });
    else changes.set(name, { account: first.read.account, change: changeOf(first), rows });
  }
  return { tabs, changes, refused, fresh };
}

const sorted = (values: Values): readonly unknown[] =>
  Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));

function changeOf({ tab, read: { id, set, was } }: Asked): Change {
  // What is deleted is compared by its name.
  const fields = new Set([...Object.keys(set), ...(set.status === 'DELETED' ? ['name'] : [])]);
  const before = Object.fromEntries(
    [...fields].map((field) => [field, was?.values[field] ?? null]),
  );
  return { level: tab.level, id, set, ...(was !== undefined && { was: before }) };
}

/** Stands for what all rows ask for. */
export const printOf = (app: App, { changes, fresh }: AllAsked): Promise<string> =>
  app.secrets.sha256(
    JSON.stringify([
      [...changes].map(([name, { change }]) => [name, sorted(change.set)]).sort(),
      fresh.map(({ tab, row }) => `${tab.level} ${keyOf(tab, row)}`).sort(),
    ]),
  );

export const told = (state: string, words: string): WantedCells => ({
  state,
  told: words,
  marked: '',
  shaded: '',
});

const faultyCells = (layout: ObjectLayout, faults: readonly CellFault[]): WantedCells => ({
  ...told(
    objectWords.faulty,
    faults.map(({ key, why }) => `${headerOf(key)}: ${wordsOf(why)}`).join('\n'),
  ),
  marked: marksOf(
    layout,
    faults.map(({ key }) => key),
  ),
});

const wordsOf = (why: CellFault['why']): string =>
  typeof why === 'object' ? why.message : say(why === 'apart' ? 'rowApart' : 'cannotHave');

function twiceCells({ tab, row }: Asked, rows: readonly Asked[]): WantedCells {
  const others = rows
    .filter((each) => each.row !== row || each.tab !== tab)
    .map((each) => `${each.tab.sheet.getName()}, ${each.row.row}`)
    .join('; ');
  return {
    ...told(objectWords.faulty, say('askedTwice', { rows: others })),
    marked: marksOf(tab.layout, ['id']),
  };
}
