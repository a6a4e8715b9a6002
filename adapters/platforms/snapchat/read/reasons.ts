import { type Row, text } from '../../kit/json.ts';
import { statusOf } from '../wire/values.ts';

/** The platform's words for delivery. */
const words: { readonly [status: string]: string } = {
  PENDING: 'The platform has not looked at it yet.',
  VALID: 'It can deliver.',
  INVALID_NOT_ACTIVE: 'It is paused.',
  INVALID_NOT_EFFECTIVE_ACTIVE: 'Something above it keeps it from delivering.',
  INVALID_START_TIME: 'It has not started yet.',
  INVALID_END_TIME: 'It has ended.',
  INVALID_EFFECTIVE_START_TIME: 'What it belongs to has not started yet.',
  INVALID_EFFECTIVE_END_TIME: 'What it belongs to has ended.',
  INVALID_EFFECTIVE_DELETED: 'What it belongs to was deleted.',
  INVALID_EFFECTIVE_INVALID: 'Something above it is not valid.',
  INVALID_START_TIME_AFTER_END_TIME: 'It would start after its end.',
  NOT_ACTIVE_ORGANIZATION: 'The organisation is not active.',
  NOT_ENTERPRISE_ORGANIZATION: 'The organisation is not of a type that may advertise.',
  TEST_AD_ACCOUNT: 'The ad account is for tests and delivers nothing.',
  INVALID_REMAINING_AD_ACCOUNT_BUDGET: 'The ad account has no budget left.',
  INVALID_AD_ACCOUNT_LIFETIME_SPEND_CAP: 'The spend cap of the ad account is not valid.',
  INVALID_OVER_BUDGET_AD_ACCOUNT_FINALIZED_LIFETIME_SPEND: 'The ad account has spent its cap.',
  INVALID_OVER_BUDGET_AD_ACCOUNT_REALTIME_LIFETIME_SPEND: 'The ad account has spent its cap.',
  INVALID_CAMPAIGN_LIFETIME_SPEND_CAP: 'The spend cap of the campaign is not valid.',
  INVALID_OVER_BUDGET_CAMPAIGN_FINALIZED_LIFETIME_SPEND: 'The campaign has spent its cap.',
  INVALID_OVER_BUDGET_CAMPAIGN_REALTIME_LIFETIME_SPEND: 'The campaign has spent its cap.',
  INVALID_OVER_BUDGET_CAMPAIGN_DAILY_SPEND: 'The campaign has spent its budget for today.',
  NO_VALID_AD_SQUAD: 'The campaign has no ad squad that can deliver.',
};

const reviews: { readonly [status: string]: string } = {
  PENDING: 'The review is not finished.',
  PENDING_REVIEW: 'The review is not finished.',
  APPROVED: 'The review has approved it.',
  REJECTED: 'The review has rejected it.',
};

const texts = (value: unknown) =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => text(each) ?? []);

/** `INVALID_OVER_BUDGET` as `Invalid over budget.` */
const plain = (word: string) =>
  `${word[0] ?? ''}${word.slice(1).toLowerCase().replace(/_/g, ' ')}.`;

export interface Reason {
  readonly code: string;
  readonly message: string;
}

export const deliveryReasons = (row: Row): readonly Reason[] =>
  texts(row.delivery_status).map((code) => ({ code, message: words[code] ?? plain(code) }));

/** And why it rejected the ad. */
export function reviewReasons(row: Row): readonly Reason[] {
  const status = text(row.review_status);
  if (status === undefined) return [];
  const why = texts(row.review_status_reasons).map((reason) => ({
    code: 'REASON',
    message: reason,
  }));
  return [{ code: status, message: reviews[status] ?? plain(status) }, ...why];
}

/** The first reason against delivery, else the review, else that it delivers. */
export function effectiveOf(row: Row) {
  if (statusOf(row) === 'DELETED') return 'DELETED';
  const [against] = texts(row.delivery_status).filter((status) => status !== 'VALID');
  if (against !== undefined) return against;
  const review = text(row.review_status);
  if (review !== undefined && review !== 'APPROVED') return review;
  return statusOf(row) === 'ACTIVE' ? 'VALID' : 'INVALID_NOT_ACTIVE';
}
