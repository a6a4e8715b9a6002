import { describe, expect, test } from 'vitest';
import { deleteEntities } from '../../../core/manage/edit/delete-entities.ts';
import { listAds } from '../../../core/manage/inspect/list-ads.ts';
import { deleteRequest } from '../../../core/manage/schema/edit.ts';
import { listAdsRequest } from '../../../core/manage/schema/inspect.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';

describe('delete', () => {
  const remove = (fixture: ManageFixture, body: object) =>
    deleteEntities(
      fixture.ports,
      caller,
      parsed(deleteRequest, { businessId: eur, entityType: 'ads', confirm: true, ...body }),
    );

  test('takes a confirmation', async () => {
    const fixture = await createManageFixture();
    for (const confirm of [undefined, false])
      expect(await refusal(remove(fixture, { entityIds: ['1'], confirm }))).toMatchObject({
        code: 'unprocessable_entity',
        paths: ['confirm'],
        reasons: ['confirm_required'],
      });
  });

  test('removes ads, ad sets and campaigns, each with its own result; twice is once', async () => {
    const fixture = await createManageFixture();
    const tree = await fixture.tree([2]);
    const entityIds = [...(tree.ads[0] ?? []), '404'];
    expect(await remove(fixture, { entityIds })).toMatchObject({ successCount: 2, failCount: 1 });
    expect(await remove(fixture, { entityIds })).toMatchObject({ successCount: 2, failCount: 1 });
    expect(await remove(fixture, { entityType: 'adsets', entityIds: [tree.adSet] })).toMatchObject({
      results: [{ entityId: tree.adSet, success: true, status: 'DELETED' }],
    });
    expect(
      await remove(fixture, { entityType: 'campaigns', entityId: tree.campaign }),
    ).toMatchObject({ success: true });
    expect(await fixture.read(tree.campaign, 'status')).toMatchObject({ status: 'DELETED' });
    const trail = (await fixture.audit()).filter(({ action }) => action === 'ad.delete');
    expect(trail).toHaveLength(2);
    expect(trail[0]?.details).toMatchObject({
      before: { status: 'ACTIVE', name: expect.stringMatching(/^Leaf/) },
      after: { status: 'DELETED' },
    });
  });
});

test('ads that go with their ad set or campaign are listed as deleted', async () => {
  const fixture = await createManageFixture();
  const tree = await fixture.tree([2, 1, 2]);
  const remove = (entityType: string, entityId: string) =>
    deleteEntities(
      fixture.ports,
      caller,
      parsed(deleteRequest, { businessId: eur, entityType, entityId, confirm: true }),
    );
  const listed = async (query: object) => {
    const request = parsed(listAdsRequest, { status: 'DELETED', limit: 200, ...query });
    return (await listAds(fixture.ports, caller, request)).data.map(({ id }) => id).sort();
  };
  const { value, calls } = await fixture.counting(() => remove('adsets', tree.adSets[0] ?? ''));
  expect([value.successCount, calls]).toEqual([1, 3]);
  expect(await listed({ adSetId: tree.adSets[0] })).toEqual([...(tree.ads[0] ?? [])].sort());
  await remove('campaigns', tree.campaign);
  expect(await listed({ accountId: eur })).toEqual(tree.ads.flat().sort());
  expect(await listed({ adSetId: tree.adSets[2] })).toEqual([...(tree.ads[2] ?? [])].sort());
});

test('a deletion that was not noted before a crash is noted when it is repeated', async () => {
  const fixture = await createManageFixture();
  const { ads } = await fixture.tree([1]);
  const [entityId = ''] = ads[0] ?? [];
  await fixture.client.remove(`/${entityId}`);
  const body = parsed(deleteRequest, {
    businessId: eur,
    entityType: 'ads',
    entityId,
    confirm: true,
  });
  const request = parsed(listAdsRequest, { status: 'DELETED', accountId: eur });
  await deleteEntities(fixture.ports, caller, body);
  const first = await listAds(fixture.ports, caller, request);
  expect(first.data).toMatchObject([{ id: entityId, status: 'DELETED' }]);
  await deleteEntities(fixture.ports, caller, body);
  expect(await listAds(fixture.ports, caller, request)).toEqual(first);
});
