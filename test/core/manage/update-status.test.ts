import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import {
  END_QUEUE,
  runScheduledEnd,
  scheduledEndKind,
} from '../../../core/manage/edit/scheduled-ends.ts';
import { updateStatus } from '../../../core/manage/edit/update-status.ts';
import { updateStatusRequest } from '../../../core/manage/schema/edit.ts';
import type { AdPlatform } from '../../../core/ports/ad-platform.ts';
import { SYSTEM } from '../../../core/ports/store.ts';
import { jobKind } from '../../../core/records/job.ts';
import { allOf } from '../../../core/records/list.ts';
import { testDefinition } from '../../test-definition.ts';
import { createTestService, moduleOf } from '../../test-service.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';

const refuse = () => Promise.reject(new Error('This test does not need it.'));
const notUsed = {
  setStatus: refuse,
  setEnd: refuse,
  remove: refuse,
  rename: refuse,
  setBudget: refuse,
  setTargeting: refuse,
};

const update = (fixture: ManageFixture, body: object) =>
  updateStatus(fixture.ports, caller, parsed(updateStatusRequest, { businessId: eur, ...body }));

test.each([
  ['campaign', 'PAUSED', 'PAUSED'],
  ['ad set', 'DISABLE', 'PAUSED'],
  ['ads', 'active', 'ACTIVE'],
  [undefined, 'ENABLE', 'ACTIVE'],
  [undefined, 'PAUSED', 'PAUSED'],
])('%s: %s means %s', async (entityType, newStatus, status) => {
  const fixture = await createManageFixture();
  const tree = await fixture.tree([1]);
  const [id, other] =
    entityType === 'campaign'
      ? [tree.campaign]
      : entityType === 'ad set'
        ? [tree.adSet]
        : [tree.ads[0]?.[0] ?? '', tree.adSet];
  const entityIds = entityType === undefined ? [id, other, tree.campaign] : [id];
  await update(fixture, { entityIds, newStatus: status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE' });
  const answer = await update(fixture, { entityType, entityIds, newStatus });
  expect(answer).toEqual({
    success: true,
    outcome: 'done',
    results: entityIds.map((entityId) => ({ entityId, success: true, outcome: 'done', status })),
    successCount: entityIds.length,
    failCount: 0,
    updateId: expect.stringMatching(/^upd_/),
  });
  for (const entityId of entityIds)
    expect(await fixture.read(entityId ?? '', 'status')).toMatchObject({ status });
});

test('one call to read and one to write for each, in two requests, and none to write for what is as wanted', async () => {
  const fixture = await createManageFixture();
  const { ads } = await fixture.tree([10]);
  const body = { entityType: 'ad', entityIds: ads[0], newStatus: 'PAUSED' };
  expect(await fixture.counting(() => update(fixture, body))).toMatchObject({
    calls: 20,
    requests: 2,
  });
  expect(await fixture.counting(() => update(fixture, body))).toMatchObject({
    calls: 10,
    requests: 1,
    value: { successCount: 10 },
  });
});

test('each has its own result; one that fails does not fail the others', async () => {
  const fixture = await createManageFixture();
  const { ads, adSet } = await fixture.tree([3]);
  const [first = '', second = '', third = ''] = ads[0] ?? [];
  const foreign = seed.ad(seed.accounts.usd, 'traffic', 1);
  await fixture.client.remove(`/${second}`);
  await fixture.fault({
    fault: 'error',
    method: 'POST',
    path: `/${third}`,
    code: 100,
    subcode: 2490427,
    userMessage: 'Rejected in review',
  });
  const answer = await update(fixture, {
    entityIds: [first, second, third, '404', foreign, adSet],
    newStatus: 'PAUSED',
  });
  expect(answer).toMatchObject({ success: true, successCount: 2, failCount: 4 });
  expect(
    answer.results.map(({ entityId, success, status }) => [entityId, success, status]),
  ).toEqual([
    [first, true, 'PAUSED'],
    [second, false, 'DELETED'],
    [third, false, 'ACTIVE'],
    ['404', false, null],
    [foreign, false, 'ACTIVE'],
    [adSet, true, 'PAUSED'],
  ]);
  expect(answer.results[1]?.error).toContain('deleted');
  expect(answer.results[2]).toMatchObject({
    error: expect.stringContaining('Rejected'),
    platformError: { subcode: '2490427' },
  });
  expect(answer.results[3]?.platformError).toMatchObject({ subcode: '33' });
  expect(answer.results[4]?.error).toContain(seed.accounts.usd);
});

test('when none succeeds the answer says so', async () => {
  const fixture = await createManageFixture();
  expect(await update(fixture, { entityId: '404', newStatus: 'PAUSED' })).toMatchObject({
    success: false,
    successCount: 0,
    failCount: 1,
  });
});

describe('an end', () => {
  const later = '2026-12-01T00:00:00+0000';

  test('in the future is set on ad sets', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([1]);
    const answer = await update(fixture, { entityType: 'adset', entityId: adSet, endTime: later });
    expect(answer.results).toEqual([
      { entityId: adSet, success: true, outcome: 'done', status: 'PAUSED', endsBy: 'platform' },
    ]);
    expect((await fixture.read(adSet, 'end_time')).end_time).toBe('2026-12-01T01:00:00+0100');
  });

  test('of a campaign without one of its own goes to its ad sets', async () => {
    const fixture = await createManageFixture();
    const { campaign, adSets } = await fixture.tree([0, 0]);
    expect(await update(fixture, { entityId: campaign, endTime: later })).toMatchObject({
      successCount: 1,
    });
    for (const id of adSets)
      expect((await fixture.read(id, 'end_time')).end_time).toBe('2026-12-01T01:00:00+0100');
  });

  test('of an ad is its own where the platform has one for it', async () => {
    const fixture = await createManageFixture();
    const answer = await update(fixture, { entityId: seed.ad(eur, 'sales', 1), endTime: later });
    expect(answer.results).toMatchObject([{ success: true, endsBy: 'platform' }]);
  });

  test('of an ad alone in its ad set is that of the ad set', async () => {
    const fixture = await createManageFixture();
    const { adSet, ads } = await fixture.tree([1], { adSet: { status: 'ACTIVE' } });
    const answer = await update(fixture, {
      entityType: 'ad',
      entityId: ads[0]?.[0],
      endTime: later,
    });
    expect(answer.results).toMatchObject([{ success: true, endsBy: 'adset' }]);
    expect((await fixture.read(adSet, 'end_time')).end_time).toBe('2026-12-01T01:00:00+0100');
  });

  test('of an ad does not prolong its ad set', async () => {
    const fixture = await createManageFixture();
    const { adSet, ads } = await fixture.tree([1]);
    await update(fixture, {
      entityType: 'adset',
      entityId: adSet,
      endTime: '2026-11-25T00:00:00Z',
    });
    const answer = await update(fixture, {
      entityType: 'ad',
      entityId: ads[0]?.[0],
      endTime: later,
    });
    expect(answer.results).toMatchObject([{ success: true, endsBy: 'schedule' }]);
    expect((await fixture.read(adSet, 'end_time')).end_time).toBe('2026-11-25T01:00:00+0100');
  });

  /**
   * What the queue holds for ends of ads, carried out by a worker that knows nothing of the
   * request.
   */
  const runEnds = async ({ ports, companyId }: ManageFixture) => {
    for (const { doc } of await allOf(ports.store, jobKind, SYSTEM))
      if (doc.queue === END_QUEUE && doc.dueAt <= ports.clock.now())
        await runScheduledEnd(ports, companyId, doc.subject);
  };

  test('of an ad beside others is kept, and the ad is paused when it has come', async () => {
    const fixture = await createManageFixture();
    const { adSet, ads } = await fixture.tree([2]);
    const [id = '', other = ''] = ads[0] ?? [];
    await update(fixture, { entityIds: [id, other], newStatus: 'ACTIVE' });
    const answer = await update(fixture, { entityId: id, endTime: later });
    expect(answer.results).toEqual([
      { entityId: id, success: true, outcome: 'done', status: 'ACTIVE', endsBy: 'schedule' },
    ]);
    expect((await fixture.read(adSet, 'end_time')).end_time).toBeUndefined();
    await fixture.clock.advance(24 * 60 * 60 * 1000);
    await runEnds(fixture);
    expect(await fixture.read(id, 'status')).toMatchObject({ status: 'ACTIVE' });
    await fixture.clock.advance(Date.parse('2026-12-01T00:00:00Z') - fixture.clock.now());
    await runEnds(fixture);
    expect(await fixture.read(id, 'status')).toMatchObject({ status: 'PAUSED' });
    expect(await fixture.read(other, 'status')).toMatchObject({ status: 'ACTIVE' });
    expect((await fixture.audit())[0]).toMatchObject({ action: 'ad.status', subject: id });
    expect(await allOf(fixture.ports.store, scheduledEndKind, fixture.companyId)).toEqual([]);
  });

  test('that was kept gives way to a new one, and to an end at once', async () => {
    const fixture = await createManageFixture();
    const { ads } = await fixture.tree([2]);
    const [id = '', other = ''] = ads[0] ?? [];
    await update(fixture, {
      entityIds: [id, other],
      newStatus: 'ACTIVE',
      endTime: '2026-11-20T00:00:00Z',
    });
    await update(fixture, { entityId: id, endTime: '2026-12-24T00:00:00Z' });
    await update(fixture, { entityId: other, endTime: 1_600_000_000 });
    await update(fixture, { entityId: other, newStatus: 'ACTIVE' });
    await fixture.clock.advance(Date.parse('2026-12-01T00:00:00Z') - fixture.clock.now());
    await runEnds(fixture);
    for (const each of [id, other])
      expect(await fixture.read(each, 'status')).toMatchObject({ status: 'ACTIVE' });
  });

  test('that has passed pauses at once', async () => {
    const fixture = await createManageFixture();
    const { ads } = await fixture.tree([1]);
    const answer = await update(fixture, { entityIds: ads[0], endTime: 1_600_000_000 });
    expect(answer.results).toEqual([
      { entityId: ads[0]?.[0], success: true, outcome: 'done', status: 'PAUSED' },
    ]);
  });

  test('that has passed and a start contradict each other', async () => {
    const fixture = await createManageFixture();
    const refused = await refusal(
      update(fixture, { entityId: '1', newStatus: 'ACTIVE', endTime: 1_600_000_000 }),
    );
    expect(refused).toMatchObject({ code: 'unprocessable_entity', paths: ['endTime'] });
  });

  test('may come with a start', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0]);
    await update(fixture, { entityId: adSet, newStatus: 'ACTIVE', endTime: later });
    expect(await fixture.read(adSet, 'status,end_time')).toMatchObject({
      status: 'ACTIVE',
      end_time: '2026-12-01T01:00:00+0100',
    });
  });
});

