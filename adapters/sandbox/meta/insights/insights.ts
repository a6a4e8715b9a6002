import { daysFrom } from '../../kit/calendar.ts';
import { type DeliveringAd, eachDelivery, type ZoneDay, zoneDays } from '../../kit/delivery.ts';
import { fieldsOf, textOf } from '../../kit/json.ts';
import { dividedBy, filled, type Measures } from '../../kit/metrics.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import { type Filter, filtersOf, holds } from '../graph/filters.ts';
import {
  adSetOf,
  campaignOf,
  type Listing,
  number,
  type Rows,
  string,
  type Turn,
} from '../graph/graph.ts';
import { parseFields } from '../graph/lists.ts';
import {
  GraphError,
  invalid,
  items,
  list,
  oneOf,
  type Params,
  part,
  refuse,
  words,
} from '../graph/params.ts';
import { effectiveStatus, live } from '../graph/status.ts';
import { accountFor, minorUnits } from '../objects/accounts.ts';
import { type Range, rangesOf } from './insight-ranges.ts';
import { insightFields, type Level, rowOf } from './insight-rows.ts';
import { type AdFacts, createTallies, type Tally } from './tallies.ts';

const levels = ['account', 'campaign', 'adset', 'ad'] as const;
const levelOfKind: Table<Level> = {
  adaccounts: 'account',
  campaigns: 'campaign',
  adsets: 'adset',
  ads: 'ad',
};

/** Ads times days of a synchronous report. */
const mostCells = 500_000;

/** Rows are written when shown; objects without delivery have none. */
export function insightRows(turn: Turn, node: Entity, params: Params, unlimited = false): Listing {
  const account = accountFor(turn, node);
  const own = levelOfKind[node.kind] ?? 'account';
  const level = oneOf(params, 'level', levels) ?? own;
  if (levels.indexOf(level) < levels.indexOf(own))
    throw invalid(`The level ${level} is above the object`, 'level');
  const cut = breakdownsOf(params);
  const filters = filtersOf(params);
  const ranges = rangesOf(turn, account, params);
  const asked = { level, own, filters };
  const tallies = remembered(turn, node, params, () => {
    const ads = adsUnder(turn, node, asked);
    const cells =
      ads.length * ranges.reduce((sum, { from, to }) => sum + daysFrom(from, to).length, 0);
    if (cells > mostCells && !unlimited) throw refuse(1487534);
    return tally(turn, account, level, { ads, ranges, cut, places: filters.filter(byPlace) });
  });
  const write = (each: Tally): JsonObject => {
    const row = rowOf(turn, account, each, { level, params });
    return turn.fired.has('reach-omitted') ? withoutReach(row) : row;
  };
  const order = words(params, 'sort');
  const chosen = order !== undefined || filters.some(measured);
  const rows = chosen
    ? sort(
        tallies.map(write).filter((row) => passes(row, filters)),
        order,
      )
    : lazily(tallies, write);
  const wanted = parseFields(params.fields)?.map(({ name }) => name) ?? ['impressions', 'spend'];
  const summed = params.summary !== undefined || params.default_summary !== undefined;
  return {
    rows,
    known: insightFields,
    defaults: wanted,
    always: [...cut.keys, 'date_start', 'date_stop'],
    ...(summed
      ? { summary: summaryOf(turn, account, params, { ads: adsUnder(turn, node, asked), ranges }) }
      : {}),
  };
}

const lazily = (tallies: readonly Tally[], write: (tally: Tally) => JsonObject): Rows => ({
  length: tallies.length,
  at(index) {
    const found = tallies[index];
    return found === undefined ? undefined : write(found);
  },
});

const passes = (row: JsonObject, filters: readonly Filter[]) =>
  filters.every((filter) => !measured(filter) || holds(filter, row[bare(filter.field)]));

const rememberMs = 60_000;

/** From page to page within a minute, while the world is unchanged. */
function remembered(
  turn: Turn,
  node: Entity,
  params: Params,
  work: () => readonly Tally[],
): readonly Tally[] {
  const asked = Object.entries(params).filter(
    ([name]) => !['after', 'before', 'limit', 'fields', 'access_token'].includes(name),
  );
  const key = `${node.id} ${JSON.stringify(asked)}`;
  const now = turn.world.now();
  const known = turn.reports.get(key);
  if (known !== undefined && known.version === turn.world.version() && now - known.at < rememberMs)
    return known.tallies;
  const tallies = work();
  if (turn.reports.size >= 20) turn.reports.clear();
  turn.reports.set(key, { tallies, version: turn.world.version(), at: now });
  return tallies;
}

