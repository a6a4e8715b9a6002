import { allOf } from '../../../core/records/list.ts';
import { dimensionKeys, dimensions } from '../../../core/report/dimensions.ts';
import { metricKeys, metrics } from '../../../core/report/metrics.ts';
import { comparisons } from '../../../core/sheet/report-compare.ts';
import { filterFields, ranges, sheetReportKind } from '../../../core/sheet/report-definition.ts';
import { FILE } from '../../base/app.ts';
import type { Reply } from '../../base/problem.ts';
import { answer } from '../../base/run.ts';
import { say, sayCount } from '../../base/say.ts';
import { feature as declare } from '../../frame/feature.ts';
import { arrangeTrigger } from '../../frame/schedule.ts';
import { toast } from '../../frame/show.ts';
import {
  type Destination,
  listReports,
  type ReportView,
  refreshReport as refresh,
  refreshAll,
  deleteReport as removeReport,
  saveReport as save,
} from './reports.ts';

interface ReportsState {
  readonly reports: readonly ReportView[];
  /** What a report can show: keys with their labels. */
  readonly fields: {
    readonly [list in 'metrics' | 'groups' | 'ranges' | 'filters' | 'comparisons']: readonly (readonly [
      key: string,
      label: string,
    ])[];
  };
}

export const feature = declare<ReportsState>({
  menu: [['menuRefresh', 'refreshReportsFromMenu']],
  schedule: {
    isNeeded: async (_, store) =>
      (await allOf(store, sheetReportKind, FILE)).some(({ doc }) => doc.definition.schedule !== 'off'),
    run: (app) => refreshAll(app, 'due'),
  },
  blank: () => ({
    reports: [],
    fields: {
      metrics: metricKeys.map((key) => [key, metrics[key].label]),
      groups: dimensionKeys.map((key) => [key, dimensions[key].label]),
      ranges: Object.entries(ranges),
      filters: Object.entries(filterFields),
      comparisons: Object.entries(comparisons),
    },
  }),
  state: async (app) => ({ reports: await listReports(app) }),
});

export function refreshReportsFromMenu(): void {
  toast(async (app) => {
    const { refreshed, failed, left } = await refreshAll(app, 'all');
    const trouble = failed === 0 ? '' : say('refreshFailed', { n: failed });
    return `${sayCount('refreshed', refreshed)}${trouble}${left === 0 ? '' : say('refreshLeft', { n: left })}`;
  });
}

export function saveReport(definition: unknown, destination: Destination, id: string | null): Reply<readonly ReportView[]> {
  return answer(async (app) => {
    const views = await save(app, definition, destination, id ?? undefined);
    await arrangeTrigger(app);
    return views;
  });
}

export function refreshReport(id: string): Reply<readonly ReportView[]> {
  return answer(async (app) => {
    await refresh(app, id);
    return listReports(app);
  });
}

export function deleteReport(id: string): Reply<readonly ReportView[]> {
  return answer(async (app) => {
    const views = await removeReport(app, id);
    await arrangeTrigger(app);
    return views;
  });
}
