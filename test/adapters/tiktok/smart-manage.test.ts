import { describe, expect, test } from 'vitest';
import type { CopyRequest } from '../../../core/ports/platform-changes.ts';
import { refOf, sendOne } from '../launch-steps.ts';
import {
  adOf,
  adOperation,
  profile,
  shortVideo,
  type TiktokAtSandbox,
  tiktokAtSandbox,
} from './tiktok-at-sandbox.ts';

const smart = () => tiktokAtSandbox({ account: 'smart' });
const { smart: ids } = shortVideo;
const account = shortVideo.accounts.smart;
const campaign = (name: 'web' | 'app' | 'leads' = 'web') => ids.campaign(account, name);
const adId = (number: 1 | 2 | 3 | 4 = 1) => ids.ad(account, 'web', number);
const adGroupId = ids.delivering(account, 'web');

const heldAs = async (at: TiktokAtSandbox, kind: string, id: string) =>
  (await at.held(kind)).find((each) => each.id === id);

async function recreated(
  at: TiktokAtSandbox,
  request: Partial<CopyRequest> & Pick<CopyRequest, 'type' | 'sourceId'>,
) {
  const outcome = await at.platform.duplicate.recreate(at.access, {
    deep: false,
    status: 'PAUSED',
    marker: '[copy 1]',
    ...request,
  });
  if (outcome.state !== 'done') return outcome.failure.message;
  const kind = { campaign: 'tiktok_campaigns', adset: 'tiktok_adgroups', ad: 'tiktok_ads' }[
    request.type
  ];
  return heldAs(at, kind, outcome.id);
}

describe('lists', () => {
  test('name ads of both families, and creatives of none', async () => {
    const at = await smart();
    const own = { selectedShortVideoUserAccount: profile, shortVideoMusicId: '1' };
    const into = async (adGroup: string) =>
      refOf(await sendOne(at, await adOperation(at, adOf(at, { platformFields: own }), adGroup)));
    const made = [
      await into(shortVideo.emptyAdGroups(account, 'traffic')[0] ?? ''),
      await into(at.smartAdGroup()),
    ];
    const listed: string[] = [];
    let after: string | undefined;
    do {
      const page = await at.platform.inspect.ads(at.access, {
        limit: 2,
        ...(after !== undefined && { after }),
      });
      listed.push(...page.data.map(({ id }) => id));
      after = page.after;
    } while (after !== undefined);
    const ads = (await at.held('tiktok_ads'))
      .map(({ id }) => id)
      .filter((id) => id.includes('00001004') || made.includes(id));
    expect([...listed].sort()).toEqual([...ads].sort());
    expect(made.every((id) => listed.includes(id))).toBe(true);
    const inGroup = await at.platform.inspect.ads(at.access, { adSetId: adGroupId, limit: 50 });
    expect(inGroup.data.map(({ id }) => id).sort()).toEqual([adId(1), adId(2), adId(3)]);
    const off = await at.platform.inspect.ads(at.access, {
      adSetId: adGroupId,
      status: 'PAUSED',
      limit: 50,
    });
    expect(off.data.map(({ id }) => id)).toEqual([adId(2)]);
  });

  test('of ad groups tell the budget of Smart+ itself, and count its ads', async () => {
    const at = await smart();
    await at.fault({ fault: 'budget-inflated' });
    const groups = await at.platform.accounts.adSets(at.access, {
      campaignIds: [campaign('leads'), campaign('web')],
    });
    const leads = groups.find(({ id }) => id === ids.delivering(account, 'leads'));
    expect(leads).toMatchObject({ dailyBudget: 100, adCount: 3, capacity: 30, hasActiveAds: true });
    expect(groups.find(({ id }) => id === adGroupId)).toMatchObject({
      campaign: { dailyBudget: 300 },
      adCount: 3,
    });
  });

  test('an ad is read by its id as the ad, a creative by its own id not at all', async () => {
    const at = await smart();
    const creative = String(
      (await heldAs(at, 'tiktok_ads', adId()))?.creative_list && ids.ad(account, 'web', 1),
    );
    const [ad, missing] = await at.platform.inspect.entities(at.access, [
      { id: adId() },
      { type: 'ad', id: `${creative.slice(0, 10)}7${creative.slice(-7)}1` },
    ]);
    expect(ad).toMatchObject({
      type: 'ad',
      name: 'Smart+ web ad 1',
      adSetId: adGroupId,
      campaignId: campaign(),
    });
    expect(missing).toMatchObject({ failure: { class: 'missing' } });
    const asker = {
      companyId: 'c1',
      credentials: at.access.credentials,
      accounts: [{ id: account, currency: 'EUR', timezone: 'UTC' }],
    };
    const [shown] = await at.platform.inspect.creatives(asker, [adId()]);
    expect(shown).toMatchObject({
      bodies: ['All about web', 'More about web'],
      link: 'https://shop.example.com/smart',
      videos: [{ id: expect.any(String) }, { id: expect.any(String) }],
    });
  });
});

