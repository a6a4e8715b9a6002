import { version } from '../../../platforms/snapchat/version.ts';
import { addDays, dayOf, daysBetween, daysFrom, startOfDay } from '../../kit/calendar.ts';
import { type Delivered, delivered, grouped, zoneDays } from '../../kit/delivery.ts';
import { isList, isObject } from '../../kit/json.ts';
import { reachOf, sumOf } from '../../kit/metrics.ts';
import { choices, names } from '../../kit/names.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import {
  type Endpoint,
  type Endpoints,
  invalid,
  iso,
  kinds,
  oneOf,
  owned,
  required,
  requiredOneOf,
  type Turn,
  text,
  timeOf,
  words,
} from '../wire.ts';
import { byHour, dimensionStats, dimensionsOf, hour } from './dimensions.ts';

const granularities = ['TOTAL', 'DAY', 'HOUR'] as const;
const breakdowns = ['campaign', 'adsquad', 'ad'] as const;
type Breakdown = (typeof breakdowns)[number];

const fieldNames = choices(`
  impressions spend swipes uniques frequency video_views video_views_15s conversion_purchases conversion_purchases_value
  conversion_sign_ups conversion_add_cart conversion_page_views
`);
type Field = (typeof fieldNames)[number];
/** Counts of what nobody does here (singer-io/tap-snapchat-ads@32ddefd asks for them): zero. */
const countedAsZero = names(`
  android_installs attachment_avg_view_time_millis attachment_impressions attachment_quartile_1 attachment_quartile_2
  attachment_quartile_3 attachment_total_view_time_millis attachment_view_completion avg_screen_time_millis avg_view_time_millis
  ios_installs quartile_1 quartile_2 quartile_3 screen_time_millis swipe_up_percent total_installs video_views_time_based
  view_completion view_time_millis conversion_save conversion_start_checkout conversion_view_content conversion_add_billing
  conversion_searches conversion_level_completes conversion_app_opens conversion_subscribe conversion_ad_click conversion_ad_view
  conversion_complete_tutorial conversion_invite conversion_login conversion_share conversion_reserve
  conversion_achievement_unlocked conversion_add_to_wishlist conversion_spend_credits conversion_rate conversion_start_trial
  conversion_list_view custom_event_1 custom_event_2 custom_event_3 custom_event_4 custom_event_5 attachment_frequency
  attachment_uniques
`);
const sources = ['web', 'app', 'offline', 'total'];

const query = names(`
  granularity start_time end_time fields breakdown swipe_up_attribution_window view_attribution_window action_report_time
  omit_empty report_dimension conversion_source_types limit cursor
`);
/** Purchases of the last day have not arrived. */
const unsettledMs = 24 * 3_600_000;
const longestDays = 31;

const endpoint = (kind: string, what: string, type: string): Endpoint => ({
  query,
  run(turn) {
    const entity = owned(turn, kind, what, turn.ids.id ?? '');
    const account =
      kind === kinds.account
        ? entity
        : owned(turn, kinds.account, 'AdAccount', entity.parents[0] ?? '');
    return statsOf(turn, entity, account, type);
  },
});

export const statsEndpoints: Endpoints = {
  'GET adaccounts/{id}/stats': endpoint(kinds.account, 'AdAccount', 'AD_ACCOUNT'),
  'GET campaigns/{id}/stats': endpoint(kinds.campaign, 'Campaign', 'CAMPAIGN'),
  'GET adsquads/{id}/stats': endpoint(kinds.adSquad, 'AdSquad', 'AD_SQUAD'),
  'GET ads/{id}/stats': endpoint(kinds.ad, 'Ad', 'AD'),
};

