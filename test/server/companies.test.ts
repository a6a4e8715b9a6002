import { afterAll, beforeAll, expect, test } from 'vitest';
import { failOnDrift, startHarness } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

test('a sandbox company starts with accounts nobody else sees, and with what a first launch needs', async () => {
  const { status, body } = await fixture.call('POST', '/v1/companies', { body: { name: 'Guests', sandbox: true } });
  expect(status).toBe(201);
  const key = body.adminKey;
  const accounts = (await fixture.call('GET', '/v1/adaccounts', { key })).body.data.map(({ id }: { id: string }) => id);
  const own = (await fixture.call('GET', '/v1/adaccounts')).body.data.map(({ id }: { id: string }) => id);
  expect(accounts.length).toBeGreaterThan(0);
  expect(accounts.filter((id: string) => own.includes(id))).toEqual([]);
  expect((await fixture.call('GET', `/v1/adsets?accountId=${accounts[0]}`, { key })).body.data.length).toBeGreaterThan(0);
  expect((await fixture.call('GET', `/v1/adsets?accountId=${accounts[0]}`)).status).toBe(404);
  expect((await fixture.call('GET', '/v1/launch-defaults', { key })).body.data).toMatchObject({
    page: expect.any(String),
    launchPaused: true,
  });
});

test('where there is no sandbox, asking for one is refused and makes nothing', async () => {
  const { call } = await startHarness();
  const refused = await call('POST', '/v1/companies', { body: { name: 'Guests', sandbox: true } });
  expect([refused.status, refused.body.error.details[0].code]).toEqual([422, 'no_sandbox']);
});
