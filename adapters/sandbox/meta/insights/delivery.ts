import { addDays, startOfDay } from '../../calendar.ts';
import { type Measures, measuresOf } from '../../metrics.ts';
import type { Entity } from '../../world.ts';
import { number, string, type Turn } from '../graph/graph.ts';
import { items, part } from '../graph/params.ts';
import { spansOf } from '../graph/status.ts';
import { minorUnits } from '../objects/money.ts';

/** A day of the account's zone, with the moments it begins and ends. */
export interface AccountDay {
  readonly date: string;
  readonly from: number;
  readonly to: number;
}

export function accountDays(account: Entity, dates: readonly string[]): readonly AccountDay[] {
  const zone = string(account.data.timezone_name) ?? 'UTC';
  return dates.map((date) => ({ date, from: startOfDay(date, zone), to: startOfDay(addDays(date, 1), zone) }));
}

/** Calls back with what an ad delivered on each of those days in each country. */
export function eachDelivery(
  turn: Turn,
  account: Entity,
  ad: Entity,
  days: readonly AccountDay[],
  visit: (date: string, country: string, measures: Measures) => void,
): void {
  const units = minorUnits(string(account.data.currency) ?? 'USD');
  const adSet = turn.world.get(string(ad.data.adset_id) ?? '');
  const campaign = turn.world.get(string(ad.data.campaign_id) ?? '');
  if (adSet === undefined || campaign === undefined) return;
  const now = turn.world.now();
  const on = runningSpans(ad, adSet, campaign, now);
  if (on.length === 0) return;
  const countries = countriesOf(adSet);
  for (const { date, from, to } of days) {
    if (from > now || !on.some(([start, end]) => start < to && end > from)) continue;
    for (const country of countries) visit(date, country, measuresOf(turn.world.seed, ad.id, date, country, units));
  }
}

/** When ad, ad set and campaign were all switched on, within the ad set's schedule and after the ad's review. */
function runningSpans(ad: Entity, adSet: Entity, campaign: Entity, now: number): readonly (readonly [number, number])[] {
  const end = number(adSet.data.end_at) || now;
  const reviewed = number(ad.data.reviewed_at) ?? ad.created;
  let spans: readonly (readonly [number, number])[] = [
    [Math.max(number(adSet.data.start_at) ?? 0, reviewed), Math.min(end, now)],
  ];
  if (ad.data.verdict === 'DISAPPROVED') return [];
  for (const entity of [ad, adSet, campaign]) {
    const own = spansOf(entity);
    spans = spans.flatMap(([from, to]) =>
      own.flatMap(([start, stop]): readonly (readonly [number, number])[] => {
        const left = Math.max(from, start);
        const right = Math.min(to, stop ?? now);
        return left < right ? [[left, right]] : [];
      }),
    );
  }
  return spans;
}

function countriesOf(adSet: Entity): readonly string[] {
  const countries = items(part(part(adSet.data, 'targeting'), 'geo_locations'), 'countries').map(String);
  return countries.length === 0 ? ['US'] : countries;
}
