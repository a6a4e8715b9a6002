import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { answer, pageEntries, pagination } from '../../base/schema/envelope.ts';
import {
  accountEntries,
  countryList,
  creativeName,
  groupByList,
  metricList,
  metricName,
  rangeEntries,
  rankDirection,
  sortDirection,
} from './query.ts';
import { freshnessEntries, reportQueryRequest, reportQueryResponse, reportRow } from './report.ts';

export const topAdsRequest = aliased({
  ...accountEntries,
  ...rangeEntries,
  metric: v.optional(metricName),
  sortDirection: v.optional(rankDirection),
  limit: pageEntries(50, 10).limit,
});
export type TopAdsRequest = v.InferOutput<typeof topAdsRequest>;

export const topAdsResponse = answer({
  data: v.array(v.object({ ...reportRow.entries, thumbnailUrl: v.nullable(v.string()) })),
  pagination,
  metadata: v.object({ ...freshnessEntries, metric: v.string() }),
});
export type TopAdsResponse = v.InferOutput<typeof topAdsResponse>;

export const topCreativesRequest = aliased({
  ...accountEntries,
  ...rangeEntries,
  groupBy: v.optional(creativeName),
  metric: v.optional(metricName),
  sortDirection: v.optional(rankDirection),
  limit: pageEntries(50, 10).limit,
});
export type TopCreativesRequest = v.InferOutput<typeof topCreativesRequest>;

const week = v.object({
  startDate: v.string(),
  endDate: v.string(),
  spend: v.number(),
  impressions: v.number(),
  clicks: v.number(),
  ctr: v.nullable(v.number()),
  /** Impressions by the people that each ad reached. Null where unknown. */
  frequency: v.nullable(v.number()),
});

const fatigue = v.object({
  /** The seven days from the first day with figures in the range. */
  firstWeek: week,
  /** The seven days up to the last day with figures. */
  lastWeek: week,
  /**
   * Last week by first, less 1: -0.25 is a quarter less. Null where the weeks share a day, or one
   * has no rate.
   */
  ctrChange: v.nullable(v.number()),
  frequencyChange: v.nullable(v.number()),
  frequencyMissing: v.optional(v.string()),
});

export const topCreativesResponse = answer({
  data: v.array(
    v.object({
      ...reportRow.entries,
      thumbnailUrl: v.nullable(v.string()),
      /** Among your media; null where it is none of them, or several. */
      title: v.nullable(v.string()),
      /** Its files among your media, by `asset`. */
      mediaIds: v.array(v.number()),
      /** Assets among your media that look almost the same. Their figures are not added here. */
      similarAssets: v.array(v.string()),
      ads: v.number(),
      accountIds: v.array(v.string()),
      platforms: v.array(v.string()),
      /** With figures, in the range. */
      firstDay: v.string(),
      lastDay: v.string(),
      fatigue,
    }),
  ),
  pagination,
  metadata: v.object({
    ...freshnessEntries,
    metric: v.string(),
    groupBy: v.string(),
    /** The share of spend on ads that are in the list or could be; null where nothing was spent. */
    coverage: v.nullable(v.number()),
  }),
});
export type TopCreativesResponse = v.InferOutput<typeof topCreativesResponse>;

export const dailySpendRequest = aliased({
  ...accountEntries,
  ...rangeEntries,
  ...pageEntries(5000, 1000),
});
export type DailySpendRequest = v.InferOutput<typeof dailySpendRequest>;

export const dailySpendResponse = answer({
  data: v.array(
    v.object({
      date: v.string(),
      accountId: v.string(),
      accountName: v.string(),
      platform: v.string(),
      currency: v.string(),
      spend: v.number(),
    }),
  ),
  pagination,
  metadata: v.object({
    ...freshnessEntries,
    /** In `currency`, which is that of most accounts. */
    totalSpend: v.number(),
    totalsByCurrency: v.record(v.string(), v.number()),
  }),
});
export type DailySpendResponse = v.InferOutput<typeof dailySpendResponse>;

export const reachCompositionRequest = aliased({
  ...accountEntries,
  ...rangeEntries,
  countries: v.optional(countryList),
});
export type ReachCompositionRequest = v.InferOutput<typeof reachCompositionRequest>;

export const reachCompositionResponse = answer({
  data: v.array(
    v.object({
      month: v.string(),
      reach: v.nullable(v.number()),
      /** From the first day of the range to the end of this month. */
      cumulativeReach: v.nullable(v.number()),
      /** Not reached in an earlier month. */
      incrementalReach: v.nullable(v.number()),
      impressions: v.number(),
      spend: v.number(),
      frequency: v.nullable(v.number()),
    }),
  ),
  pagination,
  metadata: v.object({
    ...freshnessEntries,
    accountId: v.string(),
    startDate: v.string(),
    endDate: v.string(),
    countries: v.nullable(v.array(v.string())),
  }),
});
export type ReachCompositionResponse = v.InferOutput<typeof reachCompositionResponse>;

export const countryBreakdownRequest = aliased({
  ...accountEntries,
  ...rangeEntries,
  countries: v.optional(countryList),
  metrics: v.optional(metricList),
  groupBy: v.optional(groupByList),
  sortBy: reportQueryRequest.entries.sortBy,
  sortDirection: v.optional(sortDirection),
  ...pageEntries(1000, 100),
});
export type CountryBreakdownRequest = v.InferOutput<typeof countryBreakdownRequest>;
export const countryBreakdownResponse = reportQueryResponse;
