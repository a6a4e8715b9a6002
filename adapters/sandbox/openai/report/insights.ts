import { addDays, dayOf, daysFrom, isDay, startOfDay } from '../../kit/calendar.ts';
import { delivered, grouped, zoneDays } from '../../kit/delivery.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject } from '../../types.ts';
import {
  type Endpoints,
  isObject,
  jsonText,
  kinds,
  listIn,
  notFound,
  oneOf,
  paged,
  pageParams,
  Refusal,
  ruled,
  seconds,
  type Turn,
  words,
  wrong,
} from '../wire.ts';
import { type Asked, fieldsIn, hasConversions, type Level, levels, valuesOf } from './fields.ts';
import { arranged, type InsightRow } from './order.ts';
import { type Segment, segmented, segments } from './segments.ts';
import { type Total, totalOf } from './totals.ts';

const day = 86_400_000;
const hour = 3_600_000;
const retentionDays = 365;
/** Without a range, newest first. */
const recentDays = 14;
const most = 2_000;

const granularities = ['hourly', 'daily', 'monthly', 'none'] as const;

const kindOf = { campaign: kinds.campaign, ad_group: kinds.adGroup, ad: kinds.ad } as const;

const query = [
  ...names('aggregation_level time_granularity time_ranges fields filters sort segments includes'),
  ...pageParams,
];

/** Of the account, or of one object in it; all parameters may be left out. */
const insightsOf = (scope: Level): Endpoints => {
  const path = scope === 'ad_account' ? 'ad_account' : `${scope}s/{id}`;
  return {
    [`GET ${path}/insights`]: {
      query,
      run(turn) {
        const level = oneOf(turn.query, 'aggregation_level', levels) ?? scope;
        if (levels.indexOf(level) < levels.indexOf(scope))
          throw ruled(`${level} is above the scope of this question.`);
        const granularity = oneOf(turn.query, 'time_granularity', granularities) ?? 'daily';
        const segment = segmentIn(turn, granularity);
        const fields = fieldsIn(turn, level);
        const range = rangeOf(turn);
        if (range === undefined && hasConversions(fields))
          throw ruled('time_ranges is required for conversion metrics.');
        if (turn.fired.has('report-too-large'))
          throw new Refusal({
            status: 413,
            type: 'invalid_request_error',
            message: 'Too many rows.',
          });
        const rows = rowsOf(turn, adsIn(turn, scope), {
          level,
          granularity,
          segment,
          fields,
          range,
        });
        return { ...paged(turn, arranged(turn, rows), most), count: null };
      },
    },
  };
};

export const insightEndpoints: Endpoints = Object.assign({}, ...levels.map(insightsOf));

export interface Placed {
  readonly ad: Entity;
  readonly group: Entity;
  readonly campaign: Entity;
}

export function adsIn({ world, account, ids }: Turn, scope: Level): readonly Placed[] {
  const id = ids.id ?? account.id;
  if (scope !== 'ad_account') {
    const entity = world.get(id);
    if (entity?.kind !== kindOf[scope] || entity.parents[0] !== account.id) throw notFound();
  }
  return world.entities(kinds.ad, account.id).flatMap((ad) => {
    const group = world.get(words(ad.data.ad_group_id));
    const campaign = world.get(words(group?.data.campaign_id));
    if (group === undefined || campaign === undefined) return [];
    return [account.id, campaign.id, group.id, ad.id].includes(id) ? [{ ad, group, campaign }] : [];
  });
}

function segmentIn(turn: Turn, granularity: (typeof granularities)[number]): Segment | undefined {
  const asked = listIn(turn, 'segments');
  const [first] = asked;
  if (first === undefined) return undefined;
  const segment = segments.find((each) => each === first);
  if (segment === undefined || asked.length > 1)
    throw wrong('segments', `Expected one of ${segments.join(', ')}.`);
  if (granularity === 'hourly') throw ruled('segments are not available by the hour.');
  return segment;
}

interface Range {
  /** Milliseconds; the end is not in it. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  /** Its edges are not those of days. */
  readonly byHour: boolean;
}

export function rangeOf(turn: Pick<Turn, 'query' | 'account' | 'world'>): Range | undefined {
  const ranges = listIn(turn, 'time_ranges');
  const [first] = ranges;
  if (first === undefined) return undefined;
  const range = jsonText(first);
  if (ranges.length > 1 || range === undefined) throw wrong('time_ranges', 'Expected one range.');
  const zone = words(range.timezone) || words(turn.account.data.timezone);
  const found = spanOf(range, zone);
  if (found === undefined || found.from >= found.to)
    throw wrong('time_ranges', 'Expected a range with its start and its end.');
  if (range.type === 'date_range' && words(range.until) > dayOf(turn.world.now(), 'UTC'))
    throw ruled('time_ranges.end cannot be in the future.');
  return { ...found, zone, byHour: range.type !== 'date_range' };
}

function spanOf({ type, since, until, start, end }: JsonObject, zone: string) {
  const hourAt = (text: string): number => {
    const [date = '', at = ''] = text.split('T');
    return isDay(date) && /^\d\d$/.test(at)
      ? startOfDay(date, zone) + Number(at) * hour
      : Number.NaN;
  };
  const [from, to] = [words(since), words(until)];
  if (type === 'date_range' && isDay(from) && isDay(to))
    return { from: startOfDay(from, zone), to: startOfDay(addDays(to, 1), zone) };
  if (type === 'hour_range') return { from: hourAt(from), to: hourAt(to) };
  if (type === 'unix_range') return { from: Number(start) * 1_000, to: Number(end) * 1_000 };
  return undefined;
}

