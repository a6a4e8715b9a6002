import { SlipwayError } from '../../base/errors.ts';
import type { ApprovalStatus } from './schema.ts';

export const missing = (): SlipwayError => new SlipwayError('not_found', 'There is no such plan.', { hint: 'approvals.list' });

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
  const message =
    'This plan has to be approved by another person than planned it. Keys count as those of the person who made them, and a key of an earlier version as anybody’s: ask another person to sign in, or to use a key of their own.';
  return new SlipwayError('forbidden', message, {
    details: [{ path: 'digest', code: 'another_key', message, hint: 'ask-admin' }],
  });
}

export function youngerThanPlan(): SlipwayError {
  const message = 'Your key, or your account, is younger than this plan. Approve it with an older one, or plan it again.';
  return new SlipwayError('forbidden', message, {
    details: [{ path: 'digest', code: 'younger_than_plan', message, hint: 'ask-admin' }],
  });
}

/** @param whose whose plans there are too many of */
export function tooMany(whose: 'caller' | 'company', most: number): SlipwayError {
  const owner = whose === 'caller' ? 'You have' : 'Your company has';
  const message = `${owner} ${most} plans that wait, which is the most there may be. Have some applied, or decline those that are not needed any more. A plan ends by itself after 24 hours.`;
  return new SlipwayError('unprocessable_entity', message, {
    details: [{ path: '', code: 'too_many_plans', message, hint: 'approvals.decide' }],
  });
}
