import { isCost, metricByName, metrics } from '../../../report/metrics.ts';
import { statusesOf } from '../judge/judgement.ts';
import { defaultWindow } from '../judge/windows.ts';
import { type Compare, type Condition, type NumberOf, opWords } from '../schema/condition.ts';
import type { Action, Rule, Window } from '../schema/rule.ts';

export function ruleSentence(rule: Rule): string {
  const actions = rule.actions.map((action) => actionText(rule, action)).join(' and ');
  const rank = rule.rank === undefined ? '' : `, of these ${rankText(rule, rule.rank)}`;
  return `${scheduleText(rule)}: ${actions} ${scopeText(rule)} where ${conditionText(rule, rule.when)}${rank}${floorText(rule)}.`;
}

const levelWords = {
  account: 'ad account',
  campaign: 'campaign',
  adset: 'ad set',
  ad: 'ad',
} as const;

function scopeText(rule: Rule): string {
  const { level, accountIds, ids, parentIds, where } = rule.scope;
  const status = statusesOf(rule);
  const state = status.length === 1 ? (status[0] === 'ACTIVE' ? 'active ' : 'paused ') : '';
  const which =
    ids === undefined
      ? `each ${state}${levelWords[level]}`
      : `each ${state}of ${ids.length} chosen ${levelWords[level]}s`;
  const parents =
    parentIds === undefined
      ? ''
      : ` in ${parentIds.length} chosen ${level === 'ad' ? 'ad sets' : 'campaigns'}`;
  const narrowed = where === undefined ? '' : ` whose ${conditionText(rule, where)}`;
  return `${which} of ${accountIds.length === 1 ? accountIds[0] : `${accountIds.length} ad accounts`}${parents}${narrowed},`;
}

function conditionText(rule: Rule, condition: Condition): string {
  if ('all' in condition) return condition.all.map((each) => nested(rule, each)).join(' and ');
  if ('any' in condition) return condition.any.map((each) => nested(rule, each)).join(' or ');
  if ('not' in condition) return `not (${conditionText(rule, condition.not)})`;
  if ('event' in condition) return 'the review rejected it';
  if ('attr' in condition) {
    const value = Array.isArray(condition.value)
      ? condition.value.join(', ')
      : String(condition.value);
    return `${condition.attr.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${opWords[condition.op]} ${value}`;
  }
  if ('provably' in condition) {
    const name =
      condition.metric === 'conversionRate'
        ? 'conversion rate'
        : metrics[condition.metric].label.toLowerCase();
    const sure = Math.round((condition.confidence ?? 0.95) * 1000) / 10;
    return `${name} ${windowText(rule, condition.window)} is provably ${condition.provably} ${numberText(rule, condition.than)} (${sure} % sure)`;
  }
  const rights = (
    Array.isArray(condition.right) ? condition.right : [condition.right]
  ) as readonly NumberOf[];
  const days =
    condition.consecutive === undefined ? '' : ` on ${condition.consecutive} days in a row`;
  return `${comparedText(rule, condition, rights)}${days}`;
}

/** Spend that brought nothing counts as the highest cost, unless the rule says otherwise. */
function comparedText(
  rule: Rule,
  { left, is, ifMissing = 'unknown' }: Compare,
  rights: readonly NumberOf[],
): string {
  const metric =
    typeof left === 'object' && 'metric' in left ? metricByName(left.metric) : undefined;
  const { made } = metrics[metric ?? 'spend'];
  const also =
    metric !== undefined &&
    isCost(metric) &&
    made.from === 'ratio' &&
    ifMissing === 'unknown' &&
    (is === '>' || is === '>=')
      ? ` (spend without ${made.per} counts as above)`
      : '';
  return `${numberText(rule, left)} is ${isWords[is]} ${rights.map((each) => numberText(rule, each)).join(' and ')}${also}`;
}

const nested = (rule: Rule, condition: Condition): string =>
  ('all' in condition && condition.all.length > 1) ||
  ('any' in condition && condition.any.length > 1)
    ? `(${conditionText(rule, condition)})`
    : conditionText(rule, condition);

const isWords = {
  '>': 'above',
  '>=': 'at least',
  '<': 'below',
  '<=': 'at most',
  '=': 'exactly',
  '!=': 'not',
  between: 'between',
  outside: 'outside of',
} as const;

/** `36`, `cost per result of the last 7 days`. */
function numberText(rule: Rule, number: NumberOf): string {
  const constant = constantOf(rule, number);
  if (constant !== undefined) return String(Math.round(constant * 10_000) / 10_000);
  if (typeof number === 'number' || 'param' in number) return 'a value that is not set';
  if ('attr' in number) return attributeWords[number.attr];
  if ('metric' in number) {
    const key = metricByName(number.metric) ?? 'spend';
    const of = number.of === undefined || number.of === 'self' ? '' : ` of ${ofWords[number.of]}`;
    return `${metrics[key].label.toLowerCase()}${number.per === 'day' ? ' a day' : ''}${of} ${windowText(rule, number.window)}`;
  }
  const args = number.args.map((each) => numberText(rule, each));
  if (number.fn === 'changePercent') return `the change in percent from ${args[1]} to ${args[0]}`;
  if (number.fn === 'min' || number.fn === 'max')
    return `the ${number.fn === 'min' ? 'smaller' : 'larger'} of ${args.join(' and ')}`;
  return args.join(` ${{ '+': '+', '-': '−', '*': '×', '/': '÷' }[number.fn]} `);
}

