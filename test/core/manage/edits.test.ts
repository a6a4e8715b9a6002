import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { deleteEntities } from '../../../core/manage/edit/delete-entities.ts';
import { renameEntity } from '../../../core/manage/edit/rename-entity.ts';
import { updateBudget } from '../../../core/manage/edit/update-budget.ts';
import { updateZips } from '../../../core/manage/edit/update-zips.ts';
import {
  deleteRequest,
  renameRequest,
  updateBudgetRequest,
  updateZipsRequest,
} from '../../../core/manage/schema/edit.ts';
import { widenLimits } from '../../wide-limits.ts';
import { copyAd } from './copies.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';

test('an id of another type is told as that, by whatever it is asked for', async () => {
  const fixture = await createManageFixture();
  const { adSet, campaign } = await fixture.tree([0]);
  const words = 'There is no ad with this id: it stands for something else.';
  const named = { businessId: eur, entityType: 'ad', entityId: adSet };
  const renaming = renameEntity(
    fixture.ports,
    caller,
    parsed(renameRequest, { ...named, name: 'New' }),
  );
  expect(await refusal(renaming)).toMatchObject({
    code: 'not_found',
    paths: ['entityId'],
    message: expect.stringContaining(words),
  });
  const { results } = await deleteEntities(
    fixture.ports,
    caller,
    parsed(deleteRequest, { ...named, confirm: true }),
  );
  expect(results).toMatchObject([{ success: false, error: expect.stringContaining(words) }]);
  for (const id of [adSet, campaign])
    expect(await refusal(copyAd(fixture, { adId: id }))).toMatchObject({
      code: 'not_found',
      paths: ['adId'],
      message: expect.stringContaining(words),
    });
});

describe('rename', () => {
  const rename = (fixture: ManageFixture, body: object) =>
    renameEntity(
      fixture.ports,
      caller,
      parsed(renameRequest, { businessId: eur, entityType: 'ad', name: 'New', ...body }),
    );

  test('gives an object another name, in two calls, and says what it was', async () => {
    const fixture = await createManageFixture();
    const { ads } = await fixture.tree([1]);
    const entityId = ads[0]?.[0] ?? '';
    const { value, calls } = await fixture.counting(() => rename(fixture, { entityId }));
    expect(value).toEqual({
      success: true,
      entityId,
      entityType: 'ad',
      name: 'New',
      previousName: 'Leaf 0',
      updateId: expect.stringMatching(/^upd_/),
    });
    expect(calls).toBe(2);
    expect((await fixture.audit())[0]).toMatchObject({
      action: 'ad.rename',
      details: { before: { name: 'Leaf 0' }, after: { name: 'New' } },
    });
  });

  test('is refused for an unknown object, another account, and an empty name', async () => {
    const fixture = await createManageFixture();
    expect(await refusal(rename(fixture, { entityId: '404' }))).toMatchObject({
      code: 'not_found',
      paths: ['entityId'],
    });
    const foreign = seed.ad(seed.accounts.usd, 'traffic', 1);
    expect(await refusal(rename(fixture, { entityId: foreign }))).toMatchObject({
      reasons: ['other_account'],
    });
    expect(await refusal(async () => rename(fixture, { entityId: '1', name: ' ' }))).toMatchObject({
      paths: ['name'],
    });
  });
});

