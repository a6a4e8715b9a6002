import { PlatformError } from '../../../../core/errors.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import { dayAt } from '../../../../core/time/days.ts';
import { asRow, at, numeric, type Row, rowsOf, text } from '../../kit/json.ts';
import type { Params } from '../../kit/params.ts';
import { type Api, cursorOf } from '../wire/client.ts';
import { itemsOf } from '../wire/errors.ts';
import { boundsOf, msOf } from '../wire/times.ts';

export interface Window {
  readonly from: string;
  readonly to: string;
}

export interface StatsQuery extends Window {
  /** `adaccounts/…`, `campaigns/…`, … */
  readonly of: string;
  readonly breakdown?: 'campaign' | 'adsquad' | 'ad';
  readonly by: 'day' | 'all';
  readonly fields: readonly string[];
}

/** Figures of one object, on one day where they were asked for by day. */
export interface Figures {
  readonly id: string;
  readonly day?: string;
  readonly stats: Row;
}

export interface Stats {
  readonly figures: readonly Figures[];
  /** Until when what the platform told is settled, ms; undefined where it does not say. */
  readonly settledUntil?: number;
}

/** Objects of a breakdown on one page. */
const pageSize = 200;

/** Reads the figures of a range, page by page. Bounds are midnights of the account's zone, whatever they are in UTC. */
export async function readStats({ calls }: Api, access: Access, query: StatsQuery): Promise<Stats> {
  const { of, breakdown, by, fields, from, to } = query;
  const list = by === 'day' ? 'timeseries_stats' : 'total_stats';
  const params: Params = {
    ...{ granularity: by === 'day' ? 'DAY' : 'TOTAL', fields: fields.join(','), omit_empty: true },
    ...boundsOf(from, to, access.timezone),
    ...(breakdown !== undefined && { breakdown, limit: pageSize }),
  };
  const figures: Figures[] = [];
  const settled: number[] = [];
  let cursor: string | undefined;
  do {
    const answer = await calls.read(access, `${of}/stats`, { ...params, ...(cursor !== undefined && { cursor }) });
    for (const item of itemsOf(answer, list, '')) {
      if (!item.ok) throw new PlatformError(item.failure);
      settled.push(msOf(item.row.finalized_data_end_time) ?? Number.NaN);
      figures.push(...figuresOf(item.row, wrapping(answer, list), breakdown, access.timezone));
    }
    cursor = cursorOf(at(answer, 'paging', 'next_link'));
  } while (cursor !== undefined);
  const times = settled.filter((time) => !Number.isNaN(time));
  return { figures, ...(times.length > 0 && { settledUntil: Math.min(...times) }) };
}

/** Breakdowns stand inside the figures, or one level higher. */
const wrapping = (answer: Row, list: string): Row => rowsOf(answer[list])[0] ?? {};

function figuresOf(row: Row, outside: Row, breakdown: StatsQuery['breakdown'], zone: string): readonly Figures[] {
  if (breakdown === undefined) return seriesOf(row, zone);
  const parts = asRow(row.breakdown_stats) ?? asRow(outside.breakdown_stats);
  return rowsOf(parts?.[breakdown]).flatMap((part) => seriesOf(part, zone));
}

function seriesOf(row: Row, zone: string): readonly Figures[] {
  const id = text(row.id) ?? '';
  if (row.timeseries === undefined) return [{ id, stats: asRow(row.stats) ?? {} }];
  return rowsOf(row.timeseries).flatMap((point) => {
    const start = msOf(point.start_time);
    return start === undefined ? [] : [{ id, day: dayAt(start, zone), stats: asRow(point.stats) ?? {} }];
  });
}

export const hasDelivered = (stats: Row): boolean => (numeric(stats.impressions) ?? 0) > 0 || (numeric(stats.spend) ?? 0) > 0;
