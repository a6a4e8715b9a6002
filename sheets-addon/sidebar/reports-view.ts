import type { ReportView } from '../reports/reports.ts';
import { ask } from './ask.ts';
import { button, count, div, el, timeOf } from './element.ts';
import { reportForm } from './report-form.ts';
import type { Shell } from './shell.ts';

export function reportsView(shell: Shell): void {
  const { reports, company } = shell.state();
  if (company === null) {
    shell.draw(
      'connect',
      el('h2', {}, 'Reports'),
      el('p', {}, 'Connect Slipway to your account first.'),
      div(
        'actions',
        button('Open settings', () => shell.show('settings'), 'primary'),
      ),
    );
    return;
  }
  shell.draw(
    'reports',
    el('h2', {}, 'Reports'),
    reports.length === 0
      ? el(
          'p',
          {},
          'Figures of your ad accounts, written into this spreadsheet and kept fresh. Your own columns beside them are left alone.',
        )
      : div(''),
    ...reports.map((report) => card(shell, report)),
    div(
      'actions',
      button('New report', () => reportForm(shell), 'primary'),
    ),
  );
}

const SCHEDULES: { readonly [schedule: string]: string } = {
  off: '',
  often: 'every 10 minutes',
  hourly: 'hourly',
  daily: 'daily',
  weekly: 'weekly',
};

const runLine = ({ at, by, rows, problem }: ReportView['runs'][number]): Node =>
  el(
    'li',
    { className: problem === undefined ? '' : 'bad' },
    `${timeOf(at)} · ${by === 'hand' ? 'by hand' : 'by schedule'} · ${problem ?? count(rows ?? 0, 'row')}`,
  );

function card(shell: Shell, report: ReportView): Node {
  const { id, definition, sheetName, refreshedAt, rows, problem } = report;
  const run = async (message: string, work: () => Promise<readonly ReportView[]>): Promise<void> => {
    const reports = await shell.busy(message, work);
    if (reports === undefined) return;
    shell.update({ reports });
    shell.show('reports');
  };
  const confirmDelete = (event: MouseEvent): void => {
    (event.target as HTMLElement).parentElement?.replaceChildren(
      'Its figures stay in the sheet. ',
      button('Delete report', () => run('Deleting the report…', () => ask('deleteReport', id)), 'link'),
      button('Keep', () => shell.show('reports'), 'link'),
    );
  };
  const hour = definition.at === undefined ? '' : ` from ${definition.at.hour}:00 ${definition.at.zone}`;
  const facts = [
    refreshedAt === null ? 'no figures yet' : timeOf(refreshedAt),
    count(rows, 'row'),
    `${SCHEDULES[definition.schedule]}${hour}`,
  ];
  return div(
    'card',
    div(
      'row',
      el('b', {}, definition.name),
      sheetName === null
        ? el('span', { className: 'bad' }, 'sheet deleted')
        : button('Go to sheet', () => void shell.busy('Going there…', () => ask('goTo', { sheet: sheetName })), 'link'),
    ),
    div('quiet', facts.filter((fact) => fact).join(' · ')),
    report.runs.length > 1 &&
      el('details', {}, el('summary', {}, 'Runs'), el('ul', { className: 'runs' }, report.runs.map(runLine))),
    problem !== null && el('p', { className: 'bad' }, problem),
    div(
      'row links',
      button('Refresh', () => run('Fetching figures…', () => ask('refreshReport', id)), 'link'),
      button('Edit', () => reportForm(shell, report), 'link'),
      el('button', { type: 'button', className: 'link', onclick: confirmDelete }, 'Delete'),
    ),
  );
}
