import { addDays, daysIn, monthEnd, splitRange } from '../../../core/base/time/days.ts';
import type { ReachQuery, ReachRow } from './ports.ts';
import type { Wire } from './wire.ts';

export interface Window {
  readonly from: string;
  readonly to: string;
}

export const windows = (from: string, to: string, days: number): readonly Window[] =>
  splitRange(from, to, (start) => addDays(start, days - 1));

export const hasDelivered = ({
  impressions,
  spend,
}: Pick<ReachRow, 'impressions' | 'spend'>): boolean => impressions > 0 || spend > 0;

/**
 * The ranges that reach is asked for, since it is never added up; `byDay` and `atOnce` are the
 * longest the platform takes.
 */
export function reachRanges(
  wire: Wire,
  { from, to, by }: ReachQuery,
  { byDay, atOnce }: { readonly byDay: number; readonly atOnce: number },
): readonly Window[] {
  if (by === 'month') return splitRange(from, to, monthEnd);
  if (by === 'day') return windows(from, to, byDay);
  if (daysIn(from, to) > atOnce)
    throw wire.error(
      'too-large',
      `Reach can be asked for over ${atOnce} days at most.`,
      'Ask for fewer days.',
    );
  return [{ from, to }];
}
