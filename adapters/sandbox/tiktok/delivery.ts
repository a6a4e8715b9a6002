import { addDays, startOfDay } from '../calendar.ts';
import { type Measures, measuresOf } from '../metrics.ts';
import type { Entity, World } from '../world.ts';
import { countryOfLocation } from './seed-ids.ts';
import { spansOf } from './statuses.ts';
import { words } from './turn.ts';

export interface Delivered {
  readonly ad: Entity;
  readonly day: string;
  readonly country: string;
  readonly measures: Measures;
}

type Span = readonly [number, number];

/** Everything an ad delivered on those days (in the account's zone), parted by country. */
export function delivered(world: World, account: Entity, ad: Entity, days: readonly string[]): readonly Delivered[] {
  const zone = words(account.data.display_timezone);
  const adGroup = world.get(words(ad.data.adgroup_id));
  const campaign = world.get(words(ad.data.campaign_id));
  if (adGroup === undefined || campaign === undefined) return [];
  const now = world.now();
  const running = runningSpans([ad, adGroup, campaign], adGroup, now);
  const countries = countriesOf(adGroup);
  return days
    .filter((day) => {
      const from = startOfDay(day, zone);
      const to = startOfDay(addDays(day, 1), zone);
      return from <= now && running.some(([start, end]) => start < to && end > from);
    })
    .flatMap((day) =>
      countries.map((country) => ({ ad, day, country, measures: measuresOf(world.seed, ad.id, day, country, 100) })),
    );
}

/** When all of them were switched on, within the ad group's schedule. */
function runningSpans(entities: readonly Entity[], adGroup: Entity, now: number): readonly Span[] {
  let spans: readonly Span[] = [[Number(adGroup.data.start_at ?? 0), Math.min(now, Number(adGroup.data.end_at ?? now))]];
  for (const entity of entities)
    spans = spans.flatMap(([from, to]) =>
      spansOf(entity).flatMap(([start, stop]): readonly Span[] => {
        const left = Math.max(from, start);
        const right = Math.min(to, stop ?? now);
        return left < right ? [[left, right]] : [];
      }),
    );
  return spans;
}

function countriesOf(adGroup: Entity): readonly string[] {
  const ids = adGroup.data.location_ids;
  const countries = Array.isArray(ids) ? ids.flatMap((id) => countryOfLocation[String(id)] ?? []) : [];
  return countries.length === 0 ? ['US'] : countries;
}
