import { expect, test } from 'vitest';
import { adSetNumber } from '../../../adapters/sandbox/meta/seed/ids.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { createAdSet } from '../../../core/manage/create/create-object.ts';
import { duplicateAdSetRequest } from '../../../core/manage/schema/duplicate.ts';
import { createAdSetRequest } from '../../creation.ts';
import { copyAdSet, expectWholeCopies, heldNow, madeSince } from './copies.ts';
import { createManageFixture, eur, parsed, refusal } from './manage-fixture.ts';

test('a small ad set is copied with its ads in one answered call each, paused, and numbered from the second on', async () => {
  const fixture = await createManageFixture();
  const { adSet } = await fixture.tree([2]);
  const before = await heldNow(fixture);
  const answer = await copyAdSet(fixture, { adsetId: adSet, newName: 'Mine', copyCount: 3 });
  expect(answer).toMatchObject({
    success: true,
    originalAdSetId: adSet,
    successCount: 3,
    failCount: 0,
  });
  const named = answer.results.map(({ copyNumber, newName, renamed }) => [
    copyNumber,
    newName,
    renamed,
  ]);
  expect(named).toEqual([
    [1, 'Mine', true],
    [2, 'Mine 2', true],
    [3, 'Mine 3', true],
  ]);
  const made = await madeSince(fixture, before);
  expectWholeCopies(answer, made, 2);
  expect(made.adSets.map(({ name }) => name).sort()).toEqual(['Mine', 'Mine 2', 'Mine 3']);
  expect([...made.adSets, ...made.ads].every(({ status }) => status === 'PAUSED')).toBe(true);
});

test('a larger one goes through the background, all copies in one batch', async () => {
  const fixture = await createManageFixture();
  const { adSet } = await fixture.tree([30]);
  const before = await heldNow(fixture);
  const { value: answer, calls } = await fixture.counting(() =>
    copyAdSet(fixture, { adsetId: adSet, copyCount: 10 }),
  );
  expectWholeCopies(answer, await madeSince(fixture, before), 30);
  expect(answer.results[1]).toMatchObject({ newName: 'Branch 0 - Copy 2', renamed: false });
  expect(calls).toBeLessThan(60);
});

test('without its ads it is one call', async () => {
  const fixture = await createManageFixture();
  const { adSet } = await fixture.tree([3]);
  const before = await heldNow(fixture);
  const answer = await copyAdSet(fixture, { adset_id: adSet, deep_copy: false });
  expectWholeCopies(answer, await madeSince(fixture, before), 0);
});

test('it may go into another campaign', async () => {
  const fixture = await createManageFixture();
  const { adSet } = await fixture.tree([1]);
  const other = (await fixture.tree([])).campaign;
  const answer = await copyAdSet(fixture, { adsetId: adSet, targetCampaignId: other });
  const copy = await fixture.read(answer.results[0]?.newAdSetId ?? '', 'campaign_id,ads{id}');
  expect(copy).toMatchObject({ campaign_id: other, ads: { data: [{}] } });
});

test('into a campaign with a budget of its own it is built anew, without the ad set’s', async () => {
  const fixture = await createManageFixture();
  const { adSet } = await fixture.tree([1]);
  const { campaign } = await fixture.tree([], {
    campaign: { daily_budget: 50_000, is_adset_budget_sharing_enabled: undefined },
  });
  const answer = await copyAdSet(fixture, { adsetId: adSet, targetCampaignId: campaign });
  expect(answer.results[0]).toMatchObject({ success: true, method: 'recreation' });
  const copy = await fixture.read(
    answer.results[0]?.newAdSetId ?? '',
    'campaign_id,daily_budget,ads{id}',
  );
  expect(copy.daily_budget).toBeUndefined();
  expect(copy).toMatchObject({ campaign_id: campaign, ads: { data: [{}] } });
});

