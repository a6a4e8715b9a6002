import * as v from 'valibot';
import { neverSeen } from '../../accounts/workspace-view.ts';
import { pageAnswer, success } from '../../base/schema/envelope.ts';
import { approverOf, changeApprover } from '../../gate/guardrails.ts';
import { approvalPolicyKind } from '../../gate/records.ts';
import { feature, type Others } from '../../operations/feature.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { eachOf } from '../../records/list.ts';
import { answerOnce } from '../../records/once.ts';
import { applyApproved, refuseToApply } from './apply.ts';
import {
  approvalListener,
  decide,
  forgetApprovals,
  listApprovals,
  readApproval,
  requestApproval,
} from './approvals.ts';
import { shareApproval } from './links.ts';
import { receiptOf } from './receipt.ts';
import { approvalKind } from './records.ts';
import * as shapes from './schema.ts';
import { isOpen } from './shown.ts';

const topic = 'Approvals';
const subject = v.object({ digest: shapes.planDigest });
const reading = { topic, scope: 'read' } as const;

function approvalOperations(operations: readonly Operation[]) {
  const known = new Map(operations.map((each) => [each.name, each]));
  return [
    operation({
      ...reading,
      name: 'approvals.request',
      place: { method: 'POST', path: '/v1/approvals', status: 202 },
      summary: 'Plan operations for a person to approve; nothing is carried out',
      description:
        'Every operation is checked as if it were carried out now, limits included, and the answer says what it would put at stake. What presets, templates, conventions and defaults say is part of the plan from then on. A limit above which a second key must approve does not refuse the plan: `needs` is `another-key` then. The plan waits for 24 hours under its `digest`. Needs the scopes of the operations, or `plan`. One caller may have 100 open plans, a company 1,000 (`too_many_plans`).',
      approval: 'never',
      input: shapes.approvalRequest,
      output: shapes.approvalAnswer,
      errors: ['not_found', 'conflict', 'platform_error', 'unavailable'],
      run: (ports, caller, { input, once }) =>
        requestApproval(ports, caller, { known, request: input, once }),
    }),
    operation({
      ...reading,
      name: 'approvals.list',
      place: 'GET /v1/approvals',
      summary: 'The plans of your company, the latest first',
      input: shapes.approvalQuery,
      output: shapes.approvalList,
      run: (ports, caller, { input }) =>
        pageAnswer(input, (window) =>
          listApprovals(ports, caller.companyId, { ...input, known }, window),
        ),
    }),
    operation({
      ...reading,
      name: 'approvals.get',
      place: 'GET /v1/approvals/{digest}',
      summary: 'One plan: exactly what would be sent, and what became of it',
      subject,
      output: shapes.approvalAnswer,
      run: (ports, caller, { subject: { digest } }) =>
        readApproval(ports, caller.companyId, known, digest),
    }),
    operation({
      ...reading,
      name: 'approvals.decide',
      isStrict: true,
      place: 'POST /v1/approvals/{digest}',
      summary: 'Approve or decline a plan',
      description:
        'Needs the scopes of its operations; the planner may decline it without. Where another person is wanted, keys count as those of the person who made them (`another_key`); a key that is younger than the plan approves nothing (`younger_than_plan`).',
      approval: 'impossible',
      subject,
      input: shapes.decisionBody,
      output: shapes.approvalAnswer,
      errors: ['conflict'],
      run: (ports, caller, { subject: { digest }, input, once }) =>
        answerOnce(once, () => decide(ports, caller, { ...input, known, digest })),
    }),
    operation({
      ...reading,
      name: 'approvals.share',
      isStrict: true,
      place: { method: 'POST', path: '/v1/approvals/{digest}/links', status: 201 },
      summary: 'Make a link by which a person without an account decides about a plan',
      description:
        'It opens this one plan, takes one decision and ends after a day, or with the plan. Its decision counts as that of the person who made it, with the name that its opener gives; the plan tells when and from where it was opened. Needs the scopes of the operations.',
      approval: 'impossible',
      subject,
      input: shapes.shareBody,
      output: shapes.shareAnswer,
      errors: ['conflict'],
      run: (ports, caller, { subject: { digest }, input, once }) =>
        shareApproval(ports, caller, { known, digest, request: input, once }),
    }),
    operation({
      ...reading,
      name: 'approvals.apply',
      place: 'POST /v1/approvals/{digest}/apply',
      summary: 'Carry out an approved plan, once',
      description:
        'Refused with `approval_required` until it is approved by the policy, the limits and the keys that hold now, except to the key that planned it where that has the scope `unattended`; with `plan_outdated` when more would be at stake than was approved, or when what the plan would do or change is no longer as it was. Asking again gives the same results, or goes on where it was cut off. `status` is `applied` only if every object is done; `results` tells each.',
      effects: 'destroys',
      approval: 'impossible',
      subject,
      output: shapes.approvalAnswer,
      errors: ['conflict', 'platform_error', 'unavailable'],
      // Its operations have keys of their own; this one keeps the answer.
      run: async (ports, caller, { subject: { digest }, once }) => {
        await refuseToApply(ports, caller, known, digest);
        return answerOnce(once, () => applyApproved(ports, caller, known, { digest }));
      },
    }),
    operation({
      ...reading,
      name: 'approvals.retry',
      place: 'POST /v1/approvals/{digest}/retry',
      summary: 'Try again what was not done of a plan, and nothing that was',
      description:
        'Of a plan that was carried out in part, or failed: the objects that were refused or of which nothing is known, then the steps that were not begun. The approval still holds, for the 24 hours of the plan; all is compared with what was approved, as when it was applied. `plan_again`: what is left needs a new plan.',
      effects: 'destroys',
      approval: 'impossible',
      subject,
      output: shapes.approvalAnswer,
      errors: ['conflict', 'platform_error', 'unavailable'],
      run: async (ports, caller, { subject: { digest }, once }) => {
        await refuseToApply(ports, caller, known, digest);
        return answerOnce(once, () => applyApproved(ports, caller, known, { digest, again: true }));
      },
    }),
    operation({
      ...reading,
      name: 'approvals.receipt',
      place: 'GET /v1/receipts/{id}',
      summary: 'What was planned, approved and done, with what the platform says of it now, signed',
      description:
        'Of a batch by its number, or of a plan by its digest. The entries are a chain of hashes under an Ed25519 signature of this installation: `slipway verify` checks them without the service.',
      subject: v.object({ id: shapes.receiptId }),
      output: shapes.receiptAnswer,
      errors: ['platform_error', 'unavailable'],
      run: (ports, caller, { subject: { id } }) => receiptOf(ports, caller, known, id),
    }),
    operation({
      ...reading,
      name: 'approvals.policy',
      place: 'GET /v1/approval-policy',
      summary: 'Who may approve plans',
      output: shapes.approvalPolicyAnswer,
      run: async (ports, caller) =>
        success({ approver: await approverOf(ports, caller.companyId) }),
    }),
    operation({
      name: 'approvals.setPolicy',
      place: 'PUT /v1/approval-policy',
      topic,
      summary: 'Say who may approve plans',
      description:
        'The member `approver` of the guardrails (PUT /v1/guardrails), by itself. `another-key`: another person than planned it, whatever keys they use, and the scope `unattended` does not help. `anyone`: any key that could carry the operations out.',
      scope: 'admin',
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

export const approvals = feature({
  name: 'approvals',
  topics: { Approvals: 'Plans that a person approves before anything is sent.' },
  events: { 'approval.requested': 'A plan waits for approval' },
  isAboutAll: true,
  operations: ({ operations }: Others) => approvalOperations(operations),
  kinds: [approvalKind, approvalPolicyKind],
  seen: [neverSeen(approvalKind)],
  forget: forgetApprovals,
  listener: approvalListener,
  async overview(ports, companyId, { most }) {
    const waiting = await listApprovals(
      ports,
      companyId,
      { status: 'awaiting_approval' },
      { offset: 0, limit: most },
    );
    const plans = waiting.items.map(({ digest, summary, expiresAt }) => ({
      digest,
      summary: summary[0] ?? digest,
      expiresAt,
    }));
    return { approvals: { waiting: waiting.total, plans } };
  },
  async usage(ports, companyId) {
    let openPlans = 0;
    const where = { expiresAt: { from: ports.clock.now() } };
    await eachOf(ports.store, approvalKind, {
      companyId,
      query: { where },
      see: ({ doc }) => {
        if (isOpen(ports, doc)) openPlans += 1;
      },
    });
    return { openPlans };
  },
});
