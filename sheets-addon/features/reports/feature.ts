import { allOf } from '../../../core/records/list.ts';
import { dimensionKeys, dimensions } from '../../../core/report/dimensions.ts';
import { metricKeys, metrics } from '../../../core/report/metrics.ts';
import { comparisons } from '../../../core/sheet/report-compare.ts';
import { filterFields, ranges, sheetReportKind } from '../../../core/sheet/report-definition.ts';
import { gallery } from '../../../core/sheet/report-gallery.ts';
import { rememberedAccounts } from '../../base/accounts.ts';
import { FILE } from '../../base/app.ts';
import { definitions } from '../../base/platforms.ts';
import type { Reply } from '../../base/problem.ts';
import { answer } from '../../base/run.ts';
import { coreNames, say, sayCount } from '../../base/say.ts';
import { feature as declare } from '../../frame/feature.ts';
import { arrangeTrigger, isHourly } from '../../frame/schedule.ts';
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
  /** Schedules run once an hour at most. */
  readonly isHourly: boolean;
  readonly reports: readonly ReportView[];
  /** What a report can show: keys with their labels. */
  readonly fields: {
    readonly [list in
      | 'metrics'
      | 'groups'
      | 'ranges'
      | 'filters'
      | 'comparisons'
      | 'gallery'
      | 'names']: readonly (readonly [key: string, label: string])[];
  };
}

/** Countries are offered where the platform of some account tells them. */
function fieldsFor(
  accounts: readonly { readonly platform: string }[] | undefined,
): ReportsState['fields'] {
  const isTold = ([key]: readonly [string, string]): boolean =>
    key !== 'country' ||
    (accounts?.some(({ platform }) => definitions()[platform]?.byCountry) ?? true);
  const own = coreNames();
  const localized = (
    entries: readonly (readonly [string, string])[],
    names: { readonly [key: string]: string } = {},
  ) =>
    entries
      .filter(isTold)
      .map(([key, label]): readonly [string, string] => [key, names[key] ?? label]);
  // Rows of an ad, `adId`, are called as the column of its name is, `adName`.
  const groupName = (key: (typeof dimensionKeys)[number]): string | undefined => {
    const fields: { readonly [field: string]: string } = own?.fields ?? {};
    return fields[dimensions[key].aliases.find((alias) => alias in fields) ?? key];
  };
  return {
    metrics: localized(
      metricKeys.map((key) => [key, metrics[key].label]),
      own?.metrics,
    ),
    groups: localized(dimensionKeys.map((key) => [key, groupName(key) ?? dimensions[key].label])),
    ranges: localized(Object.entries(ranges), own?.ranges),
    filters: localized(Object.entries(filterFields), own?.fields),
    comparisons: localized(Object.entries(comparisons), own?.comparisons),
    gallery: localized(
      gallery.map(({ key, what }) => [key, what]),
      own?.gallery,
    ),
    names: localized(
      gallery.map(({ key, definition }) => [key, definition.name]),
      own?.reports,
    ),
  };
}

export const feature = declare<ReportsState>({
  menu: [['menuRefresh', 'refreshReportsFromMenu']],
  schedule: {
    isNeeded: async (_, store) =>
      (await allOf(store, sheetReportKind, FILE)).some(
        ({ doc }) => doc.definition.schedule !== 'off',
      ),
    run: (app) => refreshAll(app, 'due'),
  },
  blank: () => ({
    isHourly: false,
    reports: [],
    fields: fieldsFor(undefined),
  }),
  state: async (app) => ({
    isHourly: isHourly(),
    reports: await listReports(app),
    fields: fieldsFor(rememberedAccounts(app)),
  }),
});

export function refreshReportsFromMenu(): void {
  toast(async (app) => {
    const { refreshed, failed, left } = await refreshAll(app, 'all');
    const trouble = failed === 0 ? '' : say('refreshFailed', { n: failed });
    return `${sayCount('refreshed', refreshed)}${trouble}${left === 0 ? '' : say('refreshLeft', { n: left })}`;
  });
}

export function saveReport(
  definition: unknown,
  destination: Destination,
  id: string | null,
): Reply<readonly ReportView[]> {
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
