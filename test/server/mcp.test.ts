import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { batchKind } from '../../core/launch/journal/records.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { call, connectOver, type McpOptions, type Person } from './mcp-client.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const [empty = '', other = ''] = seed.emptyAdSets(eur, 'traffic');

let fixture: ServiceFixture;
let key: string;
let ad: object;

beforeAll(async () => {
  fixture = await startServiceFixture({ settings: { readLimit: 10_000, writeLimit: 10_000 } });
  key = await fixture.keyWith('launch', 'manage');
  const { url } = await fixture.uploadAs('mcp.png', await png());
  ad = {
    adAccountId: eur,
    page: seed.page,
    secondary: seed.profile,
    link: 'https://example.com',
    media: [{ url }],
    adSets: [empty],
  };
});
afterAll(() => fixture.worker.stop());

const connect = (options: McpOptions = {}, as = key) =>
  connectOver(async (url, init) => fixture.app.request(url, init), as, options);
const batches = () => fixture.ports.store.count(batchKind, fixture.companyId);
const yes: Person = () => ({ action: 'accept', content: { approve: true } });
const launchOf = (adName: string) => ({ ads: [{ ...ad, adName }] });

describe('the tools', () => {
  test('are at most sixteen, and their list at most 8,000 tokens', async () => {
    const { tools } = await (await connect()).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_accounts',
      'find_entities',
      'get_entity',
      'query_report',
      'top_ads',
      'plan',
      'add_media',
      'stop',
      'search_actions',
      'call_action',
      'apply_plan',
    ]);
    // Three bytes a token is more than any tokenizer makes of JSON: this is an upper bound.
    const bytes = Buffer.byteLength(JSON.stringify(tools));
    expect(Math.ceil(bytes / 3)).toBeLessThanOrEqual(8_000);
    // What the list had when it was last changed on purpose, and 5 % more.
    expect(bytes).toBeLessThanOrEqual(LIST_BYTES * 1.05);
    for (const { name, annotations, outputSchema, inputSchema } of tools) {
      expect([name, inputSchema.additionalProperties, outputSchema?.type]).toEqual([
        name,
        false,
        'object',
      ]);
      expect(annotations?.readOnlyHint).toBe(
        !['add_media', 'stop', 'call_action', 'apply_plan'].includes(name),
      );
    }
  });

  test('are those a key can use', async () => {
    const { tools } = await (await connect({}, await fixture.keyWith('read'))).listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_accounts',
      'find_entities',
      'get_entity',
      'query_report',
      'top_ads',
      'search_actions',
      'call_action',
    ]);
  });

  test('read accounts, things and figures, with the texts of others marked as data', async () => {
    const client = await connect();
    const accounts = await call(client, 'list_accounts', { platform: 'primary' });
    const account = accounts.rows.find(({ id }: { id: string }) => id === eur);
    expect(account).toMatchObject({ currency: 'EUR', untrusted: { name: expect.any(String) } });
    expect(account.name).toBeUndefined();
    const adSets = await call(client, 'find_entities', {
      kind: 'ad_set',
      accountId: eur,
      limit: 3,
    });
    expect([adSets.shown, adSets.total > 3]).toEqual([3, true]);
    const dates = { startDate: '2026-11-01', endDate: '2026-11-07' };
    const report = await call(client, 'query_report', {
      accountIds: [eur],
      ...dates,
      groupBy: ['campaignName'],
    });
    expect(report.rows[0]).toMatchObject({
      spend: expect.any(Number),
      untrusted: { campaignName: expect.any(String) },
    });
    expect(
      (await call(client, 'top_ads', { accountIds: [eur], ...dates, limit: 2 })).rows,
    ).toHaveLength(2);
    const ads = await call(client, 'find_entities', { kind: 'ad', accountId: eur });
    expect(
      (await call(client, 'get_entity', { kind: 'ad', id: ads.rows[0].id })).ad.data,
    ).toHaveLength(1);
    const many = await call(client, 'find_entities', { kind: 'ad_set', accountId: eur, limit: 50 });
    expect(many.rows.length).toBeLessThanOrEqual(50);
  });

  test('refuse what they do not know, in words, and name what was perhaps meant', async () => {
    const client = await connect();
    const extra = await call(client, 'list_accounts', { platfrom: 'primary' });
    expect([extra.isError, extra.text]).toEqual([true, expect.stringContaining('platfrom')]);
    const unknown = await call(client, 'find_entities', {
      kind: 'campaign',
      accountId: 'act_1002222',
    });
    expect(unknown.isError).toBe(true);
    expect(unknown.near.length).toBeGreaterThan(0);
    expect(unknown.near[0]).toEqual({
      id: expect.stringContaining('act_100'),
      untrusted: { name: expect.any(String) },
    });
    expect((await call(client, 'find_entities', { kind: 'campaign' })).text).toContain(
      'needs accountId',
    );
    const near = await call(client, 'find_entities', {
      kind: 'campaign',
      accountId: eur,
      name: 'traffik',
    });
    expect(JSON.stringify(near.rows)).toMatch(/traffic/i);
    const action = await call(client, 'call_action', { action: 'drafts.creat' });
    expect(action.text).toContain('did you mean drafts.create?');
    for (const name of ['keys.create', 'approvals.decide', 'approvals.apply', 'connections.create'])
      expect(await call(client, 'call_action', { action: name })).toMatchObject({ isError: true });
  });

  test('reach the long tail: reads and harmless writes are carried out, the rest is planned', async () => {
    const client = await connect();
    const found = await call(client, 'search_actions', { words: 'save a launch as a draft' });
    expect(found.rows.map(({ action }: { action: string }) => action)).toContain('drafts.create');
    const exact = await call(client, 'search_actions', { words: 'manage.updateZips', limit: 1 });
    expect(exact.rows[0]).toMatchObject({
      action: 'manage.updateZips',
      approval: 'needed',
      inputSchema: { type: 'object' },
    });
    expect(
      (await call(client, 'call_action', { action: 'reports.fields' })).answer.metrics.length,
    ).toBeGreaterThan(10);
    const draft = await call(client, 'call_action', {
      action: 'drafts.create',
      input: { name: 'By a model', ads: [] },
    });
    expect(draft.answer.draftId).toEqual(expect.any(Number));
    const zips = { businessId: eur, adSetId: other, zips: ['94304'] };
    const planned = await call(client, 'call_action', { action: 'manage.updateZips', input: zips });
    expect(planned).toMatchObject({ status: 'awaiting_approval', planDigest: expect.any(String) });
  });

  test('have resources and prompts beside them', async () => {
    const client = await connect();
    const fields = await client.readResource({ uri: 'slipway://reports/fields' });
    expect(JSON.stringify(fields.contents)).toContain('spend');
    await expect(
      client.readResource({ uri: `slipway://plans/${'0'.repeat(32)}` }),
    ).rejects.toThrow();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'launch_from_links',
      'weekly_review',
      'why_did_it_fail',
    ]);
    const { messages } = await client.getPrompt({
      name: 'why_did_it_fail',
      arguments: { batch: '7' },
    });
    expect(JSON.stringify(messages)).toContain('batch 7');
  });
});