test('built anew it keeps what the copy would have kept', async () => {
  const fixture = await createManageFixture();
  const settings = {
    attribution_spec: [{ event_type: 'CLICK_THROUGH', window_days: 7 }],
    daily_spend_cap: 9_000,
    dsa_payor: 'Us',
  };
  const { adSet } = await fixture.tree([1], { adSet: { ...settings, dsa_beneficiary: 'Us' } });
  await fixture.fault({
    fault: 'error',
    method: 'POST',
    path: `/${adSet}/copies`,
    code: 100,
    subcode: 1870227,
  });
  const answer = await copyAdSet(fixture, { adsetId: adSet });
  expect(answer.results[0]).toMatchObject({ success: true, method: 'recreation' });
  const fields =
    'daily_budget,optimization_goal,billing_event,bid_strategy,targeting,attribution_spec,daily_spend_cap,dsa_payor';
  const { id: _source, ...source } = await fixture.read(adSet, fields);
  expect(await fixture.read(answer.results[0]?.newAdSetId ?? '', fields)).toMatchObject(source);
});

test('an active copy is switched on with its ads', async () => {
  const fixture = await createManageFixture();
  const { adSet } = await fixture.tree([30]);
  const answer = await copyAdSet(fixture, {
    adsetId: adSet,
    initialStatus: 'active',
    startPaused: false,
  });
  const copy = await fixture.read(
    answer.results[0]?.newAdSetId ?? '',
    'status,ads.limit(50){status}',
  );
  expect(copy.status).toBe('ACTIVE');
  expect(
    (copy.ads as { data: { status: string }[] }).data.every(({ status }) => status === 'ACTIVE'),
  ).toBe(true);
});

test('an active copy made object by object is switched on only when it is complete', async () => {
  const fixture = await createManageFixture();
  const { adSet } = await fixture.tree([2]);
  await fixture.fault({
    fault: 'error',
    method: 'POST',
    path: `/${adSet}/copies`,
    code: 100,
    subcode: 2446173,
    times: 1,
  });
  const answer = await copyAdSet(fixture, {
    adsetId: adSet,
    initialStatus: 'ACTIVE',
    startPaused: false,
  });
  const id = answer.results[0]?.newAdSetId ?? '';
  expect(await fixture.read(id, 'status')).toMatchObject({ status: 'ACTIVE' });
  const { body } = await fixture.client.get(`/${eur}/activities`, {
    oid: id,
    fields: 'event_type',
  });
  expect(body.data.map((event: { event_type: string }) => event.event_type)).toContain(
    'update_ad_set_run_status',
  );
});

const targeting = {
  geo_locations: { countries: ['DE', 'FR'] },
  age_min: 30,
  age_max: 65,
  targeting_automation: { advantage_audience: 0 },
};

test.each([
  ['replace', { countries: ['AT'] }, { countries: ['AT'] }],
  ['merge', { countries: ['AT'] }, { countries: ['DE', 'FR', 'AT'] }],
  ['merge', { zips: ['DE:10115'] }, { countries: ['FR'], zips: [{ key: 'DE:10115' }] }],
] as const)(
  'a location that is to %s the places leaves all other targeting alone',
  async (locationMode, location, geo) => {
    const fixture = await createManageFixture();
    const { adSet } = await fixture.tree([1], {
      adSet: { targeting, dsa_beneficiary: 'Us', dsa_payor: 'Us' },
    });
    const answer = await copyAdSet(fixture, {
      adsetId: adSet,
      location,
      locationMode,
      initialStatus: 'ACTIVE',
      startPaused: false,
      copyCount: 2,
    });
    for (const { locationApplied, newAdSetId } of answer.results) {
      expect(locationApplied).toBe(true);
      const copy = await fixture.read(newAdSetId ?? '', 'status,targeting,ads{status}');
      expect(copy).toMatchObject({
        status: 'ACTIVE',
        targeting: { age_min: 30, geo_locations: geo },
        ads: { data: [{ status: 'ACTIVE' }] },
      });
    }
  },
);

