import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture({ settings: { readLimit: 10_000, writeLimit: 10_000 } });
});
afterAll(() => fixture.worker.stop());

test('a report of a platform that refuses conversions has the spend, and a warning with the platform’s words', async () => {
  const accounts = (await fixture.call('GET', '/v1/adaccounts?limit=200')).body.data as {
    id: string;
    platform: string;
  }[];
  const account = accounts.find(({ platform }) => platform === 'openai-ads')?.id;
  const ask = async () =>
    (
      await fixture.call(
        'GET',
        `/v1/reports/query?accountIds=${account}&startDate=2026-11-10&endDate=2026-11-12&groupBy=accountId&metrics=spend,conversions&refresh=true`,
      )
    ).body;
  for (const fault of ['plain-names-refused', 'level-names-refused'])
    await fixture.control('POST', 'faults', { fault });
  const { data, metadata } = await ask();
  expect(data[0].spend).toBeGreaterThan(0);
  expect(metadata.warnings ?? []).toContainEqual({
    code: 'figures_untold',
    message: expect.stringContaining('Invalid field'),
  });
});
