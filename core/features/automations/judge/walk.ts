import type { Compare, Condition, NumberOf, Provably } from '../schema/condition.ts';
import type { Rule } from '../schema/rule.ts';

export function eachLeaf(
  condition: Condition,
  path: string,
  see: (leaf: Exclude<Condition, { all: unknown } | { any: unknown } | { not: unknown }>, path: string) => void,
): void {
  if ('all' in condition) for (const [i, part] of condition.all.entries()) eachLeaf(part, `${path}.all[${i}]`, see);
  else if ('any' in condition) for (const [i, part] of condition.any.entries()) eachLeaf(part, `${path}.any[${i}]`, see);
  else if ('not' in condition) eachLeaf(condition.not, `${path}.not`, see);
  else see(condition, path);
}

/** With all numbers it is made of. */
export function eachNumber(number: NumberOf, path: string, see: (number: NumberOf, path: string) => void): void {
  see(number, path);
  if (typeof number === 'object' && 'fn' in number)
    for (const [i, each] of number.args.entries()) eachNumber(each, `${path}.args[${i}]`, see);
}

export function numbersOf(leaf: object, path: string): readonly (readonly [NumberOf, string])[] {
  if ('provably' in leaf) return [[(leaf as Provably).than, `${path}.than`]];
  if (!('left' in leaf)) return [];
  const { left, right } = leaf as Compare;
  const rights = Array.isArray(right) ? (right as readonly NumberOf[]) : [right as NumberOf];
  return [
    [left, `${path}.left`],
    ...rights.map((each, i) => [each, Array.isArray(right) ? `${path}.right[${i}]` : `${path}.right`] as const),
  ];
}

export function ruleNumbers(rule: Rule): readonly (readonly [NumberOf, string])[] {
  const found: (readonly [NumberOf, string])[] = [];
  const add = (number: NumberOf | undefined, path: string): void => {
    if (number !== undefined) found.push([number, path]);
  };
  for (const [condition, path] of conditionsOf(rule)) eachLeaf(condition, path, (leaf, at) => found.push(...numbersOf(leaf, at)));
  add(rule.rank?.by, 'rank.by');
  rule.actions.forEach((action, i) => {
    if (action.type !== 'budget') return;
    add(action.floor, `actions[${i}].floor`);
    add(action.ceiling, `actions[${i}].ceiling`);
    if ('set' in action.change) add(action.change.set, `actions[${i}].change.set`);
    if ('towards' in action.change) add(action.change.towards.target, `actions[${i}].change.towards.target`);
  });
  const { minSpend, maxDailyBudget, maxTotalDailyBudget } = rule.guards;
  add(minSpend, 'guards.minSpend');
  add(maxDailyBudget, 'guards.maxDailyBudget');
  add(maxTotalDailyBudget, 'guards.maxTotalDailyBudget');
  return found;
}

export const conditionsOf = ({ scope, when }: Rule): readonly (readonly [Condition, string])[] => [
  ...(scope.where === undefined ? [] : [[scope.where, 'scope.where'] as const]),
  [when, 'when'] as const,
];

/** Undefined stands for metrics that name no window. */
export function usedWindows(rule: Rule): readonly (string | undefined)[] {
  const names = new Set<string | undefined>();
  eachLeaf(rule.when, 'when', (leaf, path) => {
    if ('provably' in leaf) names.add(leaf.window);
    for (const [number, at] of numbersOf(leaf, path))
      eachNumber(number, at, (each) => {
        if (typeof each === 'object' && 'metric' in each) names.add(each.window);
      });
  });
  return [...names];
}
