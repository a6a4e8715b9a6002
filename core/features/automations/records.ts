import type { AccountKey } from '../../base/account-key.ts';
import { kind } from '../../ports/store.ts';
import type { Remembered } from './judge/memory.ts';
import type { Mode, Rule } from './schema/rule.ts';
import type { ExecutionBody } from './schema/runs.ts';

/** A rule and what became of it. */
export interface RuleRecord {
  readonly revision: number;
  readonly rule: Rule;
  readonly enabled: boolean;
  readonly mode: Mode;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly createdBy: string;
  /** Who changed it last; absent where it is as it was written. */
  readonly changedBy?: string;
  /** The workspace of the key that wrote it last: accounts that belong to another are closed to it. */
  readonly workspaceId?: string | undefined;
  /** The accounts it names, by their keys. */
  readonly accounts: readonly AccountKey[];
  /** The time zone of the first of them, for the schedule. */
  readonly timezone: string;
  /** The latest moment its schedule was looked at: what lay before is not run any more. */
  readonly lookedAt: number;
  /** The revision that somebody last saw a dry run of. */
  readonly dryRunRevision?: number;
  /** Runs that failed in a row. */
  readonly failures: number;
  readonly lastExecution?: { readonly executionId: string; readonly at: number; readonly status: string };
}

export const ruleKind = kind<RuleRecord>('automation', { createdAt: 'number' });

/** One run of a rule. Its id follows from the rule and the time it was due, so that there is one for each. */
export interface ExecutionRecord extends ExecutionBody {
  /** Milliseconds. */
  readonly createdAt: number;
  /** The rule as it was judged. */
  readonly rule: Rule;
  readonly accounts: readonly AccountKey[];
  readonly workspaceId?: string | undefined;
  /** It was approved with another key than the one that wrote the rule. */
  readonly secondKey?: boolean;
  /** The moment it judges by, milliseconds. */
  readonly asOfMs: number;
  readonly ids?: readonly string[];
  /** How far it is: to be judged, to be carried out, ended. */
  readonly phase: 'judge' | 'wait' | 'carryOut' | 'ended';
  /** What is said of those that are changed once that is settled, by their place in `results`. */
  readonly sentences?: { readonly [position: string]: { readonly done: string; readonly failed: string } };
  /** Plans of effects, one for each account. */
  readonly plans: readonly { readonly id: string; readonly account: AccountKey }[];
}

export const executionKind = kind<ExecutionRecord>('automation-execution', {
  ruleId: 'string',
  createdAt: 'number',
  phase: 'string',
});

/** What rules have done to one object: `<account>/<id>`. */
export interface MemoryRecord extends Remembered {
  readonly account: AccountKey;
  readonly at: number;
}

export const memoryKind = kind<MemoryRecord>('automation-memory', { account: 'string', at: 'number' });

export const memoryId = (account: AccountKey, id: string): string => `${account}/${id}`;

/** The switch of the company: one document. */
export interface SwitchRecord {
  readonly stopped: boolean;
  readonly at: number;
  readonly by: string;
}

export const automationSwitchKind = kind<SwitchRecord>('automation-switch');
export const SWITCH = 'company';

/** The clock of a rule, by its id; and a run, by its id. */
export const RULE_QUEUE = 'automation-rule';
export const EXECUTION_QUEUE = 'automation-run';
