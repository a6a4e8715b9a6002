import { isRejected } from '../../../accounts/states.ts';
import { numberOf as dayNumberOf } from '../../../base/time/days.ts';
import { weekdays } from '../../../base/time/weekdays.ts';
import { isCost } from '../../../report/metrics.ts';
import {
  type Attribute,
  type Compare,
  type Condition,
  type NumberOf,
  opWords,
  type Provably,
} from '../schema/condition.ts';
import { binomialAtLeast, binomialAtMost, poissonAtLeast, poissonAtMost } from './chance.ts';
import { type Figure, figureOf, figuresOf, type Judged } from './numbers.ts';
import type { Leaf } from './walk.ts';
import { settledRange, windowRange } from './windows.ts';

export type Truth = 'true' | 'false' | 'unknown';

/** `path` is its place in the rule. */
export interface Traced {
  readonly path: string;
  readonly left?: Figure;
  readonly is?: string;
  readonly right?: Figure;
  /** The other end of `between` and `outside`. */
  readonly upper?: Figure;
  /** An attribute: name, found, wanted. */
  readonly attr?: string;
  readonly found?: string | number;
  readonly wanted?: string;
  /** How likely such a count is at exactly the compared cost or rate. */
  readonly chance?: number;
  readonly days?: number;
  readonly result: Truth;
}

/** Appends each comparison to `trace`. */
export function judgeCondition(
  judged: Judged,
  condition: Condition,
  path: string,
  trace: Traced[],
): Truth {
  /** Judges all parts: the explanation lists them. */
  const decidedBy = (deciding: Truth, name: string, parts: readonly Condition[]): Truth => {
    const truths = parts.map((part, i) =>
      judgeCondition(judged, part, `${path}.${name}[${i}]`, trace),
    );
    return truths.includes(deciding)
      ? deciding
      : truths.includes('unknown')
        ? 'unknown'
        : not(deciding);
  };
  if ('all' in condition) return decidedBy('false', 'all', condition.all);
  if ('any' in condition) return decidedBy('true', 'any', condition.any);
  if ('not' in condition) return not(judgeCondition(judged, condition.not, `${path}.not`, trace));
  const traced = one(judged, condition, path);
  trace.push(traced);
  return traced.result;
}

const not = (truth: Truth): Truth =>
  truth === 'unknown' ? 'unknown' : truth === 'true' ? 'false' : 'true';

function one(judged: Judged, condition: Leaf, path: string): Traced {
  if ('provably' in condition) return proven(judged, condition, path);
  if ('event' in condition) return happened(judged, path);
  if ('attr' in condition) return attribute(judged, condition, path);
  return condition.consecutive === undefined
    ? compared(judged, condition, path)
    : onDays(judged, condition, condition.consecutive, path);
}

function compared(
  judged: Judged,
  { left, is, right, ifMissing = 'unknown' }: Compare,
  path: string,
): Traced {
  const figure = figureOf(judged, left);
  const isPair = (given: NumberOf | readonly NumberOf[]): given is readonly NumberOf[] =>
    Array.isArray(given);
  const [lower = 0, upper] = isPair(right) ? right : [right];
  const other = figureOf(judged, lower);
  const end = upper === undefined ? undefined : figureOf(judged, upper);
  const value = ifMissing === 'unknown' ? countedAs(figure) : figure.value;
  const isMissing = value === null || other.value === null || end?.value === null;
  const result = isMissing
    ? ifMissing
    : holds[is](value, other.value, end?.value ?? 0)
      ? 'true'
      : 'false';
  return end === undefined
    ? { path, left: figure, is, right: other, result }
    : { path, left: figure, is, right: other, upper: end, result };
}

/** Spend without what it pays for, a result or a click, costs more than every amount. */
const countedAs = ({ value, metric, missing, numerator = 0 }: Figure): number | null =>
  value === null &&
  missing === 'zeroDenominator' &&
  metric !== undefined &&
  isCost(metric) &&
  numerator > 0
    ? Number.POSITIVE_INFINITY
    : value;

const holds: {
  readonly [is in Compare['is']]: (left: number, right: number, upper: number) => boolean;
} = {
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '=': (left, right) => left === right,
  '!=': (left, right) => left !== right,
  between: (left, right, upper) => left >= Math.min(right, upper) && left <= Math.max(right, upper),
  outside: (left, right, upper) => left < Math.min(right, upper) || left > Math.max(right, upper),
};

/** The window's last days one by one. The trace shows the day that decided, else the last. */
function onDays(judged: Judged, condition: Compare, days: number, path: string): Traced {
  const each = Array.from({ length: days }, (_, back) =>
    compared({ ...judged, back }, condition, path),
  );
  const decided =
    each.find(({ result }) => result === 'false') ??
    each.find(({ result }) => result === 'unknown') ??
    each[0];
  return { ...(decided ?? { path, result: 'unknown' as const }), days };
}

/**
 * Whether the count would be unlikely at the compared cost or rate: results and clicks against
 * money by Poisson, clicks and conversions against trials by the binomial.
 */
