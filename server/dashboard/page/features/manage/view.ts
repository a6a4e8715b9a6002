import { isOff, isOn, stateOf } from '../../../../../core/accounts/states.ts';
import { recordsCsv } from '../../../../../core/base/csv.ts';
import { resultWord } from '../../../../../core/report/result-word.ts';
import type { FigureType } from '../../base/words.ts';
import { type Entity, FIGURES, type Figure, type Figures, LEVELS, type Level } from './data.ts';
import { type AdsScope, PERIODS } from './range.ts';

export const STATUSES = {
  '': 'Any status',
  on: 'On',
  off: 'Paused',
  rejected: 'Rejected',
  gone: 'Archived',
} as const;
type StatusFilter = keyof typeof STATUSES;

interface Where {
  readonly figure: Figure;
  readonly is: '>' | '<';
  readonly value: number;
  /** Of an amount of money: rows of other currencies do not pass. Absent: each in its own. */
  readonly currency?: string;
}

export interface View extends AdsScope {
  readonly level: Level;
  readonly accounts: readonly string[];
  /** The number of a batch: only the ads that it launched. */
  readonly batch: string;
  readonly status: StatusFilter;
  readonly search: string;
  readonly where: readonly Where[];
  readonly compare: boolean;
  readonly sort: Figure | 'name' | 'budget';
  readonly descending: boolean;
  readonly columns: readonly Figure[];
}

export const FIRST: View = {
  level: 'campaign',
  accounts: [],
  batch: '',
  status: '',
  search: '',
  campaign: '',
  adset: '',
  where: [],
  compare: false,
  period: '7',
  from: '',
  to: '',
  sort: 'spend',
  descending: true,
  columns: ['spend', 'results', 'costPerResult', 'roas', 'impressions', 'ctr'],
};

const WORDS: { readonly [N in keyof View]?: (value: never) => string } = {
  where: (all: View['where']) =>
    all
      .map(({ figure, is, value, currency }) => `${figure}${is}${value}${currency ?? ''}`)
      .join(','),
};

const inWords = (view: View, name: keyof View): string => {
  const write = WORDS[name] as ((value: View[keyof View]) => string) | undefined;
  return (write ?? String)(view[name]);
};

export function questionOf(view: View): URLSearchParams {
  const names = Object.keys(FIRST) as readonly (keyof View)[];
  return new URLSearchParams(
    names.flatMap((name) =>
      inWords(view, name) === inWords(FIRST, name) ? [] : [[name, inWords(view, name)]],
    ),
  );
}

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((each) => each === text);
const keysOf = <T extends object>(table: T): readonly (keyof T & string)[] =>
  Object.keys(table) as (keyof T & string)[];
const isDay = (text: string | null): text is string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Ignores what it does not know. */
export function viewIn(question: URLSearchParams): View {
  const text = (name: keyof View): string | null => question.get(name);
  const listed = (name: keyof View): readonly string[] =>
    (text(name) ?? '').split(',').filter(Boolean);
  return {
    level: oneOf(LEVELS, text('level')) ?? FIRST.level,
    accounts: listed('accounts'),
    batch: /^\d{1,15}$/.test(text('batch') ?? '') ? (text('batch') ?? '') : '',
    status: oneOf(keysOf(STATUSES), text('status')) ?? FIRST.status,
    search: text('search') ?? '',
    campaign: text('campaign') ?? '',
    adset: text('adset') ?? '',
    where: listed('where').flatMap(whereIn),
    period: oneOf(keysOf(PERIODS), text('period')) ?? FIRST.period,
    from: isDay(text('from')) ? (text('from') ?? '') : '',
    to: isDay(text('to')) ? (text('to') ?? '') : '',
    compare: text('compare') === 'true',
    sort: oneOf([...FIGURES, 'name', 'budget'], text('sort')) ?? FIRST.sort,
    descending: text('descending') !== 'false',
    columns: question.has('columns')
      ? FIGURES.filter((each) => listed('columns').includes(each))
      : FIRST.columns,
  };
}

function whereIn(text: string): readonly Where[] {
  const [, name = '', is, value, currency] =
    /^([a-zA-Z]{1,40})([<>])(\d{1,12}(?:\.\d{1,6})?)([A-Z]{3})?$/.exec(text) ?? [];
  const figure = oneOf(FIGURES, name);
  if (figure === undefined || value === undefined) return [];
  return [
    {
      figure,
      is: is === '<' ? '<' : '>',
      value: Number(value),
      ...(currency !== undefined && { currency }),
    },
  ];
}

const ended = new Map<string, boolean>();

/** Thousands of rows share a few words. */
function isGone({ status, effectiveStatus }: Entity): boolean {
  const words = `${status} ${effectiveStatus}`;
  const known = ended.get(words) ?? stateOf({ status, effectiveStatus }) === 'Ended';
  ended.set(words, known);
  return known;
}

const PASSES: { readonly [S in StatusFilter]: (row: Entity) => boolean } = {
  '': (row) => !isGone(row),
  on: isOn,
  off: isOff,
  rejected: (row) => stateOf(row) === 'Rejected',
  gone: isGone,
};

export const budgetOf = ({ dailyBudget, lifetimeBudget }: Entity): number | null =>
  dailyBudget ?? lifetimeBudget ?? null;

