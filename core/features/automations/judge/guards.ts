import { dayAt } from '../../../base/time/days.ts';
import { metricByName } from '../../../report/metrics.ts';
import type { DayRange } from '../../../report/request.ts';
import type { Action, Rule } from '../schema/rule.ts';
import { lastOf, type Remembered, reversalsSince } from './memory.ts';
import { figureOf, figuresOf, type Judged } from './numbers.ts';
import { usedWindows } from './walk.ts';
import { isLate, settledRange, windowRange } from './windows.ts';

/** `why` ends the sentence that explains it. */
export interface Held {
  readonly guard: GuardName;
  readonly why: string;
  readonly conflictWith?: string;
}

export const guardNames = [
  'cooldown',
  'tooYoung',
  'minSpend',
  'minSample',
  'notSettled',
  'learning',
  'recentlyChanged',
  'lastActive',
  'entityCap',
  'changesPerDay',
  'budgetCap',
  'flapping',
  'conflict',
  'noChange',
  'alreadySo',
  'rankedOut',
  'pausedByOther',
  'notTold',
] as const;
export type GuardName = (typeof guardNames)[number];

interface Asking {
  readonly ruleId: string;
  readonly remembered: Remembered;
}

const HOUR = 3_600_000;

export function heldBack(
  judged: Judged,
  action: Pick<Action, 'type'>,
  asking: Asking,
): Held | undefined {
  // A message changes nothing: it only must not be repeated.
  if (action.type === 'notify') return cooling(judged, action, asking) ?? tooLittle(judged);
  return (
    conflicting(judged, asking) ??
    flapping(judged, asking) ??
    cooling(judged, action, asking) ??
    changedTooOften(judged, asking) ??
    tooYoung(judged) ??
    tooLittle(judged) ??
    learning(judged, action) ??
    changedLately(judged)
  );
}

function conflicting(
  { rule, calendar: { now } }: Judged,
  { ruleId, remembered }: Asking,
): Held | undefined {
  const open = lastOf(remembered, (act) => act.open === true && act.ruleId !== ruleId);
  if (open !== undefined)
    return {
      guard: 'conflict',
      conflictWith: open.ruleName,
      why: `the rule “${open.ruleName}” is changing it right now`,
    };
  const stronger = lastOf(
    remembered,
    (act) =>
      act.type !== 'notify' &&
      act.ruleId !== ruleId &&
      now - act.at < act.cooldownMs &&
      act.priority >= rule.priority,
  );
  if (stronger === undefined) return undefined;
  return {
    guard: 'conflict',
    conflictWith: stronger.ruleName,
    why: `the rule “${stronger.ruleName}” (priority ${stronger.priority}, this one has ${rule.priority}) changed it ${ago(now - stronger.at)}`,
  };
}

function flapping({ rule, calendar: { now } }: Judged, { remembered }: Asking): Held | undefined {
  const { reversals, inHours } = rule.guards.flapping;
  const count = reversalsSince(remembered, now - inHours * HOUR);
  if (count < reversals) return undefined;
  return {
    guard: 'flapping',
    why: `rules have changed it back and forth ${count} times within ${inHours} hours: a person should look`,
  };
}

function cooling(
  { rule, calendar: { now } }: Judged,
  { type }: Pick<Action, 'type'>,
  { ruleId, remembered }: Asking,
): Held | undefined {
  const { cooldownHours } = rule.guards;
  const last = lastOf(remembered, (act) => act.ruleId === ruleId && act.type === type);
  if (last === undefined || now - last.at >= cooldownHours * HOUR) return undefined;
  return {
    guard: 'cooldown',
    why: `this rule changed it ${ago(now - last.at)} and waits ${cooldownHours} hours`,
  };
}

function changedTooOften(
  { rule, calendar: { now, today, timezone } }: Judged,
  { remembered }: Asking,
): Held | undefined {
  const count = remembered.acts.filter(
    ({ at, type }) => type !== 'notify' && at <= now && dayAt(at, timezone) === today,
  ).length;
  const most = rule.guards.maxChangesPerEntityPerDay;
  return count < most
    ? undefined
    : {
        guard: 'changesPerDay',
        why: `rules have changed it ${count} times today, at most ${most} are allowed`,
      };
}

