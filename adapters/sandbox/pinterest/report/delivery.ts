import { daysFrom } from '../../kit/calendar.ts';
import { eachDelivery, zoneDays } from '../../kit/delivery.ts';
import { type Measures, reachOf, sumOf } from '../../kit/metrics.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import { countriesOf } from '../objects/levels.ts';
import { kinds, type Turn, words } from '../wire.ts';

interface Delivered {
  readonly ad: Entity;
  readonly day: string;
  readonly measures: Measures;
  /** Conversions of that day have arrived. */
  readonly isSettled: boolean;
}

interface Total extends Measures {
  readonly conversions: number;
  readonly checkoutValue: number;
}

const micro = (minor: number) => minor * 10_000;

const figures: Table<(total: Total) => number> = {
  SPEND_IN_MICRO_DOLLAR: ({ spend }) => micro(spend),
  SPEND_IN_DOLLAR: ({ spend }) => spend / 100,
  TOTAL_IMPRESSION: ({ impressions }) => impressions,
  IMPRESSION_1: ({ impressions }) => impressions,
  PAID_IMPRESSION: ({ impressions }) => impressions,
  TOTAL_CLICKTHROUGH: ({ clicks }) => clicks,
  CLICKTHROUGH_1: ({ clicks }) => clicks,
  OUTBOUND_CLICK_1: ({ linkClicks }) => linkClicks,
  TOTAL_IMPRESSION_USER: ({ impressions }) => reachOf(impressions),
  TOTAL_IMPRESSION_FREQUENCY: ({ impressions }) =>
    impressions === 0 ? 0 : impressions / reachOf(impressions),
  TOTAL_CONVERSIONS: ({ conversions }) => conversions,
  TOTAL_CHECKOUT: ({ conversions }) => conversions,
  TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR: ({ checkoutValue }) => micro(checkoutValue),
  CTR: ({ clicks, impressions }) => (impressions === 0 ? 0 : clicks / impressions),
  CPM_IN_DOLLAR: ({ spend, impressions }) => (impressions === 0 ? 0 : (spend * 10) / impressions),
  ECPC_IN_DOLLAR: ({ spend, clicks }) => (clicks === 0 ? 0 : spend / 100 / clicks),
};

/** Columns without figures. */
const names: Table<(turn: Turn, ad: Entity) => string> = {
  AD_ID: (_turn, { id }) => id,
  PIN_PROMOTION_ID: (_turn, { id }) => id,
  AD_GROUP_ID: (_turn, { data }) => words(data.ad_group_id),
  CAMPAIGN_ID: (_turn, { data }) => words(data.campaign_id),
  AD_ACCOUNT_ID: (_turn, { parents }) => parents[0] ?? '',
  PIN_ID: (_turn, { data }) => words(data.pin_id),
  CAMPAIGN_NAME: ({ world }, { data }) => words(world.get(words(data.campaign_id))?.data.name),
};

export const columnNames: readonly string[] = [...Object.keys(figures), ...Object.keys(names)];

/** A column without a value is left out. */
export function columnsOf(
  turn: Turn,
  parts: readonly Delivered[],
  wanted: readonly string[],
  windows = usual,
): JsonObject {
  const total = totalOf(parts, counted(windows));
  return Object.fromEntries(
    wanted.flatMap((column): readonly (readonly [string, string | number])[] => {
      const figure = figures[column]?.(total);
      if (figure !== undefined) return figure === 0 ? [] : [[column, figure]];
      const values = new Set(parts.map(({ ad }) => names[column]?.(turn, ad) ?? ''));
      const [only = ''] = values;
      return values.size === 1 ? [[column, only]] : [];
    }),
  );
}

/** Days for clicks and views. */
interface Windows {
  readonly click: number;
  readonly view: number;
}

export const usual: Windows = { click: 30, view: 1 };

/** Most come soon, after a click. */
function counted({ click, view }: Windows) {
  const within = (days: number, all: number) =>
    days === 0 ? 0 : Math.min(1, 0.6 + (0.4 * days) / all);
  return 0.8 * within(click, usual.click) + 0.2 * within(view, usual.view);
}

function totalOf(parts: readonly Delivered[], share: number): Total {
  const settled = sumOf(parts.filter(({ isSettled }) => isSettled));
  return {
    ...sumOf(parts),
    conversions: Math.round(settled.results * share),
    checkoutValue: Math.round(settled.value * share),
  };
}

const day = 86_400_000;

/** UTC days. Archived ads have delivered too. */
export function deliveredBy(
  turn: Turn,
  account: Entity,
  from: string,
  to: string,
): readonly Delivered[] {
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
        ad,
        above: [adGroup, campaign],
        countries: countriesOf(targeting_spec),
        minorUnits: 100,
        from: Number(start_time ?? 0) * 1_000,
        to: end_time === undefined ? undefined : Number(end_time) * 1_000,
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
