import * as v from 'valibot';
import { aliased } from '../../../../core/base/schema/aliases.ts';
import { idText } from '../../../../core/base/schema/fields.ts';
import { amount, word } from '../../../../core/base/schema/request-fields.ts';
import {
  adSetFields,
  budgetFields,
  campaignFields,
  politicalAds,
  scheduleFields,
  targeting,
} from '../../kit/create-schema.ts';

/**
 * As LinkedIn writes them (singular); learn.microsoft.com, "Create and Manage Campaigns", view
 * li-lms-2026-05.
 */
const objectives = [
  'BRAND_AWARENESS',
  'WEBSITE_VISIT',
  'ENGAGEMENT',
  'VIDEO_VIEW',
  'LEAD_GENERATION',
  'WEBSITE_CONVERSION',
  'JOB_APPLICANT',
] as const;

/** A campaign group. */
export const campaignRequest = aliased({
  ...campaignFields,
  objective: word(objectives),
  ...budgetFields,
  ...scheduleFields,
  /** Kept for its campaigns. */
  politicalAds: v.optional(politicalAds),
});
export type CampaignRequest = v.InferOutput<typeof campaignRequest>;

/** A campaign of sponsored content. */
export const adSetRequest = aliased({
  ...adSetFields,
  ...budgetFields,
  ...scheduleFields,
  /** MAX_CLICK, MAX_IMPRESSION, … Absent: what fits the objective. Not with a bid. */
  optimizationGoal: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.regex(/^[A-Z_]{2,80}$/, 'Give a word of LinkedIn, like MAX_CLICK.'),
    ),
  ),
  /** For a click. Absent: LinkedIn bids. */
  bidAmount: v.optional(amount),
  /** Absent: as the campaign was declared. */
  politicalAds: v.optional(politicalAds),
  /** The page that its ads speak for. Absent: that of the ad account. */
  organizationId: v.optional(idText),
  /** Of the people, like en_US, which is the default. */
  locale: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^[a-z]{2}_[A-Z]{2}$/, 'Give language and country, like en_US.'),
    ),
  ),
  /** `location_ids`: numbers of geo URNs. Or `include` and `exclude` as LinkedIn takes them. */
  targeting,
});
export type AdSetRequest = v.InferOutput<typeof adSetRequest>;
