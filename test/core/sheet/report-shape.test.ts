import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { comparedDays } from '../../../core/sheet/report-compare.ts';
import {
  queriesOf,
  type ReportDefinition,
  reportDefinition,
  withRun,
} from '../../../core/sheet/report-definition.ts';
import { gallery } from '../../../core/sheet/report-gallery.ts';
import { isDue } from '../../../core/sheet/report-schedule.ts';
import { shapeRows } from '../../../core/sheet/report-shape.ts';
import { reportCells, reportColumns } from '../../../core/sheet/report-table.ts';

const base: ReportDefinition = {
  name: 'R',
  accountIds: ['a1'],
  range: 'last7',
  groupBy: ['campaignId'],
  metrics: ['spend', 'ctr'],
  chart: false,
  schedule: 'off',
};
const campaign = (name: string, spend: number, clicks: number, impressions: number) => ({
  campaignId: `id-${name}`,
  campaignName: name,
  spend,
  clicks,
  impressions,
  ctr: impressions === 0 ? null : (100 * clicks) / impressions,
});
const rows = [
  campaign('Boats', 10, 5, 100),
  campaign('Sails', 40, 1, 100),
  campaign('Old boats', 20, 0, 0),
] as never;
const shaped = (changes: Partial<ReportDefinition>, more: object = {}) =>
  shapeRows({ ...base, ...changes }, rows, { today: '2026-11-16', currency: 'EUR', ...more });

describe('rows of a report', () => {
  test('are those that pass every filter, by words or by size', () => {
    const names = (filters: ReportDefinition['filters']) =>
      shaped({ filters }).map((row) => row.campaignName);
    expect(names([{ field: 'campaignName', test: 'contains', value: 'BOATS' }])).toEqual([
      'Boats',
      'Old boats',
    ]);
    expect(names([{ field: 'campaignName', test: 'excludes', value: 'old' }])).toEqual([
      'Boats',
      'Sails',
    ]);
    expect(
      names([
        { field: 'spend', test: 'atLeast', value: '10,5' },
        { field: 'spend', test: 'atMost', value: '39.9' },
      ]),
    ).toEqual(['Old boats']);
    // No figure is neither large nor small.
    expect(names([{ field: 'ctr', test: 'atMost', value: '100' }])).toEqual(['Boats', 'Sails']);
  });

  test('stand in the order wanted, the first of them, what has no figure last', () => {
    const names = (changes: Partial<ReportDefinition>) =>
      shaped(changes).map((row) => row.campaignName);
    expect(names({ sort: { by: 'spend', descending: true }, top: 2 })).toEqual([
      'Sails',
      'Old boats',
    ]);
    expect(names({ sort: { by: 'ctr', descending: true } })).toEqual([
      'Boats',
      'Sails',
      'Old boats',
    ]);
    expect(names({ sort: { by: 'ctr', descending: false } })).toEqual([
      'Sails',
      'Boats',
      'Old boats',
    ]);
    expect(names({ sort: { by: 'campaignId', descending: false } })).toEqual([
      'Boats',
      'Old boats',
      'Sails',
    ]);
  });

  test('have a total of all that pass, rates out of sums, and none of amounts in several currencies', () => {
    const total = shaped({ totals: true, top: 1 }).pop();
    expect(total).toMatchObject({ campaignName: 'Total', spend: 70, ctr: 3 });
    expect(shaped({ totals: true }, { currency: null }).pop()).toMatchObject({
      spend: null,
      ctr: 3,
    });
    expect(queriesOf({ ...base, totals: true }, '2026-11-16')?.[0]?.metrics).toEqual([
      'spend',
      'ctr',
      'clicks',
      'impressions',
    ]);
  });

  test('are compared with their own counterparts, day by day where days are shown', () => {
    const before = [campaign('Boats', 8, 1, 100)] as never;
    const [boats, sails] = shaped({ compare: 'previous' }, { before });
    expect(boats).toMatchObject({ 'before.spend': 8, 'change.spend': 0.25 });
    expect(sails).toMatchObject({ 'before.spend': null, 'change.spend': null });
    const days = shapeRows(
      {
        ...base,
        groupBy: ['day'],
        metrics: ['spend'],
        range: { from: '2026-11-03', to: '2026-11-04' },
        compare: 'previous',
      },
      [{ day: '2026-11-04', spend: 3 }] as never,
      { before: [{ day: '2026-11-02', spend: 2 }] as never, today: '2026-11-16', currency: 'EUR' },
    );
    expect(days[0]).toMatchObject({ 'before.spend': 2, 'change.spend': 0.5 });
    expect(comparedDays({ from: '2026-03-01', to: '2026-03-31' }, 'month')).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
    });
    expect(comparedDays({ from: '2028-02-29', to: '2028-02-29' }, 'year')).toEqual({
      from: '2027-02-28',
      to: '2027-02-28',
    });
    const columns = reportColumns({ ...base, metrics: ['spend'], compare: 'previous' }, 'EUR');
    expect(columns.map(({ header }) => header)).toEqual([
      'Campaign',
      'Campaign ID',
      'Spend (EUR)',
      'Spend (EUR) before',
      'Spend change',
    ]);
    expect(reportCells(columns, [boats ?? {}])[0]?.slice(2)).toEqual([10, 8, 0.25]);
  });

  test('say where the month leads', () => {
    const [boats] = shaped({ range: 'thisMonth', projection: true });
    expect(boats?.['projected.spend']).toBeCloseTo((10 / 16) * 30);
    expect(boats).not.toHaveProperty('projected.ctr');
  });
});

