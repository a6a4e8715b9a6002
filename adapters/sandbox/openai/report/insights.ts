import { addDays, dayOf, daysFrom, isDay, startOfDay } from '../../kit/calendar.ts';
import { delivered, grouped, zoneDays } from '../../kit/delivery.ts';
import { type Measures, sumOf } from '../../kit/metrics.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import {
  type Endpoints,
  isObject,
  jsonText,
  kinds,
  listIn,
  oneOf,
  paged,
  Refusal,
  requiredOneOf,
  ruled,
  seconds,
  type Turn,
  words,
  wrong,
} from '../wire.ts';

const day = 86_400_000;
const retentionDays = 365;
/** Without a range, newest first. */
const recentDays = 14;

interface Total extends Measures {
  readonly conversions: number;
  readonly sales: number;
}

const figures: Table<(total: Total) => number> = {
  spend: ({ spend }) => spend / 100,
  impressions: ({ impressions }) => impressions,
  clicks: ({ clicks }) => clicks,
  ctr: ({ clicks, impressions }) => (impressions === 0 ? 0 : clicks / impressions),
  conversions: ({ conversions }) => conversions,
  order_created_attributed_sales: ({ sales }) => sales / 100,
};
const attributed = ['conversions', 'order_created_attributed_sales'];

const levels = ['ad_account', 'campaign', 'ad_group', 'ad'] as const;

export const insightEndpoints: Endpoints = {
  'GET ad_account/insights': {
    query: ['aggregation_level', 'time_granularity', 'time_ranges', 'fields', 'limit', 'after'],
    run(turn) {
      if (requiredOneOf(turn.query, 'aggregation_level', levels) !== 'ad') throw ruled('Only the level ad is simulated.');
      const granularity = oneOf(turn.query, 'time_granularity', ['hourly', 'daily', 'monthly', 'none']) ?? 'daily';
      if (granularity !== 'daily') throw ruled('Only daily buckets are simulated.');
      const fields = fieldsIn(turn);
      const range = rangeOf(turn);
      if (range === undefined && fields.some((field) => attributed.includes(field)))
        throw ruled('time_ranges is required for conversion metrics.');
      if (turn.fired.has('report-too-large'))
        throw new Refusal({ status: 413, type: 'invalid_request_error', message: 'Too many rows.' });
      return paged(turn, rowsIn(turn, fields, range), 2_000);
    },
  },
};

function fieldsIn(turn: Turn): readonly string[] {
  const asked = listIn(turn, 'fields');
  if (asked.length === 0) return ['impressions'];
  const valid = Object.keys(figures).flatMap((name) =>
    attributed.includes(name)
      ? // The pages have the plain names, one caller the level: it is not known whether both are taken.
        [
          ...(turn.fired.has('plain-names-refused') ? [] : [name]),
          ...(turn.fired.has('level-names-refused') ? [] : [`ad.${name}`]),
        ]
      : [`ad.${name}`],
  );
  return asked.map((field) => {
    if (!valid.includes(field)) throw ruled(`Invalid field ${field}. Valid fields: ${valid.join(', ')}.`);
    return field.replace(/^ad\./, '');
  });
}

interface Range {
  readonly days: readonly string[];
  readonly zone: string;
}

function rangeOf(turn: Turn): { readonly since: string; readonly until: string; readonly zone: string } | undefined {
  const ranges = listIn(turn, 'time_ranges');
  const [first] = ranges;
  if (first === undefined) return undefined;
  const range = jsonText(first);
  if (ranges.length > 1 || range === undefined || range.type !== 'date_range')
    throw wrong('time_ranges', 'Expected one date_range.');
  const { since, until, timezone } = range;
  if (!isDay(words(since)) || !isDay(words(until)) || words(until) < words(since))
    throw wrong('time_ranges', 'Expected since and until.');
  if (words(until) > dayOf(turn.world.now(), 'UTC')) throw ruled('time_ranges.end cannot be in the future.');
  return { since: words(since), until: words(until), zone: words(timezone) || words(turn.account.data.timezone) };
}

function rowsIn(turn: Turn, fields: readonly string[], asked: ReturnType<typeof rangeOf>) {
  const { world, account, fired } = turn;
  const zone = asked?.zone ?? words(account.data.timezone);
  const today = dayOf(world.now(), zone);
  const oldest = addDays(today, -retentionDays);
  const days = daysFrom(asked?.since ?? addDays(today, -recentDays), asked?.until ?? today)
    .filter((date) => date >= oldest)
    // A bucket that is not over is left out of a range.
    .filter((date) => date < today || (asked === undefined && !fired.has('today-missing')));
  const range: Range = { days, zone };
  const ads = world.entities(kinds.ad, account.id);
  return ads.flatMap((ad) => rowsOfAd(turn, ad, fields, range)).sort((a, b) => Number(b.start_time) - Number(a.start_time));
}

function rowsOfAd({ world, fired }: Turn, ad: Entity, fields: readonly string[], { days, zone }: Range) {
  const group = world.get(words(ad.data.ad_group_id));
  const campaign = world.get(words(group?.data.campaign_id));
  if (group === undefined || campaign === undefined) return [];
  const { start_time, end_time } = campaign.data;
  const late = fired.get('figures-late');
  const parts = delivered(
    world,
    {
      ad,
      above: [group, campaign],
      countries: countriesOf(campaign),
      minorUnits: 100,
      from: Number(start_time ?? 0) * 1_000,
      to: end_time === undefined ? undefined : Number(end_time) * 1_000,
    },
    zoneDays(zone, days),
  );
  return [...grouped(parts, ({ day: date }) => date)].flatMap(([date, some]) => {
    const [start, end] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)];
    const age = world.now() - end;
    if (late !== undefined && age < Number(late.ms ?? day)) return [];
    const sum = sumOf(some);
    // Conversions arrive a day later.
    const total: Total = { ...sum, conversions: age >= day ? sum.results : 0, sales: age >= day ? sum.value : 0 };
    const told = fields.map((field) => {
      const isNull = field === 'order_created_attributed_sales' && (fired.has('sales-null') || total.sales === 0);
      return [fired.has('long-names') ? `ad_${field}` : field, isNull ? null : (figures[field]?.(total) ?? 0)] as const;
    });
    const row: JsonObject & { readonly id: string } = {
      id: `start=${seconds(start)}:end=${seconds(end)}:entity_id=${ad.id}`,
      start_time: seconds(start),
      end_time: seconds(end),
      readable_time: date,
      ad_id: ad.id,
      ...Object.fromEntries(told),
    };
    return [row];
  });
}

function countriesOf({ data: { targeting } }: Entity): readonly string[] {
  const locations = isObject(targeting) ? targeting.locations : undefined;
  const countries = isObject(locations) ? locations.countries : undefined;
  return Array.isArray(countries) && countries.length > 0 ? countries.map(String) : ['US'];
}
