import { addDays, daysIn, monthEnd } from '../../../base/time/days.ts';
import { measures } from '../../../ports/facts.ts';
import { derive, type Figures } from '../../../report/derive.ts';
import { type Metric, type MetricKey, metricByName, metrics } from '../../../report/metrics.ts';
import type { DayRange } from '../../../report/request.ts';
import type { NumberAttribute, NumberFunction, NumberOf, Owner } from '../schema/condition.ts';
import type { Level, Rule } from '../schema/rule.ts';
import type { MetricNumber } from './walk.ts';
import { type Calendar, type Since, settledRange, windowRange } from './windows.ts';
import type { AccountWorld, Entity } from './world.ts';

export type Unit = 'money' | 'ratio' | 'percent' | 'count' | 'hours' | 'days';

/** Null is not known: never zero. */
export interface Figure {
  readonly value: number | null;
  readonly unit?: Unit;
  readonly metric?: MetricKey;
  /** Absent for the entity itself. */
  readonly of?: Exclude<Owner, 'self'> | undefined;
  readonly from?: string;
  readonly to?: string;
  readonly numerator?: number;
  readonly denominator?: number;
  readonly named?: string;
  readonly missing?:
    | 'notFetched'
    | 'notSettled'
    | 'zeroDenominator'
    | 'mixedResults'
    | 'peopleReached'
    | 'notTold';
}

export interface Judged {
  readonly rule: Rule;
  readonly account: AccountWorld;
  readonly entity: Entity;
  readonly calendar: Calendar;
  readonly since: Since;
  /** Other active entities below the same parent. */
  readonly activeSiblings: number;
  /** Instead of each window one day: this many days before the window's last. */
  readonly back?: number;
}

const HOUR = 3_600_000;

export function figureOf(judged: Judged, number: NumberOf): Figure {
  if (typeof number === 'number') return { value: number };
  if ('metric' in number) return metricFigure(judged, number);
  if ('attr' in number) return attributeFigure(judged, number.attr);
  if ('param' in number) return paramFigure(judged, number.param);
  return computed(
    number.fn,
    number.args.map((each) => figureOf(judged, each)),
  );
}

function paramFigure(
  { rule: { params }, account: { id, key, currency } }: Judged,
  named: string,
): Figure {
  const param = params[named];
  if (param === undefined) return { value: null, named, missing: 'notTold' };
  const { byAccount, byCurrency, unit } = param;
  const value = byAccount?.[id] ?? byAccount?.[key] ?? byCurrency?.[currency] ?? param.value;
  return { value, named, ...(unit !== undefined && { unit }) };
}

function attributeFigure(judged: Judged, attr: NumberAttribute): Figure {
  const { entity, calendar } = judged;
  const known = (value: number | undefined, unit: Unit): Figure =>
    value === undefined
      ? { value: null, unit, named: attr, missing: 'notTold' }
      : { value, unit, named: attr };
  switch (attr) {
    case 'dailyBudget':
      return known(entity.budget?.dailyBudget, 'money');
    case 'lifetimeBudget':
      return known(entity.budget?.lifetimeBudget, 'money');
    case 'ageHours':
      return known(entity.createdAt && (calendar.now - entity.createdAt) / HOUR, 'hours');
    case 'hoursSinceChange':
      return known(entity.changedAt && (calendar.now - entity.changedAt) / HOUR, 'hours');
    case 'activeSiblings':
      return known(judged.activeSiblings, 'count');
    case 'adCount':
      return known(entity.adCount, 'count');
    case 'daysToEnd':
      return known(entity.endTime && (entity.endTime - calendar.now) / (24 * HOUR), 'days');
    case 'daysLeftInMonth':
      return known(daysIn(calendar.today, monthEnd(calendar.today)), 'days');
  }
}

function metricFigure(judged: Judged, number: MetricNumber): Figure {
  const { rule, calendar } = judged;
  const metric = metricByName(number.metric) ?? 'spend';
  const { type: unit, made }: Metric = metrics[metric];
  const whole = windowRange(rule.windows, number.window, calendar, judged.since);
  if (whole === undefined) return missingFigure(metric, number.of, 'notTold');
  const settled = settledRange(whole, metric, calendar.lastSettled);
  const range = settled && judged.back !== undefined ? oneDay(settled, judged.back) : settled;
  if (range === undefined) return missingFigure(metric, number.of, 'notSettled');
  const { from, to } = range;
  const figures = figuresOf(judged, number.of ?? 'self', range);
  if (figures === undefined) return missingFigure(metric, number.of, 'notFetched', range);
  const value = derive(metric, figures);
  if (value === null) {
    const why = missingFigure(metric, number.of, whyNull(metric, figures), range);
    return made.from === 'ratio' ? { ...why, ...partsOf(figures, made) } : why;
  }
  // Written out: millions of them are made, and copying members would be most of the work.
  const of = whose(number.of);
  if (made.from === 'ratio') {
    const { numerator, denominator } = partsOf(figures, made);
    return of === undefined
      ? { value, unit, metric, from, to, numerator, denominator }
      : { value, unit, metric, of, from, to, numerator, denominator };
  }
  const told = number.per === 'day' && made.from === 'sum' ? value / daysIn(from, to) : value;
  return of === undefined
    ? { value: told, unit, metric, from, to }
    : { value: told, unit, metric, of, from, to };
}

