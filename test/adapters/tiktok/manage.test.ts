import { describe, expect, test } from 'vitest';
import { formId } from '../../../adapters/sandbox/tiktok/objects/leads.ts';
import type { UpdateRequest } from '../../../core/ports/platform-update.ts';
import { refOf, sendOne } from '../launch-steps.ts';
import {
  adOf,
  adOperation,
  shortVideo,
  type TiktokAtSandbox,
  tiktokAtSandbox,
} from './tiktok-at-sandbox.ts';

function edits(at: TiktokAtSandbox) {
  if (at.platform.edit === undefined) throw new Error('it edits');
  return at.platform.edit;
}

const heldOne = async (at: TiktokAtSandbox, kind: string, id: string) =>
  (await at.held(kind)).find((each) => each.id === id);
const campaignId = (at: TiktokAtSandbox) => shortVideo.campaign(at.access.adAccountId, 'traffic');
const delivering = (at: TiktokAtSandbox) =>
  shortVideo.deliveringAdGroup(at.access.adAccountId, 'traffic');
const adId = (at: TiktokAtSandbox, number: 1 | 2 | 3 | 4 = 1) =>
  shortVideo.ad(at.access.adAccountId, 'traffic', number);

describe('status', () => {
  test('of more than a call takes goes in several; one that is gone is refused alone', async () => {
    const at = await tiktokAtSandbox();
    const operation = await adOperation(at, adOf(at), at.adGroup(0));
    const wanted = Array.from({ length: 40 }, (_, n) => ({
      ...operation,
      id: `ad:${n}`,
      name: `Ad ${n}`,
    }));
    const halves = [wanted.slice(0, 20), wanted.slice(20)];
    const adSets = await at.platform.accounts.adSets(at.access, {
      ids: [at.adGroup(0), at.adGroup(1)],
    });
    const ids: string[] = [];
    for (const [n, half] of halves.entries()) {
      const adSet = adSets[n];
      if (adSet === undefined) throw new Error('no ad group');
      ids.push(
        ...(
          await at.launch.send(
            at.access,
            half.map((each) => ({ ...each, adSet })),
          )
        ).map(refOf),
      );
    }
    const deleted = adId(at, 4);
    const results = await edits(at).setStatus(
      at.access,
      [...ids, deleted].map((id) => ({ type: 'ad', id, status: 'ACTIVE' })),
    );
    expect(results.filter(({ failure }) => failure !== undefined).map(({ id }) => id)).toEqual([
      deleted,
    ]);
    expect(results.at(-1)?.failure?.class).toBe('invalid');
    const on = (await at.held('tiktok_ads')).filter(
      ({ id, operation_status }) => ids.includes(id) && operation_status === 'ENABLE',
    );
    expect(on).toHaveLength(40);
  });

  test('a change that was carried out in part is carried out one by one', async () => {
    const at = await tiktokAtSandbox();
    await at.fault({ fault: 'partial', path: '/ad/status/update', times: 1 });
    const changes = [adId(at, 1), adId(at, 3)].map(
      (id) => ({ type: 'ad', id, status: 'PAUSED' }) as const,
    );
    expect(await edits(at).setStatus(at.access, changes)).toEqual(
      changes.map(({ id }) => ({ id })),
    );
    await at.fault({ fault: 'partial', path: '/ad/status/update' });
    const [only] = await edits(at).setStatus(at.access, changes.slice(0, 1));
    expect(only?.failure?.class).toBe('invalid');
  });

  test('repeating a change whose answer was lost does no harm', async () => {
    const at = await tiktokAtSandbox();
    await at.fault({ fault: 'answer-lost', path: '/ad/status/update', times: 1 });
    expect(
      await edits(at).setStatus(at.access, [{ type: 'ad', id: adId(at), status: 'PAUSED' }]),
    ).toEqual([{ id: adId(at) }]);
  });
});

