import type { Platforms } from '../accounts/find-account.ts';

import type { Convention } from '../naming/convention.ts';
import { conventionsOf } from '../naming/read-field.ts';
import type { Store } from '../ports/store.ts';
import type { ReportFieldsResponse } from '../schema/report.ts';
import { dimensionKeys, dimensions } from './dimensions.ts';
import { type Metric, metricAliases, metricKeys, metrics } from './metrics.ts';
import { partKeys, reportParts } from './parts.ts';

/** GET /v1/reports/fields: every metric with the platforms that have it here, and every grouping that one of them has. */
export function listReportFields(ports: { readonly platforms: Platforms }): ReportFieldsResponse {
  const offered = Object.values(ports.platforms).filter(({ report }) => report !== undefined);
  return {
    success: true,
    metrics: metricKeys.map((key) => {
      const { label, type, made, needs }: Metric = metrics[key];
      const platforms = offered.flatMap(({ definition: { id, metrics: kept } }) => (kept[needs] === undefined ? [] : [id]));
      return { key, label, type, additive: made.from === 'sum', aliases: metricAliases(key), platforms };
    }),
    dimensions: [
      ...dimensionKeys.map((key) => {
        const { label, aliases, fields } = dimensions[key];
        return { key, label, aliases: [...aliases], fields: [...fields] };
      }),
      ...partKeys.flatMap((key) => {
        const { label, aliases, fields } = reportParts[key];
        const platforms = offered.flatMap(({ report, definition: { id } }) => (report?.parts?.kinds[key] ? [id] : []));
        return platforms.length === 0 ? [] : [{ key, label, aliases: [...aliases], fields: [...fields], platforms }];
      }),
    ],
    attributionWindows: offered.flatMap(({ report, definition: { id } }) => {
      const windows = report?.parts?.windows;
      return windows === undefined ? [] : [{ platform: id, click: [...windows.click], view: [...windows.view] }];
    }),
  };
}

/** What reports can be grouped by because of what a company launched here, and of its naming conventions. */
export async function listCreativeDimensions({ store }: { readonly store: Store }, companyId: string) {
  const found = new Map<string, { key: string; label: string; levels: Convention['level'][] }>();
  for (const { level, fields } of await conventionsOf(store, companyId))
    for (const { key, label = key } of fields) {
      const { levels = [], ...first } = found.get(key) ?? { key: `name.${key}`, label };
      found.set(key, { ...first, levels: [...new Set([...levels, level])] });
    }
  return [{ key: 'asset', label: 'Asset', levels: ['ad' as const] }, ...found.values()];
}
