import type { Platforms } from '../accounts/access.ts';
import { platformIds } from '../platforms.ts';
import type { ReportFieldsResponse } from '../schema/report.ts';
import { dimensionKeys, dimensions } from './dimensions.ts';
import { type Metric, metricAliases, metricKeys, metrics } from './metrics.ts';

/** GET /v1/reports/fields: every metric with the platforms that have it here, and every grouping. */
export function listReportFields(ports: { readonly platforms: Platforms }): ReportFieldsResponse {
  const offered = platformIds.filter((id) => ports.platforms[id]?.report !== undefined);
  return {
    success: true,
    metrics: metricKeys.map((key) => {
      const { label, type, made, sources }: Metric = metrics[key];
      const platforms = offered.filter((id) => sources[id] !== undefined);
      return { key, label, type, additive: made.from === 'sum', aliases: metricAliases(key), platforms };
    }),
    dimensions: dimensionKeys.map((key) => {
      const { label, aliases, fields } = dimensions[key];
      return { key, label, aliases: [...aliases], fields: [...fields] };
    }),
  };
}