const whose = (of: MetricNumber['of']): Figure['of'] =>
  of === undefined || of === 'self' ? undefined : of;

function missingFigure(
  metric: MetricKey,
  owner: MetricNumber['of'],
  missing: NonNullable<Figure['missing']>,
  range?: DayRange,
): Figure {
  const of = whose(owner);
  return {
    value: null,
    unit: metrics[metric].type,
    metric,
    missing,
    ...(of !== undefined && { of }),
    ...range,
  };
}

const oneDay = ({ from, to }: DayRange, back: number): DayRange | undefined => {
  const day = addDays(to, -back);
  return day < from ? undefined : { from: day, to: day };
};

function partsOf(figures: Figures, made: Extract<Metric['made'], { from: 'ratio' }>) {
  return { numerator: figures.sums[made.of] ?? 0, denominator: figures.sums[made.per] ?? 0 };
}

function whyNull(metric: MetricKey, figures: Figures): NonNullable<Figure['missing']> {
  const { made }: Metric = metrics[metric];
  if (made.from === 'reach' || made.from === 'frequency') return 'notTold';
  return figures.resultType === null
    ? 'mixedResults'
    : figures.resultType === 'reach'
      ? 'peopleReached'
      : 'zeroDenominator';
}

export function figuresOf(
  { account, entity }: Pick<Judged, 'account' | 'entity'>,
  of: Owner,
  range: DayRange,
): Figures | undefined {
  const { figures } = account;
  if (of === 'account') return figures.of('account', account.id, range);
  if (of === 'campaign')
    return entity.campaignId === undefined
      ? undefined
      : figures.of('campaign', entity.campaignId, range);
  const own = figures.of(entity.level, entity.level === 'account' ? account.id : entity.id, range);
  if (of === 'self') return own;
  const above = parentLevel(entity.level);
  const id = above === 'account' ? account.id : entity.parentId;
  const parent = above === undefined || id === undefined ? undefined : figures.of(above, id, range);
  return of === 'parent' ? parent : parent && own && without(parent, own);
}

export const parentLevel = (level: Level): Level | undefined =>
  (({ ad: 'adset', adset: 'campaign', campaign: 'account', account: undefined }) as const)[level];

/** People reached cannot be subtracted. */
const without = (whole: Figures, own: Figures): Figures => ({
  sums: Object.fromEntries(
    measures.map((each) => [each, rounded((whole.sums[each] ?? 0) - (own.sums[each] ?? 0))]),
  ),
  ...(whole.resultType !== undefined && { resultType: whole.resultType }),
});

/** Sums are exact to six decimals. */
const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;

function computed(fn: NumberFunction, args: readonly Figure[]): Figure {
  const unit = unitOf(fn, args);
  const about = unit === undefined ? {} : { unit };
  const missing = args.find(({ value }) => value === null);
  if (missing !== undefined) return { ...missing, ...about, value: null };
  const [first = 0, ...rest] = args.map(({ value }) => value ?? 0);
  const value = rest.reduce(calculations[fn], first);
  return Number.isFinite(value)
    ? { ...about, value }
    : { ...about, value: null, missing: 'zeroDenominator' };
}

const calculations: { readonly [F in NumberFunction]: (left: number, right: number) => number } = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0 ? Number.NaN : left / right),
  min: (left, right) => Math.min(left, right),
  max: (left, right) => Math.max(left, right),
  changePercent: (left, right) =>
    right === 0 ? Number.NaN : ((left - right) / Math.abs(right)) * 100,
};

function unitOf(fn: string, args: readonly Figure[]): Unit | undefined {
  if (fn === 'changePercent') return 'percent';
  const units = args.flatMap(({ unit }) => (unit === undefined ? [] : [unit]));
  if (fn === '/')
    return args[1]?.unit === 'money'
      ? args[0]?.unit === 'money'
        ? 'ratio'
        : undefined
      : args[0]?.unit;
  return units.includes('money') ? 'money' : units[0];
}
