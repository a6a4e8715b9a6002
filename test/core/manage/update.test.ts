import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { changeGuardrails } from '../../../core/gate/guardrails.ts';
import { undoUpdateRequest } from '../../../core/manage/schema/update.ts';
import { undoUpdate } from '../../../core/manage/undo/undo.ts';
import { updateObject } from '../../../core/manage/update/update-object.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';

const adSet = (fixture: ManageFixture, body: object) =>
  updateObject(fixture.ports, caller, { level: 'adSet', body: { accountId: eur, ...body } });
const campaign = (fixture: ManageFixture, body: object) =>
  updateObject(fixture.ports, caller, { level: 'campaign', body: { accountId: eur, ...body } });
const ad = (fixture: ManageFixture, body: object) =>
  updateObject(fixture.ports, caller, { level: 'ad', body: { accountId: eur, ...body } });
const undo = (fixture: ManageFixture, body: object) =>
  undoUpdate(fixture.ports, caller, parsed(undoUpdateRequest, body));

describe('update-adset', () => {
  test('changes what is named and nothing else, in two calls, told as old and new', async () => {
    const fixture = await createManageFixture();
    const { adSet: adSetId } = await fixture.tree([0], {
      adSet: {
        targeting: {
          geo_locations: { countries: ['US'] },
          age_min: 21,
          targeting_automation: { advantage_audience: 0 },
        },
      },
    });
    const { value, calls } = await fixture.counting(() =>
      adSet(fixture, { adSetId, name: 'Renamed', targeting: { age_max: 44 }, dailySpendCap: 20 }),
    );
    expect(calls).toBe(2);
    expect(value).toMatchObject({
      success: true,
      dryRun: false,
      entityType: 'adset',
      entityId: adSetId,
      resetsLearning: true,
    });
    expect(value.changes).toMatchObject([
      { field: 'name', before: 'Branch 0', after: 'Renamed', learning: 'keeps' },
      {
        field: 'targeting',
        before: { age_min: 21 },
        after: { age_min: 21, age_max: 44 },
        learning: 'resets',
      },
      { field: 'dailySpendCap', before: null, after: 20 },
    ]);
    const now = await fixture.read(adSetId, 'name,targeting,daily_spend_cap,status');
    expect(now).toMatchObject({
      name: 'Renamed',
      daily_spend_cap: '2000',
      targeting: { age_min: 21, age_max: 44, geo_locations: { countries: ['US'] } },
    });
    expect((await fixture.audit())[0]).toMatchObject({
      action: 'adset.update',
      details: { before: { name: 'Branch 0' }, after: { name: 'Renamed' } },
    });
  });

  test('a dry run says the same and sends nothing', async () => {
    const fixture = await createManageFixture();
    const { adSet: adSetId } = await fixture.tree([0]);
    const { value, calls } = await fixture.counting(() =>
      adSet(fixture, { adSetId, name: 'Renamed', dryRun: true }),
    );
    expect(calls).toBe(1);
    expect(value).toMatchObject({
      dryRun: true,
      changes: [{ field: 'name', after: 'Renamed' }],
      resetsLearning: false,
    });
    expect(value.updateId).toBeUndefined();
    expect(await fixture.read(adSetId, 'name')).toMatchObject({ name: 'Branch 0' });
    expect(await fixture.audit()).toEqual([]);
  });

  test('as it is already: one call, no change', async () => {
    const fixture = await createManageFixture();
    const { adSet: adSetId } = await fixture.tree([0]);
    const { value, calls } = await fixture.counting(() =>
      adSet(fixture, { adSetId, name: 'Branch 0' }),
    );
    expect([calls, value.changes, value.updateId]).toEqual([1, [], undefined]);
  });

  test('a member of the targeting that is null is removed; a location changes the places alone', async () => {
    const fixture = await createManageFixture();
    const targeting = {
      geo_locations: { countries: ['US'] },
      age_min: 21,
      age_max: 40,
      targeting_automation: { advantage_audience: 0 },
    };
    const { adSet: adSetId } = await fixture.tree([0], { adSet: { targeting } });
    await adSet(fixture, {
      adSetId,
      targeting: { age_max: null },
      location: { countries: ['CA'] },
      locationMode: 'merge',
    });
    const { targeting: now } = await fixture.read(adSetId, 'targeting');
    expect(now).toMatchObject({ age_min: 21, geo_locations: { countries: ['US', 'CA'] } });
    expect(now).not.toHaveProperty('age_max', 40);
  });

  test('status and budgets are left to their own operations; what does not fit is told with its field', async () => {
    const fixture = await createManageFixture();
    const { adSet: adSetId } = await fixture.tree([0]);
    expect(
      await refusal(adSet(fixture, { adSetId, status: 'ACTIVE', daily_budget: 5 })),
    ).toMatchObject({
      reasons: ['other_operation', 'other_operation'],
      paths: ['status', 'daily_budget'],
    });
    expect(await refusal(adSet(fixture, { adSetId, bidStrategy: 'COST_CAP' }))).toMatchObject({
      reasons: ['bid_required'],
    });
    expect(
      await refusal(adSet(fixture, { adSetId, targeting: { geo_locations: null } })),
    ).toMatchObject({
      reasons: ['no_geo'],
      paths: ['targeting.geo_locations'],
    });
    expect(await refusal(adSet(fixture, { adSetId: '404', name: 'X' }))).toMatchObject({
      code: 'not_found',
      paths: ['adSetId'],
    });
    const foreign = seed.deliveringAdSet(seed.accounts.usd, 'traffic');
    expect(await refusal(adSet(fixture, { adSetId: foreign, name: 'X' }))).toMatchObject({
      reasons: ['other_account'],
    });
  });
});

