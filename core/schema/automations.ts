import * as v from 'valibot';
import { condition, levels, modes, ruleBody, ruleEntries } from './automation-rule.ts';
import { answer, listOf, pageQuery } from './envelope.ts';
import { described, ownId, platformObjectId, timestamp } from './fields.ts';
import { listOfAtMost } from './lists.ts';

/** What /v1/automations takes and answers. The rule itself is in automation-rule.ts. */

export { condition };

const isoDay = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'Give a day as YYYY-MM-DD.'));

/** A rule with its switch. It starts switched off and simulating unless asked otherwise. */
export const newRule = v.object({
  ...ruleEntries,
  enabled: v.optional(v.boolean(), false),
  mode: v.optional(v.picklist(modes), 'simulate'),
});
export type NewRule = v.InferOutput<typeof newRule>;

const { name, description, priority, params, windows, scope, when, rank, actions, schedule, guards } = ruleEntries;

/** Members that are given replace those of the rule; `rank: null` takes it away. */
export const rulePatch = v.object({
  revision: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(1),
    v.description('As read. If the rule has changed since, the answer is 409.'),
  ),
  name: v.optional(name),
  description,
  priority: v.optional(priority.wrapped),
  params: v.optional(params.wrapped),
  windows: v.optional(windows.wrapped),
  scope: v.optional(scope),
  when: v.optional(when),
  rank: v.nullish(rank.wrapped),
  actions: v.optional(actions),
  schedule: v.optional(schedule),
  guards: v.optional(guards.wrapped),
});
export type RulePatch = v.InferOutput<typeof rulePatch>;

const ruleShape = described<v.InferOutput<typeof ruleBody>>({
  type: 'object',
  description: 'The rule as POST /v1/automations takes it.',
});

export const shownRule = v.object({
  id: v.string(),
  revision: v.number(),
  enabled: v.boolean(),
  mode: v.picklist(modes),
  /** The rule in words. */
  sentence: v.string(),
  name: v.string(),
  description: v.optional(v.string()),
  priority: v.number(),
  params: v.record(v.string(), v.unknown()),
  windows: v.record(v.string(), v.unknown()),
  scope: v.looseObject({}),
  when: v.looseObject({}),
  rank: v.optional(v.looseObject({})),
  actions: v.array(v.looseObject({})),
  schedule: v.looseObject({}),
  guards: v.looseObject({}),
  createdAt: v.string(),
  updatedAt: v.string(),
  nextRunAt: v.nullable(v.string()),
  lastRun: v.nullable(v.object({ executionId: v.string(), at: v.string(), status: v.string() })),
  /** Whether the company's switch holds all rules. */
  stopped: v.boolean(),
});

const warnings = v.optional(v.array(v.object({ path: v.string(), code: v.string(), message: v.string() })));
export const ruleAnswer = answer({ ...shownRule.entries, warnings });
export const ruleList = listOf(shownRule);

export const listRulesQuery = v.object({
  ...pageQuery,
  accountId: v.optional(v.pipe(v.string(), v.maxLength(300))),
  enabled: v.optional(v.picklist(['true', 'false'])),
  level: v.optional(v.picklist(levels)),
});

export const toggleBody = v.object({ enabled: v.boolean(), mode: v.optional(v.picklist(modes)) });

export const executeBody = v.object({
  dryRun: v.optional(v.boolean(), true),
  asOf: v.optional(v.pipe(timestamp, v.description('Judge by this moment; a dry run alone may look at the past.'))),
  ids: v.optional(listOfAtMost(platformObjectId, 500, 'ids')),
  planDigest: v.optional(
    v.pipe(v.string(), v.maxLength(64), v.description('Of a dry run: act only if exactly that would be done.')),
  ),
});
export type ExecuteBody = v.InferOutput<typeof executeBody>;

const text = v.optional(v.string());
const count = v.optional(v.number());

/** A number with where it comes from; null is not known. */
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
  /** Why it was refused or failed; `changedSince` where somebody else has changed it meanwhile. */
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

const entityResult = v.object({
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
  /** One sentence about the run as a whole. */
  message: v.optional(v.string()),
  planDigest: v.optional(v.string()),
  startedAt: v.string(),
  finishedAt: v.optional(v.string()),
  figures: v.object({
    asOf: v.string(),
    fetchedAt: v.optional(v.string()),
    windows: v.optional(v.record(v.string(), v.object({ from: v.string(), to: v.string() }))),
    /** Guards that could not be looked at, because a platform does not tell what they need. */
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

export const approveBody = v.object({ planDigest: v.pipe(v.string(), v.maxLength(64)) });

export const backtestBody = v.pipe(
  v.object({
    rule: v.optional(v.pipe(ruleBody, ruleShape)),
    ruleId: v.optional(ownId),
    from: isoDay,
    to: isoDay,
  }),
  v.check(({ rule: given, ruleId }) => (given === undefined) !== (ruleId === undefined), 'Give a rule, or the ruleId of one.'),
);
export type BacktestBody = v.InferOutput<typeof backtestBody>;

const backtestDay = v.object({
  day: v.string(),
  runs: v.number(),
  /** Figures of that day's runs were not known then: today's were taken. */
  lookAhead: v.boolean(),
  considered: v.number(),
  matched: v.number(),
  acted: v.number(),
  skipped: v.number(),
  notMatched: v.number(),
  unknown: v.number(),
  /** Runs that would have waited. */
  awaitingApproval: v.number(),
  /** The first fifty. */
  actions: v.array(
    v.object({
      at: v.string(),
      entity: v.object({ accountId: v.string(), level: v.string(), id: v.string(), name: v.string() }),
      explanation: v.string(),
      changes: v.array(
        v.object({
          type: v.string(),
          id: v.string(),
          before: v.optional(v.union([v.string(), v.number()])),
          wanted: v.optional(v.union([v.string(), v.number()])),
        }),
      ),
    }),
  ),
});
export type BacktestDay = v.InferOutput<typeof backtestDay>;

export const backtestAnswer = answer({
  from: v.string(),
  to: v.string(),
  timezone: v.string(),
  sentence: v.string(),
  runs: v.number(),
  lookAhead: v.boolean(),
  days: v.array(backtestDay),
  entitiesTouched: v.number(),
  /** Entities that it would have changed back and forth. */
  flaps: v.number(),
  biggestDay: v.nullable(v.object({ day: v.string(), acted: v.number() })),
  accounts: v.array(
    v.object({
      accountId: v.string(),
      currency: v.string(),
      spendAvoided: v.number(),
      resultsForgone: v.number(),
      conversionsForgone: v.number(),
    }),
  ),
  note: v.string(),
});
export type BacktestAnswer = v.InferOutput<typeof backtestAnswer>;

export const checkRuleBody = v.looseObject({});

export const checkRuleAnswer = answer({
  valid: v.boolean(),
  faults: v.array(v.looseObject({ path: v.string(), code: v.string(), message: v.string() })),
  warnings: v.array(v.object({ path: v.string(), code: v.string(), message: v.string() })),
  sentence: v.optional(v.string()),
  /** What it would do now, on the figures that are here. Absent where the rule is not valid. */
  preview: v.optional(
    v.object({
      considered: v.number(),
      matched: v.number(),
      wouldAct: v.number(),
      results: v.array(entityResult),
      message: v.string(),
    }),
  ),
});

export const stopBody = v.object({ stopped: v.optional(v.boolean(), true) });
export const stopAnswer = answer({ stopped: v.boolean(), since: v.string(), by: v.string() });

export const ruleSubject = v.object({ id: ownId });
export const executionSubject = v.object({ executionId: ownId });