/** What is made of numbers and parameters alone. */
function constantOf(rule: Rule, number: NumberOf): number | undefined {
  if (typeof number === 'number') return number;
  if ('param' in number) return rule.params[number.param]?.value;
  if (!('fn' in number) || number.fn === 'changePercent') return undefined;
  const args = number.args.map((each) => constantOf(rule, each));
  if (args.some((each) => each === undefined)) return undefined;
  const compute = computing[number.fn];
  return (args as readonly number[]).reduce((a, b) => compute(a, b));
}

const computing = {
  '+': (a: number, b: number) => a + b,
  '-': (a: number, b: number) => a - b,
  '*': (a: number, b: number) => a * b,
  '/': (a: number, b: number) => a / b,
  min: (a: number, b: number) => Math.min(a, b),
  max: (a: number, b: number) => Math.max(a, b),
} as const;

const attributeWords = {
  dailyBudget: 'its daily budget',
  lifetimeBudget: 'its lifetime budget',
  ageHours: 'its age in hours',
  hoursSinceChange: 'the hours since its last change',
  activeSiblings: 'the number of others switched on beside it',
  adCount: 'the number of its ads',
  daysToEnd: 'the days until its end',
  daysLeftInMonth: 'the days left in the month',
} as const;

const ofWords = {
  parent: 'its parent',
  campaign: 'its campaign',
  account: 'the account',
  siblings: 'the others beside it',
} as const;

function windowText(rule: Rule, name: string | undefined): string {
  const window: Window | undefined = name === undefined ? defaultWindow : rule.windows[name];
  if (window === undefined) return `in “${name}”`;
  if ('sameAs' in window)
    return `${windowText(rule, window.sameAs)}, ${window.shiftDays} days earlier`;
  if ('preset' in window) return presetWords[window.preset];
  const end = window.endOffsetDays ?? 1;
  const days = window.days === 1 ? 'day' : `${window.days} days`;
  if (end === 0) return `of the last ${days} with today`;
  return end === 1 ? `of the last ${days}` : `of ${window.days} days up to ${end} days ago`;
}

const presetWords = {
  today: 'today',
  yesterday: 'yesterday',
  weekToDate: 'of this week',
  monthToDate: 'of this month',
  sinceLaunch: 'since its start',
  sinceLastAction: 'since this rule changed it',
} as const;

function actionText(rule: Rule, action: Action): string {
  switch (action.type) {
    case 'pause':
      return 'pause';
    case 'resume':
      return action.pausedBy === 'thisRule'
        ? 'switch on again what this rule paused of'
        : action.pausedBy === 'anyRule'
          ? 'switch on again what rules paused of'
          : 'switch on again';
    case 'notify':
      return 'report';
    case 'budget': {
      const { change } = action;
      const bounds = [
        ...(action.floor === undefined ? [] : [`at least ${numberText(rule, action.floor)}`]),
        ...(action.ceiling === undefined ? [] : [`at most ${numberText(rule, action.ceiling)}`]),
      ];
      const bounded = bounds.length === 0 ? '' : ` (${bounds.join(', ')})`;
      if ('percent' in change)
        return `${change.percent < 0 ? 'lower' : 'raise'} the budget by ${Math.abs(change.percent)} %${bounded} of`;
      if ('amount' in change)
        return `${change.amount < 0 ? 'lower' : 'raise'} the budget by ${Math.abs(change.amount)}${bounded} of`;
      if ('set' in change) return `set the budget to ${numberText(rule, change.set)}${bounded} of`;
      const { metric, target, maxStepPercent } = change.towards;
      return `move the budget towards ${metric} ${numberText(rule, target)} by at most ${maxStepPercent} %${bounded} of`;
    }
  }
}

function rankText(rule: Rule, { by, order, take, within }: NonNullable<Rule['rank']>): string {
  const many = 'count' in take ? `${take.count}` : `${take.percent} %`;
  const where =
    within === 'parent' ? ' of each parent' : within === 'account' ? ' of each account' : '';
  return `the ${many} with the ${order} ${numberText(rule, by)}${where}`;
}

function floorText(rule: Rule): string {
  const { minSpend, minSample = [], settleDays } = rule.guards;
  const floors = [
    ...(minSpend === undefined ? [] : [`a spend of ${numberText(rule, minSpend)}`]),
    ...minSample.map(({ metric, atLeast }) => `${atLeast} ${metric}`),
  ];
  const days = settleDays === 1 ? 'the last day does' : `the last ${settleDays} days do`;
  const settled =
    settleDays === undefined || settleDays === 0 ? '' : `; ${days} not count for results`;
  return `${floors.length === 0 ? '' : `, from ${floors.join(' and ')} on`}${settled}`;
}

function scheduleText({ schedule }: Rule): string {
  const { at, everyMinutes, days, between, timezone } = schedule;
  const when =
    at !== undefined
      ? `At ${at.join(', ')}`
      : everyMinutes === 1440
        ? 'Once a day'
        : `Every ${everyMinutes === 60 ? 'hour' : (everyMinutes ?? 0) > 60 ? `${(everyMinutes ?? 0) / 60} hours` : `${everyMinutes} minutes`}`;
  const on = days === undefined ? '' : ` on ${days.join(', ')}`;
  const hours = between === undefined ? '' : ` between ${between[0]} and ${between[1]}`;
  return `${when}${on}${hours}${timezone === 'account' ? '' : ` (${timezone})`}`;
}
