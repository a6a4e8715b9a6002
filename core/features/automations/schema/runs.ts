import * as v from 'valibot';
import { answer, listOf, pageQuery } from '../../../base/schema/envelope.ts';
import { levels } from './rule.ts';

const text = v.optional(v.string());
const count = v.optional(v.number());
const value = v.optional(v.union([v.string(), v.number()]));

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
  found: value,
  wanted: text,
  chance: count,
  days: count,
  result: v.picklist(['true', 'false', 'unknown']),
});

const actionResult = v.object({
  type: v.string(),
  /** The same after a crash. */
  operationId: v.string(),
  target: v.object({ type: v.string(), id: v.string(), name: v.string() }),
  kind: text,
  before: value,
  wanted: value,
  after: value,
  clampedBy: text,
  status: v.picklist(['planned', 'sent', 'confirmed', 'refused', 'failed', 'uncertain']),
  /** `changedSince`: a person or another program changed it meanwhile. */
  code: text,
  message: text,
  undo: v.optional(v.object({ possible: v.boolean(), why: text, note: text, executionId: text })),
});
export type ActionResult = v.InferOutput<typeof actionResult>;

const verdicts = ['acted', 'wouldHaveActed', 'skipped', 'notMatched', 'unknown', 'failed'] as const;

export const entityResult = v.object({
  entity: v.object({
    platform: v.string(),
    accountId: v.string(),
    level: v.picklist(levels),
    id: v.string(),
    name: v.string(),
    parentId: text,
  }),
  verdict: v.picklist(verdicts),
  guard: text,
  explanation: v.string(),
  trace: v.optional(v.array(traced)),
  rank: v.optional(
    v.object({ position: v.number(), of: v.number(), value: v.nullable(v.number()) }),
  ),
  conflictWith: text,
  actions: v.array(actionResult),
});
export type EntityResult = v.InferOutput<typeof entityResult>;

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
    scheduledFor: text,
    keyId: text,
  }),
  status: v.picklist([
    'running',
    'done',
    'partial',
    'failed',
    'skipped',
    'awaitingApproval',
    'refused',
    'undone',
  ]),
  reason: text,
  message: text,
  planDigest: text,
  startedAt: v.string(),
  finishedAt: text,
  figures: v.object({
    asOf: v.string(),
    fetchedAt: text,
    windows: v.optional(v.record(v.string(), v.object({ from: v.string(), to: v.string() }))),
    /** Guards that need what a platform does not tell. */
    unchecked: v.optional(v.array(v.string())),
  }),
  counts,
  results: v.array(entityResult),
  undoOf: text,
  undoneBy: text,
  approvedBy: text,
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
export type ExecutionsQuery = v.InferOutput<typeof executionsQuery>;
