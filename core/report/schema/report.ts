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

export const freshnessEntries = {
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
const creativeCoverage = v.object({
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
