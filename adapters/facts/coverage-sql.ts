import { dayText } from '../../core/base/time/days.ts';
import type { CoveredDay } from '../../core/ports/facts.ts';

/** Postgres writes times as text. */
export interface CoverageRow {
  readonly day: number;
  readonly fetched_at: number | string;
}

export const coveredDays = (rows: readonly CoverageRow[]): readonly CoveredDay[] =>
  rows.map(({ day, fetched_at }) => ({ day: dayText(day), fetchedAt: Number(fetched_at) }));

/**
 * The days that were known at a moment, with the latest fetch by then that found something new.
 * Parameters: the moment three times, the source, the first and the last day; `place` is how a
 * parameter is written, in this order.
 */
export function coverageAsOfSql(schema: string, place: '?' | '$'): string {
  const at = (n: number): string => (place === '?' ? '?' : `$${n}`);
  return `SELECT c.day, CASE WHEN c.fetched_at <= ${at(1)} THEN c.fetched_at ELSE
      coalesce((SELECT max(p.until) FROM ${schema}fact_past p WHERE p.source = c.source AND p.day = c.day AND p.until <= ${at(2)}), c.first_at)
    END AS fetched_at
    FROM ${schema}fact_coverage c WHERE c.first_at <= ${at(3)} AND c.source = ${at(4)} AND c.day BETWEEN ${at(5)} AND ${at(6)} ORDER BY c.day`;
}