describe('an end', () => {
  const end = Date.UTC(2026, 11, 1, 8);

  test('of an ad there is none, and the refusal says what there is', async () => {
    const at = await tiktokAtSandbox();
    const [result] = await edits(at).setEnd(at.access, [
      { type: 'ad', id: adId(at), endTime: end },
    ]);
    expect(result?.failure).toMatchObject({
      class: 'rule',
      fix: expect.stringContaining('ad group'),
    });
  });

  test('of a campaign is put on its ad groups, each with its own start again', async () => {
    const at = await tiktokAtSandbox();
    expect(
      await edits(at).setEnd(at.access, [{ type: 'campaign', id: campaignId(at), endTime: end }]),
    ).toEqual([{ id: campaignId(at) }]);
  });
});

describe('names and budgets', () => {
  test('all three levels are renamed, and an ad keeps everything else', async () => {
    const at = await tiktokAtSandbox();
    const before = await heldOne(at, 'tiktok_ads', adId(at));
    const changes = [
      { type: 'campaign', id: campaignId(at), name: 'C' },
      { type: 'adset', id: delivering(at), name: 'G' },
      { type: 'ad', id: adId(at), name: 'A' },
    ] as const;
    expect(await edits(at).rename(at.access, changes)).toEqual(changes.map(({ id }) => ({ id })));
    expect((await heldOne(at, 'tiktok_campaigns', campaignId(at)))?.campaign_name).toBe('C');
    expect((await heldOne(at, 'tiktok_adgroups', delivering(at)))?.adgroup_name).toBe('G');
    const { updated: _updated, ...after } = (await heldOne(at, 'tiktok_ads', adId(at))) ?? {
      id: '',
    };
    const { updated: _before, ...was } = before ?? { id: '' };
    expect(after).toEqual({ ...was, ad_name: 'A' });
  });

  const more = {
    deeplink: 'shop://autumn',
    tracking_pixel_id: '7001',
    impression_tracking_url: 'https://counts.example/seen',
    utm_params: [{ key: 'utm_source', value: 'tiktok' }],
  };

  /** Sent past the adapter, which makes no such ads. */
  async function withMore(at: TiktokAtSandbox, also: object = {}, id = adId(at)) {
    const {
      adgroup_id,
      image_ids,
      video_id,
      identity_id,
      identity_type,
      ad_format,
      ad_text,
      call_to_action,
      landing_page_url,
    } = (await heldOne(at, 'tiktok_ads', id)) ?? { id };
    const own = {
      image_ids,
      video_id,
      identity_id,
      identity_type,
      ad_format,
      ad_text,
      call_to_action,
      landing_page_url,
    };
    const creatives = [{ ad_id: id, ad_name: 'Old', ...own, ...more, ...also }];
    expect(await at.post('ad/update', { adgroup_id, creatives })).toMatchObject({ code: 0 });
  }

  async function changed(at: TiktokAtSandbox, values: object, level: 'ad' | 'adSet' = 'ad') {
    const updating = at.platform.update?.[level];
    if (updating === undefined) throw new Error('it updates');
    const wanted = { accountId: at.access.adAccountId, adId: adId(at), ...values } as UpdateRequest;
    const { faults, object, changes, settle } = await updating.prepare(at.access, wanted);
    if (faults.length === 0) await updating.write(at.access, object.id, await settle());
    return {
      faults,
      changes,
      held: await heldOne(at, level === 'ad' ? 'tiktok_ads' : 'tiktok_adgroups', object.id),
    };
  }

  test.each([
    ['REACH', 'CPM', 'bid_price', 'conversion_bid_price'],
    ['ENGAGED_VIEW', 'CPV', 'bid_price', 'conversion_bid_price'],
    ['REACH', 'OCPM', 'conversion_bid_price', 'bid_price'],
  ])(
    'the bid for %s is read and changed where one is held that is billed by %s',
    async (goal, billing_event, own, other) => {
      const at = await tiktokAtSandbox();
      const adSetId = at.adGroup(0);
      const bid = { bid_type: 'BID_TYPE_CUSTOM', [own]: 3, [other]: 0 };
      await at.post('adgroup/update', {
        adgroup_id: adSetId,
        optimization_goal: goal,
        billing_event,
        ...bid,
      });
      expect((await at.platform.accounts.adSets(at.access, { ids: [adSetId] }))[0]?.bidAmount).toBe(
        3,
      );
      const { changes, held } = await changed(at, { adSetId, bidAmount: 4 }, 'adSet');
      expect([changes, held]).toMatchObject([[{ before: 3, after: 4 }], { [own]: 4, [other]: 0 }]);
    },
  );

  test('an ad keeps its form, its deep link and what counts it under another name, text or link', async () => {
    const at = await tiktokAtSandbox();
    const page_id = formId(at.access.adAccountId);
    await withMore(at, { page_id });
    expect(await edits(at).rename(at.access, [{ type: 'ad', id: adId(at), name: 'New' }])).toEqual([
      { id: adId(at) },
    ]);
    expect(await heldOne(at, 'tiktok_ads', adId(at))).toMatchObject({
      ad_name: 'New',
      ...more,
      page_id,
    });
    expect((await changed(at, { primaryTexts: ['Other'] })).held).toMatchObject({
      ad_text: 'Other',
      ...more,
      page_id,
    });
    const landing_page_url = 'https://other.example/';
    expect((await changed(at, { link: landing_page_url })).held).toMatchObject({
      landing_page_url,
      ...more,
      page_id,
    });
  });

  test('the link of an ad that opens a form, or that would lose what no update repeats, is not changed', async () => {
    const at = await tiktokAtSandbox();
    const link = 'https://other.example/';
    await withMore(at, { disclaimer_text: { text: 'Ad' } });
    const none = { code: 'no_link', message: expect.stringContaining('lose its disclaimer_text') };
    expect((await changed(at, { link })).faults).toMatchObject([none]);
    const reach = shortVideo.ad(at.access.adAccountId, 'reach', 1);
    await withMore(
      at,
      { page_id: formId(at.access.adAccountId), landing_page_url: undefined },
      reach,
    );
    const form = { code: 'no_link', message: expect.stringContaining('opens a form') };
    expect((await changed(at, { adId: reach, link })).faults).toMatchObject([form]);
  });

  test('a budget is changed in its own mode alone', async () => {
    const at = await tiktokAtSandbox();
    const wrong = edits(at).setBudget(at.access, 'adset', at.adGroup(0), { lifetime: 900 });
    await expect(wrong).rejects.toMatchObject({
      failure: { class: 'rule', message: expect.stringContaining('daily') },
    });
  });
});