describe('update-budget', () => {
  const budget = (fixture: ManageFixture, body: object) =>
    updateBudget(
      fixture.ports,
      caller,
      parsed(updateBudgetRequest, { businessId: eur, entityType: 'adset', ...body }),
    );

  test('changes a budget in two calls and says what it was', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    const { value, calls } = await fixture.counting(() =>
      budget(fixture, { entityId: adSet, daily_budget: 75.5 }),
    );
    expect(value).toEqual({
      success: true,
      entityId: adSet,
      entityType: 'adset',
      dailyBudget: 75.5,
      lifetimeBudget: null,
      previous: { dailyBudget: 50, lifetimeBudget: null },
      currency: 'EUR',
      updateId: expect.stringMatching(/^upd_/),
    });
    expect(calls).toBe(2);
    expect(await fixture.read(adSet, 'daily_budget')).toMatchObject({ daily_budget: '7550' });
    expect((await fixture.audit())[0]).toMatchObject({
      action: 'adset.budget',
      details: { before: { dailyBudget: 50 }, after: { dailyBudget: 75.5 } },
    });
  });

  test('more than ten times as much within a day takes a confirmation; ten times does not', async () => {
    const fixture = await createManageFixture();
    await widenLimits(fixture.ports, caller);
    const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    expect(await refusal(budget(fixture, { entityId: adSet, dailyBudget: 500.01 }))).toMatchObject({
      code: 'unprocessable_entity',
      paths: ['dailyBudget'],
      reasons: ['confirm_required'],
      message: expect.stringContaining('from 50 to 500.01 EUR'),
    });
    expect(await fixture.read(adSet, 'daily_budget')).toMatchObject({ daily_budget: '5000' });
    await budget(fixture, { entityId: adSet, dailyBudget: 500 });
    expect(await refusal(budget(fixture, { entityId: adSet, dailyBudget: 501 }))).toMatchObject({
      reasons: ['confirm_required'],
      message: expect.stringContaining('from 50 to 501 EUR'),
    });
    await budget(fixture, { entityId: adSet, dailyBudget: 5_001, confirm: true });
    expect(await fixture.read(adSet, 'daily_budget')).toMatchObject({ daily_budget: '500100' });
  });

  test.each([
    ['bad_request', 'dailyBudget', 'missing_field', {}],
    ['unprocessable_entity', 'dailyBudget', 'budget_too_low', { dailyBudget: 0.5 }],
    [
      'unprocessable_entity',
      'lifetimeBudget',
      'two_budgets',
      { dailyBudget: 50, lifetimeBudget: 50 },
    ],
    ['unprocessable_entity', 'lifetimeBudget', 'other_budget', { lifetimeBudget: 50 }],
    [
      'unprocessable_entity',
      'dailyBudget',
      'budget_elsewhere',
      { dailyBudget: 50, entityType: 'campaign' },
    ],
  ])('%s at %s: %s', async (code, path, reason, body) => {
    const fixture = await createManageFixture();
    const { adSet, campaign } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    const entityId = 'entityType' in body ? campaign : adSet;
    expect(await refusal(budget(fixture, { entityId, ...body }))).toMatchObject({
      code,
      paths: [path],
      reasons: [reason],
    });
  });

  test('an ad set of another account is refused: its money would be counted in the wrong unit', async () => {
    const fixture = await createManageFixture();
    const entityId = seed.emptyAdSets(seed.accounts.jpy, 'traffic')[0];
    expect(await refusal(budget(fixture, { entityId, dailyBudget: 50 }))).toMatchObject({
      reasons: ['other_account'],
      paths: ['entityId'],
    });
  });

  test('ads have no budget', async () => {
    const fixture = await createManageFixture();
    expect(
      await refusal(async () =>
        budget(fixture, { entityType: 'ad', entityId: '1', dailyBudget: 5 }),
      ),
    ).toMatchObject({
      paths: ['entityType'],
    });
  });

  test('what only the platform knows is told with its field', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { daily_budget: 5_000 } });
    for (const dailyBudget of [51, 52, 53, 54])
      await budget(fixture, { entityId: adSet, dailyBudget });
    expect(await refusal(budget(fixture, { entityId: adSet, dailyBudget: 55 }))).toMatchObject({
      code: 'platform_error',
      subcode: '1487632',
    });
  });
});

