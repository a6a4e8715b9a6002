import * as v from 'valibot';
import { pageAnswer, success } from '../../base/schema/envelope.ts';
import { approverOf, changeApprover } from '../../gate/guardrails.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { answerOnce } from '../../records/once.ts';
import { applyApproved, refuseToApply } from './apply.ts';
import { decide, listApprovals, readApproval, requestApproval } from './approvals.ts';
import * as shapes from './schema.ts';

const topic = 'Approvals';
const subject = v.object({ digest: shapes.planDigest });

/** Plans of the other operations. */
export function approvalOperations(operations: readonly Operation[]) {
  const known = new Map(operations.map((each) => [each.name, each]));
  return [
    operation({
      name: 'approvals.request',
      place: { method: 'POST', path: '/v1/approvals', status: 202 },
      topic,
      summary: 'Plan operations for a person to approve; nothing is carried out',
      description:
        'Every operation is checked as if it were carried out now, limits included, and the answer says what it would put at stake. What presets, templates, conventions and defaults say is part of the plan from then on. A limit above which a second key must approve does not refuse the plan: `needs` is `another-key` then. The plan waits for 24 hours under its `digest`. Needs the scopes of the operations, or `plan`. One caller may have 100 open plans, a company 1,000 (`too_many_plans`).',
      scope: 'read',
      effects: 'writes',
      approval: 'never',
      input: shapes.approvalRequest,
      output: shapes.approvalAnswer,
      errors: ['not_found', 'conflict', 'platform_error', 'unavailable'],
      run: (ports, caller, { input, once }) => requestApproval(ports, caller, known, input, once),
    }),
    operation({
      name: 'approvals.list',
      place: { method: 'GET', path: '/v1/approvals' },
      topic,
      summary: 'The plans of your company, the latest first',
      scope: 'read',
      effects: 'reads',
      input: shapes.approvalQuery,
      output: shapes.approvalList,
      run: (ports, caller, { input }) => pageAnswer(input, (window) => listApprovals(ports, caller.companyId, input, window)),
    }),
    operation({
      name: 'approvals.get',
      place: { method: 'GET', path: '/v1/approvals/{digest}' },
      topic,
      summary: 'One plan: exactly what would be sent, and what became of it',
      scope: 'read',
      effects: 'reads',
      subject,
      output: shapes.approvalAnswer,
      run: (ports, caller, { subject: { digest } }) => readApproval(ports, caller.companyId, known, digest),
    }),
    operation({
      name: 'approvals.decide',
      place: { method: 'POST', path: '/v1/approvals/{digest}' },
      topic,
      summary: 'Approve or decline a plan',
      description:
        'Needs the scopes of its operations; the planner may decline it without. Where another person is wanted, keys count as those of the person who made them (`another_key`); a key that is younger than the plan approves nothing (`younger_than_plan`).',
      scope: 'read',
      effects: 'writes',
      approval: 'impossible',
      subject,
      input: shapes.decisionBody,
      output: shapes.approvalAnswer,
      errors: ['conflict'],
      run: (ports, caller, { subject: { digest }, input, once }) =>
        answerOnce(once, () => decide(ports, caller, known, digest, input)),
    }),
    operation({
      name: 'approvals.apply',
      place: { method: 'POST', path: '/v1/approvals/{digest}/apply' },
      topic,
      summary: 'Carry out an approved plan, once',
      description:
        'Refused with `approval_required` until it is approved by the policy, the limits and the keys that hold now, except to the key that planned it where that has the scope `unattended`; with `plan_outdated` when more would be at stake than was approved, or when what the plan would do or change is no longer as it was. Asking again gives the same results, or goes on where it was cut off.',
      scope: 'read',
      effects: 'destroys',
      approval: 'impossible',
      subject,
      output: shapes.approvalAnswer,
      errors: ['conflict', 'platform_error', 'unavailable'],
      // Its operations have keys of their own; this one keeps the answer.
      run: async (ports, caller, { subject: { digest }, once }) => {
        await refuseToApply(ports, caller, known, digest);
        return answerOnce(once, () => applyApproved(ports, caller, known, digest));
      },
    }),
    operation({
      name: 'approvals.policy',
      place: { method: 'GET', path: '/v1/approval-policy' },
      topic,
      summary: 'Who may approve plans',
      scope: 'read',
      effects: 'reads',
      output: shapes.approvalPolicyAnswer,
      run: async (ports, caller) => success({ approver: await approverOf(ports, caller.companyId) }),
    }),
    operation({
      name: 'approvals.setPolicy',
      place: { method: 'PUT', path: '/v1/approval-policy' },
      topic,
      summary: 'Say who may approve plans',
      description:
        'The member `approver` of the guardrails (PUT /v1/guardrails), by itself. `another-key`: another person than planned it, whatever keys they use, and the scope `unattended` does not help. `anyone`: any key that could carry the operations out.',
      scope: 'admin',
      effects: 'writes',
      approval: 'impossible',
      idempotency: 'repeatable',
      input: shapes.approvalPolicyBody,
      output: shapes.approvalPolicyAnswer,
      run: async (ports, caller, { input: { approver } }) => {
        await changeApprover(ports, caller, approver);
        return success({ approver });
      },
    }),
  ] as const;
}
