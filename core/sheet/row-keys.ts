import { isBlank } from './cells.ts';
import { type Column, READY } from './columns.ts';
import type { Layout, PlacedColumn } from './headers.ts';
import type { SheetRow } from './read-rows.ts';

/**
 * How rows are found again while people sort, filter, insert, delete, copy and restore: each carries a key in a column of
 * its own, and beside the key the fingerprint the row had when the key was last seen there. A key and a row that
 * were separated are told by that; what a launch remembers of its rows tells the rest.
 */
export interface KeyedRow {
  /** As people count. */
  readonly number: number;
  readonly key: string;
  /** The fingerprint that stands beside the key; empty where none does. */
  readonly seen: string;
  readonly fingerprint: string;
  /** The key whose ads the row shows, where that is known. */
  readonly shows?: string | undefined;
}

export interface SettledRow extends KeyedRow {
  /** Nobody can tell which of the launched rows this is: it was moved without its key and changed. */
  readonly inDoubt?: true;
}

/** A key that stands in a row from which the cells were taken away. */
export type LeftKey = Pick<KeyedRow, 'key' | 'seen'>;

/** What launches remember: the fingerprints each key's row had, the latest last. */
export type KnownRows = ReadonlyMap<string, readonly string[]>;

/** Stands in place of a key where nobody can tell which: the row stays in doubt for as long as a launched row is missing. */
const DOUBT = '?';