function proven(
  judged: Judged,
  { provably, metric, than, window, confidence = 0.95 }: Provably,
  path: string,
): Traced {
  const { rule, calendar } = judged;
  const bound = figureOf(judged, than);
  const unit = metric === 'ctr' || metric === 'conversionRate' ? 'percent' : 'money';
  const about =
    metric === 'conversionRate' ? ({ unit, named: metric } as const) : ({ unit, metric } as const);
  const is = `provably ${provably}`;
  const unknown = (
    missing: NonNullable<Figure['missing']>,
    more: Partial<Figure> = {},
  ): Traced => ({
    path,
    is,
    right: { unit, ...bound },
    left: { ...about, ...more, value: null, missing },
    result: 'unknown',
  });
  const whole = windowRange(rule.windows, window, calendar, judged.since);
  if (whole === undefined) return unknown('notTold');
  const counts =
    metric === 'costPerResult' ? 'results' : metric === 'conversionRate' ? 'conversions' : 'clicks';
  const range = settledRange(whole, counts, calendar.lastSettled);
  if (range === undefined) return unknown('notSettled');
  const figures = figuresOf(judged, 'self', range);
  if (figures === undefined) return unknown('notFetched', range);
  if (metric === 'costPerResult' && (figures.resultType === null || figures.resultType === 'reach'))
    return unknown(figures.resultType === null ? 'mixedResults' : 'peopleReached', range);
  const count = Math.round(figures.sums[counts] ?? 0);
  const base = metric === 'ctr' ? 'impressions' : metric === 'conversionRate' ? 'clicks' : 'spend';
  const exposure = figures.sums[base] ?? 0;
  if (bound.value === null || bound.value <= 0) return unknown('notTold', range);
  const isCost = unit === 'money';
  if (!isCost && count > exposure) return unknown('notTold', range);
  // A high cost is a low count; a high rate is a high one.
  const wantsFew = isCost === (provably === 'above');
  const chance = isCost
    ? (wantsFew ? poissonAtMost : poissonAtLeast)(count, exposure / bound.value)
    : (wantsFew ? binomialAtMost : binomialAtLeast)(
        count,
        Math.round(exposure),
        Math.min(1, bound.value / 100),
      );
  const [numerator, denominator] = isCost ? [exposure, count] : [count, exposure];
  const value = denominator === 0 ? null : (numerator / denominator) * (isCost ? 1 : 100);
  return {
    path,
    is,
    right: { unit, ...bound },
    chance,
    left: { ...about, ...range, numerator, denominator, value },
    result: exposure > 0 && chance <= 1 - confidence ? 'true' : 'false',
  };
}

function happened({ entity }: Judged, path: string): Traced {
  const found = entity.effectiveStatus;
  const result = found === undefined ? 'unknown' : isRejected(found) ? 'true' : 'false';
  return {
    path,
    attr: 'reviewStatus',
    ...(found !== undefined && { found }),
    wanted: 'rejected',
    result,
  };
}

function attribute(judged: Judged, { attr, op, value }: Attribute, path: string): Traced {
  const found = textOf(judged, attr);
  const wanted = `${opWords[op]} ${Array.isArray(value) ? value.join(', ') : String(value)}`;
  const about = { path, attr, ...(found !== undefined && { found }), wanted };
  if (found === undefined) return { ...about, result: 'unknown' };
  return { ...about, result: agrees(String(found), op, value) ? 'true' : 'false' };
}

function agrees(found: string, op: Attribute['op'], value: Attribute['value']): boolean {
  const text = found.toLowerCase();
  const wanted = (Array.isArray(value) ? value : [value]).map((each) => String(each).toLowerCase());
  switch (op) {
    case 'is':
    case 'in':
      return wanted.includes(text);
    case 'isNot':
    case 'notIn':
      return !wanted.includes(text);
    case 'contains':
      return wanted.some((each) => text.includes(each));
    case 'notContains':
      return !wanted.some((each) => text.includes(each));
    case 'matches':
      return wanted.some((each) => matchesPattern(text, each));
  }
}

function textOf(
  { entity, calendar: { today, hour } }: Judged,
  attr: Attribute['attr'],
): string | number | undefined {
  switch (attr) {
    case 'campaignName':
      return entity.level === 'campaign' ? entity.name : entity.campaignName;
    case 'reviewStatus':
      return entity.effectiveStatus;
    case 'weekday':
      // Day 0 was a Thursday.
      return weekdays[(dayNumberOf(today) + 3) % 7];
    case 'localHour':
      return hour;
    default:
      return entity[attr];
  }
}

/**
 * `*` stands for anything, `?` for one character. No regular expression: a pattern in a rule must
 * not keep a worker busy.
 */
function matchesPattern(text: string, pattern: string): boolean {
  let [at, star, resume] = [0, -1, 0];
  let position = 0;
  while (position < text.length) {
    if (
      at < pattern.length &&
      (pattern[at] === '?' || (pattern[at] === text[position] && pattern[at] !== '*'))
    ) {
      at += 1;
      position += 1;
    } else if (pattern[at] === '*') {
      star = at;
      resume = position;
      at += 1;
    } else if (star >= 0) {
      // The star takes one character more.
      at = star + 1;
      resume += 1;
      position = resume;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
