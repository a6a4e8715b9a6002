import type { Action, Rule } from '../schema/rule.ts';
import type { Target } from './amounts.ts';
import type { Traced } from './conditions.ts';
import type { GuardName } from './guards.ts';
import type { Act, Remembered } from './memory.ts';
import type { Ranked } from './rank.ts';
import type { Entity } from './world.ts';

/** One thing a rule would do, with absolute values. */
export interface PlannedAction {
  readonly type: Action['type'];
  /** What is changed: the entity, or what holds its budget. */
  readonly target: { readonly type: Entity['level']; readonly id: string; readonly name: string };
  readonly before?: string | number;
  readonly wanted?: string | number;
  readonly kind?: Target['kind'];
  readonly clampedBy?: string;
  readonly text?: string;
}

/** What a rule says of one entity. */
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
  /** In scope, and left out because a rule looks at so many at most. */
  readonly beyondLimit: number;
  /** More of them would be changed than the rule allows in one run. */
  readonly isShareTooLarge: boolean;
}

export interface RuleRun {
  readonly ruleId: string;
  readonly rule: Rule;
  /** The moment the run judges by. */
  readonly now: number;
  /** Only these. */
  readonly ids?: readonly string[] | undefined;
  /** What rules have done to an object. */
  remembered(account: string, id: string): Remembered;
}

/** The statuses a rule looks at where it does not say: what is to be switched on again is switched off now. */
export const statusesOf = ({ scope, actions }: Pick<Rule, 'scope' | 'actions'>): readonly string[] =>
  scope.status ?? (actions.some(({ type }) => type === 'resume') ? ['PAUSED'] : ['ACTIVE']);

/** What is remembered of a planned action. */
export const actOf = (
  { ruleId, rule, now }: Pick<RuleRun, 'ruleId' | 'rule' | 'now'>,
  executionId: string,
  { type, before, wanted }: PlannedAction,
): Act => ({
  ...{ executionId, ruleId, ruleName: rule.name, priority: rule.priority, at: now, type },
  direction:
    type === 'notify' ? 'none' : type === 'resume' || (type === 'budget' && Number(wanted) > Number(before)) ? 'up' : 'down',
  cooldownMs: rule.guards.cooldownHours * 3_600_000,
});
