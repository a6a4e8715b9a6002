import type { Budgets, Pace } from '../ports/platform-accounts.ts';

export interface Paced extends Budgets, Pace {}

const DAY_MS = 24 * 60 * 60 * 1000;
const WEEK = 7;

/**
 * What a day may spend of the budgets of one campaign or ad set. Of a lifetime budget: what is left
 * of it divided by the days left, or all of it without an end or with less than a day left.
 */
export function perDay(holder: Paced, now: number): number {
  const { dailyBudget, lifetimeBudget, peaks = [] } = holder;
  if (dailyBudget !== undefined)
    return Math.max(
      dailyBudget,
      ...peaks.filter(({ until }) => until > now).map((peak) => peak.dailyBudget),
    );
  if (lifetimeBudget === undefined) return 0;
  return Math.min(lifetimeBudget, holder.lifetimeLeft ?? lifetimeBudget) / daysLeft(holder, now);
}

/** Spending days from now, or from its start, to its end; at least one. */
function daysLeft({ startTime = 0, endTime, weekdays = WEEK }: Pace, now: number): number {
  if (endTime === undefined) return 1;
  const days = (endTime - Math.max(now, startTime)) / DAY_MS;
  return Math.max(1, weekdays >= WEEK ? days : Math.floor(days / WEEK) * weekdays);
}

/** When a budget is spent that these ad sets share: none of them outlasts its campaign. */
export function sharedPace(campaign: Pace, adSets: readonly Pace[]): Pace {
  const starts = adSets.map(({ startTime = 0 }) => startTime);
  const ends = adSets.map(({ endTime = Number.POSITIVE_INFINITY }) => endTime);
  const weekdays = adSets.map((each) => each.weekdays ?? WEEK);
  const endTime = Math.min(Math.max(...ends), campaign.endTime ?? Number.POSITIVE_INFINITY);
  return {
    startTime: Math.max(Math.min(...starts), campaign.startTime ?? 0),
    ...(Number.isFinite(endTime) && { endTime }),
    weekdays: weekdays.includes(0) || campaign.weekdays === 0 ? 0 : Math.max(...weekdays),
  };
}
