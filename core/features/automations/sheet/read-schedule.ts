import type * as v from 'valibot';
import { weekdays } from '../../../base/time/weekdays.ts';
import type { ruleEntries } from '../schema/rule.ts';
import type { NumberReader } from './read-number.ts';
import { createReader, type Reader } from './tokens.ts';
import { CellFault } from './words.ts';

type Schedule = v.InferInput<(typeof ruleEntries)['schedule']>;
type Rank = NonNullable<v.InferInput<(typeof ruleEntries)['rank']>>;
type Weekday = (typeof weekdays)[number];

const EXAMPLE =
  'Write such as: 08:00; 08:00, 18:00 on mon-fri; every hour; every 30 minutes between 08:00 and 20:00.';

/**
 * `08:00`, `08:00, 18:00 on mon-fri`, `every hour between 08:00 and 20:00`. Throws a `CellFault`.
 */
export function readSchedule(cell: string): Schedule {
  const reader = createReader(cell);
  const found: {
    at?: string[];
    everyMinutes?: number;
    days?: Weekday[];
    between?: [string, string];
  } = {};
  if (reader.takes('every')) found.everyMinutes = minutesAt(reader);
  else {
    found.at = [timeAt(reader)];
    while (reader.takes(',')) found.at.push(timeAt(reader));
  }
  if (reader.takes('on')) found.days = daysAt(reader);
  if (reader.takes('between')) {
    const from = timeAt(reader);
    if (!reader.takes('and')) throw new CellFault(EXAMPLE);
    found.between = [from, timeAt(reader)];
  }
  if (!reader.isAtEnd())
    throw new CellFault(`“${reader.rest()}” was not expected here. ${EXAMPLE}`);
  // The service knows the allowed intervals.
  return found as Schedule;
}

function minutesAt(reader: Reader): number {
  if (reader.takes('hour')) return 60;
  if (reader.takes('day')) return 1440;
  const count = reader.take();
  if (count?.is !== 'number') throw new CellFault(EXAMPLE);
  if (reader.takes('minutes')) return count.value;
  if (reader.takes('hours')) return count.value * 60;
  throw new CellFault(EXAMPLE);
}

/** `8:00` as well as `08:00`. */
function timeAt(reader: Reader): string {
  const [hour, colon, minute] = [reader.take(), reader.take(), reader.take()];
  if (hour?.is !== 'number' || colon?.text !== ':' || minute?.is !== 'number')
    throw new CellFault(EXAMPLE);
  return `${hour.text.padStart(2, '0')}:${minute.text.slice(0, 2).padStart(2, '0')}`;
}

function daysAt(reader: Reader): Weekday[] {
  const days: Weekday[] = [];
  do {
    const from = dayAt(reader);
    const to = reader.takes('-') ? dayAt(reader) : from;
    for (let i = from; ; i = (i + 1) % 7) {
      days.push(weekdays[i] ?? 'mon');
      if (i === to) break;
    }
  } while (reader.takes(','));
  return [...new Set(days)];
}

function dayAt(reader: Reader): number {
  const word = reader.take()?.text.toLowerCase() ?? '';
  const found = weekdays.findIndex((day) => word.length >= 3 && word.startsWith(day));
  if (found < 0)
    throw new CellFault(
      'Days are mon, tue, wed, thu, fri, sat, sun; several by commas, or as mon-fri.',
    );
  return found;
}

/**
 * `best 25 % by roas of the last 7 days`, `lowest 3 by spend in the account`. Throws a `CellFault`.
 */
export function readRank(cell: string, numbers: NumberReader): Rank {
  const reader = createReader(cell);
  const example =
    'Write such as: highest 25 % by roas of the last 7 days; lowest 3 by ctr in the account.';
  const order = reader.takes('highest') ? 'highest' : reader.takes('lowest') ? 'lowest' : undefined;
  const count = reader.take();
  if (order === undefined || count?.is !== 'number') throw new CellFault(example);
  const take =
    reader.takes('%') || reader.takes('percent')
      ? { percent: count.value }
      : { count: count.value };
  if (!reader.takes('by')) throw new CellFault(example);
  const by = numbers.read(reader);
  const within = reader.takes('in', 'the', 'account')
    ? 'account'
    : reader.takes('in', 'all')
      ? 'scope'
      : reader.takes('in', 'its', 'parent') || reader.isAtEnd()
        ? 'parent'
        : undefined;
  if (within === undefined || !reader.isAtEnd()) throw new CellFault(example);
  return { by, order, take, within };
}
