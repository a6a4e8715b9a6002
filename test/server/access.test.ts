import { describe, expect, test } from 'vitest';
import { auditKind } from '../../core/access/audit.ts';
import { chainAudit } from '../../core/access/audit-chain.ts';
import { changeDocument } from '../../core/records/change.ts';
import { auditCheck } from '../../server/local/doctor/audit-check.ts';
import { failOnDrift, startHarness } from './harness.ts';

failOnDrift();

test('a key is shown once, stored as a hash, recognised by its first characters', async () => {
  const { call, clock, ports } = await startHarness();
  await clock.advance(1);
  const created = await call('POST', '/v1/keys', { body: { name: 'Sheet' } });
  expect(created.status).toBe(201);
  expect(created.body.key).toMatch(/^ak_[0-9a-f]{64}$/);
  expect(created.body.scopes).toEqual(['read', 'launch', 'manage']);

  const listed = await call('GET', '/v1/keys');
  expect(listed.body.data[0]).toMatchObject({
    id: created.body.id,
    prefix: created.body.key.slice(0, 8),
    lastUsedAt: null,
  });
  expect(JSON.stringify(listed.body)).not.toContain(created.body.key);
  const kept = await ports.store.get(
    { name: 'key', index: {} },
    'system',
    await ports.secrets.sha256(created.body.key),
  );
  expect(kept).toBeDefined();
  expect(JSON.stringify(kept?.doc)).not.toContain(created.body.key);
});

test('a revoked key is refused by the very next request', async () => {
  const { call } = await startHarness();
  const { body: created } = await call('POST', '/v1/keys', { body: { name: 'Short-lived' } });
  expect((await call('GET', '/v1/me', { key: created.key })).status).toBe(200);
  expect((await call('DELETE', `/v1/keys/${created.id}`)).status).toBe(200);
  expect((await call('GET', '/v1/me', { key: created.key })).status).toBe(401);
  expect((await call('DELETE', `/v1/keys/${created.id}`)).status).toBe(404);
});

test('a key expires when it said it would', async () => {
  const { call, clock } = await startHarness();
  const expiresAt = new Date(clock.now() + 60_000).toISOString();
  const { body } = await call('POST', '/v1/keys', { body: { name: 'Brief', expiresAt } });
  await clock.advance(59_999);
  expect((await call('GET', '/v1/me', { key: body.key })).status).toBe(200);
  await clock.advance(1);
  const late = await call('GET', '/v1/me', { key: body.key });
  expect(late.status).toBe(401);
  expect(late.body.error.message).toContain('expired');
});

test('a key that would expire in the past is refused', async () => {
  const { call } = await startHarness();
  const refused = await call('POST', '/v1/keys', {
    body: { name: 'Late', expiresAt: '2001-01-01T00:00:00Z' },
  });
  expect([refused.status, refused.body.error.details[0].path]).toEqual([422, 'expiresAt']);
});

test('the last use of a key is noted', async () => {
  const { call, clock, keyWith } = await startHarness();
  const used = await keyWith('read');
  await call('GET', '/v1/me', { key: used });
  const { body } = await call('GET', '/v1/keys');
  const row = body.data.find((each: { name: string }) => each.name === 'read');
  expect(row.lastUsedAt).toBe(new Date(clock.now()).toISOString());
});

test.each([
  ['nothing at all', {}, 'missing'],
  ['x-api-key', { 'x-api-key': 'ak_1' }, 'x-api-key'],
  ['a bare key', { authorization: 'ak_123' }, 'Bearer is missing'],
  ['another scheme', { authorization: 'Basic dTpw' }, 'Only the scheme Bearer'],
  ['an empty Bearer', { authorization: 'Bearer' }, 'no API key'],
  ['something else than a key', { authorization: 'Bearer sk-live-1' }, 'start with ak_'],
  ['an unknown key', { authorization: `Bearer ak_${'0'.repeat(64)}` }, 'not known'],
])('a request with %s is told what is wrong', async (_what, headers, words) => {
  const { call } = await startHarness();
  const refused = await call('GET', '/v1/me', {
    key: null,
    headers: headers as { [name: string]: string },
  });
  expect(refused.status).toBe(401);
  expect(refused.body.success).toBe(false);
  expect(refused.body.error.code).toBe('unauthorized');
  expect(refused.body.error.message).toContain(words);
});

