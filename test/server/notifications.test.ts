import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { connectionKind } from '../../core/accounts/records.ts';
import { noteDead } from '../../core/accounts/tested.ts';
import { mailNotification } from '../../core/features/notifications/mail.ts';
import { NOTIFICATION_QUEUE } from '../../core/features/notifications/records.ts';
import { deliveryKind } from '../../core/features/webhooks/records.ts';
import type { MailMessage } from '../../core/ports/mailer.ts';
import { SYSTEM } from '../../core/ports/store.ts';
import { jobId, jobKind } from '../../core/records/job.ts';
import { runWatch } from '../../core/upkeep/watch.ts';
import { png } from '../samples/media.ts';
import { failOnDrift, startHarness } from './harness.ts';
import { asks, signedIn } from './people-fixture.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const [empty = ''] = seed.emptyAdSets(eur, 'traffic');
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const list = async (query = '') => (await fixture.call('GET', `/v1/notifications${query}`)).body;
const kinds = (body: { data: { kind: string }[] }): string[] => body.data.map(({ kind }) => kind);
const events = async () => {
  const { items } = await fixture.ports.store.find(deliveryKind, fixture.companyId, {
    order: { by: 'createdAt' },
    limit: 50,
  });
  return items.map(({ doc }) => doc.event);
};

test('launches, rejected ads, plans that wait and dead connections are told once, to people and to webhooks', async () => {
  const { call, ports, companyId, clock } = fixture;
  await call('POST', '/v1/webhooks', { body: { url: 'https://hooks.example/all' } });
  expect(await list()).toMatchObject({ data: [], unread: 0 });

  const { url } = await fixture.uploadAs('a.png', await png());
  const place = {
    adAccountId: eur,
    page: seed.page,
    secondary: seed.profile,
    link: 'https://example.com',
    media: [{ url }],
  };
  const launch = async (name: string, some: object) => {
    const body = { name, ads: [{ adName: name, ...place, adSets: [empty], ...some }] };
    const { adBatchId } = (await call('POST', '/v1/launch', { body })).body;
    await expect
      .poll(async () =>
        (await list()).data.some(({ link }: { link: string }) => link === `batches/${adBatchId}`),
      )
      .toBe(true);
    await clock.advance(1_000);
    return adBatchId;
  };
  await call('POST', '/v1/sandbox/faults', {
    body: { platform: 'meta', fault: 'ad-disapproved', ms: 1, times: 1, path: '*/ads' },
  });
  const good = await launch('Boats', { status: 'ACTIVE' });
  await call('POST', '/v1/sandbox/faults', {
    body: { platform: 'meta', fault: 'error', method: 'POST', path: '*/ads', code: 100, times: 1 },
  });
  await launch('Refused', {});
  expect(await list()).toMatchObject({
    unread: 2,
    data: [
      { kind: 'launch.failed', title: 'Refused: 1 of 1 ad failed', unread: true },
      {
        kind: 'launch.finished',
        title: 'Boats is launched',
        text: '1 ad.',
        link: `batches/${good}`,
      },
    ],
  });

  // What was seen is kept for whoever saw it.
  const seen = await call('PUT', '/v1/notifications/seen', { body: {} });
  expect(seen.body).toMatchObject({ unread: 0 });
  expect(await list('?unread=true')).toMatchObject({ data: [], unread: 0 });
  const person = asks(fixture, await signedIn(fixture, { role: 'viewer', workspaces: [] }));
  expect((await person('GET', '/v1/notifications')).body.unread).toBe(2);

  // The review of the platform.
  await clock.advance(16 * 60_000);
  await runWatch(ports, companyId, () => false);
  await clock.advance(16 * 60_000);
  await runWatch(ports, companyId, () => false);
  const [rejected] = (await list('?unread=true')).data;
  expect(rejected).toMatchObject({
    kind: 'ad.rejected',
    text: 'Boats',
    link: expect.stringContaining('status=rejected'),
  });

  const input = { businessId: eur, entityType: 'adset', entityId: empty, dailyBudget: 60 };
  const { digest } = (
    await call('POST', '/v1/approvals', {
      body: { operations: [{ operation: 'manage.updateBudget', input }] },
    })
  ).body;
  expect((await list()).data[0]).toMatchObject({
    kind: 'approval.waits',
    link: `approvals/${digest}`,
  });

  const [connection] = (await ports.store.find(connectionKind, companyId)).items;
  if (connection === undefined) throw new Error('There is no connection.');
  const failure = {
    platform: 'primary',
    class: 'auth',
    message: 'It ended.',
    fix: 'Connect anew.',
    retryable: false,
    traceId: 't',
  } as const;
  await noteDead(ports, companyId, connection.id, failure);
  await noteDead(ports, companyId, connection.id, failure);
  expect(kinds(await list('?unread=true'))).toEqual([
    'connection.ends',
    'approval.waits',
    'ad.rejected',
  ]);
  // Who can do nothing about it is not told.
  expect(kinds((await person('GET', '/v1/notifications')).body)).not.toContain('connection.ends');
  expect(await events()).toEqual([
    'batch.finished',
    'batch.finished',
    'ad.rejected',
    'approval.requested',
    'connection.expiring',
  ]);

  // Chosen by each for himself.
  const chosen = await call('PUT', '/v1/notifications/choices', {
    body: { page: ['ad.rejected'] },
  });
  expect(chosen.body).toMatchObject({ page: ['ad.rejected'], email: [], address: null });
  expect(kinds(await list())).toEqual(['ad.rejected']);
  expect(
    (await call('PUT', '/v1/notifications/choices', { body: { page: ['weather'] } })).status,
  ).toBe(422);
});

