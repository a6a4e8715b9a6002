import type { Fault } from '../errors.ts';
import { refuseFaults } from '../refusal.ts';
import { join } from './faults.ts';

export interface Warning {
  readonly path: string;
  readonly code: string;
  readonly message: string;
  /** Where a fact of a platform comes from, and the day it was read there. */
  readonly source?: string | undefined;
}

/** The sentence with its source, where both are one text. */
export const withItsSource = ({ message, source }: Pick<Warning, 'message' | 'source'>): string =>
  source === undefined ? message : `${message} (${source})`;

/** The first hundred warnings of a request, and the number of the rest. */
export interface Warnings {
  /** `word` is called only for a listed warning. */
  add(word: () => Warning): void;
  list(): Warning[];
}

const MOST_WARNINGS = 100;

/** @param more the warning that stands for the rest */
export function createWarnings(more: (count: number) => Warning): Warnings {
  const told: Warning[] = [];
  let untold = 0;
  return {
    add(word) {
      if (told.length < MOST_WARNINGS) told.push(word());
      else untold += 1;
    },
    list: () => (untold === 0 ? told : [...told, more(untold)]),
  };
}

export const unknownFieldWarnings = (): Warnings =>
  createWarnings((count) => ({
    path: '',
    code: 'unknown_fields',
    message: `${count} more ${count === 1 ? 'field is' : 'fields are'} not known here and ${count === 1 ? 'was' : 'were'} ignored.`,
  }));

/** A set where many objects are compared with the same names. */
type Known = readonly string[] | ReadonlySet<string>;

/**
 * Warns of each unknown member, with the probable known name. Throws for those that cannot be
 * ignored (`mayCost`).
 */
export function warnOfUnknown(warnings: Warnings, value: object, known: Known, path: string): void {
  const strangers = strangersIn(value, known);
  refuseFaults(
    strangers.filter(mayCost).map((name) => unknownField(join(path, name), name, known)),
  );
  for (const name of strangers)
    warnings.add(() => {
      const nearest = nearestName(name, [...known]);
      return {
        path: join(path, name),
        code: 'unknown_field',
        message: `${name} is not a field here and was ignored.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
      };
    });
}

export function strangersIn(value: object, known: Known): readonly string[] {
  const names: ReadonlySet<string> = known instanceof Set ? known : new Set(known);
  return Object.keys(value).filter((name) => !names.has(name));
}

const MOST_NAMED = 30;

/** The refusal of a name that is not ignored. */
export function unknownField(path: string, name: string, known: Known): Fault {
  const names = [...known];
  const nearest = nearestName(name, names);
  const all =
    names.length === 0 || names.length > MOST_NAMED ? '' : ` Known are ${names.join(', ')}.`;
  const hint = nearest === undefined ? all : ` Did you mean ${nearest}?`;
  return {
    path,
    code: 'unknown_field',
    message: `${name.slice(0, 100)} is not known here, so nothing was done.${hint}`,
  };
}

/** Names that mean that nothing should happen yet. */
const DRY = /^(is)?(dry(run)?|validate(only)?|preview(only)?|test(mode|only|run)?|simulate)$/;
const MONEY = /budget|cap|limit|max|bid/;
const HARMLESS = /caption|capital|capture|capacity|capabilit|escape|landscape|forbid/g;

/** Whether an unknown name means a dry run, a limit or money: whoever sends it counts on it. */
function mayCost(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return DRY.test(plain) || MONEY.test(plain.replace(HARMLESS, ''));
}

/** Longer names have no neighbour, and comparing would cost too much. */
const LONGEST_COMPARED = 64;

/** The closest known name, if close enough to be meant. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_COMPARED) return undefined;
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const wanted = plain(name);
  let best: { readonly each: string; readonly distance: number } | undefined;
  for (const each of known) {
    const distance = editDistance(wanted, plain(each));
    if (best === undefined || distance < best.distance) best = { each, distance };
  }
  return best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length / 3))
    ? best.each
    : undefined;
}

/**
 * Insertions, deletions, replacements and swaps of neighbours (Damerau-Levenshtein, where no letter
 * is touched twice). Keeps three rows.
 */
function editDistance(a: string, b: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (row: readonly number[] | undefined, j: number): number =>
    row?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
          ? at(before, j - 2) + 1
          : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, swapped, at(last, j) + 1, at(row, j - 1) + 1));
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}
