import { addDays } from '../../../base/time/days.ts';
import { metricByName } from '../../../report/metrics.ts';
import type { DayRange } from '../../../report/request.ts';
import { parentLevel } from '../judge/numbers.ts';
import {
  eachLeaf,
  eachMetric,
  eachNumber,
  numbersOf,
  ruleNumbers,
  usedWindows,
} from '../judge/walk.ts';
import {
  beginsWithEntity,
  type Calendar,
  LONGEST_SINCE_DAYS,
  settledRange,
  windowRange,
} from '../judge/windows.ts';
import type { Owner } from '../schema/condition.ts';
import type { Level, Rule } from '../schema/rule.ts';

export interface Need {
  readonly level: Level;
  readonly range: DayRange;
  readonly reach: boolean;
}

/** What to read of an account before the rule is judged. Pure. */
export interface Needs {
  readonly figures: readonly Need[];
  /** Day by day, for windows that begin with each entity. */
  readonly daily: DayRange | undefined;
  /** Of every entity, not only those that match. */
  readonly ages: boolean;
  readonly changes: boolean;
}

export function needsOf(rule: Rule, calendar: Calendar): Needs {
  const needs = new Map<string, Need>();
  let sinceEntity = false;
  const add = (level: Level, range: DayRange | undefined, reach = false): void => {
    if (range === undefined) return;
    const key = `${level} ${range.from} ${range.to}`;
    needs.set(key, { level, range, reach: reach || needs.get(key)?.reach === true });
  };
  const want = (level: Level, window: string | undefined, metric: string, days = 0): void => {
    if (beginsWithEntity(rule.windows, window)) sinceEntity = true;
    const range = windowRange(rule.windows, window, calendar);
    const key = metricByName(metric) ?? 'spend';
    const settled = range && settledRange(range, key, calendar.lastSettled);
    add(level, settled, key === 'reach' || key === 'frequency');
    for (let back = 0; back < days && settled !== undefined; back++) {
      const day = addDays(settled.to, -back);
      add(level, { from: day, to: day });
    }
  };
  const see = (numbers: ReturnType<typeof ruleNumbers>, days = 0): void =>
    eachMetric(numbers, ({ of, window, metric }) => {
      for (const level of levelsOf(rule.scope.level, of)) want(level, window, metric, days);
    });
  see(ruleNumbers(rule));
  eachLeaf(rule.when, 'when', (leaf, path) => {
    if ('provably' in leaf)
      want(
        rule.scope.level,
        leaf.window,
        leaf.metric === 'conversionRate' ? 'conversions' : leaf.metric,
      );
    if ('left' in leaf && leaf.consecutive !== undefined)
      see(numbersOf(leaf, path), leaf.consecutive);
  });
  for (const { metric, window } of rule.guards.minSample ?? [])
    want(rule.scope.level, window, metric);
  for (const action of rule.actions)
    if (action.type === 'budget' && 'towards' in action.change)
      want(rule.scope.level, action.change.towards.window, action.change.towards.metric);
  const used = usedWindows(rule);
  if (rule.guards.minSpend !== undefined)
    for (const window of used.length === 0 ? [undefined] : used)
      want(rule.scope.level, window, 'spend');
  const attributes = numberAttributesOf(rule);
  const yesterday = addDays(calendar.today, -1);
  return {
    figures: [...needs.values()],
    daily: sinceEntity
      ? { from: addDays(yesterday, 1 - LONGEST_SINCE_DAYS), to: yesterday }
      : undefined,
    ages: sinceEntity || attributes.includes('ageHours'),
    changes:
      rule.guards.skipChangedWithinHours > 0 ||
      attributes.includes('hoursSinceChange') ||
      rule.actions.some((action) => action.type === 'resume' && action.pausedBy !== 'anyone'),
  };
}

function levelsOf(level: Level, of: Owner = 'self'): readonly Level[] {
  if (of === 'self' || of === 'campaign' || of === 'account') return [of === 'self' ? level : of];
  const parent = parentLevel(level);
  return [...(parent === undefined ? [] : [parent]), ...(of === 'siblings' ? [level] : [])];
}

const numberAttributesOf = (rule: Rule): readonly string[] => {
  const names: string[] = [];
  for (const [number, path] of ruleNumbers(rule))
    eachNumber(number, path, (each) => {
      if (typeof each === 'object' && 'attr' in each) names.push(each.attr);
    });
  return names;
};

export function spanOf({ figures, daily }: Needs): DayRange | undefined {
  const ranges = [...figures.map(({ range }) => range), ...(daily === undefined ? [] : [daily])];
  const [from] = ranges.map((range) => range.from).sort();
  const to = ranges
    .map((range) => range.to)
    .sort()
    .pop();
  return from === undefined || to === undefined ? undefined : { from, to };
}
