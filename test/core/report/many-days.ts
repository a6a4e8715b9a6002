import { addDays } from '../../../core/base/time/days.ts';
import { queryReport } from '../../../core/report/query-report.ts';
import { company, createWorld, type FakeWorld, fakeRow } from './world.ts';

/**
 * One account with figures of 120 days. The manual clock stands at 2026-11-15T12:00Z; 28 days can
 * still change, so 2026-10-17 is the last final day.
 */
const days = Array.from({ length: 120 }, (_, i) => addDays('2026-08-01', i));
export const rows = days.map((day, i) => fakeRow({ day, spend: i }));
export const world = (options: Parameters<typeof createWorld>[1] = {}) =>
  createWorld([{ id: 'act_1', rows }], options);

export const spend = async (each: FakeWorld, startDate: string, endDate: string) => {
  const { data, metadata } = await queryReport(each.ports, company, {
    accountIds: ['act_1'],
    startDate,
    endDate,
    groupBy: ['account'],
    metrics: ['spend'],
  });
  return { spend: data[0]?.spend, metadata };
};
export const ranges = (each: FakeWorld): string[] =>
  each.asked
    .filter(({ kind }) => kind === 'daily' || kind === 'start')
    .map(({ query }) => `${JSON.parse(query).from} ${JSON.parse(query).to}`);
export const expected = (from: string, to: string): number =>
  rows.filter(({ day }) => day >= from && day <= to).reduce((sum, row) => sum + row.spend, 0);