const withoutReach = (row: JsonObject): JsonObject =>
  fieldsOf(row, (name) => name !== 'reach' && name !== 'frequency');

/** Deleted and archived objects count in sums, and have rows only when asked for. */
function adsUnder(
  turn: Turn,
  node: Entity,
  {
    level,
    own,
    filters,
  }: { readonly level: Level; readonly own: Level; readonly filters: readonly Filter[] },
): readonly Entity[] {
  const ids = node.kind === 'ads' ? [node.id] : turn.world.under('ads', node.id);
  const byStatus = filters.some(({ field }) => field.endsWith('effective_status'));
  return ids.flatMap((id) => {
    const ad = turn.world.get(id);
    if (ad === undefined) return [];
    const shown = level === own || byStatus || live(turn.world.get(entityId(ad, level)) ?? ad);
    return shown &&
      filters.every(
        (filter) =>
          measured(filter) || byPlace(filter) || holds(filter, filterValue(turn, ad, filter.field)),
      )
      ? [ad]
      : [];
  });
}

const bare = (field: string) => field.replace(/^(ad|adset|campaign)\./, '');

const measuredFields = new Set(names('impressions clicks spend reach ctr cpc cpm frequency'));
const measured = ({ field }: Filter) => measuredFields.has(bare(field));
/** Says where people were, not which ads count. */
const byPlace = ({ field }: Filter) => field === 'country';

function filterValue(turn: Turn, ad: Entity, field: string): string | undefined {
  const [head, name = ''] = field.split('.');
  const entity = turn.world.get(
    entityId(ad, head === 'campaign' ? 'campaign' : head === 'adset' ? 'adset' : 'ad'),
  );
  if (entity === undefined) return undefined;
  if (name === 'id') return entity.id;
  if (name === 'name') return string(entity.data.name);
  if (name === 'effective_status') return effectiveStatus(turn, entity);
  if (name === 'objective' || name === 'status') return string(entity.data[name]);
  throw invalid(`Filtering field ${field} is invalid`, 'filtering');
}

const entityId = (ad: Entity, level: Level) => {
  if (level === 'ad') return ad.id;
  if (level === 'adset') return textOf(ad.data.adset_id);
  return level === 'campaign' ? textOf(ad.data.campaign_id) : (ad.parents[0] ?? '');
};

const factsOf = (turn: Turn, ad: Entity): AdFacts => ({
  ad,
  objective: textOf(campaignOf(turn, ad)?.data.objective),
  goal: textOf(adSetOf(turn, ad)?.data.optimization_goal),
  isVideo: JSON.stringify(turn.world.get(textOf(ad.data.creative_id))?.data ?? {}).includes(
    '"video_id"',
  ),
});

interface Scope {
  readonly ads: readonly Entity[];
  readonly ranges: readonly Range[];
}

function tally(
  turn: Turn,
  account: Entity,
  level: Level,
  {
    ads,
    ranges,
    cut,
    places = [],
  }: Scope & { readonly cut: Cut; readonly places?: readonly Filter[] },
): readonly Tally[] {
  const tallies = createTallies();
  for (const range of ranges) {
    const days = accountDays(account, daysFrom(range.from, range.to));
    for (const ad of ads) {
      const entity = level === 'account' ? account : turn.world.get(entityId(ad, level));
      if (entity === undefined) continue;
      const place = { ...factsOf(turn, ad), range, entity };
      const id = `${entity.id} ${range.from}`;
      const delivering = deliveringAd(turn, account, ad);
      if (delivering === undefined) continue;
      eachDelivery(turn.world, delivering, days, (date, country, measures, hours) => {
        if (!places.every((place) => holds(place, country))) return;
        if (cut.keys.length === 0) tallies.count(id, place, {}, measures);
        else
          for (const [key, piece] of cutBy(cut, `${ad.id}|${date}`, { country, hours }, measures))
            tallies.count(`${id} ${JSON.stringify(key)}`, place, key, piece);
      });
    }
  }
  return tallies.all();
}

function summaryOf(
  turn: Turn,
  account: Entity,
  params: Params,
  { ads, ranges }: Scope,
): JsonObject {
  const [first, last] = [ranges[0], ranges[ranges.length - 1]];
  if (first === undefined || last === undefined) return {};
  const whole = { ads, ranges: [{ from: first.from, to: last.to }], cut: { keys: [] } };
  const [total] = tally(turn, account, 'account', whole);
  const row = total === undefined ? {} : rowOf(turn, account, total, { level: 'account', params });
  const wanted = words(params, 'summary')?.filter((name) => name !== 'total_count') ?? [
    'impressions',
    'spend',
    'clicks',
  ];
  const figures = wanted.flatMap((name) =>
    row[name] === undefined ? [] : [[name, row[name]] as const],
  );
  return { ...Object.fromEntries(figures), date_start: first.from, date_stop: last.to };
}

