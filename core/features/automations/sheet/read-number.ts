import { defined } from '../../../base/defined.ts';
import type { NumberOf } from '../schema/condition.ts';
import type { Window } from '../schema/rule.ts';
import type { Reader } from './tokens.ts';
import { CellFault, createNames, type RuleWords } from './words.ts';

export type Windows = Map<string, Window>;

type Atom = Exclude<NumberOf, number>;

export interface NumberReader {
  /** Throws a `CellFault` where no number follows. */
  read(reader: Reader): NumberOf;
  /** A metric with its days, where one comes next. */
  metric(reader: Reader): Extract<NumberOf, { metric: unknown }> | undefined;
}

/** `30`, `cost per result of the last 7 days`, `2 * daily budget`, `targetCost`. */
export function createNumberReader(
  words: RuleWords,
  params: readonly string[],
  windows: Windows,
): NumberReader {
  const metrics = createNames(
    words.metrics.flatMap(({ key, label, aliases }) =>
      [key, label, ...aliases].map((n) => [n, key]),
    ),
  );
  const others = createNames<Atom>([
    ...words.numbers.map((attr) => [attr, { attr } as Atom] as const),
    ...params.map((param) => [param, { param }] as const),
  ]);

  const metric = (reader: Reader) => {
    const named = metrics(reader.words());
    if (named === undefined) return undefined;
    reader.skip(named.words);
    const of = readOf(reader);
    const window = readWindow(reader, windows);
    // The service refuses unknown metrics.
    return { metric: named.is, ...defined({ window, of }) } as Extract<
      NumberOf,
      { metric: unknown }
    >;
  };

  const atom = (reader: Reader): NumberOf => {
    const next = reader.peek();
    if (next?.is === 'sign' && next.text === '-') {
      reader.take();
      const value = atom(reader);
      return typeof value === 'number' ? -value : { fn: '-', args: [0, value] };
    }
    if (reader.takes('(')) {
      const inner = sum(reader);
      if (!reader.takes(')')) throw new CellFault('A bracket is not closed.');
      return inner;
    }
    if (next?.is === 'number') {
      reader.take();
      return next.value;
    }
    const measured = metric(reader);
    if (measured !== undefined) return measured;
    const other = others(reader.words());
    if (other !== undefined) {
      reader.skip(other.words);
      return other.is;
    }
    throw new CellFault(
      reader.isAtEnd()
        ? 'A number is missing at the end.'
        : `“${reader.rest()}” begins with no number, metric or attribute. Such are: ${words.metrics
            .slice(0, 6)
            .map(({ label }) => label.toLowerCase())
            .join(', ')}, daily budget.`,
    );
  };

  const chain = (
    reader: Reader,
    part: (of: Reader) => NumberOf,
    signs: readonly string[],
  ): NumberOf => {
    let left = part(reader);
    for (;;) {
      const fn = signs.find((sign) => reader.takes(sign));
      if (fn === undefined) return left;
      left = { fn: fn as '+' | '-' | '*' | '/', args: [left, part(reader)] };
    }
  };
  const product = (reader: Reader): NumberOf => chain(reader, atom, ['*', '/']);
  const sum = (reader: Reader): NumberOf => chain(reader, product, ['+', '-']);
  return { read: sum, metric };
}

const levels = ['parent', 'campaign', 'account', 'siblings'] as const;

function readOf(reader: Reader): (typeof levels)[number] | undefined {
  for (const level of levels)
    if (reader.takes('of', level) || reader.takes('of', 'the', level)) return level;
  return undefined;
}

const PRESETS: readonly (readonly [words: readonly string[], preset: string])[] = [
  [['today'], 'today'],
  [['yesterday'], 'yesterday'],
  [['this', 'week'], 'weekToDate'],
  [['this', 'month'], 'monthToDate'],
  [['since', 'launch'], 'sinceLaunch'],
  [['since', 'last', 'action'], 'sinceLastAction'],
];

/**
 * `last 7 days`, `last 7 days with today`, `3 days before`, `today`, `this month`. Answers the name
 * of the window.
 */
function readWindow(reader: Reader, windows: Windows): string | undefined {
  const hadOf = reader.takes('of', 'the') || reader.takes('of') || reader.takes('in', 'the');
  const named = presetWindow(reader, windows) ?? lastDays(reader, windows);
  if (named === undefined) {
    if (hadOf)
      throw new CellFault(
        `“of ${reader.rest()}” names no days. Write such as: last 7 days, yesterday, this month.`,
      );
    return undefined;
  }
  const back = reader.peek();
  const isEarlier =
    back?.is === 'number' && reader.peek(1)?.text === 'days' && reader.peek(2)?.text === 'earlier';
  if (!isEarlier) return named;
  reader.skip(3);
  const name = `${named}_${back.value}_earlier`;
  windows.set(name, { sameAs: named, shiftDays: back.value });
  return name;
}

function presetWindow(reader: Reader, windows: Windows): string | undefined {
  for (const [texts, preset] of PRESETS)
    if (reader.takes(...texts)) {
      windows.set(preset, { preset } as Window);
      return preset;
    }
  return undefined;
}

function lastDays(reader: Reader, windows: Windows): string | undefined {
  if (!reader.takes('last')) return undefined;
  const count = reader.peek();
  if (count?.is !== 'number') throw new CellFault('Say how many days: last 7 days.');
  reader.take();
  if (!reader.takes('days') && !reader.takes('day'))
    throw new CellFault(`Write: last ${count.text} days.`);
  const withToday = reader.takes('with', 'today');
  const name = `last${count.value}${withToday ? 'today' : ''}`;
  windows.set(name, { days: count.value, endOffsetDays: withToday ? 0 : 1 });
  return name;
}
