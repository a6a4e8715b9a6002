import { fromMicro } from '../../kit/currencies.ts';
import { defined, numeric } from '../../kit/json.ts';
import type { Budgets, EntityStatus, EntityType, Pace, Row } from '../../types.ts';

export const toSeconds = (ms: number) => Math.floor(ms / 1_000);

export function msOfSeconds(value: unknown) {
  const seconds = numeric(value);
  return seconds === undefined || seconds <= 0 ? undefined : seconds * 1_000;
}

/** Boards and pins: UTC, not always stated: `2026-07-09T10:22:11`. */
export function msOfTime(value: unknown) {
  if (typeof value !== 'string') return undefined;
  const ms = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** What the user set. A draft does not deliver. */
export function statusOf({ status }: Row): EntityStatus {
  if (status === 'ACTIVE' || status === 'ARCHIVED') return status;
  return status === 'DELETED_DRAFT' ? 'DELETED' : 'PAUSED';
}

export const livingStatuses = ['ACTIVE', 'PAUSED'] as const;
export const allStatuses = [...livingStatuses, 'ARCHIVED', 'DRAFT', 'DELETED_DRAFT'] as const;

export const nouns: {
  readonly [T in EntityType]: { readonly path: string; readonly ids: string };
} = {
  campaign: { path: 'campaigns', ids: 'campaign_ids' },
  adset: { path: 'ad_groups', ids: 'ad_group_ids' },
  ad: { path: 'ads', ids: 'ad_ids' },
};

export const pathOf = (adAccountId: string, type: EntityType) =>
  `ad_accounts/${adAccountId}/${nouns[type].path}`;

/** Campaigns have a daily or lifetime cap; ad groups an amount and its type. */
export function budgetsOf(type: EntityType, row: Row): Budgets {
  if (type === 'ad') return {};
  if (type === 'campaign')
    return defined({
      dailyBudget: positive(row.daily_spend_cap),
      lifetimeBudget: positive(row.lifetime_spend_cap),
    });
  const amount = positive(row.budget_in_micro_currency);
  // Where the campaign shares out its budget, the amount is not the ad group's own.
  if (amount === undefined || row.budget_type === 'CBO_ADGROUP') return {};
  return row.budget_type === 'LIFETIME' ? { lifetimeBudget: amount } : { dailyBudget: amount };
}

/** Where the platform bids by itself, an old amount means nothing. */
export const bidOf = ({ bid_strategy_type, bid_in_micro_currency }: Row) =>
  bid_strategy_type === 'AUTOMATIC_BID' ? undefined : positive(bid_in_micro_currency);

export const paceOf = (row: Row): Pace =>
  defined({
    startTime: msOfSeconds(row.start_time),
    endTime: msOfSeconds(row.end_time),
    weekdays: row.pacing_delivery_type === 'ACCELERATED' ? 0 : undefined,
  });

function positive(value: unknown) {
  const amount = fromMicro(value);
  return amount === undefined || amount <= 0 ? undefined : amount;
}
