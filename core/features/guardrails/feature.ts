import { accountChangeKind } from '../../gate/changes.ts';
import { changeGuardrails, showGuardrails } from '../../gate/guardrails.ts';
import { guardrailsKind } from '../../gate/records.ts';
import * as shapes from '../../gate/schema.ts';
import { budgetSeenKind, forgetSeenBudgets } from '../../gate/seen.ts';
import { forgetStarted, startedByKind } from '../../gate/started-by.ts';
import { accountTotalKind, companyTotalKind } from '../../gate/totals.ts';
import { checkOperation } from '../../operations/check-operation.ts';
import { feature, type Others } from '../../operations/feature.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { bothOf } from '../../records/expired.ts';

const topic = 'Access';

const guardrailOperations = (operations: readonly Operation[]) =>
  [
    operation({
      name: 'guardrails.get',
      place: 'GET /v1/guardrails',
      topic,
      summary: 'The guardrails: what the company has set, and what holds for each ad account',
      description:
        'Amounts are whole units of the account’s currency. `dailyBudget` and `lifetimeBudget` limit one campaign or ad set, `bid` the bid of one ad set; `risePercent` by how many per cent of its first value of the day a budget, spend cap or bid may rise within that day (account’s time zone); `startedDailyBudget` and `startedLifetimeBudget` the sum of the budgets that one operation sets delivering; `accountDailyBudget` and `companyDailyBudget` what a day may spend in an account, and in all accounts of a currency; `secondKeyDailyBudget` and `secondKeyLifetimeBudget` what one caller (a person, or a key) starts within 24 hours without a second key. Limits a day count daily budgets, and of lifetime budgets what is left divided by the days left; `adsPerLaunch` the ads of one launch; `quietHours` when nothing may start (account’s time zone); `workspaceId` whose keys may change the account; `blockedOperations` what is blocked for everyone. A limit that is not set has a default for the currency, or does not apply. `suggested` has values to begin with.',
      scope: 'read',
      output: shapes.guardrailsAnswer,
      run: (ports, caller) => showGuardrails(ports, caller.companyId),
    }),
    operation({
      name: 'guardrails.replace',
      place: 'PUT /v1/guardrails',
      topic,
      summary: 'Replace the guardrails the company has set',
      description:
        'Limits by currency hold for all accounts in it, those of an account win over them; what is left out is the default. Every write has to keep them, through every door; exceeding one answers 422 with `guard_exceeded`, and `confirm` does not lift it. Above a `secondKey…` limit the answer is 409 with `approval_required`: plan it with POST /v1/approvals. The change is in the audit with what was before.',
      scope: 'admin',
      preview: 'quiet',
      idempotency: 'repeatable',
      input: shapes.guardrailsBody,
      output: shapes.guardrailsAnswer,
      errors: ['conflict'],
      run: (ports, caller, { input }) =>
        changeGuardrails(
          ports,
          caller,
          input,
          operations.filter(({ effects }) => effects !== 'reads').map(({ name }) => name),
        ),
    }),
    operation({
      name: 'guardrails.check',
      place: 'POST /v1/guardrails/check',
      topic,
      summary: 'What the guardrails would say to an operation; nothing is changed',
      description:
        '`operation` is any operation that writes, by its name; `request` its whole input. The answer is 200 whether it would pass or not; it reads from the platform what the operation would read.',
      scope: 'read',
      effects: 'reads',
      input: shapes.guardrailsCheckBody,
      output: shapes.guardrailsCheckAnswer,
      errors: ['not_found', 'platform_error', 'unavailable'],
      run: (ports, caller, { input }) => checkOperation(ports, caller, operations, input),
    }),
  ] as const;

export const guardrails = feature({
  name: 'guardrails',
  isAboutAll: true,
  operations: ({ operations }: Others) => guardrailOperations(operations),
  kinds: [
    guardrailsKind,
    budgetSeenKind,
    startedByKind,
    accountChangeKind,
    accountTotalKind,
    companyTotalKind,
  ],
  forget: async (ports, companyId) =>
    bothOf(await forgetSeenBudgets(ports, companyId), await forgetStarted(ports, companyId)),
});
