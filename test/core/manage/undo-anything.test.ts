import { describe, expect, test } from 'vitest';
import { PlatformError } from '../../../core/base/errors.ts';
import { createAdSet, createCampaign } from '../../../core/manage/create/create-object.ts';
import { renameEntity } from '../../../core/manage/edit/rename-entity.ts';
import { updateBudget } from '../../../core/manage/edit/update-budget.ts';
import { updateStatus } from '../../../core/manage/edit/update-status.ts';
import {
  renameRequest,
  updateBudgetRequest,
  updateStatusRequest,
} from '../../../core/manage/schema/edit.ts';
import { undoUpdateRequest } from '../../../core/manage/schema/update.ts';
import { previewUndoUpdate, undoUpdate } from '../../../core/manage/undo/undo.ts';
import { keyed } from '../../../core/records/once.ts';
import { failure } from '../../stand-in-platform.ts';
import { copyAdSet, heldNow, madeSince } from './copies.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';
import { runUntilCrash } from './run-until-crash.ts';

const undo = ({ ports }: ManageFixture, updateId: string | undefined, more: object = {}) =>
  undoUpdate(ports, caller, parsed(undoUpdateRequest, { updateId, ...more }));
const preview = ({ ports }: ManageFixture, updateId: string | undefined) =>
  previewUndoUpdate(ports, caller, parsed(undoUpdateRequest, { updateId }));
const pause = ({ ports }: ManageFixture, entityIds: readonly string[], newStatus = 'PAUSED') =>
  updateStatus(
    ports,
    caller,
    parsed(updateStatusRequest, { businessId: eur, entityIds, newStatus }),
  );
const budget = ({ ports }: ManageFixture, entityId: string, dailyBudget: number) =>
  updateBudget(
    ports,
    caller,
    parsed(updateBudgetRequest, { businessId: eur, entityType: 'adset', entityId, dailyBudget }),
  );
const rename = ({ ports }: ManageFixture, entityId: string, name: string) =>
  renameEntity(
    ports,
    caller,
    parsed(renameRequest, { businessId: eur, entityType: 'ad', entityId, name }),
  );
const make = ({ ports }: ManageFixture, name: string) =>
  createCampaign(ports, caller, { accountId: eur, name, objective: 'OUTCOME_TRAFFIC' });

