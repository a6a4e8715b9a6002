import * as v from 'valibot';
import { answer, done, pageAnswer, pageQuery, success } from '../../base/schema/envelope.ts';
import { operation } from '../../operations/operation.ts';
import { backtest } from './backtest/backtest.ts';
import {
  approveExecution,
  declineExecution,
  executeRule,
  executionParts,
  listExecutions,
  readExecution,
  waitingExecutions,
} from './executions.ts';
import { ruleFields } from './fields.ts';
import { checkRule } from './preview.ts';
import { executionKind, ruleKind } from './records.ts';
import { createRule, deleteRule, toggleRule, updateRule } from './rules.ts';
import * as shapes from './schema/automations.ts';
import { backtestAnswer, backtestBody } from './schema/backtest.ts';
import { executionAnswer, executionList, executionsQuery } from './schema/runs.ts';
import { listRules, readRule } from './show-rules.ts';
import { stopRules } from './stop.ts';
import { undoExecution } from './undo.ts';

const topic = 'Automations';
const subject = shapes.ruleSubject;

const reads = { topic, scope: 'read', effects: 'reads' } as const;
const writes = { topic, scope: 'manage', effects: 'writes' } as const;
const texts = v.array(v.string());

export const automationOperations = [
  operation({
    name: 'automations.list',
    place: 'GET /v1/automations',
    summary: 'Your rules as sentences, with their last and next run',
    ...reads,
    input: shapes.listRulesQuery,
    output: shapes.ruleList,
    run: (ports, caller, { input }) =>
      pageAnswer(input, (window) => listRules(ports, caller.companyId, input, window)),
  }),
  operation({
    name: 'automations.create',
    place: { method: 'POST', path: '/v1/automations', status: 201 },
    summary: 'Write a rule down',
    description:
      'It starts switched off and only simulates unless asked otherwise; a rule that is to act first needs a dry run of its revision. Unknown members inside of it are refused: a guard with a slip in its name would protect nothing. GET /v1/automations/fields has the words a rule is made of, and templates.',
    ...writes,
    input: shapes.newRule,
    output: shapes.ruleAnswer,
    errors: ['conflict', 'unprocessable_entity'],
    run: async (ports, caller, { input, once }) =>
      success(await createRule(ports, caller, input, once)),
  }),
  operation({
    name: 'automations.fields',
    place: 'GET /v1/automations/fields',
    summary: 'The words a rule is made of, and rules to begin with',
    ...reads,
    output: answer({
      metrics: v.array(
        v.object({
          key: v.string(),
          label: v.string(),
          unit: v.string(),
          comesLate: v.boolean(),
          ratio: v.boolean(),
          aliases: texts,
        }),
      ),
      numbers: texts,
      attributes: texts,
      comparisons: texts,
      functions: texts,
      windows: v.object({ presets: texts, longestDays: v.number() }),
      levels: texts,
      modes: texts,
      actions: texts,
      events: texts,
      guards: texts,
      templates: v.array(
        v.object({
          id: v.string(),
          title: v.string(),
          sentence: v.string(),
          rule: v.looseObject({}),
        }),
      ),
    }),
    run: async () => success(ruleFields()),
  }),
  operation({
    name: 'automations.check',
    place: 'POST /v1/automations/check',
    summary:
      'What is wrong with a rule, what it says in words and what it would do now; nothing is written',
    description:
      'The body is a rule. The answer is 200 whether it is valid or not; every fault has its path.',
    ...reads,
    rawInput: true,
    input: shapes.checkRuleBody,
    output: shapes.checkRuleAnswer,
    errors: ['platform_error', 'unavailable'],
    run: async (ports, caller, { input }) =>
      success(await checkRule(ports, caller.companyId, input)),
  }),
  operation({
    name: 'automations.backtest',
    place: 'POST /v1/automations/backtest',
    summary: 'What a rule would have done in the past, without looking ahead',
    description:
      'Give a `rule`, or the `ruleId` of one, and the first and last day. At each moment of its schedule the rule sees the figures that were known then; days whose figures were not fetched by then say `lookAhead: true`. Statuses and budgets are those of today less what rules have changed since; what people changed meanwhile is not known. Nothing is written.',
    ...reads,
    input: backtestBody,
    output: backtestAnswer,
    errors: ['not_found', 'platform_error', 'unavailable'],
    run: (ports, caller, { input }) => backtest(ports, caller.companyId, input),
  }),
  operation({
    name: 'automations.stop',
    place: 'POST /v1/automations/stop',
    summary: 'Stop all rules of the company at once, or let them go on',
    description:
      'What is on its way is finished; nothing new begins. `stopped: false` lets them go on; what was missed meanwhile is not caught up.',
    ...writes,
    input: shapes.stopBody,
    example: { stopped: false },
    output: shapes.stopAnswer,
    run: async (ports, caller, { input, once }) =>
      success(await stopRules(ports, caller, input.stopped, once)),
  }),
  operation({
    name: 'automations.waiting',
    place: 'GET /v1/automations/executions',
    summary: 'Runs of all rules that wait for approval, the latest first',
    ...reads,
    input: v.object(pageQuery),
    output: executionList,
    run: (ports, caller, { input }) =>
      pageAnswer(input, (window) => waitingExecutions(ports, caller.companyId, window)),
  }),
  operation({
    name: 'automations.execution',
    place: 'GET /v1/automations/executions/{executionId}',
    summary: 'One run: every entity with its verdict, its sentence and its figures',
    ...reads,
    subject: shapes.executionSubject,
    output: executionAnswer,
    run: async (ports, caller, { subject: { executionId } }) =>
      success(await readExecution(ports, caller.companyId, executionId)),
  }),
  operation({
    name: 'automations.approve',
    place: {
      method: 'POST',
      path: '/v1/automations/executions/{executionId}/approve',
      status: 202,
    },
    summary: 'Let a run that waits for approval go on',
    description:
      '`planDigest` is the one of the run. The rule judges again, and acts only if exactly that would be done.',
    ...writes,
    approval: 'impossible',
    subject: shapes.executionSubject,
    input: shapes.approveBody,
    output: executionAnswer,
    errors: ['conflict'],
    run: async (ports, caller, { subject: { executionId }, input, once }) =>
      success(
        await approveExecution(ports, caller, { executionId, planDigest: input.planDigest, once }),
      ),
  }),
  operation({
    name: 'automations.decline',
    place: 'POST /v1/automations/executions/{executionId}/decline',
    summary: 'Decline a run that waits for approval; nothing of it is done',
    ...writes,
    approval: 'impossible',
    subject: shapes.executionSubject,
    output: executionAnswer,
    errors: ['conflict'],
    run: async (ports, caller, { subject: { executionId }, once }) =>
      success(await declineExecution(ports, caller, executionId, once)),
  }),
  operation({
    name: 'automations.undo',
    place: { method: 'POST', path: '/v1/automations/executions/{executionId}/undo', status: 202 },
    summary: 'Set back what a run changed',
    description:
      'Each entity is looked at first: what is no longer as the run left it stays (`changedSince`). The answer is a run of its own, and tells for each change whether it can be undone and why not. A budget that is set back may still be spent up to the highest one of the day.',
    ...writes,
    subject: shapes.executionSubject,
    about: executionKind,
    output: executionAnswer,
    errors: ['conflict', 'platform_error'],
    run: async (ports, caller, { subject: { executionId }, once }) =>
      success(await undoExecution(ports, caller, executionId, once)),
    parts: executionParts,
  }),
  operation({
    name: 'automations.get',
    place: 'GET /v1/automations/{id}',
    summary: 'One rule',
    ...reads,
    subject,
    output: shapes.ruleAnswer,
    run: async (ports, caller, { subject: { id } }) =>
      success(await readRule(ports, caller.companyId, id)),
  }),
  operation({
    name: 'automations.update',
    place: 'PATCH /v1/automations/{id}',
    summary: 'Change a rule',
    description:
      'Members that are given replace those of the rule. Send the `revision` you read; if it has changed since, the answer is 409. A rule that acted only simulates again until a dry run of its new revision was seen.',
    ...writes,
    idempotency: 'repeatable',
    subject,
    about: ruleKind,
    input: shapes.rulePatch,
    output: shapes.ruleAnswer,
    errors: ['conflict', 'unprocessable_entity'],
    run: async (ports, caller, { subject: { id }, input }) =>
      success(await updateRule(ports, caller, id, input)),
  }),
  operation({
    name: 'automations.delete',
    place: 'DELETE /v1/automations/{id}',
    summary: 'Delete a rule; its runs stay',
    ...writes,
    effects: 'destroys',
    idempotency: 'repeatable',
    subject,
    about: ruleKind,
    output: done,
    run: (ports, caller, { subject: { id } }) =>
      deleteRule(ports, caller, id).then(() => success({})),
  }),
  operation({
    name: 'automations.toggle',
    place: 'POST /v1/automations/{id}/toggle',
    summary: 'Switch a rule on or off, and say whether it simulates, asks or acts',
    description:
      'To act, a rule needs a dry run of its present revision first (`dry_run_required`).',
    ...writes,
    subject,
    about: ruleKind,
    input: shapes.toggleBody,
    output: shapes.ruleAnswer,
    errors: ['conflict'],
    run: async (ports, caller, { subject: { id }, input, once }) =>
      success(await toggleRule(ports, caller, { ...input, id, once })),
  }),
  operation({
    name: 'automations.execute',
    place: { method: 'POST', path: '/v1/automations/{id}/execute', status: 202 },
    summary: 'Run a rule now; a dry run by default',
    description:
      'A dry run answers what would be done, entity by entity, and changes nothing, cooldowns included. With `dryRun: false` the run is begun and carried out in the background; `planDigest` of a dry run makes it act only if exactly that would still be done.',
    ...writes,
    subject,
    about: ruleKind,
    input: shapes.executeBody,
    output: executionAnswer,
    errors: ['conflict', 'platform_error', 'unavailable'],
    run: async (ports, caller, { subject: { id }, input, once }) =>
      success(await executeRule(ports, caller, { ruleId: id, body: input, once })),
    parts: executionParts,
  }),
  operation({
    name: 'automations.executions',
    place: 'GET /v1/automations/{id}/executions',
    summary: 'The runs of a rule, the latest first',
    ...reads,
    subject,
    input: executionsQuery,
    output: executionList,
    run: (ports, caller, { subject: { id }, input }) =>
      pageAnswer(input, (window) =>
        listExecutions(ports, caller.companyId, { ...input, ruleId: id, window }),
      ),
  }),
] as const;
