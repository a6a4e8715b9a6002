import { afterAll, beforeAll, beforeEach } from 'vitest';
import { monthAgo } from '../machine-time.ts';
import { type Playground, type Server, startPlayground, startServer } from './addon-fixture.ts';
import { ACCOUNT } from './launch-rows.ts';

/** A file that is connected, for tests of reports. */

/** The service runs on the machine's clock, and its simulated ads have delivered in this month. */
export const MONTH = monthAgo();

export interface Report {
  readonly id: string;
  readonly rows: number;
  readonly problem: string | null;
}

const definition = {
  name: 'Daily',
  accountIds: [ACCOUNT],
  range: { from: `${MONTH}-01`, to: `${MONTH}-05` },
  groupBy: ['day'],
  metrics: ['spend', 'impressions', 'ctr'],
  chart: false,
  schedule: 'off',
};

/** So many days of the month. */
export const days = (count: number): object => ({
  range: { from: `${MONTH}-01`, to: `${MONTH}-${String(count).padStart(2, '0')}` },
});

/**
 * An answer of the service with so many days, as if time had passed: the same report grows or
 * shrinks.
 */
export const figures = (count: number, spend = 1) => ({
  match: '/v1/reports/query',
  times: 1,
  does: {
    status: 200,
    body: {
      success: true,
      data: Array.from({ length: count }, (_, i) => ({
        day: `${MONTH}-${String(i + 1).padStart(2, '0')}`,
        spend: spend + i,
        impressions: 10,
        clicks: 3,
        ctr: 1.5,
      })),
      pagination: { offset: 0, limit: 1000, total: count, hasMore: false },
      metadata: {
        platform: 'primary',
        source: 'live',
        fetchedAt: null,
        currency: 'EUR',
        timezone: 'UTC',
      },
    },
  },
});

export function useReportFixture() {
  let server: Server;
  let playground: Playground;
  beforeAll(async () => {
    server = await startServer();
    playground = await startPlayground(server.url);
  });
  afterAll(async () => {
    await playground?.stop();
    await server?.stop();
  });
  beforeEach(async () => {
    await playground.reset();
    await playground.control('set', { newSheetRows: 40 });
    await playground.call('connect', server.adminKey);
  });
  return {
    server: () => server,
    playground: () => playground,
    async save(
      changes: object = {},
      destination = 'sheet',
      id: string | null = null,
    ): Promise<Report> {
      const reports = await playground.call<Report[]>(
        'saveReport',
        { ...definition, ...changes },
        destination,
        id,
      );
      return reports[0] as Report;
    },
    async refreshWith(id: string, count: number): Promise<void> {
      await playground.control('disturb', { faults: [figures(count)] });
      await playground.call('refreshReport', id);
    },
  };
}