describe('a launch by a model', () => {
  test('is planned, shown to the person, approved, applied once, and read', async () => {
    const asked: string[] = [];
    const client = await connect({
      person: (message) => {
        asked.push(message);
        return { action: 'accept', content: { approve: true } };
      },
    });
    const before = await batches();
    const plan = await call(client, 'plan', launchOf('Approved'));
    expect(plan).toMatchObject({
      status: 'awaiting_approval',
      startsDelivering: false,
      adAccountIds: [eur],
    });
    expect(await batches()).toBe(before);
    const applied = await call(client, 'apply_plan', { planDigest: plan.planDigest });
    expect(asked).toEqual([
      expect.stringMatching(
        /Launch 1 ad, paused; no money at stake; in act_1001 .*act_1001\nNothing starts to deliver/s,
      ),
    ]);
    expect(applied).toMatchObject({ status: 'running', results: [{ status: 'running' }] });
    const again = await call(client, 'apply_plan', { planDigest: plan.planDigest });
    expect([again.results[0].answer, await batches(), asked.length]).toEqual([
      applied.results[0].answer,
      before + 1,
      1,
    ]);
    const id = String(applied.results[0].answer.adBatchId);
    while ((await call(client, 'get_entity', { kind: 'batch', id })).batch.status === 'processing')
      await fixture.clock.sleep(100);
    expect((await call(client, 'get_entity', { kind: 'batch', id })).batch).toMatchObject({
      status: 'success',
      successfulAds: 1,
    });
  });

  test('makes the campaign and the ad set of its ads too, a sentence for each', async () => {
    const client = await connect({ person: yes });
    const plan = await call(client, 'plan', {
      newCampaigns: [
        { ref: 'c', adAccountId: eur, name: 'By a model', objective: 'OUTCOME_TRAFFIC' },
      ],
      newAdSets: [
        {
          ref: 's',
          adAccountId: eur,
          campaign: { ref: 'c' },
          name: 'Set by a model',
          dailyBudget: 20,
          location: { countries: ['US'] },
        },
      ],
      ads: [{ ...ad, adName: 'In it', adSets: [{ ref: 's' }] }],
    });
    const said = JSON.stringify(plan.untrusted);
    for (const part of [
      '1 new campaign and 1 new ad set',
      'campaign “By a model”',
      'ad set “Set by a model”',
      'In it',
    ])
      expect(said).toContain(part);
    expect((await call(client, 'apply_plan', { planDigest: plan.planDigest })).status).toBe(
      'running',
    );
  });

  test.each([
    ['declines', { action: 'decline' }, 'declined'],
    ['does not tick', { action: 'accept', content: { approve: false } }, 'declined'],
    ['closes the form', { action: 'cancel' }, 'awaiting_approval'],
  ] as const)('changes nothing when the person %s', async (_, answer, status) => {
    const before = await batches();
    const client = await connect({ person: () => answer });
    const { planDigest } = await call(
      client,
      'plan',
      launchOf(`Person ${answer.action} ${status}`),
    );
    expect(await call(client, 'apply_plan', { planDigest })).toMatchObject({
      status,
      isError: false,
    });
    expect(await batches()).toBe(before);
  });

  test('by a client without forms waits for a person elsewhere, and goes on afterwards', async () => {
    const client = await connect();
    const { planDigest } = await call(client, 'plan', launchOf('Elsewhere'));
    const told = await call(client, 'apply_plan', { planDigest });
    expect(told).toMatchObject({
      status: 'needs_person',
      approveUrl: expect.stringContaining(`/approve/${planDigest}`),
    });
    await fixture.call('POST', `/v1/approvals/${planDigest}`, { body: { decision: 'approve' } });
    expect((await call(client, 'apply_plan', { planDigest })).status).toBe('running');
  });

  test('by a client of the protocol before is served, without a form', async () => {
    const client = await connect({ old: true, person: yes });
    const { planDigest } = await call(client, 'plan', launchOf('Older'));
    expect((await call(client, 'apply_plan', { planDigest })).status).toBe('needs_person');
  });

  test('needs another key where the company wants it, whatever the form says', async () => {
    await fixture.call('PUT', '/v1/approval-policy', { body: { approver: 'another-key' } });
    const client = await connect({ person: yes });
    const { planDigest } = await call(client, 'plan', launchOf('Four eyes'));
    expect((await call(client, 'apply_plan', { planDigest })).status).toBe('needs_person');
    await fixture.call('PUT', '/v1/approval-policy', { body: { approver: 'anyone' } });
  });

  test('with a key that may work unattended needs nobody', async () => {
    const client = await connect({}, await fixture.keyWith('launch', 'unattended'));
    const { planDigest } = await call(client, 'plan', launchOf('Alone'));
    expect((await call(client, 'apply_plan', { planDigest })).status).toBe('running');
  });

  test('tells what is wrong with the ads', async () => {
    const refused = await call(await connect(), 'plan', {
      ads: [{ ...ad, adName: 'x', link: 'nowhere' }],
    });
    expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('ads[0].link')]);
  });
});

