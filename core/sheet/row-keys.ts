import type { KeyedRow, KnownRows, LeftKey, Missed, SettledRow } from './keyed-row.ts';
import { settleChanged } from './row-changes.ts';
import { ownWords, push } from './row-likeness.ts';

/**
 * In place of a key that cannot be decided: the row stays in doubt as long as a launched row is
 * missing.
 */
const DOUBT = '?';

/** `R-1A2B print`: a key as its cell holds it. */
export const keyCell = ({
  key,
  fingerprint,
  inDoubt,
}: Pick<SettledRow, 'key' | 'fingerprint' | 'inDoubt'>): string => {
  if (inDoubt) return `${DOUBT} ${fingerprint}`;
  return key === '' ? '' : `${key} ${fingerprint}`;
};

export function readKeyCell(text: string): Pick<KeyedRow, 'key' | 'seen'> {
  const [key = '', seen = ''] = text.trim().split(/\s+/);
  return { key, seen };
}

/**
 * Gives every row exactly one key.
 *
 * 1. A key stays where the row still says what was launched under it, or what it said when the key
 *    was last seen. Of several rows the first has it; the others are copies.
 * 2. A key whose row says something else belongs to the row that says it: that row's cells were
 *    moved without the key.
 * 3. A row that was changed keeps its key, unless another key's row was more like it. Then it was
 *    moved and changed: the key goes with it where there is one answer, and where there is not the
 *    row is in doubt. So is one of which nothing is left that told it from others, where that was
 *    more than a cell, or most of the rest is gone too: it may have been typed or pasted beside the
 *    key of another. Where other keys stand beside wrong rows, a cell is enough.
 * 4. A row without a key is new, unless it is like a launched row that is nowhere, or the sheet is
 *    older than the launch of such a row: then the row may be that one, whatever it says by now,
 *    and is in doubt. A key that nobody launched counts for none there, where the row says
 *    something that only such a row said.
 * 5. A launched row that stood here when the sheet was last looked at, and stands nowhere now, may
 *    have been moved and changed, and its key deleted or pasted over: a row that says anything that
 *    only that row said is in doubt. From the next look on the launched row is gone, and what says
 *    the same was written after it.
 */
export function settleKeys(
  carrying: readonly KeyedRow[],
  known: KnownRows,
  newKey: () => string,
  { left = [], rebuilt = new Set(), stood = new Set() }: Missed = {},
): SettledRow[] {
  const doubtful = new Set(carrying.filter(({ key }) => key === DOUBT).map(({ number }) => number));
  const unsure = unsureKeys(carrying, known, rebuilt);
  const rows = carrying.map((row) =>
    row.key === DOUBT || unsure.has(row.key) ? { ...row, key: '', seen: '' } : row,
  );
  const given = new Map<number, string>();
  const taken = new Set<string>();
  const give = ({ number }: KeyedRow, key: string): void => {
    given.set(number, key);
    taken.add(key);
  };
  const open = (): KeyedRow[] => rows.filter(({ number }) => !given.has(number));
  const isLaunchedAs = (row: KeyedRow, key: string): boolean =>
    known.get(key)?.includes(row.fingerprint) === true;

  for (const row of rows)
    if (row.key !== '' && !taken.has(row.key) && isLaunchedAs(row, row.key)) give(row, row.key);
  // A restored version has keys from before the launch: a row that says what a missing row was
  // launched with is that row.
  const missing = missingPrints(rows, known);
  for (const row of open()) {
    if (row.key === '' || taken.has(row.key) || row.seen !== row.fingerprint) continue;
    const launched = known.has(row.key)
      ? undefined
      : missing.get(row.fingerprint)?.find((key) => !taken.has(key));
    give(row, launched ?? row.key);
  }

  const apart = [...open(), ...left];
  const lost = lostPrints(apart, known, taken);
  const moved = new Set<string>();
  let isShuffled = false;
  for (const row of open()) {
    const key = lost.get(row.fingerprint)?.find((each) => !taken.has(each));
    if (key === undefined) continue;
    give(row, key);
    if (row.key === '') moved.add(key);
    else if (row.key !== key && apart.some((each) => each.key === key)) isShuffled = true;
  }

  const settledPrints = rows
    .filter(({ number }) => given.has(number))
    .map(({ fingerprint }) => fingerprint);
  const gone = [...known.keys()].map((key) => ({ key, seen: '' }));
  const owners = new Set(
    rows.filter(({ number, key }) => given.get(number) === key).map(({ key }) => key),
  );
  const doubted = settleChanged({
    open: open(),
    left: [...apart, ...gone],
    settledPrints,
    known,
    taken,
    give,
    owners,
    // A row without a key is new, unless keys were deleted or left behind: it may be like one that
    // was deleted.
    isLeftBehind: (key) => moved.size > 0 || apart.some((each) => each.key === key),
    doubtful,
    rebuilt,
    stood,
    isShuffled,
  });
  return rows.map((row) => {
    const key = given.get(row.number);
    if (key !== undefined) return { ...row, key };
    return doubted.has(row.number) ? { ...row, key: '', inDoubt: true } : { ...row, key: newKey() };
  });
}

/**
 * Unlaunched keys in rows of a sheet older than a launch, which say something that otherwise only a
 * missing launched row said: the row may have been launched under another key since.
 */
function unsureKeys(
  rows: readonly KeyedRow[],
  known: KnownRows,
  rebuilt: ReadonlySet<string>,
): ReadonlySet<string> {
  const carried = new Set(rows.map(({ key }) => key));
  const lost = [...rebuilt]
    .filter((key) => !carried.has(key))
    .flatMap((key) => known.get(key) ?? []);
  if (lost.length === 0) return new Set();
  const said = new Set(lost.flatMap(ownWords));
  const counts = new Map<string, number>();
  for (const print of new Set(rows.map(({ fingerprint }) => fingerprint)))
    for (const word of ownWords(print)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isLike = ({ fingerprint }: KeyedRow): boolean =>
    ownWords(fingerprint).some((word) => said.has(word) && counts.get(word) === 1);
  return new Set(
    rows
      .filter((row) => row.key !== '' && !known.has(row.key) && isLike(row))
      .map(({ key }) => key),
  );
}

/** Launched keys that no row carries, by their fingerprints. */
function missingPrints(rows: readonly KeyedRow[], known: KnownRows): Map<string, string[]> {
  const carried = new Set(rows.map(({ key }) => key));
  const missing = new Map<string, string[]>();
  for (const [key, prints] of known)
    if (!carried.has(key)) for (const print of prints) push(missing, print, key);
  return missing;
}

/** Keys without a row, by their fingerprints; launched ones first. */
function lostPrints(
  open: readonly LeftKey[],
  known: KnownRows,
  taken: ReadonlySet<string>,
): Map<string, string[]> {
  const lost = new Map<string, string[]>();
  const add = (print: string, key: string): void => {
    const keys = lost.get(print);
    if (keys === undefined) lost.set(print, [key]);
    else if (!keys.includes(key)) keys.push(key);
  };
  for (const [key, prints] of known)
    if (!taken.has(key)) for (const print of prints) add(print, key);
  for (const { key, seen } of open)
    if (key !== '' && seen !== '' && !taken.has(key)) add(seen, key);
  return lost;
}
