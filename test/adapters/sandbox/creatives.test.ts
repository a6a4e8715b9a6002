import { expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import {
  type Client,
  createClient,
  emptyAdSet,
  eur,
  imageStory,
  link,
  png,
  videoStory,
} from './client.ts';

const hash = seed.imageHash(eur);
const identity = { page_id: seed.page, instagram_user_id: seed.profile };
const labelled = (name: string, image = hash): object => ({ hash: image, adlabels: [{ name }] });
const rule = (name: string, more: object = {}): object => ({
  customization_spec: { publisher_platforms: ['facebook'], facebook_positions: ['feed'] },
  image_label: { name },
  ...more,
});
const feed = (more: object = {}): object => ({
  optimization_type: 'PLACEMENT',
  ad_formats: ['SINGLE_IMAGE'],
  images: [labelled('one')],
  bodies: [{ text: 'Hello' }],
  titles: [{ text: 'Title' }],
  link_urls: [{ website_url: link }],
  call_to_action_types: ['SHOP_NOW'],
  asset_customization_rules: [rule('one'), rule('one', { customization_spec: {} })],
  ...more,
});
const story = (more: object): object => ({ object_story_spec: { ...identity, ...more } });
const features = (spec: object): object => ({
  object_story_spec: imageStory(),
  degrees_of_freedom_spec: { creative_features_spec: spec },
});

const refused: readonly (readonly [subcode: number | undefined, why: string, creative: object])[] =
  [
    [1443048, 'no story, post or feed', {}],
    [
      1443048,
      'a story without a page',
      { object_story_spec: { link_data: { link, image_hash: hash } } },
    ],
    [1443048, 'a link ad without a link', story({ link_data: { image_hash: hash } })],
    [
      1443048,
      'link_data and video_data at once',
      { object_story_spec: { ...imageStory(), ...videoStory() } },
    ],
    [1443048, 'a link in video_data', { object_story_spec: videoStory({ link }) }],
    [
      1443048,
      'a description in video_data',
      { object_story_spec: videoStory({ description: 'x' }) },
    ],
    [
      1443048,
      'a button that leads elsewhere',
      {
        object_story_spec: imageStory({
          call_to_action: { type: 'SHOP_NOW', value: { link: 'https://elsewhere.example.com' } },
        }),
      },
    ],
    [
      1487202,
      'a page without advertising rights',
      { object_story_spec: { ...imageStory(), page_id: seed.foreignPage } },
    ],
    [1487202, 'a page nobody knows', { object_story_spec: { ...imageStory(), page_id: '1' } }],
    [
      1815199,
      'an Instagram profile of somebody else',
      { object_story_spec: { ...imageStory(), instagram_user_id: seed.creatorProfile } },
    ],
    [
      2446149,
      'the old and the new Instagram field',
      { object_story_spec: { ...imageStory(), instagram_actor_id: seed.profile } },
    ],
    [
      undefined,
      'the old Instagram field alone',
      {
        object_story_spec: {
          page_id: seed.page,
          instagram_actor_id: seed.profile,
          link_data: { link, image_hash: hash },
        },
      },
    ],
    [2446388, 'a link ad without an image', story({ link_data: { link } })],
    [
      undefined,
      'an image that is not in the account',
      { object_story_spec: imageStory({ image_hash: seed.imageHash('act_1002') }) },
    ],
    [
      3858258,
      'a picture that cannot be downloaded',
      story({ link_data: { link, picture: 'https://unreachable.example.com/a.jpg' } }),
    ],
    [
      1443226,
      'a video without a thumbnail',
      { object_story_spec: videoStory({ image_hash: undefined }) },
    ],
    [
      undefined,
      'a video that is not in the account',
      { object_story_spec: videoStory({ video_id: seed.video('act_1002') }) },
    ],
    [
      1373054,
      'an unknown button',
      { object_story_spec: imageStory({ call_to_action: { type: 'SEE_MENU' } }) },
    ],
    [
      1815630,
      'a value for a WhatsApp button',
      {
        object_story_spec: imageStory({
          call_to_action: { type: 'WHATSAPP_MESSAGE', value: { link } },
        }),
      },
    ],
    [
      undefined,
      'a phone number key',
      {
        object_story_spec: imageStory({
          call_to_action: { type: 'CALL_NOW', value: { phone_number: '+49301234' } },
        }),
      },
    ],
    [
      undefined,
      'a call button without tel:',
      { object_story_spec: imageStory({ call_to_action: { type: 'CALL_NOW', value: { link } } }) },
    ],
    [
      undefined,
      'an unknown key in link_data',
      { object_story_spec: imageStory({ headline: 'x' }) },
    ],
    [
      2490085,
      'the old crop',
      {
        object_story_spec: imageStory({
          image_crops: {
            '191x100': [
              [0, 0],
              [191, 100],
            ],
          },
        }),
      },
    ],
    [
      undefined,
      'an unknown crop',
      { object_story_spec: imageStory({ image_crops: { '3x3': [] } }) },
    ],
    [
      undefined,
      'one card',
      story({ link_data: { link, child_attachments: [{ link, image_hash: hash }] } }),
    ],
    [
      undefined,
      'eleven cards',
      story({ link_data: { link, child_attachments: Array(11).fill({ link, image_hash: hash }) } }),
    ],
    [
      2446388,
      'a card without a picture',
      story({ link_data: { link, child_attachments: [{ link, image_hash: hash }, { link }] } }),
    ],
    [
      1443226,
      'a video card without a picture',
      story({
        link_data: {
          link,
          child_attachments: [
            { link, image_hash: hash },
            { link, video_id: seed.video(eur) },
          ],
        },
      }),
    ],
    [
      2446580,
      'components and cards',
      story({
        link_data: {
          link,
          components: {},
          child_attachments: [
            { link, image_hash: hash },
            { link, image_hash: hash },
          ],
        },
      }),
    ],
    [
      3858504,
      'the bundle of enhancements',
      features({ standard_enhancements: { enroll_status: 'OPT_IN' } }),
    ],
    [3858082, 'a feature without a status', features({ text_optimizations: {} })],
    [undefined, 'an unknown feature', features({ sparkles: { enroll_status: 'OPT_IN' } })],
    [
      3858082,
      'multi-advertiser ads without a status',
      { object_story_spec: imageStory(), contextual_multi_ads: {} },
    ],
    [
      2446173,
      'a rule for a label no asset has',
      {
        object_story_spec: identity,
        asset_feed_spec: feed({ asset_customization_rules: [rule('one'), rule('two')] }),
      },
    ],
    [
      undefined,
      'a rule for a platform without its positions',
      {
        object_story_spec: identity,
        asset_feed_spec: feed({
          asset_customization_rules: [
            rule('one', { customization_spec: { publisher_platforms: ['facebook'] } }),
            rule('one'),
          ],
        }),
      },
    ],
    [
      undefined,
      'one rule only',
      {
        object_story_spec: identity,
        asset_feed_spec: feed({ asset_customization_rules: [rule('one')] }),
      },
    ],
    [
      undefined,
      'two formats',
      {
        object_story_spec: identity,
        asset_feed_spec: feed({ ad_formats: ['SINGLE_IMAGE', 'SINGLE_VIDEO'] }),
      },
    ],
    [
      undefined,
      'positions without their platform',
      {
        object_story_spec: identity,
        asset_feed_spec: feed({
          asset_customization_rules: [
            rule('one'),
            rule('one', {
              customization_spec: {
                publisher_platforms: ['facebook'],
                instagram_positions: ['story'],
              },
            }),
          ],
        }),
      },
    ],
    [
      1443048,
      'placement rules beside a link story',
      { object_story_spec: imageStory(), asset_feed_spec: feed() },
    ],
    [
      1815629,
      'the same image twice',
      {
        object_story_spec: identity,
        asset_feed_spec: feed({ images: [labelled('one'), labelled('two')] }),
      },
    ],
    [
      1815629,
      'the same text twice',
      {
        object_story_spec: identity,
        asset_feed_spec: feed({ bodies: [{ text: 'x' }, { text: 'x' }] }),
      },
    ],
    [
      1885878,
      'two descriptions',
      {
        object_story_spec: identity,
        asset_feed_spec: feed({ descriptions: [{ text: 'a' }, { text: 'b' }] }),
      },
    ],
    [
      undefined,
      'six titles',
      {
        object_story_spec: identity,
        asset_feed_spec: feed({
          titles: [1, 2, 3, 4, 5, 6].map((text) => ({ text: String(text) })),
        }),
      },
    ],
    [
      undefined,
      'a title of 256 characters',
      {
        object_story_spec: identity,
        asset_feed_spec: feed({ titles: [{ text: 'x'.repeat(256) }] }),
      },
    ],
    [
      1373054,
      'an unknown button in the feed',
      { object_story_spec: identity, asset_feed_spec: feed({ call_to_action_types: ['PUSH'] }) },
    ],
    [
      3858355,
      'another first image than the anchor',
      {
        object_story_spec: imageStory({
          image_hash: undefined,
          picture: 'https://cdn.example.com/a.jpg',
        }),
        asset_feed_spec: {
          optimization_type: 'DEGREES_OF_FREEDOM',
          images: [{ hash }],
          bodies: [{ text: 'a' }, { text: 'b' }],
        },
      },
    ],
    [
      2061015,
      'texts around a video without the link',
      {
        object_story_spec: identity,
        asset_feed_spec: {
          optimization_type: 'DEGREES_OF_FREEDOM',
          videos: [{ video_id: seed.video(eur), thumbnail_hash: hash }],
        },
      },
    ],
    [
      1443048,
      'texts around a video with more than the link',
      {
        object_story_spec: imageStory(),
        asset_feed_spec: {
          optimization_type: 'DEGREES_OF_FREEDOM',
          videos: [{ video_id: seed.video(eur), thumbnail_hash: hash }],
          link_urls: [{ website_url: link }],
        },
      },
    ],
    [
      1443226,
      'a feed video without a thumbnail',
      { object_story_spec: identity, asset_feed_spec: { videos: [{ video_id: seed.video(eur) }] } },
    ],
    [1885557, 'a post that does not exist', { object_story_id: `${seed.page}_1` }],
    [1487472, 'a post that cannot be promoted', { object_story_id: seed.posts.unpromotable }],
    [1487202, 'a post of somebody else', { object_story_id: seed.posts.creator }],
    [
      1443048,
      'a post and a story',
      { object_story_id: seed.posts.link, object_story_spec: imageStory() },
    ],
    [
      2490155,
      'an Instagram post that does not exist',
      { object_id: seed.page, source_instagram_media_id: '1' },
    ],
    [
      2875030,
      'music that is not licensed',
      {
        object_id: seed.page,
        instagram_user_id: seed.profile,
        source_instagram_media_id: seed.media.music,
      },
    ],
    [
      3867105,
      "a creator's post without naming the partnership",
      { object_id: seed.page, source_instagram_media_id: seed.media.creator },
    ],
    [
      3867105,
      'an ad code the creator took back',
      { object_id: seed.page, branded_content: { instagram_boost_post_access_token: 'REVOKED1' } },
    ],
    [
      undefined,
      'an unknown format of partnership',
      { object_id: seed.page, branded_content: { ad_format: 4 } },
    ],
    [
      undefined,
      'an unknown part of the AI disclosure',
      { object_story_spec: imageStory(), generative_asset_spec: { robots: true } },
    ],
    [
      undefined,
      'an unknown coupon source',
      {
        object_story_spec: imageStory(),
        asset_feed_spec: { promotional_metadata: { allowed_coupon_code_sources: ['DREAMS'] } },
      },
    ],
  ];

test.each(refused)('%s: %s', async (subcode, _why, creative) => {
  const client = createClient();
  const { status, body } = await client.post(`/${eur}/adcreatives`, creative);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: subcode === 1815630 ? 105 : 100 });
  expect(body.error.error_subcode).toBe(subcode);
});

