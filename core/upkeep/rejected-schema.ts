import * as v from 'valibot';
import { answer } from '../base/schema/envelope.ts';
export const rejectedAdsAnswer = answer({
  /** Ads that are switched on and that the review of their platform refused. */
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
  /** When the oldest of the lists was read; null where none was. Lists are read anew after a quarter of an hour. */
  readAt: v.nullable(v.string()),
  /** Accounts that could not be asked, or have more ads than were looked at. */
  notKnown: v.array(v.object({ accountId: v.string(), accountName: v.string(), message: v.string() })),
});

export type RejectedAds = v.InferOutput<typeof rejectedAdsAnswer>;