test('what is sorted or filtered by is asked for, shown or not', () => {
  const definition: ReportDefinition = {
    ...base,
    metrics: ['spend'],
    sort: { by: 'clicks', descending: true },
    filters: [{ field: 'ctr', test: 'atLeast', value: '1' }],
  };
  expect(queriesOf(definition, '2026-11-16')?.[0]).toMatchObject({
    metrics: ['spend', 'clicks', 'ctr'],
    sortBy: 'clicks',
  });
});

test('only as many rows as wanted are asked for where nothing is made of the others', () => {
  const limit = (changes: Partial<ReportDefinition>) =>
    queriesOf({ ...base, ...changes }, '2026-11-16')?.[0]?.limit;
  expect(limit({ top: 20, sort: { by: 'spend', descending: true } })).toBe(20);
  for (const more of [
    { totals: true },
    { compare: 'previous' as const },
    { sort: { by: 'campaignId' as const, descending: true } },
  ])
    expect(limit({ top: 20, ...more })).toBe(1000);
});

describe('a schedule', () => {
  const at = { hour: 7, weekday: 1, zone: 'Europe/Berlin' };
  const due = (schedule: 'daily' | 'weekly', tried: string | undefined, now: string): boolean =>
    isDue(
      { definition: { ...base, schedule, at }, ...(tried && { triedAt: Date.parse(tried) }) },
      Date.parse(now),
    );
  test('begins at its hour on the clock of its zone, once a day', () => {
    expect(due('daily', '2026-11-15T07:00:00Z', '2026-11-16T05:59:00Z')).toBe(false);
    expect(due('daily', '2026-11-15T07:00:00Z', '2026-11-16T06:00:00Z')).toBe(true);
    expect(due('daily', '2026-11-16T06:05:00Z', '2026-11-16T22:00:00Z')).toBe(false);
    // An hour earlier by UTC in summer.
    expect(due('daily', '2026-07-14T07:00:00Z', '2026-07-15T05:00:00Z')).toBe(true);
  });
  test('waits for its day of the week', () => {
    expect(due('weekly', '2026-11-09T06:10:00Z', '2026-11-15T20:00:00Z')).toBe(false);
    expect(due('weekly', '2026-11-09T06:10:00Z', '2026-11-16T06:00:00Z')).toBe(true);
    expect(due('weekly', undefined, '2026-11-15T20:00:00Z')).toBe(true);
  });
});

test('ready reports are reports, and what cannot be is told in words', () => {
  const told = (given: object): string => {
    const parsed = v.safeParse(reportDefinition, { ...base, ...given });
    return parsed.success ? '' : parsed.issues[0].message;
  };
  for (const { definition } of gallery)
    expect(told({ ...definition, accountIds: ['a1'] })).toBe('');
  expect(told({ groupBy: ['week'], compare: 'previous' })).toMatch(
    /^Weeks and months have no counterpart/,
  );
  expect(told({ projection: true })).toMatch(/^Only the current month/);
  expect(told({ at: { hour: 7, weekday: 1, zone: 'Nowhere' } })).toMatch(/time zone is not known/);
  const byName = { field: 'campaignName', test: 'contains', value: 'x' };
  expect(told({ filters: [byName] })).toBe('');
  expect(told({ filters: [byName], groupBy: ['day'] })).toMatch(
    /^A filter looks for a name that the rows do not have/,
  );
  expect(told({ top: 0 })).toBe('At least one row.');
});

test('of its runs a report keeps the latest thirty', () => {
  let report = { definition: base, sheetId: '', companyId: '' } as Parameters<typeof withRun>[0];
  for (let at = 1; at <= 40; at++) report = withRun(report, { at, by: 'schedule', rows: 1 });
  expect(report.runs).toHaveLength(30);
  expect(report.runs?.[0]?.at).toBe(40);
});
