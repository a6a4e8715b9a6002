import { join } from './faults.ts';

export interface Warning {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** Members of `value` that nobody reads, each with the known name it was probably meant to be. */
export function unknownFields(value: object, known: readonly string[], path: string): Warning[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      return {
        path: join(path, name),
        code: 'unknown_field',
        message: `${name} is not a field here and was ignored.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`,
      };
    });
}

/** The known name that is closest by spelling, if any is close enough to be meant. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const scored = known
    .map((each) => ({ each, distance: editDistance(plain(name), plain(each)) }))
    .sort((a, b) => a.distance - b.distance);
  const best = scored[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(plain(name).length / 3)) ? best.each : undefined;
}

/**
 * Insertions, deletions, replacements and swaps of neighbours that turn one word into the other: what
 * fingers do wrong (Damerau-Levenshtein, where no letter is touched twice).
 */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(replaced, swapped, at(i - 1, j) + 1, at(i, j - 1) + 1));
    }
  }
  return at(a.length, b.length);
}
