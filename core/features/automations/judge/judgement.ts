import type { Action, Rule } from '../schema/rule.ts';
import type { Target } from './amounts.ts';
import type { Traced } from './conditions.ts';
import type { GuardName } from './guards.ts';
import type { Act, Remembered } from './memory.ts';
import type { Ranked } from './rank.ts';
import type { Entity } from './world.ts';

/** With absolute values. */
export interface PlannedAction {
  readonly type: Action['type'];
  /** The entity, or what holds its budget. */
  readonly target: { readonly type: Entity['level']; readonly id: string; readonly name: string };
  readonly before?: string | number;
  readonly wanted?: string | number;
  readonly kind?: Target['kind'];
  readonly clampedBy?: string;
  readonly text?: string;
}

export interface Result {
  readonly entity: Entity;
  readonly verdict: 'acts' | 'skipped' | 'notMatched' | 'unknown';
  readonly guard?: GuardName;
  /** Ends the sentence that explains a skip. */
  readonly why?: string;
  readonly conflictWith?: string;
  readonly trace: readonly Traced[];
  readonly rank?: Omit<Ranked, 'isTaken'>;
  readonly actions: readonly PlannedAction[];
}

export interface Judgement {
  readonly results: readonly Result[];
  readonly considered: number;
  readonly matched: number;
  /** In scope, beyond `scope.limit`. */
  readonly beyondLimit: number;
  /** More changes than the rule allows in one run. */
  readonly isShareTooLarge: boolean;
}

export interface RuleRun {
  readonly ruleId: string;
  readonly rule: Rule;
  readonly now: number;
  readonly ids?: readonly string[] | undefined;
  remembered(account: string, id: string): Remembered;
}

export const statusesOf = ({
  scope,
  actions,
}: Pick<Rule, 'scope' | 'actions'>): readonly string[] =>
  scope.status ?? (actions.some(({ type }) => type === 'resume') ? ['PAUSED'] : ['ACTIVE']);

export function directionOf({ type, before, wanted }: PlannedAction): Act['direction'] {
  if (type === 'notify') return 'none';
  return type === 'resume' || (type === 'budget' && Number(wanted) > Number(before))
    ? 'up'
    : 'down';
}

export const actOf = (
  { ruleId, rule, now }: Pick<RuleRun, 'ruleId' | 'rule' | 'now'>,
  executionId: string,
  action: PlannedAction,
): Act => ({
  executionId,
  ruleId,
  ruleName: rule.name,
  priority: rule.priority,
  at: now,
  type: action.type,
  direction: directionOf(action),
  cooldownMs: rule.guards.cooldownHours * 3_600_000,
});
