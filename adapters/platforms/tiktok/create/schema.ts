import * as v from 'valibot';
import { aliased } from '../../../../core/base/schema/aliases.ts';
import { described, idText } from '../../../../core/base/schema/fields.ts';
import { listOfAtMost } from '../../../../core/base/schema/lists.ts';
import {
  accountId,
  amount,
  deliveryStatus,
  entityId,
  entityName,
  flag,
  word,
  workspaceId,
} from '../../../../core/base/schema/request-fields.ts';
import { budgetFields, scheduleFields } from '../../kit/create-schema.ts';

const capitals = (example: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.toUpperCase(),
    v.regex(/^[A-Z_0-9]{2,80}$/, `Give a word of TikTok, like ${example}.`),
  );

/** In the platform's words: `pixel_id`, `optimization_event`, `app_id`, … */
const promotedObject = v.optional(v.record(v.string(), idText));

const objectives = [
  'REACH',
  'TRAFFIC',
  'VIDEO_VIEWS',
  'ENGAGEMENT',
  'APP_PROMOTION',
  'LEAD_GENERATION',
  'WEB_CONVERSIONS',
  'PRODUCT_SALES',
] as const;

/** Those of Upgraded Smart+ (TikTok docs id 1843314887930946); manual campaigns have more. */
const goalsBy = {
  WEB_CONVERSIONS: ['CONVERT', 'VALUE', 'CLICK', 'TRAFFIC_LANDING_PAGE_VIEW'],
  APP_PROMOTION: ['INSTALL', 'IN_APP_EVENT', 'VALUE', 'CLICK'],
  LEAD_GENERATION: ['LEAD_GENERATION', 'CONVERT', 'CONVERSATION', 'CLICK'],
  TRAFFIC: ['CLICK', 'TRAFFIC_LANDING_PAGE_VIEW'],
  REACH: ['REACH'],
  VIDEO_VIEWS: ['ENGAGED_VIEW', 'ENGAGED_VIEW_FIFTEEN'],
  ENGAGEMENT: ['FOLLOWERS', 'PAGE_VISIT'],
  PRODUCT_SALES: ['CLICK', 'CONVERT', 'VALUE'],
};

export const campaignRequest = aliased(
  {
    accountId,
    workspaceId,
    name: entityName,
    objective: word(objectives),
    status: v.optional(deliveryStatus),
    ...budgetFields,
    /** Upgraded Smart+. Absent: where TikTok makes no manual campaign of the objective any more. */
    isAutomatedCampaign: v.optional(flag),
    /** `app_promotion_type`, `app_id`, `sales_destination`, … */
    promotedObject,
    specialAdCategories: v.optional(
      listOfAtMost(word(['HOUSING', 'EMPLOYMENT', 'CREDIT']), 3, 'categories'),
    ),
  },
  {
    isAutomatedCampaign: ['issmartplus', 'issmartpluscampaign'],
    specialAdCategories: ['specialindustries'],
  },
);
export type CampaignRequest = v.InferOutput<typeof campaignRequest>;

export const campaignRecord = v.object({
  id: v.string(),
  name: v.string(),
  objective: v.string(),
  status: v.string(),
  campaign_automation_type: v.string(),
});

/** In the platform's words, under the names of both families. */
const targeting = v.looseObject({
  location_ids: v.optional(listOfAtMost(idText, 3_000, 'places')),
});

export const adSetRequest = aliased({
  accountId,
  workspaceId,
  campaignId: entityId,
  name: entityName,
  status: v.optional(deliveryStatus),
  ...budgetFields,
  optimizationGoal: v.pipe(
    capitals('CONVERT'),
    described({ type: 'string', 'x-choices-by-objective': goalsBy }),
  ),
  bidAmount: v.optional(amount),
  destinationType: v.optional(capitals('WEBSITE')),
  promotedObject,
  ...scheduleFields,
  /** Absent: TikTok alone. */
  placements: v.optional(listOfAtMost(capitals('PLACEMENT_TIKTOK'), 10, 'placements')),
  targeting: v.optional(targeting),
  /**
   * `AUTOMATIC` lets TikTok find the audience: it takes places, languages, systems and exclusions
   * alone.
   */
  targetingMode: v.optional(word(['MANUAL', 'AUTOMATIC'])),
});
export type AdSetRequest = v.InferOutput<typeof adSetRequest>;

export const adSetRecord = v.object({
  id: v.string(),
  name: v.string(),
  campaign_id: v.string(),
  status: v.string(),
  optimization_goal: v.string(),
});
