import { dayOf } from '../../kit/calendar.ts';
import { grouped } from '../../kit/delivery.ts';
import { names } from '../../kit/names.ts';
import type { JsonObject } from '../../types.ts';
import {
  type Endpoints,
  objectBody,
  oneOf,
  Refusal,
  requiredOneOf,
  ruled,
  words,
  wrong,
} from '../wire.ts';
import { adsIn, type Placed, rangeOf, type Unit, unitsOf } from './insights.ts';
import { totalOf } from './totals.ts';

const most = 2_000;
const known = names(`
  aggregation_level time_ranges time_granularity entity_ids group_by_entity breakdown attribution_time_basis
  attribution_window_days view_through_attribution_window_days include event_names include_zero_rows
`);

/**
 * Clicks and views apart, by entity. Here every campaign counts orders, and one view counts for
 * three clicks.
 */
export const conversionInsights: Endpoints = {
  'POST conversions/insights': {
    run(turn) {
      const body = objectBody(turn) as JsonObject;
      const stranger = Object.keys(body).find((name) => !known.includes(name));
      if (stranger !== undefined) throw wrong(stranger, `Unknown parameter: '${stranger}'.`);
      const level = requiredOneOf(body, 'aggregation_level', [
        'campaign',
        'ad_group',
        'ad',
      ] as const);
      const granularity = oneOf(body, 'time_granularity', ['none', 'daily'] as const) ?? 'none';
      const breakdown =
        body.breakdown === null
          ? undefined
          : oneOf(body, 'breakdown', ['country', 'device'] as const);
      choice(body, 'attribution_window_days', [7, 14, 30]);
      const view = choice(body, 'view_through_attribution_window_days', [0, 1]) ?? 1;
      const time_ranges = Array.isArray(body.time_ranges) ? body.time_ranges.map(String) : [];
      const range = rangeOf({ ...turn, query: { time_ranges } });
      if (range === undefined) throw wrong('time_ranges', 'Expected one range.');
      const apart = body.group_by_entity !== false;
      const wanted = Array.isArray(body.entity_ids) ? body.entity_ids.map(String) : [];
      if (apart === (wanted.length === 0))
        throw ruled('entity_ids goes with group_by_entity alone.');
      const idOf = ({ ad, group, campaign }: Placed) =>
        ({ campaign: campaign.id, ad_group: group.id, ad: ad.id })[level];
      const keyOf = (placed: Placed) => (apart ? idOf(placed) : turn.account.id);
      const ads = adsIn(turn, 'ad_account').filter(
        (placed) => !apart || wanted.includes(idOf(placed)),
      );
      const question = { level, granularity, segment: breakdown, fields: [], range };
      const dateOf = ({ from }: Unit) => (granularity === 'daily' ? dayOf(from, range.zone) : '');
      const units = ads.flatMap((placed) => unitsOf(turn, placed, question, range.zone));
      const told = [
        ...grouped(units, (unit) => `${dateOf(unit)} ${keyOf(unit)} ${unit.segment}`).values(),
      ].flatMap((some) => {
        const [first] = some;
        if (first === undefined) return [];
        const { conversions, sales } = totalOf(some.map(({ total }) => total));
        const views = view === 0 ? 0 : Math.floor(conversions / 3);
        return {
          entity_id: keyOf(first),
          ...(granularity === 'daily' && { date: dateOf(first) }),
          ...(breakdown !== undefined && { [breakdown]: first.segment }),
          conversions: conversions + views,
          click_through_conversions: conversions,
          view_through_conversions: views,
          order_created_attributed_sales: String(sales),
          order_created_attributed_sales_currency: words(turn.account.data.currency_code),
          ...(Array.isArray(body.include) &&
            body.include.includes('attributed_events') && { attributed_events: [] }),
        };
      });
      // Days and parts without any are left out here.
      const silent =
        granularity === 'daily' || breakdown !== undefined || body.include_zero_rows === false
          ? []
          : wanted;
      const seen = new Set(told.map(({ entity_id }) => entity_id));
      const zero = { conversions: 0, click_through_conversions: 0, view_through_conversions: 0 };
      const money = {
        order_created_attributed_sales: '0',
        order_created_attributed_sales_currency: words(turn.account.data.currency_code),
      };
      const rows = [
        ...told,
        ...silent
          .filter((id) => !seen.has(id))
          .map((entity_id) => ({ entity_id, ...zero, ...money })),
      ];
      if (rows.length > most)
        throw new Refusal({
          status: 413,
          type: 'invalid_request_error',
          message: 'Too many rows.',
        });
      return {
        object: 'list',
        account_currency: words(turn.account.data.currency_code),
        data: rows,
        count: rows.length,
      };
    },
  },
};

function choice(body: JsonObject, name: string, values: readonly number[]): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !values.includes(value))
    throw wrong(name, `Expected one of ${values.join(', ')}.`);
  return value;
}
