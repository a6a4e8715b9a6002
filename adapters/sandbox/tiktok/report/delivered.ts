import { dayOf, daysFrom } from '../../kit/calendar.ts';
import { type Delivered, delivered, type ZoneDay, zoneDays } from '../../kit/delivery.ts';
import { isList, isObject } from '../../kit/json.ts';
import { sumOf } from '../../kit/metrics.ts';
import type { Entity, World } from '../../types.ts';
import { countryOfLocation } from '../seed/ids.ts';
import { deliveringParts } from '../smart/creatives.ts';
import { kinds, words } from '../wire.ts';

/** What an ad delivered; of a Smart+ ad, what each of its creatives did. */
export function deliveredBy(
  world: World,
  ad: Entity,
  days: readonly ZoneDay[],
  isKept: (part: Entity) => boolean = () => true,
): readonly Delivered[] {
  const adGroup = world.get(words(ad.data.adgroup_id));
  const campaign = world.get(words(ad.data.campaign_id));
  if (adGroup === undefined || campaign === undefined) return [];
  const { start_at, end_at } = adGroup.data;
  return deliveringParts(world, ad)
    .filter(isKept)
    .flatMap((part) => {
      const delivering = {
        ad: part,
        above: part === ad ? [adGroup, campaign] : [ad, adGroup, campaign],
        countries: countriesOf(adGroup),
        minorUnits: 100,
        from: Number(start_at ?? 0),
        to: end_at === undefined ? undefined : Number(end_at),
      };
      return delivered(world, delivering, days);
    });
}

function countriesOf({ data }: Entity) {
  const ids = isObject(data.targeting_spec) ? data.targeting_spec.location_ids : data.location_ids;
  const countries = isList(ids) ? ids.flatMap((id) => countryOfLocation[String(id)] ?? []) : [];
  return countries.length === 0 ? ['US'] : countries;
}

/**
 * Whether a campaign or an ad group has spent more than this: today, or with a lifetime budget at
 * all.
 */
export function isBelowSpend(
  world: World,
  account: Entity,
  entity: Entity,
  budget: number,
): boolean {
  const zone = words(account.data.display_timezone);
  const today = dayOf(world.now(), zone);
  const first =
    entity.data.budget_mode === 'BUDGET_MODE_TOTAL' ? dayOf(entity.created, zone) : today;
  const days = zoneDays(zone, daysFrom(first, today));
  const ads = world.entities(kinds.ad, entity.id);
  return sumOf(ads.flatMap((ad) => deliveredBy(world, ad, days))).spend / 100 > budget;
}