test.each([
  ['bad_request', 'entityIds', { newStatus: 'PAUSED' }],
  ['bad_request', 'newStatus', { entityId: '1' }],
  ['unprocessable_entity', 'entityIds', { entityIds: [], newStatus: 'PAUSED' }],
  ['unprocessable_entity', 'entityIds', { entityIds: Array(51).fill('1'), newStatus: 'PAUSED' }],
  [
    'unprocessable_entity',
    'entityIds[1]',
    { entityIds: ['1', 'act_1/campaigns'], newStatus: 'PAUSED' },
  ],
  ['unprocessable_entity', 'newStatus', { entityId: '1', newStatus: 'DELETED' }],
  [
    'unprocessable_entity',
    'entityType',
    { entityType: 'account', entityId: '1', newStatus: 'PAUSED' },
  ],
])('%s at %s, before anything is asked', async (code, path, body) => {
  const fixture = await createManageFixture();
  const { value, calls } = await fixture.counting(() => refusal(async () => update(fixture, body)));
  expect(value).toMatchObject({ code, paths: [path] });
  expect(calls).toBe(0);
});

test('who switched what is on record with what it was before; refusals too', async () => {
  const fixture = await createManageFixture();
  const { ads } = await fixture.tree([2]);
  const [first = '', second = ''] = ads[0] ?? [];
  await fixture.fault({
    fault: 'error',
    method: 'POST',
    path: `/${second}`,
    code: 100,
    message: 'No',
  });
  await update(fixture, { entityIds: [first, second], newStatus: 'PAUSED' });
  const trail = (await fixture.audit()).map(({ action, subject, details }) => ({
    action,
    subject,
    before: details.before,
    after: details.after,
  }));
  const change = { before: { status: 'ACTIVE' }, after: { status: 'PAUSED' } };
  expect(trail).toHaveLength(3);
  expect(trail).toEqual(
    expect.arrayContaining([
      { action: 'ad.status', subject: first, ...change },
      { action: 'ad.status', subject: second, ...change },
      { action: 'ad.status.refused', subject: second, ...change },
    ]),
  );
});

