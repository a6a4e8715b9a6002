import type { AccountKey } from '../../base/account-key.ts';
import { kind } from '../../ports/store.ts';
import type { Remembered } from './judge/memory.ts';
import type { Mode, Rule } from './schema/rule.ts';
import type { ExecutionBody } from './schema/runs.ts';

export interface RuleRecord {
  readonly revision: number;
  readonly rule: Rule;
  readonly enabled: boolean;
  readonly mode: Mode;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly createdBy: string;
  /** Absent where it was never changed. */
  readonly changedBy?: string;
  /** Of the key that wrote it last: accounts of other workspaces are closed to it. */
  readonly workspaceId?: string | undefined;
  readonly accounts: readonly AccountKey[];
  readonly timezone: string;
  /** The schedule was looked at until this moment: earlier runs do not begin any more. */
  readonly lookedAt: number;
  /** The revision of the last dry run. */
  readonly dryRunRevision?: number;
  /** In a row. */
  readonly failures: number;
  readonly lastExecution?: {
    readonly executionId: string;
    readonly at: number;
    readonly status: string;
  };
}

export const ruleKind = kind<RuleRecord>('automation', { createdAt: 'number' });

/** Its id follows from the rule and the time it was due. */
export interface ExecutionRecord extends ExecutionBody {
  readonly createdAt: number;
  readonly rule: Rule;
  readonly accounts: readonly AccountKey[];
  readonly workspaceId?: string | undefined;
  /** Another person approved it. */
  readonly secondKey?: boolean;
  /** The moment it judges by, milliseconds. */
  readonly asOfMs: number;
  readonly ids?: readonly string[];
  readonly phase: 'judge' | 'wait' | 'carryOut' | 'ended';
  /** What is said of changed entities once they are settled, by their place in `results`. */
  readonly sentences?: {
    readonly [position: string]: { readonly done: string; readonly failed: string };
  };
  readonly plans: readonly { readonly id: string; readonly account: AccountKey }[];
}

export const executionKind = kind<ExecutionRecord>('automation-execution', {
  ruleId: 'string',
  createdAt: 'number',
  phase: 'string',
});

/** What rules did to one object: `<account>/<id>`. */
export interface MemoryRecord extends Remembered {
  readonly account: AccountKey;
  readonly at: number;
}

export const memoryKind = kind<MemoryRecord>('automation-memory', {
  account: 'string',
  at: 'number',
});

export const memoryId = (account: AccountKey, id: string): string => `${account}/${id}`;

/** One document a company. */
interface SwitchRecord {
  readonly stopped: boolean;
  readonly at: number;
  readonly by: string;
}

export const automationSwitchKind = kind<SwitchRecord>('automation-switch');
export const SWITCH = 'company';

/** Subjects: the id of a rule, the id of a run. */
export const RULE_QUEUE = 'automation-rule';
export const EXECUTION_QUEUE = 'automation-run';
