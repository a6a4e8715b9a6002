import { weekday } from '../../kit/calendar.ts';
import { eachDelivery, type ZoneDay, zoneDays } from '../../kit/delivery.ts';
import {
  add,
  dividedBy,
  filled,
  type Measures,
  nothing,
  reachOf,
  split,
} from '../../kit/metrics.ts';
import { names } from '../../kit/names.ts';
import type { JsonObject, Table } from '../../types.ts';
import { kinds, type Turn, words } from '../wire.ts';
import { countriesOf, type SourceRow } from './rows.ts';

/** Segments that divide a day. */
const cuts = {
  device: ['MOBILE', 'DESKTOP', 'TABLET'],
  ad_network_type: ['SEARCH', 'SEARCH_PARTNERS'],
  hour: Array.from({ length: 24 }, (_, hour) => String(hour)),
};

interface Figures {
  readonly segments: JsonObject;
  readonly measures: Measures;
}

/** A row without delivery has no divisions. */
export function figuresOf(
  turn: Turn,
  row: SourceRow,
  days: readonly string[],
  wanted: readonly string[],
): readonly Figures[] {
  const sums = new Map<string, Figures>();
  const zone = words(turn.customer.data.timeZone);
  visitAds(turn, row, zoneDays(zone, days), (date, salt, whole, hours) => {
    for (const [cut, measures] of cutsOf(whole, wanted, salt, hours))
      for (const [action, part] of byAction(
        turn,
        measures,
        wanted,
        `${salt}|${cut.device}|${cut.ad_network_type}`,
      )) {
        const segments = segmentsOf(date, cut, action, wanted);
        const key = JSON.stringify(segments);
        sums.set(key, { segments, measures: add(sums.get(key)?.measures ?? nothing, part) });
      }
  });
  return [...sums.values()].sort((a, b) =>
    JSON.stringify(a.segments) < JSON.stringify(b.segments) ? -1 : 1,
  );
}

type Cut = { readonly [S in keyof typeof cuts]?: string };

const cutsOf = (
  whole: Measures,
  wanted: readonly string[],
  salt: string,
  hours: number,
): readonly (readonly [cut: Cut, piece: Measures])[] =>
  dividedBy(
    (Object.keys(cuts) as (keyof typeof cuts)[]).filter((segment) => wanted.includes(segment)),
    whole,
    // A part without figures has no row.
    (segment, piece, cut) =>
      filled(
        piece,
        segment === 'hour' ? cuts.hour.slice(0, hours) : cuts[segment],
        `${salt}|${JSON.stringify(cut)}|${segment}`,
      ),
  );

const noAction = { resourceName: '', name: '' };

/** The whole where actions are not asked for. */
function byAction(
  { world, customer }: Turn,
  whole: Measures,
  wanted: readonly string[],
  salt: string,
): readonly (readonly [action: typeof noAction, measures: Measures])[] {
  if (!wanted.some((name) => name.startsWith('conversion_action'))) return [[noAction, whole]];
  const actions = world.entities(kinds.conversionAction, customer.id);
  const parts = split(
    whole,
    actions.map(({ id }) => id),
    `${salt}|action`,
  );
  return actions.flatMap(({ id, data }) => {
    const part = parts.get(id) ?? nothing;
    // An action that counted nothing has no row.
    if (part.results === 0 && part.value === 0) return [];
    return [[{ resourceName: words(data.resourceName), name: words(data.name) }, part] as const];
  });
}

function visitAds(
  { world, customer }: Turn,
  { ads = [], share, country }: SourceRow,
  days: readonly ZoneDay[],
  visit: (date: string, salt: string, measures: Measures, hours: number) => void,
): void {
  const minorUnits = 100;
  const countries = country === undefined ? countriesOf(customer) : [country];
  for (const ad of ads) {
    const above = ad.kind === kinds.assetGroup ? [ad.parents[1]] : [ad.parents[2], ad.parents[1]];
    const delivering = {
      ad,
      countries,
      minorUnits,
      from: ad.created,
      above: above.flatMap((id) => world.get(id ?? '') ?? []),
    };
    const byDay = new Map<string, Measures>();
    const hoursOf = new Map<string, number>();
    eachDelivery(world, delivering, days, (date, _country, measures, hours) => {
      byDay.set(date, add(byDay.get(date) ?? nothing, measures));
      hoursOf.set(date, hours);
    });
    for (const [date, whole] of byDay) {
      const salt = `${ad.id}|${date}`;
      const own =
        share === undefined ? whole : (split(whole, share.keys, salt).get(share.key) ?? nothing);
      visit(date, salt, own, hoursOf.get(date) ?? 24);
    }
  }
}

const firstOf = {
  month: (date: string): string => `${date.slice(0, 7)}-01`,
  quarter: (date: string): string =>
    `${date.slice(0, 5)}${String(Math.floor((Number(date.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`,
  week: (date: string): string =>
    new Date(Date.parse(date) - (weekday(date) - 1) * 86_400_000).toISOString().slice(0, 10),
};

const weekdays = names('MONDAY TUESDAY WEDNESDAY THURSDAY FRIDAY SATURDAY SUNDAY');

function segmentsOf(
  date: string,
  { device = '', ad_network_type = '', hour = '0' }: Cut,
  action: typeof noAction,
  wanted: readonly string[],
): JsonObject {
  const all: Table<string | number> = {
    date,
    week: firstOf.week(date),
    month: firstOf.month(date),
    quarter: firstOf.quarter(date),
    year: Number(date.slice(0, 4)),
    day_of_week: weekdays[weekday(date) - 1] ?? '',
    device,
    ad_network_type,
    hour: Number(hour),
    conversion_action: action.resourceName,
    conversion_action_name: action.name,
  };
  return Object.fromEntries(wanted.map((name) => [name, all[name] ?? '']));
}

/** 64-bit integers are text, other numbers are numbers. */
export function writtenFigures({
  impressions,
  clicks,
  spend,
  results,
  value,
}: Measures): JsonObject {
  const reach = reachOf(impressions);
  const cost = spend * 10_000;
  return {
    impressions: String(impressions),
    clicks: String(clicks),
    interactions: String(clicks),
    cost_micros: String(cost),
    conversions: results,
    conversions_value: value / 100,
    all_conversions: results,
    all_conversions_value: value / 100,
    ctr: ratio(clicks, impressions),
    interaction_rate: ratio(clicks, impressions),
    average_cpc: ratio(cost, clicks),
    average_cpm: ratio(cost * 1_000, impressions),
    average_cost: ratio(cost, clicks),
    cost_per_conversion: ratio(cost, results),
    conversions_from_interactions_rate: ratio(results, clicks),
    unique_users: String(reach),
    average_impression_frequency_per_user: ratio(impressions, reach),
  };
}

const ratio = (of: number, per: number) => (per === 0 ? 0 : of / per);
