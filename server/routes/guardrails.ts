import { checkOperation } from '../../core/guard/check-operation.ts';
import { changeGuardrails, showGuardrails } from '../../core/guard/guardrails.ts';
import { answerOnce } from '../../core/records/once.ts';
import * as shapes from '../../core/schema/guardrails.ts';
import { route } from '../http/route.ts';

const tag = 'Access';

export const guardrailRoutes = [
  route({
    method: 'GET',
    path: '/v1/guardrails',
    tag,
    summary: 'The limits in money: what the company has set, and what holds for each ad account',
    notes:
      'Amounts are whole units of the account’s currency. `dailyBudget` and `lifetimeBudget` limit one campaign or ad set; `riseFactor` how many times its first budget of the day a budget may become within that day (account’s time zone); `startedDailyBudget` and `startedLifetimeBudget` the sum of the budgets that one operation sets delivering. What nobody has set is a default for the currency.',
    scope: 'read',
    response: shapes.guardrailsAnswer,
    run: (ports, caller) => showGuardrails(ports, caller.companyId),
  }),
  route({
    method: 'PUT',
    path: '/v1/guardrails',
    tag,
    summary: 'Replace the limits the company has set',
    notes:
      'Limits by currency hold for all accounts in it, those of an account win over them; what is left out is the default. Every create, copy, rise and activation has to keep them, through every door; exceeding one answers 422 with `guard_exceeded`, and `confirm` does not lift it. The change is in the audit with what was before.',
    scope: 'admin',
    body: shapes.guardrailsBody,
    response: shapes.guardrailsAnswer,
    errors: [409],
    run: (ports, caller, { body }) => changeGuardrails(ports, caller, body),
  }),
  route({
    method: 'POST',
    path: '/v1/guardrails/check',
    tag,
    summary: 'What the limits would say to an operation; nothing is changed',
    notes:
      '`request` is the body as the operation itself takes it. The answer is 200 whether it would pass or not; it reads from the platform what the operation would read.',
    scope: 'read',
    asks: true,
    body: shapes.guardrailsCheckBody,
    response: shapes.guardrailsCheckAnswer,
    errors: [404, 502, 503],
    run: (ports, caller, { body, once }) => answerOnce(once, () => checkOperation(ports, caller, body)),
  }),
];
