import { dayNumber, dayText, monthEnd, numberOf } from '../../core/base/time/days.ts';
import type { FactQuery } from '../../core/ports/facts.ts';
import type { SqlValue } from '../store/sql.ts';
import type { SqliteDatabase } from '../store/sqlite-file.ts';
import { columns } from './columns.ts';

import type { Ask } from './reading.ts';

/**
 * Sums by ad and month, for reports by ad over long ranges: of months that are over for so long
 * that their figures seldom change. A change of a day forgets its month; `makeSome` makes it again,
 * a day at a time, since a month of a large account would hold the thread for a second.
 */
const SETTLED_DAYS = 7;
/** A shorter range is read from the facts. */
const LONG_DAYS = 62;

const names = Object.values(columns).map(({ name }) => name);
const monthOf = (day: number): number => numberOf(`${dayText(day).slice(0, 7)}-01`);

/** What writes has to be called inside a transaction. */
export function sqliteMonths(database: SqliteDatabase) {
  const forgetMonth = database.prepare(
    'DELETE FROM fact_month WHERE source = ? AND day = ? RETURNING day',
  );
  const dropSums = database.prepare('DELETE FROM fact_by_ad_month WHERE source = ? AND day = ?');
  const listed = 'source IN (SELECT value FROM json_each(?))';
  const forgetAll = ['fact_month', 'fact_by_ad_month'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE ${listed}`),
  );
  const lastDays = database.prepare(
    `SELECT source, max(day) AS last FROM fact_coverage WHERE ${listed} GROUP BY source`,
  );
  // Days by which months are made: complete ones have none left.
  const nextDay = database.prepare(
    `SELECT c.day FROM fact_coverage AS c LEFT JOIN fact_month AS m ON m.source = c.source
       AND m.day = CAST(strftime('%s', c.day * 86400, 'unixepoch', 'start of month') AS INTEGER) / 86400
     WHERE c.source = ? AND c.day < ? AND (m.day IS NULL OR (m.is_complete = 0 AND c.day > m.upto)) ORDER BY c.day LIMIT 1`,
  );
  const addDay = database.prepare(
    `INSERT INTO fact_by_ad_month (source, day, campaign, adset, ad, country, ${names.join(', ')}, kind_low, kind_high)
     SELECT source, ?2, campaign, adset, ad, country, ${names.join(', ')}, nullif(result_type, 0), nullif(result_type, 0)
     FROM fact WHERE source = ?1 AND day = ?3
     ON CONFLICT DO UPDATE SET ${names.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')},
       kind_low = coalesce(min(kind_low, excluded.kind_low), kind_low, excluded.kind_low),
       kind_high = coalesce(max(kind_high, excluded.kind_high), kind_high, excluded.kind_high)`,
  );
  const hasFacts = database.prepare(
    'SELECT 1 AS one FROM fact WHERE source = ? AND day = ? LIMIT 1',
  );
  const laterDay = database.prepare(
    'SELECT 1 AS one FROM fact_coverage WHERE source = ? AND day > ? AND day <= ? LIMIT 1',
  );
  const note = database.prepare(
    `INSERT INTO fact_month (source, day, upto, first, last, is_complete) VALUES (?1, ?2, ?3, ?4, ?4, ?5)
     ON CONFLICT DO UPDATE SET upto = ?3, first = coalesce(first, ?4), last = coalesce(?4, last), is_complete = ?5`,
  );

  return {
    /** For every day that changes. */
    forget(source: number, day: number): void {
      const month = monthOf(day);
      if (forgetMonth.all(source, month).length > 0) dropSums.run(source, month);
    },
    forgetAll(sources: string): void {
      for (const each of forgetAll) each.run(sources);
    },
    /** Adds at most this number of days to the months in the making. */
    makeSome(sources: string, days: number): 'more' | 'done' {
      let left = days;
      for (const { source, last } of lastDays.all(sources) as { source: number; last: number }[]) {
        const before = monthOf(last - SETTLED_DAYS);
        for (;;) {
          const next = nextDay.get(source, before) as { day: number } | null | undefined;
          if (!next) break;
          if (left === 0) return 'more';
          left -= 1;
          const { day } = next;
          const month = monthOf(day);
          addDay.run(source, month, day);
          const isComplete = !laterDay.get(source, day, numberOf(monthEnd(dayText(day))));
          note.run(source, month, day, hasFacts.get(source, day) ? day : null, Number(isComplete));
        }
      }
      return 'done';
    },
  };
}

/** Where a question by ad is answered from: whole months, and days that are in none of them. */
interface Months {
  readonly months: readonly (readonly [source: number, day: number])[];
  readonly rest: readonly (readonly [source: number, from: number, to: number])[];
}

/** Undefined where the facts answer it as well. */
export async function monthsFor(
  { groupBy, asOf, from, to }: FactQuery,
  sources: readonly number[],
  few: Ask,
): Promise<Months | undefined> {
  const [first, last] = [dayNumber(from) ?? 0, dayNumber(to) ?? -1];
  if (
    asOf !== undefined ||
    last - first < LONG_DAYS ||
    groupBy.includes('day') ||
    groupBy.includes('week')
  )
    return undefined;
  // A month may begin before the range where its first facts are inside.
  const text = `SELECT source, day FROM fact_month WHERE source IN (SELECT value FROM json_each(?1)) AND is_complete = 1
    AND day BETWEEN ?2 - 30 AND ?3 AND coalesce(first, ?2) >= ?2 AND coalesce(last, ?3) <= ?3 ORDER BY source, day`;
  const values: SqlValue[] = [JSON.stringify(sources), first, last];
  const found = await few<{ source: number; day: number }>({ text, values });
  if (found.length === 0) return undefined;
  const rest = sources.flatMap((source) => {
    const gaps: [number, number, number][] = [];
    let start = first;
    for (const { day } of found.filter((month) => month.source === source)) {
      if (day > start) gaps.push([source, start, day - 1]);
      start = numberOf(monthEnd(dayText(day))) + 1;
    }
    if (start <= last) gaps.push([source, start, last]);
    return gaps;
  });
  return { months: found.map(({ source, day }) => [source, day] as const), rest };
}

/** The rows of both, as one table with the columns of roll-ups. */
export function monthsSql(
  { months, rest }: Months,
  from: number,
  value: (each: SqlValue) => string,
): string {
  const list = (kinds: string, day: string): string =>
    `f.source, ${day} AS day, campaign, adset, ad, country, ${names.join(', ')}, ${kinds}`;
  return `(SELECT ${list('kind_low, kind_high', `max(f.day, ${value(from)})`)}
      FROM json_each(${value(JSON.stringify(months))}) AS m CROSS JOIN fact_by_ad_month AS f
        ON f.source = m.value ->> 0 AND f.day = m.value ->> 1
    UNION ALL SELECT ${list('nullif(result_type, 0) AS kind_low, nullif(result_type, 0) AS kind_high', 'f.day')}
      FROM json_each(${value(JSON.stringify(rest))}) AS r CROSS JOIN fact AS f
        ON f.source = r.value ->> 0 AND f.day BETWEEN r.value ->> 1 AND r.value ->> 2)`;
}