test('a key in the address is refused with the reason', async () => {
  const { call, key } = await startHarness();
  const refused = await call('GET', `/v1/me?api_key=${key}`, { key: null });
  expect(refused.status).toBe(401);
  expect(refused.body.error.message).toContain('address');
});

test('launch and manage include read; nothing but admin includes admin; nothing includes operator', async () => {
  const { call, keyWith } = await startHarness();
  for (const scope of ['read', 'launch', 'manage', 'admin'] as const) {
    const key = await keyWith(scope);
    expect((await call('GET', '/v1/me', { key })).status).toBe(200);
    expect((await call('GET', '/v1/keys', { key })).status).toBe(scope === 'admin' ? 200 : 403);
    expect((await call('POST', '/v1/companies', { key, body: { name: 'X' } })).status).toBe(403);
  }
});

test('me and user/extended2 say who asks', async () => {
  const { call, companyId } = await startHarness();
  const me = await call('GET', '/v1/me');
  expect(me.body).toMatchObject({
    company: { id: companyId, name: 'Own' },
    defaultWorkspace: { slug: 'main' },
    defaultAdAccount: null,
    launchLimits: { ads: 500, creations: 5_000 },
  });
  expect((await call('GET', '/v1/user/extended2')).body).toEqual(me.body);
  const raised = await startHarness({ ports: { launchLimits: { ads: 900, creations: 9_000 } } });
  expect((await raised.call('GET', '/v1/me')).body.launchLimits).toEqual({
    ads: 900,
    creations: 9_000,
  });
});

test('a workspace slug is unique in its company', async () => {
  const { call, foreignKey } = await startHarness();
  const first = await call('POST', '/v1/workspaces', { body: { name: 'Été à Paris!' } });
  expect([first.status, first.body.slug]).toEqual([201, 'ete-a-paris']);
  const second = await call('POST', '/v1/workspaces', {
    body: { name: 'Other', slug: 'ete-a-paris' },
  });
  expect([second.status, second.body.error.details[0].code]).toEqual([409, 'slug_taken']);
  expect(
    (await call('POST', '/v1/workspaces', { key: foreignKey, body: { name: 'Été à Paris' } }))
      .status,
  ).toBe(201);
  expect((await call('GET', '/v1/workspaces')).body.pagination).toEqual({
    offset: 0,
    limit: 50,
    total: 2,
    hasMore: false,
  });
});

test('a new company has a key of its own and sees nothing of others', async () => {
  const { call } = await startHarness();
  const { body } = await call('POST', '/v1/companies', { body: { name: 'Third' } });
  expect((await call('GET', '/v1/me', { key: body.adminKey })).body.company).toEqual({
    id: body.companyId,
    name: 'Third',
  });
  expect((await call('GET', '/v1/keys', { key: body.adminKey })).body.data).toHaveLength(1);
});

test('what was done stands in the audit trail, the latest first', async () => {
  const { call, clock } = await startHarness();
  await clock.advance(1);
  const { body: key } = await call('POST', '/v1/keys', { body: { name: 'Traced' } });
  await clock.advance(1);
  await call('DELETE', `/v1/keys/${key.id}`);
  const { body } = await call('GET', '/v1/audit?limit=2');
  expect(
    body.data.map(({ action, subject }: { action: string; subject: string }) => [action, subject]),
  ).toEqual([
    ['key.revoke', key.id],
    ['key.create', key.id],
  ]);
  expect(JSON.stringify(body)).not.toContain(key.key);
});

