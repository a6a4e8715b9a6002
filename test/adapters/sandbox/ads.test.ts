import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import {
  adSet,
  type Client,
  createClient,
  emptyAdSet,
  eur,
  imageStory,
  link,
  type Reply,
} from './client.ts';

const hour = 3_600_000;
const start = Date.UTC(2026, 10, 15, 12);
const iso = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, '+0000');
const hash = seed.imageHash(eur);
const creative = { object_story_spec: imageStory() };
const ad = (more: object = {}): object => ({
  name: 'Ad',
  adset_id: emptyAdSet(),
  creative,
  status: 'PAUSED',
  ...more,
});
const group = (more: object = {}): object => ({
  images: [{ hash }],
  texts: [{ text: 'a', text_type: 'primary_text' }],
  call_to_action: { type: 'SHOP_NOW', value: { link } },
  ...more,
});
const mixed = {
  object_story_spec: { page_id: seed.page },
  asset_feed_spec: {
    images: [{ hash }],
    bodies: [{ text: 'a' }],
    titles: [{ text: 'b' }],
    ad_formats: ['SINGLE_IMAGE'],
    link_urls: [{ website_url: link }],
  },
};

const setWith = (client: Client, more: object): Promise<string> =>
  client.make(`/${eur}/adsets`, adSet(more));

const refused: readonly (readonly [
  subcode: number | undefined,
  why: string,
  body: (client: Client) => Promise<object> | object,
])[] = [
  [undefined, 'no name', () => ad({ name: undefined })],
  [undefined, 'no creative', () => ad({ creative: undefined })],
  [33, 'an ad set that does not exist', () => ad({ adset_id: '1' })],
  [33, 'an ad set of another account', () => ad({ adset_id: emptyAdSet('traffic', 'act_1002') })],
  [33, 'a creative that does not exist', () => ad({ creative: { creative_id: '1' } })],
  [
    undefined,
    'an unknown key in the creative',
    () => ad({ creative: { ...creative, colour: 'red' } }),
  ],
  [
    1487056,
    'a deleted ad set',
    async (client) => {
      const id = await setWith(client, {});
      await client.remove(`/${id}`);
      return ad({ adset_id: id });
    },
  ],
  [1885998, 'a mix of assets in an ordinary ad set', () => ad({ creative: mixed })],
  [
    1885998,
    'an ordinary creative in a dynamic ad set',
    async (client) => ad({ adset_id: await setWith(client, { is_dynamic_creative: true }) }),
  ],
  [
    1885553,
    'a second ad in a dynamic ad set',
    async (client) => {
      const adset_id = await setWith(client, { is_dynamic_creative: true });
      await client.make(`/${eur}/ads`, ad({ adset_id, creative: mixed }));
      return ad({ adset_id, creative: mixed });
    },
  ],
  [
    1885392,
    'a mix of assets that opens WhatsApp',
    async (client) =>
      ad({
        adset_id: await setWith(client, {
          is_dynamic_creative: true,
          destination_type: 'WHATSAPP',
          promoted_object: { page_id: seed.page },
        }),
        creative: mixed,
      }),
  ],
  [
    1885154,
    'a post in an ad set that promotes no page',
    async (client) =>
      ad({
        adset_id: await setWith(client, {
          campaign_id: seed.campaign(eur, 'engagement'),
          destination_type: 'ON_POST',
          optimization_goal: 'POST_ENGAGEMENT',
        }),
        creative: { object_story_id: seed.posts.link },
      }),
  ],
  [
    1885029,
    'another page than the promoted one',
    async (client) =>
      ad({ adset_id: await setWith(client, { promoted_object: { page_id: seed.creatorPage } }) }),
  ],
  [
    1885800,
    'a feed without a link',
    () =>
      ad({
        creative: {
          object_story_spec: { page_id: seed.page },
          asset_feed_spec: {
            optimization_type: 'PLACEMENT',
            ad_formats: ['SINGLE_IMAGE'],
            images: [{ hash, adlabels: [{ name: 'x' }] }],
            asset_customization_rules: [
              {
                customization_spec: {
                  publisher_platforms: ['facebook'],
                  facebook_positions: ['feed'],
                },
                image_label: { name: 'x' },
              },
              { customization_spec: {}, image_label: { name: 'x' } },
            ],
          },
        },
      }),
  ],
  [
    2446493,
    'one button where messages go to several apps',
    async (client) =>
      ad({
        adset_id: await setWith(client, {
          destination_type: 'MESSAGING_INSTAGRAM_DIRECT_MESSENGER',
          promoted_object: { page_id: seed.page },
        }),
      }),
  ],
  [
    2446383,
    'a post without link and button for a website goal',
    () => ad({ creative: { object_story_id: seed.posts.image } }),
  ],
  [
    undefined,
    'groups of assets outside sales and app campaigns',
    () => ad({ creative_asset_groups_spec: { groups: [group()] } }),
  ],
  [
    undefined,
    'a group without media',
    () =>
      ad({
        adset_id: emptyAdSet('sales'),
        creative_asset_groups_spec: { groups: [group({ images: [] })] },
      }),
  ],
  [
    undefined,
    'six texts of a kind',
    () =>
      ad({
        adset_id: emptyAdSet('sales'),
        creative_asset_groups_spec: {
          groups: [group({ texts: Array(6).fill({ text: 'x', text_type: 'headline' }) })],
        },
      }),
  ],
  [
    undefined,
    'groups with different buttons',
    () =>
      ad({
        adset_id: emptyAdSet('sales'),
        creative_asset_groups_spec: {
          groups: [group(), group({ call_to_action: { type: 'LEARN_MORE' } })],
        },
      }),
  ],
  [
    undefined,
    'a schedule outside sales and app campaigns',
    () => ad({ ad_schedule_end_time: iso(start + hour) }),
  ],
  [
    1487033,
    'a schedule that ends in the past',
    () => ad({ adset_id: emptyAdSet('sales'), ad_schedule_end_time: iso(start - hour) }),
  ],
];

