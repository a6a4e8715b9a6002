import type { Compare, Condition, NumberOf, Provably } from '../schema/condition.ts';
import type { Rule } from '../schema/rule.ts';

export function eachLeaf(
  condition: Condition,
  path: string,
  see: (leaf: Leaf, path: string) => void,
): void {
  if ('all' in condition)
    for (const [i, part] of condition.all.entries()) eachLeaf(part, `${path}.all[${i}]`, see);
  else if ('any' in condition)
    for (const [i, part] of condition.any.entries()) eachLeaf(part, `${path}.any[${i}]`, see);
  else if ('not' in condition) eachLeaf(condition.not, `${path}.not`, see);
  else see(condition, path);
}

export function eachNumber(
  number: NumberOf,
  path: string,
  see: (number: NumberOf, path: string) => void,
): void {
  see(number, path);
  if (typeof number === 'object' && 'fn' in number)
    for (const [i, each] of number.args.entries()) eachNumber(each, `${path}.args[${i}]`, see);
}

export type Leaf = Exclude<Condition, { all: unknown } | { any: unknown } | { not: unknown }>;
type Placed = readonly (readonly [NumberOf, string])[];
export type MetricNumber = Extract<NumberOf, { readonly metric: unknown }>;

export function eachMetric(
  numbers: Placed,
  see: (number: MetricNumber, path: string) => void,
): void {
  for (const [number, path] of numbers)
    eachNumber(number, path, (each, at) => {
      if (typeof each === 'object' && 'metric' in each) see(each, at);
    });
}

export function numbersOf(leaf: object, path: string): Placed {
  if ('provably' in leaf) return [[(leaf as Provably).than, `${path}.than`]];
  if (!('left' in leaf)) return [];
  const { left, right } = leaf as Compare;
  const rights = Array.isArray(right) ? (right as readonly NumberOf[]) : [right as NumberOf];
  return [
    [left, `${path}.left`],
    ...rights.map(
      (each, i) => [each, Array.isArray(right) ? `${path}.right[${i}]` : `${path}.right`] as const,
    ),
  ];
}

export function ruleNumbers(rule: Rule): Placed {
  const found: (readonly [NumberOf, string])[] = [];
  const add = (number: NumberOf | undefined, path: string): void => {
    if (number !== undefined) found.push([number, path]);
  };
  for (const [condition, path] of conditionsOf(rule))
    eachLeaf(condition, path, (leaf, at) => found.push(...numbersOf(leaf, at)));
  add(rule.rank?.by, 'rank.by');
  rule.actions.forEach((action, i) => {
    if (action.type !== 'budget') return;
    add(action.floor, `actions[${i}].floor`);
    add(action.ceiling, `actions[${i}].ceiling`);
    if ('set' in action.change) add(action.change.set, `actions[${i}].change.set`);
    if ('towards' in action.change)
      add(action.change.towards.target, `actions[${i}].change.towards.target`);
  });
  const { minSpend, maxDailyBudget, maxTotalDailyBudget } = rule.guards;
  add(minSpend, 'guards.minSpend');
  add(maxDailyBudget, 'guards.maxDailyBudget');
  add(maxTotalDailyBudget, 'guards.maxTotalDailyBudget');
  return found;
}

const conditionsOf = ({ scope, when }: Rule): readonly (readonly [Condition, string])[] => [
  ...(scope.where === undefined ? [] : [[scope.where, 'scope.where'] as const]),
  [when, 'when'] as const,
];

/** Undefined stands for metrics that name no window. */
export function usedWindows(rule: Rule): readonly (string | undefined)[] {
  const names = new Set<string | undefined>();
  eachLeaf(rule.when, 'when', (leaf, path) => {
    if ('provably' in leaf) names.add(leaf.window);
    eachMetric(numbersOf(leaf, path), ({ window }) => names.add(window));
  });
  return [...names];
}
