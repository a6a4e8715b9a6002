import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../core/access/caller.ts';
import { createCallCounter } from '../../core/access/company-calls.ts';
import { mintKey } from '../../core/access/keys.ts';
import type { Store } from '../../core/ports/store.ts';
import { createApp } from '../../server/app.ts';
import { openCheckedHandle, openCompanyHandle } from '../../server/embed/company.ts';
import { png } from '../samples/media.ts';
import { type Called, failOnDrift, startHarness } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

test('a sandbox company starts with accounts nobody else sees, and with what a first launch needs', async () => {
  const { status, body } = await fixture.call('POST', '/v1/companies', {
    body: { name: 'Guests', sandbox: true },
  });
  expect(status).toBe(201);
  const key = body.adminKey;
  const accounts = (await fixture.call('GET', '/v1/adaccounts', { key })).body.data.map(
    ({ id }: { id: string }) => id,
  );
  const own = (await fixture.call('GET', '/v1/adaccounts')).body.data.map(
    ({ id }: { id: string }) => id,
  );
  expect(accounts.length).toBeGreaterThan(0);
  expect(accounts.filter((id: string) => own.includes(id))).toEqual([]);
  expect(
    (await fixture.call('GET', `/v1/adsets?accountId=${accounts[0]}`, { key })).body.data.length,
  ).toBeGreaterThan(0);
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

/** A company of the fixture, connected to nothing. */
async function tenant(name: string) {
  const { body } = await fixture.call('POST', '/v1/companies', { body: { name } });
  return {
    id: body.companyId as string,
    key: body.adminKey as string,
    path: `/v1/companies/${body.companyId}`,
  };
}
const refusalOf = ({ status, body }: Called) => [
  status,
  body.error.code,
  body.error.details?.[0]?.code,
];

describe('companies for an operator', () => {
  test('are listed page by page, the oldest first, and found by a part of their name', async () => {
    for (const name of ['Harbour One', 'harbour two', 'Lighthouse']) await tenant(name);
    const { body } = await fixture.call('GET', '/v1/companies?search=HARB&limit=1');
    expect(body.data).toMatchObject([{ status: 'active', suspendedAt: null, deleteAt: null }]);
    expect(body.data[0].name).toMatch(/^harbour (one|two)$/i);
    expect(body.pagination).toEqual({ offset: 0, limit: 1, total: 2, hasMore: true });
    const all = (await fixture.call('GET', '/v1/companies?limit=200')).body.data;
    const times = all.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times).toEqual([...times].sort());
    expect(all.map(({ id }: { id: string }) => id)).toContain(fixture.companyId);
  });

  test('show what they use', async () => {
    const { body: made } = await fixture.call('POST', '/v1/companies', {
      body: { name: 'Busy', sandbox: true },
    });
    const key = made.adminKey;
    const request = await launchOf(key, 'Busy');
    const launched = await fixture.call('POST', '/v1/launch', { key, body: request });
    expect(launched.status).toBe(202);
    await ended(launched.body.adBatchId, key);
    await fixture.call('POST', '/v1/drafts', { key, body: { name: 'x', ads: [] } });
    const { company, usage } = (await fixture.call('GET', `/v1/companies/${made.companyId}`)).body;
    expect(company).toMatchObject({ id: made.companyId, name: 'Busy', status: 'active' });
    expect(usage).toMatchObject({
      batches: 1,
      adsLaunched: 1,
      keys: 1,
      openPlans: 0,
      calls: 0,
      exports: 0,
      savedReports: 0,
    });
    expect(usage.month).toBe(new Date(fixture.clock.now()).toISOString().slice(0, 7));
    expect(usage.adAccounts).toBe(
      (await fixture.call('GET', '/v1/adaccounts', { key })).body.pagination.total,
    );
    expect(usage.connections).toBe(
      (await fixture.call('GET', '/v1/connections', { key })).body.pagination.total,
    );
    expect(usage.mediaBytes).toBe((await png()).length);
  });

  test('are renamed and limited, and limits are taken back with null', async () => {
    const { key, path } = await tenant('Noisy');
    const limits = { readsPerMinute: 2, webhooks: 0 };
    const { body } = await fixture.call('PATCH', path, { body: { name: 'Quiet', limits } });
    expect(body.company).toMatchObject({
      name: 'Quiet',
      limits: { readsPerMinute: 2, writesPerMinute: null, webhooks: 0 },
    });
    const asked = [];
    for (let i = 0; i < 3; i++) asked.push(await fixture.call('GET', '/v1/me', { key }));
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(refusalOf(asked[2] as Called)).toEqual([429, 'rate_limit_exceeded', 'company_limit']);
    const hook = await fixture.call('POST', '/v1/webhooks', {
      key,
      body: { url: 'https://hooks.example/quiet' },
    });
    expect(refusalOf(hook)).toEqual([422, 'unprocessable_entity', 'too_many_webhooks']);
    await fixture.call('PATCH', path, { body: { limits: { readsPerMinute: null } } });
    expect((await fixture.call('GET', '/v1/me', { key })).body.company.name).toBe('Quiet');
    expect((await fixture.call('GET', path)).body.company.limits).toEqual({
      readsPerMinute: null,
      writesPerMinute: null,
      webhooks: 0,
      adsPerMonth: null,
      mediaBytes: null,
    });
  });

  test('a suspended company is let in nowhere until it is resumed, and both are in two audits', async () => {
    const { id, key, path } = await tenant('Owing');
    const suspended = await fixture.call('POST', `${path}/suspend`);
    expect(suspended.body.company).toMatchObject({
      status: 'suspended',
      suspendedAt: expect.any(String),
    });
    expect((await fixture.call('POST', `${path}/suspend`)).body).toEqual(suspended.body);
    expect(refusalOf(await fixture.call('GET', '/v1/me', { key }))).toEqual([
      403,
      'forbidden',
      'company_suspended',
    ]);
    expect(refusalOf(await fixture.call('POST', '/v1/drafts', { key, body: {} }))[2]).toBe(
      'company_suspended',
    );
    const caller: Caller = { companyId: id, keyId: 'embedded', scopes: ['admin'] };
    const handle = openCheckedHandle(fixture.ports, caller, new AbortController().signal);
    await expect(handle.accounts.list()).rejects.toMatchObject({
      code: 'forbidden',
      details: [{ code: 'company_suspended' }],
    });
    expect((await fixture.call('GET', '/v1/me')).status).toBe(200);
    await fixture.call('POST', `${path}/resume`);
    expect((await fixture.call('GET', '/v1/me', { key })).status).toBe(200);
    for (const of of [key, fixture.key]) {
      const { data } = (await fixture.call('GET', '/v1/audit?limit=200', { key: of })).body;
      const own = data.filter(({ subject }: { subject: string }) => subject === id);
      expect(own.map(({ action }: { action: string }) => action)).toEqual(
        expect.arrayContaining(['company.suspend', 'company.resume']),
      );
    }
  });

  test('what a suspended company has queued waits, and goes on when it is resumed', async () => {
    const { body: made } = await fixture.call('POST', '/v1/companies', {
      body: { name: 'Paused', sandbox: true },
    });
    const [key, path] = [made.adminKey, `/v1/companies/${made.companyId}`];
    const request = await launchOf(key, 'Paused');
    // Suspended before a worker can have taken the job.
    const { commit } = fixture.ports.store;
    let isSuspended = false;
    const suspending: Store = {
      ...fixture.ports.store,
      async commit(writes) {
        const conflict = await commit(writes);
        if (!isSuspended && writes.some(({ kind }) => kind.name === 'job')) {
          isSuspended = true;
          await fixture.call('POST', `${path}/suspend`);
        }
        return conflict;
      },
    };
    const caller: Caller = { companyId: made.companyId, keyId: 'embedded', scopes: ['admin'] };
    const company = openCompanyHandle(
      { ...fixture.ports, store: suspending },
      caller,
      new AbortController().signal,
    );
    const { adBatchId } = await company.launch(request as never);
    expect(isSuspended).toBe(true);
    for (let look = 0; look < 20; look++) await fixture.clock.sleep(60_000);
    expect((await company.batches.status({ id: adBatchId })).status).toBe('processing');
    expect((await company.batches.status({ id: adBatchId })).launchedAds).toEqual([]);
    await fixture.call('POST', `${path}/resume`);
    await ended(adBatchId, key);
    expect(
      (await fixture.call('GET', `/v1/batch-status/${adBatchId}`, { key })).body.launchedAds,
    ).toHaveLength(1);
  });

  test('the operator cannot lock himself out, nor the company the installation began with', async () => {
    const { id, path } = await tenant('Second operator');
    const { secret, write } = await mintKey(fixture.ports, id, { name: 'x', scopes: ['operator'] });
    await fixture.ports.store.commit([write]);
    for (const verb of ['suspend', 'delete']) {
      const named = (confirm: string) => (verb === 'delete' ? { confirm } : {});
      const body = named('Second operator');
      expect(
        refusalOf(await fixture.call('POST', `${path}/${verb}`, { key: secret, body }))[2],
      ).toBe('own_company');
      const first = `/v1/companies/${fixture.companyId}/${verb}`;
      expect(
        refusalOf(await fixture.call('POST', first, { key: secret, body: named('Own') }))[2],
      ).toBe('first_company');
    }
  });

  test('a deletion needs the name, suspends at once, and can be taken back', async () => {
    const { key, path } = await tenant('Leaving');
    const wrong = await fixture.call('POST', `${path}/delete`, { body: { confirm: 'leaving' } });
    expect(refusalOf(wrong)).toEqual([422, 'unprocessable_entity', 'confirm_with_name']);
    expect((await fixture.call('GET', '/v1/me', { key })).status).toBe(200);
    const { status, body } = await fixture.call('POST', `${path}/delete`, {
      body: { confirm: 'Leaving', withoutExport: true },
    });
    expect([status, body.company.status]).toEqual([202, 'deleting']);
    expect(Date.parse(body.company.deleteAt) - Date.parse(body.company.suspendedAt)).toBe(
      7 * 86_400_000,
    );
    expect(refusalOf(await fixture.call('GET', '/v1/me', { key }))[2]).toBe('company_suspended');
    await fixture.call('POST', `${path}/resume`);
    expect((await fixture.call('GET', path)).body.company).toMatchObject({
      status: 'active',
      deleteAt: null,
    });
    expect((await fixture.call('GET', '/v1/me', { key })).status).toBe(200);
  });

  test('a deletion waits for an export that was read to its end', async () => {
    const { id, path } = await tenant('Exported');
    const remove = () => fixture.call('POST', `${path}/delete`, { body: { confirm: 'Exported' } });
    const fetched = () =>
      fixture.app.request(`${path}/export`, {
        headers: { authorization: `Bearer ${fixture.key}` },
      });
    expect(refusalOf(await remove())).toEqual([409, 'conflict', 'not_exported']);
    const begun = (await fetched()).body?.getReader();
    await begun?.read();
    await begun?.cancel();
    expect(refusalOf(await remove())[2]).toBe('not_exported');
    const whole = await fetched();
    expect(whole.headers.get('content-disposition')).toContain(`${id}-`);
    const lines = (await whole.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([lines[0].kind, lines.at(-1).kind, lines.at(-1).documents]).toEqual([
      'export',
      'end',
      lines.length - 2,
    ]);
    expect((await fixture.call('GET', path)).body.company.exportedAt).toBe(lines[0].at);
    expect((await remove()).body.company).toMatchObject({ status: 'deleting' });
    expect((await fixture.call('GET', '/v1/companies/co_nobody/export')).status).toBe(404);
    const { data } = (await fixture.call('GET', '/v1/audit?limit=200')).body;
    const kept = data.filter(
      (entry: { action: string; subject: string }) =>
        entry.action === 'company.export' && entry.subject === id,
    );
    expect(kept).toHaveLength(1);
  });

  test('a key for support is a key of the company, and never one of the operator', async () => {
    const { id, key, path } = await tenant('Helped');
    const { status, body } = await fixture.call('POST', `${path}/keys`, {
      body: { name: 'Support', scopes: ['read'] },
    });
    expect(status).toBe(201);
    expect((await fixture.call('GET', '/v1/me', { key: body.key })).body.company.id).toBe(id);
    const names = (await fixture.call('GET', '/v1/keys', { key })).body.data.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toContain('Support');
    const operator = await fixture.call('POST', `${path}/keys`, {
      body: { name: 'x', scopes: ['operator'] },
    });
    expect(operator.status).toBe(422);
  });

  test.each(['GET', 'PATCH'])('%s of a company that is not there answers 404', async (method) => {
    const answer = await fixture.call(
      method,
      '/v1/companies/co_nobody',
      method === 'PATCH' ? { body: { name: 'x' } } : {},
    );
    expect(refusalOf(answer)[1]).toBe('not_found');
  });
});

/** A launch of one ad on an account that a company has on the sandbox. */
async function launchOf(key: string, adName: string): Promise<object> {
  const form = new FormData();
  form.set('file', new File([Uint8Array.from(await png())], `${adName}.png`));
  const headers = { authorization: `Bearer ${key}` };
  const uploaded = await fixture.app.request('/v1/media/upload', {
    method: 'POST',
    headers,
    body: form,
  });
  const { url } = (await uploaded.json()) as { url: string };
  const accounts = (await fixture.call('GET', '/v1/adaccounts?limit=200', { key })).body.data;
  const { id } = accounts.find(({ platform }: { platform: string }) => platform === 'primary');
  const adSets = (
    await fixture.call('GET', `/v1/adsets?accountId=${id}&status=ACTIVE&limit=200`, { key })
  ).body.data;
  const { value } = adSets.find(({ adCount }: { adCount: number }) => adCount === 0);
  const [{ page, secondary }] = (await fixture.call('GET', `/v1/profiles?accountId=${id}`, { key }))
    .body.data;
  return {
    ads: [
      { adName, adAccountId: id, page, secondary, link: 'https://example.com', media: [{ url }] },
    ],
    adSets: [value],
  };
}

async function ended(batchId: number, key: string): Promise<void> {
  while (
    (await fixture.call('GET', `/v1/batch-status/${batchId}`, { key })).body.status === 'processing'
  )
    await fixture.clock.sleep(1_000);
}

test('the requests of a company are counted for its month, also while the store is away', async () => {
  const { ports, companyId } = await startHarness();
  let away = false;
  const store: Store = {
    ...ports.store,
    commit: (writes) => (away ? Promise.reject(new Error('away')) : ports.store.commit(writes)),
  };
  const counter = createCallCounter({ store, clock: ports.clock });
  const app = createApp(ports, { readLimit: 100, writeLimit: 100, calls: counter });
  const { secret, write } = await mintKey(ports, companyId, {
    name: 'counted',
    scopes: ['operator', 'read'],
  });
  await ports.store.commit([write]);
  const headers = { authorization: `Bearer ${secret}` };
  const ask = async (path: string) => (await app.request(path, { headers })).json();
  const calls = async () => (await ask(`/v1/companies/${companyId}`)).usage.calls;
  expect(await calls()).toBe(0);
  away = true;
  await counter.flush();
  away = false;
  await ask('/v1/me');
  await app.request('/v1/health');
  await counter.flush();
  expect(await calls()).toBe(2);
});