test('a location that fails leaves the copy standing, says so, and leaves it paused', async () => {
  const fixture = await createManageFixture();
  const { adSet } = await fixture.tree([1]);
  const body = {
    adsetId: adSet,
    location: { countries: ['GB'] },
    initialStatus: 'ACTIVE',
    startPaused: false,
  };
  await fixture.fault({
    fault: 'error',
    method: 'POST',
    path: '/1202*',
    nth: 3,
    times: 1,
    code: 100,
    userMessage: 'No such place',
  });
  const answer = await copyAdSet(fixture, body);
  expect(answer).toMatchObject({ successCount: 1, failCount: 0 });
  expect(answer.results[0]).toMatchObject({
    success: true,
    locationApplied: false,
    locationError: expect.stringContaining('No such place'),
  });
  expect(answer.results[0]?.statusError).toContain('left paused');
  expect(await fixture.read(answer.results[0]?.newAdSetId ?? '', 'status')).toMatchObject({
    status: 'PAUSED',
  });
});

test('a name that fails leaves the copy standing under the name it has', async () => {
  const fixture = await createManageFixture();
  const { adSet } = await fixture.tree([1]);
  await fixture.fault({
    fault: 'error',
    method: 'POST',
    path: '/1202*',
    nth: 2,
    times: 1,
    code: 100,
    userMessage: 'Bad name',
  });
  const answer = await copyAdSet(fixture, { adsetId: adSet, newName: 'Mine' });
  const [copy] = answer.results;
  expect(copy).toMatchObject({
    success: true,
    renamed: false,
    renameError: expect.stringContaining('Bad name'),
  });
  expect(copy?.newName).toMatch(/^Branch 0 - Copy \[sw\w+-1\]$/);
  expect(await fixture.read(copy?.newAdSetId ?? '', 'name')).toMatchObject({ name: copy?.newName });
});

test('a copy leaves out the placement explore, which the version lacks', async () => {
  const fixture = await createManageFixture();
  const answer = await copyAdSet(fixture, { adsetId: adSetNumber(eur, 'legacy', 4), copyCount: 2 });
  expect(answer).toMatchObject({ successCount: 2 });
  for (const { newAdSetId } of answer.results) {
    const { targeting } = await fixture.read(newAdSetId ?? '', 'targeting');
    expect((targeting as { instagram_positions: string[] }).instagram_positions).not.toContain(
      'explore',
    );
  }
});

test('a copy that lacks a placement of its source says so', async () => {
  const fixture = await createManageFixture();
  const targeting = {
    publisher_platforms: ['secondary'],
    secondary_positions: ['stream', 'explore_home'],
  };
  const body = {
    accountId: eur,
    campaignId: seed.campaign(eur, 'traffic'),
    name: 'Two placements',
    dailyBudget: 20,
    targeting,
  };
  const { adSetId } = await createAdSet(
    fixture.ports,
    fixture.caller,
    parsed(createAdSetRequest, body),
  );
  for (const path of ['copies', 'adsets'])
    await fixture.fault({ fault: 'refuse-2490392', path, method: 'POST', times: 1 });
  const { results } = await copyAdSet(fixture, { adsetId: adSetId });
  expect(results).toMatchObject([
    { success: true, warnings: [expect.stringContaining('explore_home was left out')] },
  ]);
});

test('an interest that has ended is not replaced by another: where no other is left, the copy is refused', async () => {
  const fixture = await createManageFixture();
  const { results } = await copyAdSet(fixture, { adsetId: adSetNumber(eur, 'legacy', 3) });
  expect(results).toMatchObject([{ success: false, error: expect.stringMatching(/interest/i) }]);
});

test.each([
  ['adsetId', { adsetId: 'a b c' }],
  ['copyCount', { copyCount: 0 }],
  ['copyCount', { copyCount: 11 }],
  ['copyCount', { copyCount: 1.5 }],
  ['initialStatus', { initialStatus: 'ARCHIVED' }],
  ['locationMode', { locationMode: 'add' }],
  ['location.countries[0]', { location: { countries: ['Germany'] } }],
])('%s is refused before anything is asked', async (path, body) => {
  const request = { adsetId: '1', accountId: eur, ...body };
  expect(await refusal(() => parsed(duplicateAdSetRequest, request))).toMatchObject({
    code: 'unprocessable_entity',
    paths: [path],
  });
});

