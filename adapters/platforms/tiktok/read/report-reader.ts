import type { PlatformError } from '../../../../core/base/errors.ts';
import { addDays, splitRange } from '../../../../core/base/time/days.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { Api } from '../../kit/calls.ts';
import { at, numeric, type Params, type Row, rowsOf } from '../../kit/json.ts';

/** The longest ranges: by day, and without a division by time. */
export const daysByDay = 30;
export const daysAtOnce = 365;
const pageSize = 1_000;

export const levels = {
  account: { level: 'AUCTION_ADVERTISER', id: 'advertiser_id', filter: undefined, status: undefined },
  campaign: { level: 'AUCTION_CAMPAIGN', id: 'campaign_id', filter: 'campaign_ids', status: 'campaign_status' },
  adset: { level: 'AUCTION_ADGROUP', id: 'adgroup_id', filter: 'adgroup_ids', status: 'adgroup_status' },
  ad: { level: 'AUCTION_AD', id: 'ad_id', filter: 'ad_ids', status: 'ad_status' },
} as const;

export interface Window {
  readonly from: string;
  readonly to: string;
}

export const windows = (from: string, to: string, days: number): readonly Window[] =>
  splitRange(from, to, (start) => addDays(start, days - 1));

/** A list inside a filter is JSON inside JSON. */
export const inList = (field_name: string, values: readonly string[]): Params => ({
  field_name,
  filter_type: 'IN',
  filter_value: JSON.stringify(values),
});

export type ReadReport = (access: Access, params: Params, window: Window) => Promise<readonly Row[]>;

/** The platform stops at 20,000 ads and says so in a header. */
export function createReader({ calls, wire }: Api): ReadReport {
  return async (access, params, window) => {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const answer = await calls.answer(access, 'report/integrated/get/', {
        report_type: 'BASIC',
        service_type: 'AUCTION',
        ...params,
        start_date: window.from,
        end_date: window.to,
        page,
        page_size: pageSize,
      });
      if (answer.headers['x-tt-ads-throttle'] !== undefined)
        throw tooLarge(wire, 'The platform reports on 20,000 ads at most at a time.');
      rows.push(...rowsOf(at(answer.data, 'list')));
      if (page >= (numeric(at(answer.data, 'page_info', 'total_page')) ?? 0)) return rows;
    }
  };
}

export const tooLarge = (wire: Api['wire'], message: string): PlatformError =>
  wire.error('too-large', message, 'Ask for fewer days.');
