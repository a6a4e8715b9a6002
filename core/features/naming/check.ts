import type { Fault } from '../../base/errors.ts';
import { join } from '../../base/schema/faults.ts';
import {
  type Convention,
  isRequired,
  type NameField,
  type NameValues,
} from '../../sheet/names/convention.ts';
import {
  type Alternative,
  alternativesOf,
  common,
  type Segment,
  valueIn,
} from '../../sheet/names/segments.ts';
import { edgesOf, optionsOf } from '../../sheet/names/value.ts';

/**
 * What keeps a convention from being saved. One that passes can be read back: parse(render(x)) = x.
 */
export function conventionFaults(convention: Convention): readonly Fault[] {
  const faults = convention.fields.flatMap((field, index) =>
    fieldFaults(convention, field, join('fields', index)),
  );
  if (!convention.fields.some(isRequired))
    faults.push({
      path: 'fields',
      code: 'all_optional',
      message: 'At least one field is required: a name may not be empty.',
    });
  return faults.length > 0 ? faults : clashFaults(convention);
}

const BLANK_EDGE =
  'Blanks at the beginning of a name are cut off. Let this marker begin with something else.';
const SEPARATOR_EDGE = 'begins or ends with a character of the separator.';

function fieldFaults(convention: Convention, field: NameField, path: string): Fault[] {
  const { key, source, options = [], token, marker = '' } = field;
  const fault = (member: string, code: string, message: string): Fault => ({
    path: join(path, member),
    code,
    message,
  });
  const isDouble = convention.fields.find((each) => each.key === key) !== field;
  const mayBeFirst = !convention.fields.slice(0, convention.fields.indexOf(field)).some(isRequired);
  const edges = edgesOf(convention.separator);
  const held = source === 'option' ? [...optionsOf(field), marker] : [marker];
  const bad = held.find(
    (text) =>
      text !== '' &&
      (edges.includes(text.charAt(0)) || edges.includes(text.charAt(text.length - 1))),
  );
  return [
    ...(isDouble ? [fault('key', 'double_key', `Two fields have the key ${key}.`)] : []),
    ...(source === 'option' && options.length === 0
      ? [fault('options', 'missing_field', 'Give the options of this field.')]
      : []),
    ...(source === 'token' && token === undefined
      ? [fault('token', 'missing_field', 'Say which token fills this field.')]
      : []),
    ...(mayBeFirst && marker !== marker.trimStart()
      ? [fault('marker', 'blank_edge', BLANK_EDGE)]
      : []),
    ...(edges !== '' && bad !== undefined
      ? [
          fault(
            bad === marker ? 'marker' : 'options',
            'separator_edge',
            `"${bad}" ${SEPARATOR_EDGE}`,
          ),
        ]
      : []),
  ];
}

function clashFaults(convention: Convention): Fault[] {
  const clash = clashOf(convention);
  if (clash === undefined) return [];
  if (clash === 'undecided') {
    const message =
      'There are too many ways to read names of these fields. Use fewer options, or options without the separator.';
    return [{ path: 'fields', code: 'too_complex', message }];
  }
  const told = (values: object) =>
    Object.entries(values)
      .map(([key, value]) => `${key} ${value}`)
      .join(', ');
  const [one, other] = clash.between;
  const message = `Fields ${one} and ${other} clash: the name "${clash.name}" could be read as ${told(clash.first)} or as ${told(clash.second)}. Require both, use other options, or give one a marker that no value of the other begins with.`;
  return [{ path: 'fields', code: 'cannot_be_read_back', message }];
}

/** Two rows of values that make the same name: the convention cannot be read back. */
interface Clash {
  readonly name: string;
  readonly between: readonly [string, string];
  readonly first: NameValues;
  readonly second: NameValues;
}

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

/** A reading of the name so far: the field, and how much of which choice of it was read. */
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
  /** The first two fields that share a segment. Absent: the values are the same. */
  readonly between?: Clash['between'] | undefined;
}

/** Enough for 30 fields of 200 options, in less than a second. */
const MOST_PAIRS = 100_000;

/**
 * Reads every possible name in two ways at once, segment by segment, each pair of places once, and
 * stops at the first name with two readings. `undecided` beyond `MOST_PAIRS`.
 */
export function clashOf(convention: Convention): Clash | 'undecided' | undefined {
  const fields = convention.fields.map((field) =>
    choicesOf(field.key, alternativesOf(convention, field)),
  );
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
          between:
            between ?? (a.field === b.field ? undefined : [keyAt(fields, a), keyAt(fields, b)]),
        });
      }
    }
  }
  return undefined;
}

function choicesOf(key: string, alternatives: readonly Alternative[]): Choices {
  const all = alternatives
    .filter(({ segments }) => segments.length > 0)
    .map((each, position) => ({ ...each, position }));
  const byText = new Map<string, Choice[]>();
  const patterns: Choice[] = [];
  for (const choice of all) {
    const [first] = choice.segments;
    if (first === undefined || !('text' in first)) patterns.push(choice);
    else byText.set(first.text, [...(byText.get(first.text) ?? []), choice]);
  }
  return { key, mayBeAbsent: all.length < alternatives.length, all, byText, patterns };
}

const keyAt = (fields: readonly Choices[], { field }: Pick<Reading, 'field'>) =>
  fields[field]?.key ?? '';

const placeOf = ({ field, choice, at }: Reading) => `${field}.${choice?.position ?? ''}.${at}`;

const maySkip = (fields: readonly Choices[], { field, choice }: Reading) =>
  choice === undefined && fields[field]?.mayBeAbsent === true;

/** The choices that may come next; those that `like` may fit. */
function nextChoices(
  fields: readonly Choices[],
  { field, choice }: Reading,
  like?: Segment,
): readonly Choice[] {
  if (choice !== undefined) return [choice];
  const next = fields[field];
  if (next === undefined) return [];
  return like !== undefined && 'text' in like
    ? [...(next.byText.get(like.text) ?? []), ...next.patterns]
    : next.all;
}

function moved(
  fields: readonly Choices[],
  { field, at, values }: Reading,
  choice: Choice,
  text: string,
): Reading {
  const segment = choice.segments[at];
  const value = choice.option ?? (segment && valueIn(segment, text)) ?? '';
  const known = { ...values, [keyAt(fields, { field })]: value };
  return at + 1 < choice.segments.length
    ? { field, choice, at: at + 1, values: known }
    : { field: field + 1, at: 0, values: known };
}
