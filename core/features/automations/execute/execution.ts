import { defined } from '../../../base/defined.ts';
import type { Write } from '../../../ports/store.ts';
import { jobWrite } from '../../../records/job.ts';
import type { ExecutionRecord, RuleRecord } from '../records.ts';
import { EXECUTION_QUEUE, executionKind } from '../records.ts';

const noCounts = {
  considered: 0,
  matched: 0,
  acted: 0,
  wouldHaveActed: 0,
  skipped: 0,
  failed: 0,
  beyondLimit: 0,
} as const;

/** One run for each moment a rule is due, however often it is begun. */
export const scheduledId = (ruleId: string, scheduledFor: number): string =>
  `run_${ruleId.replace('rule_', '')}_${scheduledFor.toString(36)}`;

export const iso = (ms: number): string => new Date(ms).toISOString();

export function newExecution(
  executionId: string,
  ruleId: string,
  {
    rule,
    revision,
    accounts,
    workspaceId,
  }: Pick<RuleRecord, 'rule' | 'revision' | 'accounts' | 'workspaceId'>,
  about: Pick<ExecutionRecord, 'mode' | 'trigger'> & {
    readonly now: number;
    readonly asOf?: number;
    readonly ids?: readonly string[] | undefined;
  },
): ExecutionRecord {
  const { mode, trigger, now, asOf = now, ids } = about;
  return {
    executionId,
    ruleId,
    ruleName: rule.name,
    ruleRevision: revision,
    mode,
    trigger,
    rule,
    accounts,
    createdAt: now,
    asOfMs: asOf,
    startedAt: iso(now),
    status: 'running',
    phase: 'judge',
    plans: [],
    ...defined({ ids, workspaceId }),
    figures: { asOf: iso(asOf) },
    counts: noCounts,
    results: [],
  };
}

/** `expect: 'absent'` lets one of several workers begin it. */
export const beginWrites = (companyId: string, execution: ExecutionRecord): Write[] => [
  { kind: executionKind, companyId, id: execution.executionId, expect: 'absent', doc: execution },
  jobWrite(EXECUTION_QUEUE, companyId, {
    subject: execution.executionId,
    now: execution.createdAt,
    uses: execution.accounts,
  }),
];
