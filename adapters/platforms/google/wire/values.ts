import { fromMicro } from '../../../../core/base/money.ts';
import { wallClock } from '../../../../core/base/time/wall-clock.ts';
import { defined, numeric } from '../../kit/json.ts';
import type { Budgets, EntityStatus, EntityType, Pace, Row } from '../../types.ts';

/** On the clocks of the account, to the second. */
export const platformTime = (ms: number, zone: string) =>
  new Date(wallClock(ms, zone)).toISOString().slice(0, 19).replace('T', ' ');

export function msOf(time: unknown, zone: string) {
  const [, day, clock] =
    typeof time === 'string' ? (/^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)/.exec(time) ?? []) : [];
  const wall = day === undefined ? Number.NaN : Date.parse(`${day}T${clock}Z`);
  if (Number.isNaN(wall)) return undefined;
  // Twice: the zone's offset may differ between that moment in UTC and there.
  const guess = wall - (wallClock(wall, zone) - wall);
  return wall - (wallClock(guess, zone) - guess);
}

/** Millionths as text to whole units; absent is zero. */
export const moneyOf = (micros: unknown) => fromMicro(numeric(micros) ?? 0);

/** Of a campaign and all below it. */
export const paceOf = (campaign: Row, zone: string): Pace =>
  defined({
    startTime: msOf(campaign.startDateTime, zone),
    endTime: msOf(campaign.endDateTime, zone),
  });

/** By the day or for all its time. */
export function budgetsOf(budget: Row | undefined): Budgets {
  if (budget === undefined) return {};
  const total = numeric(budget.totalAmountMicros);
  if (total !== undefined && total > 0) return { lifetimeBudget: fromMicro(total) };
  const amount = numeric(budget.amountMicros);
  return amount === undefined || amount <= 0 ? {} : { dailyBudget: fromMicro(amount) };
}

export const statusWords = { ACTIVE: 'ENABLED', PAUSED: 'PAUSED' } as const;

export function statusOf(status: unknown): EntityStatus {
  if (status === 'REMOVED') return 'DELETED';
  return status === 'ENABLED' ? 'ACTIVE' : 'PAUSED';
}

/** In queries, and the collection that changes it. */
export const levels: {
  readonly [T in EntityType]: {
    readonly from: string;
    readonly id: string;
    readonly collection: string;
  };
} = {
  campaign: { from: 'campaign', id: 'campaign.id', collection: 'campaigns' },
  adset: { from: 'ad_group', id: 'ad_group.id', collection: 'adGroups' },
  ad: { from: 'ad_group_ad', id: 'ad_group_ad.ad.id', collection: 'adGroupAds' },
};
