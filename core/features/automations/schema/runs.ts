import * as v from 'valibot';
import { answer, listOf, pageQuery } from '../../../base/schema/envelope.ts';
import { levels } from './rule.ts';

const text = v.optional(v.string());
const count = v.optional(v.number());

/** Null is not known. */
const figure = v.object({
  value: v.nullable(v.number()),
  unit: text,
  metric: text,
  of: text,
  from: text,
  to: text,
  numerator: count,
  denominator: count,
  named: text,
  missing: text,
});

const traced = v.object({
  path: v.string(),
  left: v.optional(figure),
  is: text,
  right: v.optional(figure),
  upper: v.optional(figure),
  attr: text,
  found: v.optional(v.union([v.string(), v.number()])),
  wanted: text,
  chance: count,
  days: count,
  result: v.picklist(['true', 'false', 'unknown']),
});

export const actionStatuses = ['planned', 'sent', 'confirmed', 'refused', 'failed', 'uncertain'] as const;

const actionResult = v.object({
  type: v.string(),
  /** The same after a crash. */
  operationId: v.string(),
  target: v.object({ type: v.string(), id: v.string(), name: v.string() }),
  kind: v.optional(v.string()),
  before: v.optional(v.union([v.string(), v.number()])),
  wanted: v.optional(v.union([v.string(), v.number()])),
  after: v.optional(v.union([v.string(), v.number()])),
  clampedBy: v.optional(v.string()),
  status: v.picklist(actionStatuses),
  /** `changedSince`: a person or another program changed it meanwhile. */
  code: v.optional(v.string()),
  message: v.optional(v.string()),
  undo: v.optional(
    v.object({
      possible: v.boolean(),
      why: v.optional(v.string()),
      note: v.optional(v.string()),
      executionId: v.optional(v.string()),
    }),
  ),
});
export type ActionResult = v.InferOutput<typeof actionResult>;

export const verdicts = ['acted', 'wouldHaveActed', 'skipped', 'notMatched', 'unknown', 'failed'] as const;

export const entityResult = v.object({
  entity: v.object({
    platform: v.string(),
    accountId: v.string(),
    level: v.picklist(levels),
    id: v.string(),
    name: v.string(),
    parentId: v.optional(v.string()),
  }),
  verdict: v.picklist(verdicts),
  guard: v.optional(v.string()),
  explanation: v.string(),
  trace: v.optional(v.array(traced)),
  rank: v.optional(v.object({ position: v.number(), of: v.number(), value: v.nullable(v.number()) })),
  conflictWith: v.optional(v.string()),
  actions: v.array(actionResult),
});
export type EntityResult = v.InferOutput<typeof entityResult>;

export const executionStatuses = [
  'running',
  'done',
  'partial',
  'failed',
  'skipped',
  'awaitingApproval',
  'refused',
  'undone',
] as const;

const counts = v.object({
  considered: v.number(),
  matched: v.number(),
  acted: v.number(),
  wouldHaveActed: v.number(),
  skipped: v.number(),
  failed: v.number(),
  beyondLimit: v.number(),
});

const executionEntries = {
  executionId: v.string(),
  ruleId: v.string(),
  ruleName: v.string(),
  ruleRevision: v.number(),
  mode: v.picklist(['dryRun', 'simulate', 'approve', 'act', 'undo']),
  trigger: v.object({
    kind: v.picklist(['schedule', 'manual']),
    scheduledFor: v.optional(v.string()),
    keyId: v.optional(v.string()),
  }),
  status: v.picklist(executionStatuses),
  reason: v.optional(v.string()),
  message: v.optional(v.string()),
  planDigest: v.optional(v.string()),
  startedAt: v.string(),
  finishedAt: v.optional(v.string()),
  figures: v.object({
    asOf: v.string(),
    fetchedAt: v.optional(v.string()),
    windows: v.optional(v.record(v.string(), v.object({ from: v.string(), to: v.string() }))),
    /** Guards that need what a platform does not tell. */
    unchecked: v.optional(v.array(v.string())),
  }),
  counts,
  results: v.array(entityResult),
  undoOf: v.optional(v.string()),
  undoneBy: v.optional(v.string()),
  approvedBy: v.optional(v.string()),
};
const executionBody = v.object(executionEntries);
export type ExecutionBody = v.InferOutput<typeof executionBody>;

export const executionAnswer = answer(executionEntries);
export const executionList = listOf(executionBody);

export const executionsQuery = v.object({
  ...pageQuery,
  verdict: v.optional(v.picklist(verdicts)),
  entityId: v.optional(v.pipe(v.string(), v.maxLength(300))),
  hideUnchanged: v.optional(v.picklist(['true', 'false'])),
});
