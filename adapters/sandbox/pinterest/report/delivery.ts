import type { Entity } from '../../entity.ts';
import { daysFrom } from '../../kit/calendar.ts';
import { eachDelivery, zoneDays } from '../../kit/delivery.ts';
import { countriesOf } from '../objects/ad-groups.ts';
import { kinds, type Turn, words } from '../wire/call.ts';
import type { Delivered } from './columns.ts';

const day = 86_400_000;

/** UTC days. Archived ads have delivered too. */
export function deliveredBy(turn: Turn, account: Entity, from: string, to: string): readonly Delivered[] {
  const { world, fired } = turn;
  const late = fired.get('figures-late');
  const parts: Delivered[] = [];
  const days = zoneDays('UTC', daysFrom(from, to));
  const ends = new Map(days.map((each) => [each.date, each.to]));
  for (const ad of world.entities(kinds.ad, account.id)) {
    const adGroup = world.get(words(ad.data.ad_group_id));
    const campaign = world.get(words(ad.data.campaign_id));
    if (adGroup === undefined || campaign === undefined) continue;
    const { start_time, end_time, targeting_spec } = adGroup.data;
    eachDelivery(
      world,
      {
        ...{ ad, above: [adGroup, campaign], countries: countriesOf(targeting_spec), minorUnits: 100 },
        ...{ from: Number(start_time ?? 0) * 1_000, to: end_time === undefined ? undefined : Number(end_time) * 1_000 },
      },
      days,
      (date, _country, measures) => {
        const age = world.now() - (ends.get(date) ?? 0);
        if (late !== undefined && age < Number(late.ms ?? day)) return;
        // Conversions arrive a day later.
        parts.push({ ad, day: date, measures, isSettled: age >= day });
      },
    );
  }
  return parts;
}

/** In order of first appearance. */
export function grouped(
  parts: readonly Delivered[],
  keyOf: (part: Delivered) => string,
): ReadonlyMap<string, readonly Delivered[]> {
  const groups = new Map<string, Delivered[]>();
  for (const part of parts) {
    const key = keyOf(part);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [part]);
    else group.push(part);
  }
  return groups;
}
