import type { Entity } from '../../entity.ts';
import { type DeliveringAd, type ZoneDay, zoneDays } from '../../kit/delivery.ts';
import { number, string, type Turn } from '../graph/graph.ts';
import { items, part } from '../graph/params.ts';
import { minorUnits } from '../objects/money.ts';

export const accountDays = (account: Entity, dates: readonly string[]): readonly ZoneDay[] =>
  zoneDays(string(account.data.timezone_name) ?? 'UTC', dates);

/** Within its ad set's schedule, after its review. Undefined: never. */
export function deliveringAd(turn: Turn, account: Entity, ad: Entity): DeliveringAd | undefined {
  const adSet = turn.world.get(string(ad.data.adset_id) ?? '');
  const campaign = turn.world.get(string(ad.data.campaign_id) ?? '');
  if (adSet === undefined || campaign === undefined || ad.data.verdict === 'DISAPPROVED') return undefined;
  return {
    ad,
    above: [adSet, campaign],
    from: Math.max(number(adSet.data.start_at) ?? 0, number(ad.data.reviewed_at) ?? ad.created),
    to: number(adSet.data.end_at) || undefined,
    countries: countriesOf(adSet),
    minorUnits: minorUnits(string(account.data.currency) ?? 'USD'),
  };
}

function countriesOf(adSet: Entity): readonly string[] {
  const countries = items(part(part(adSet.data, 'targeting'), 'geo_locations'), 'countries').map(String);
  return countries.length === 0 ? ['US'] : countries;
}
