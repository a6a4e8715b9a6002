import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { dashboard } from './mcp-oauth.ts';
import { asks, type SignedIn, signedIn } from './people-fixture.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const [empty = '', adSet = ''] = seed.emptyAdSets(eur, 'traffic');

let fixture: ServiceFixture;
let manager: SignedIn;
let as: ReturnType<typeof asks>;
beforeAll(async () => {
  fixture = await startServiceFixture({ settings: { dashboard } });
  manager = await signedIn(fixture, { role: 'manager', workspaces: [] });
  as = asks(fixture, manager);
});
afterAll(() => fixture.worker.stop());

const rename = (name: string) => ({
  operation: 'manage.rename',
  input: { businessId: eur, entityType: 'adset', entityId: adSet, name },
});
const plan = async (step: object, ask = as): Promise<string> =>
  (await ask('POST', '/v1/approvals', { body: { operations: [step] } })).body.digest;
const share = async (digest: string, ask = as) =>
  ask('POST', `/v1/approvals/${digest}/links`, { body: { for: 'Client Ltd' } });
const tokenOf = (url: string): string => url.split('#/decide/')[1] ?? '';
const guest = (token: string, more: object = {}) =>
  fixture.call('POST', '/dashboard/approval', {
    key: null,
    body: { token, ...more },
    headers: { 'user-agent': 'A browser' },
  });
const shared = async (name: string) => {
  const digest = await plan(rename(name));
  return { digest, token: tokenOf((await share(digest)).body.url) };
};
const read = async (digest: string) => (await as('GET', `/v1/approvals/${digest}`)).body;

describe('a link for a person without an account', () => {
  test('shows one plan in words, and takes the decision, which the plan keeps with who opened it', async () => {
    const { digest, token } = await shared('By a client');
    const { body } = await guest(token);
    expect(body).toMatchObject({ for: 'Client Ltd', status: 'awaiting_approval', decided: false });
    expect(body.summary[0]).toContain('“By a client”');
    expect(body.from).toContain(manager.email);
    expect(JSON.stringify(body)).not.toContain(digest);
    expect((await guest(token, { decision: 'approve', name: 'Bea' })).body).toMatchObject({
      status: 'approved',
    });
    const { approved, links } = await read(digest);
    expect(approved).toMatchObject({ by: links[0].id, person: 'Bea, by a link for Client Ltd' });
    expect(links).toMatchObject([
      {
        for: 'Client Ltd',
        by: manager.id,
        opened: [{ agent: 'A browser' }],
        decided: { name: 'Bea', decision: 'approve', agent: 'A browser' },
      },
    ]);
    expect((await as('POST', `/v1/approvals/${digest}/apply`, { body: {} })).body.status).toBe(
      'applied',
    );
    const actions = (await fixture.call('GET', '/v1/audit?limit=20')).body.data.map(
      ({ action }: { action: string }) => action,
    );
    expect(actions).toEqual(expect.arrayContaining(['plan.share', 'plan.open', 'plan.approve']));
  });

  test('takes one decision, and none about a plan that is decided', async () => {
    const { digest, token } = await shared('Once');
    const other = tokenOf((await share(digest)).body.url);
    expect((await guest(token, { decision: 'decline', name: 'Bea' })).body.status).toBe('declined');
    expect(
      (await guest(token, { decision: 'approve', name: 'Bea' })).body.error.details[0].code,
    ).toBe('link_used');
    expect(
      (await guest(other, { decision: 'approve', name: 'Bea' })).body.error.details[0].code,
    ).toBe('plan_declined');
    expect((await read(digest)).status).toBe('declined');
  });

  test('wants a name, and is nothing without its whole token', async () => {
    const { token } = await shared('Named');
    expect((await guest(token, { decision: 'approve' })).body.error.details[0]).toMatchObject({
      path: 'name',
      code: 'missing_field',
    });
    for (const wrong of ['', 'x', `${token.slice(0, -3)}aaa`, token.slice(0, -3)]) {
      const { status, body } = await guest(wrong);
      expect([status, body.error.details?.[0]?.code]).toEqual([401, 'link_over']);
    }
  });

  test('is worth what the person is worth who made it', async () => {
    const { id, headers } = await signedIn(fixture, { role: 'manager', workspaces: [] });
    const ask = asks(fixture, { headers });
    const digest = await plan(rename('Lost right'), ask);
    const token = tokenOf((await share(digest, ask)).body.url);
    expect((await guest(token, { decision: 'approve', name: 'Bea' })).body.status).toBe('approved');
    await fixture.call('PATCH', `/v1/people/${id}`, { body: { role: 'viewer' } });
    const { body } = await as('POST', `/v1/approvals/${digest}/apply`, { body: {} });
    expect(body.error.details[0].code).toBe('approval_required');
    expect((await share(await plan(rename('No right')), ask)).status).toBe(403);
  });

  test('does not stand for another person where one is wanted and its maker planned it', async () => {
    await fixture.call('PUT', '/v1/approval-policy', { body: { approver: 'another-key' } });
    const { digest, token } = await shared('Own plan');
    expect(
      (await guest(token, { decision: 'approve', name: 'Bea' })).body.error.details[0].code,
    ).toBe('another_key');
    const others = tokenOf(
      (await share(digest, (method, path, options) => fixture.call(method, path, options))).body
        .url,
    );
    expect((await guest(others, { decision: 'approve', name: 'Bea' })).body.status).toBe(
      'approved',
    );
    await fixture.call('PUT', '/v1/approval-policy', { body: { approver: 'anyone' } });
  });

  test('is out of reach of keys that only plan', async () => {
    const key = await fixture.keyWith('plan');
    const digest = await plan(rename('By a model'), (method, path, options) =>
      fixture.call(method, path, { ...options, key }),
    );
    expect(
      (
        await share(digest, (method, path, options) =>
          fixture.call(method, path, { ...options, key }),
        )
      ).status,
    ).toBe(403);
  });

  test('shows ads as they will look', async () => {
    const { url } = await fixture.uploadAs('guest.png', await png());
    const ad = {
      adName: 'Seen',
      adAccountId: eur,
      page: seed.page,
      secondary: seed.profile,
      link: 'https://example.com',
      media: [{ url }],
    };
    const digest = await plan({
      operation: 'launch',
      input: { ads: [{ ...ad, adSets: [empty] }] },
    });
    const { body } = await guest(tokenOf((await share(digest)).body.url));
    expect(body.previews.data[0]).toMatchObject({
      name: 'Seen',
      cards: expect.arrayContaining([expect.objectContaining({ label: expect.any(String) })]),
    });
  });

  test('ends after a day', async () => {
    const { token } = await shared('Late');
    fixture.clock.step(24 * 3_600_000 + 1);
    expect((await guest(token)).status).toBe(401);
    expect((await guest(token, { decision: 'approve', name: 'Bea' })).status).toBe(401);
  });
});