function statsOf(turn: Turn, entity: Entity, account: Entity, type: string): JsonObject {
  const granularity = requiredOneOf(turn.query, 'granularity', granularities);
  const breakdown = oneOf(turn.query, 'breakdown', breakdowns);
  const fields = fieldsOf(turn);
  const source = text(turn.query, 'conversion_source_types')
    ?.split(',')
    .find((each) => !sources.includes(each));
  if (source !== undefined) throw invalid(`${source} is no conversion source type.`);
  if (
    entity.kind === kinds.account &&
    breakdown === undefined &&
    fields.some((field) => field !== 'spend')
  )
    throw invalid('Only spend is supported for an ad account without a breakdown.');
  const zone = words(account.data.timezone);
  const days = daysOf(turn, granularity, zone);
  const all = deliveredBy(turn, entity, account, days);
  const isTotal = granularity === 'TOTAL';
  const dimensions = dimensionsOf(turn.query, granularity, fields);
  const inside = (parts: readonly Delivered[]): JsonObject =>
    dimensions.length === 0
      ? { stats: figuresOf(turn, parts, zone, fields) }
      : {
          dimension_stats: dimensionStats(dimensions, parts, (some) =>
            figuresOf(turn, some, zone, fields),
          ),
        };
  const isHourly = granularity === 'HOUR';
  const figures = (id: string, of: string, parts: readonly Delivered[]): JsonObject => ({
    id,
    type: of,
    granularity,
    ...(isTotal
      ? inside(parts)
      : {
          timeseries: series(
            turn,
            isHourly ? byHour(parts) : parts,
            { days, zone, isHourly },
            inside,
          ),
        }),
  });
  const frame = {
    start_time: required(turn.query, 'start_time'),
    end_time: required(turn.query, 'end_time'),
    finalized_data_end_time: iso(settledUntil(turn)),
  };
  const parts =
    breakdown === undefined
      ? undefined
      : partsOf(all, breakdown, (id, own) => figures(id, breakdown.toUpperCase(), own));
  const page = parts === undefined ? undefined : pageOf(turn, parts);
  const own: JsonObject = {
    ...figures(entity.id, type, all),
    ...frame,
    attributing_party: 'SNAPCHAT',
  };
  const below =
    page === undefined || breakdown === undefined
      ? {}
      : { breakdown_stats: { [breakdown]: page.rows } };
  const isOutside = turn.fired.has('breakdown-outside');
  const [list, word] = isTotal
    ? ['total_stats', 'total_stat']
    : ['timeseries_stats', 'timeseries_stat'];
  const item: JsonObject = {
    sub_request_status: 'SUCCESS',
    ...(isOutside && below),
    [word]: { ...own, ...(!isOutside && below) },
  };
  return {
    paging: page?.next === undefined ? {} : { next_link: linkOf(turn, entity, page.next) },
    [list]: [item],
  };
}

const plurals: Table<string> = {
  [kinds.account]: 'adaccounts',
  [kinds.campaign]: 'campaigns',
  [kinds.adSquad]: 'adsquads',
  [kinds.ad]: 'ads',
};

function linkOf({ query: asked, origin, mount }: Turn, { kind, id }: Entity, next: number) {
  const { cursor: _cursor, ...others } = asked;
  const search = new URLSearchParams({
    ...(others as { [name: string]: string }),
    cursor: `at${next}`,
  });
  return `${origin}${mount}/${version.pinned}/${plurals[kind]}/${id}/stats?${search}`;
}

function pageOf({ query: { limit, cursor } }: Turn, rows: readonly JsonObject[]) {
  const size = limit === undefined ? rows.length : Number(limit);
  if (limit !== undefined && (!Number.isInteger(size) || size < 1 || size > 200))
    throw invalid('limit must be at most 200.');
  const start =
    cursor === undefined ? 0 : Number(/^at(\d+)$/.exec(String(cursor))?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) throw invalid('cursor is not valid.');
  return {
    rows: rows.slice(start, start + size),
    next: start + size < rows.length ? start + size : undefined,
  };
}

function fieldsOf({ query: asked }: Turn): readonly string[] {
  const names = (text(asked, 'fields') ?? 'impressions,spend').split(',');
  return names.map((name) => {
    const known =
      fieldNames.find((each) => each === name) ?? countedAsZero.find((each) => each === name);
    if (known === undefined) throw invalid(`${name} is not a supported field.`);
    return known;
  });
}

/** In the account's zone; daily bounds are midnights, the end is excluded. */
function daysOf(
  { query: asked }: Turn,
  granularity: (typeof granularities)[number],
  zone: string,
): readonly string[] {
  const [start, end] = [timeOf(asked, 'start_time'), timeOf(asked, 'end_time')];
  if (start === undefined || end === undefined)
    throw invalid('start_time and end_time are required.');
  if (end <= start) throw invalid('end_time must be after start_time.');
  const [first, after] = [dayOf(start, zone), dayOf(end, zone)];
  const isMidnight = startOfDay(first, zone) === start && startOfDay(after, zone) === end;
  if (granularity === 'DAY' && !isMidnight)
    throw invalid(
      'start_time and end_time must be the beginning of a day in the time zone of the ad account.',
    );
  if (granularity !== 'TOTAL' && daysBetween(first, after) > longestDays)
    throw invalid(`The range cannot exceed ${longestDays} days.`);
  const last = startOfDay(after, zone) === end ? addDays(after, -1) : after;
  return daysFrom(first, last);
}