test('a plan that was approved, declined or that ended waits no more', async () => {
  const { call, clock, worker } = await startServiceFixture();
  const input = { businessId: eur, entityType: 'adset', entityId: empty };
  const plan = async (dailyBudget: number): Promise<string> => {
    const operations = [{ operation: 'manage.updateBudget', input: { ...input, dailyBudget } }];
    return (await call('POST', '/v1/approvals', { body: { operations } })).body.digest;
  };
  const [approved, declined, old] = [await plan(60), await plan(61), await plan(62)];
  const waiting = async (): Promise<string[]> => {
    const { body } = await call('GET', '/v1/notifications');
    return body.data
      .filter(({ kind }: { kind: string }) => kind === 'approval.waits')
      .map(({ link }: { link: string }) => link.replace('approvals/', ''))
      .sort();
  };
  expect(await waiting()).toEqual([approved, declined, old].sort());
  await call('POST', `/v1/approvals/${approved}`, { body: { decision: 'approve' } });
  await call('POST', `/v1/approvals/${declined}`, { body: { decision: 'decline' } });
  expect(await waiting()).toEqual([old]);
  expect((await call('GET', '/v1/notifications?unread=true')).body.unread).toBe(1);
  await clock.advance(25 * 60 * 60_000);
  expect(await waiting()).toEqual([]);
  await worker.stop();
});

test('somebody with a role in one workspace is told of its ad accounts alone', async () => {
  const { call } = fixture;
  const workspace = (await call('POST', '/v1/workspaces', { body: { name: 'Elsewhere' } })).body;
  const away = asks(
    fixture,
    await signedIn(fixture, { workspaces: [{ workspaceId: workspace.id, role: 'manager' }] }),
  );
  expect((await away('GET', '/v1/notifications')).body.data).toEqual([]);
  await call('POST', `/v1/workspaces/${workspace.id}/move`, { body: { accountIds: [eur] } });
  expect(kinds((await away('GET', '/v1/notifications')).body)).toEqual([
    'ad.rejected',
    'launch.failed',
    'launch.finished',
  ]);
});

test('a kind is mailed to the people who chose it, once', async () => {
  const { ports, companyId, call } = await startHarness({
    ports: { mail: { send: async () => ({ ok: true }) } },
  });
  const mailed: MailMessage[] = [];
  const send = async (message: MailMessage) => {
    mailed.push(message);
    return { ok: true } as const;
  };
  const now = ports.clock.now();
  const job = (id: string) =>
    ports.store.get(jobKind, SYSTEM, jobId(NOTIFICATION_QUEUE, companyId, id));
  const failed = async (id: string) => {
    const news = {
      kind: 'refresh.failed',
      title: 'The report Weekly could not be made',
      text: 'No rights.',
      link: 'reports',
    } as const;
    await ports.store.commit([...(await ports.events.writes(companyId, { id, at: now, news }))]);
  };
  await failed('before');
  expect(await job('before')).toBeUndefined();
  const ann = await signedIn(
    { ports, companyId },
    { role: 'viewer', workspaces: [] },
    'ann@example.com',
  );
  await signedIn({ ports, companyId }, { role: 'admin', workspaces: [] }, 'bob@example.com');
  const answer = await asks({ call }, ann)('PUT', '/v1/notifications/choices', {
    body: { email: ['refresh.failed'] },
  });
  expect(answer.body).toMatchObject({ email: ['refresh.failed'], address: 'ann@example.com' });
  await failed('after');
  expect(await job('after')).toBeDefined();
  for (const _twice of [1, 2])
    await mailNotification({ ...ports, mail: { send } }, companyId, 'after');
  expect(mailed.map(({ to, subject }) => [to, subject])).toEqual([
    ['ann@example.com', 'The report Weekly could not be made'],
  ]);
  expect(mailed[0]?.text).toContain(`${ports.publicUrl}/#/reports`);
});
