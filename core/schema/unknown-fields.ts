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

/** Insertions, deletions and replacements that turn one word into the other (Levenshtein). */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const replace = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(replace, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