test('a later end starts what has ended: it passes the gate, in its undo too', async () => {
  const fixture = await createManageFixture();
  const day = 86_400_000;
  const at = (days: number) => new Date(fixture.clock.now() + days * day).toISOString();
  const { adSet: adSetId } = await fixture.tree([1], {
    campaign: { status: 'ACTIVE' },
    adSet: { daily_budget: 9_000, status: 'ACTIVE', end_time: at(9) },
  });
  const money = {
    dailyBudget: 1_000,
    lifetimeBudget: 1_000,
    startedDailyBudget: 50,
    startedLifetimeBudget: 50,
  };
  await changeGuardrails(fixture.ports, caller, {
    risePercent: 900,
    currencies: { EUR: money },
    accounts: {},
  });
  const { updateId } = await adSet(fixture, { adSetId, endTime: at(1) });
  await fixture.clock.advance(2 * day);
  expect(await refusal(adSet(fixture, { adSetId, endTime: at(3) }))).toMatchObject({
    reasons: ['guard_exceeded'],
  });
  expect(await refusal(undo(fixture, { updateId }))).toMatchObject({ reasons: ['guard_exceeded'] });
});

describe('update-campaign', () => {
  test('sets a spend cap, and undo takes it away', async () => {
    const fixture = await createManageFixture();
    const { campaign: campaignId } = await fixture.tree([0]);
    const changed = await campaign(fixture, { campaignId, spendCap: 300, name: 'New' });
    expect(await fixture.read(campaignId, 'spend_cap,name')).toMatchObject({
      spend_cap: '30000',
      name: 'New',
    });
    const undone = await undo(fixture, { updateId: changed.updateId });
    expect(undone.changes).toMatchObject([
      { field: 'name', before: 'New', after: 'Tree' },
      { field: 'campaignSpendCap', before: 300, after: null },
    ]);
    expect((await fixture.read(campaignId, 'spend_cap')).spend_cap).toBeUndefined();
  });
});

