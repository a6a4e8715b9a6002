import * as v from 'valibot';
import { aliased } from '../../../../core/base/schema/aliases.ts';
import { described, idText, moment } from '../../../../core/base/schema/fields.ts';
import { listOfAtMost } from '../../../../core/base/schema/lists.ts';
import { location } from '../../../../core/base/schema/location.ts';
import {
  accountId,
  amount,
  deliveryStatus,
  entityId,
  entityName,
  flag,
  integer,
  word,
  workspaceId,
} from '../../../../core/base/schema/request-fields.ts';
import { budgetFields, scheduleFields } from '../../kit/create-schema.ts';

const objectives = [
  'OUTCOME_TRAFFIC',
  'OUTCOME_ENGAGEMENT',
  'OUTCOME_LEADS',
  'OUTCOME_AWARENESS',
  'OUTCOME_SALES',
  'OUTCOME_APP_PROMOTION',
] as const;

/**
 * Goals that an objective can have; which of them it takes depends on destination and promoted
 * object too.
 */
const goalsBy = {
  OUTCOME_TRAFFIC: [
    'LINK_CLICKS',
    'LANDING_PAGE_VIEWS',
    'REACH',
    'IMPRESSIONS',
    'CONVERSATIONS',
    'QUALITY_CALL',
  ],
  OUTCOME_ENGAGEMENT: [
    'POST_ENGAGEMENT',
    'THRUPLAY',
    'CONVERSATIONS',
    'PAGE_LIKES',
    'EVENT_RESPONSES',
    'LINK_CLICKS',
    'LANDING_PAGE_VIEWS',
    'OFFSITE_CONVERSIONS',
    'REACH',
    'IMPRESSIONS',
  ],
  OUTCOME_LEADS: [
    'LEAD_GENERATION',
    'QUALITY_LEAD',
    'OFFSITE_CONVERSIONS',
    'CONVERSATIONS',
    'QUALITY_CALL',
    'LINK_CLICKS',
    'LANDING_PAGE_VIEWS',
    'REACH',
    'IMPRESSIONS',
  ],
  OUTCOME_AWARENESS: ['REACH', 'IMPRESSIONS', 'AD_RECALL_LIFT', 'THRUPLAY'],
  OUTCOME_SALES: [
    'OFFSITE_CONVERSIONS',
    'VALUE',
    'CONVERSATIONS',
    'QUALITY_CALL',
    'LINK_CLICKS',
    'LANDING_PAGE_VIEWS',
    'REACH',
    'IMPRESSIONS',
  ],
  OUTCOME_APP_PROMOTION: ['APP_INSTALLS', 'OFFSITE_CONVERSIONS', 'VALUE', 'LINK_CLICKS'],
} as const satisfies { readonly [objective in (typeof objectives)[number]]: readonly string[] };

const bidStrategies = [
  'LOWEST_COST_WITHOUT_CAP',
  'LOWEST_COST_WITH_BID_CAP',
  'COST_CAP',
  'LOWEST_COST_WITH_MIN_ROAS',
] as const;

const specialAdCategory = word([
  'NONE',
  'CREDIT',
  'EMPLOYMENT',
  'HOUSING',
  'FINANCIAL_PRODUCTS_SERVICES',
  'ISSUES_ELECTIONS_POLITICS',
  'ONLINE_GAMBLING_AND_GAMING',
]);

/** In the platform's words: `pixel_id`, `custom_event_type`, `page_id`, `application_id`, … */
const promotedObject = v.optional(v.record(v.string(), idText));

export const campaignRequest = aliased(
  {
    accountId,
    workspaceId,
    name: entityName,
    objective: word(objectives),
    status: v.optional(deliveryStatus),
    buyingType: v.optional(word(['AUCTION', 'RESERVED'])),
    specialAdCategories: v.optional(listOfAtMost(specialAdCategory, 20, 'categories')),
    ...budgetFields,
    bidStrategy: v.optional(word(bidStrategies)),
    campaignBidAmount: v.optional(amount),
    campaignSpendCap: v.optional(amount),
    campaignBudgetOptimization: v.optional(flag),
    campaignBudgetType: v.optional(word(['daily', 'lifetime'])),
    adSetBudgetSharing: v.optional(flag),
    isAutomatedCampaign: v.optional(flag),
    isAppNetworkAttribution: v.optional(flag),
    promotedObject,
    ...scheduleFields,
  },
  {
    campaignSpendCap: ['spendcap'],
    campaignBidAmount: ['bidamount'],
    campaignBudgetOptimization: ['cbo', 'iscampaignbudgetoptimization'],
    adSetBudgetSharing: ['isadsetbudgetsharingenabled'],
    isAutomatedCampaign: ['isadvantagecampaign', 'isadvantagepluscampaign'],
    isAppNetworkAttribution: ['isskadnetworkattribution'],
  },
);
export type CampaignRequest = v.InferOutput<typeof campaignRequest>;

