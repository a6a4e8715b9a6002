import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { call, connectOver } from './mcp-client.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const first = seed.ad(eur, 'leads', 1);
const second = seed.ad(eur, 'leads', 2);
const third = seed.ad(eur, 'leads', 3);

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());
afterEach(() => fixture.control('DELETE', 'faults'));

const post = (path: string, body: object = {}) => fixture.call('POST', path, { body });
const status = (newStatus: string, ...entityIds: string[]) => ({
  operation: 'manage.updateStatus',
  input: { businessId: eur, entityType: 'ad', entityIds, newStatus },
});
const rename = (entityId: string, name: string) => ({
  operation: 'manage.rename',
  input: { businessId: eur, entityType: 'ad', entityId, name },
});

/** Plans, approves and answers the digest. */
async function approved(...operations: object[]): Promise<string> {
  const planned = await post('/v1/approvals', { operations });
  expect(planned.status).toBe(202);
  await post(`/v1/approvals/${planned.body.digest}`, { decision: 'approve' });
  return planned.body.digest;
}
const apply = async (digest: string) => (await post(`/v1/approvals/${digest}/apply`)).body;
const retry = (digest: string) => post(`/v1/approvals/${digest}/retry`);
const fault = (rule: object) =>
  fixture.control('POST', 'faults', { platform: 'meta', method: 'POST', ...rule });
const refuses = (id: string) => fault({ fault: 'error', code: 200, times: 1, path: `*/${id}` });
const statusOf = async (id: string): Promise<string> => {
  const { body } = await fixture.call('GET', `/v1/manage/list-ads?accountId=${eur}&limit=200`);
  return body.data.find((ad: { id: string }) => ad.id === id)?.status;
};
const audited = async (digest: string, what: string) => {
  const { body } = await fixture.call('GET', '/v1/audit?limit=50');
  return body.data.find(
    ({ subject, action }: { subject: string; action: string }) =>
      subject === digest && action === what,
  ).details;
};

