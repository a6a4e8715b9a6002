import { onlyWithPictures, requiredAccounts } from './accounts.ts';
import type { ReportPorts } from './group-page.ts';
import { bestFirst, type MetricKey, metricByName, metricKeys } from './metrics.ts';
import { planQuery } from './plan-query.ts';
import { reportOn } from './query-report.ts';
import type { TopAdsRequest, TopAdsResponse } from './schema/views.ts';
import { thumbnailsOf } from './thumbnails.ts';

/** Reach costs extra questions, so it is shown only when ranked by. */
const shown: readonly MetricKey[] = metricKeys.filter(
  (key) => key !== 'reach' && key !== 'frequency',
);

/** GET /v1/analytics/top-ads. */
export async function topAds(
  ports: ReportPorts,
  companyId: string,
  request: TopAdsRequest,
): Promise<TopAdsResponse> {
  const metric = request.metric ?? 'spend';
  const key = metricByName(metric) ?? 'spend';
  const { metric: _, ...rest } = request;
  const plan = planQuery({
    ...rest,
    groupBy: ['adId'],
    metrics: shown.includes(key) ? [...shown] : [...shown, 'reach', 'frequency'],
    sortBy: key,
    sortDirection: request.sortDirection ?? bestFirst(key),
    limit: request.limit ?? 10,
  });
  const { name, accounts } = await requiredAccounts(ports, companyId, request);
  onlyWithPictures(ports, accounts, name);
  const report = await reportOn(ports, companyId, { plan, accounts });
  const thumbnails = await thumbnailsOf(ports, companyId, accounts, report.data);
  return {
    ...report,
    data: report.data.map((row) => ({
      ...row,
      thumbnailUrl: thumbnails.get(row.adId ?? '') ?? null,
    })),
    metadata: { ...report.metadata, metric },
  };
}
