import type { Convention, NameValues } from './convention.ts';
import { type Alternative, alternativesOf, valueIn } from './segments.ts';

/**
 * The values a name was made of, the only ones where `clashOf` finds nothing; undefined where the
 * convention did not make it.
 */
export function parse(convention: Convention, name: string): NameValues | undefined {
  const segments = name === '' ? [] : name.split(convention.separator);
  const fields = convention.fields.map((field) => ({
    key: field.key,
    alternatives: alternativesOf(convention, field),
  }));
  // Dead ends are remembered: the time grows with fields times segments.
  const dead = new Set<string>();

  const from = (field: number, segment: number): NameValues | undefined => {
    const place = `${field} ${segment}`;
    const next = fields[field];
    if (next === undefined) return segment === segments.length ? {} : undefined;
    if (dead.has(place)) return undefined;
    for (const alternative of next.alternatives) {
      const value = match(alternative, segments, segment);
      if (value === undefined) continue;
      const rest = from(field + 1, segment + alternative.segments.length);
      if (rest !== undefined)
        return alternative.segments.length === 0 ? rest : { [next.key]: value, ...rest };
    }
    dead.add(place);
    return undefined;
  };
  return from(0, 0);
}

function match(
  { segments, option }: Alternative,
  name: readonly string[],
  start: number,
): string | undefined {
  let value = '';
  for (const [offset, segment] of segments.entries()) {
    const found = valueIn(segment, name[start + offset] ?? '');
    if (found === undefined) return undefined;
    value = found;
  }
  return option ?? value;
}
