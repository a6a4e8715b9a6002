import type { ReportDefinition } from '../../core/sheet/report-definition.ts';
import { gallery, type ReadyReport } from '../../core/sheet/report-gallery.ts';
import type { ReportView } from '../reports/reports.ts';
import { ask } from './ask.ts';
import { button, div, el, field, select, ticks } from './element.ts';
import { comparing, filters, groupings, order, schedule } from './report-options.ts';
import type { Shell } from './shell.ts';

/** @param begun what a ready report of the gallery begins with */
export function reportForm(shell: Shell, report?: ReportView, begun?: ReadyReport['definition']): void {
  const known: Partial<ReportDefinition> | undefined = report?.definition ?? begun;
  const { fields, accounts: all } = shell.state();
  const custom = typeof known?.range === 'object' ? known.range : undefined;
  const name = el('input', { value: known?.name ?? 'Report', maxLength: 60 });
  const accounts = ticks(
    all.map(({ id, name: label }) => [id, label]),
    known?.accountIds ?? all.slice(0, 1).map(({ id }) => id),
  );
  const range = select(
    [...fields.ranges, ['custom', 'From … to …']],
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
  const metrics = ticks(fields.metrics, known?.metrics ?? ['spend', 'impressions', 'clicks', 'ctr']);
  const place = select([
    ['sheet', 'A sheet of its own'],
    ['cell', 'From the selected cell on'],
  ]);
  const chart = el('input', { type: 'checkbox', checked: known?.chart ?? false });
  const filtering = filters(fields, known?.filters);
  const ordering = order(fields, known ?? {});
  const comparison = comparing(fields, known ?? {});
  const refreshing = schedule(known ?? {});
  const ready = select(
    [['', 'Nothing'], ...gallery.map(({ key, what }) => [key, what] as const)],
    gallery.find(({ definition }) => definition === begun)?.key,
  );
  ready.onchange = () => reportForm(shell, undefined, gallery.find(({ key }) => key === ready.value)?.definition);

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
    const reports = await shell.busy('Fetching figures…', () =>
      ask('saveReport', definition, place.value as 'sheet' | 'cell', report?.id ?? null),
    );
    if (reports === undefined) return;
    shell.update({ reports });
    shell.show('reports');
  };
  shell.draw(
    'report',
    el('h2', {}, report === undefined ? 'New report' : 'Edit report'),
    report === undefined ? field('Begin with', ready) : div(''),
    field('Name', name),
    field('Days', range),
    days,
    el('h3', {}, 'Ad accounts'),
    accounts.element,
    groups.element,
    el('h3', {}, 'Figures'),
    metrics.element,
    report === undefined ? field('Where', place) : div(''),
    el(
      'details',
      { open: known?.filters !== undefined && known.filters.length > 0 },
      el('summary', {}, 'Filters'),
      filtering.element,
    ),
    el(
      'details',
      { open: begun !== undefined },
      el('summary', {}, 'Order, totals and comparison'),
      ordering.element,
      comparison.element,
    ),
    refreshing.element,
    el('label', { className: 'tick' }, chart, 'Draw a chart beside it'),
    div(
      'actions sticky',
      button(report === undefined ? 'Create report' : 'Save', save, 'primary'),
      button('Cancel', () => shell.show('reports')),
    ),
  );
}