describe('what became of an approved plan', () => {
  test('a pause that the platform refuses is told as refused, at every place, and can be tried again', async () => {
    const digest = await approved(status('PAUSED', first, second));
    await refuses(first);
    const body = await apply(digest);
    expect(body).toMatchObject({ status: 'partly', results: [{ status: 'partly' }] });
    expect(body.results[0].answer).toMatchObject({
      success: true,
      outcome: 'partly',
      successCount: 1,
      failCount: 1,
    });
    expect(body.results[0].objects).toEqual([
      {
        type: 'ad',
        id: first,
        name: 'leads ad 1',
        does: 'Pause ad “leads ad 1”',
        outcome: 'refused',
        reason: expect.stringContaining('ermission'),
      },
      {
        type: 'ad',
        id: second,
        name: 'leads ad 2',
        does: 'Pause ad “leads ad 2”',
        outcome: 'done',
      },
    ]);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['ACTIVE', 'PAUSED']);
    expect(await audited(digest, 'plan.apply')).toEqual({ outcome: 'partly', done: 1, refused: 1 });
    const { body: news } = await fixture.call('GET', '/v1/notifications');
    expect(news.data[0]).toMatchObject({
      kind: 'approval.ended',
      title: 'A plan was carried out in part',
      text: expect.stringContaining('1 of 2 done, 1 refused'),
      link: `approvals/${digest}`,
    });
    const { body: receipt } = await fixture.call('GET', `/v1/receipts/${digest}`);
    const applied = receipt.entries.find(({ what }: { what: string }) => what === 'applied');
    expect(applied.data).toMatchObject({
      outcome: 'partly',
      results: [{ status: 'partly', objects: body.results[0].objects }],
    });

    // Asking again changes nothing; trying again is asked for.
    expect((await apply(digest)).status).toBe('partly');
    const again = await retry(digest);
    expect(again.body).toMatchObject({ status: 'applied', results: [{ status: 'done' }] });
    expect(
      again.body.results[0].objects.map(({ id, outcome }: { id: string; outcome: string }) => [
        id,
        outcome,
      ]),
    ).toEqual([
      [first, 'done'],
      [second, 'done'],
    ]);
    expect(again.body.results[0].answer.results).toHaveLength(1);
    expect(await statusOf(first)).toBe('PAUSED');
    expect(await audited(digest, 'plan.retry')).toEqual({ outcome: 'done', done: 2 });
    expect((await retry(digest)).body.error.details).toMatchObject([{ code: 'plan_applied' }]);
  });

  test('nothing done is failed; later steps are not begun, and begin when it is tried again', async () => {
    const digest = await approved(status('ACTIVE', first), rename(second, 'Renamed later'));
    await refuses(first);
    const body = await apply(digest);
    expect(body).toMatchObject({
      status: 'failed',
      results: [{ status: 'failed' }, { status: 'not_attempted' }],
    });
    const does = 'Rename ad “leads ad 2” to “Renamed later”';
    expect(body.results[1].objects).toEqual([
      { type: 'ad', id: second, name: 'leads ad 2', does, outcome: 'not_begun' },
    ]);
    const again = await retry(digest);
    expect(again.body).toMatchObject({
      status: 'applied',
      results: [{ status: 'done' }, { status: 'done' }],
    });
    expect((await fixture.call('GET', `/v1/approvals?status=applied`)).body.data[0].digest).toBe(
      digest,
    );
  });

  test('what has no answer is looked at: done where it shows, unknown where it does not', async () => {
    const digest = await approved(status('PAUSED', third));
    await fault({ fault: 'error', code: 2, times: 50 });
    const body = await apply(digest);
    expect(body).toMatchObject({
      status: 'failed',
      results: [{ objects: [{ id: third, outcome: 'unknown' }] }],
    });
    await fixture.control('DELETE', 'faults');
    expect((await retry(digest)).body.status).toBe('applied');

    const lost = await approved(status('ACTIVE', third));
    await fault({ fault: 'answer-lost', times: 50 });
    expect(await apply(lost)).toMatchObject({
      status: 'applied',
      results: [{ objects: [{ id: third, outcome: 'done' }] }],
    });
    expect(await statusOf(third)).toBe('ACTIVE');
  });

  test('a plan says of each object what happens to it, the same each time', async () => {
    const operations = [
      status('PAUSED', first),
      rename(second, 'Another'),
      {
        operation: 'manage.updateBudget',
        input: {
          businessId: eur,
          entityType: 'adset',
          entityId: seed.emptyAdSets(eur, 'traffic')[0],
          dailyBudget: 21,
        },
      },
      {
        operation: 'manage.delete',
        input: { businessId: eur, entityType: 'ad', entityIds: [third], confirm: true },
      },
    ];
    const { body } = await post('/v1/approvals', { operations });
    const said = body.operations.map(({ objects }: { objects: { does: string }[] }) =>
      objects.map(({ does }) => does),
    );
    expect(said.flat()).toEqual([
      'Pause ad “leads ad 1”',
      'Rename ad “Renamed later” to “Another”',
      'Change the daily budget of ad set “Traffic open 1” from 50 EUR to 21 EUR',
      'Delete ad “leads ad 3”',
    ]);
    expect((await post('/v1/approvals', { operations })).body.digest).toBe(body.digest);
  });

  test('a launch is under way until its batch has ended, and then says which ads failed', async () => {
    const { url } = await fixture.uploadAs('plan.png', await png());
    const [adSet = ''] = seed.emptyAdSets(eur, 'traffic');
    const ad = {
      adAccountId: eur,
      page: seed.page,
      secondary: seed.profile,
      link: 'https://example.com',
      media: [{ url }],
      adSets: [adSet],
    };
    const ads = [
      { ...ad, adName: 'Good' },
      { ...ad, adName: 'Bad' },
    ];
    const digest = await approved({ operation: 'launch', input: { ads } });
    await fault({ fault: 'error', code: 200, path: '*/ads', times: 1 });
    const begun = await apply(digest);
    expect(begun).toMatchObject({ status: 'running', results: [{ status: 'running' }] });
    expect(
      begun.results[0].objects.map(({ name, outcome }: { name: string; outcome: string }) => [
        name,
        outcome,
      ]),
    ).toEqual([
      ['Good', 'running'],
      ['Bad', 'running'],
    ]);
    const batch = begun.results[0].answer.adBatchId;
    await expect
      .poll(async () => (await fixture.call('GET', `/v1/batch-status/${batch}`)).body.summaryStatus)
      .not.toBe('in_progress');
    const { body } = await fixture.call('GET', `/v1/approvals/${digest}`);
    expect(body.status).toBe('partly');
    expect(
      body.results[0].objects.map(({ outcome }: { outcome: string }) => outcome).sort(),
    ).toEqual(['done', 'refused']);
    expect((await fixture.call('GET', '/v1/approvals?status=partly')).body.data[0].digest).toBe(
      digest,
    );
    const again = await retry(digest);
    expect([again.status, again.body.results[0].answer.adBatchId]).toEqual([200, batch]);
    await expect
      .poll(async () => (await fixture.call('GET', `/v1/approvals/${digest}`)).body.status)
      .toBe('applied');
  });

  test('a model is told in isError and in words', async () => {
    const digest = await approved(status('ACTIVE', second));
    const client = await connectOver(
      (url, init) => Promise.resolve(fixture.app.request(url, init)),
      fixture.key,
    );
    await refuses(second);
    const told = await call(client, 'apply_plan', { planDigest: digest });
    expect(told).toMatchObject({ isError: true, status: 'failed', outcomes: { refused: 1 } });
    expect(told.next).toContain('retry: true');
    expect(await call(client, 'apply_plan', { planDigest: digest, retry: true })).toMatchObject({
      isError: false,
      status: 'applied',
      outcomes: { done: 1 },
    });
  });
});

