import type { ReportView } from '../../../features/reports/reports.ts';
import { ask, type Trouble } from '../../base/ask.ts';
import { button, div, el, timeOf } from '../../base/element.ts';
import type { Shell, SidebarFeature } from '../../base/shell.ts';
import { t, tn } from '../../base/words.ts';
import { reportForm } from './form.ts';

export const reports: SidebarFeature = {
  tab: { name: 'reports', label: 'tabReports', draw: reportsView },
};

function reportsView(shell: Shell): void {
  const { reports, company } = shell.state();
  if (company === null) {
    shell.draw(
      'connect',
      el('h2', {}, t('tabReports')),
      el('p', {}, t('connectFirst')),
      div(
        'actions',
        button(t('openSettings'), () => shell.show('settings'), 'primary'),
      ),
    );
    return;
  }
  shell.draw(
    'reports',
    el('h2', {}, t('tabReports')),
    reports.length === 0 ? el('p', {}, t('reportsIntro')) : div(''),
    ...reports.map((report) => card(shell, report)),
    div(
      'actions',
      button(t('newReport'), () => reportForm(shell), 'primary'),
    ),
  );
}

const SCHEDULES = {
  often: 'runOften',
  hourly: 'runHourly',
  daily: 'runDaily',
  weekly: 'runWeekly',
} as const;

const runLine = ({ at, by, rows, problem }: ReportView['runs'][number]): Node =>
  el(
    'li',
    { className: problem === undefined ? '' : 'bad' },
    `${timeOf(at)} · ${t(by === 'hand' ? 'byHand' : 'bySchedule')} · ${problem ?? tn('rowsCount', rows ?? 0)}`,
  );

function card(shell: Shell, report: ReportView): Node {
  const { id, definition, sheetName, refreshedAt, rows, problem } = report;
  const run = async (
    message: string,
    work: () => Promise<readonly ReportView[]>,
  ): Promise<void> => {
    try {
      shell.update({ reports: await shell.during(message, work) });
      shell.show('reports');
    } catch (trouble) {
      // The card says what became of it too.
      const state = await ask('sidebarState').catch(() => undefined);
      if (state !== undefined) shell.update(state);
      shell.show('reports');
      shell.tell(trouble as Trouble);
    }
  };
  const confirmDelete = (event: MouseEvent): void => {
    (event.target as HTMLElement).parentElement?.replaceChildren(
      t('figuresStay'),
      button(
        t('deleteReport'),
        () => run(t('deletingReport'), () => ask('deleteReport', id)),
        'link',
      ),
      button(t('keep'), () => shell.show('reports'), 'link'),
    );
  };
  const { isHourly } = shell.state();
  const hour = definition.at === undefined ? '' : t('atHour', definition.at);
  const facts = [
    refreshedAt === null ? t('noFigures') : timeOf(refreshedAt),
    tn('rowsCount', rows),
    definition.schedule === 'off'
      ? hour
      : `${t(SCHEDULES[isHourly && definition.schedule === 'often' ? 'hourly' : definition.schedule])}${hour}`,
  ];
  return div(
    'card',
    div(
      'row',
      el('b', {}, definition.name),
      sheetName === null
        ? el('span', { className: 'bad' }, t('sheetDeleted'))
        : button(
            t('goToSheet'),
            () => void shell.busy(t('goingThere'), () => ask('goTo', { sheet: sheetName })),
            'link',
          ),
    ),
    div('quiet', facts.filter((fact) => fact).join(' · ')),
    report.runs.length > 1 &&
      el(
        'details',
        {},
        el('summary', {}, t('runs')),
        el('ul', { className: 'runs' }, report.runs.map(runLine)),
      ),
    problem !== null && el('p', { className: 'bad' }, problem),
    div(
      'row links',
      button(t('refresh'), () => run(t('fetching'), () => ask('refreshReport', id)), 'link'),
      button(t('edit'), () => reportForm(shell, report), 'link'),
      el('button', { type: 'button', className: 'link', onclick: confirmDelete }, t('delete')),
    ),
  );
}