describe('what there is', () => {
  test('accounts tell their zone by its name, not by the name with the sign turned round', async () => {
    const at = await tiktokAtSandbox();
    const accounts = await at.platform.accounts.list('c1', at.access.credentials);
    expect(
      accounts.map(({ id, timezone, currency, status }) => [id, timezone, currency, status]),
    ).toEqual([
      [shortVideo.accounts.eur, 'Europe/Berlin', 'EUR', 'active'],
      [shortVideo.accounts.usd, 'America/Los_Angeles', 'USD', 'active'],
      [shortVideo.accounts.disabled, 'America/New_York', 'USD', 'disabled'],
      [shortVideo.accounts.smart, 'Europe/Berlin', 'EUR', 'active'],
    ]);
  });

  test('accounts can be named instead of asked for, and credentials that do neither say what is missing', async () => {
    const at = await tiktokAtSandbox();
    const { accessToken = '' } = at.access.credentials;
    const named = await at.platform.accounts.list('c1', {
      accessToken,
      advertiserIds: shortVideo.accounts.usd,
    });
    expect(named.map(({ id }) => id)).toEqual([shortVideo.accounts.usd]);
    await expect(at.platform.accounts.list('c1', { accessToken })).rejects.toMatchObject({
      code: 'unprocessable_entity',
      details: [{ path: 'credentials', message: expect.stringContaining('appId') }],
    });
  });

  test('ad groups come newest first with their campaign, their ads and their room', async () => {
    const at = await tiktokAtSandbox();
    const adSets = await at.platform.accounts.adSets(at.access);
    expect(adSets.map(({ id }) => id)).toEqual([...adSets.map(({ id }) => id)].sort().reverse());
    expect(adSets.find(({ id }) => id === delivering(at))).toMatchObject({
      campaignName: 'Traffic',
      objective: 'TRAFFIC',
      optimizationGoal: 'CLICK',
      dailyBudget: 100,
      adCount: 3,
      capacity: 20,
      status: 'ACTIVE',
    });
  });

  test('identities can be handed back to a launch as they are', async () => {
    const at = await tiktokAtSandbox();
    const identities = await at.platform.accounts.identities(at.access);
    expect(identities.map(({ value, label }) => [value.split(':')[0], label])).toEqual([
      ['CUSTOMIZED_USER', 'Sandbox Brand'],
      ['TT_USER', 'Sandbox Profile'],
      ['BC_AUTH_TT', 'Sandbox Creator'],
    ]);
    for (const [n, { value }] of identities.entries()) {
      const ad = adOf(at, { platformFields: { selectedShortVideoUserAccount: value } });
      refOf(await sendOne(at, await adOperation(at, ad, at.adGroup(n))));
    }
  });

  test('posts of a profile tell when they were made and whether they can be boosted', async () => {
    const at = await tiktokAtSandbox();
    const [, profile] = await at.platform.accounts.identities(at.access);
    const posts = (await at.platform.inspect?.posts(at.access, profile?.value ?? '')) ?? [];
    expect(posts.map(({ boostable, type }) => [boostable, type])).toEqual([
      [false, 'video'],
      [true, 'video'],
      [true, 'video'],
    ]);
    expect(posts.map(({ id }) => id)).toEqual(
      [...shortVideo.posts(at.access.adAccountId)].reverse(),
    );
    expect(new Date(posts.at(-1)?.createdAt ?? 0).toISOString()).toBe('2026-10-11T00:00:00.000Z');
  });

  test('a deleted ad is read by its id as deleted, and none is ever archived', async () => {
    const at = await tiktokAtSandbox();
    const read = await at.platform.inspect?.entities(at.access, [{ id: adId(at, 4) }]);
    expect(read).toMatchObject([
      { type: 'ad', status: 'DELETED', adSetId: delivering(at), campaignId: campaignId(at) },
    ]);
    expect(await at.platform.inspect?.ads(at.access, { limit: 10, status: 'ARCHIVED' })).toEqual({
      data: [],
    });
  });

  test('an ad is shown as the platform holds it, in no other platform’s words', async () => {
    const at = await tiktokAtSandbox();
    const other = shortVideo.ad(shortVideo.accounts.usd, 'reach', 1);
    const accounts = Object.values(shortVideo.accounts).map((id) => ({ ...at.access, id }));
    const asker = { companyId: 'c1', credentials: at.access.credentials, accounts };
    const [ad] = await at.platform.inspect.debug(asker, [other], { captions: false });
    expect(ad).toMatchObject({
      record: { ad_id: other, advertiser_id: shortVideo.accounts.usd, ad_name: 'reach ad 1' },
    });
    expect(ad).not.toMatchObject({ record: { creative: expect.anything() } });
    expect(ad).toMatchObject({
      about: {
        campaign: { name: expect.stringMatching(/./), objective: 'REACH' },
        adSet: { name: expect.stringMatching(/./), optimizationGoal: expect.stringMatching(/./) },
        thumbnailUrl: expect.stringMatching(/^https?:/),
      },
    });
  });
});

test('a lead is sent by the name that the platform has for it', async () => {
  const at = await tiktokAtSandbox();
  const event = {
    eventId: 'e1',
    name: 'lead',
    happenedAt: at.clock.now(),
    source: 'website',
    user: { email: 'a@b.example' },
  } as const;
  const sent = await at.platform.conversions?.toWire(event, 'CPX1', async (text) => text);
  expect(sent).toMatchObject({ event: 'Lead' });
});
