import * as v from 'valibot';
import { adSetRow, campaignRow } from '../../accounts/schema.ts';
import { aliased } from '../../base/schema/aliases.ts';
import { answer, pageEntries, pagination } from '../../base/schema/envelope.ts';
import { platformObjectId } from '../../base/schema/fields.ts';
import { flag, statusFilter } from '../../base/schema/request-fields.ts';
import { accountEntries, metricList, metricName, rangeEntries, sortDirection } from './query.ts';
import { metricEntries, reportMetadata, resultEntries } from './report.ts';

const request = {
  ...accountEntries,
  /** Default: the last 30 days. */
  ...rangeEntries,
  metrics: v.optional(metricList),
  status: v.optional(statusFilter(['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED'])),
  /** Default: newest first. */
  sortBy: v.optional(metricName),
  sortDirection: v.optional(sortDirection),
  ...pageEntries(200, 50),
  refresh: v.optional(
    v.pipe(
      flag,
      v.description(
        'true: fetch all figures again, not only those older than 15 minutes. Campaigns and ad sets are read with each request.',
      ),
    ),
  ),
};

export const campaignPerformanceRequest = aliased(request);
export type CampaignPerformanceRequest = v.InferOutput<typeof campaignPerformanceRequest>;

export const adsetPerformanceRequest = aliased({
  ...request,
  campaignId: v.optional(platformObjectId),
});
export type AdsetPerformanceRequest = v.InferOutput<typeof adsetPerformanceRequest>;

const metadata = v.object({
  ...reportMetadata.entries,
  startDate: v.string(),
  endDate: v.string(),
});

export const campaignPerformanceResponse = answer({
  data: v.array(v.object({ ...campaignRow.entries, ...metricEntries, ...resultEntries })),
  pagination,
  metadata,
});
export type CampaignPerformanceResponse = v.InferOutput<typeof campaignPerformanceResponse>;

export const adsetPerformanceResponse = answer({
  data: v.array(v.object({ ...adSetRow.entries, ...metricEntries, ...resultEntries })),
  pagination,
  metadata,
});
export type AdsetPerformanceResponse = v.InferOutput<typeof adsetPerformanceResponse>;
