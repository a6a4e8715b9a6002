import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { operationsFor } from '../../core/features/registry.ts';
import { batchKind } from '../../core/launch/journal/records.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { call, connectOver } from './mcp-client.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const [adSet = ''] = seed.emptyAdSets(eur, 'traffic');

let fixture: ServiceFixture;
let ad: object;
beforeAll(async () => {
  fixture = await startServiceFixture();
  const { url } = await fixture.uploadAs('names.png', await png());
  const who = { page: seed.page, secondary: seed.profile };
  ad = {
    adName: 'Named',
    adAccountId: eur,
    ...who,
    link: 'https://example.com',
    media: [{ url }],
    adSets: [adSet],
  };
});
afterAll(() => fixture.worker.stop());

const faults = async (method: string, path: string, body?: object) => {
  const answer = await fixture.call(method, path, body === undefined ? {} : { body });
  const details = (answer.body.error?.details ?? []) as readonly {
    path: string;
    code: string;
    message: string;
  }[];
  return [
    answer.status,
    ...details.map(({ path: at, code, message }) => `${code} ${at}: ${message}`),
  ];
};
const refused = (path: string, near: string) => [
  422,
  expect.stringMatching(`^unknown_field ${path}: .*nothing was done.*${near}`),
];
const batches = () => fixture.ports.store.count(batchKind, fixture.companyId);

describe('unknown names that could cost something are refused', () => {
  test('a launch that was to be a dry run is none', async () => {
    const before = await batches();
    expect(await faults('POST', '/v1/launch?dryRun=true', { ads: [ad] })).toEqual(
      refused('dryRun', ''),
    );
    expect(await faults('POST', '/v1/launch', { ads: [ad], validateOnly: true })).toEqual(
      refused('validateOnly', ''),
    );
    expect(await faults('POST', '/v1/launch', { ads: [{ ...ad, daily_budget: 5 }] })).toEqual(
      refused('ads\\[0\\].daily_budget', ''),
    );
    expect(await batches()).toBe(before);
  });

  test.each([
    [
      'POST',
      '/v1/manage/update-status',
      { businessId: eur, entityType: 'adset', entityIds: [adSet], newStatus: 'PAUSED' },
    ],
    [
      'POST',
      '/v1/manage/update-budget',
      { businessId: eur, entityType: 'adset', entityId: adSet, dailyBudget: 20 },
    ],
    [
      'POST',
      '/v1/manage/create-campaign',
      { accountId: eur, name: 'N', objective: 'OUTCOME_TRAFFIC' },
    ],
    ['POST', '/v1/manage/update-adset', { accountId: eur, adSetId: adSet, name: 'N' }],
    ['POST', '/v1/manage/duplicate-adset', { accountId: eur, adsetId: adSet }],
  ])('%s %s', async (method, path, body) => {
    for (const name of ['preview', 'test', 'spendCapp', 'maxBid', 'limit_per_day', 'budgetMax'])
      expect([name, ...(await faults(method, path, { ...body, [name]: 1 }))]).toEqual([
        name,
        ...refused(name, ''),
      ]);
    expect(await faults(method, `${path}?mode=fast`, body)).toEqual(refused('mode', ''));
    // Anything else is ignored, and warned of.
    const other = await fixture.call(method, path, {
      body: { ...body, caption: 'x', colour: 'red' },
    });
    expect([other.status, other.body.warnings.map((each: { path: string }) => each.path)]).toEqual([
      200,
      expect.arrayContaining(['caption', 'colour']),
    ]);
  });

  test('a plan, and the question what a limit would say, refuse them too', async () => {
    const input = {
      businessId: eur,
      entityType: 'adset',
      entityIds: [adSet],
      newStatus: 'PAUSED',
      dryRun: true,
    };
    expect(
      await faults('POST', '/v1/approvals', {
        operations: [{ operation: 'manage.updateStatus', input }],
      }),
    ).toEqual(refused('dryRun', ''));
    const request = { operation: 'manage.updateStatus', request: input };
    expect(await faults('POST', '/v1/guardrails/check', request)).toEqual(refused('dryRun', ''));
    const client = await connectOver(
      (url, init) => Promise.resolve(fixture.app.request(url, init)),
      fixture.key,
    );
    const told = await call(client, 'call_action', { action: 'manage.updateStatus', input });
    expect([told.isError, told.text]).toEqual([true, expect.stringContaining('unknown_field')]);
  });

  test('a file that is uploaded takes no question', async () => {
    const form = new FormData();
    form.set('file', new File([Uint8Array.from(await png())], 'x.png'));
    const headers = { authorization: `Bearer ${fixture.key}` };
    const answer = await fixture.app.request('/v1/media/upload?dryRun=1', {
      method: 'POST',
      headers,
      body: form,
    });
    expect(answer.status).toBe(422);
  });
});

describe('what administers refuses every unknown member', () => {
  test.each([
    ['POST', '/v1/keys', { name: 'k', scopes: ['read'] }, 'networks', 'addresses'],
    ['POST', '/v1/keys', { name: 'k', scopes: ['read'] }, 'expires', 'expiresAt'],
    ['POST', '/v1/workspaces', { name: 'w' }, 'colour', 'name'],
    ['PUT', '/v1/approval-policy', { approver: 'anyone' }, 'approvers', 'approver'],
    ['PUT', '/v1/guardrails', { currencies: {}, accounts: {} }, 'account', 'accounts'],
    [
      'POST',
      '/v1/webhooks',
      { url: 'https://hooks.example/x', events: ['batch.finished'] },
      'secrets',
      '',
    ],
    ['PUT', '/v1/lead-watches', { accountId: eur }, 'destinations', ''],
    ['POST', '/v1/companies', { name: 'c' }, 'plan', ''],
  ])('%s %s', async (method, path, body, name, near) => {
    expect(await faults(method, path, { ...body, [name]: ['x'] })).toEqual(refused(name, near));
    expect((await fixture.call(method, path, { body })).status).toBeLessThan(300);
  });

  test('which operations these are follows from their declarations', () => {
    const strict = operationsFor(Object.values(fixture.ports.platforms))
      .filter(({ isStrict }) => isStrict)
      .map(({ name }) => name.split('.')[0]);
    for (const group of [
      'keys',
      'people',
      'invites',
      'guardrails',
      'approvals',
      'webhooks',
      'workspaces',
      'connections',
    ])
      expect(strict).toContain(group);
    for (const group of ['grants', 'leadWatches', 'companies']) expect(strict).toContain(group);
  });
});

test('names in snake_case and other spellings stay known', async () => {
  const body = { business_id: eur, entity_type: 'adset', ids: [adSet], new_status: 'PAUSED' };
  const { status, body: answer } = await fixture.call('POST', '/v1/manage/update-status', { body });
  expect([status, answer.warnings]).toEqual([200, undefined]);
});