/** `R-1A2B print`: a key as it stands in its cell. */
export const keyCell = ({ key, fingerprint, inDoubt }: Pick<SettledRow, 'key' | 'fingerprint' | 'inDoubt'>): string => {
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
 * 1. A key stays where the row still says what was launched under it, or what it said when the key was last seen. Of
 *    several rows the first has it; the others are copies.
 * 2. A key whose row says something else belongs to the row that says it: that row's cells were moved without the key.
 * 3. A row that was changed keeps its key, unless another key's row was more like it. Then it was moved and changed:
 *    the key goes with it where there is one answer, and where there is not the row is in doubt.
 */
export function settleKeys(
  carrying: readonly KeyedRow[],
  known: KnownRows,
  newKey: () => string,
  left: readonly LeftKey[] = [],
): SettledRow[] {
  const doubtful = new Set(carrying.filter(({ key }) => key === DOUBT).map(({ number }) => number));
  const rows = carrying.map((row) => (row.key === DOUBT ? { ...row, key: '', seen: '' } : row));
  const given = new Map<number, string>();
  const taken = new Set<string>();
  const give = ({ number }: KeyedRow, key: string): void => {
    given.set(number, key);
    taken.add(key);
  };
  const open = (): KeyedRow[] => rows.filter(({ number }) => !given.has(number));
  const isLaunchedAs = (row: KeyedRow, key: string): boolean => known.get(key)?.includes(row.fingerprint) === true;

  for (const row of rows) if (row.key !== '' && !taken.has(row.key) && isLaunchedAs(row, row.key)) give(row, row.key);
  // A version that was restored has keys from before the launch: a row that says what a missing row was launched with is that row.
  const missing = missingPrints(rows, known);
  for (const row of open()) {
    if (row.key === '' || taken.has(row.key) || row.seen !== row.fingerprint) continue;
    const launched = known.has(row.key) ? undefined : missing.get(row.fingerprint)?.find((key) => !taken.has(key));
    give(row, launched ?? row.key);
  }

  const apart = [...open(), ...left];
  const lost = lostPrints(apart, known, taken);
  const moved = new Set<string>();
  for (const row of open()) {
    const key = lost.get(row.fingerprint)?.find((each) => !taken.has(each));
    if (key === undefined) continue;
    give(row, key);
    if (row.key === '') moved.add(key);
  }

  const settledPrints = rows.filter(({ number }) => given.has(number)).map(({ fingerprint }) => fingerprint);
  const gone = [...known.keys()].map((key) => ({ key, seen: '' }));
  const owners = new Set(rows.filter(({ number, key }) => given.get(number) === key).map(({ key }) => key));
  const doubted = settleChanged(
    open(),
    [...apart, ...gone],
    settledPrints,
    known,
    taken,
    give,
    owners,
    (key) =>
      // A row without a key is new, unless keys were deleted or left behind: it may be like one that was deleted.
      moved.size > 0 || apart.some((each) => each.key === key),
    doubtful,
  );
  return rows.map((row) => {
    const key = given.get(row.number);
    if (key !== undefined) return { ...row, key };
    return doubted.has(row.number) ? { ...row, key: '', inDoubt: true } : { ...row, key: newKey() };
  });
}

/** Launched keys that no row carries, by the fingerprints theirs had. */
function missingPrints(rows: readonly KeyedRow[], known: KnownRows): Map<string, string[]> {
  const carried = new Set(rows.map(({ key }) => key));
  const missing = new Map<string, string[]>();
  for (const [key, prints] of known) if (!carried.has(key)) for (const print of prints) push(missing, print, key);
  return missing;
}

/** Keys without a row, by the fingerprints theirs had; those that were launched first. */
function lostPrints(open: readonly LeftKey[], known: KnownRows, taken: ReadonlySet<string>): Map<string, string[]> {
  const lost = new Map<string, string[]>();
  const add = (print: string, key: string): void => {
    const keys = lost.get(print);
    if (keys === undefined) lost.set(print, [key]);
    else if (!keys.includes(key)) keys.push(key);
  };
  for (const [key, prints] of known) if (!taken.has(key)) for (const print of prints) add(print, key);
  for (const { key, seen } of open) if (key !== '' && seen !== '' && !taken.has(key)) add(seen, key);
  return lost;
}

/** Rows that say nothing any key was seen with. The answer names those in doubt. */
function settleChanged(
  open: readonly KeyedRow[],
  left: readonly LeftKey[],
  settledPrints: readonly string[],
  known: KnownRows,
  taken: ReadonlySet<string>,
  give: (row: KeyedRow, key: string) => void,
  owners: Set<string>,
  isLeftBehind: (key: string) => boolean,
  doubtful: ReadonlySet<number>,
): ReadonlySet<number> {
  const doubted = new Set<number>();
  const carried = new Map<string, string>();
  for (const { key, seen } of left)
    if (key !== '' && !taken.has(key) && !carried.has(key)) carried.set(key, seen || (known.get(key)?.slice(-1)[0] ?? ''));
  if (carried.size === 0) return doubted;
  const { likeness, nearness } = comparison(carried, settledPrints);
  const best = new Map(open.map((row) => [row.number, bestOf(row, carried, candidatesFor(row), nearness)]));
  function candidatesFor(row: KeyedRow): ReadonlyMap<string, number> {
    const scores = likeness(row.fingerprint);
    const { shows } = row;
    // It shows the ads of that key.
    if (shows !== undefined && carried.has(shows)) scores.set(shows, (scores.get(shows) ?? 0) + 1);
    return scores;
  }
  const chosen = ({ number }: KeyedRow): Best => best.get(number) ?? NONE;
  // The rows that are surest of their key choose first; of those that are equally sure, the one that carries it.
  const order = [...open].sort(
    (a, b) => chosen(b).score - chosen(a).score || Number(chosen(b).key === b.key) - Number(chosen(a).key === a.key),
  );
  const undecided = order.filter((row) => {
    const { key, isSure } = chosen(row);
    // A row without a key, or a copy of one that has its key, may be like one that was launched and be new all the same.
    const isCopy = row.key === '' || owners.has(row.key);
    const mayMove = isSure && (!isCopy || row.shows === key || isLeftBehind(key));
    if (key === '' || taken.has(key) || (key !== row.key && !mayMove)) return true;
    give(row, key);
    if (key === row.key) owners.add(key);
    return false;
  });
  for (const row of undecided) {
    const { own, score } = chosen(row);
    const isFree = own >= 0 && !taken.has(row.key);
    if (isFree && !known.has(row.key)) give(row, row.key);
    else if (row.key === '' ? mayBeLost(row) : !owners.has(row.key) && (isFree || score > 0) && isAnyLost(carried, known, taken))
      doubted.add(row.number);
  }
  return doubted;

  /** Whether a row without a key says what a launched row said that is nowhere any more. */
  function mayBeLost({ number, fingerprint, shows }: KeyedRow): boolean {
    if (doubtful.has(number) && isAnyLost(carried, known, taken)) return true;
    return [...carried.keys()].some((key) => {
      if (taken.has(key) || !known.has(key)) return false;
      if (shows === key || nearness(fingerprint, key) >= SURE) return true;
      return isLeftBehind(key) && (nearness(fingerprint, key) >= SOME || overlap(fingerprint, carried.get(key) ?? '') >= SURE);
    });
  }
}

interface Best {
  readonly key: string;
  readonly score: number;
  /** How like the row is to its own key; below 0 where it has none that is free. */
  readonly own: number;
  /** It is like this key alone. */
  readonly isSure: boolean;
}

const NONE: Best = { key: '', score: 0, own: -1, isSure: false };

/** Parts of the own words of a row that say: it is that one; it may be. */
const SURE = 0.6;
const SOME = 0.01;

/** The score of one thing that only this row says. */
const ONE = 1;

function bestOf(
  row: KeyedRow,
  carried: ReadonlyMap<string, string>,
  scores: ReadonlyMap<string, number>,
  nearness: (fingerprint: string, key: string) => number,
): Best {
  const own = carried.has(row.key) ? (scores.get(row.key) ?? 0) : -1;
  let best = { key: own >= 0 ? row.key : '', score: Math.max(own, 0) };
  for (const [key, score] of scores) if (score > best.score + 1e-9) best = { key, score };
  const others = [...scores].filter(([key]) => key !== best.key).map(([, score]) => score);
  const isAlone = best.score >= ONE && best.score - Math.max(0, ...others) >= ONE / 2;
  const isNear = nearness(row.fingerprint, best.key) >= (row.shows === best.key ? SOME : SURE);
  return { ...best, own, isSure: isAlone && isNear };
}

const isAnyLost = (carried: ReadonlyMap<string, string>, known: KnownRows, taken: ReadonlySet<string>): boolean =>
  [...carried.keys()].some((key) => known.has(key) && !taken.has(key));

/** Of the words of a row, chosen ones aside, how many a fingerprint has too: 0 to 1. */
function overlap(fingerprint: string, print: string): number {
  const words = partsOf(print).filter((part) => !part.startsWith(CHOSEN));
  const parts = new Set(partsOf(fingerprint));
  return words.length === 0 ? 0 : words.filter((part) => parts.has(part)).length / words.length;
}

interface Comparison {
  /** How much a fingerprint has in common with those of the keys. What few rows say counts most. */
  likeness(fingerprint: string): Map<string, number>;
  /** Of the words that only a key's row has, how many a fingerprint has too: 0 to 1. */
  nearness(fingerprint: string, key: string): number;
}

function comparison(prints: ReadonlyMap<string, string>, others: readonly string[]): Comparison {
  const keysBy = new Map<string, string[]>();
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  /** Rows that say the same in every column count as one: their words are still their own. */
  const counted = (print: string): string[] => {
    const parts = partsOf(print);
    if (!seen.has(print)) for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
    seen.add(print);
    return parts;
  };
  for (const [key, print] of prints) for (const part of counted(print)) push(keysBy, part, key);
  for (const print of others) counted(print);
  return {
    likeness(fingerprint) {
      const scores = new Map<string, number>();
      for (const part of partsOf(fingerprint)) {
        const count = counts.get(part) ?? 0;
        // What many rows say tells none of them from another.
        if (count > COMMON) continue;
        for (const key of keysBy.get(part) ?? []) scores.set(key, (scores.get(key) ?? 0) + 1 / count);
      }
      return scores;
    },
    nearness(fingerprint, key) {
      const own = partsOf(prints.get(key) ?? '').filter((part) => !part.startsWith(CHOSEN) && counts.get(part) === 1);
      if (own.length === 0) return 0;
      const parts = new Set(partsOf(fingerprint));
      return own.filter((part) => parts.has(part)).length / own.length;
    },
  };
}

const COMMON = 8;

function push(lists: Map<string, string[]>, name: string, item: string): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [item]);
  else list.push(item);
}

