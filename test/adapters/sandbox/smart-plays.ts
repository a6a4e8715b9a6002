import { expect } from 'vitest';
import { shortVideo } from '../../../adapters/sandbox/tiktok/seed/ids.ts';
import {
  createAd,
  createAdGroup,
  createCampaign,
  creative,
  requestId,
  webAd,
  webAdGroup,
  webCampaign,
} from './smart-client.ts';
import {
  account,
  adGroup,
  creative as manualCreative,
  type TiktokClient,
  type TiktokReply,
} from './tiktok-client.ts';

/**
 * The faults of Smart+: what TikTok does by default, and by the other reading of what is known of
 * it.
 */

type Play = (client: TiktokClient) => Promise<unknown>;

const { usd, smart } = shortVideo.accounts;
const { profile } = shortVideo.identities;

/** The codes of the same call by default, and with the fault. */
const turns =
  (
    fault: string,
    codes: readonly [before: number, after: number],
    ask: (client: TiktokClient) => Promise<TiktokReply>,
  ): Play =>
  async (client) => {
    expect((await ask(client)).code).toBe(codes[0]);
    await client.fault({ fault });
    expect((await ask(client)).code).toBe(codes[1]);
  };

const campaign = (client: TiktokClient, more: object = {}) =>
  client.post('smart_plus/campaign/create', webCampaign(more));
const manual = (client: TiktokClient, objective_type = 'TRAFFIC') =>
  client.post('campaign/create', { campaign_name: 'Manual', objective_type });
const daysToTheEnd = (Date.UTC(2027, 0, 1) - Date.UTC(2026, 10, 15, 12)) / 86_400_000;
const advance = (client: TiktokClient, days: number) => client.clock.advance(days * 86_400_000);

const ad = async (client: TiktokClient, more: object = {}, info: object = {}) =>
  client.post(
    'smart_plus/ad/create',
    webAd((await createAdGroup(client)).adgroup_id, [await creative(client, info)], more),
  );

/** An ad that the review did not let through. */
const rejectedAd = async (client: TiktokClient, more: object = {}) => {
  await client.fault({ fault: 'review-rejected', ...more });
  const made = await createAd(
    client,
    (await createAdGroup(client, {}, { operation_status: 'ENABLE' })).adgroup_id,
    {
      operation_status: 'ENABLE',
    },
  );
  await client.clock.advance(6_000);
  return made;
};

const statusOf = async (client: TiktokClient, id: string) =>
  (await client.get('smart_plus/ad/get', { filtering: { smart_plus_ad_ids: [id] } })).data.list[0]
    .secondary_status;

const copyOf = (client: TiktokClient, campaign_id: string) =>
  client.post('smart_plus/campaign/copy/task/create', { request_id: requestId(), campaign_id });

/** A campaign of eleven ad groups, one of them with an ad. */
const wide = async (client: TiktokClient): Promise<string> => {
  const { campaign_id } = await createCampaign(client);
  const groups = [];
  for (let i = 0; i < 11; i += 1)
    groups.push((await client.post('smart_plus/adgroup/create', webAdGroup(campaign_id))).data);
  await createAd(client, groups[0].adgroup_id);
  return campaign_id;
};

