import { join } from './faults.ts';

export interface Warning {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

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

/** Warns of each unknown member, with the probable known name. */
export function warnOfUnknown(warnings: Warnings, value: object, known: Known, path: string): void {
  const names: ReadonlySet<string> = known instanceof Set ? known : new Set(known);
  for (const name of Object.keys(value)) {
    if (names.has(name)) continue;
    warnings.add(() => {
      const nearest = nearestName(name, [...known]);
      return {
        path: join(path, name),
        code: 'unknown_field',
        message: `${name} is not a field here and was ignored.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
      };
    });
  }
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
  return best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length / 3)) ? best.each : undefined;
}

/**
 * Insertions, deletions, replacements and swaps of neighbours (Damerau-Levenshtein, where no letter is touched twice). Keeps
 * three rows.
 */
function editDistance(a: string, b: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (row: readonly number[] | undefined, j: number): number => row?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(before, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, swapped, at(last, j) + 1, at(row, j - 1) + 1));
    }
    [before, last] = [last, row];
  }
  return at(last, b.length);
}