test('a report counts each ad once: its sum is that of the campaigns', async () => {
  const at = await smart();
  const range = { from: '2026-11-10', to: '2026-11-12' };
  const rows = await at.platform.report.daily(at.access, { ...range, breakdown: 'none' });
  const campaigns = await at.platform.report.reach(at.access, {
    ...range,
    level: 'campaign',
    by: 'all',
  });
  const sum = (list: readonly { readonly spend: number }[]) =>
    Math.round(list.reduce((all, { spend }) => all + spend, 0) * 100);
  const own = rows.filter(({ campaignId }) => campaignId === campaign());
  expect(new Set(own.map((row) => row.adId))).toEqual(new Set([adId(1), adId(3)]));
  expect(sum(rows)).toBe(sum(campaigns));
  const [one] = await at.platform.report.reach(at.access, {
    ...range,
    level: 'ad',
    by: 'all',
    entityIds: [adId()],
  });
  expect(one).toMatchObject({ entityId: adId(), impressions: expect.any(Number) });
});

describe('changes', () => {
  test('of status are told per object: done, refused, and not known where the platform shows nothing of it', async () => {
    const at = await smart();
    const gone = adId(4);
    const results = await at.platform.edit.setStatus(at.access, [
      { type: 'campaign', id: campaign(), status: 'PAUSED' },
      { type: 'adset', id: adGroupId, status: 'PAUSED' },
      { type: 'ad', id: adId(1), status: 'PAUSED' },
      { type: 'ad', id: gone, status: 'PAUSED' },
      { type: 'ad', id: shortVideo.ad(account, 'traffic', 1), status: 'PAUSED' },
    ]);
    expect(results.map(({ failure }) => failure?.message)).toEqual([
      undefined,
      undefined,
      undefined,
      expect.stringContaining('deleted'),
      undefined,
    ]);
    for (const [kind, id] of [
      ['tiktok_campaigns', campaign()],
      ['tiktok_adgroups', adGroupId],
      ['tiktok_ads', adId(1)],
    ] as const)
      expect((await heldAs(at, kind, id))?.operation_status).toBe('DISABLE');
  });

  test('whose answer was lost are found done; what is not seen is not known', async () => {
    const at = await smart();
    await at.platform.inspect.entities(at.access, [{ type: 'ad', id: adId(1) }]);
    await at.fault({ fault: 'answer-lost', path: '/smart_plus/ad/status/update' });
    expect(
      await at.platform.edit.setStatus(at.access, [{ type: 'ad', id: adId(1), status: 'PAUSED' }]),
    ).toEqual([{ id: adId(1) }]);
    await at.clearFaults();
    await at.fault({ fault: 'transient', path: '/smart_plus/ad/get' });
    const [result] = await at.platform.edit.setStatus(at.access, [
      { type: 'ad', id: adId(1), status: 'ACTIVE' },
    ]);
    expect(result?.failure).toMatchObject({
      class: 'transient',
      message: expect.stringContaining('not known'),
    });
  });

  test('of name, budget and end reach objects of Smart+', async () => {
    const at = await smart();
    const { edit } = at.platform;
    const renamed = await edit.rename(at.access, [
      { type: 'campaign', id: campaign('leads'), name: 'Leads now' },
      { type: 'adset', id: ids.delivering(account, 'leads'), name: 'Group now' },
      { type: 'ad', id: ids.ad(account, 'leads', 1), name: 'Ad now' },
    ]);
    expect(renamed.every(({ failure }) => failure === undefined)).toBe(true);
    const ad = await heldAs(at, 'tiktok_ads', ids.ad(account, 'leads', 1));
    expect(ad).toMatchObject({
      ad_name: 'Ad now',
      ad_text_list: [{ ad_text: 'All about leads' }, { ad_text: 'More about leads' }],
    });
    await edit.setBudget(at.access, 'adset', ids.delivering(account, 'leads'), { daily: 140 });
    await edit.setBudget(at.access, 'campaign', campaign(), { daily: 333 });
    expect((await heldAs(at, 'tiktok_adgroups', ids.delivering(account, 'leads')))?.budget).toBe(
      140,
    );
    expect((await heldAs(at, 'tiktok_campaigns', campaign()))?.budget).toBe(333);
    await at.fault({ fault: 'end-with-any-budget' });
    const endTime = at.clock.now() + 5 * 86_400_000;
    const [ended] = await edit.setEnd(at.access, [
      { type: 'campaign', id: campaign('leads'), endTime },
    ]);
    expect(ended?.failure).toBeUndefined();
    const held = await heldAs(at, 'tiktok_adgroups', ids.delivering(account, 'leads'));
    expect(held).toMatchObject({ schedule_type: 'SCHEDULE_START_END' });
  });

  test('are sent to the other family once where TikTok says so', async () => {
    const at = await smart();
    const id = shortVideo.ad(account, 'traffic', 1);
    await at.platform.inspect.entities(at.access, [{ type: 'ad', id }]);
    await at.fault({
      fault: 'error',
      path: '/ad/status/update',
      code: 40002,
      message: 'This API does not support Upgraded Smart Plus ads.',
    });
    const [result] = await at.platform.edit.setStatus(at.access, [
      { type: 'ad', id, status: 'PAUSED' },
    ]);
    expect(result?.failure).toMatchObject({ code: '40002' });
    expect(at.sent.filter(({ url }) => url.includes('smart_plus/ad/status'))).toEqual([]);
  });
});

