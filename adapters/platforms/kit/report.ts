import { addDays, splitRange } from '../../../core/base/time/days.ts';
import type { ReachRow } from './ports.ts';

export interface Window {
  readonly from: string;
  readonly to: string;
}

export const windows = (from: string, to: string, days: number): readonly Window[] =>
  splitRange(from, to, (start) => addDays(start, days - 1));

export const hasDelivered = ({ impressions, spend }: Pick<ReachRow, 'impressions' | 'spend'>): boolean =>
  impressions > 0 || spend > 0;
