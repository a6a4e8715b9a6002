import { expect, test } from 'vitest';
import type { Entity, Figures } from '../../server/dashboard/page/features/manage/data.ts';
import { rangeBefore } from '../../server/dashboard/page/features/manage/range.ts';
import { summaryOf } from '../../server/dashboard/page/features/manage/summary.ts';
import {
  FIRST,
  questionOf,
  shownIn,
  type View,
  viewIn,
  whereWords,
} from '../../server/dashboard/page/features/manage/view.ts';

const row = (name: string, figures: Figures, more: Partial<Entity> = {}): Entity => ({
  key: name,
  level: 'campaign',
  id: `id ${name}`,
  name,
  status: 'ACTIVE',
  effectiveStatus: 'ACTIVE',
  figures,
  account: {
    id: '1',
    name: 'One',
    platform: 'kite',
    currency: 'EUR',
    timezone: 'UTC',
    status: 'active',
    workspaceId: '',
    workspaceName: '',
  },
  ...more,
});

const namesIn = (rows: readonly Entity[], view: Partial<View>) =>
  shownIn(rows, { ...FIRST, ...view }).map(({ name }) => name);

test('an address holds a view whole, and says only what differs from the first', () => {
  const view: View = {
    level: 'ad',
    accounts: ['kite:1', 'kite:2'],
    status: 'rejected',
    search: 'a & b',
    campaign: '7',
    adset: '8',
    batch: '12',
    where: [
      { figure: 'spend', is: '>', value: 10.5, currency: 'EUR' },
      { figure: 'roas', is: '<', value: 1 },
    ] as const,
    period: 'days',
    from: '2026-10-01',
    to: '2026-10-07',
    compare: true,
    sort: 'name',
    descending: false,
    columns: ['spend', 'cpm'],
  };
  expect(viewIn(new URLSearchParams(questionOf(view).toString()))).toEqual(view);
  expect(questionOf(FIRST).toString()).toBe('');
  expect(viewIn(new URLSearchParams())).toEqual(FIRST);
  expect(viewIn(new URLSearchParams({ columns: '' })).columns).toEqual([]);
});

test('what an address says wrongly is as in the first view', () => {
  const question =
    'level=house&status=odd&period=99&from=soon&sort=luck&where=spend,cheese>1,ctr<2';
  expect(viewIn(new URLSearchParams(question))).toEqual({
    ...FIRST,
    where: [{ figure: 'ctr', is: '<', value: 2 }],
  });
});

test('the period before has as many days and ends the day before', () => {
  expect(rangeBefore({ startDate: '2026-03-01', endDate: '2026-03-07' })).toEqual({
    startDate: '2026-02-22',
    endDate: '2026-02-28',
  });
  expect(rangeBefore({ startDate: '2026-01-01', endDate: '2026-01-01' })).toEqual({
    startDate: '2025-12-31',
    endDate: '2025-12-31',
  });
});

test('rows are found, filtered and sorted; what is not known stands last either way', () => {
  const rows = [
    row('ten', { spend: 10, roas: 2 }),
    row('none', {}),
    row(
      'five',
      { spend: 5, roas: 0.5 },
      { status: 'PAUSED', parent: { id: '3', name: 'Harbour' } },
    ),
    row('gone', { spend: 99 }, { status: 'ARCHIVED' }),
    row('bad', { spend: 1 }, { effectiveStatus: 'DISAPPROVED' }),
  ];
  expect(namesIn(rows, {})).toEqual(['ten', 'five', 'bad', 'none']);
  expect(namesIn(rows, { descending: false })).toEqual(['bad', 'five', 'ten', 'none']);
  expect(namesIn(rows, { sort: 'name', descending: false })).toEqual([
    'bad',
    'five',
    'none',
    'ten',
  ]);
  expect(namesIn(rows, { status: 'off' })).toEqual(['five']);
  expect(namesIn(rows, { status: 'gone' })).toEqual(['gone']);
  expect(namesIn(rows, { status: 'rejected' })).toEqual(['bad']);
  expect(namesIn(rows, { search: 'HARB' })).toEqual(['five']);
  expect(namesIn(rows, { search: 'id te' })).toEqual(['ten']);
  expect(namesIn(rows, { where: [{ figure: 'roas', is: '<', value: 1 }] })).toEqual(['five']);
});

test('spend without a result is a CPA above every amount, and is sorted so', () => {
  const rows = [
    row('good', { spend: 10, results: 10, costPerResult: 1 }),
    row('loser', { spend: 25.2, results: 0, costPerResult: null }),
    row('dear', { spend: 60, results: 10, costPerResult: 6 }),
    row('idle', { spend: 0, results: 0, costPerResult: null }),
  ];
  const where = (is: '>' | '<') => ({
    where: [{ figure: 'costPerResult', is, value: 5, currency: 'EUR' } as const],
  });
  expect(namesIn(rows, { sort: 'costPerResult', ...where('>') })).toEqual(['loser', 'dear']);
  expect(namesIn(rows, where('<'))).toEqual(['good']);
  expect(whereWords({ figure: 'costPerResult', is: '>', value: 5, currency: 'EUR' })).toBe(
    'CPA above 5 EUR, or spend without a result',
  );
});

test('amounts of several currencies are neither compared nor mixed', () => {
  const yen = (name: string, spend: number) =>
    row(name, { spend }, { account: { ...row('', {}).account, currency: 'JPY' } });
  const rows = [
    yen('thousand', 1_000),
    row('seventy', { spend: 70 }),
    yen('ten', 10),
    row('nine', { spend: 9 }),
  ];
  expect(namesIn(rows, {})).toEqual(['seventy', 'nine', 'thousand', 'ten']);
  expect(
    namesIn(rows, { where: [{ figure: 'spend', is: '>', value: 50, currency: 'EUR' }] }),
  ).toEqual(['seventy']);
});

test('results of one kind have a sum and a cost, those of several are counted by kind', () => {
  const bought = [
    row('a', { spend: 10, results: 4, resultType: 'purchase' }),
    row('b', { spend: 30, results: 0 }),
  ];
  expect(summaryOf(bought).totals).toMatchObject({
    results: 4,
    costPerResult: 10,
    resultType: 'purchase',
  });
  const mixed = [...bought, row('c', { spend: 5, results: 100, resultType: 'link_click' })];
  expect(summaryOf(mixed).totals.results).toBeUndefined();
  // People are counted once by the platform, and what was spent on leads bought no purchases.
  const reached = ['d', 'e'].map((name) =>
    row(name, { spend: 5, results: 9, resultType: 'reach' }),
  );
  expect(summaryOf(reached).totals.results).toBeUndefined();
  const leads = row('f', { spend: 5, results: 0, resultType: 'lead' });
  expect(summaryOf([...bought, leads]).totals.costPerResult).toBeUndefined();
  expect([...summaryOf(mixed).kinds]).toEqual([
    ['purchase', 4],
    ['link_click', 100],
  ]);
});

test('ratios of the total follow from its sums; results of unknown kinds have none', () => {
  const rows = [
    row('a', { spend: 10, impressions: 1000, clicks: 10, conversionValue: 30, results: 4 }),
    row('b', { spend: 30, impressions: 1000, clicks: 30, conversionValue: null, results: 2 }),
  ];
  expect(summaryOf(rows).totals).toMatchObject({ spend: 40, ctr: 2, cpc: 1, cpm: 20, roas: 0.75 });
  expect(summaryOf(rows).totals.results).toBeUndefined();
  expect(summaryOf([]).totals).toMatchObject({ spend: 0, ctr: null });
});