describe('copies', () => {
  test('of a campaign are tasks of Smart+, with all that is below', async () => {
    const at = await smart();
    const { native, named, tree } = at.platform.duplicate;
    const request: CopyRequest = {
      type: 'campaign',
      sourceId: campaign(),
      deep: true,
      status: 'PAUSED',
      marker: '[copy 1]',
    };
    const [started] = (await native?.start?.(at.access, [request])) ?? [];
    if (started?.state !== 'started') throw new Error(JSON.stringify(started));
    for (let look = 0; look < 20; look += 1) {
      const [outcome] =
        (await native?.poll?.(at.access, [{ session: started.session, request }])) ?? [];
      if (outcome?.state === 'done') break;
      await at.clock.sleep(5_000);
    }
    const [copy] = await named(at.access, 'campaign', '[copy 1]');
    const source = await tree(at.access, 'campaign', campaign());
    const made = await tree(at.access, 'campaign', copy?.id ?? '');
    const shape = ({ children }: typeof made) =>
      children.map((each) => [each.name, each.children.map(({ name }) => name)]);
    expect(shape(made)).toEqual(shape(source));
    expect(source.children.flatMap(({ children }) => children)).toHaveLength(3);
  });

  test('of single objects are built anew with what they had', async () => {
    const at = await smart();
    const source = await heldAs(at, 'tiktok_adgroups', adGroupId);
    expect(await recreated(at, { type: 'adset', sourceId: adGroupId })).toMatchObject({
      adgroup_name: 'Smart+ Web delivering [copy 1]',
      targeting_optimization_mode: 'MANUAL',
      targeting_spec: source?.targeting_spec,
      placements: ['PLACEMENT_TIKTOK'],
      optimization_goal: 'CONVERT',
      operation_status: 'DISABLE',
    });
    const ad = await recreated(at, {
      type: 'ad',
      sourceId: adId(),
      values: { primaryTexts: ['Other'], url: 'https://other.example/' },
    });
    expect(ad).toMatchObject({
      ad_name: 'Smart+ web ad 1 [copy 1]',
      ad_text_list: [{ ad_text: 'Other' }],
      landing_page_url_list: [{ landing_page_url: 'https://other.example/' }],
      operation_status: 'DISABLE',
    });
    expect((typeof ad === 'object' && (ad.creative_list as unknown[]).length) || 0).toBe(3);
    expect(await recreated(at, { type: 'campaign', sourceId: campaign('leads') })).toMatchObject({
      campaign_automation_type: 'UPGRADED_SMART_PLUS',
      objective_type: 'LEAD_GENERATION',
      budget_optimize_on: false,
    });
  });

  test('leave out creatives that are switched off, and say so before', async () => {
    const at = await smart();
    const ad = await heldAs(at, 'tiktok_ads', adId());
    const [first] = (ad?.creative_list ?? []) as { readonly ad_material_id: string }[];
    const switched = {
      smart_plus_ad_id: adId(),
      ad_material_ids: [first?.ad_material_id],
      operation_status: 'DISABLE',
    };
    expect(await at.post('smart_plus/ad/material_status/update', switched)).toMatchObject({
      code: 0,
    });
    const source = await at.platform.duplicate.tree(at.access, 'ad', adId());
    expect(source.notes).toEqual([expect.stringContaining('switched off')]);
    const copy = await recreated(at, { type: 'ad', sourceId: adId() });
    expect((typeof copy === 'object' && (copy.creative_list as unknown[]).length) || 0).toBe(2);
  });

  test('of Smart+ into a manual campaign are refused', async () => {
    const at = await smart();
    const parentId = shortVideo.campaign(account, 'conversions');
    expect(await recreated(at, { type: 'adset', sourceId: adGroupId, parentId })).toMatch(
      /cannot be copied into a manual/,
    );
  });
});

