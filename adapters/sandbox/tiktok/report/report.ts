import { daysBetween, daysFrom, isDay } from '../../kit/calendar.ts';
import { type Delivered, grouped, zoneDays } from '../../kit/delivery.ts';
import { dividedBy, filled } from '../../kit/metrics.ts';
import { names } from '../../kit/names.ts';
import type { Entity, Json, JsonObject, Table, World } from '../../types.ts';
import { primaryStatuses, secondaryStatus } from '../objects/rows.ts';
import { smartPlus } from '../smart/gates.ts';
import {
  accountOf,
  type Endpoints,
  flag,
  invalid,
  isObject,
  kinds,
  list,
  oneOf,
  type Params,
  paged,
  pageOf,
  Refusal,
  required,
  requiredOneOf,
  requiredWords,
  type Turn,
  wordList,
  words,
} from '../wire.ts';
import { deliveredBy } from './delivered.ts';
import { attributeMetrics, metricNames, metricsOf, type Piece } from './metrics.ts';

const levels = ['AUCTION_AD', 'AUCTION_ADGROUP', 'AUCTION_CAMPAIGN', 'AUCTION_ADVERTISER'] as const;
type Level = (typeof levels)[number];
const idOfLevel: { readonly [level in Level]: string } = {
  AUCTION_AD: 'ad_id',
  AUCTION_ADGROUP: 'adgroup_id',
  AUCTION_CAMPAIGN: 'campaign_id',
  AUCTION_ADVERTISER: 'advertiser_id',
};
/** Default: without deleted ones. */
const statusFilters: Table<string> = {
  ad_status: kinds.ad,
  adgroup_status: kinds.adGroup,
  campaign_status: kinds.campaign,
};
const defaultStatusFilter: { readonly [level in Level]?: string } = {
  AUCTION_AD: 'ad_status',
  AUCTION_ADGROUP: 'adgroup_status',
  AUCTION_CAMPAIGN: 'campaign_status',
};
const idFilters = ['campaign_ids', 'adgroup_ids', 'ad_ids', 'ad_ids_v2'];
const automations = ['MANUAL', 'SMART_PLUS', smartPlus];
const dimensions = names(
  'ad_id ad_id_v2 adgroup_id campaign_id advertiser_id stat_time_day country_code',
);