/** A mark of what a row's ad columns say, wherever they stand: of all of it, and of each column. Equal rows have equal marks. */
export function fingerprintOf(layout: Layout, row: SheetRow): string {
  const said = layout.columns
    .filter(({ key, position }) => key !== READY && !isBlank(row.cells[position]?.value))
    .map((placed) => ({ text: textOf(placed, row), part: partOf(placed, row) }))
    .sort((a, b) => (a.text < b.text ? -1 : 1));
  return [hash(said.map(({ text }) => text).join('\n')), ...said.map(({ part }) => part)].join('.').slice(0, 2_000);
}

const textOf = ({ key, position }: PlacedColumn, row: SheetRow): string => `${key}=${row.cells[position]?.shown.trim()}`;

const partOf = (placed: PlacedColumn, row: SheetRow): string =>
  (isChosen(placed.column) ? CHOSEN : '') + hash(textOf(placed, row)).replace('-', '').slice(0, 5);

/** Before the parts of columns in which one of some things is chosen, or an id is given: rows that have nothing else in common say the same there. */
const CHOSEN = '-';

const isChosen = ({ list, choices, holds }: Column): boolean =>
  list !== undefined || choices !== undefined || holds === 'id' || holds === 'ids';

/** The keys of the columns that say something now which was not said when the row had that fingerprint. */
export function changedColumns(layout: Layout, row: SheetRow, before: string): string[] {
  const then = new Set(partsOf(before));
  return layout.columns
    .filter(({ key, position }) => key !== READY && !isBlank(row.cells[position]?.value))
    .filter((placed) => !then.has(partOf(placed, row)))
    .map(({ key }) => key);
}

const partsOf = (fingerprint: string): string[] => [...new Set(fingerprint.split('.').slice(1))];

/** Makes keys that no other seed makes: no number, no date, no formula. */
export function keyMaker(seed: string): () => string {
  let made = 0;
  return () => `R-${hash(`${seed} ${made++}`).replace('-', '').toUpperCase()}`;
}

/** FNV-1a over UTF-16 units, twice with different starts: 64 bits, enough to tell a sheet's rows apart. */
function hash(text: string): string {
  const run = (start: number): string => {
    let state = start;
    for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
    return (state >>> 0).toString(36);
  };
  return `${run(0x811c9dc5)}-${run(0x9747b28c)}`;
}
