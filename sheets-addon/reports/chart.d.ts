import type { ReportDefinition } from '../../core/sheet/report-definition.ts';
import type { ReportColumn } from '../../core/sheet/report-table.ts';
import type { Place } from './place.ts';
/** Takes a report's chart away, if somebody has not done so already. */
export declare function removeChart({ sheet }: Place, chartId: number): void;
/** Draws the first metric over the first grouping, beside the report, or moves its chart to the new figures. Answers the chart's id. */
export declare function drawChart(
  place: Place,
  columns: readonly ReportColumn[],
  definition: ReportDefinition,
  rows: number,
  chartId: number | undefined,
): number | undefined;
