import { checkOperation } from '../guard/check-operation.ts';
import { changeGuardrails, showGuardrails } from '../guard/guardrails.ts';
import * as shapes from '../schema/guardrails.ts';
import { operation } from './operation.ts';

const topic = 'Access';

export const guardrailOperations = [
  operation({
    name: 'guardrails.get',
    topic,
    summary: 'The limits in money: what the company has set, and what holds for each ad account',
    description:
      'Amounts are whole units of the account’s currency. `dailyBudget` and `lifetimeBudget` limit one campaign or ad set; `riseFactor` how many times its first budget of the day a budget may become within that day (account’s time zone); `startedDailyBudget` and `startedLifetimeBudget` the sum of the budgets that one operation sets delivering. What nobody has set is a default for the currency.',
    scope: 'read',
    effects: 'reads',
    output: shapes.guardrailsAnswer,
    run: (ports, caller) => showGuardrails(ports, caller.companyId),
  }),
  operation({
    name: 'guardrails.replace',
    topic,
    summary: 'Replace the limits the company has set',
    description:
      'Limits by currency hold for all accounts in it, those of an account win over them; what is left out is the default. Every create, copy, rise and activation has to keep them, through every door; exceeding one answers 422 with `guard_exceeded`, and `confirm` does not lift it. The change is in the audit with what was before.',
    scope: 'admin',
    effects: 'writes',
    idempotency: 'repeatable',
    input: shapes.guardrailsBody,
    output: shapes.guardrailsAnswer,
    errors: ['conflict'],
    run: (ports, caller, { input }) => changeGuardrails(ports, caller, input),
  }),
  operation({
    name: 'guardrails.check',
    topic,
    summary: 'What the limits would say to an operation; nothing is changed',
    description:
      '`request` is the body as the operation itself takes it. The answer is 200 whether it would pass or not; it reads from the platform what the operation would read.',
    scope: 'read',
    effects: 'reads',
    input: shapes.guardrailsCheckBody,
    output: shapes.guardrailsCheckAnswer,
    errors: ['not_found', 'platform_error', 'unavailable'],
    run: (ports, caller, { input }) => checkOperation(ports, caller, input),
  }),
] as const;
