import { addDays, startOfDay } from '../calendar.ts';
import { type Measures, measuresOf } from '../metrics.ts';
import type { Entity } from '../world.ts';
import { number, string, type Turn } from './graph.ts';
import { minorUnits } from './money.ts';
import { items, part } from './params.ts';
import { spansOf } from './status.ts';

/** One ad's figures for one day and country. */
export interface Delivered {
  readonly ad: Entity;
  readonly day: string;
  readonly country: string;
  readonly measures: Measures;
}

/** Everything an ad delivered on those days (in the account's zone), parted by country. */
export function delivered(turn: Turn, account: Entity, ad: Entity, days: readonly string[]): readonly Delivered[] {
  const zone = string(account.data.timezone_name) ?? 'UTC';
  const units = minorUnits(string(account.data.currency) ?? 'USD');
  const adSet = turn.world.get(string(ad.data.adset_id) ?? '');
  const campaign = turn.world.get(string(ad.data.campaign_id) ?? '');
  if (adSet === undefined || campaign === undefined) return [];
  const now = turn.world.now();
  const on = runningSpans(ad, adSet, campaign, now);
  const countries = countriesOf(adSet);
  return days
    .filter((day) => {
      const from = startOfDay(day, zone);
      const to = startOfDay(addDays(day, 1), zone);
      return from <= now && on.some(([start, end]) => start < to && end > from);
    })
    .flatMap((day) =>
      countries.map((country) => ({ ad, day, country, measures: measuresOf(turn.world.seed, ad.id, day, country, units) })),
    );
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
