import type { Platforms } from '../accounts/find-account.ts';
import type { ReportPart, ReportParts } from '../ports/platform-report.ts';
import { dimensionKeys, dimensions } from './dimensions.ts';
import { type Metric, measuresOf, metricAliases, metricKeys, metrics } from './metrics.ts';
import { partKeys, reportParts } from './parts.ts';
import { SEVERAL_KINDS } from './row.ts';
import type { ReportFieldsResponse } from './schema/fields.ts';

/**
 * GET /v1/reports/fields: metrics with the platforms that have them, and the groupings these offer.
 */
export function listReportFields(ports: { readonly platforms: Platforms }): ReportFieldsResponse {
  const offered = Object.values(ports.platforms).filter(({ report }) => report !== undefined);
  return {
    success: true,
    metrics: metricKeys.map((key) => {
      const { label, type, made, needs }: Metric = metrics[key];
      const platforms = offered.flatMap(({ definition: { id, metrics: kept } }) =>
        kept[needs] === undefined ? [] : [id],
      );
      return {
        key,
        label,
        type,
        additive: made.from === 'sum',
        aliases: metricAliases(key),
        platforms,
        ...(needs === 'results' && { note: SEVERAL_KINDS }),
      };
    }),
    dimensions: [
      ...dimensionKeys.map((key) => {
        const { label, aliases, fields } = dimensions[key];
        const platforms = offered.flatMap(({ report, definition: { id } }) =>
          report?.byCountry ? [id] : [],
        );
        return {
          key,
          label,
          aliases: [...aliases],
          fields: [...fields],
          ...(key === 'country' && { platforms }),
        };
      }),
      ...partKeys.flatMap((key) => {
        const { label, aliases, fields } = reportParts[key];
        const offers = offered.flatMap(({ report, definition: { id } }) =>
          offerOf(id, key, report?.parts),
        );
        const platforms = offers.map(({ platform }) => platform);
        return offers.length === 0
          ? []
          : [{ key, label, aliases: [...aliases], fields: [...fields], platforms, offers }];
      }),
    ],
    attributionWindows: offered.flatMap(({ report, definition: { id } }) => {
      const windows = report?.parts?.windows;
      return windows === undefined
        ? []
        : [{ platform: id, click: [...windows.click], view: [...windows.view] }];
    }),
  };
}

/** Level, metrics, days and other parts that a platform offers for a part. */
function offerOf(platform: string, part: ReportPart, parts: ReportParts | undefined) {
  const kind = parts?.kinds[part];
  if (kind === undefined) return [];
  const together = new Set(parts?.together?.filter((set) => set.includes(part)).flat());
  return [
    {
      platform,
      finest: kind.finest,
      metrics: metricKeys.filter(
        (key) =>
          metrics[key].needs !== 'reach' &&
          measuresOf(key).every((measure) => kind.measures.includes(measure)),
      ),
      ...(kind.mostDays !== undefined && { mostDays: kind.mostDays }),
      together: [...together].filter((each) => each !== part),
    },
  ];
}
