import * as v from 'valibot';
import { aliased } from '../../../../core/base/schema/aliases.ts';
import { idText } from '../../../../core/base/schema/fields.ts';
import { amount, word } from '../../../../core/base/schema/request-fields.ts';
import {
  adSetFields,
  budgetFields,
  campaignFields,
  location,
  scheduleFields,
  targeting,
} from '../../kit/create-schema.ts';

/** `objective_v2_type` of developers.snap.com, Ads API, campaigns. */
export const campaignRequest = aliased({
  ...campaignFields,
  objective: word(['AWARENESS_AND_ENGAGEMENT', 'TRAFFIC', 'APP_PROMOTION', 'LEADS', 'SALES']),
  /** The lifetime budget is a cap. */
  ...budgetFields,
  ...scheduleFields,
});
export type CampaignRequest = v.InferOutput<typeof campaignRequest>;

export const adSetRequest = aliased({
  ...adSetFields,
  ...budgetFields,
  ...scheduleFields,
  /** SWIPES, IMPRESSIONS, PIXEL_PURCHASE, … Absent: what fits awareness and traffic. */
  optimizationGoal: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.regex(/^[A-Z_0-9]{2,80}$/, 'Give a word of Snapchat, like SWIPES.'),
    ),
  ),
  /** The most for what is optimised for. Absent: AUTO_BID. */
  bidAmount: v.optional(amount),
  pixelId: v.optional(idText),
  location,
  targeting,
});
export type AdSetRequest = v.InferOutput<typeof adSetRequest>;
