import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { answer } from '../../base/schema/envelope.ts';
import { accountId } from '../../base/schema/request-fields.ts';

/** How late the conversions of an account become known: what GET /v1/analytics/lag-curve takes and answers. */

export const lagCurveRequest = aliased({ accountId });
export type LagCurveRequest = v.InferOutput<typeof lagCurveRequest>;

export const lagCurveResponse = answer({
  accountId: v.string(),
  /** Days whose figures the platform may still change. */
  attributionDays: v.number(),
  /** How many days that can no longer change were looked at. */
  settledDays: v.number(),
  curve: v.array(
    v.object({
      /** Whole days after the day had ended, on the account's clock. */
      afterDays: v.number(),
      /** Of the conversions these days came to have, from 0 to 1; null where no day is known so early. */
      share: v.nullable(v.number()),
      /** Days that somebody had fetched by then: the others are left out. */
      days: v.number(),
    }),
  ),
  /** The fewest days after which 95 % of the conversions are known; null while too few days tell. */
  settleDays: v.nullable(v.number()),
});
export type LagCurveResponse = v.InferOutput<typeof lagCurveResponse>;
