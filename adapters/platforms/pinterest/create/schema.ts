import * as v from 'valibot';
import { aliased } from '../../../../core/base/schema/aliases.ts';
import { amount, word } from '../../../../core/base/schema/request-fields.ts';
import {
  adSetFields,
  budgetFields,
  campaignFields,
  location,
  scheduleFields,
  targeting,
} from '../../kit/create-schema.ts';

export const campaignRequest = aliased({
  ...campaignFields,
  /** Conversions and catalogs need a tag or a feed, which are not named here. */
  objective: word(['AWARENESS', 'CONSIDERATION', 'VIDEO_COMPLETION']),
  /** With one the campaign shares it out, and its ad groups have none. */
  ...budgetFields,
  ...scheduleFields,
});
export type CampaignRequest = v.InferOutput<typeof campaignRequest>;

export const adSetRequest = aliased({
  ...adSetFields,
  ...budgetFields,
  ...scheduleFields,
  /** What is paid for. Absent: what fits the objective. */
  optimizationGoal: v.optional(word(['CLICKTHROUGH', 'IMPRESSION', 'VIDEO_V_50_MRC'])),
  /** The most for what is paid for. Absent: AUTOMATIC_BID. */
  bidAmount: v.optional(amount),
  location,
  targeting,
});
export type AdSetRequest = v.InferOutput<typeof adSetRequest>;