describe('update-ad', () => {
  test('makes another creative with the new texts and link and points the ad at it', async () => {
    const fixture = await createManageFixture();
    const { ads } = await fixture.tree([1]);
    const adId = ads[0]?.[0] ?? '';
    const before = await fixture.read(adId, 'creative{id}');
    const { value, calls } = await fixture.counting(() =>
      ad(fixture, {
        adId,
        primaryTexts: ['New words'],
        link: 'https://example.com/new',
        urlTags: 'utm_source=x',
      }),
    );
    // The new creative is read back before the ad shows it.
    expect(calls).toBe(4);
    expect(value.changes.map(({ field, learning }) => [field, learning])).toEqual([
      ['primaryTexts', 'resets'],
      ['link', 'resets'],
      ['urlTags', 'resets'],
    ]);
    const now = await fixture.read(adId, 'creative{id,object_story_spec,url_tags}');
    expect(now.creative).toMatchObject({
      url_tags: 'utm_source=x',
      object_story_spec: { link_data: { message: 'New words', link: 'https://example.com/new' } },
    });
    await undo(fixture, { updateId: value.updateId });
    expect(await fixture.read(adId, 'creative{id}')).toEqual(before);
  });

  const adOf = async (fixture: ManageFixture, creative: object) => {
    const { adSet: adSetId } = await fixture.tree([0]);
    return fixture.client.make(`/${eur}/ads`, {
      name: 'Own',
      adset_id: adSetId,
      status: 'ACTIVE',
      creative,
    });
  };
  const shown = async (fixture: ManageFixture, adId: string) =>
    (
      await fixture.read(
        adId,
        'creative{id,object_story_spec,authorization_category,product_set_id,platform_customizations}',
      )
    ).creative as { readonly [field: string]: unknown };

  test('keeps what the creative was declared to be, and products, in another form of story too', async () => {
    const fixture = await createManageFixture();
    const page_id = seed.page;
    const adId = await adOf(fixture, {
      object_story_spec: {
        page_id,
        template_data: {
          message: 'Ours',
          name: 'Boats',
          link: 'https://example.com/',
          description: '{{product.price}}',
        },
      },
      authorization_category: 'POLITICAL',
      product_set_id: '17',
      platform_customizations: { instagram: { image_url: 'https://cdn.example/a.png' } },
    });
    const { id: _before, ...before } = await shown(fixture, adId);
    const { warnings } = await ad(fixture, {
      adId,
      primaryTexts: ['Theirs'],
      link: 'https://example.com/new',
    });
    const { id: _now, ...now } = await shown(fixture, adId);
    expect(now).toEqual({
      ...before,
      object_story_spec: {
        page_id,
        template_data: {
          message: 'Theirs',
          name: 'Boats',
          link: 'https://example.com/new',
          description: '{{product.price}}',
        },
      },
    });
    expect(warnings?.map(({ code }) => code)).toContain('new_post');
  });

  test('says that the link of all cards changes, and refuses where they lead to different addresses', async () => {
    const fixture = await createManageFixture();
    const story = (links: readonly string[]) => ({
      object_story_spec: {
        page_id: seed.page,
        link_data: {
          link: 'https://example.com/',
          message: 'Cards',
          child_attachments: links.map((link, i) => ({
            link,
            name: `Card ${i}`,
            image_hash: seed.imageHash(eur),
          })),
        },
      },
    });
    const one = await adOf(fixture, story(['https://example.com/', 'https://example.com/']));
    const { warnings } = await ad(fixture, {
      adId: one,
      link: 'https://example.com/new',
      dryRun: true,
    });
    expect(warnings).toMatchObject([
      { code: 'new_post' },
      { code: 'all_cards', message: expect.stringContaining('All 2 cards') },
      { code: 'learning_reset' },
      { code: 'new_review' },
    ]);
    const two = await adOf(fixture, story(['https://example.com/a', 'https://example.com/b']));
    expect(
      await refusal(ad(fixture, { adId: two, link: 'https://example.com/new' })),
    ).toMatchObject({
      reasons: ['links_of_cards'],
    });
  });

  test('a creative of its own takes no texts beside it', async () => {
    const fixture = await createManageFixture();
    const { ads } = await fixture.tree([1]);
    const adId = ads[0]?.[0] ?? '';
    expect(
      await refusal(ad(fixture, { adId, creativeId: '1', link: 'https://example.com' })),
    ).toMatchObject({
      reasons: ['contradiction'],
    });
  });
});

describe('undo', () => {
  test('sets everything back, once; asked again nothing is left to do', async () => {
    const fixture = await createManageFixture();
    const { adSet: adSetId } = await fixture.tree([0]);
    const before = await fixture.read(adSetId, 'name,targeting');
    const { updateId } = await adSet(fixture, {
      adSetId,
      name: 'Renamed',
      location: { countries: ['CA'] },
    });
    await undo(fixture, { updateId });
    expect(await fixture.read(adSetId, 'name,targeting')).toEqual(before);
    const { value, calls } = await fixture.counting(() => undo(fixture, { updateId }));
    expect([calls, value.changes]).toEqual([1, []]);
  });

  test('does not touch a field that was changed since', async () => {
    const fixture = await createManageFixture();
    const { adSet: adSetId } = await fixture.tree([0]);
    const { updateId } = await adSet(fixture, { adSetId, name: 'Renamed' });
    await fixture.client.post(`/${adSetId}`, { name: 'By somebody else' });
    expect(await refusal(undo(fixture, { updateId }))).toMatchObject({
      code: 'conflict',
      reasons: ['changed_since'],
    });
    expect(await fixture.read(adSetId, 'name')).toMatchObject({ name: 'By somebody else' });
  });

  test('of a value that the platform cannot take away says so', async () => {
    const fixture = await createManageFixture();
    const { adSet: adSetId } = await fixture.tree([0]);
    const { updateId, changes } = await adSet(fixture, { adSetId, dailySpendCap: 20 });
    expect(changes).toMatchObject([{ final: expect.stringContaining('no way to take it away') }]);
    expect(await refusal(undo(fixture, { updateId }))).toMatchObject({ reasons: ['cannot_undo'] });
    expect(await refusal(undo(fixture, { updateId: 'upd_none' }))).toMatchObject({
      code: 'not_found',
    });
  });
});
