import * as v from 'valibot';
import { dimensionKeys } from '../report/dimensions.ts';
import { type MetricName, metricKeys, metricNames } from '../report/metrics.ts';
import { partKeys } from '../report/parts.ts';
import { aliased } from './aliases.ts';
import { answer, pageEntries, pagination } from './envelope.ts';
import { shortText } from './fields.ts';
import { statusFilter } from './manage-fields.ts';
import {
  accountEntries,
  attributionWindow,
  breakdownList,
  compareTo,
  countryList,
  creativeName,
  groupByList,
  groupings,
  ids,
  metricList,
  metricName,
  rangeEntries,
  sortDirection,
} from './report-query.ts';

const figure = v.optional(v.nullable(v.number()));

/** Null where there is no honest number: a denominator of 0, results of several kinds, a reach nobody can give. */
export const metricEntries = Object.fromEntries(metricNames.map((name) => [name, figure])) as {
  readonly [M in MetricName]: typeof figure;
};

const text = v.optional(v.string());

const groupEntries = {
  platform: text,
  accountId: text,
  accountName: text,
  /** Of the row's amounts; on rows that belong to one ad account. */
  currency: text,
  campaignId: text,
  campaignName: text,
  adsetId: text,
  adsetName: text,
  adId: text,
  adName: text,
  day: text,
  date: text,
  week: text,
  month: text,
  country: text,
  age: text,
  gender: text,
  placement: text,
  /** Of the day, `00` to `23`, in the zone of the figures. */
  hour: text,
  keywordId: text,
  keyword: text,
  matchType: text,
  device: text,
  network: text,
  conversionActionId: text,
  conversionAction: text,
  /** What the ads show: the SHA-256 of their one file, or of several together; of files that were not launched here, the account and the platform’s own hash or id. Null where it is not known. */
  asset: v.optional(v.nullable(v.string())),
  /** Fields of naming conventions, by key; null where no convention reads the name, or it leaves the field out. */
  name: v.optional(v.record(v.string(), v.nullable(v.string()))),
};

const warning = v.object({ code: v.string(), message: v.string(), accountId: text });

const freshnessEntries = {
  /** The platform of all accounts asked for; null when there are several. */
  platform: v.nullable(v.string()),
  /** `live`: fetched for this answer. */
  source: v.picklist(['live', 'cache']),
  /** When the youngest figures were fetched, ISO 8601; null when no day of the range has begun. */
  fetchedAt: v.nullable(v.string()),
  /** Until when the platform calls figures settled, ISO 8601; later ones may still change. Absent where it does not say. */
  settledUntil: v.optional(v.string()),
  /** The platform could not be asked: these are the last good figures. */
  stale: v.optional(v.literal(true)),
  ageSeconds: v.optional(v.number()),
  /** Null when the accounts differ. */
  currency: v.nullable(v.string()),
  timezone: v.nullable(v.string()),
  warnings: v.optional(v.array(warning)),
};

/** Grouped by `asset` or `name.<field>`: how much of the figures that is known of. */
export const creativeCoverage = v.object({
  dimension: v.string(),
  /** Of what was spent, 0 to 1; null where nothing was, or in several currencies. */
  spendShare: v.nullable(v.number()),
  ads: v.number(),
  knownAds: v.number(),
});

export const reportMetadata = v.object({
  ...freshnessEntries,
  coverage: v.optional(v.array(creativeCoverage)),
  /** With `compareTo`: the days compared with, both included. */
  compareTo: v.optional(v.object({ startDate: v.string(), endDate: v.string() })),
});

export const reportQueryRequest = aliased({
  ...accountEntries,
  ...rangeEntries,
  metrics: v.optional(metricList),
  groupBy: v.optional(groupings),
  breakdowns: v.optional(breakdownList),
  attributionWindow: v.optional(attributionWindow),
  compareTo: v.optional(compareTo),
  q: v.optional(
    v.pipe(
      shortText(200),
      v.description(
        'Only ads whose name, or the name of whose ad set or campaign, holds this; grouped by campaign or ad set, only such names count.',
      ),
    ),
  ),
  sortBy: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.description('A metric, or a dimension of the report. Default: the first metric, or the day where days are asked for.'),
    ),
  ),
  sortDirection: v.optional(sortDirection),
  ...pageEntries(1000, 100),
  'filters[campaignId]': ids('Only these campaigns.'),
  'filters[adsetId]': ids('Only these ad sets.'),
  'filters[adId]': ids('Only these ads.'),
  'filters[country]': v.optional(countryList),
  'filters[status]': v.optional(statusFilter(['ACTIVE', 'PAUSED', 'ARCHIVED'], 'Only what has this status now.')),
});
export type ReportQueryRequest = v.InferOutput<typeof reportQueryRequest>;

export const reportRow = v.object({
  ...groupEntries,
  ...metricEntries,
  /** Where `results` is null because the row joins several kinds: how many there are of each. */
  resultsByType: v.optional(v.record(v.string(), v.number())),
  /** With `compareTo`: the same figures then. What had none then has 0, and no ratios. */
  previous: v.optional(v.object(metricEntries)),
  /** With `compareTo`: how each figure changed, as a share of what it was: 0.25 is a quarter more. Null where it was 0 or is not known. */
  change: v.optional(v.object(metricEntries)),
});
export type ReportRowAnswer = v.InferOutput<typeof reportRow>;