describe('update-adset-zip-targeting', () => {
  const zips = (fixture: ManageFixture, body: object) =>
    updateZips(fixture.ports, caller, parsed(updateZipsRequest, { businessId: eur, ...body }));
  const targeting = {
    geo_locations: { countries: ['CA'], zips: [{ key: 'US:10001' }, { key: 'US:10002' }] },
    age_min: 30,
    targeting_automation: { advantage_audience: 0 },
  };
  const codes = async (fixture: ManageFixture, id: string) => {
    const { geo_locations, age_min } = (await fixture.read(id, 'targeting')).targeting as {
      geo_locations: { countries?: string[]; zips: { key: string }[] };
      age_min: number;
    };
    return {
      countries: geo_locations.countries,
      zips: geo_locations.zips.map(({ key }) => key).sort(),
      age_min,
    };
  };

  test.each([
    ['replace', ['94304', { key: 'US:10001' }], ['US:10001', 'US:94304'], 1, 1],
    ['merge', ['94304', '10001'], ['US:10001', 'US:10002', 'US:94304'], 1, 0],
    ['remove', ['10001', '99999'], ['US:10002'], 0, 1],
  ])('%s, other targeting stays', async (mode, given, expected, added, removed) => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { targeting } });
    const { value, calls } = await fixture.counting(() =>
      zips(fixture, { ad_set_id: adSet, zips: given, mode }),
    );
    expect(value).toEqual({
      success: true,
      adSetId: adSet,
      zipCount: expected.length,
      added,
      removed,
      invalid: [],
    });
    expect(calls).toBe(2);
    expect(await codes(fixture, adSet)).toEqual({ countries: ['CA'], zips: expected, age_min: 30 });
  });

  test('codes that cannot be are listed, the others applied', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0], { adSet: { targeting } });
    const value = await zips(fixture, {
      adSetId: adSet,
      zips: ['94304', 'ABCDE', '943', '2134', '94304-1234', 'GB:SW1A 1AA'],
    });
    expect(value).toMatchObject({ invalid: ['ABCDE', '943'], zipCount: 3 });
    expect((await codes(fixture, adSet)).zips).toEqual(['GB:SW1A1AA', 'US:02134', 'US:94304']);
  });

  test('a country that is targeted as a whole is narrowed to its codes', async () => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([0]);
    await zips(fixture, { adSetId: adSet, zips: ['94304'], mode: 'merge' });
    expect(await codes(fixture, adSet)).toMatchObject({ zips: ['US:94304'] });
  });

  test('and comes back with the last of them, but only where it was', async () => {
    const fixture = await createManageFixture();
    const whole = {
      geo_locations: { countries: ['US', 'CA'] },
      targeting_automation: { advantage_audience: 1 },
    };
    const { adSet } = await fixture.tree([0], { adSet: { targeting: whole } });
    const countries = async (): Promise<unknown> =>
      (
        (await fixture.read(adSet, 'targeting')).targeting as {
          geo_locations: { countries?: string[] };
        }
      ).geo_locations.countries;
    await zips(fixture, { adSetId: adSet, zips: ['94304', '10001'] });
    expect(await countries()).toEqual(['CA']);
    await zips(fixture, { adSetId: adSet, zips: ['10001'], mode: 'remove' });
    expect(await countries()).toEqual(['CA']);
    await zips(fixture, { adSetId: adSet, zips: ['94304'], mode: 'remove' });
    expect(await countries()).toEqual(['CA', 'US']);
  });

  test('is refused where no code is left, none is valid, or the ad set is not there', async () => {
    const fixture = await createManageFixture();
    const only = {
      geo_locations: { zips: [{ key: 'US:10001' }] },
      targeting_automation: { advantage_audience: 1 },
    };
    const { adSet } = await fixture.tree([0], { adSet: { targeting: only } });
    expect(
      await refusal(zips(fixture, { adSetId: adSet, zips: ['10001'], mode: 'remove' })),
    ).toMatchObject({
      reasons: ['no_geo'],
      paths: ['zips'],
    });
    expect(await refusal(zips(fixture, { adSetId: adSet, zips: ['nowhere'] }))).toMatchObject({
      reasons: ['no_valid_zip'],
    });
    expect(await refusal(zips(fixture, { adSetId: '404', zips: ['10001'] }))).toMatchObject({
      code: 'not_found',
      paths: ['adSetId'],
    });
    expect(await refusal(async () => zips(fixture, { adSetId: adSet, zips: [] }))).toMatchObject({
      paths: ['zips'],
    });
    expect(
      await refusal(async () => zips(fixture, { adSetId: adSet, zips: Array(2501).fill('1') })),
    ).toMatchObject({
      paths: ['zips'],
    });
  });
});
