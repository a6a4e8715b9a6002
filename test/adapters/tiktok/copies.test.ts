import { describe, expect, test } from 'vitest';
import { formId } from '../../../adapters/sandbox/tiktok/objects/leads.ts';
import type { CopyRequest } from '../../../core/ports/platform-changes.ts';
import { shortVideo, type TiktokAtSandbox, tiktokAtSandbox } from './tiktok-at-sandbox.ts';

function copies(at: TiktokAtSandbox) {
  if (at.platform.duplicate === undefined) throw new Error('it duplicates');
  return at.platform.duplicate;
}

function tasks(at: TiktokAtSandbox) {
  const { start, poll } = copies(at).native ?? {};
  if (start === undefined || poll === undefined) throw new Error('it copies in the background');
  return { start, poll };
}

const requestOf = (at: TiktokAtSandbox, more: Partial<CopyRequest> = {}): CopyRequest => ({
  type: 'campaign',
  sourceId: shortVideo.campaign(at.access.adAccountId, 'conversions'),
  deep: true,
  status: 'PAUSED',
  marker: '[copy 1]',
  ...more,
});

async function ended(at: TiktokAtSandbox, request: CopyRequest) {
  const [started] = await tasks(at).start(at.access, [request]);
  if (started?.state !== 'started') throw new Error(`not started: ${JSON.stringify(started)}`);
  for (let look = 0; look < 20; look += 1) {
    const [outcome] = await tasks(at).poll(at.access, [{ session: started.session, request }]);
    if (outcome !== undefined && outcome.state !== 'running') return outcome;
    await at.clock.sleep(5_000);
  }
  throw new Error('it never ended');
}

describe('a campaign', () => {
  test('whose task ends well without a campaign has not been copied', async () => {
    const at = await tiktokAtSandbox();
    await at.fault({ fault: 'copy-failed' });
    expect(await ended(at, requestOf(at))).toMatchObject({
      state: 'failed',
      remedy: 'recreate',
      failure: { message: expect.stringContaining('system error') },
    });
  });

  test('of an account that may not copy is to be built anew, not given up', async () => {
    const at = await tiktokAtSandbox();
    await at.fault({ fault: 'copy-not-allowed' });
    const [outcome] = await tasks(at).start(at.access, [requestOf(at)]);
    expect(outcome).toMatchObject({
      state: 'failed',
      remedy: 'recreate',
      failure: { class: 'rule' },
    });
    const made = await copies(at).recreate(at.access, requestOf(at, { deep: false }));
    if (made.state !== 'done') throw new Error(JSON.stringify(made));
    const held = (await at.held('tiktok_campaigns')).find(({ id }) => id === made.id);
    expect(held).toMatchObject({
      objective_type: 'WEB_CONVERSIONS',
      operation_status: 'DISABLE',
      campaign_name: 'Conversions [copy 1]',
    });
  });

  test('whose start was not answered is unknown, and the same start again is refused instead of done twice', async () => {
    const at = await tiktokAtSandbox();
    await at.fault({ fault: 'answer-lost', path: '/campaign/copy/task/create', times: 1 });
    const [lost] = await tasks(at).start(at.access, [requestOf(at)]);
    expect(lost?.state).toBe('unknown');
    const [again] = await tasks(at).start(at.access, [requestOf(at)]);
    expect(again?.state).toBe('failed');
    await at.clock.sleep(30_000);
    expect(await copies(at).named(at.access, 'campaign', '[copy 1]')).toHaveLength(1);
  });
});

test('a price of a thousand impressions is not taken over for a result', async () => {
  const at = await tiktokAtSandbox();
  const sourceId = at.adGroup();
  await at.post('adgroup/update', {
    adgroup_id: sourceId,
    bid_type: 'BID_TYPE_CUSTOM',
    billing_event: 'CPM',
    optimization_goal: 'REACH',
    bid_price: 4.5,
  });
  const like = (given: { readonly [field: string]: unknown }) =>
    at.platform.create?.adSet?.like?.(at.access, sourceId, given);
  await expect(like({})).rejects.toMatchObject({
    failure: { class: 'rule', message: expect.stringContaining('CPM') },
  });
  expect((await like({ bidAmount: 5 }))?.settings).not.toHaveProperty('bidAmount');
});

test('a price of a result is taken over for the same goal alone, also where the request names that goal', async () => {
  const at = await tiktokAtSandbox();
  const sourceId = at.adGroup();
  const [source] = (await at.held('tiktok_adgroups')).filter(({ id }) => id === sourceId);
  const goal = String(source?.optimization_goal);
  await at.post('adgroup/update', {
    adgroup_id: sourceId,
    bid_type: 'BID_TYPE_CUSTOM',
    bid_price: 4.5,
    conversion_bid_price: 4.5,
  });
  const like = (given: { readonly [field: string]: unknown }) =>
    at.platform.create?.adSet?.like?.(at.access, sourceId, given);
  const bidAmount = (await like({}))?.settings.bidAmount;
  expect(bidAmount).toBe(4.5);
  expect((await like({ optimizationGoal: goal }))?.settings).toMatchObject({ bidAmount });
  await expect(like({ optimizationGoal: 'REACH' })).rejects.toMatchObject({
    failure: { class: 'rule' },
  });
});