export function shownIn(
  rows: readonly Entity[],
  { status, search, where, sort, descending }: View,
): readonly Entity[] {
  const words = search.trim().toLowerCase();
  const passes = (row: Entity): boolean =>
    PASSES[status](row) &&
    (words === '' ||
      row.name.toLowerCase().includes(words) ||
      row.id.includes(words) ||
      isIn(row.parent?.name, words)) &&
    where.every((each) => isBeyond(row, each));
  const shown = rows.filter(passes);
  const way = descending ? -1 : 1;
  if (sort === 'name') {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    return shown.sort((a, b) => way * compare(a.name, b.name));
  }
  const isMoney = isMoneySort(sort);
  // Every row is read once, not once for each row that it is compared with.
  const sorted = shown.map((row) => {
    const value = (sort === 'budget' ? budgetOf(row) : costOf(row.figures, sort)) ?? Number.NaN;
    return {
      row,
      value,
      currency: isMoney ? row.account.currency : '',
      isUnknown: Number.isNaN(value),
    };
  });
  sorted.sort((a, b) => {
    // Amounts of two currencies are not compared: each currency has its own order.
    if (a.currency !== b.currency) return a.currency < b.currency ? -1 : 1;
    // Unknown values stand last in both directions.
    if (a.isUnknown || b.isUnknown) return Number(a.isUnknown) - Number(b.isUnknown);
    return way * (a.value - b.value);
  });
  return sorted.map(({ row }) => row);
}

const isIn = (name: string | undefined, words: string): boolean =>
  name?.toLowerCase().includes(words) === true;

/** A cost without what it pays for, such as spend without a result, is above every amount. */
const costOf = (figures: Figures, figure: Figure): number | null | undefined =>
  isCost(figure) &&
  typeof figures[figure] !== 'number' &&
  (figures.spend ?? 0) > 0 &&
  paidFor(figures, figure) === 0
    ? Number.POSITIVE_INFINITY
    : figures[figure];

const paidFor = (
  { results, clicks, impressions }: Figures,
  figure: Figure,
): number | null | undefined =>
  figure === 'costPerResult' ? results : figure === 'cpc' ? clicks : impressions;

function isBeyond({ figures, account }: Entity, { figure, is, value, currency }: Where): boolean {
  if (currency !== undefined && currency !== account.currency) return false;
  const found = costOf(figures, figure);
  return typeof found === 'number' && (is === '>' ? found > value : found < value);
}

export const isMoneySort = (sort: View['sort']): boolean =>
  sort === 'budget' || (sort !== 'name' && COLUMNS[sort][1] === 'money');

/** `CPA above 5 EUR, or spend without a result`. */
export function whereWords({ figure, is, value, currency }: Where): string {
  const without = { costPerResult: 'a result', cpc: 'a click', cpm: 'an impression' } as const;
  const also =
    is === '>' && figure in without
      ? `, or spend without ${without[figure as keyof typeof without]}`
      : '';
  return `${COLUMNS[figure][0]} ${is === '>' ? 'above' : 'below'} ${value}${currency === undefined ? '' : ` ${currency}`}${also}`;
}

/**
 * As the page has it: without any value there is no return, and rates have no more digits than they
 * are known to.
 */
function written(figures: Figures, column: Figure): number | null {
  const value = column === 'roas' && !figures.conversionValue ? null : (figures[column] ?? null);
  return typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : null;
}

/** All rows that are shown, with the columns that are shown. */
export const csvOf = (
  rows: readonly Entity[],
  view: View,
  brandOf: (platform: string) => string,
): string =>
  recordsCsv(
    rows.map(({ id, name, account, parent, status, effectiveStatus, figures }) => ({
      Id: id,
      Name: name,
      Account: account.name,
      Platform: brandOf(account.platform),
      'Account id': account.id,
      ...(parent && { [view.level === 'ad' ? 'Ad set' : 'Campaign']: parent.name }),
      State: stateOf({ status, effectiveStatus }),
      Currency: account.currency,
      ...Object.fromEntries(
        view.columns.map((column) => [COLUMNS[column][0], written(figures, column)]),
      ),
      ...(figures.resultType && { 'Result type': resultWord(figures.resultType) }),
      Days: view.period === 'days' ? `${view.from} to ${view.to}` : PERIODS[view.period],
    })),
  );

export const COLUMNS: { readonly [F in Figure]: readonly [label: string, type: FigureType] } = {
  spend: ['Spend', 'money'],
  results: ['Results', 'count'],
  costPerResult: ['CPA', 'money'],
  roas: ['ROAS', 'ratio'],
  impressions: ['Impressions', 'count'],
  clicks: ['Clicks', 'count'],
  ctr: ['CTR', 'percent'],
  cpc: ['CPC', 'money'],
  cpm: ['CPM', 'money'],
  conversions: ['Conversions', 'count'],
  conversionValue: ['Conversion value', 'money'],
};

export const LEVEL_WORDS: { readonly [L in Level]: readonly [one: string, many: string] } = {
  campaign: ['campaign', 'campaigns'],
  adset: ['ad set', 'ad sets'],
  ad: ['ad', 'ads'],
};

export const isCost = (figure: Figure): boolean =>
  figure === 'costPerResult' || figure === 'cpc' || figure === 'cpm';