test('a video that is still being processed cannot be used yet', async () => {
  const client = createClient();
  const video = await client.make(`/${eur}/advideos`, {
    file_url: 'https://cdn.example.com/a.mp4',
  });
  const spec = { object_story_spec: videoStory({ video_id: video }) };
  expect((await client.post(`/${eur}/adcreatives`, spec)).body.error.error_subcode).toBe(1885252);
  await client.advance(3000);
  expect((await client.post(`/${eur}/adcreatives`, spec)).status).toBe(200);
});

const accepted: readonly (readonly [name: string, creative: object])[] = [
  ['an image', { object_story_spec: imageStory() }],
  [
    'a picture by address',
    story({ link_data: { link, picture: 'https://cdn.example.com/a.jpg' } }),
  ],
  ['a video', { object_story_spec: videoStory() }],
  [
    'a carousel',
    story({
      link_data: {
        link,
        message: 'm',
        multi_share_optimized: false,
        child_attachments: [
          { link, name: 'one', image_hash: hash },
          { link, name: 'two', video_id: seed.video(eur), image_hash: hash },
        ],
      },
    }),
  ],
  ['placements', { object_story_spec: identity, asset_feed_spec: feed() }],
  [
    'several texts',
    {
      object_story_spec: imageStory(),
      asset_feed_spec: {
        optimization_type: 'DEGREES_OF_FREEDOM',
        bodies: [{ text: 'a' }, { text: 'b' }],
        titles: [{ text: 'c' }],
      },
    },
  ],
  ['a post', { object_story_id: seed.posts.link, instagram_user_id: seed.profile }],
  [
    'an Instagram post',
    {
      object_id: seed.page,
      instagram_user_id: seed.profile,
      source_instagram_media_id: seed.media.reel,
    },
  ],
  [
    "a creator's post",
    {
      object_id: seed.page,
      source_instagram_media_id: seed.media.creator,
      instagram_branded_content: { sponsor_id: seed.profile },
      branded_content: { ad_format: 1 },
    },
  ],
  [
    'a call button',
    {
      object_story_spec: imageStory({
        call_to_action: { type: 'CALL_NOW', value: { link: 'tel:+49301234' } },
      }),
    },
  ],
  [
    'enhancements and multi-advertiser ads stated',
    {
      ...features({ text_optimizations: { enroll_status: 'OPT_OUT' } }),
      contextual_multi_ads: { enroll_status: 'OPT_OUT' },
      url_tags: 'a=b',
    },
  ],
  [
    'a disclosed use of AI',
    {
      object_story_spec: imageStory(),
      generative_asset_spec: {
        transparency_metadata: { self_disclosure: { enroll_status: 'OPT_IN' } },
      },
    },
  ],
];