describe('undo of a change', () => {
  test('switches back only what it switched, each to what it was, and can be undone itself', async () => {
    const fixture = await createManageFixture();
    const { ads } = await fixture.tree([3]);
    const [first = '', second = '', third = ''] = ads[0] ?? [];
    await pause(fixture, [first]);
    const { updateId } = await pause(fixture, [first, second, third]);
    const { results, outcome, updateId: back } = await undo(fixture, updateId);
    expect(outcome).toBe('done');
    expect(results).toMatchObject([
      {
        entityId: second,
        name: 'Leaf 1',
        outcome: 'done',
        changes: [{ field: 'status', before: 'PAUSED', after: 'ACTIVE' }],
      },
      { entityId: third, outcome: 'done' },
    ]);
    const states = async () =>
      Promise.all(
        [first, second, third].map(async (id) => (await fixture.read(id, 'status')).status),
      );
    expect(await states()).toEqual(['PAUSED', 'ACTIVE', 'ACTIVE']);
    await undo(fixture, back);
    expect(await states()).toEqual(['PAUSED', 'PAUSED', 'PAUSED']);
  });

  test('sets a budget and a name back; a second undo finds nothing left and sends nothing', async () => {
    const fixture = await createManageFixture();
    const { adSet, ads } = await fixture.tree([1], { adSet: { daily_budget: 5000 } });
    const ad = ads[0]?.[0] ?? '';
    const raised = await budget(fixture, adSet, 80);
    const renamed = await rename(fixture, ad, 'Another');
    expect(await undo(fixture, raised.updateId)).toMatchObject({
      entityId: adSet,
      changes: [{ field: 'dailyBudget', before: 80, after: 50 }],
    });
    await undo(fixture, renamed.updateId);
    expect(await fixture.read(adSet, 'daily_budget')).toMatchObject({ daily_budget: '5000' });
    expect(await fixture.read(ad, 'name')).toMatchObject({ name: 'Leaf 0' });
    const { value, calls } = await fixture.counting(() => undo(fixture, raised.updateId));
    expect([calls, value.results]).toEqual([1, []]);
  });

  test('leaves what has been changed since, and then all of it', async () => {
    const fixture = await createManageFixture();
    const { adSet, ads } = await fixture.tree([2], { adSet: { daily_budget: 5000 } });
    const [first = '', second = ''] = ads[0] ?? [];
    const raised = await budget(fixture, adSet, 80);
    await budget(fixture, adSet, 90);
    expect(await refusal(undo(fixture, raised.updateId))).toMatchObject({
      code: 'conflict',
      reasons: ['changed_since'],
      message: expect.stringContaining('dailyBudget of Branch 0 has been changed since'),
    });
    const renamed = await rename(fixture, first, 'Another');
    await rename(fixture, first, 'A third');
    expect((await refusal(undo(fixture, renamed.updateId))).code).toBe('conflict');
    expect(await fixture.read(first, 'name')).toMatchObject({ name: 'A third' });
    const { updateId } = await pause(fixture, [first, second]);
    await fixture.client.post(`/${second}`, { status: 'ARCHIVED' });
    expect((await refusal(undo(fixture, updateId))).reasons).toEqual(['changed_since']);
    expect(await fixture.read(first, 'status')).toMatchObject({ status: 'PAUSED' });
  });

  test('deletes what was created, unless it holds something by now', async () => {
    const fixture = await createManageFixture();
    const empty = await make(fixture, 'Empty');
    const used = await make(fixture, 'Used');
    await createAdSet(fixture.ports, caller, {
      accountId: eur,
      campaignId: used.campaignId,
      name: 'Inside',
      dailyBudget: 20,
    });
    expect(await undo(fixture, empty.updateId, { dryRun: true })).toMatchObject({
      dryRun: true,
      results: [{ name: 'Empty' }],
    });
    expect(await undo(fixture, empty.updateId)).toMatchObject({
      outcome: 'done',
      results: [{ entityId: empty.campaignId }],
    });
    expect(await fixture.read(empty.campaignId, 'status')).toMatchObject({ status: 'DELETED' });
    expect(await refusal(undo(fixture, used.updateId))).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /“Used” holds 1 object by now .* “Inside”\. Nothing was deleted/,
      ),
    });
    expect(await fixture.read(used.campaignId, 'status')).toMatchObject({ status: 'PAUSED' });
    expect(await undo(fixture, empty.updateId)).toMatchObject({ results: [] });
  });

  test('deletes copies with all below them, and never their source', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([3]);
    const before = await heldNow(fixture);
    const { duplicateId } = await copyAdSet(fixture, { adsetId: adSet, copyCount: 2 });
    expect((await madeSince(fixture, before)).ads).toHaveLength(6);
    expect(await undo(fixture, duplicateId)).toMatchObject({ outcome: 'done', success: true });
    const left = await madeSince(fixture, before);
    expect([...left.adSets, ...left.ads].filter(({ status }) => status !== 'DELETED')).toEqual([]);
    expect(await fixture.read(adSet, 'status')).not.toMatchObject({ status: 'DELETED' });
  });

  test('of a campaign, an ad set and an ad that were paused together takes back all of them, and is undone as one', async () => {
    const fixture = await createManageFixture();
    const { campaign, adSet, ads } = await fixture.tree([1], {
      campaign: { status: 'ACTIVE' },
      adSet: { status: 'ACTIVE' },
    });
    const all = [campaign, adSet, ads[0]?.[0] ?? ''];
    const states = async () =>
      Promise.all(all.map(async (id) => (await fixture.read(id, 'status')).status));
    const { updateId } = await pause(fixture, all);
    const back = await undo(fixture, updateId);
    expect([back.outcome, await states()]).toEqual(['done', ['ACTIVE', 'ACTIVE', 'ACTIVE']]);
    await undo(fixture, back.updateId);
    expect(await states()).toEqual(['PAUSED', 'PAUSED', 'PAUSED']);
  });

  test('deletes nothing where the platform does not delete all of it, and tells each where one deletion fails', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([2]);
    const before = await heldNow(fixture);
    const { duplicateId } = await copyAdSet(fixture, { adsetId: adSet });
    const meta = Object.values(fixture.ports.platforms).find(
      ({ edit }) => edit?.remove !== undefined,
    );
    const edit = meta?.edit;
    if (meta === undefined || edit === undefined) throw new Error('No platform deletes.');
    const within = (changed: object) => {
      const platforms = {
        ...fixture.ports.platforms,
        [meta.definition.id]: { ...meta, edit: { ...edit, ...changed } },
      };
      return { ...fixture, ports: { ...fixture.ports, platforms } } as ManageFixture;
    };
    expect((await refusal(undo(within({ removes: ['ad'] }), duplicateId))).reasons).toEqual([
      'cannot_undo',
    ]);
    const copies = async () =>
      (await madeSince(fixture, before)).ads.filter(({ status }) => status !== 'DELETED');
    expect(await copies()).toHaveLength(2);
    const remove: typeof edit.remove = async (access, objects) => {
      if (objects[0]?.type === 'adset') throw new PlatformError(failure('transient'));
      return edit.remove(access, objects);
    };
    const { outcome, results } = await undo(within({ remove }), duplicateId);
    expect([outcome, results?.map((each) => [each.entityType, each.outcome])]).toEqual([
      'partly',
      expect.arrayContaining([
        ['adset', 'unknown'],
        ['ad', 'done'],
        ['ad', 'done'],
      ]),
    ]);
    expect(await copies()).toHaveLength(0);
  });

  test('is told as what it does, and passes the gate as that does', async () => {
    const fixture = await createManageFixture();
    const { adSet, ads } = await fixture.tree([1], {
      campaign: { status: 'ACTIVE' },
      adSet: { status: 'ACTIVE', daily_budget: 5000 },
    });
    const lowered = await budget(fixture, adSet, 20);
    const paused = await pause(fixture, ads[0] ?? []);
    const { duplicateId } = await copyAdSet(fixture, { adsetId: adSet });
    expect((await preview(fixture, lowered.updateId)).summary).toBe(
      'Change a daily budget from 20 EUR to 50 EUR',
    );
    expect(await preview(fixture, paused.updateId)).toMatchObject({
      summary: expect.stringMatching(/^Switch on 1 ad of /),
      startsDelivering: true,
    });
    expect((await preview(fixture, duplicateId)).summary).toMatch(
      /^Delete 1 ad of .*; Delete 1 ad set of /,
    );
  });

  test('of a pause that was cut off and repeated sets all of it back', async () => {
    for (const when of ['before', 'after'] as const)
      for (let at = 1; at <= 4; at += 1) {
        const fixture = await createManageFixture();
        const { ads } = await fixture.tree([3]);
        const entityIds = ads[0] ?? [];
        const body = parsed(updateStatusRequest, {
          businessId: eur,
          entityIds,
          newStatus: 'PAUSED',
        });
        const key = { key: 'pause-once', bodyDigest: 'pause' };
        const run = (ports: ManageFixture['ports']) =>
          updateStatus(ports, caller, body, keyed(ports, caller.companyId, key));
        await runUntilCrash(fixture, { at, when }, run);
        const { updateId } = await run(fixture.ports);
        await undo(fixture, updateId);
        const states = await Promise.all(
          entityIds.map(async (id) => (await fixture.read(id, 'status')).status),
        );
        expect([at, when, states]).toEqual([at, when, ['ACTIVE', 'ACTIVE', 'ACTIVE']]);
      }
  });

  test('of an id that no change has is refused', async () => {
    const fixture = await createManageFixture();
    expect(await refusal(undo(fixture, 'upd_none'))).toMatchObject({
      code: 'not_found',
      reasons: ['unknown_update'],
    });
  });
});
