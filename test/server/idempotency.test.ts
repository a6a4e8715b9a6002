import { expect, test } from 'vitest';
import { failOnDrift, startHarness } from './harness.ts';

failOnDrift();

const template = { name: 'Spring', titles: ['Buy'], descriptions: ['Now'] };

test('the same request with the same key is carried out once and answered twice', async () => {
  const { call } = await startHarness();
  const headers = { 'idempotency-key': 'first' };
  const one = await call('POST', '/v1/ad-copy-templates', { body: template, headers });
  const two = await call('POST', '/v1/ad-copy-templates', {
    body: { descriptions: ['Now'], titles: ['Buy'], name: 'Spring' },
    headers,
  });
  expect([one.status, two.status]).toEqual([201, 201]);
  expect(two.body).toEqual(one.body);
  expect([one.headers.get('idempotent-replay'), two.headers.get('idempotent-replay')]).toEqual([
    null,
    'true',
  ]);
  expect(two.headers.get('x-request-id')).not.toBe(one.headers.get('x-request-id'));
  expect((await call('GET', '/v1/ad-copy-templates')).body.pagination.total).toBe(1);
});

test('the same key with another body is a conflict', async () => {
  const { call } = await startHarness();
  const headers = { 'idempotency-key': 'first' };
  await call('POST', '/v1/ad-copy-templates', { body: template, headers });
  const other = await call('POST', '/v1/ad-copy-templates', {
    body: { ...template, name: 'Autumn' },
    headers,
  });
  expect([other.status, other.body.error.code]).toEqual([409, 'conflict']);
});

test('of two at once one works and nothing is made twice', async () => {
  const { call } = await startHarness();
  const headers = { 'idempotency-key': 'race' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      call('POST', '/v1/ad-copy-templates', { body: template, headers }),
    ),
  );
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  expect((await call('GET', '/v1/ad-copy-templates')).body.pagination.total).toBe(1);
});

test('a refusal is not kept: the corrected request may use the key', async () => {
  const { call } = await startHarness();
  const headers = { 'idempotency-key': 'again' };
  expect(
    (await call('POST', '/v1/ad-copy-templates', { body: { ...template, titles: [] }, headers }))
      .status,
  ).toBe(422);
  expect((await call('POST', '/v1/ad-copy-templates', { body: template, headers })).status).toBe(
    201,
  );
});

test('companies and paths do not share keys', async () => {
  const { call, foreignKey } = await startHarness();
  const headers = { 'idempotency-key': 'shared' };
  await call('POST', '/v1/ad-copy-templates', { body: template, headers });
  expect((await call('POST', '/v1/workspaces', { body: { name: 'One' }, headers })).status).toBe(
    201,
  );
  const foreign = await call('POST', '/v1/ad-copy-templates', {
    key: foreignKey,
    body: template,
    headers,
  });
  expect([foreign.status, foreign.headers.get('idempotent-replay')]).toEqual([201, null]);
});

test('after a day the key is free again', async () => {
  const { call, clock } = await startHarness();
  const headers = { 'idempotency-key': 'daily' };
  await call('POST', '/v1/ad-copy-templates', { body: template, headers });
  await clock.advance(24 * 60 * 60 * 1000);
  const next = await call('POST', '/v1/ad-copy-templates', { body: template, headers });
  expect([next.status, next.headers.get('idempotent-replay')]).toEqual([201, null]);
});

test('a secret that is kept for replay is sealed', async () => {
  const { call, ports, companyId } = await startHarness();
  const headers = { 'idempotency-key': 'secret' };
  const one = await call('POST', '/v1/keys', { body: { name: 'Once' }, headers });
  const two = await call('POST', '/v1/keys', { body: { name: 'Once' }, headers });
  expect(two.body.key).toBe(one.body.key);
  const { items } = await ports.store.find({ name: 'idempotency', index: {} }, companyId);
  expect(items).toHaveLength(1);
  expect(JSON.stringify(items)).not.toContain(one.body.key);
});

test.each(['', 'x'.repeat(256)])('a key of the wrong length is refused', async (key) => {
  const { call } = await startHarness();
  const refused = await call('POST', '/v1/ad-copy-templates', {
    body: template,
    headers: { 'idempotency-key': key },
  });
  expect(refused.status).toBe(400);
});
