import { PlatformError } from '../../../../core/base/errors.ts';
import { dayAt } from '../../../../core/base/time/days.ts';
import { wallClock } from '../../../../core/base/time/wall-clock.ts';
import { asRow, at, numeric, rowsOf, said } from '../../kit/json.ts';
import type { Window } from '../../kit/report.ts';
import type { Access, Api, Params, Row } from '../../types.ts';
import { cursorOf } from '../wire/client.ts';
import { itemsOf } from '../wire/errors.ts';
import { boundsOf, msOf } from '../wire/values.ts';

export interface StatsQuery extends Window {
  /** `adaccounts/…`, `campaigns/…`, … */
  readonly of: string;
  readonly breakdown?: 'campaign' | 'adsquad' | 'ad';
  readonly by: 'hour' | 'day' | 'all';
  readonly fields: readonly string[];
  /** Their words stand among the figures. */
  readonly dimensions?: readonly string[];
}

/** By day, and for divided figures. */
export const daysByDay = 31;

export const breakdowns = { campaign: 'campaign', adset: 'adsquad', ad: 'ad' } as const;

/** Of one object. */
export interface Figures {
  readonly id: string;
  readonly day?: string;
  /** `00` to `23`. */
  readonly hour?: string;
  readonly stats: Row;
}

interface Stats {
  readonly figures: readonly Figures[];
  /** ms; undefined where the platform does not say. */
  readonly settledUntil?: number;
}

const granularities = { hour: 'HOUR', day: 'DAY', all: 'TOTAL' } as const;

/** Objects of a breakdown. */
const pageSize = 200;

/** Bounds are midnights of the account's zone. */
export async function readStats({ calls }: Api, access: Access, query: StatsQuery): Promise<Stats> {
  const { of, breakdown, by, fields, dimensions, from, to } = query;
  const list = by === 'all' ? 'total_stats' : 'timeseries_stats';
  const params: Params = {
    granularity: granularities[by],
    fields: fields.join(','),
    // Whether `omit_empty` works with dimensions is not settled.
    ...(dimensions === undefined
      ? { omit_empty: true }
      : { report_dimension: dimensions.join(',') }),
    ...boundsOf(from, to, access.timezone),
    ...(breakdown !== undefined && { breakdown, limit: pageSize }),
  };
  const figures: Figures[] = [];
  const settled: number[] = [];
  let cursor: string | undefined;
  do {
    const answer = await calls.read(access, `${of}/stats`, {
      ...params,
      ...(cursor !== undefined && { cursor }),
    });
    for (const item of itemsOf(answer, list, '')) {
      if (!item.ok) throw new PlatformError(item.failure);
      settled.push(msOf(item.row.finalized_data_end_time) ?? Number.NaN);
      figures.push(...figuresOf(item.row, wrapping(answer, list), query, access.timezone));
    }
    cursor = cursorOf(at(answer, 'paging', 'next_link'));
  } while (cursor !== undefined);
  const times = settled.filter((time) => !Number.isNaN(time));
  return { figures, ...(times.length > 0 && { settledUntil: Math.min(...times) }) };
}

/** Breakdowns stand inside the figures, or one level higher. */
const wrapping = (answer: Row, list: string) => rowsOf(answer[list])[0] ?? {};

function figuresOf(row: Row, outside: Row, query: StatsQuery, zone: string): readonly Figures[] {
  const { breakdown } = query;
  if (breakdown === undefined) return seriesOf(row, query, zone);
  const parts = asRow(row.breakdown_stats) ?? asRow(outside.breakdown_stats);
  return rowsOf(parts?.[breakdown]).flatMap((part) => seriesOf(part, query, zone));
}

function seriesOf(row: Row, query: StatsQuery, zone: string): readonly Figures[] {
  const id = said(row.id);
  const inside = (of: Row) =>
    query.dimensions === undefined ? [asRow(of.stats) ?? {}] : rowsOf(of.dimension_stats);
  if (row.timeseries === undefined) return inside(row).map((stats) => ({ id, stats }));
  return rowsOf(row.timeseries).flatMap((point) => {
    const start = msOf(point.start_time);
    if (start === undefined) return [];
    const place = {
      id,
      day: dayAt(start, zone),
      ...(query.by === 'hour' && { hour: hourAt(start, zone) }),
    };
    return inside(point).map((stats) => ({ ...place, stats }));
  });
}

const hourAt = (ms: number, zone: string) =>
  new Date(wallClock(ms, zone)).toISOString().slice(11, 13);

export const hasDelivered = (stats: Row) =>
  (numeric(stats.impressions) ?? 0) > 0 || (numeric(stats.spend) ?? 0) > 0;