test('the audit trail says whether its chain is whole, and which entry is broken first', async () => {
  const { call, ports, companyId } = await startHarness();
  await call('POST', '/v1/keys', { body: { name: 'Traced' } });
  expect((await call('GET', '/v1/audit')).body).not.toHaveProperty('verified');
  await chainAudit(ports, companyId);
  const whole = (await call('GET', '/v1/audit?verify=true')).body;
  expect(whole.verified).toMatchObject({ ok: true, waiting: 0, beforeChain: 0, firstBroken: null });
  expect(whole.verified.chained).toBe(whole.pagination.total);
  const first = whole.data.find(({ chain }: { chain: { seq: number } }) => chain.seq === 1);
  await changeDocument(ports.store, auditKind, {
    companyId,
    id: first.id,
    change: (current) => ({
      doc: current && { ...current.doc, keyId: 'nobody' },
    }),
  });
  const { verified } = (await call('GET', '/v1/audit?verify=true')).body;
  expect(verified).toMatchObject({
    ok: false,
    firstBroken: { seq: 1, id: first.id, problem: 'This entry was changed.' },
  });
  expect(await auditCheck(ports.store)).toMatchObject({
    name: 'audit',
    ok: false,
    found: expect.stringContaining('entry 1'),
  });
});

describe('a key hands on no more than it has', () => {
  test('an operator’s key is revoked by operators alone', async () => {
    const fixture = await startHarness();
    const admin = await fixture.keyWith('admin');
    const { data } = (await fixture.call('GET', '/v1/keys')).body;
    const { id } = data.find(({ scopes }: { scopes: string[] }) => scopes.includes('operator'));
    const refused = await fixture.call('DELETE', `/v1/keys/${id}`, { key: admin });
    expect([refused.status, refused.body.error.details[0].code]).toEqual([403, 'operator_key']);
    expect((await fixture.call('GET', '/v1/me')).status).toBe(200);
    expect((await fixture.call('DELETE', `/v1/keys/${id}`)).status).toBe(200);
  });

  test('no scope it lacks', async () => {
    const fixture = await startHarness();
    const admin = await fixture.keyWith('admin');
    const refused = await fixture.call('POST', '/v1/keys', {
      key: admin,
      body: { name: 'x', scopes: ['read', 'operator'] },
    });
    expect([refused.status, refused.body.error.details[0].code]).toEqual([403, 'scope_lacking']);
    expect(
      (await fixture.call('POST', '/v1/keys', { body: { name: 'x', scopes: ['operator'] } }))
        .status,
    ).toBe(201);
  });

  test('no longer life than its own', async () => {
    const fixture = await startHarness();
    const end = new Date(fixture.clock.now() + 3_600_000).toISOString();
    const { key } = (
      await fixture.call('POST', '/v1/keys', {
        body: { name: 'short', scopes: ['admin'], expiresAt: end },
      })
    ).body;
    const mint = (expiresAt?: string) =>
      fixture.call('POST', '/v1/keys', { key, body: { name: 'x', expiresAt } });
    expect((await mint()).body.expiresAt).toBe(end);
    expect((await mint(end)).status).toBe(201);
    const later = await mint(new Date(fixture.clock.now() + 3_600_001).toISOString());
    expect([later.status, later.body.error.details[0].code]).toEqual([422, 'outlives_its_maker']);
    await fixture.clock.advance(3_600_000);
    expect((await mint()).status).toBe(401);
  });
});

test('a key is changed in name, scopes, end and workspace, from the next request on', async () => {
  const { call, clock } = await startHarness();
  const { key, id } = (
    await call('POST', '/v1/keys', { body: { name: 'Sheet', scopes: ['read'] } })
  ).body;
  const change = (body: object, by?: string) =>
    call('PATCH', `/v1/keys/${id}`, { body, ...(by && { key: by }) });
  expect((await call('POST', '/v1/ad-copy-templates', { key, body: {} })).status).toBe(403);
  const workspace = (await call('POST', '/v1/workspaces', { body: { name: 'Team' } })).body.id;
  const changed = await change({ name: 'Launcher', scopes: ['launch'], workspaceId: workspace });
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { id, name: 'Launcher', scopes: ['launch'], workspaceId: workspace, expiresAt: null },
  ]);
  expect(changed.body.key).toBeUndefined();
  expect((await call('POST', '/v1/ad-copy-templates', { key, body: {} })).status).toBe(400);
  const soon = new Date(clock.now() + 60_000).toISOString();
  expect((await change({ expiresAt: soon })).body).toMatchObject({
    name: 'Launcher',
    expiresAt: soon,
  });
  expect((await change({ expiresAt: null, workspaceId: null })).body).toMatchObject({
    expiresAt: null,
  });
  expect((await call('GET', `/v1/workspaces/${workspace}`)).body).toMatchObject({ keys: 0 });
  expect((await change({ expiresAt: '2020-01-01T00:00:00Z' })).body.error.details[0].code).toBe(
    'in_the_past',
  );
  expect((await change({ workspaceId: 'ws_none' })).body.error.details[0].code).toBe(
    'unknown_workspace',
  );
  expect((await call('PATCH', '/v1/keys/key_none', { body: { name: 'x' } })).status).toBe(404);
});

