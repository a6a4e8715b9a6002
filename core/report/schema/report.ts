import * as v from 'valibot';
import { aliased } from '../../base/schema/aliases.ts';
import { answer, pageEntries, pagination } from '../../base/schema/envelope.ts';
import { shortText } from '../../base/schema/fields.ts';
import { statusFilter } from '../../base/schema/request-fields.ts';
import { type MetricName, metricNames } from '../metrics.ts';
import {
  accountEntries,
  attributionWindow,
  breakdownList,
  compareTo,
  countryList,
  groupings,
  ids,
  metricList,
  rangeEntries,
  sortDirection,
} from './query.ts';

const figure = v.optional(v.nullable(v.number()));

/**
 * Null where no honest number exists: a denominator of 0, results of several kinds, a reach the
 * platform does not give.
 */
export const metricEntries = Object.fromEntries(metricNames.map((name) => [name, figure])) as {
  readonly [M in MetricName]: typeof figure;
};

const text = v.optional(v.string());

export const resultEntries = {
  resultType: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'What `results` counts, in the word of the platform: `purchase`, `link_click`.',
      ),
    ),
  ),
};

const groupEntries = {
  platform: text,
  accountId: text,
  accountName: text,
  /** On rows that belong to one ad account. */
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
  /** `00` to `23`, in the zone of the figures. */
  hour: text,
  keywordId: text,
  keyword: text,
  matchType: text,
  device: text,
  network: text,
  conversionActionId: text,
  conversionAction: text,
  /**
   * The SHA-256 of the ads' one file, or of several together; for files not launched here, the
   * account and the platform’s own hash or id. Null where unknown.
   */
  asset: v.optional(v.nullable(v.string())),
  /**
   * Fields of naming conventions, by key; null where no convention reads the name, or it leaves the
   * field out.
   */
  name: v.optional(v.record(v.string(), v.nullable(v.string()))),
};

const warning = v.object({ code: v.string(), message: v.string(), accountId: text });

export const freshnessEntries = {
  platform: v.pipe(
    v.nullable(v.string()),
    v.description('Null where the accounts are on several platforms.'),
  ),
  /** `live`: fetched for this answer. */
  source: v.picklist(['live', 'cache']),
  /** ISO 8601; null when no day of the range has begun. */
  fetchedAt: v.nullable(v.string()),
  /** Later figures may still change. ISO 8601; absent where the platform does not say. */
  settledUntil: v.optional(v.string()),
  /** The platform could not be asked: these are the last good figures. */
  stale: v.optional(v.literal(true)),
  ageSeconds: v.optional(v.number()),
  /** Null when the accounts differ. */
  currency: v.nullable(v.string()),
  timezone: v.nullable(v.string()),
  warnings: v.optional(v.array(warning)),
};

const creativeCoverage = v.object({
  dimension: v.string(),
  /** 0 to 1; null where nothing was spent, or in several currencies. */
  spendShare: v.nullable(v.number()),
  ads: v.number(),
  knownAds: v.number(),
});

export const reportMetadata = v.object({
  ...freshnessEntries,
  coverage: v.optional(v.array(creativeCoverage)),
  /** With `compareTo`, both days included. */
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
      v.description(
        'A metric, or a dimension of the report. Default: the first metric, or the day where days are asked for.',
      ),
    ),
  ),
  sortDirection: v.optional(sortDirection),
  ...pageEntries(1000, 100),
  'filters[campaignId]': ids('Only these campaigns.'),
  'filters[adsetId]': ids('Only these ad sets.'),
  'filters[adId]': ids('Only these ads.'),
  'filters[country]': v.optional(countryList),
  'filters[status]': v.optional(
    statusFilter(['ACTIVE', 'PAUSED', 'ARCHIVED'], 'Only what has this status now.'),
  ),
});
export type ReportQueryRequest = v.InferOutput<typeof reportQueryRequest>;

export const reportRow = v.object({
  ...groupEntries,
  ...metricEntries,
  ...resultEntries,
  /** The number of each kind, where `results` is null because the row joins several. */
  resultsByType: v.optional(v.record(v.string(), v.number())),
  /** Why `results` and `costPerResult` are null in such a row. */
  resultsNote: v.optional(v.string()),
  /** With `compareTo`: the earlier figures. Rows without any have 0, and no ratios. */
  previous: v.optional(v.object(metricEntries)),
  /**
   * With `compareTo`: the change as a share: 0.25 is a quarter more. Null where the earlier figure
   * was 0 or is unknown.
   */
  change: v.optional(v.object(metricEntries)),
});
export type ReportRowAnswer = v.InferOutput<typeof reportRow>;

export const reportQueryResponse = answer({
  data: v.array(reportRow),
  pagination,
  metadata: reportMetadata,
});
export type ReportQueryResponse = v.InferOutput<typeof reportQueryResponse>;
