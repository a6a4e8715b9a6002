import type { Convention, NameValues } from './convention.ts';
import { type Alternative, alternativesOf, common, type Segment, valueIn } from './segments.ts';

/** Two rows of values that make the same name: the convention cannot be read back. */
export interface Clash {
  readonly name: string;
  readonly first: NameValues;
  readonly second: NameValues;
}

/** One reading of the name so far: which field is next, and what is left of the one before. */
interface Reading {
  readonly field: number;
  readonly left: readonly Segment[];
  readonly option?: string | undefined;
  readonly values: NameValues;
}

interface Pair {
  readonly a: Reading;
  readonly b: Reading;
  readonly name: readonly string[];
  /** Whether the readings gave some segment to different fields, or to different options. Only then their values differ. */
  readonly differ: boolean;
}

/**
 * Reads every possible name in two ways at once, segment by segment, and stops at the first that has two readings. What was
 * reached once is not gone through again, so the time is bounded by the square of the convention's size.
 */
export function clashOf(convention: Convention): Clash | undefined {
  const choices = convention.fields.map((field) => alternativesOf(convention, field));
  const keys = convention.fields.map(({ key }) => key);
  const start: Reading = { field: 0, left: [], values: {} };
  const open: Pair[] = [{ a: start, b: start, name: [], differ: false }];
  const seen = new Set<string>();
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const place = JSON.stringify([placeOf(pair.a), placeOf(pair.b), pair.differ]);
    if (seen.has(place)) continue;
    seen.add(place);
    const { a, b, name, differ } = pair;
    if (a.left.length === 0 && a.field < choices.length) {
      for (const choice of choices[a.field] ?? []) open.push({ ...pair, a: taken(a, choice) });
      continue;
    }
    if (b.left.length === 0 && b.field < choices.length) {
      for (const choice of choices[b.field] ?? []) open.push({ ...pair, b: taken(b, choice) });
      continue;
    }
    const [segmentA, segmentB] = [a.left[0], b.left[0]];
    if (segmentA === undefined && segmentB === undefined) {
      if (differ && name.length > 0) return { name: name.join(convention.separator), first: a.values, second: b.values };
      continue;
    }
    if (segmentA === undefined || segmentB === undefined) continue;
    const text = common(segmentA, segmentB);
    if (text === undefined) continue;
    const [nextA, nextB] = [moved(a, segmentA, text, keys), moved(b, segmentB, text, keys)];
    open.push({ a: nextA, b: nextB, name: [...name, text], differ: differ || a.field !== b.field || a.option !== b.option });
  }
  return undefined;
}

const placeOf = ({ field, left, option }: Reading): unknown => [field, left, option];

const taken = ({ field, values }: Reading, { segments, option }: Alternative): Reading => ({
  field: field + 1,
  left: segments,
  option,
  values,
});

function moved(reading: Reading, segment: Segment, text: string, keys: readonly string[]): Reading {
  const key = keys[reading.field - 1] ?? '';
  const value = reading.option ?? valueIn(segment, text) ?? '';
  return { ...reading, left: reading.left.slice(1), values: { ...reading.values, [key]: value } };
}
