import type { ReportDefinition, ReportFilter } from '../../../../core/sheet/report-definition.ts';
import type { SidebarState } from '../../../features/registry.ts';
import { button, div, el, field, select } from '../../base/element.ts';
import { t } from '../../base/words.ts';

/** Parts of the form of a report, each with what it says. */
interface Part<T> {
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
    return select(i === 0 ? groups : [['', t('nothingElse')], ...groups], chosen);
  });
  return {
    element: div(
      '',
      ...levels.map((level, i) => field(t(i === 0 ? 'oneRowEach' : 'andEach'), level)),
    ),
    value: () => [...new Set(levels.map(({ value }) => value).filter((value) => value !== ''))],
  };
}

const TESTS: readonly ReportFilter['test'][] = ['contains', 'excludes', 'atLeast', 'atMost'];

export function filters(
  { filters: names, metrics }: Fields,
  known: readonly ReportFilter[] = [],
): Part<ReportFilter[]> {
  const lines: { readonly read: () => ReportFilter; readonly element: HTMLElement }[] = [];
  const element = div('');
  const add = (filter?: ReportFilter): void => {
    const tests = select(
      TESTS.map((each) => [each, t(each)]),
      filter?.test,
    );
    const [what, test] = [select([...names, ...metrics], filter?.field), tests];
    const value = el('input', { value: filter?.value ?? '', 'aria-label': t('filterValue') });
    what.setAttribute('aria-label', t('filterField'));
    test.setAttribute('aria-label', t('filterHow'));
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
      button(t('addFilter'), () => add(), 'link'),
    ),
    value: () => lines.map(({ read }) => read()).filter(({ value }) => value.trim() !== ''),
  };
}

export function order(
  { metrics, groups }: Fields,
  known: Known,
): Part<Pick<ReportDefinition, 'sort' | 'top' | 'totals'>> {
  const by = select([['', t('asItComes')], ...metrics, ...groups], known.sort?.by ?? '');
  const down = select(
    [
      ['down', t('largestFirst')],
      ['up', t('smallestFirst')],
    ],
    known.sort?.descending === false ? 'up' : 'down',
  );
  const top = el('input', {
    type: 'number',
    min: '1',
    value: known.top === undefined ? '' : String(known.top),
    placeholder: t('all'),
  });
  const totals = el('input', { type: 'checkbox', checked: known.totals ?? false });
  return {
    element: div(
      '',
      field(t('sortBy'), by),
      field(t('order'), down),
      field(t('onlyFirst'), top),
      el('label', { className: 'tick' }, totals, t('withTotals')),
    ),
    value: () => ({
      ...(by.value === ''
        ? {}
        : { sort: { by: by.value as 'spend', descending: down.value === 'down' } }),
      ...(top.value === '' ? {} : { top: Number(top.value) }),
      ...(totals.checked ? { totals: true } : {}),
    }),
  };
}

export function comparing(
  { comparisons }: Fields,
  known: Known,
): Part<Pick<ReportDefinition, 'compare' | 'projection'>> {
  const compare = select([['', t('nothing')], ...comparisons], known.compare ?? '');
  const projection = el('input', { type: 'checkbox', checked: known.projection ?? false });
  return {
    element: div(
      '',
      field(t('compareWith'), compare),
      el('label', { className: 'tick' }, projection, t('monthLeads')),
    ),
    value: () => ({
      ...(compare.value === '' ? {} : { compare: compare.value as 'previous' }),
      ...(projection.checked ? { projection: true } : {}),
    }),
  };
}

const SCHEDULES = [
  ['off', 'scheduleOff'],
  ['often', 'scheduleOften'],
  ['hourly', 'scheduleHourly'],
  ['daily', 'scheduleDaily'],
  ['weekly', 'scheduleWeekly'],
] as const;

const WEEKDAYS = [
  'weekday1',
  'weekday2',
  'weekday3',
  'weekday4',
  'weekday5',
  'weekday6',
  'weekday7',
] as const;

export function schedule(known: Known): Part<Pick<ReportDefinition, 'schedule' | 'at' | 'notify'>> {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const often = select(
    SCHEDULES.map(([value, label]) => [value, t(label)]),
    known.schedule,
  );
  const hour = select(
    Array.from(
      { length: 24 },
      (_, i) => [String(i), t('fromHour', { hour: String(i).padStart(2, '0') })] as const,
    ),
    String(known.at?.hour ?? 7),
  );
  const weekday = select(
    WEEKDAYS.map((name, i) => [String(i + 1), t(name)]),
    String(known.at?.weekday ?? 1),
  );
  const where = el('input', { value: known.at?.zone ?? zone });
  const notify = el('input', { type: 'checkbox', checked: known.notify !== undefined });
  const [time, day, mail] = [
    div('', field(t('hour'), hour), field(t('timeZone'), where)),
    field(t('day'), weekday),
    el('label', { className: 'tick' }, notify, t('tellFailure')),
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
    element: div('', field(t('refresh'), often), day, time, mail),
    value: () => ({
      schedule: often.value as 'off',
      ...(isTimed()
        ? {
            at: {
              hour: Number(hour.value),
              weekday: Number(weekday.value),
              zone: where.value.trim(),
            },
          }
        : {}),
      ...(notify.checked && often.value !== 'off' ? { notify: true as const } : {}),
    }),
  };
}
