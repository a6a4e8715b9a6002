import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { createAdSet } from '../../../core/manage/create/create-object.ts';
import { listChoices } from '../../../core/manage/inspect/choices.ts';
import { readDelivery } from '../../../core/manage/inspect/delivery.ts';
import { choicesRequest, deliveryRequest } from '../../../core/manage/schema/choices.ts';
import { updateObject } from '../../../core/manage/update/update-object.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';

const choices = (fixture: ManageFixture, body: object) =>
  listChoices(fixture.ports, caller, parsed(choicesRequest, { accountId: eur, ...body }));
const delivery = (fixture: ManageFixture, body: object) =>
  readDelivery(fixture.ports, caller, parsed(deliveryRequest, { accountId: eur, ...body }));

describe('choices', () => {
  test.each([
    ['audiences', {}, 'Buyers of 180 days', 'targeting.custom_audiences'],
    ['lookalikeAudiences', {}, 'Like buyers, 1 percent', 'targeting.custom_audiences'],
    ['savedAudiences', {}, 'Adults in the US', 'targeting'],
    ['interests', { q: 'foot' }, 'Football', 'targeting.flexible_spec'],
    ['leadForms', { of: seed.page }, 'Newsletter', undefined],
    ['catalogs', {}, 'Harbour catalogue', 'promotedObject'],
    ['secondaryPosts', { of: seed.profile }, 'From our harbour', undefined],
  ])('lists %s with the field that takes them', async (kind, more, name, field) => {
    const fixture = await createManageFixture();
    const { data } = await choices(fixture, { kind, ...more });
    expect(data).toContainEqual(
      expect.objectContaining({
        name,
        use: field === undefined ? null : expect.objectContaining({ field }),
      }),
    );
    expect(
      (await choices(fixture, { kind, ...more, q: kind === 'interests' ? 'zzz' : 'no such name' }))
        .data,
    ).toEqual([]);
  });

  test('product sets are those of a catalogue, and value rule sets those that were made', async () => {
    const fixture = await createManageFixture();
    const [catalog] = (await choices(fixture, { kind: 'catalogs' })).data;
    expect(
      (await choices(fixture, { kind: 'productSets', of: catalog?.id })).data.map(
        ({ name }) => name,
      ),
    ).toEqual(['All products', 'Autumn']);
    const rules = [{ name: 'R', adjust_sign: 'INCREASE', adjust_value: 20, criterias: [] }];
    const id = await fixture.client.make(`/${eur}/value_rule_set`, { name: 'Rules', rules });
    expect((await choices(fixture, { kind: 'valueRuleSets' })).data).toMatchObject([
      { id, name: 'Rules' },
    ]);
  });

  test('what a choice says can be given to a new ad set as it is', async () => {
    const fixture = await createManageFixture();
    const { campaign: campaignId } = await fixture.tree([]);
    const [audience] = (await choices(fixture, { kind: 'audiences' })).data;
    const targeting = { custom_audiences: audience?.use?.value };
    const body = {
      accountId: eur,
      campaignId,
      name: 'Chosen',
      dailyBudget: 50,
      targeting,
      location: { countries: ['US'] },
    };
    const { adSetId } = await createAdSet(fixture.ports, caller, body);
    expect((await fixture.read(adSetId, 'targeting')).targeting).toMatchObject({
      custom_audiences: [{ id: audience?.id }],
    });
  });

  test('asks for what is missing, and says what the platform does not list', async () => {
    const fixture = await createManageFixture();
    expect(await refusal(choices(fixture, { kind: 'leadForms' }))).toMatchObject({
      code: 'bad_request',
      paths: ['of'],
    });
    expect(await refusal(choices(fixture, { kind: 'interests' }))).toMatchObject({
      code: 'bad_request',
      paths: ['q'],
    });
    expect(await refusal(async () => choices(fixture, { kind: 'friends' }))).toMatchObject({
      paths: ['kind'],
    });
    expect(await refusal(choices(fixture, { kind: 'leadForms', of: '404' }))).toMatchObject({
      code: 'not_found',
      paths: ['of'],
    });
  });
});

describe('delivery', () => {
  test('of an ad set tells its learning stage, what it could reach and the least budgets', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0]);
    const request = {
      entityType: 'adset',
      entityIds: [adSet],
      estimate: true,
      minimumBudgets: true,
    };
    const { value, calls } = await fixture.counting(() => delivery(fixture, request));
    expect(calls).toBe(2);
    expect(value).toMatchObject({
      success: true,
      currency: 'EUR',
      minimumBudgets: { impressions: 1 },
    });
    expect(value.data).toMatchObject([
      {
        entityId: adSet,
        learning: { stage: 'LEARNING' },
        estimate: { isReady: true, monthlyPeople: { least: 900_000 } },
      },
    ]);
  });

  test('a change that resets learning shows in it', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0]);
    await fixture.clock.advance(8 * 86_400_000);
    const stage = async () =>
      (await delivery(fixture, { entityType: 'adset', entityIds: [adSet] })).data[0]?.learning
        ?.stage;
    expect(await stage()).toBe('SUCCESS');
    await updateObject(fixture.ports, caller, {
      level: 'adSet',
      body: { accountId: eur, adSetId: adSet, name: 'Renamed' },
    });
    expect(await stage()).toBe('SUCCESS');
    await updateObject(fixture.ports, caller, {
      level: 'adSet',
      body: { accountId: eur, adSetId: adSet, location: { countries: ['CA'] } },
    });
    expect(await stage()).toBe('LEARNING');
  });

  test('of a rejected ad tells why; one that does not exist does not fail the others', async () => {
    const fixture = await createManageFixture();
    await fixture.fault({ fault: 'ad-disapproved', ms: 1 });
    const { ads } = await fixture.tree([1]);
    await fixture.clearFaults();
    await fixture.clock.advance(3_600_000);
    const id = ads[0]?.[0] ?? '';
    const { data, success, failCount } = await delivery(fixture, {
      entityType: 'ad',
      entityIds: [id, '404'],
    });
    expect([success, failCount]).toEqual([true, 1]);
    expect(data).toMatchObject([
      { entityId: id, rejections: [{ where: 'global', reason: 'MISLEADING' }] },
      { entityId: '404', success: false, error: expect.any(String) },
    ]);
  });
});
