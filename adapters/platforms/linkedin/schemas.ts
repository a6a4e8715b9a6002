import * as v from 'valibot';
import { aliased } from '../../../core/base/schema/aliases.ts';
import { answer, pageEntries, pagination } from '../../../core/base/schema/envelope.ts';
import { described } from '../../../core/base/schema/fields.ts';
import {
  accountId,
  entityId,
  flag,
  workspaceId,
} from '../../../core/base/schema/request-fields.ts';
import { dayNumber } from '../../../core/base/time/days.ts';
import {
  duplicateAdRequest,
  duplicateAdResponse,
  duplicateAdSetRequest,
  duplicateCampaignRequest,
  duplicateCampaignResponse,
} from '../../../core/manage/schema/duplicate.ts';

export const levels = ['campaignGroup', 'campaign', 'creative'] as const;
export type Level = (typeof levels)[number];

const day = (description: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((text) => dayNumber(text) !== undefined, 'Give a date that exists as YYYY-MM-DD.'),
      described({ type: 'string', format: 'date', description }),
    ),
  );

/** `campaign-groups`, `campaign_group` and `campaignGroup` are one. */
const level = v.pipe(
  v.string(),
  v.transform(
    (word) =>
      levels.find(
        (each) => each.toLowerCase() === word.replace(/[-_ ]/g, '').toLowerCase().replace(/s$/, ''),
      ) ?? word,
  ),
  v.picklist(levels, 'Give campaignGroup, campaign or creative.'),
  described({ type: 'string', enum: levels, description: 'What is listed.' }),
);

export const manageRequest = aliased({
  accountId,
  level: v.optional(level),
  parentId: v.optional(
    v.pipe(
      entityId,
      v.description(
        'Only what is in this campaign group, or in this campaign where creatives are listed.',
      ),
    ),
  ),
  includeMetrics: v.optional(
    v.pipe(flag, v.description('Adds `metrics` to each row: one more call for every hundred.')),
  ),
  startDate: day('First day of the metrics. Default: 29 days before the last.'),
  endDate: day('Last day of the metrics, in UTC. Default: today.'),
  workspaceId,
  ...pageEntries(200, 50),
});
export type ManageRequest = v.InferOutput<typeof manageRequest>;

const metrics = v.object({
  spend: v.number(),
  impressions: v.number(),
  clicks: v.number(),
  conversions: v.number(),
  conversionValue: v.number(),
  leads: v.number(),
  ctr: v.pipe(v.nullable(v.number()), v.description('Per cent.')),
  cpm: v.nullable(v.number()),
  cpc: v.nullable(v.number()),
});

const row = v.object({
  id: v.string(),
  urn: v.string(),
  level: v.picklist(levels),
  name: v.string(),
  status: v.pipe(
    v.string(),
    v.description('What was set: ACTIVE, PAUSED, DRAFT, ARCHIVED, COMPLETED, CANCELED.'),
  ),
  effectiveStatus: v.pipe(
    v.string(),
    v.description(
      'What it really does: SERVING, IN_REVIEW, REJECTED, RUNNABLE, what holds it back.',
    ),
  ),
  state: v.pipe(v.string(), v.description('The same as a sentence.')),
  holds: v.array(v.string()),
  review: v.optional(v.string()),
  parentId: v.nullable(v.string()),
  objective: v.optional(v.string()),
  format: v.optional(v.string()),
  postUrn: v.optional(v.string()),
  dailyBudget: v.optional(v.number()),
  totalBudget: v.optional(v.number()),
  startTime: v.optional(v.string()),
  endTime: v.optional(v.string()),
  createdTime: v.string(),
  updatedTime: v.string(),
  metrics: v.optional(v.nullable(metrics)),
});

const version = v.object({
  version: v.string(),
  endsOn: v.pipe(
    v.nullable(v.string()),
    v.description('The day on which the platform stops to answer this version, where it is known.'),
  ),
  atLeastUntil: v.string(),
  message: v.string(),
});

export const manageResponse = answer({
  data: v.array(row),
  pagination,
  metadata: v.object({
    level: v.picklist(levels),
    accountId: v.string(),
    parentId: v.nullable(v.string()),
    currency: v.string(),
    metricsFrom: v.optional(v.string()),
    metricsTo: v.optional(v.string()),
    apiVersion: version,
  }),
});

export const accountsRequest = v.object(pageEntries(200, 50));

export const accountsResponse = answer({
  data: v.array(
    v.object({
      id: v.string(),
      urn: v.string(),
      name: v.string(),
      type: v.string(),
      currency: v.string(),
      status: v.string(),
      servingStatuses: v.array(v.string()),
      state: v.string(),
      organizationId: v.nullable(v.string()),
      test: v.boolean(),
    }),
  ),
  pagination,
  metadata: v.object({ apiVersion: version }),
});

const { copyCount, initialStatus, deepCopy, newName } = duplicateAdSetRequest.entries;

export const duplicateCampaignInput = aliased({
  campaignId: v.pipe(
    entityId,
    v.description('A campaign; by its URN also a campaign group, with all that is in it.'),
  ),
  accountId,
  workspaceId,
  targetCampaignGroupId: v.optional(entityId),
  copyCount,
  initialStatus,
  deepCopy,
  newName,
});

/** In core's words: faults keep the names the caller used. */
export const asAdSetCopy = aliased(duplicateAdSetRequest.entries, {
  adsetId: ['campaignid'],
  targetCampaignId: ['targetcampaigngroupid'],
});
export const asCampaignCopy = aliased(duplicateCampaignRequest.entries);
export { duplicateCampaignResponse };

export const duplicateCreativeInput = aliased({
  creativeId: v.pipe(entityId, v.description('urn:li:sponsoredCreative:…, or its number.')),
  accountId,
  workspaceId,
  targetCampaignId: v.optional(entityId),
  copyCount,
  initialStatus,
  copyValues: duplicateAdRequest.entries.copyValues,
});
export const asAdCopy = aliased(duplicateAdRequest.entries, {
  adId: ['creativeid'],
  targetAdSetId: ['targetcampaignid'],
});

const { originalAdId: _originalAdId, results: _results, ...counts } = duplicateAdResponse.entries;
const { newAdId: _newAdId, ...copy } = duplicateAdResponse.entries.results.item.entries;
export const duplicateCreativeResponse = v.object({
  ...counts,
  originalCreativeId: v.string(),
  results: v.array(v.object({ ...copy, newCreativeId: v.optional(v.string()) })),
});