describe('on a platform with other words, whose objects cannot be read first', () => {
  const sent: object[] = [];
  const account = {
    id: '7000000000000000001',
    name: 'Clips',
    currency: 'USD',
    timezone: 'UTC',
    status: 'active',
  } as const;
  const shortVideo: AdPlatform = {
    definition: testDefinition('short-video'),
    accounts: {
      list: async () => [account],
      identities: async () => [],
      campaigns: async () => [],
      adSets: async () => [],
    },
    edit: {
      ...notUsed,
      statusWords: { ACTIVE: 'ENABLE', PAUSED: 'DISABLE' },
      setStatus: async (_, changes) => {
        sent.push(...changes);
        return changes.map(({ id }) => ({ id }));
      },
    },
  };

  async function shortVideoFixture() {
    const { ports } = await createTestService({ platforms: [moduleOf(shortVideo)] });
    return (body: object) =>
      updateStatus(ports, caller, parsed(updateStatusRequest, { businessId: account.id, ...body }));
  }

  test('both vocabularies are taken, and its own is answered', async () => {
    const update = await shortVideoFixture();
    expect(await update({ entityType: 'ad', entityIds: ['1'], newStatus: 'PAUSED' })).toMatchObject(
      {
        results: [{ status: 'DISABLE' }],
      },
    );
    expect(
      await update({ entityType: 'ad', entityIds: ['1'], newStatus: 'DISABLE' }),
    ).toMatchObject({
      results: [{ status: 'DISABLE' }],
    });
    expect(sent).toEqual([
      { type: 'ad', id: '1', status: 'PAUSED' },
      { type: 'ad', id: '1', status: 'PAUSED' },
    ]);
  });

  test('nothing is switched on whose spending cannot be known', async () => {
    sent.length = 0;
    const update = await shortVideoFixture();
    expect(
      await refusal(update({ entityType: 'ad', entityIds: ['1'], newStatus: 'ENABLE' })),
    ).toMatchObject({
      code: 'unprocessable_entity',
      paths: ['entityIds[0]'],
      reasons: ['spend_unknown'],
    });
    expect(sent).toEqual([]);
  });

  test('the type has to be said', async () => {
    const update = await shortVideoFixture();
    expect(await refusal(update({ entityId: '1', newStatus: 'DISABLE' }))).toMatchObject({
      code: 'bad_request',
      paths: ['entityType'],
    });
  });

  test('what it does not offer is refused, and where to look is said', async () => {
    const fixture = await createManageFixture();
    const platforms = {
      ...fixture.ports.platforms,
      primary: { ...fixture.ports.platforms.primary, edit: undefined as never },
    };
    const body = parsed(updateStatusRequest, {
      businessId: eur,
      entityId: '1',
      newStatus: 'PAUSED',
    });
    expect(
      await refusal(updateStatus({ ...fixture.ports, platforms }, caller, body)),
    ).toMatchObject({
      code: 'unprocessable_entity',
      reasons: ['unsupported_on_platform'],
      message: expect.stringContaining('does not offer changes'),
    });
  });
});