describe('changes by a model', () => {
  test.each([
    [{ action: 'pause', kind: 'ad_set', accountId: eur, ids: [other] }, 'manage.updateStatus'],
    [
      {
        action: 'end',
        kind: 'campaign',
        accountId: eur,
        ids: [seed.campaign(eur, 'traffic')],
        endTime: '2027-01-01T00:00:00Z',
      },
      'manage.updateStatus',
    ],
    [
      { action: 'rename', kind: 'ad_set', accountId: eur, ids: [other], name: 'New' },
      'manage.rename',
    ],
    [
      { action: 'set_budget', kind: 'ad_set', accountId: eur, ids: [other], dailyBudget: 30 },
      'manage.updateBudget',
    ],
    [
      { action: 'duplicate', kind: 'ad_set', accountId: eur, ids: [other], copies: 2 },
      'manage.duplicateAdSet',
    ],
    [
      { action: 'delete', kind: 'ad', accountId: eur, ids: [seed.ad(eur, 'traffic', 1)] },
      'manage.delete',
    ],
    [{ action: 'undo_batch', ids: ['1'] }, 'batches.undo'],
  ])('%# are planned in the words of the operations', async (change, operation) => {
    const client = await connect();
    const plan = await call(client, 'plan', { changes: [change] });
    expect(plan.status).toBe('awaiting_approval');
    const { operations } = (await fixture.call('GET', `/v1/approvals/${plan.planDigest}`)).body;
    expect(operations.map((each: { operation: string }) => each.operation)).toEqual([operation]);
  });

  test('need what they need', async () => {
    const refused = await call(await connect(), 'plan', {
      changes: [{ action: 'rename', kind: 'ad', accountId: eur, ids: ['1'] }],
    });
    expect(refused).toMatchObject({
      isError: true,
      error: { details: [{ path: 'changes[0].name' }] },
    });
  });
});