const settledUntil = ({ world }: Turn) => Math.floor((world.now() - unsettledMs) / hour) * hour;

function deliveredBy(
  turn: Turn,
  entity: Entity,
  account: Entity,
  days: readonly string[],
): readonly Delivered[] {
  const { world, fired } = turn;
  const zone = words(account.data.timezone);
  const late = fired.get('stats-late');
  const until =
    late === undefined ? Number.MAX_SAFE_INTEGER : world.now() - Number(late.ms ?? unsettledMs);
  const zoned = zoneDays(zone, days).filter(({ from }) => from < until);
  const ads = entity.kind === kinds.ad ? [entity] : world.entities(kinds.ad, entity.id);
  return ads.flatMap((ad) => {
    const [squad, campaign] = [
      world.get(words(ad.data.ad_squad_id)),
      world.get(words(ad.data.campaign_id)),
    ];
    if (squad === undefined || campaign === undefined) return [];
    const end = Date.parse(words(squad.data.end_time));
    const delivering = {
      ad,
      above: [squad, campaign],
      countries: countriesOf(squad),
      minorUnits: 100,
      from: Date.parse(words(squad.data.start_time)) || 0,
      to: Number.isNaN(end) ? undefined : end,
    };
    return delivered(world, delivering, zoned);
  });
}

function countriesOf({ data: { targeting } }: Entity) {
  const geos = isObject(targeting) && isList(targeting.geos) ? targeting.geos : [];
  const countries = geos.flatMap((geo) =>
    isObject(geo) && typeof geo.country_code === 'string' ? [geo.country_code.toUpperCase()] : [],
  );
  return countries.length === 0 ? ['US'] : countries;
}

function partsOf(
  all: readonly Delivered[],
  breakdown: Breakdown,
  figures: (id: string, parts: readonly Delivered[]) => JsonObject,
): readonly JsonObject[] {
  const field = { campaign: 'campaign_id', adsquad: 'ad_squad_id', ad: '' }[breakdown];
  const groups = grouped(all, ({ ad }) => (field === '' ? ad.id : words(ad.data[field])));
  return [...groups].map(([id, parts]) => figures(id, parts));
}

function series(
  turn: Turn,
  parts: readonly (Delivered & { readonly hour?: number })[],
  {
    days,
    zone,
    isHourly,
  }: { readonly days: readonly string[]; readonly zone: string; readonly isHourly: boolean },
  inside: (parts: readonly Delivered[]) => JsonObject,
): readonly JsonObject[] {
  const isSparse = turn.query.omit_empty === 'true';
  return days.flatMap((day) => {
    const [start, end] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
    const steps = isHourly
      ? Array.from({ length: (end - start) / hour }, (_, at) => at)
      : [undefined];
    return steps.flatMap((at) => {
      const own = parts.filter((part) => part.day === day && part.hour === at);
      if (own.length === 0 && isSparse) return [];
      const from = start + (at ?? 0) * hour;
      return [
        {
          start_time: iso(from),
          end_time: iso(at === undefined ? end : from + hour),
          ...inside(own),
        },
      ];
    });
  });
}

function figuresOf(
  turn: Turn,
  parts: readonly Delivered[],
  zone: string,
  fields: readonly string[],
): JsonObject {
  const total = sumOf(parts);
  const isSale = ({ ad }: Delivered) => {
    const campaign = turn.world.get(words(ad.data.campaign_id));
    return (
      isObject(campaign?.data.objective_v2_properties) &&
      campaign.data.objective_v2_properties.objective_v2_type === 'SALES'
    );
  };
  const settled = settledUntil(turn);
  const sold = sumOf(
    parts.filter((part) => isSale(part) && startOfDay(addDays(part.day, 1), zone) <= settled),
  );
  const micro = (minor: number) => minor * 10_000;
  const reach = reachOf(total.impressions);
  const figures: { readonly [F in Field]: number } = {
    impressions: total.impressions,
    spend: micro(total.spend),
    swipes: total.clicks,
    uniques: reach,
    frequency: reach === 0 ? 0 : total.impressions / reach,
    video_views: Math.floor(total.impressions / 3),
    video_views_15s: Math.floor(total.impressions / 9),
    conversion_purchases: sold.results,
    conversion_purchases_value: micro(sold.value),
    conversion_sign_ups: 0,
    conversion_add_cart: sold.results * 2,
    conversion_page_views: sold.linkClicks,
  };
  const told: Table<number> = figures;
  return Object.fromEntries(fields.map((field) => [field, told[field] ?? 0]));
}