export const smartPlays: { readonly [fault: string]: Play } = {
  'manual-ended': async (client) => {
    expect((await manual(client)).code).toBe(0);
    await client.fault({ fault: 'manual-ended', code: 40001, message: 'It is over.' });
    expect(await manual(client)).toMatchObject({ code: 40001, message: 'It is over.' });
    // An existing campaign takes ad groups and ads.
    const creatives = [manualCreative(await client.image('a.png'))];
    expect((await client.post('ad/create', { adgroup_id: adGroup(), creatives })).code).toBe(0);
  },
  'manual-open': async (client) => {
    await advance(client, daysToTheEnd);
    await turns('manual-open', [40002, 0], manual)(client);
  },
  'manual-end-wide': async (client) => {
    await advance(client, daysToTheEnd);
    await turns('manual-end-wide', [40002, 0], manual)(client);
    expect((await manual(client, 'WEB_CONVERSIONS')).code).toBe(40002);
    // All three levels of the four objectives.
    const [adgroup_id] = shortVideo.emptyAdGroups(account, 'conversions');
    const creatives = [manualCreative(await client.image('a.png'))];
    expect((await client.post('ad/create', { adgroup_id, creatives })).code).toBe(40002);
    expect((await client.post('ad/create', { adgroup_id: adGroup(), creatives })).code).toBe(0);
  },
  'manual-end-in-account-time': async (client) => {
    // Half past eleven in the evening, UTC: in Berlin the year is over.
    await advance(client, daysToTheEnd - 0.5 / 24);
    await turns('manual-end-in-account-time', [0, 40002], manual)(client);
  },
  'manual-copy-ended': turns('manual-copy-ended', [0, 40002], (client) =>
    client.post('campaign/copy/task/create', {
      campaign_id: shortVideo.campaign(account, 'traffic'),
      request_id: requestId(),
    }),
  ),
  'smart-plus-forbidden': async (client) => {
    await client.fault({ fault: 'smart-plus-forbidden', account, code: 40001 });
    expect((await campaign(client)).code).toBe(40001);
    expect((await client.get('smart_plus/campaign/get')).code).toBe(0);
  },
  'smart-plus-allowed': turns('smart-plus-allowed', [40002, 0], (client) =>
    campaign(client, { advertiser_id: usd }),
  ),
  'request-id-answers-first': async (client) => {
    const first = await campaign(client, { request_id: '77' });
    expect((await campaign(client, { request_id: '77' })).code).toBe(40050);
    await client.fault({ fault: 'request-id-answers-first' });
    expect((await campaign(client, { request_id: '77' })).data).toEqual(first.data);
  },
  'budget-mode-taken': turns('budget-mode-taken', [40002, 0], (client) =>
    campaign(client, { budget_optimize_on: false, budget_mode: 'BUDGET_MODE_INFINITE' }),
  ),
  'end-with-any-budget': turns('end-with-any-budget', [40002, 0], async (client) => {
    const { adgroup_id } = await createAdGroup(client);
    const end = { schedule_type: 'SCHEDULE_START_END', schedule_end_time: '2026-12-01 00:00:00' };
    return client.post('smart_plus/adgroup/update', { adgroup_id, ...end });
  }),
  'min-budget-total': turns('min-budget-total', [0, 40002], async (client) => {
    const { campaign_id } = await createCampaign(client);
    return client.post('smart_plus/adgroup/create', webAdGroup(campaign_id, { min_budget: 20 }));
  }),
  'empty-list-ignored': async (client) => {
    const { smart_plus_ad_id } = await createAd(client, (await createAdGroup(client)).adgroup_id, {
      deeplink_list: [{ deeplink: 'app://a', deeplink_type: 'NORMAL' }],
    });
    await client.fault({ fault: 'empty-list-ignored' });
    const clear = () =>
      client.post('smart_plus/ad/update', { smart_plus_ad_id, deeplink_list: [] });
    expect((await clear()).data.deeplink_list).toHaveLength(1);
    await client.clearFaults();
    expect((await clear()).data.deeplink_list).toBeUndefined();
  },
  'material-id-refused': turns('material-id-refused', [0, 40002], async (client) => {
    const { smart_plus_ad_id, creative_list } = await createAd(
      client,
      (await createAdGroup(client)).adgroup_id,
    );
    const kept = [{ ad_material_id: creative_list[0].ad_material_id }];
    return client.post('smart_plus/ad/update', { smart_plus_ad_id, creative_list: kept });
  }),
  'material-status-named': async (client) => {
    const { smart_plus_ad_id, creative_list } = await createAd(
      client,
      (await createAdGroup(client)).adgroup_id,
    );
    const off = {
      smart_plus_ad_id,
      ad_material_ids: [creative_list[0].ad_material_id],
      operation_status: 'DISABLE',
    };
    expect((await client.post('smart_plus/ad/material_status/update', off)).data).toEqual(off);
    await client.fault({ fault: 'material-status-named' });
    const named = (await client.post('smart_plus/ad/material_status/update', off)).data;
    expect(named).toMatchObject({ material_status: 'DISABLE' });
  },
  'utm-appended': async (client) => {
    const utm_params = [{ key: 'utm_source', value: 'tiktok' }];
    const call_to_action_id = shortVideo.portfolio(account);
    const more = { ad_configuration: { call_to_action_id, utm_params } };
    expect((await ad(client, more)).data.ad_configuration.utm_params).toBeUndefined();
    const same = {
      ...more,
      landing_page_url_list: [{ landing_page_url: 'https://shop.example/?utm_source=tiktok' }],
    };
    expect((await ad(client, same)).data.ad_configuration.utm_params).toEqual(utm_params);
    await client.fault({ fault: 'utm-appended' });
    expect((await ad(client, more)).data.ad_configuration.utm_params).toEqual(utm_params);
  },
  'names-exact': async (client) => {
    const { campaign_name } = await createCampaign(client, { campaign_name: 'Autumn 1' });
    const found = async (name: string) =>
      (await client.get('smart_plus/campaign/get', { filtering: { campaign_name: name } })).data
        .list.length;
    expect(await found('Autumn')).toBe(1);
    await client.fault({ fault: 'names-exact' });
    expect([await found('Autumn'), await found(campaign_name)]).toEqual([0, 1]);
  },
  'button-list-taken': turns('button-list-taken', [40002, 0], (client) =>
    ad(client, { ad_configuration: {}, call_to_action_list: [{ call_to_action: 'LEARN_MORE' }] }),
  ),
  'text-always': turns('text-always', [0, 40002], async (client) => {
    const info = {
      ad_format: 'SINGLE_VIDEO',
      tiktok_item_id: shortVideo.posts(account)[0],
      identity_type: profile.type,
      identity_id: profile.id,
    };
    const { adgroup_id } = await createAdGroup(client);
    return client.post(
      'smart_plus/ad/create',
      webAd(adgroup_id, [{ creative_info: info }], { ad_text_list: [] }),
    );
  }),
  'creatives-31': turns('creatives-31', [0, 40002], async (client) => {
    const { adgroup_id } = await createAdGroup(client);
    const one = await creative(client);
    return client.post('smart_plus/ad/create', webAd(adgroup_id, Array(32).fill(one)));
  }),
  'add-on-refused': turns('add-on-refused', [0, 40002], (client) =>
    ad(client, { interactive_add_on_list: [{ card_id: '1' }] }),
  ),
  'ad-group-status-listed': async (client) => {
    const first = async () =>
      (await client.get('smart_plus/adgroup/get', { advertiser_id: smart })).data.list[0];
    expect(await first()).not.toHaveProperty('operation_status');
    await client.fault({ fault: 'ad-group-status-listed' });
    expect(await first()).toMatchObject({
      operation_status: 'ENABLE',
      secondary_status: 'ADGROUP_STATUS_DELIVERY_OK',
    });
  },
  'budget-inflated': async (client) => {
    const filtering = { adgroup_ids: [shortVideo.smart.delivering(smart, 'leads')] };
    const budget = async (path: string) =>
      (await client.get(path, { advertiser_id: smart, filtering })).data.list[0].budget;
    expect(await budget('adgroup/get')).toBe(100);
    await client.fault({ fault: 'budget-inflated' });
    expect([await budget('adgroup/get'), await budget('smart_plus/adgroup/get')]).toEqual([
      10_000, 100,
    ]);
  },
  'delete-leaves-children': async (client) => {
    const rows = async (name: 'web' | 'app') => {
      const own = {
        advertiser_id: smart,
        filtering: { campaign_ids: [shortVideo.smart.campaign(smart, name)] },
      };
      const campaign_ids = own.filtering.campaign_ids;
      const gone = { advertiser_id: smart, campaign_ids, operation_status: 'DELETE' };
      await client.post('smart_plus/campaign/status/update', gone);
      return (await client.get('smart_plus/adgroup/get', own)).data.list.length;
    };
    expect(await rows('web')).toBe(0);
    await client.fault({ fault: 'delete-leaves-children' });
    expect(await rows('app')).toBe(3);
  },
  'family-told-wrong': async (client) => {
    const told = async () => {
      const filtering = {
        campaign_ids: [
          shortVideo.smart.campaign(smart, 'web'),
          shortVideo.campaign(smart, 'reach'),
        ],
      };
      const { data } = await client.get('campaign/get', { advertiser_id: smart, filtering });
      return data.list.map(
        (row: { campaign_automation_type: string }) => row.campaign_automation_type,
      );
    };
    const before = await told();
    await client.fault({ fault: 'family-told-wrong' });
    expect(before).toContain('MANUAL');
    expect(await told()).toEqual([...before].reverse());
  },
  'unknown-ignored': async (client) => {
    const read = () =>
      client.get('smart_plus/ad/get', { advertiser_id: smart, filtering: { ad_ids: ['1'] } });
    expect((await read()).code).toBe(40002);
    await client.fault({ fault: 'unknown-ignored' });
    // Other ads than those that were asked for.
    expect((await read()).data.page_info.total_number).toBe(9);
  },
  'review-rejected': async (client) => {
    const { smart_plus_ad_id } = await rejectedAd(client);
    expect(await statusOf(client, smart_plus_ad_id)).toBe('AD_STATUS_AUDIT_DENY');
    const asked = {
      smart_plus_ad_ids: [smart_plus_ad_id],
      extra_info_setting: { include_reject_info: true },
    };
    const { data } = await client.get('smart_plus/ad/review_info', asked);
    expect(data.smart_plus_ad_review_infos[0]).toMatchObject({
      review_status: 'UNAVAILABLE',
      appeal_status: 'NOT_APPEALED',
      reject_info: [{ reasons: [expect.any(String)] }],
    });
    expect(data.material_review_infos[0]).toMatchObject({ review_status: 'UNAVAILABLE' });
  },
  'appeal-fails': async (client) => {
    const { smart_plus_ad_id } = await rejectedAd(client);
    const appeal = async () => {
      expect(
        (
          await client.post('smart_plus/ad/appeal', {
            smart_plus_ad_id,
            appeal_reason: 'It is allowed.',
          })
        ).data,
      ).toEqual({});
      const states = [];
      for (const ms of [0, 6_000]) {
        await client.clock.advance(ms);
        const { data } = await client.get('smart_plus/ad/review_info', {
          smart_plus_ad_ids: [smart_plus_ad_id],
        });
        states.push(data.smart_plus_ad_review_infos[0].appeal_status);
      }
      return [...states, await statusOf(client, smart_plus_ad_id)];
    };
    await client.fault({ fault: 'appeal-fails', times: 1 });
    expect(await appeal()).toEqual(['APPEALING', 'APPEAL_FAILED', 'AD_STATUS_AUDIT_DENY']);
    expect(await appeal()).toEqual(['APPEALING', 'APPEAL_SUCCESSFUL', 'AD_STATUS_DELIVERY_OK']);
  },
  'copy-30': async (client) => {
    const campaign_id = await wide(client);
    await turns('copy-30', [40002, 0], (each) => copyOf(each, campaign_id))(client);
  },
  'writes-too-close': async (client) => {
    const { adgroup_id } = await createAdGroup(client);
    const one = await creative(client);
    const send = () => client.post('smart_plus/ad/create', webAd(adgroup_id, [one]));
    await client.fault({ fault: 'writes-too-close', ms: 2_000 });
    expect([(await send()).code, (await send()).code]).toEqual([0, 41021]);
    await client.clock.advance(2_000);
    expect((await send()).code).toBe(0);
  },
  'concurrent-create': async (client) => {
    await client.fault({ fault: 'concurrent-create', path: '/smart_plus/ad/create', times: 1 });
    expect([(await ad(client)).code, (await ad(client)).code]).toEqual([41021, 0]);
  },
  'ad-not-made': async (client) => {
    await client.fault({ fault: 'ad-not-made', path: '/smart_plus/ad/create', times: 1 });
    expect([(await ad(client)).code, (await ad(client)).code]).toEqual([51002, 0]);
  },
};