test('a location without any place is refused before anything is asked', async () => {
  const fixture = await createManageFixture();
  const { calls, value } = await fixture.counting(() =>
    refusal(copyAdSet(fixture, { adsetId: '1', location: {} })),
  );
  expect(value).toMatchObject({
    code: 'unprocessable_entity',
    paths: ['location'],
    reasons: ['no_geo'],
  });
  expect(calls).toBe(0);
});

test('sources and targets that cannot be are refused with their place, and nothing is made', async () => {
  const fixture = await createManageFixture();
  const { adSet, campaign } = await fixture.tree([1]);
  const gone = (await fixture.tree([0])).adSet;
  await fixture.client.remove(`/${gone}`);
  const before = await heldNow(fixture);
  const missing = { code: 'not_found', subcode: '33' };
  expect(await refusal(copyAdSet(fixture, { adsetId: '404' }))).toMatchObject({
    ...missing,
    paths: ['adsetId'],
  });
  expect(await refusal(copyAdSet(fixture, { adsetId: gone }))).toMatchObject({
    code: 'unprocessable_entity',
    reasons: ['source_gone'],
  });
  expect(
    await refusal(copyAdSet(fixture, { adsetId: adSet, targetCampaignId: '404' })),
  ).toMatchObject({
    ...missing,
    paths: ['targetCampaignId'],
  });
  expect(
    await refusal(copyAdSet(fixture, { adsetId: adSet, accountId: seed.accounts.usd })),
  ).toMatchObject({
    code: 'unprocessable_entity',
    reasons: ['other_account'],
  });
  expect(
    await refusal(
      copyAdSet(fixture, { adsetId: adSet, businessId: 'act_99', accountId: undefined }),
    ),
  ).toMatchObject({
    code: 'not_found',
    paths: ['businessId'],
    reasons: ['unknown_ad_account'],
  });
  await fixture.client.remove(`/${campaign}`);
  expect(await madeSince(fixture, before)).toEqual({ adSets: [], ads: [] });
});

test('who copied what is written down, before and after', async () => {
  const fixture = await createManageFixture();
  const { adSet } = await fixture.tree([1]);
  const answer = await copyAdSet(fixture, { adsetId: adSet, newName: 'Mine' });
  const trail = await fixture.audit();
  const before = trail.find(({ action }) => action === 'adset.duplicate');
  const after = trail.find(({ action }) => action === 'adset.duplicated');
  expect(before).toMatchObject({
    keyId: 'key-1',
    action: 'adset.duplicate',
    subject: adSet,
    details: { after: { names: ['Mine'] } },
  });
  expect(after).toMatchObject({
    action: 'adset.duplicated',
    details: { made: [answer.results[0]?.newAdSetId], failed: 0 },
  });
});

test('an active copy starts only what is active in the source', async () => {
  const fixture = await createManageFixture();
  const { adSet, ads } = await fixture.tree([3], { adSet: { status: 'ACTIVE' } });
  for (const ad of ads[0]?.slice(1) ?? [])
    await fixture.client.post(`/${ad}`, { status: 'PAUSED' });
  const statuses = async (id: string) => {
    const read = await fixture.read(id, 'status,ads{status}');
    return [
      read.status,
      ...(read.ads as { data: { status: string }[] }).data.map(({ status }) => status).sort(),
    ];
  };
  expect(await statuses(adSet)).toEqual(['ACTIVE', 'ACTIVE', 'PAUSED', 'PAUSED']);
  const answer = await copyAdSet(fixture, { adsetId: adSet, initialStatus: 'ACTIVE' });
  expect(await statuses(answer.results[0]?.newAdSetId ?? '')).toEqual([
    'ACTIVE',
    'ACTIVE',
    'PAUSED',
    'PAUSED',
  ]);
  const all = await copyAdSet(fixture, {
    adsetId: adSet,
    initialStatus: 'ACTIVE',
    startPaused: false,
  });
  expect(await statuses(all.results[0]?.newAdSetId ?? '')).toEqual([
    'ACTIVE',
    'ACTIVE',
    'ACTIVE',
    'ACTIVE',
  ]);
});
