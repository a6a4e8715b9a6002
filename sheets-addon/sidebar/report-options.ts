import type { ReportDefinition, ReportFilter } from '../../core/sheet/report-definition.ts';
import type { SidebarState } from '../sidebar-state.ts';
import { button, div, el, field, select } from './element.ts';

/** Parts of the form of a report, each with what it says. */
export interface Part<T> {
  readonly element: HTMLElement;
  readonly value: () => T;
}

type Known = Partial<ReportDefinition>;
type Fields = SidebarState['fields'];

const LEVELS = 3;

/** What a row stands for: one thing, or several, the first of them in the first column. */
export function groupings({ groups }: Fields, known: readonly string[]): Part<string[]> {
  const levels = Array.from({ length: LEVELS }, (_, i) => {
    const chosen = known[i] ?? '';
    return select(i === 0 ? groups : [['', '(nothing else)'], ...groups], chosen);
  });
  return {
    element: div('', ...levels.map((level, i) => field(i === 0 ? 'One row for each' : 'and each', level))),
    value: () => [...new Set(levels.map(({ value }) => value).filter((value) => value !== ''))],
  };
}

const TESTS: readonly (readonly [ReportFilter['test'], string])[] = [
  ['contains', 'contains'],
  ['excludes', 'does not contain'],
  ['atLeast', 'is at least'],
  ['atMost', 'is at most'],
];

export function filters({ filters: names, metrics }: Fields, known: readonly ReportFilter[] = []): Part<ReportFilter[]> {
  const lines: { readonly read: () => ReportFilter; readonly element: HTMLElement }[] = [];
  const element = div('');
  const add = (filter?: ReportFilter): void => {
    const [what, test] = [select([...names, ...metrics], filter?.field), select(TESTS, filter?.test)];
    const value = el('input', { value: filter?.value ?? '', 'aria-label': 'What the filter looks for' });
    what.setAttribute('aria-label', 'What is filtered');
    test.setAttribute('aria-label', 'How');
    const line = {
      read: () => ({ field: what.value, test: test.value, value: value.value }) as ReportFilter,
      element: div('filter', what, test, value),
    };
    lines.push(line);
    element.append(line.element);
  };
  for (const each of known) add(each);
  return {
    element: div(
      '',
      element,
      button('Add a filter', () => add(), 'link'),
    ),
    value: () => lines.map(({ read }) => read()).filter(({ value }) => value.trim() !== ''),
  };
}

export function order({ metrics, groups }: Fields, known: Known): Part<Pick<ReportDefinition, 'sort' | 'top' | 'totals'>> {
  const by = select([['', 'As it comes'], ...metrics, ...groups], known.sort?.by ?? '');
  const down = select(
    [
      ['down', 'Largest first'],
      ['up', 'Smallest first'],
    ],
    known.sort?.descending === false ? 'up' : 'down',
  );
  const top = el('input', {
    type: 'number',
    min: '1',
    value: known.top === undefined ? '' : String(known.top),
    placeholder: 'all',
  });
  const totals = el('input', { type: 'checkbox', checked: known.totals ?? false });
  return {
    element: div(
      '',
      field('Sort by', by),
      field('Order', down),
      field('Only the first rows', top),
      el('label', { className: 'tick' }, totals, 'A line with totals'),
    ),
    value: () => ({
      ...(by.value === '' ? {} : { sort: { by: by.value as 'spend', descending: down.value === 'down' } }),
      ...(top.value === '' ? {} : { top: Number(top.value) }),
      ...(totals.checked ? { totals: true } : {}),
    }),
  };
}

export function comparing({ comparisons }: Fields, known: Known): Part<Pick<ReportDefinition, 'compare' | 'projection'>> {
  const compare = select([['', 'Nothing'], ...comparisons], known.compare ?? '');
  const projection = el('input', { type: 'checkbox', checked: known.projection ?? false });
  return {
    element: div('', field('Compare with', compare), el('label', { className: 'tick' }, projection, 'Where this month leads')),
    value: () => ({
      ...(compare.value === '' ? {} : { compare: compare.value as 'previous' }),
      ...(projection.checked ? { projection: true } : {}),
    }),
  };
}

const SCHEDULES = [
  ['off', 'Only when I ask'],
  ['often', 'Every 10 minutes (own script)'],
  ['hourly', 'Every hour'],
  ['daily', 'Every day'],
  ['weekly', 'Every week'],
] as const;

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

export function schedule(known: Known): Part<Pick<ReportDefinition, 'schedule' | 'at' | 'notify'>> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const often = select(SCHEDULES, known.schedule);
  const hour = select(
    Array.from({ length: 24 }, (_, i) => [String(i), `from ${String(i).padStart(2, '0')}:00`] as const),
    String(known.at?.hour ?? 7),
  );
  const weekday = select(
    WEEKDAYS.map((name, i) => [String(i + 1), name]),
    String(known.at?.weekday ?? 1),
  );
  const where = el('input', { value: known.at?.zone ?? zone });
  const notify = el('input', { type: 'email', value: known.notify ?? '', placeholder: 'nobody' });
  const [time, day, mail] = [
    div('', field('Hour', hour), field('Time zone', where)),
    field('Day', weekday),
    field('Tell by e-mail when it fails', notify),
  ];
  const isTimed = (): boolean => often.value === 'daily' || often.value === 'weekly';
  const show = (): void => {
    time.hidden = !isTimed();
    day.hidden = often.value !== 'weekly';
    mail.hidden = often.value === 'off';
  };
  often.onchange = show;
  show();
  return {
    element: div('', field('Refresh', often), day, time, mail),
    value: () => ({
      schedule: often.value as 'off',
      ...(isTimed() ? { at: { hour: Number(hour.value), weekday: Number(weekday.value), zone: where.value.trim() } } : {}),
      ...(notify.value.trim() === '' || often.value === 'off' ? {} : { notify: notify.value.trim() }),
    }),
  };
}
