import type { ReportDefinition } from '../../../../core/sheet/report-definition.ts';
import { gallery, type ReadyReport } from '../../../../core/sheet/report-gallery.ts';
import type { ReportView } from '../../../features/reports/reports.ts';
import { ask } from '../../base/ask.ts';
import { button, div, el, field, select, ticks } from '../../base/element.ts';
import type { Shell } from '../../base/shell.ts';
import { t } from '../../base/words.ts';
import { comparing, filters, groupings, order, schedule } from './options.ts';

/** @param begun what a ready report of the gallery begins with */
export function reportForm(
  shell: Shell,
  report?: ReportView,
  begun?: ReadyReport['definition'],
): void {
  const known: Partial<ReportDefinition> | undefined = report?.definition ?? begun;
  const { fields, accounts: some } = shell.state();
  const all = some.filter(({ hasFigures }) => hasFigures);
  const custom = typeof known?.range === 'object' ? known.range : undefined;
  const ofGallery = gallery.find(({ definition }) => definition === begun)?.key;
  const called = fields.names.find(([key]) => key === ofGallery)?.[1] ?? known?.name ?? t('report');
  const name = el('input', { value: called, maxLength: 60 });
  const accounts = ticks(
    all.map(({ key, label }) => [key, label]),
    // Earlier versions kept ids without their platform.
    known?.accountIds?.map(
      (given) => all.find(({ id, key }) => id === given || key === given)?.key ?? given,
    ) ?? all.slice(0, 1).map(({ key }) => key),
  );
  const range = select(
    [...fields.ranges, ['custom', t('fromTo')]],
    custom === undefined ? ((known?.range as string | undefined) ?? 'last7') : 'custom',
  );
  const [from, to] = [
    el('input', { type: 'date', value: custom?.from ?? '' }),
    el('input', { type: 'date', value: custom?.to ?? '' }),
  ];
  const days = div('row', from, to);
  const showDays = (): void => {
    days.hidden = range.value !== 'custom';
  };
  range.onchange = showDays;
  showDays();
  const groups = groupings(fields, known?.groupBy ?? ['day']);
  const metrics = ticks(
    fields.metrics,
    known?.metrics ?? ['spend', 'impressions', 'clicks', 'ctr'],
  );
  const place = select([
    ['sheet', t('ownSheet')],
    ['cell', t('fromCell')],
  ]);
  const chart = el('input', { type: 'checkbox', checked: known?.chart ?? false });
  const filtering = filters(fields, known?.filters);
  const ordering = order(fields, known ?? {});
  const comparison = comparing(fields, known ?? {});
  const refreshing = schedule(known ?? {});
  const ready = select([['', t('nothing')], ...fields.gallery], ofGallery);
  ready.onchange = () =>
    reportForm(shell, undefined, gallery.find(({ key }) => key === ready.value)?.definition);

  const save = async (): Promise<void> => {
    const definition = {
      name: name.value,
      accountIds: accounts.value(),
      range: range.value === 'custom' ? { from: from.value, to: to.value } : range.value,
      groupBy: groups.value(),
      metrics: metrics.value(),
      chart: chart.checked,
      filters: filtering.value(),
      ...ordering.value(),
      ...comparison.value(),
      ...refreshing.value(),
    };
    const reports = await shell.busy(t('fetching'), () =>
      ask('saveReport', definition, place.value as 'sheet' | 'cell', report?.id ?? null),
    );
    if (reports === undefined) return;
    shell.update({ reports });
    shell.show('reports');
  };
  shell.draw(
    'report',
    el('h2', {}, t(report === undefined ? 'newReport' : 'editReport')),
    report === undefined ? field(t('beginWith'), ready) : div(''),
    field(t('name'), name),
    field(t('days'), range),
    days,
    el('h3', {}, t('adAccounts')),
    accounts.element,
    groups.element,
    el('h3', {}, t('figures')),
    metrics.element,
    report === undefined ? field(t('where'), place) : div(''),
    el(
      'details',
      { open: known?.filters !== undefined && known.filters.length > 0 },
      el('summary', {}, t('filters')),
      filtering.element,
    ),
    el(
      'details',
      { open: begun !== undefined },
      el('summary', {}, t('orderAndTotals')),
      ordering.element,
      comparison.element,
    ),
    refreshing.element,
    el('label', { className: 'tick' }, chart, t('drawChart')),
    div(
      'actions sticky',
      button(t(report === undefined ? 'createReport' : 'save'), save, 'primary'),
      button(t('cancel'), () => shell.show('reports')),
    ),
  );
}