describe('the door', () => {
  const send = (headers: { [name: string]: string }, method = 'POST') =>
    fixture.app.request('/mcp', {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method === 'POST' && { body: '{}' }),
    });

  test('wants a key in its header, and takes no session of a browser', async () => {
    expect((await send({})).status).toBe(401);
    expect((await send({ authorization: 'Bearer ak_wrong' })).status).toBe(401);
    const signedIn = await fixture.app.request('/dashboard/session', {
      method: 'POST',
      body: '{}',
    });
    expect((await send({ cookie: signedIn.headers.get('set-cookie') ?? 'slipway=x' })).status).toBe(
      401,
    );
  });

  test('refuses pages of other origins, and has one method', async () => {
    const authorization = `Bearer ${key}`;
    expect((await send({ authorization, origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ authorization }, 'GET')).status).toBe(405);
  });

  test('counts calls like requests, and writes like writes', async () => {
    const small = await startServiceFixture({ settings: { readLimit: 5, writeLimit: 1 } });
    const client = await connectOver(async (url, init) => small.app.request(url, init), small.key);
    const first = await call(client, 'call_action', {
      action: 'drafts.create',
      input: { name: 'a', ads: [] },
    });
    const second = await call(client, 'call_action', {
      action: 'drafts.create',
      input: { name: 'b', ads: [] },
    });
    expect([first.isError, second.isError, second.error?.code]).toEqual([
      false,
      true,
      'rate_limit_exceeded',
    ]);
    await small.worker.stop();
  });
});

describe('any change of what exists', () => {
  test('is one plan with a sentence for each object, carried out once and taken back by its id', async () => {
    const client = await connect({ person: yes });
    const rows = async () => {
      const { body } = await fixture.call(
        'GET',
        `/v1/objects?adAccountId=${eur}&level=adset&limit=200`,
      );
      const values = (id: string) => body.data.find((row: { id: string }) => row.id === id).values;
      return [values(empty), values(other)];
    };
    const before = await rows();
    const of = { action: 'set', kind: 'ad_set', accountId: eur };
    const changes = [
      { ...of, ids: [empty, other], set: { name: { prefix: 'Model ' } } },
      { ...of, ids: [seed.emptyAdSets(eur, 'traffic')[2]], set: { dailyBudget: { percent: 10 } } },
    ];
    const plan = await call(client, 'plan', { changes });
    expect(plan.status).toBe('awaiting_approval');
    for (const { name } of before)
      expect(plan.untrusted.objects).toContain(`Rename ad set “${name}” to “Model ${name}”`);
    expect(plan.untrusted.objects.join()).toMatch(
      /Change the daily budget of ad set “[^”]+” from 50 EUR to 55 EUR/,
    );
    const applied = await call(client, 'apply_plan', { planDigest: plan.planDigest });
    expect(applied).toMatchObject({ status: 'applied', outcomes: { done: 3 } });
    expect(await rows()).toMatchObject(before.map(({ name }) => ({ name: `Model ${name}` })));

    // Entries of one moment of the still clock come in any order, so the whole page is read.
    const { body } = await fixture.call('GET', '/v1/audit?limit=100');
    const { subject } = body.data.find(
      ({ action }: { action: string }) => action === 'changes.apply',
    );
    const back = await call(client, 'plan', {
      changes: [{ action: 'undo_change', ids: [subject] }],
    });
    await call(client, 'apply_plan', { planDigest: back.planDigest });
    expect(await rows()).toEqual(before);
  });
});

/**
 * Of the list of tools as JSON. Change it when a tool is added on purpose. It was 11,056 before one
 * tool could set any field.
 */
const LIST_BYTES = 12_496;
