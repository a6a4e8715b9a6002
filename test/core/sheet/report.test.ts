import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  daysOf,
  queriesOf,
  type ReportDefinition,
  reportDefinition,
} from '../../../core/sheet/report-definition.ts';
import { isDue } from '../../../core/sheet/report-schedule.ts';
import { reportCells, reportColumns, serialDay } from '../../../core/sheet/report-table.ts';
import { requestFor } from '../../../server/client/client.ts';

const definition: ReportDefinition = {
  name: 'Daily',
  accountIds: ['act_1'],
  range: 'last7',
  groupBy: ['day', 'campaignId'],
  metrics: ['spend', 'impressions', 'ctr', 'roas'],
  chart: false,
  schedule: 'off',
};

describe('a report in a sheet', () => {
  test('has columns of its own with a number format each', () => {
    expect(reportColumns(definition, 'EUR')).toMatchObject([
      { field: 'day', header: 'Day', format: 'yyyy-mm-dd' },
      { field: 'campaignName', header: 'Campaign', format: '@' },
      { field: 'campaignId', header: 'Campaign ID', format: '@' },
      { field: 'spend', header: 'Spend (EUR)', format: '#,##0.00' },
      { field: 'impressions', header: 'Impressions', format: '#,##0' },
      { field: 'ctr', header: 'Click-through rate', format: '0.00%' },
      { field: 'roas', header: 'Return on ad spend', format: '0.00' },
    ]);
    expect(reportColumns(definition, 'JPY')[3]?.format).toBe('#,##0');
    expect(reportColumns(definition, null).map(({ field }) => field)).toContain('currency');
  });

  test('names an ad’s campaign once, however many groupings show it', () => {
    const fields = reportColumns(
      { ...definition, groupBy: ['campaignId', 'adsetId', 'adId'], metrics: ['clicks'] },
      null,
    );
    expect(fields.map(({ field }) => field)).toEqual([
      'campaignName',
      'campaignId',
      'adsetName',
      'adsetId',
      'adName',
      'adId',
      'clicks',
    ]);
  });

  test('writes days as numbers, per cent as fractions, ids as text and no figure as nothing', () => {
    const columns = reportColumns(definition, 'EUR');
    const row = {
      day: '2026-11-14',
      campaignName: '=EVIL()',
      campaignId: '120330000000000003',
      spend: 12.345,
      impressions: 0,
      ctr: 1.5,
      roas: null,
    };
    expect(reportCells(columns, [row])).toEqual([
      [46340, '=EVIL()', '120330000000000003', 12.345, 0, 0.015, ''],
    ]);
    expect(serialDay('1899-12-31')).toBe(1);
  });

  test('covers the days its range means', () => {
    const days = (range: ReportDefinition['range']) =>
      Object.values(daysOf(range, '2026-03-15')).join(' ');
    expect(days('today')).toBe('2026-03-15 2026-03-15');
    expect(days('yesterday')).toBe('2026-03-14 2026-03-14');
    expect(days('last7')).toBe('2026-03-08 2026-03-14');
    expect(days('thisMonth')).toBe('2026-03-01 2026-03-15');
    expect(days('lastMonth')).toBe('2026-02-01 2026-02-28');
    expect(days({ from: '2026-01-01', to: '2026-01-02' })).toBe('2026-01-01 2026-01-02');
  });

  test('asks for many accounts in several addresses, where rows of several accounts never meet', () => {
    const accountIds = Array.from({ length: 200 }, (_, i) => `act_${10 ** 15 + i}`);
    const queries = queriesOf({ ...definition, accountIds }, '2026-03-15') ?? [];
    expect(queries.length).toBeGreaterThan(1);
    for (const query of queries)
      expect(requestFor('reports.query', query).path.length).toBeLessThan(1800);
    expect(queries.flatMap((query) => query.accountIds)).toEqual(accountIds);
    expect(
      queriesOf({ ...definition, accountIds, groupBy: ['day'] }, '2026-03-15'),
    ).toBeUndefined();
    expect(queriesOf(definition, '2026-03-15')).toEqual([
      {
        accountIds: ['act_1'],
        startDate: '2026-03-08',
        endDate: '2026-03-14',
        groupBy: ['day', 'campaignId'],
        metrics: ['spend', 'impressions', 'ctr', 'roas'],
        sortBy: 'day',
        sortDirection: 'ASC',
        limit: 1000,
      },
    ]);
  });

  test('is due when its time has come', () => {
    const report = (schedule: ReportDefinition['schedule'], triedAt?: number) => ({
      definition: { ...definition, schedule },
      sheetId: '1',
      companyId: 'acme',
      ...(triedAt === undefined ? {} : { triedAt }),
    });
    const hour = 3_600_000;
    expect([
      isDue(report('off'), hour),
      isDue(report('hourly'), 0),
      isDue(report('hourly', 0), hour),
      isDue(report('daily', 0), hour),
    ]).toEqual([false, true, true, false]);
  });

  test('that cannot be is refused with a reason', () => {
    const issues = (changed: object) =>
      v
        .safeParse(reportDefinition, { ...definition, ...changed })
        .issues?.map(({ message }) => message);
    expect(issues({})).toBeUndefined();
    expect(issues({ accountIds: [] })).toEqual(['Choose at least one ad account.']);
    expect(issues({ name: ' ' })).toEqual(['Give the report a name.']);
    expect(issues({ metrics: ['happiness'] })).toHaveLength(1);
  });
});
