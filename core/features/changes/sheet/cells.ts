import type { DecimalSign } from '../../../base/amount.ts';
import type { Json } from '../../../ports/store.ts';
import type { Cell } from '../../../sheet/cells.ts';
import type { ObjectRow } from '../schema.ts';
import {
  newColumns,
  type ObjectKey,
  type ObjectLayout,
  objectWords,
  valueColumns,
} from './columns.ts';
import {
  type BroughtIn,
  broughtText,
  cellIn,
  marksOf,
  type ReadRow,
  readObject,
  readValue,
  shownValue,
  type Values,
} from './rows.ts';

/** What is to stand in cells of a row. What is not named stays. */
export type WantedCells = { readonly [K in ObjectKey]?: string | number };

/** An object as it is now, with the name of its account as rows have it. */
export interface Live extends Pick<ObjectRow, 'id' | 'values' | 'campaignId' | 'adSetId'> {
  readonly canChange: readonly string[];
  readonly account: string;
  readonly currency: string;
}

/** A cell that a person changed and that was left as it is. */
export interface Typed {
  readonly key: ObjectKey;
  readonly typed: string;
  readonly was: Json | undefined;
  readonly live: Json | undefined;
}

const aboutCells = ({
  account,
  id,
  campaignId = '',
  adSetId = '',
  currency,
}: Live): WantedCells => ({
  adAccountId: account,
  id,
  campaignId,
  adSetId,
  currency,
});

const ownCells = (layout: ObjectLayout, live: Live, more: Values = {}): WantedCells => ({
  was: broughtText({
    account: live.account,
    id: live.id,
    values: { ...more, ...(live.values as Values) },
  }),
  grey: marksOf(
    layout,
    [
      ...valueColumns(layout).filter(({ key }) => !live.canChange.includes(key)),
      ...newColumns(layout),
    ].map(({ key }) => key),
  ),
  marked: '',
});

/** A row for an object that has none. */
export const newCells = (layout: ObjectLayout, live: Live): WantedCells => ({
  ...aboutCells(live),
  ...Object.fromEntries(
    valueColumns(layout).map(({ key }) => [key, shownValue(live.values[key] as Json | undefined)]),
  ),
  ...ownCells(layout, live),
});

/** A row of an object that is brought in again: what a person typed stays, and is told. */
export function refreshedCells(
  layout: ObjectLayout,
  cells: readonly Cell[],
  live: Live,
  decimal: DecimalSign | undefined,
): { readonly cells: WantedCells; readonly typed: readonly Typed[] } {
  const { was } = readObject(layout, cells, decimal);
  const typed: Typed[] = [];
  const values: { [key: string]: string | number } = {};
  for (const column of valueColumns(layout)) {
    const { key } = column;
    const now = live.values[key] as Json | undefined;
    const cell = cellIn(layout, cells, key);
    const wish = readValue(column, cell, now, decimal);
    // To take away what was not there then is a wish once it is there.
    const isTyped =
      wish === null || readValue(column, cell, was?.values[key], decimal) !== undefined;
    if (isTyped && wish !== undefined)
      typed.push({ key, typed: cell.shown, was: was?.values[key], live: now });
    // A cell that says the same in another way stays as the person wrote it.
    else if (!isTyped) values[key] = shownValue(now);
  }
  const keys = typed.map(({ key }) => key);
  // What it was made with stays as it is written.
  const more = Object.fromEntries(
    newColumns(layout).flatMap(({ key }) =>
      was?.values[key] === undefined ? [] : [[key, was.values[key]]],
    ),
  );
  const state = typed.length === 0 ? '' : objectWords.typed;
  return {
    cells: {
      ...aboutCells(live),
      ...values,
      ...ownCells(layout, live, more),
      shaded: marksOf(layout, keys),
      state,
    },
    typed,
  };
}

/**
 * What was brought in, once some values are at the platform. A value that was taken away is not
 * there any more.
 */
export function withValues(
  { account, id, was }: Pick<ReadRow, 'account' | 'id' | 'was'>,
  set: Values,
): string {
  const values = { ...was?.values, ...set };
  const there = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
  return broughtText({ account, id, values: there } as BroughtIn);
}

/** The cells of values that were taken back; what a person typed since stays. */
export function undoneCells(
  layout: ObjectLayout,
  cells: readonly Cell[],
  fields: readonly {
    readonly field: string;
    readonly before?: unknown;
    readonly after?: unknown;
  }[],
  decimal: DecimalSign | undefined,
): WantedCells {
  const back = valueColumns(layout).flatMap((column): [ObjectKey, string | number][] => {
    const undone = fields.find(({ field }) => field === column.key);
    if (undone === undefined) return [];
    const isOurs =
      readValue(
        column,
        cellIn(layout, cells, column.key),
        (undone.before ?? null) as Json,
        decimal,
      ) === undefined;
    return isOurs ? [[column.key, shownValue((undone.after ?? null) as Json)]] : [];
  });
  return Object.fromEntries(back);
}