function tooYoung({ rule, entity, calendar: { now } }: Judged): Held | undefined {
  const { minAgeHours } = rule.guards;
  if (minAgeHours === 0) return undefined;
  if (entity.createdAt === undefined) return { guard: 'tooYoung', why: 'its age is not known' };
  const hours = (now - entity.createdAt) / HOUR;
  return hours >= minAgeHours
    ? undefined
    : {
        guard: 'tooYoung',
        why: `it is ${Math.floor(hours)} hours old, at least ${minAgeHours} are wanted`,
      };
}

function tooLittle(judged: Judged): Held | undefined {
  const { rule, calendar } = judged;
  const { minSpend, minSample = [] } = rule.guards;
  if (minSpend !== undefined) {
    const least = figureOf(judged, minSpend).value;
    if (least === null)
      return {
        guard: 'notTold',
        why: 'minSpend cannot be computed from figures that are not known',
      };
    const range = longest(judged);
    const figures = range && figuresOf(judged, 'self', range);
    const spend = figures?.sums.spend ?? 0;
    if (range === undefined || figures === undefined)
      return { guard: 'notTold', why: 'its spend is not known' };
    if (spend < least)
      return {
        guard: 'minSpend',
        why: `it spent ${money(spend)} from ${range.from} to ${range.to}, at least ${money(least)} is wanted`,
      };
  }
  for (const { metric, window, atLeast } of minSample) {
    const key = metricByName(metric) ?? 'spend';
    const whole = windowRange(rule.windows, window, calendar, judged.since);
    if (
      whole !== undefined &&
      isLate(key) &&
      settledRange(whole, key, calendar.lastSettled) === undefined
    )
      return { guard: 'notSettled', why: `no day of the window “${window}” is settled` };
    const { value } = figureOf(judged, { metric, window });
    if (value === null) return { guard: 'notTold', why: `its ${metric} are not known` };
    if (value < atLeast)
      return {
        guard: 'minSample',
        why: `it has ${money(value)} ${metric}, at least ${money(atLeast)} are wanted`,
      };
  }
  return undefined;
}

function longest({ rule, calendar, since }: Judged): DayRange | undefined {
  const ranges = usedWindows(rule).flatMap(
    (name) => windowRange(rule.windows, name, calendar, since) ?? [],
  );
  if (ranges.length === 0) return windowRange(rule.windows, undefined, calendar);
  return ranges.reduce((a, b) => (daysOf(b) > daysOf(a) ? b : a));
}

const daysOf = ({ from, to }: DayRange): number =>
  Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`);

/** A paused entity does not learn: it may be resumed. */
function learning({ rule, entity }: Judged, { type }: Pick<Action, 'type'>): Held | undefined {
  if (!rule.guards.skipLearning || type === 'resume' || entity.isLearning !== true)
    return undefined;
  return {
    guard: 'learning',
    why: 'the platform is still learning how to deliver it, and a change would restart that',
  };
}

function changedLately({ rule, entity, account, calendar: { now } }: Judged): Held | undefined {
  const { skipChangedWithinHours } = rule.guards;
  if (skipChangedWithinHours === 0 || !account.hasHistory || entity.changedAt === undefined)
    return undefined;
  if (now - entity.changedAt >= skipChangedWithinHours * HOUR) return undefined;
  return {
    guard: 'recentlyChanged',
    why: `it was changed ${ago(now - entity.changedAt)}, and rules wait ${skipChangedWithinHours} hours after a change`,
  };
}

export function mayResume(
  judged: Judged,
  { pausedBy }: Extract<Rule['actions'][number], { type: 'resume' }>,
  { ruleId, remembered }: Asking,
): Held | undefined {
  if (pausedBy === 'anyone') return undefined;
  const last = lastOf(remembered, ({ type }) => type === 'pause' || type === 'resume');
  const isOurs = last?.type === 'pause' && (pausedBy === 'anyRule' || last.ruleId === ruleId);
  if (last === undefined || !isOurs)
    return {
      guard: 'pausedByOther',
      why: pausedBy === 'anyRule' ? 'no rule paused it' : 'this rule did not pause it',
    };
  // A change after the rule's own: a person took it over.
  const touched = judged.entity.changedAt;
  if (touched !== undefined && touched > last.at + TOUCHED_MS)
    return { guard: 'pausedByOther', why: 'a person changed it after the rule had paused it' };
  return undefined;
}

/** The platform records a rule's own change a little later. */
const TOUCHED_MS = 10 * 60_000;

function ago(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000));
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`;
  const hours = Math.round(minutes / 60);
  return hours < 72 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
}

const money = (value: number): string => String(Math.round(value * 100) / 100);
