import type { Convention, NameValues } from './convention.ts';
import { type Alternative, alternativesOf, common, type Segment, valueIn } from './segments.ts';

/** Two rows of values that make the same name: the convention cannot be read back. */
interface Clash {
  readonly name: string;
  /** The two fields that may stand for one part of the name. */
  readonly between: readonly [string, string];
  readonly first: NameValues;
  readonly second: NameValues;
}

/** What one field can stand for, found by the text that it begins with. */
interface Choices {
  readonly key: string;
  readonly mayBeAbsent: boolean;
  readonly all: readonly Choice[];
  readonly byText: ReadonlyMap<string, readonly Choice[]>;
  readonly patterns: readonly Choice[];
}

interface Choice extends Alternative {
  readonly position: number;
}

/** One reading of the name so far: the field that is read, and how much of which choice; before the field without one. */
interface Reading {
  readonly field: number;
  readonly choice?: Choice | undefined;
  readonly at: number;
  readonly values: NameValues;
}

interface Pair {
  readonly a: Reading;
  readonly b: Reading;
  readonly name: readonly string[];
  /** The first two fields that the readings gave one segment to. Without them the values are the same. */
  readonly between?: Clash['between'] | undefined;
}

/** Pairs of readings that are looked at: enough for 30 fields of 200 options, and done in less than a second. */
const MOST_PAIRS = 100_000;

/**
 * Reads every possible name in two ways at once, segment by segment, and stops at the first that has two readings. What was
 * reached once is not gone through again. `undecided` where there is more to go through than is done for one request.
 */
export function clashOf(convention: Convention): Clash | 'undecided' | undefined {
  const fields = convention.fields.map((field) => choicesOf(field.key, alternativesOf(convention, field)));
  const start: Reading = { field: 0, at: 0, values: {} };
  const open: Pair[] = [{ a: start, b: start, name: [] }];
  const seen = new Set<string>();
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const place = `${placeOf(pair.a)} ${placeOf(pair.b)} ${pair.between !== undefined}`;
    if (seen.has(place)) continue;
    if (seen.size >= MOST_PAIRS) return 'undecided';
    seen.add(place);
    const { a, b, name, between } = pair;
    if (a.field === fields.length && b.field === fields.length && between !== undefined)
      return { name: name.join(convention.separator), between, first: a.values, second: b.values };
    if (maySkip(fields, a)) open.push({ ...pair, a: { ...a, field: a.field + 1 } });
    if (maySkip(fields, b)) open.push({ ...pair, b: { ...b, field: b.field + 1 } });
    for (const choiceA of nextChoices(fields, a)) {
      const segmentA = choiceA.segments[a.at];
      if (segmentA === undefined) continue;
      for (const choiceB of nextChoices(fields, b, segmentA)) {
        const segmentB = choiceB.segments[b.at];
        const text = segmentB && common(segmentA, segmentB, convention.separator);
        if (text === undefined) continue;
        open.push({
          a: moved(fields, a, choiceA, text),
          b: moved(fields, b, choiceB, text),
          name: [...name, text],
          between: between ?? (a.field === b.field ? undefined : [keyAt(fields, a), keyAt(fields, b)]),
        });
      }
    }
  }
  return undefined;
}

function choicesOf(key: string, alternatives: readonly Alternative[]): Choices {
  const all = alternatives.filter(({ segments }) => segments.length > 0).map((each, position) => ({ ...each, position }));
  const byText = new Map<string, Choice[]>();
  const patterns: Choice[] = [];
  for (const choice of all) {
    const [first] = choice.segments;
    if (first === undefined || !('text' in first)) patterns.push(choice);
    else byText.set(first.text, [...(byText.get(first.text) ?? []), choice]);
  }
  return { key, mayBeAbsent: all.length < alternatives.length, all, byText, patterns };
}

const keyAt = (fields: readonly Choices[], { field }: Pick<Reading, 'field'>): string => fields[field]?.key ?? '';

const placeOf = ({ field, choice, at }: Reading): string => `${field}.${choice?.position ?? ''}.${at}`;

const maySkip = (fields: readonly Choices[], { field, choice }: Reading): boolean =>
  choice === undefined && fields[field]?.mayBeAbsent === true;

/** The choices whose next segment may be that of a name; of a field that is begun, those that `like` may fit. */
function nextChoices(fields: readonly Choices[], { field, choice }: Reading, like?: Segment): readonly Choice[] {
  if (choice !== undefined) return [choice];
  const next = fields[field];
  if (next === undefined) return [];
  return like !== undefined && 'text' in like ? [...(next.byText.get(like.text) ?? []), ...next.patterns] : next.all;
}

function moved(fields: readonly Choices[], { field, at, values }: Reading, choice: Choice, text: string): Reading {
  const segment = choice.segments[at];
  const value = choice.option ?? (segment && valueIn(segment, text)) ?? '';
  const known = { ...values, [keyAt(fields, { field })]: value };
  return at + 1 < choice.segments.length
    ? { field, choice, at: at + 1, values: known }
    : { field: field + 1, at: 0, values: known };
}