test('nobody gives a key more than he has, nor a longer life than his own', async () => {
  const { call, clock, keyWith } = await startHarness();
  const admin = await keyWith('admin');
  const { id } = (await call('POST', '/v1/keys', { body: { name: 'Sheet' } })).body;
  const raised = await call('PATCH', `/v1/keys/${id}`, {
    key: admin,
    body: { scopes: ['operator'] },
  });
  expect([raised.status, raised.body.error.details[0].code]).toEqual([403, 'scope_lacking']);
  const me = (await call('GET', '/v1/keys')).body.data.find(({ scopes }: { scopes: string[] }) =>
    scopes.includes('operator'),
  );
  const operators = await call('PATCH', `/v1/keys/${me.id}`, {
    key: admin,
    body: { name: 'Mine now' },
  });
  expect([operators.status, operators.body.error.details[0].code]).toEqual([403, 'operator_key']);
  const expiresAt = new Date(clock.now() + 3_600_000).toISOString();
  const short = (
    await call('POST', '/v1/keys', { body: { name: 'Short', scopes: ['admin'], expiresAt } })
  ).body.key;
  expect(
    (await call('PATCH', `/v1/keys/${id}`, { key: short, body: { name: 'Still' } })).body,
  ).toMatchObject({
    expiresAt: null,
  });
  expect(
    (await call('PATCH', `/v1/keys/${id}`, { key: short, body: { scopes: ['admin'] } })).body,
  ).toMatchObject({ expiresAt });
});

test('a workspace is read, renamed, made the default, and deleted once it is empty', async () => {
  const { call } = await startHarness();
  const { id: main } = (await call('GET', '/v1/workspaces')).body.data[0];
  const { id } = (await call('POST', '/v1/workspaces', { body: { name: 'Team' } })).body;
  const at = `/v1/workspaces/${id}`;
  expect((await call('GET', at)).body).toMatchObject({
    id,
    name: 'Team',
    isDefault: false,
    adAccounts: 0,
    keys: 0,
  });
  expect((await call('PATCH', at, { body: { name: 'Crew', slug: 'crew' } })).body).toMatchObject({
    name: 'Crew',
    slug: 'crew',
  });
  const taken = await call('PATCH', at, { body: { slug: 'main' } });
  expect([taken.status, taken.body.error.details[0].code]).toEqual([409, 'slug_taken']);
  // The former slug is free again.
  expect(
    (await call('POST', '/v1/workspaces', { body: { name: 'Other', slug: 'team' } })).status,
  ).toBe(201);
  expect((await call('PATCH', at, { body: { isDefault: true } })).body.isDefault).toBe(true);
  expect((await call('GET', '/v1/me')).body.defaultWorkspace).toMatchObject({ id });
  const refused = await call('DELETE', at);
  expect([refused.status, refused.body.error.details[0].code]).toEqual([409, 'default_workspace']);
  await call('PATCH', `/v1/workspaces/${main}`, { body: { isDefault: true } });
  expect((await call('DELETE', at)).status).toBe(200);
  expect((await call('GET', at)).status).toBe(404);
  expect(
    (await call('PATCH', `/v1/workspaces/${main}`, { body: { isDefault: false } })).status,
  ).toBe(422);
});
