import { defined } from '../../../base/defined.ts';
import { roundedAmount, toMicro } from '../../../base/money.ts';
import type { NumberOf } from '../schema/condition.ts';
import type { BudgetAction } from '../schema/rule.ts';
import { figureOf, type Judged } from './numbers.ts';
import type { BudgetHolder } from './world.ts';

export interface Target {
  readonly kind: 'dailyBudget' | 'lifetimeBudget';
  readonly before: number;
  readonly wanted: number;
  /** The bound that changed the amount. */
  readonly clampedBy?: string;
}

type NoTarget = { readonly guard: 'noChange' | 'budgetCap' | 'notTold'; readonly why: string };

/** Pure. */
export function targetOf(
  judged: Judged,
  action: BudgetAction,
  holder: BudgetHolder,
): Target | NoTarget {
  const kind = holder.dailyBudget !== undefined ? 'dailyBudget' : 'lifetimeBudget';
  const before = holder[kind];
  if (before === undefined) return { guard: 'noChange', why: 'it holds no budget' };
  const asked = changed(judged, action, before);
  if (asked === undefined)
    return {
      guard: 'notTold',
      why: 'the amount cannot be computed from figures that are not known',
    };
  const bounds = boundsOf(judged, action, holder, kind);
  if ('missing' in bounds)
    return {
      guard: 'notTold',
      why: `${bounds.missing} cannot be computed from figures that are not known`,
    };
  let wanted = asked;
  let clampedBy: string | undefined;
  for (const { name, least, most } of bounds.list) {
    // A budget outside its bounds already is only kept from going further.
    if (most !== undefined && wanted > most && wanted > before)
      [wanted, clampedBy] = [Math.max(before, most), name];
    if (least !== undefined && wanted < least && wanted < before)
      [wanted, clampedBy] = [Math.min(before, least), name];
  }
  const { decimals } = judged.account;
  const exact = roundedAmount(wanted, decimals);
  if (toMicro(exact) === toMicro(before))
    return clampedBy === undefined
      ? { guard: 'noChange', why: 'the change is smaller than the smallest unit of the currency' }
      : { guard: 'budgetCap', why: `${clampedBy} keeps it as it is` };
  return { kind, before, wanted: exact, ...defined({ clampedBy }) };
}

function changed(judged: Judged, { change }: BudgetAction, before: number): number | undefined {
  if ('percent' in change) return before * (1 + change.percent / 100);
  if ('amount' in change) return Math.max(0, before + change.amount);
  if ('set' in change) return figureOf(judged, change.set).value ?? undefined;
  const { metric, window, target, maxStepPercent } = change.towards;
  const now = figureOf(judged, { metric, window }).value;
  const goal = figureOf(judged, target).value;
  if (now === null || goal === null || now <= 0 || goal <= 0) return undefined;
  // A cost above its target lowers the budget in proportion; a return above it raises it.
  const ratio = isReturn(metric) ? now / goal : goal / now;
  const step = Math.min(maxStepPercent, Math.max(-maxStepPercent, (ratio - 1) * 100));
  return before * (1 + step / 100);
}

const isReturn = (metric: string): boolean =>
  ['roas', 'ctr', 'results', 'conversions', 'conversionValue'].includes(metric);

interface Bound {
  readonly name: string;
  readonly least?: number | undefined;
  readonly most?: number | undefined;
}

function boundsOf(
  judged: Judged,
  { floor, ceiling }: BudgetAction,
  holder: BudgetHolder,
  kind: Target['kind'],
): { readonly list: readonly Bound[] } | { readonly missing: string } {
  const { guards } = judged.rule;
  const list: Bound[] = [];
  const bound = (
    name: string,
    number: NumberOf | undefined,
    side: 'least' | 'most',
  ): string | undefined => {
    if (number === undefined) return undefined;
    const { value } = figureOf(judged, number);
    if (value === null) return name;
    list.push({ name, [side]: value });
    return undefined;
  };
  const isDaily = kind === 'dailyBudget';
  const missing =
    bound('floor', floor, 'least') ??
    bound('ceiling', ceiling, 'most') ??
    bound('maxDailyBudget', isDaily ? guards.maxDailyBudget : undefined, 'most');
  if (missing !== undefined) return { missing };
  if (isDaily && judged.account.minDailyBudget !== undefined)
    list.push({ name: 'the platform’s least daily budget', least: judged.account.minDailyBudget });
  const first = holder.firstToday ?? holder[kind] ?? 0;
  list.push({
    name: 'maxBudgetRisePercentPerDay',
    most: first * (1 + guards.maxBudgetRisePercentPerDay / 100),
  });
  return { list };
}
