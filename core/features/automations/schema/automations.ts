import * as v from 'valibot';
import { aliased } from '../../../base/schema/aliases.ts';
import { answer, listOf, pageQuery } from '../../../base/schema/envelope.ts';
import { ownId, platformObjectId, timestamp } from '../../../base/schema/fields.ts';
import { listOfAtMost } from '../../../base/schema/lists.ts';
import { accountId } from '../../../base/schema/request-fields.ts';
import { levels, modes, ruleEntries } from './rule.ts';
import { entityResult } from './runs.ts';

export const newRule = v.object({
  ...ruleEntries,
  enabled: v.optional(v.boolean(), false),
  mode: v.optional(v.picklist(modes), 'simulate'),
});
export type NewRule = v.InferOutput<typeof newRule>;

const {
  name,
  description,
  priority,
  params,
  windows,
  scope,
  when,
  rank,
  actions,
  schedule,
  guards,
} = ruleEntries;

/** Given members replace those of the rule; `rank: null` removes it. */
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

const shownRule = v.object({
  id: v.string(),
  revision: v.number(),
  enabled: v.boolean(),
  mode: v.picklist(modes),
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
  /** The company's switch stops all rules. */
  stopped: v.boolean(),
});

const warnings = v.array(v.object({ path: v.string(), code: v.string(), message: v.string() }));
export const ruleAnswer = answer({ ...shownRule.entries, warnings: v.optional(warnings) });
export const ruleList = listOf(shownRule);

export const listRulesQuery = aliased({
  ...pageQuery,
  accountId: v.optional(accountId),
  enabled: v.optional(v.picklist(['true', 'false'])),
  level: v.optional(v.picklist(levels)),
});

export type ListRulesQuery = v.InferOutput<typeof listRulesQuery>;

export const toggleBody = v.object({ enabled: v.boolean(), mode: v.optional(v.picklist(modes)) });

export const executeBody = v.object({
  dryRun: v.optional(v.boolean(), true),
  asOf: v.optional(
    v.pipe(timestamp, v.description('Judge by this moment; a dry run alone may look at the past.')),
  ),
  ids: v.optional(listOfAtMost(platformObjectId, 500, 'ids')),
  planDigest: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(64),
      v.description('Of a dry run: act only if exactly that would be done.'),
    ),
  ),
});
export type ExecuteBody = v.InferOutput<typeof executeBody>;

export const approveBody = v.object({ planDigest: v.pipe(v.string(), v.maxLength(64)) });

export const checkRuleBody = v.looseObject({});

export const checkRuleAnswer = answer({
  valid: v.boolean(),
  faults: v.array(v.looseObject({ path: v.string(), code: v.string(), message: v.string() })),
  warnings,
  sentence: v.optional(v.string()),
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
