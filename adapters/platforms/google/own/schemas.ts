import * as v from 'valibot';
import { aliased } from '../../../../core/base/schema/aliases.ts';
import { answer, pageEntries, pagination } from '../../../../core/base/schema/envelope.ts';
import { shortText } from '../../../../core/base/schema/fields.ts';
import {
  accountId,
  amount,
  entityId,
  entityIds,
  flag,
  word,
} from '../../../../core/base/schema/request-fields.ts';
import { duplicateCampaignRequest } from '../../../../core/manage/schema/duplicate.ts';
import { updateBudgetResponse } from '../../../../core/manage/schema/edit.ts';

const date = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/, 'Give a date as YYYY-MM-DD.'));
const page = pageEntries(1_000, 100);

/** Without days there are no figures. */
const days = { startDate: v.optional(date), endDate: v.optional(date) };

const figures = v.optional(
  v.object({
    impressions: v.number(),
    clicks: v.number(),
    spend: v.number(),
    conversions: v.number(),
    conversionValue: v.number(),
  }),
);
const textOrNull = v.nullable(v.string());
const numberOrNull = v.nullable(v.number());
const inCampaign = { campaignId: v.string(), campaignName: v.string() };
const inAdGroup = { ...inCampaign, adGroupId: v.string(), adGroupName: v.string() };
const state = { status: v.string(), effectiveStatus: v.string() };
const words = v.array(v.object({ text: v.string(), pin: textOrNull }));

const listed = <E extends v.ObjectEntries>(row: E, metadata: v.ObjectEntries = {}) =>
  answer({
    data: v.array(v.object({ id: v.string(), ...row, figures })),
    pagination,
    metadata: v.object({
      accountId: v.string(),
      currency: v.string(),
      timezone: v.string(),
      ...metadata,
    }),
  });

export const accountsRequest = aliased({ ...page });
export const accountsResponse = answer({
  data: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      currency: v.string(),
      timezone: v.string(),
      status: v.string(),
      manager: v.boolean(),
      /** Managers above it that the connection knows. */
      managers: v.array(v.string()),
      connectionId: v.string(),
      /** Other operations can name it. */
      registered: v.boolean(),
    }),
  ),
  pagination,
});

export const campaignsRequest = aliased({ accountId, refresh: v.optional(flag), ...days, ...page });
export const campaignsResponse = listed(
  {
    name: v.string(),
    ...state,
    channel: v.string(),
    bidding: v.string(),
    startTime: textOrNull,
    endTime: textOrNull,
    euPoliticalAdvertising: textOrNull,
    budget: v.object({
      id: v.string(),
      name: v.string(),
      dailyBudget: numberOrNull,
      lifetimeBudget: numberOrNull,
      shared: v.boolean(),
      campaigns: v.number(),
    }),
  },
  { cachedAt: textOrNull },
);

export const adGroupsRequest = aliased({
  accountId,
  campaignId: v.optional(entityId),
  ...days,
  ...page,
});
export const adGroupsResponse = listed({
  name: v.string(),
  ...state,
  type: v.string(),
  cpcBid: numberOrNull,
  ...inCampaign,
});

const inGroups = {
  accountId,
  campaignId: v.optional(entityId),
  adGroupId: v.optional(entityId),
  ...days,
  ...page,
};
const groupNames = { adGroupId: ['adsetid'] };

export const adsRequest = aliased(inGroups, groupNames);
export const adsResponse = listed({
  name: v.string(),
  ...state,
  type: v.string(),
  adStrength: textOrNull,
  headlines: words,
  descriptions: words,
  path1: textOrNull,
  path2: textOrNull,
  finalUrls: v.array(v.string()),
  finalUrlSuffix: textOrNull,
  trackingTemplate: textOrNull,
  policy: v.object({
    approval: textOrNull,
    review: textOrNull,
    findings: v.array(v.object({ topic: v.string(), type: v.string() })),
  }),
  ...inAdGroup,
});

export const keywordsRequest = aliased(inGroups, groupNames);
export const keywordsResponse = listed({
  text: v.string(),
  matchType: v.string(),
  ...state,
  approval: textOrNull,
  qualityScore: numberOrNull,
  cpcBid: numberOrNull,
  ...inAdGroup,
});

export const searchTermsRequest = aliased(
  { ...inGroups, startDate: date, endDate: date },
  groupNames,
);
export const searchTermsResponse = listed({
  searchTerm: v.string(),
  status: v.string(),
  ...inAdGroup,
});

export const conversionActionsRequest = aliased({ accountId, ...page });
export const conversionActionsResponse = listed({
  name: v.string(),
  status: v.string(),
  type: v.string(),
  category: v.string(),
  primary: v.boolean(),
  counting: v.string(),
  defaultValue: numberOrNull,
});

export const assetGroupsRequest = aliased({
  accountId,
  campaignId: v.optional(entityId),
  ...days,
  ...page,
});
export const assetGroupsResponse = listed({
  name: v.string(),
  ...state,
  finalUrls: v.array(v.string()),
  adStrength: textOrNull,
  ...inCampaign,
});

const query = v.pipe(shortText(10_000), v.description('A query in GAQL that starts with SELECT.'));

export const queryRequest = aliased({ accountId, query, pageToken: v.optional(shortText(5_000)) });
export const queryResponse = answer({
  /** As the platform writes them: lowerCamelCase, 64-bit numbers as text, money in millionths. */
  data: v.array(v.looseObject({})),
  nextPageToken: textOrNull,
  metadata: v.object({ accountId: v.string(), rows: v.number(), consumption: numberOrNull }),
});

export const queryFileRequest = aliased({
  accountId,
  query,
  format: v.optional(word(['ndjson', 'csv'])),
});

export const statusRequest = aliased({
  accountId,
  entityType: word(['campaign', 'adGroup', 'ad', 'keyword']),
  entityId: v.optional(entityId),
  entityIds: v.optional(entityIds),
  status: word(['ACTIVE', 'PAUSED']),
});

export const budgetRequest = aliased({
  accountId,
  campaignId: entityId,
  dailyBudget: v.optional(amount),
  lifetimeBudget: v.optional(amount),
  confirm: v.optional(flag),
});
export const budgetResponse = v.object({
  ...updateBudgetResponse.entries,
  /** Campaigns that share the budget. */
  sharedWith: v.array(v.object({ id: v.string(), name: v.string() })),
});

export const duplicateRequest = duplicateCampaignRequest;
