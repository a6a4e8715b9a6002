import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { answer } from '../../base/schema/envelope.ts';
import { accountId } from '../../base/schema/request-fields.ts';

/** GET /v1/analytics/lag-curve. */

export const lagCurveRequest = aliased({ accountId });
export type LagCurveRequest = v.InferOutput<typeof lagCurveRequest>;

export const lagCurveResponse = answer({
  accountId: v.string(),
  /** Days whose figures the platform may still change. */
  attributionDays: v.number(),
  settledDays: v.number(),
  curve: v.array(
    v.object({
      /** Whole days after the end of the day, on the account's clock. */
      afterDays: v.number(),
      /** 0 to 1, of these days' final conversions; null where no day is known so early. */
      share: v.nullable(v.number()),
      /** Days fetched by then. */
      days: v.number(),
    }),
  ),
  /**
   * The fewest days after which 95 % of the conversions are known; null while too few days tell.
   */
  settleDays: v.nullable(v.number()),
});
export type LagCurveResponse = v.InferOutput<typeof lagCurveResponse>;
