import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture({ settings: { readLimit: 10_000, writeLimit: 10_000 } });
});
afterAll(() => fixture.worker.stop());

test.each(['country', 'age'])(
  'a report by %s over a platform that tells it and one that does not has the rows of the one, and names the other',
  async (groupBy) => {
    const accounts = (await fixture.call('GET', '/v1/adaccounts?limit=200')).body.data as {
      id: string;
      platform: string;
      currency: string;
    }[];
    const idOn = (wanted: string) =>
      accounts.find(({ platform, currency }) => platform === wanted && currency === 'USD')?.id ??
      `none on ${wanted}`;
    const [telling, silent] = [idOn('primary'), idOn('pin')];
    const ask = (accountIds: string) =>
      fixture.call(
        'GET',
        `/v1/reports/query?accountIds=${accountIds}&startDate=2026-11-10&endDate=2026-11-12&metrics=spend&groupBy=${groupBy}`,
      );
    const alone = await ask(telling);
    expect(alone.status).toBe(200);
    const both = await ask(`${telling},${silent}`);
    expect([both.status, both.body.data]).toEqual([200, alone.body.data]);
    expect(both.body.metadata.warnings).toContainEqual({
      code: 'grouping_untold',
      message: `The pin platform does not tell figures by ${groupBy}: its accounts are not in the rows.`,
    });
    expect((await ask(silent)).body.error.details).toMatchObject([
      { code: 'unsupported_on_platform' },
    ]);
  },
);