interface Question {
  readonly level: Level;
  readonly granularity: (typeof granularities)[number];
  readonly segment: Segment | undefined;
  readonly fields: readonly Asked[];
  readonly range: Range | undefined;
}

/** What one ad did in a day or an hour. */
export interface Unit extends Placed {
  readonly from: number;
  readonly to: number;
  readonly segment: string;
  readonly total: Total;
}

function rowsOf(turn: Turn, ads: readonly Placed[], question: Question): readonly InsightRow[] {
  const { world, account } = turn;
  const { level, granularity, range } = question;
  const zone = range?.zone ?? words(account.data.timezone);
  const idOf = ({ ad, group, campaign }: Placed) =>
    ({ ad_account: account.id, campaign: campaign.id, ad_group: group.id, ad: ad.id })[level];
  const periodOf = ({ from }: Unit): string => {
    if (granularity === 'hourly') return String(from);
    const date = dayOf(from, zone);
    return granularity === 'none' ? '' : granularity === 'monthly' ? date.slice(0, 7) : date;
  };
  const units = ads.flatMap((placed) => unitsOf(turn, placed, question, zone));
  const groups = grouped(units, (unit) => `${periodOf(unit)} ${idOf(unit)} ${unit.segment}`);
  const rows = [...groups.values()].flatMap((some) => {
    const [first] = some;
    return first === undefined ? [] : [rowOf(turn, question, idOf(first), some, zone)];
  });
  if (!listIn(turn, 'includes').includes('zero_impression_items')) return rows;
  const seen = new Set(units.map(idOf));
  const silent = new Map(
    ads
      .filter((placed) => !seen.has(idOf(placed)))
      .map((placed) => [idOf(placed), placed] as const),
  );
  const now = world.now();
  const empty = {
    from: range?.from ?? now - recentDays * day,
    to: range?.to ?? now,
    segment: '',
    total: totalOf([]),
  };
  return [
    ...rows,
    ...[...silent].map(([id, placed]) =>
      rowOf(turn, question, id, [{ ...placed, ...empty }], zone),
    ),
  ];
}

export function unitsOf(
  turn: Turn,
  placed: Placed,
  { granularity, segment, range }: Question,
  zone: string,
): readonly Unit[] {
  const { world, fired } = turn;
  const { ad, group, campaign } = placed;
  const now = world.now();
  const today = dayOf(now, zone);
  const first = range === undefined ? addDays(today, -recentDays) : dayOf(range.from, zone);
  const last = range === undefined ? today : dayOf(Math.min(range.to - 1, now), zone);
  const oldest = addDays(today, -retentionDays);
  const days = first > last ? [] : daysFrom(first, last).filter((date) => date >= oldest);
  const { start_time, end_time } = campaign.data;
  const parts = delivered(
    world,
    {
      ad,
      above: [group, campaign],
      countries: countriesOf(campaign),
      minorUnits: 100,
      from: Number(start_time ?? 0) * 1_000,
      to: typeof end_time === 'number' ? end_time * 1_000 : undefined,
    },
    zoneDays(zone, days),
  );
  const late = fired.get('figures-late');
  const byHour = granularity === 'hourly' || range?.byHour === true;
  const units = parts.flatMap(({ day: date, country, measures }) => {
    const [from, to] = [startOfDay(date, zone), startOfDay(addDays(date, 1), zone)];
    // Conversions arrive a day later.
    const isSettled = now - to >= day;
    return segmented(
      { measures, from, to, country, salt: `${ad.id}|${date}` },
      { byHour, segment },
    ).map((unit) => ({
      ...placed,
      from: unit.from,
      to: unit.to,
      segment: unit.segment,
      total: totalOf([unit.measures], isSettled),
    }));
  });
  return units.filter(({ from, to }) => {
    if (late !== undefined && now - to < Number(late.ms ?? day)) return false;
    if (range === undefined) return to <= now || !fired.has('today-missing');
    // A bucket that is not over, or not wholly inside, is left out of a range.
    return from >= range.from && to <= range.to && to <= now;
  });
}

function rowOf(
  turn: Turn,
  { level, fields, segment }: Question,
  id: string,
  units: readonly Unit[],
  zone: string,
): InsightRow {
  const from = Math.min(...units.map((unit) => unit.from));
  const to = Math.max(...units.map((unit) => unit.to));
  const [first] = units;
  const readable = dayOf(from, zone);
  const total = totalOf(units.map((unit) => unit.total));
  const above = {
    ad_account: turn.account,
    campaign: first?.campaign,
    ad_group: first?.group,
    ad: first?.ad,
  };
  const told = valuesOf(turn, fields, { total, above, readable });
  return {
    id: `start=${seconds(from)}:end=${seconds(to)}:entity_id=${id}`,
    start_time: seconds(from),
    end_time: seconds(to),
    readable_time: readable,
    [`${level}_id`]: id,
    ...(segment !== undefined && { [segment]: first?.segment ?? '' }),
    ...told,
  };
}

function countriesOf({ data: { targeting } }: Entity): readonly string[] {
  const locations = isObject(targeting) ? targeting.locations : undefined;
  const countries = isObject(locations) ? locations.countries : undefined;
  return Array.isArray(countries) && countries.length > 0 ? countries.map(String) : ['US'];
}