test.each(accepted)('%s is kept as it was sent', async (_name, creative) => {
  const client = createClient();
  const id = await client.make(`/${eur}/adcreatives`, { name: 'Mine', ...creative });
  const { id: read, ...fields } = (
    await client.get(`/${id}`, { fields: ['name', ...Object.keys(creative)].join() })
  ).body;
  expect(read).toBe(id);
  expect(fields).toEqual(JSON.parse(JSON.stringify({ name: 'Mine', ...creative })));
});

test('an ad code is taken with its prefix and shown without', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/adcreatives`, {
    object_id: seed.page,
    branded_content: { instagram_boost_post_access_token: `adcode-${seed.adCodes.instagram}` },
  });
  expect((await client.get(`/${id}?fields=branded_content`)).body.branded_content).toEqual({
    instagram_boost_post_access_token: seed.adCodes.instagram,
  });
});

test('a promotion in the asset feed stays, one in the sourcing spec is thrown away without a word', async () => {
  const client = createClient();
  const promotional_metadata = {
    allowed_coupon_code_sources: ['AD_CREATIVE_MANUAL_COUPON_CODES'],
    manual_coupon_codes: ['SAVE10'],
  };
  const kept = await client.make(`/${eur}/adcreatives`, {
    object_story_spec: imageStory(),
    asset_feed_spec: { promotional_metadata },
  });
  expect((await client.get(`/${kept}?fields=asset_feed_spec`)).body.asset_feed_spec).toEqual({
    promotional_metadata,
  });
  const lost = await client.make(`/${eur}/adcreatives`, {
    object_story_spec: imageStory(),
    creative_sourcing_spec: {
      promotion_metadata_spec: [{ promotion_type: 'PROMO_CODE', required_code: 'SAVE10' }],
    },
  });
  expect(
    (await client.get(`/${lost}?fields=creative_sourcing_spec`)).body.creative_sourcing_spec,
  ).toEqual({});
});

test('placement rules beside text options are ignored without a word', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/adcreatives`, {
    object_story_spec: imageStory(),
    asset_feed_spec: {
      optimization_type: 'DEGREES_OF_FREEDOM',
      bodies: [{ text: 'a' }],
      asset_customization_rules: [rule('one'), rule('two')],
    },
  });
  expect((await client.get(`/${id}?fields=asset_feed_spec`)).body.asset_feed_spec).toEqual({
    optimization_type: 'DEGREES_OF_FREEDOM',
    bodies: [{ text: 'a' }],
  });
});