export const campaignRecord = v.object({
  id: v.string(),
  name: v.string(),
  objective: v.string(),
  status: v.string(),
  buying_type: v.string(),
});

const attribution = aliased({
  event_type: word(['CLICK_THROUGH', 'VIEW_THROUGH', 'ENGAGED_VIDEO_VIEW']),
  window_days: integer(0, 28),
});

const budgetSchedule = aliased(
  {
    budgetValue: amount,
    budgetValueType: v.optional(word(['ABSOLUTE', 'MULTIPLIER'])),
    timeStart: moment,
    timeEnd: moment,
  },
  {
    budgetValue: ['value', 'amount'],
    budgetValueType: ['type'],
    timeStart: ['starttime', 'start'],
    timeEnd: ['endtime', 'end'],
  },
);
/** Days of the week (0 is Sunday), in minutes from midnight. */
const dayPart = aliased(
  {
    startMinute: integer(0, 1439),
    endMinute: integer(1, 1440),
    days: v.pipe(
      v.array(integer(0, 6)),
      v.minLength(1, 'Name at least one day, 0 (Sunday) to 6.'),
      v.maxLength(7),
    ),
    timezoneType: v.optional(word(['USER', 'ADVERTISER'])),
  },
  {},
);
/** In the platform's words; only its places are checked. */
const targeting = v.looseObject({
  geo_locations: v.optional(v.looseObject({})),
  excluded_geo_locations: v.optional(v.looseObject({})),
  age_min: v.optional(integer(13, 65)),
  age_max: v.optional(integer(13, 65)),
  publisher_platforms: v.optional(listOfAtMost(v.string(), 50, 'platforms')),
});

export const adSetRequest = aliased({
  accountId,
  workspaceId,
  campaignId: entityId,
  name: entityName,
  status: v.optional(deliveryStatus),
  ...budgetFields,
  billingEvent: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.regex(/^[A-Z_]{2,40}$/, 'Give a billing event, like IMPRESSIONS.'),
    ),
  ),
  optimizationGoal: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.regex(/^[A-Z_]{2,60}$/, 'Give a goal, like LINK_CLICKS.'),
      described({ type: 'string', 'x-choices-by-objective': goalsBy }),
    ),
  ),
  bidStrategy: v.optional(word(bidStrategies)),
  bidAmount: v.optional(amount),
  destinationType: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.toUpperCase(),
      v.regex(/^[A-Z_]{2,60}$/, 'Give a destination, like WEBSITE.'),
    ),
  ),
  promotedObject,
  attributionSpec: v.optional(listOfAtMost(attribution, 20, 'windows')),
  ...scheduleFields,
  pacingType: v.optional(
    v.pipe(
      v.union([v.string(), listOfAtMost(v.string(), 10, 'kinds of pacing')]),
      v.transform((given) =>
        (typeof given === 'string' ? [given] : given).map((each) => each.toLowerCase()),
      ),
      v.array(
        v.picklist(
          ['standard', 'day_parting', 'no_pacing'],
          'Pacing is standard, day_parting or no_pacing.',
        ),
      ),
    ),
  ),
  adsetSchedule: v.optional(listOfAtMost(dayPart, 168, 'periods')),
  existingCustomerBudgetPercentage: v.optional(integer(0, 100)),
  placementSoftOptOut: v.optional(
    v.record(
      v.pipe(
        v.string(),
        v.regex(/_positions$/, 'Name lists of positions, like facebook_positions.'),
      ),
      listOfAtMost(v.string(), 100, 'positions'),
      'Give an object of lists of positions, like { facebook_positions: ["right_hand_column"] }.',
    ),
  ),
  targeting: v.optional(targeting),
  location: v.optional(location),
  dsaBeneficiary: v.optional(entityName),
  dsaPayor: v.optional(entityName),
  valueRuleSetId: v.optional(entityId),
  valueRulesApplied: v.optional(flag),
  dailyMinSpendTarget: v.optional(amount),
  dailySpendCap: v.optional(amount),
  lifetimeMinSpendTarget: v.optional(amount),
  lifetimeSpendCap: v.optional(amount),
  budgetSchedules: v.optional(listOfAtMost(budgetSchedule, 50, 'periods')),
});
export type AdSetRequest = v.InferOutput<typeof adSetRequest>;

export const adSetRecord = v.object({
  id: v.string(),
  name: v.string(),
  campaign_id: v.string(),
  status: v.string(),
  optimization_goal: v.string(),
});
