import { metricKeys } from '../../../core/report/metrics.ts';
import type { ReportDefinition } from '../../../core/sheet/report-definition.ts';
import type { ReportColumn } from '../../../core/sheet/report-table.ts';
import type { Place } from './place.ts';

/** Takes a report's chart away, if somebody has not done so already. */
export function removeChart({ sheet }: Place, chartId: number): void {
  const existing = sheet.getCharts().find((chart) => chart.getChartId() === chartId);
  if (existing !== undefined) sheet.removeChart(existing);
}

/**
 * Draws the first metric over the first grouping beside the report, or moves its chart. Answers the
 * chart's id.
 */
export function drawChart(
  place: Place,
  columns: readonly ReportColumn[],
  {
    definition,
    rows,
    chartId,
  }: {
    readonly definition: ReportDefinition;
    readonly rows: number;
    readonly chartId: number | undefined;
  },
): number | undefined {
  const { sheet, headRow, columns: positions } = place;
  const isMetric = ({ field }: ReportColumn): boolean =>
    (metricKeys as readonly string[]).includes(field);
  const [along, figure] = [columns.find((column) => !isMetric(column)), columns.find(isMetric)];
  const [x, y] = [positions.get(along?.field ?? ''), positions.get(figure?.field ?? '')];
  if (x === undefined || y === undefined || rows === 0) return chartId;

  const existing = sheet.getCharts().find((chart) => chart.getChartId() === chartId);
  const builder = existing === undefined ? sheet.newChart() : existing.modify().clearRanges();
  const overTime = definition.groupBy.some(
    (key) => key === 'day' || key === 'week' || key === 'month',
  );
  const chart = builder
    .setChartType(overTime ? Charts.ChartType.LINE : Charts.ChartType.COLUMN)
    .addRange(sheet.getRange(headRow, x, rows + 1, 1))
    .addRange(sheet.getRange(headRow, y, rows + 1, 1))
    .setNumHeaders(1)
    .setOption('title', `${definition.name}: ${figure?.header}`)
    .setOption('legend', { position: 'none' })
    .setPosition(headRow + 1, Math.max(...positions.values()) + 2, 0, 0)
    .build();
  if (existing !== undefined) {
    sheet.updateChart(chart);
    return chartId;
  }
  sheet.insertChart(chart);
  return sheet.getCharts().pop()?.getChartId() ?? undefined;
}