test('the content of a creative is fixed, its name and labels are not', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/adcreatives`, { object_story_spec: imageStory() });
  expect((await client.post(`/${id}`, { url_tags: 'a=b' })).body.error.error_subcode).toBe(1815573);
  expect((await client.post(`/${id}`, { name: 'New', adlabels: [{ name: 'x' }] })).body).toEqual({
    success: true,
  });
  expect((await client.get(`/${id}?fields=name,adlabels`)).body).toMatchObject({
    name: 'New',
    adlabels: [{ name: 'x' }],
  });
});

const png2 = async (client: Client): Promise<string> =>
  (await client.post(`/${eur}/adimages`, { bytes: png('two') })).body.images.bytes.hash;

test('creatives show a thumbnail and where their post is', async () => {
  const client = createClient();
  const image = await png2(client);
  const id = await client.make(`/${eur}/adcreatives`, {
    object_story_spec: imageStory({ image_hash: image }),
  });
  const body = (
    await client.get(
      `/${id}?fields=thumbnail_url,effective_object_story_id,effective_instagram_media_id,image_hash,object_type,title,body,call_to_action_type`,
    )
  ).body;
  expect(body).toMatchObject({
    thumbnail_url: expect.stringContaining(image),
    effective_object_story_id: expect.stringMatching(`^${seed.page}_`),
    image_hash: image,
    object_type: 'SHARE',
    title: 'Title',
    body: 'Hello',
    call_to_action_type: 'SHOP_NOW',
  });
  expect(
    (await client.get(`/${id}/previews`, { ad_format: 'MOBILE_FEED_STANDARD' })).body.data[0].body,
  ).toContain('<iframe');
});

test('a creative can travel inside an ad', async () => {
  const client = createClient();
  const ad = await client.make(`/${eur}/ads`, {
    name: 'a',
    adset_id: emptyAdSet(),
    creative: { name: 'inside', object_story_spec: imageStory() },
  });
  expect((await client.get(`/${ad}?fields=creative{name}`)).body.creative).toMatchObject({
    name: 'inside',
  });
});
