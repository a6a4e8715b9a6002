import { defined, said, text } from '../../kit/json.ts';
import type { Access, Likeness, Row } from '../../types.ts';
import { familyOf, type Tiktok } from '../family.ts';
import { readRows } from '../read/entities.ts';
import { bidMember, billingOf } from '../read/shapes.ts';
import { lostLimits, manualLimits, untaken } from '../smart/targeting.ts';

/**
 * What a new campaign or ad group takes over, in the words of requests. Times are those of the
 * source alone.
 */

const PROMOTED = {
  campaign: ['app_promotion_type', 'app_id', 'sales_destination'],
  adset: ['pixel_id', 'optimization_event', 'app_id'],
} as const;

/** `own`: what the request says itself. */
export async function likeOf(
  api: Tiktok,
  access: Access,
  type: 'campaign' | 'adset',
  id: string,
  own: Row = {},
): Promise<Likeness> {
  const row = (await readRows(api, access, type, [id])).get(id);
  if (row === undefined) throw api.wire.notFound(id);
  if (familyOf(row) !== 'manual')
    throw api.wire.error(
      'rule',
      'Settings are taken over from manual campaigns and ad groups alone.',
      'Duplicate it instead.',
    );
  const promotedObject = Object.fromEntries(
    PROMOTED[type].flatMap((field) => (said(row[field]) === '' ? [] : [[field, said(row[field])]])),
  );
  const common = {
    ...budgetIn(row),
    promotedObject: Object.keys(promotedObject).length === 0 ? undefined : promotedObject,
  };
  if (type === 'campaign') {
    const settings = defined({
      objective: text(row.objective_type),
      specialAdCategories: row.special_industries,
      ...common,
    });
    return { name: said(row.campaign_name), settings, left: [] };
  }
  const all: Row = Object.fromEntries(
    manualLimits.flatMap((field) =>
      row[field] === undefined || row[field] === null ? [] : [[field, row[field]]],
    ),
  );
  const not = new Set(untaken(all, 'MANUAL', '').map(({ field }) => field));
  const bid = Number(row[bidMember(row)] ?? 0);
  // A price of a thousand impressions or of a view is no price of a result.
  const goal = said(row.optimization_goal);
  const isSamePrice =
    row.billing_event === billingOf(goal) && (own.optimizationGoal ?? goal) === goal;
  if (bid > 0 && !isSamePrice && own.bidAmount === undefined)
    throw api.wire.error(
      'rule',
      `This ad group bids for what it pays for (${said(row.billing_event)}), and the new one would pay for something else.`,
      'Give the bid of the new ad group, or duplicate this one.',
    );
  const settings = defined({
    optimizationGoal: text(row.optimization_goal),
    bidAmount: isSamePrice && bid > 0 ? bid : undefined,
    destinationType: text(row.promotion_type),
    placements: row.placements,
    targeting: Object.fromEntries(Object.entries(all).filter(([field]) => !not.has(field))),
    ...common,
  });
  const ends = said(row.schedule_type) === 'SCHEDULE_START_END' ? ['endTime'] : [];
  return {
    name: said(row.adgroup_name),
    settings,
    left: [
      ...ends,
      ...lostLimits(row),
      ...(said(row.dayparting).includes('0') ? ['dayparting'] : []),
    ],
  };
}

function budgetIn(row: Row): { readonly dailyBudget?: number; readonly lifetimeBudget?: number } {
  const budget = Number(row.budget ?? 0);
  if (budget === 0) return {};
  return row.budget_mode === 'BUDGET_MODE_TOTAL'
    ? { lifetimeBudget: budget }
    : { dailyBudget: budget };
}