/** Dimensions that divide a day, and their report type. */
const cuts = {
  age: {
    type: 'AUDIENCE',
    values: names('AGE_13_17 AGE_18_24 AGE_25_34 AGE_35_44 AGE_45_54 AGE_55_100'),
  },
  gender: { type: 'AUDIENCE', values: ['FEMALE', 'MALE'] },
  stat_time_hour: {
    type: 'BASIC',
    values: Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00:00`),
  },
} as const;

const isCut = (name: string): name is keyof typeof cuts => Object.hasOwn(cuts, name);

export const cutParts = (parts: readonly Delivered[], by: readonly string[]): readonly Piece[] =>
  parts.flatMap((part) =>
    dividedBy(by.filter(isCut), part.measures, (name, of) =>
      filled(
        of,
        name === 'stat_time_hour' ? cuts[name].values.slice(0, part.hours) : cuts[name].values,
        `${part.ad.id}|${part.day}|${part.country}|${name}`,
      ),
    ).map(([cut, measures]) => ({ ...part, measures, cut })),
  );

export const reportEndpoints: Endpoints = {
  'GET report/integrated/get': {
    known: names(`
      report_type service_type data_level dimensions metrics start_date end_date query_lifetime order_field order_type filtering
      page page_size enable_total_metrics
    `),
    run(turn) {
      const account = accountOf(turn);
      const { params } = turn;
      const type = requiredOneOf(params, 'report_type', ['BASIC', 'AUDIENCE']);
      oneOf(params, 'service_type', ['AUCTION']);
      const level = requiredOneOf(params, 'data_level', levels);
      const by = requiredWords(params, 'dimensions', 4);
      const unknown = by.find(
        (each) => !dimensions.includes(each) && (!isCut(each) || cuts[each].type !== type),
      );
      if (unknown !== undefined) throw invalid(`dimensions: ${unknown} is not supported.`);
      if (type === 'AUDIENCE' && !by.some(isCut))
        throw invalid('dimensions: Must hold an audience dimension.');
      // Of Smart+ `ad_id` is a creative, `ad_id_v2` the ad.
      const isByAd = by.includes('ad_id_v2');
      if (isByAd && (level !== 'AUCTION_AD' || by.includes('ad_id')))
        throw invalid('dimensions: ad_id_v2 stands alone, at the data_level AUCTION_AD.');
      if (!isByAd && !by.includes(idOfLevel[level]))
        throw invalid(`dimensions: Must hold ${idOfLevel[level]} at this data_level.`);
      const metrics = wordList(params, 'metrics', 100) ?? ['spend', 'impressions'];
      const odd = metrics.find(
        (each) => !metricNames.includes(each) && !attributeMetrics.includes(each),
      );
      if (odd !== undefined) throw invalid(`metrics: ${odd} is not supported.`);
      if (turn.fired.has('report-too-large'))
        throw new Refusal(40067, 'The query is too large. Please shorten the date range.');
      const parts = cutParts(keptParts(turn, account, { level, isByAd }, daysOf(params, by)), by);
      const groups = grouped(parts, (part) =>
        JSON.stringify(
          Object.fromEntries(by.map((name) => [name, dimensionOf(account, part, name)])),
        ),
      );
      const rows = [...groups].map(([key, some]) => ({
        dimensions: JSON.parse(key) as JsonObject,
        metrics: metricsOf(turn, some, metrics),
      }));
      return paged(rows, pageOf(params, 1_000));
    },
  },
  // For accounts that a representative added.
  'POST report/task/create': {
    known: names(
      'report_type service_type data_level dimensions metrics start_date end_date filtering output_format file_name',
    ),
    run(turn) {
      accountOf(turn);
      throw new Refusal(40118, 'The advertiser is not on the allowlist of asynchronous reports.');
    },
  },
};

function daysOf(params: Params, by: readonly string[]): readonly string[] {
  return daysUpTo(
    params,
    by.includes('stat_time_hour') ? 1 : by.includes('stat_time_day') ? 30 : 365,
  );
}

/** From the start to the end, both included. */
export function daysUpTo(params: Params, most: number): readonly string[] {
  if (flag(params, 'query_lifetime')) throw invalid('query_lifetime: Not simulated.');
  const start = required(params, 'start_date');
  const end = required(params, 'end_date');
  if (!isDay(start) || !isDay(end)) throw invalid('start_date: Must be in the format YYYY-MM-DD.');
  if (end < start) throw invalid('end_date: Must not be earlier than start_date.');
  if (daysBetween(start, end) + 1 > most)
    throw invalid(`The time range cannot exceed ${most} days.`);
  return daysFrom(start, end);
}

interface Wanted {
  readonly level: Level;
  /** A Smart+ ad counts as one, not as its creatives. */
  readonly isByAd: boolean;
}

function keptParts(
  turn: Turn,
  account: Entity,
  { level, isByAd }: Wanted,
  days: readonly string[],
): readonly Delivered[] {
  const { world } = turn;
  const filters = (list(turn.params, 'filtering') ?? []).map(filterOf);
  const byStatus = filters.filter(({ name }) => statusFilters[name] !== undefined);
  const standard = defaultStatusFilter[level];
  const status =
    byStatus.length > 0
      ? byStatus
      : standard === undefined
        ? []
        : [{ name: standard, values: ['STATUS_NOT_DELETE'] }];
  const hasStatus = (entity: Entity | undefined, values: readonly string[]) =>
    entity !== undefined &&
    values.some((value) => primaryStatuses[value]?.(secondaryStatus(world, entity)) === true);
  const isKept = (ad: Entity) => (part: Entity) =>
    status.every(({ name, values }) =>
      hasStatus(entityAt(turn, level === 'AUCTION_AD' && !isByAd ? part : ad, name), values),
    ) && filters.every(({ name, values }) => name !== 'ad_ids' || values.includes(part.id));
  const keep = (ad: Entity) =>
    filters.every(({ name, values }) => {
      if (name === 'campaign_automation_type') return values.includes(automationOf(world, ad));
      if (name === 'ad_ids_v2') return values.includes(ad.id);
      return (
        name === 'ad_ids' ||
        !idFilters.includes(name) ||
        values.includes(words(ad.data[name.slice(0, -1)]))
      );
    });
  const zoned = zoneDays(words(account.data.display_timezone), days);
  return world
    .entities(kinds.ad, account.id)
    .filter(keep)
    .flatMap((ad) => {
      const parts = deliveredBy(world, ad, zoned, isKept(ad));
      return isByAd ? parts.map((part) => ({ ...part, ad })) : parts;
    });
}

const automationOf = (world: World, { data }: Entity): string =>
  words(world.get(words(data.campaign_id))?.data.campaign_automation_type);

function filterOf(value: Json): { readonly name: string; readonly values: readonly string[] } {
  if (!isObject(value)) throw invalid('filtering: Not a valid list of objects.');
  const name = required(value, 'field_name');
  const isKnown =
    statusFilters[name] !== undefined ||
    idFilters.includes(name) ||
    name === 'campaign_automation_type';
  if (!isKnown) throw invalid(`filtering: ${name} is not supported.`);
  if (required(value, 'filter_type') !== 'IN')
    throw invalid('filter_type: Only IN is supported here.');
  // JSON in a string.
  const values = requiredWords(
    { filter_value: required(value, 'filter_value') },
    'filter_value',
    100,
  );
  if (name === 'campaign_automation_type' && !values.every((each) => automations.includes(each)))
    throw invalid(`filter_value: Must be one of: ${automations.join(', ')}.`);
  return { name, values };
}

function entityAt({ world }: Pick<Turn, 'world'>, ad: Entity, filter: string) {
  const kind = statusFilters[filter];
  if (kind === kinds.ad) return ad;
  return world.get(words(kind === kinds.adGroup ? ad.data.adgroup_id : ad.data.campaign_id));
}

function dimensionOf(account: Entity, { ad, day, country, cut }: Piece, name: string): string {
  if (name === 'stat_time_hour') return `${day} ${cut[name]}`;
  if (isCut(name)) return cut[name] ?? '';
  if (name === 'stat_time_day') return `${day} 00:00:00`;
  if (name === 'country_code') return country;
  if (name === 'advertiser_id') return account.id;
  return name === 'ad_id' || name === 'ad_id_v2' ? ad.id : words(ad.data[name]);
}