test.each(refused)('ad %s: %s', async (subcode, _why, body) => {
  const client = createClient();
  const wanted = await body(client);
  const before = (await client.control('GET', 'state')).body.objects;
  const reply = await client.post(`/${eur}/ads`, wanted);
  expect(reply.status).toBe(400);
  expect(reply.body.error).toMatchObject({ code: 100 });
  expect(reply.body.error.error_subcode).toBe(subcode);
  expect((await client.control('GET', 'state')).body.objects).toEqual(before);
});

test('an ad set holds fifty ads that live', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/adcreatives`, creative);
  const make = (): Promise<{ status: number; body: { id: string } }> =>
    client.post(`/${eur}/ads`, ad({ creative: { creative_id: id } }));
  const ids: string[] = [];
  for (let index = 0; index < 50; index++) ids.push((await make()).body.id);
  expect((await make()).status).toBe(400);
  await client.remove(`/${ids[0]}`);
  expect((await make()).status).toBe(200);
});

test('a new ad is reviewed for a while and then runs', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/ads`, ad({ status: 'ACTIVE' }));
  const status = async (): Promise<string> =>
    (await client.get(`/${id}?fields=effective_status`)).body.effective_status;
  expect(await status()).toBe('PENDING_REVIEW');
  await client.advance(5000);
  expect(await status()).toBe('ACTIVE');
  const paused = await client.make(`/${eur}/ads`, ad());
  expect((await client.get(`/${paused}?fields=effective_status`)).body.effective_status).toBe(
    'PAUSED',
  );
});

test('an ad is kept with its fields, and flexible groups stay on it', async () => {
  const client = createClient();
  const spec = { groups: [group()] };
  const id = await client.make(
    `/${eur}/ads`,
    ad({
      adset_id: emptyAdSet('sales'),
      creative_asset_groups_spec: spec,
      tracking_specs: [{ 'action.type': ['offsite_conversion'] }],
      conversion_domain: 'example.com',
    }),
  );
  expect(
    (
      await client.get(
        `/${id}?fields=name,status,adset_id,campaign_id,creative_asset_groups_spec,tracking_specs,conversion_domain`,
      )
    ).body,
  ).toEqual({
    id,
    name: 'Ad',
    status: 'PAUSED',
    adset_id: emptyAdSet('sales'),
    campaign_id: seed.campaign(eur, 'sales'),
    creative_asset_groups_spec: { groups: [{ ...group(), group_uuid: expect.any(String) }] },
    tracking_specs: [{ 'action.type': ['offsite_conversion'] }],
    conversion_domain: 'example.com',
  });
});