export const reportQueryResponse = answer({ data: v.array(reportRow), pagination, metadata: reportMetadata });
export type ReportQueryResponse = v.InferOutput<typeof reportQueryResponse>;

export const reportFieldsResponse = answer({
  metrics: v.array(
    v.object({
      key: v.picklist(metricKeys),
      label: v.string(),
      type: v.picklist(['money', 'count', 'percent', 'ratio']),
      /** Whether rows may be added up. */
      additive: v.boolean(),
      aliases: v.array(v.string()),
      platforms: v.array(v.string()),
    }),
  ),
  dimensions: v.array(
    v.object({
      ...{ key: v.picklist([...dimensionKeys, ...partKeys]), label: v.string(), aliases: v.array(v.string()) },
      fields: v.array(v.string()),
      /** Where only some platforms have it: these. */
      platforms: v.optional(v.array(v.string())),
      /** Where figures are divided by it: what each of them tells. */
      offers: v.optional(
        v.array(
          v.object({
            platform: v.string(),
            /** The finest rows it can be told of. */
            finest: v.picklist(['campaign', 'adset', 'ad']),
            metrics: v.array(v.picklist(metricKeys)),
            /** The most days of one report, where there is a limit. */
            mostDays: v.optional(v.number()),
            /** Other dimensions that may be asked for beside it. */
            together: v.array(v.picklist(partKeys)),
          }),
        ),
      ),
    }),
  ),
  /** Days that `attributionWindow` takes after a click and after a view, where a platform lets them be chosen. */
  attributionWindows: v.array(v.object({ platform: v.string(), click: v.array(v.number()), view: v.array(v.number()) })),
  /** Those that depend on what was launched here (`asset`) and on your naming conventions (`name.<field>`). */
  creativeDimensions: v.optional(
    v.array(v.object({ key: v.string(), label: v.string(), levels: v.array(v.picklist(['campaign', 'adSet', 'ad'])) })),
  ),
});
export type ReportFieldsResponse = v.InferOutput<typeof reportFieldsResponse>;

export const topAdsRequest = aliased({
  ...accountEntries,
  ...rangeEntries,
  metric: v.optional(metricName),
  sortDirection: v.optional(sortDirection),
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
  sortDirection: v.optional(sortDirection),
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
  /** How often a person saw one of its ads: impressions by the people that each ad reached. Null where that is not known. */
  frequency: v.nullable(v.number()),
});

/** Figures, and no advice. */
const fatigue = v.object({
  /** The seven days from the first day with figures in the range asked for. */
  firstWeek: week,
  /** The seven days up to the last day with figures. */
  lastWeek: week,
  /** Click rate of the last week by that of the first, less 1: -0.25 is a quarter less. Null where the weeks share a day, or one has no rate. */
  ctrChange: v.nullable(v.number()),
  /** The same of the frequency. */
  frequencyChange: v.nullable(v.number()),
  /** Why a frequency is not known. */
  frequencyMissing: v.optional(v.string()),
});

export const topCreativesResponse = answer({
  data: v.array(
    v.object({
      ...reportRow.entries,
      thumbnailUrl: v.nullable(v.string()),
      /** What its file is called among your media; null where it is none of them, or several. */
      title: v.nullable(v.string()),
      /** The files it is made of that are among your media, by `asset`. */
      mediaIds: v.array(v.number()),
      /** Assets among your media that look almost the same. They have figures of their own and are not added here. */
      similarAssets: v.array(v.string()),
      ads: v.number(),
      accountIds: v.array(v.string()),
      platforms: v.array(v.string()),
      /** With figures, in the range asked for. */
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
    /** Of all that was spent, what was spent on ads that are in the list or could be; null where nothing was spent. */
    coverage: v.nullable(v.number()),
  }),
});
export type TopCreativesResponse = v.InferOutput<typeof topCreativesResponse>;

export const dailySpendRequest = aliased({ ...accountEntries, ...rangeEntries, ...pageEntries(5000, 1000) });
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
    /** Of all days and accounts in `currency`, which is that of most accounts asked for. */
    totalSpend: v.number(),
    totalsByCurrency: v.record(v.string(), v.number()),
  }),
});
export type DailySpendResponse = v.InferOutput<typeof dailySpendResponse>;

export const reachCompositionRequest = aliased({ ...accountEntries, ...rangeEntries, countries: v.optional(countryList) });
export type ReachCompositionRequest = v.InferOutput<typeof reachCompositionRequest>;

export const reachCompositionResponse = answer({
  /** Reach is null where the platform withholds it. */
  data: v.array(
    v.object({
      month: v.string(),
      reach: v.nullable(v.number()),
      /** People reached from the first day of the range to the end of this month. */
      cumulativeReach: v.nullable(v.number()),
      /** Of them, those not reached in an earlier month. */
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