describe('a plan about what is not there', () => {
  const codesOf = (body: { error: { details: readonly { code: string; path: string }[] } }) =>
    body.error.details.map(({ code, path }) => [code, path]);

  test('is refused when it is planned, with the nearest names', async () => {
    const unknown = `${first.slice(0, -1)}7`;
    const { status: code, body } = await post('/v1/approvals', {
      operations: [status('PAUSED', second, unknown)],
    });
    expect([code, codesOf(body)]).toEqual([404, [['unknown_object', 'entityIds[1]']]]);
    expect(body.error.details[0].near).toEqual(
      expect.arrayContaining([{ id: first, name: 'leads ad 1' }]),
    );
    expect(body.error.message).toContain('leads ad');
    for (const operation of [
      {
        operation: 'manage.delete',
        input: { businessId: eur, entityType: 'ad', entityIds: [unknown], confirm: true },
      },
      rename(unknown, 'x'),
      { operation: 'manage.duplicateAd', input: { accountId: eur, adId: unknown } },
      {
        operation: 'manage.updateAd',
        input: { accountId: eur, adId: unknown, link: 'https://example.com' },
      },
    ]) {
      const refused = await post('/v1/approvals', { operations: [operation] });
      expect([
        operation.operation,
        refused.status,
        refused.body.error.details[0].near?.length > 0,
      ]).toEqual([operation.operation, 404, true]);
    }
  });

  test.each([
    ['batches.undo', { id: 99999 }],
    ['batches.cancel', { id: 99999 }],
    ['batches.retry', { id: 99999 }],
    ['drafts.launch', { id: 99999 }],
    ['automations.toggle', { id: 'rule_none', enabled: true }],
    ['presets.delete', { id: 'preset_none' }],
    ['webhooks.delete', { id: 'wh_none' }],
    ['comments.hide', { id: 'primary:1_2' }],
    ['comments.hideMany', { ids: ['primary:1_2'] }],
    [
      'manage.updateBudget',
      { businessId: eur, entityType: 'adset', entityId: '404', dailyBudget: 20 },
    ],
    ['manage.duplicateCampaign', { accountId: eur, campaignId: '404' }],
  ])('%s', async (operation, input) => {
    expect((await post('/v1/approvals', { operations: [{ operation, input }] })).status).toBe(404);
  });

  test('names what is kept here and is called alike', async () => {
    const { id } = (
      await post('/v1/presets', {
        name: 'Summer',
        level: 'ad',
        platform: 'primary',
        settings: { title: 'x' },
      })
    ).body;
    const { body } = await post('/v1/approvals', {
      operations: [{ operation: 'presets.delete', input: { id: 'Sumer' } }],
    });
    expect(body.error.details[0].near).toEqual([{ id, name: 'Summer' }]);
  });

  test('and a model gets them as near', async () => {
    const client = await connectOver(
      (url, init) => Promise.resolve(fixture.app.request(url, init)),
      fixture.key,
    );
    const changes = [
      { action: 'pause', kind: 'ad', accountId: eur, ids: [`${first.slice(0, -1)}7`] },
    ];
    const told = await call(client, 'plan', { changes });
    expect(told.isError).toBe(true);
    expect(told.text).toContain('leads ad 1');
  });

  test('a platform that cannot be asked just now is to be tried again, not outdated', async () => {
    const digest = await approved(status('PAUSED', second));
    await fault({ fault: 'error', code: 17, method: 'GET', times: 100 });
    const refused = await post(`/v1/approvals/${digest}/apply`);
    expect(refused.body.error.code).toMatch(/platform_error|unavailable|rate_limit_exceeded/);
    await fixture.control('DELETE', 'faults');
    await fixture.clock.sleep(10 * 60_000);
    expect(await apply(digest)).toMatchObject({ status: 'applied' });
  });
});
