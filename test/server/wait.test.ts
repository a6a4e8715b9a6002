import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

test('while a platform holds an account back, the answer has the seconds as a number and as Retry-After', async () => {
  const accounts = (await fixture.call('GET', '/v1/adaccounts?limit=200')).body.data as {
    id: string;
    platform: string;
  }[];
  const account = accounts.find(({ platform }) => platform === 'primary')?.id;
  await fixture.control('POST', 'faults', { fault: 'throttle-storm', seconds: 300 });
  const headers = { authorization: `Bearer ${fixture.key}` };
  const ask = () => fixture.app.request(`/v1/manage/list-ads?businessId=${account}`, { headers });
  await ask();
  const held = await ask();
  const { error } = (await held.json()) as {
    error: { message: string; retryAfterSeconds: number };
  };
  expect([held.status, error.retryAfterSeconds]).toEqual([502, expect.any(Number)]);
  expect(held.headers.get('Retry-After')).toBe(String(error.retryAfterSeconds));
  expect(error.message).toContain(`in ${error.retryAfterSeconds} seconds`);
});
