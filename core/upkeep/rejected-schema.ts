import * as v from 'valibot';
import { answer } from '../base/schema/envelope.ts';
export const rejectedAdsAnswer = answer({
  /** Switched on, and rejected by the platform's review. */
  data: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      effectiveStatus: v.string(),
      accountId: v.string(),
      accountName: v.string(),
      platform: v.string(),
    }),
  ),
  count: v.number(),
  /**
   * When the oldest list was read; null where none was. Lists are kept for a quarter of an hour.
   */
  readAt: v.nullable(v.string()),
  /** Accounts that could not be asked, or have more ads than were read. */
  notKnown: v.array(
    v.object({ accountId: v.string(), accountName: v.string(), message: v.string() }),
  ),
});

export type RejectedAds = v.InferOutput<typeof rejectedAdsAnswer>;
