import type { Attribute, Compare, Condition, NumberOf, Provably } from '../schema/condition.ts';
import type { NumberReader } from './read-number.ts';
import { createReader, type Reader } from './tokens.ts';
import { CellFault, createNames, plain, type RuleWords } from './words.ts';

/**
 * `cost per result of the last 7 days > 30 and spend > 90`,
 * `cost per result of the last 7 days is provably above 36`, `name contains "sale"`, `rejected`;
 * joined by and, or, not and brackets. Throws a `CellFault`.
 */
export function readCondition(cell: string, words: RuleWords, numbers: NumberReader): Condition {
  const reader = createReader(cell);
  const attributes = createNames(words.attributes.map((attr) => [attr, attr]));

  const any = (): Condition => joined('or', all, (parts) => ({ any: parts }));
  const all = (): Condition => joined('and', one, (parts) => ({ all: parts }));
  const joined = (
    word: string,
    part: () => Condition,
    of: (parts: readonly Condition[]) => Condition,
  ): Condition => {
    const parts = [part()];
    while (reader.takes(word)) parts.push(part());
    const [first] = parts;
    return parts.length === 1 && first !== undefined ? first : of(parts);
  };
  const one = (): Condition => {
    if (reader.takes('not')) return { not: one() };
    if (reader.takes('rejected')) return { event: 'rejected' };
    if (opensCondition(reader)) {
      reader.take();
      const inner = any();
      if (!reader.takes(')')) throw new CellFault('A bracket is not closed.');
      return inner;
    }
    const attr = attributes(reader.words());
    if (attr !== undefined) {
      reader.skip(attr.words);
      return readAttribute(reader, attr.is);
    }
    return readComparison(reader, numbers);
  };
  const condition = any();
  if (!reader.isAtEnd())
    throw new CellFault(
      `“${reader.rest()}” was not expected here. Conditions are joined by and, or.`,
    );
  return condition;
}

/** A bracket with a comparison holds a condition, not a part of a number. */
function opensCondition(reader: Reader): boolean {
  if (reader.peek()?.text !== '(') return false;
  let depth = 0;
  for (let i = 0; reader.peek(i) !== undefined; i++) {
    const { is, text } = reader.peek(i) ?? { is: 'sign', text: '' };
    if (text === '(' && is === 'sign') depth += 1;
    if (text === ')' && is === 'sign') depth -= 1;
    if (depth === 0) return false;
    if (is === 'sign' && ['>', '<', '>=', '<=', '=', '!='].includes(text)) return true;
    if (
      is === 'word' &&
      ['is', 'in', 'contains', 'matches', 'rejected', 'provably', 'between'].includes(
        text.toLowerCase(),
      )
    )
      return true;
  }
  return false;
}

const ops: readonly (readonly [words: readonly string[], op: Attribute['op']])[] = [
  [['is', 'one', 'of'], 'in'],
  [['is', 'none', 'of'], 'notIn'],
  [['is', 'not'], 'isNot'],
  [['does', 'not', 'contain'], 'notContains'],
  [['not', 'in'], 'notIn'],
  [['is'], 'is'],
  [['in'], 'in'],
  [['contains'], 'contains'],
  [['matches'], 'matches'],
  [['!='], 'isNot'],
  [['='], 'is'],
];

function readAttribute(reader: Reader, attr: string): Attribute {
  const op = ops.find(([texts]) => reader.takes(...texts))?.[1];
  if (op === undefined)
    throw new CellFault(
      `After ${attr} comes is, is not, in, not in, contains, does not contain or matches, then a text.`,
    );
  const values = [readValue(reader, attr)];
  while ((op === 'in' || op === 'notIn') && reader.takes(',')) values.push(readValue(reader, attr));
  const [value = ''] = values;
  // The service refuses unknown attributes.
  return {
    attr: attr as Attribute['attr'],
    op,
    value: op === 'in' || op === 'notIn' ? values : value,
  };
}

function readValue(reader: Reader, attr: string): string | number {
  const token = reader.take();
  if (token?.is === 'number') return token.value;
  if (token === undefined || token.is === 'sign')
    throw new CellFault(`Say what ${attr} is compared with, in quotation marks.`);
  return token.text;
}

const comparing: readonly (readonly [words: readonly string[], is: Compare['is']])[] = [
  [['is', 'above'], '>'],
  [['is', 'below'], '<'],
  [['is', 'at', 'least'], '>='],
  [['is', 'at', 'most'], '<='],
  [['is', 'not'], '!='],
  [['is'], '='],
  ...(['>=', '<=', '!=', '>', '<', '='] as const).map((sign) => [[sign], sign] as const),
];

function readComparison(reader: Reader, numbers: NumberReader): Condition {
  const left = numbers.read(reader);
  const how = provablyAt(reader);
  if (how !== undefined) return provable(left, how, numbers.read(reader));
  if (reader.takes('is', 'between') || reader.takes('between')) {
    const from = numbers.read(reader);
    if (!reader.takes('and')) throw new CellFault('Write: between 10 and 20.');
    return { left, is: 'between', right: [from, numbers.read(reader)] };
  }
  const is = comparing.find(([texts]) => reader.takes(...texts))?.[1];
  if (is === undefined)
    throw new CellFault(
      reader.isAtEnd()
        ? 'A comparison is missing: > 30, is below 2, between 1 and 3.'
        : `“${reader.rest()}” is no comparison. Write > 30, >= 30, < 30, is provably above 30, between 10 and 20.`,
    );
  return { left, is, right: numbers.read(reader), ...consecutive(reader) };
}

function provablyAt(reader: Reader): Provably['provably'] | undefined {
  for (const how of ['above', 'below'] as const)
    if (reader.takes('is', 'provably', how) || reader.takes('provably', how)) return how;
  return undefined;
}

/** `on 3 days in a row`. */
function consecutive(reader: Reader): { readonly consecutive?: number } {
  const count = reader.peek(1);
  if (reader.peek()?.text.toLowerCase() !== 'on' || count?.is !== 'number') return {};
  reader.skip(2);
  if (!reader.takes('days', 'in', 'a', 'row'))
    throw new CellFault(`Write: on ${count.text} days in a row.`);
  return { consecutive: count.value };
}

const provableMetrics: readonly Provably['metric'][] = [
  'costPerResult',
  'cpc',
  'ctr',
  'conversionRate',
];

function provable(left: NumberOf, provably: Provably['provably'], than: NumberOf): Provably {
  const found = typeof left === 'object' && 'metric' in left ? left : undefined;
  const metric = provableMetrics.find(
    (each) => found !== undefined && plain(each) === plain(found.metric),
  );
  if (metric === undefined || found?.window === undefined || found.of !== undefined)
    throw new CellFault(
      'Provably above or below can be cost per result, CPC, CTR or conversion rate, of the entity itself, with its days: cost per result of the last 7 days is provably above 36.',
    );
  return { provably, metric, than, window: found.window };
}