describe('what the platform does not copy', () => {
  test('is built anew from what can be read of it', async () => {
    const at = await tiktokAtSandbox();
    const account = at.access.adAccountId;
    const adGroup = requestOf(at, {
      type: 'adset',
      sourceId: shortVideo.deliveringAdGroup(account, 'conversions'),
    });
    expect(copies(at).native).toMatchObject({ types: ['campaign'], limits: { sync: 0 } });
    expect(copies(at).native?.copy).toBeUndefined();
    const parentId = shortVideo.campaign(account, 'traffic');
    const made = await copies(at).recreate(at.access, { ...adGroup, parentId });
    if (made.state !== 'done') throw new Error(JSON.stringify(made));
    const held = (await at.held('tiktok_adgroups')).find(({ id }) => id === made.id);
    expect(held).toMatchObject({
      campaign_id: parentId,
      optimization_goal: 'CONVERT',
      optimization_event: 'ON_WEB_ORDER',
      location_ids: ['2921044', '3017382', '2635167'],
      operation_status: 'DISABLE',
    });
    const values = {
      primaryTexts: ['Another text'],
      url: 'https://shop.example/new',
      urlTags: 'a={{ad.name}}',
      adName: 'Again',
    };
    const ad = requestOf(at, {
      type: 'ad',
      sourceId: shortVideo.ad(account, 'conversions', 1),
      parentId: made.id,
      values,
    });
    const copy = await copies(at).recreate(at.access, ad);
    if (copy.state !== 'done') throw new Error(JSON.stringify(copy));
    expect((await at.held('tiktok_ads')).find(({ id }) => id === copy.id)).toMatchObject({
      adgroup_id: made.id,
      ad_name: 'Again [copy 1]',
      ad_text: 'Another text',
      landing_page_url: 'https://shop.example/new?a=__CID_NAME__',
      identity_id: shortVideo.identities.custom.id,
      operation_status: 'DISABLE',
    });
  });

  test('keeps what an ad group counts', async () => {
    const at = await tiktokAtSandbox();
    const windows = {
      click_attribution_window: 'ONE_DAY',
      view_attribution_window: 'OFF',
      engaged_view_attribution_window: 'ONE_DAY',
      attribution_event_count: 'ONCE',
    };
    const source = (await at.held('tiktok_adgroups')).find(({ id }) => id === at.adGroup());
    const {
      promotion_type,
      billing_event,
      optimization_goal,
      pacing,
      bid_type,
      placements,
      location_ids,
      campaign_id,
    } = source ?? { id: '' };
    const body = {
      promotion_type,
      billing_event,
      optimization_goal,
      pacing,
      bid_type,
      placements,
      location_ids,
      campaign_id,
    };
    const when = {
      schedule_type: 'SCHEDULE_FROM_NOW',
      schedule_start_time: '2026-11-15 13:00:00',
      budget: 50,
    };
    const made = (await at.post('adgroup/create', {
      ...body,
      ...when,
      ...windows,
      adgroup_name: 'Counted',
    })) as {
      readonly data: { readonly adgroup_id: string };
    };
    const copy = await copies(at).recreate(
      at.access,
      requestOf(at, { type: 'adset', sourceId: made.data.adgroup_id }),
    );
    if (copy.state !== 'done') throw new Error(JSON.stringify(copy));
    expect((await at.held('tiktok_adgroups')).find(({ id }) => id === copy.id)).toMatchObject(
      windows,
    );
  });

  test('keeps the special industries of a campaign, and what an ad leads to and is counted by', async () => {
    const at = await tiktokAtSandbox();
    const account = at.access.adAccountId;
    const held = async (kind: string, wanted: string) =>
      (await at.held(kind)).find(({ id }) => id === wanted);
    const built = async (request: CopyRequest) => {
      const made = await copies(at).recreate(at.access, request);
      if (made.state !== 'done') throw new Error(JSON.stringify(made));
      return made.id;
    };
    const special_industries = ['HOUSING'];
    const app = {
      campaign_type: 'IOS14_CAMPAIGN',
      app_id: '7001',
      is_advanced_dedicated_campaign: true,
    };
    const own = {
      campaign_name: 'Homes',
      objective_type: 'APP_PROMOTION',
      app_promotion_type: 'APP_INSTALL',
      special_industries,
      ...app,
    };
    const made = (await at.post('campaign/create', own)) as {
      readonly data: { readonly campaign_id: string };
    };
    const campaign = await built(requestOf(at, { sourceId: made.data.campaign_id }));
    expect(await held('tiktok_campaigns', campaign)).toMatchObject({ special_industries, ...app });

    const sourceId = shortVideo.ad(account, 'conversions', 1);
    const {
      adgroup_id,
      image_ids,
      video_id,
      identity_id,
      identity_type,
      ad_format,
      ad_text,
      call_to_action,
    } = (await held('tiktok_ads', sourceId)) ?? { id: '' };
    const kept = {
      page_id: formId(account),
      deeplink: 'shop://a',
      tracking_pixel_id: '7001',
      click_tracking_url: 'https://c.test/',
    };
    const shown = {
      image_ids,
      video_id,
      identity_id,
      identity_type,
      ad_format,
      ad_text,
      call_to_action,
    };
    const creative = {
      ad_id: sourceId,
      ad_name: 'A',
      landing_page_url: 'https://a.test/',
      ...shown,
      ...kept,
    };
    expect(await at.post('ad/update', { adgroup_id, creatives: [creative] })).toMatchObject({
      code: 0,
    });
    expect(
      await held('tiktok_ads', await built(requestOf(at, { type: 'ad', sourceId }))),
    ).toMatchObject(kept);
  });
});
