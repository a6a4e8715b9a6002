import { SlipwayError } from '../errors.ts';
import type { ApprovalStatus } from '../schema/approvals.ts';

export const missing = (): SlipwayError => new SlipwayError('not_found', 'There is no such plan. GET /v1/approvals lists yours.');

export function tooLate(status: ApprovalStatus): SlipwayError {
  const words = {
    awaiting_approval: 'waits for approval',
    approved: 'is approved',
    declined: 'was declined',
    applied: 'was applied',
    failed: 'was tried and failed',
    expired: 'has expired',
  }[status];
  const message = `This plan ${words}. Plan it again.`;
  return new SlipwayError('conflict', message, { details: [{ path: 'digest', code: `plan_${status}`, message }] });
}

export function ownPlan(): SlipwayError {
  const message = 'This plan has to be approved with another key than the one that planned it.';
  return new SlipwayError('forbidden', message, {
    details: [{ path: 'digest', code: 'another_key', message, hint: 'ask-admin' }],
  });
}

export function tooMany(most: number): SlipwayError {
  const message = `A company may have ${most} plans of the last 30 days, and yours has as many. Wait until some are forgotten.`;
  return new SlipwayError('unprocessable_entity', message, { details: [{ path: '', code: 'too_many_plans', message }] });
}