function sort(
  rows: readonly JsonObject[],
  order: readonly string[] | undefined,
): readonly JsonObject[] {
  const match = /^(\w+)_(ascending|descending)$/.exec(order?.[0] ?? '');
  if (match === null) return rows;
  const [, field = '', direction] = match;
  const sign = direction === 'ascending' ? 1 : -1;
  return [...rows].sort(
    (left, right) => sign * (Number(left[field] ?? 0) - Number(right[field] ?? 0)),
  );
}

export const runParams = (params: Params): JsonObject =>
  Object.fromEntries(
    Object.entries(params)
      .filter(
        ([name, value]) =>
          !['access_token', 'appsecret_proof', 'id', 'method'].includes(name) &&
          value !== undefined,
      )
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

/** Others are shares of where the ad delivered. */
const parts: Table<readonly string[]> = {
  age: names('18-24 25-34 35-44 45-54 55-64 65+'),
  gender: ['female', 'male', 'unknown'],
  publisher_platform: ['facebook', 'instagram', 'audience_network'],
  platform_position: ['feed', 'story', 'reels'],
  device_platform: ['desktop', 'mobile_app', 'mobile_web'],
  impression_device: ['android_smartphone', 'desktop', 'iphone'],
  hourly_stats_aggregated_by_advertiser_time_zone: Array.from({ length: 24 }, (_, hour) => {
    const two = String(hour).padStart(2, '0');
    return `${two}:00:00 - ${two}:59:59`;
  }),
};

interface Cut {
  readonly keys: readonly string[];
}

function breakdownsOf(params: Params): Cut {
  const keys = (list(params, 'breakdowns') ?? []).map(String);
  const actions = (list(params, 'action_breakdowns') ?? []).map(String);
  const unknown = keys.find((key) => key !== 'country' && parts[key] === undefined);
  if (unknown !== undefined)
    throw invalid(
      `breakdowns holds the value ${unknown}, which the sandbox does not offer`,
      'breakdowns',
    );
  if (keys.includes('platform_position') && !keys.includes('publisher_platform'))
    throw invalidCombination([
      ...(actions.length === 0 ? ['action_type'] : actions),
      'platform_position',
    ]);
  if (keys.includes('country') && keys.length > 1) throw invalidCombination(keys);
  return { keys };
}

const invalidCombination = (keys: readonly string[]) =>
  new GraphError({
    code: 100,
    message: `(#100) Current combination of data breakdown columns (${keys.join(', ')}) is invalid`,
  });

interface Where {
  readonly country: string;
  readonly hours: number;
}

const cutBy = (cut: Cut, salt: string, { country, hours }: Where, whole: Measures) =>
  dividedBy(cut.keys, whole, (name, piece) =>
    name === 'country'
      ? [[country, piece]]
      : filled(
          piece,
          (parts[name] ?? []).slice(0, name.startsWith('hourly') ? hours : undefined),
          `${salt}|${name}`,
        ),
  );

const accountDays = (account: Entity, dates: readonly string[]): readonly ZoneDay[] =>
  zoneDays(string(account.data.timezone_name) ?? 'UTC', dates);

/** Within its ad set's schedule, after its review. Undefined: never. */
function deliveringAd(turn: Turn, account: Entity, ad: Entity): DeliveringAd | undefined {
  const adSet = adSetOf(turn, ad);
  const campaign = campaignOf(turn, ad);
  if (adSet === undefined || campaign === undefined || ad.data.verdict === 'DISAPPROVED')
    return undefined;
  return {
    ad,
    above: [adSet, campaign],
    from: Math.max(number(adSet.data.start_at) ?? 0, number(ad.data.reviewed_at) ?? ad.created),
    to: number(adSet.data.end_at) || undefined,
    countries: countriesOf(adSet),
    minorUnits: minorUnits(string(account.data.currency) ?? 'USD'),
  };
}

function countriesOf(adSet: Entity) {
  const countries = items(part(part(adSet.data, 'targeting'), 'geo_locations'), 'countries').map(
    String,
  );
  return countries.length === 0 ? ['US'] : countries;
}