test('an ad gets a new creative, never a new ad set', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/ads`, ad());
  const other = await client.make(`/${eur}/adcreatives`, creative);
  expect((await client.post(`/${id}`, { creative: { creative_id: other } })).body).toEqual({
    success: true,
  });
  expect((await client.get(`/${id}?fields=creative`)).body.creative).toEqual({ id: other });
  expect(
    (await client.post(`/${id}`, { adset_id: seed.emptyAdSets(eur, 'traffic')[1] })).body.error
      .code,
  ).toBe(100);
});

test('what cannot be switched on says why', async () => {
  const client = createClient();
  await client.fault({ fault: 'ad-disapproved', ms: 1000 });
  const rejected = await client.make(`/${eur}/ads`, ad());
  await client.advance(1000);
  expect((await client.post(`/${rejected}`, { status: 'ACTIVE' })).body.error.error_subcode).toBe(
    2490427,
  );
  await client.control('DELETE', 'faults');
  const ending = await setWith(client, { end_time: iso(start + 2 * hour) });
  const late = await client.make(`/${eur}/ads`, ad({ adset_id: ending }));
  await client.advance(3 * hour);
  expect((await client.post(`/${late}`, { status: 'ACTIVE' })).body.error.error_subcode).toBe(
    1487007,
  );
});

test('archived and deleted ads can be renamed only, and the ad of a dynamic ad set stays', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/ads`, ad());
  await client.post(`/${id}`, { status: 'ARCHIVED' });
  expect((await client.post(`/${id}`, { creative })).body.error.error_subcode).toBe(1885088);
  expect((await client.post(`/${id}`, { name: 'Old' })).body).toEqual({ success: true });
  expect((await client.remove(`/${id}`)).body).toEqual({ success: true });
  const adset_id = await setWith(client, { is_dynamic_creative: true });
  const only = await client.make(`/${eur}/ads`, ad({ adset_id, creative: mixed }));
  expect((await client.remove(`/${only}`)).body.error.error_subcode).toBe(1340029);
});

test('a post with a link, or with a button given to it, can be promoted to a website', async () => {
  const client = createClient();
  expect(
    (await client.post(`/${eur}/ads`, ad({ creative: { object_story_id: seed.posts.link } })))
      .status,
  ).toBe(200);
  expect(
    (
      await client.post(
        `/${eur}/ads`,
        ad({
          creative: {
            object_story_id: seed.posts.image,
            call_to_action: { type: 'SHOP_NOW', value: { link } },
          },
        }),
      )
    ).status,
  ).toBe(200);
  expect(
    (
      await client.post(
        `/${eur}/ads`,
        ad({ adset_id: emptyAdSet('engagement'), creative: { object_story_id: seed.posts.image } }),
      )
    ).status,
  ).toBe(200);
});

test('the preview of an ad is an iframe, and targeting shows what its ad set reaches', async () => {
  const client = createClient();
  const id = seed.ad(eur, 'sales', 1);
  expect(
    (await client.get(`/${id}/previews`, { ad_format: 'INSTAGRAM_STANDARD' })).body.data[0].body,
  ).toContain('<iframe');
  expect((await client.get(`/${id}/previews`, { ad_format: 'BILLBOARD' })).body.error.code).toBe(
    100,
  );
  expect((await client.get(`/${id}?fields=targeting`)).body.targeting).toMatchObject({
    geo_locations: { countries: ['US', 'CA', 'GB'] },
  });
});

describe('what Meta takes no more since 2026-10-27', () => {
  const poll = { components: [{ type: 'POLL', poll_spec: { question_text: 'Tea?' } }] };
  const refusal = ({ status, body }: Reply) => [status, body.error?.message];

  test('poll ads', async () => {
    const client = createClient();
    const creative = { object_story_spec: imageStory(), interactive_components_spec: poll };
    const answer = await client.post(`/${eur}/ads`, {
      name: 'Poll',
      adset_id: emptyAdSet(),
      creative,
    });
    expect(refusal(answer)).toEqual([400, expect.stringContaining('Poll ads')]);
  });

  test('creatives for the web only, in ad sets for website and app', async () => {
    const client = createClient();
    const creative = { object_story_spec: imageStory(), applink_treatment: 'web_only' };
    const ad = (adset_id: string) =>
      client.post(`/${eur}/ads`, { name: 'Web', adset_id, creative });
    expect((await ad(emptyAdSet())).status).toBe(200);
    const both = await client.make(
      `/${eur}/adsets`,
      adSet({ promoted_object: { omnichannel_object: {} } }),
    );
    expect(refusal(await ad(both))).toEqual([400, expect.stringContaining('website and app')]);
  });
});
