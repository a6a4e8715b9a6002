import { add, type Measures, nothing, reachOf } from '../../kit/metrics.ts';
import type { Entity, JsonObject } from '../../world.ts';
import { type Turn, words } from '../wire/call.ts';

/** What an ad delivered on a day. */
export interface Delivered {
  readonly ad: Entity;
  readonly day: string;
  readonly measures: Measures;
  /** Whether conversions of that day have arrived. */
  readonly isSettled: boolean;
}

interface Total extends Measures {
  readonly conversions: number;
  readonly checkoutValue: number;
}

/** Of minor units. */
const micro = (minor: number): number => minor * 10_000;

const figures: { readonly [column: string]: (total: Total) => number } = {
  SPEND_IN_MICRO_DOLLAR: ({ spend }) => micro(spend),
  SPEND_IN_DOLLAR: ({ spend }) => spend / 100,
  TOTAL_IMPRESSION: ({ impressions }) => impressions,
  IMPRESSION_1: ({ impressions }) => impressions,
  PAID_IMPRESSION: ({ impressions }) => impressions,
  TOTAL_CLICKTHROUGH: ({ clicks }) => clicks,
  CLICKTHROUGH_1: ({ clicks }) => clicks,
  OUTBOUND_CLICK_1: ({ linkClicks }) => linkClicks,
  TOTAL_IMPRESSION_USER: ({ impressions }) => reachOf(impressions),
  TOTAL_IMPRESSION_FREQUENCY: ({ impressions }) => (impressions === 0 ? 0 : impressions / reachOf(impressions)),
  TOTAL_CONVERSIONS: ({ conversions }) => conversions,
  TOTAL_CHECKOUT: ({ conversions }) => conversions,
  TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR: ({ checkoutValue }) => micro(checkoutValue),
  CTR: ({ clicks, impressions }) => (impressions === 0 ? 0 : clicks / impressions),
  CPM_IN_DOLLAR: ({ spend, impressions }) => (impressions === 0 ? 0 : (spend * 10) / impressions),
  ECPC_IN_DOLLAR: ({ spend, clicks }) => (clicks === 0 ? 0 : spend / 100 / clicks),
};

/** Columns that are no figures. */
const names: { readonly [column: string]: (turn: Turn, ad: Entity) => string } = {
  AD_ID: (_turn, { id }) => id,
  PIN_PROMOTION_ID: (_turn, { id }) => id,
  AD_GROUP_ID: (_turn, { data }) => words(data.ad_group_id),
  CAMPAIGN_ID: (_turn, { data }) => words(data.campaign_id),
  AD_ACCOUNT_ID: (_turn, { parents }) => parents[0] ?? '',
  PIN_ID: (_turn, { data }) => words(data.pin_id),
  CAMPAIGN_NAME: ({ world }, { data }) => words(world.get(words(data.campaign_id))?.data.name),
};

export const columnNames: readonly string[] = [...Object.keys(figures), ...Object.keys(names)];

/** The columns of a row. One without a value is left out. */
export function columnsOf(turn: Turn, parts: readonly Delivered[], wanted: readonly string[]): JsonObject {
  const total = totalOf(parts);
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

function totalOf(parts: readonly Delivered[]): Total {
  const sum = parts.reduce((total, { measures }) => add(total, measures), nothing);
  const settled = parts.filter(({ isSettled }) => isSettled);
  return {
    ...sum,
    conversions: settled.reduce((total, { measures }) => total + measures.results, 0),
    checkoutValue: settled.reduce((total, { measures }) => total + measures.value, 0),
  };
}
