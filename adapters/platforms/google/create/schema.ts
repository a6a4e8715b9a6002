import * as v from 'valibot';
import { aliased } from '../../../../core/base/schema/aliases.ts';
import { listOfAtMost } from '../../../../core/base/schema/lists.ts';
import { amount, word } from '../../../../core/base/schema/request-fields.ts';
import {
  adSetFields,
  campaignFields,
  places,
  politicalAds,
  scheduleFields,
} from '../../kit/create-schema.ts';

/**
 * In Google's interface: Maximize clicks, Maximize conversions, Maximize conversion value, Manual
 * CPC.
 */
const strategies = [
  'TARGET_SPEND',
  'MAXIMIZE_CONVERSIONS',
  'MAXIMIZE_CONVERSION_VALUE',
  'MANUAL_CPC',
] as const;

export const campaignRequest = aliased({
  ...campaignFields,
  /** Others need ads that are not launched here. */
  objective: word(['SEARCH']),
  dailyBudget: amount,
  /** Absent: TARGET_SPEND. */
  bidStrategy: v.optional(word(strategies)),
  /**
   * The most for a click with TARGET_SPEND, the cost per action aimed at with MAXIMIZE_CONVERSIONS.
   */
  bidAmount: v.optional(amount),
  politicalAds,
  /** `location_ids`: geo target constants. */
  targeting: places,
  ...scheduleFields,
});
export type CampaignRequest = v.InferOutput<typeof campaignRequest>;

const keyword = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1, 'A keyword has words.'),
  v.maxLength(84),
);

export const adSetRequest = aliased({
  ...adSetFields,
  /** For a click. */
  bidAmount: v.optional(amount),
  /** As Google writes them: boats, "sail boats" as a phrase, [red boats] exactly. */
  keywords: v.optional(listOfAtMost(keyword, 200, 'keywords')),
});
export type AdSetRequest = v.InferOutput<typeof adSetRequest>;