describe('after the end of manual campaigns', () => {
  const later = () => tiktokAtSandbox({ account: 'smart', now: Date.UTC(2027, 0, 10) });

  test('a manual campaign of an objective that Smart+ has is rebuilt as Smart+, which its copy says before', async () => {
    const at = await later();
    const sourceId = shortVideo.campaign(account, 'conversions');
    const { notes } = await at.platform.duplicate.tree(at.access, 'campaign', sourceId);
    expect(notes?.[0]).toMatch(/Upgraded Smart\+ campaign/);
    expect(await recreated(at, { type: 'campaign', sourceId })).toMatchObject({
      campaign_automation_type: 'UPGRADED_SMART_PLUS',
      objective_type: 'WEB_CONVERSIONS',
      sales_destination: 'WEBSITE',
    });
  });

  test('one of another objective is tried as it is, and TikTok’s refusal is shown', async () => {
    const at = await later();
    const refused = await recreated(at, {
      type: 'campaign',
      sourceId: shortVideo.campaign(account, 'reach'),
    });
    expect(refused).toMatch(/no longer be created/);
  });

  test('manual ad groups and ads go on in their campaigns', async () => {
    const at = await later();
    const sourceId = shortVideo.deliveringAdGroup(account, 'conversions');
    expect(await recreated(at, { type: 'adset', sourceId })).toMatchObject({
      adgroup_name: expect.stringContaining('[copy 1]'),
    });
  });

  test('by the wider reading launches say that TikTok may refuse them, and show its refusal', async () => {
    const wide = { levels: ['campaign', 'adset', 'ad'] as const, objectives: ['WEB_CONVERSIONS'] };
    const { manualEnd } = await import('../../../adapters/platforms/tiktok/family.ts');
    const at = await tiktokAtSandbox({
      account: 'smart',
      now: Date.UTC(2027, 0, 10),
      manualEnd: { ...manualEnd, ...wide },
    });
    const [adGroup = ''] = shortVideo.emptyAdGroups(account, 'conversions');
    const operation = await adOperation(at, adOf(at), adGroup);
    expect(at.platform.definition.launch?.warnings?.(adOf(at), [operation.adSet])).toMatchObject([
      { code: 'manual_ended' },
    ]);
    await at.fault({ fault: 'manual-end-wide' });
    expect(await sendOne(at, operation)).toMatchObject({
      state: 'failed',
      failure: {
        message: expect.stringContaining('no longer'),
        fix: expect.stringContaining('representative'),
      },
    });
  });
});

test('a Smart+ ad is previewed, and its review is read; one that is not read is unknown, never rejected', async () => {
  const at = await smart();
  for (const id of [adId(), shortVideo.ad(account, 'traffic', 1)])
    expect((await at.platform.inspect.preview?.(at.access, id, ''))?.html).toContain('<iframe');
  const read = async (...adIds: string[]) =>
    at.platform.delivery?.read(at.access, { type: 'ad', ids: adIds, estimate: false });
  expect(await read(adId(), shortVideo.ad(account, 'traffic', 1))).toMatchObject([
    { name: 'Smart+ web ad 1', rejections: [], issues: [] },
    { rejections: [], issues: [] },
  ]);
  const own = { selectedShortVideoUserAccount: profile, shortVideoMusicId: '1' };
  await at.fault({ fault: 'review-rejected' });
  const made = refOf(
    await sendOne(at, await adOperation(at, adOf(at, { platformFields: own }), at.smartAdGroup())),
  );
  expect(await read(made)).toMatchObject([
    { rejections: [], issues: [{ code: 'review_unknown' }] },
  ]);
  await at.clock.sleep(60_000);
  expect(await read(made)).toMatchObject([
    {
      rejections: [
        {
          where: 'UNAVAILABLE',
          reason: expect.stringContaining('not allowed'),
          message: expect.stringContaining('Remove'),
        },
      ],
    },
  ]);
  const [group] =
    (await at.platform.delivery?.read(at.access, {
      type: 'adset',
      ids: [adGroupId],
      estimate: true,
    })) ?? [];
  expect(group).toMatchObject({
    issues: [{ code: 'no_estimate', message: expect.stringContaining('Upgraded Smart+') }],
  });
});

test('comments under Smart+ ads are read without an ad, and neither answered nor deleted', async () => {
  const at = await smart();
  const { comments } = at.platform;
  const { data: threads } = await comments.threads(at.access, { adIds: [adId()] });
  expect(threads).toMatchObject([{ id: adGroupId, adIds: [adId()] }]);
  const [thread] = threads;
  if (thread === undefined) throw new Error('there is a thread');
  const { data } = await comments.page(at.access, thread, { since: 0, limit: 50 });
  expect(data.length).toBeGreaterThan(0);
  for (const comment of data) {
    expect(comment.adId).toBeUndefined();
    expect(comment).toMatchObject({
      can: { reply: false, delete: false },
      cannot: expect.stringContaining('Ads Manager'),
    });
  }
});
