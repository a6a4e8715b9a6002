import { expect, test } from 'vitest';
import { image, video } from '../../../adapters/testing/test-media.ts';
import { adOf, launchAd, metaAtSandbox } from './meta-at-sandbox.ts';

const hash = expect.stringMatching(/^[0-9a-f]{32}$/);
const videoId = expect.stringMatching(/^\d{18}$/);
const link = 'https://shop.example/autumn';
const button = { type: 'SHOP_NOW', value: { link } };

test('a single image says exactly what was asked', async () => {
  const at = await metaAtSandbox();
  const ad = adOf(at, {
    adDescription: 'Small print',
    utmTags: 'utm_source=x&utm_campaign={{campaign.name}}',
  });
  const { heldCreative, heldAd, creative } = await launchAd(at, ad, at.adSet('traffic'));
  expect(creative).toEqual({ state: 'done', ref: heldCreative.id });
  expect(heldCreative.object_story_spec).toEqual({
    page_id: at.ids.page,
    instagram_user_id: at.ids.profile,
    link_data: {
      link,
      message: 'Primary text',
      name: 'Headline',
      description: 'Small print',
      image_hash: hash,
      call_to_action: button,
    },
  });
  expect(heldCreative).toMatchObject({
    name: 'Autumn [creative:0]',
    url_tags: 'utm_source=x&utm_campaign={{campaign.name}}',
  });
  expect(heldAd).toMatchObject({
    name: 'Autumn in Berlin',
    adset_id: at.adSet('traffic'),
    creative_id: heldCreative.id,
    status: 'PAUSED',
  });
});

test('an ad that was asked for running is created running', async () => {
  const at = await metaAtSandbox();
  expect((await launchAd(at, adOf(at, { paused: false }), at.adSet('traffic'))).heldAd.status).toBe(
    'ACTIVE',
  );
});

test('a single video has its destination in the button and its thumbnail from the platform', async () => {
  const at = await metaAtSandbox();
  const { cta: _none, ...withoutButton } = adOf(at, {
    media: [video('film')],
    adDescription: 'Small print',
  });
  const { heldCreative } = await launchAd(at, withoutButton, at.adSet('traffic'));
  expect(heldCreative.object_story_spec).toEqual({
    page_id: at.ids.page,
    instagram_user_id: at.ids.profile,
    video_data: {
      video_id: videoId,
      image_url: expect.stringMatching(/^https:/),
      title: 'Headline',
      message: 'Primary text',
      link_description: 'Small print',
      call_to_action: { type: 'LEARN_MORE', value: { link } },
    },
  });
});

test('a placement ad gives each shape its places and the square all the others', async () => {
  const at = await metaAtSandbox();
  const media = [
    image('story_1080x1920', { ratio: 0.5625 }),
    image('square_1080x1080', { ratio: 1 }),
    image('feed_1080x1350', { ratio: 0.8 }),
    image('wide_1920x1080', { ratio: 1.78 }),
  ];
  const { heldCreative, creative } = await launchAd(
    at,
    adOf(at, { type: 'multi', media }),
    at.adSet('traffic'),
  );
  expect(creative).toEqual({ state: 'done', ref: heldCreative.id });
  expect(heldCreative.object_story_spec).toEqual({
    page_id: at.ids.page,
    instagram_user_id: at.ids.profile,
  });
  const label = (position: number) => ({ name: `media_${position}` });
  expect(heldCreative.asset_feed_spec).toEqual({
    ad_formats: ['SINGLE_IMAGE'],
    images: media.map((_, position) => ({ hash, adlabels: [label(position)] })),
    bodies: [{ text: 'Primary text' }],
    titles: [{ text: 'Headline' }],
    descriptions: [],
    link_urls: [{ website_url: link }],
    call_to_action_types: ['SHOP_NOW'],
    optimization_type: 'PLACEMENT',
    asset_customization_rules: [
      {
        customization_spec: {
          publisher_platforms: ['facebook', 'instagram'],
          facebook_positions: ['story', 'facebook_reels'],
          instagram_positions: ['story', 'reels', 'profile_reels'],
        },
        image_label: label(0),
        priority: 1,
      },
      {
        customization_spec: {
          publisher_platforms: ['facebook', 'instagram'],
          facebook_positions: ['feed', 'profile_feed'],
          instagram_positions: ['stream', 'profile_feed'],
        },
        image_label: label(2),
        priority: 2,
      },
      {
        customization_spec: {
          publisher_platforms: ['facebook', 'audience_network'],
          facebook_positions: ['right_hand_column', 'search'],
          audience_network_positions: ['classic'],
        },
        image_label: label(3),
        priority: 3,
      },
      { customization_spec: {}, image_label: label(1), is_default: true, priority: 4 },
    ],
  });
});

test('a placement ad of videos has a thumbnail for each', async () => {
  const at = await metaAtSandbox();
  const media = [video('v_1080x1920', { ratio: 0.5625 }), video('v_1080x1350', { ratio: 0.8 })];
  const { heldCreative } = await launchAd(
    at,
    adOf(at, { type: 'multi', media }),
    at.adSet('traffic'),
  );
  expect(heldCreative.asset_feed_spec).toMatchObject({
    ad_formats: ['SINGLE_VIDEO'],
    videos: media.map(() => ({
      video_id: videoId,
      thumbnail_url: expect.stringMatching(/^https:/),
    })),
    asset_customization_rules: [
      { video_label: { name: 'media_0' } },
      { video_label: { name: 'media_1' }, is_default: true },
    ],
  });
});

test('a collapsed placement ad is noticed', async () => {
  const at = await metaAtSandbox();
  await at.fault({ fault: 'feed-collapsed' });
  const media = [image('a_1080x1920', { ratio: 0.5625 }), image('b_1080x1080', { ratio: 1 })];
  const { creative } = await launchAd(at, adOf(at, { type: 'multi', media }), at.adSet('traffic'));
  expect(creative).toMatchObject({
    state: 'done',
    warnings: [expect.stringContaining('kept 1 of 2 media')],
  });
});

test('a carousel keeps the order of its cards, images and videos alike', async () => {
  const at = await metaAtSandbox();
  const media = [
    image('one', {
      carouselTitle: 'One',
      carouselDescription: 'First',
      carouselLink: 'https://shop.example/1',
    }),
    video('two', { carouselTitle: 'Two' }),
    image('three', { carouselTitle: 'Three' }),
  ];
  const { heldCreative } = await launchAd(
    at,
    adOf(at, { type: 'carousel', media }),
    at.adSet('sales'),
  );
  const first = 'https://shop.example/1';
  expect(heldCreative.object_story_spec).toEqual({
    page_id: at.ids.page,
    instagram_user_id: at.ids.profile,
    link_data: {
      link,
      message: 'Primary text',
      multi_share_optimized: false,
      multi_share_end_card: false,
      call_to_action: button,
      child_attachments: [
        {
          link: first,
          name: 'One',
          description: 'First',
          image_hash: hash,
          call_to_action: { type: 'SHOP_NOW', value: { link: first } },
        },
        {
          link,
          name: 'Two',
          video_id: videoId,
          picture: expect.stringMatching(/^https:/),
          call_to_action: button,
        },
        { link, name: 'Three', image_hash: hash, call_to_action: button },
      ],
    },
  });
});

const variations = {
  headlineVariations: ['H1', 'H2'],
  bodyVariations: ['B1', 'B2', 'B3'],
  adDescription: 'Small print',
};

test('a flexible ad of a sales campaign carries groups of media and texts', async () => {
  const at = await metaAtSandbox();
  const ad = adOf(at, {
    type: 'flexible',
    media: [image('a'), video('b'), image('c')],
    ...variations,
  });
  const { heldAd, heldCreative, creative } = await launchAd(at, ad, at.adSet('sales'));
  expect(creative).toEqual({ state: 'done', ref: heldCreative.id });
  expect(heldAd.creative_asset_groups_spec).toMatchObject({
    groups: [
      {
        images: [{ hash }, { hash }],
        videos: [{ video_id: videoId }],
        texts: [
          ...['B1', 'B2', 'B3'].map((text) => ({ text, text_type: 'primary_text' })),
          ...['H1', 'H2'].map((text) => ({ text, text_type: 'headline' })),
          { text: 'Small print', text_type: 'description' },
        ],
        call_to_action: button,
      },
    ],
  });
  expect(heldCreative.object_story_spec).toMatchObject({
    link_data: { link, message: 'B1', name: 'H1', image_hash: hash },
  });
  expect(heldCreative.asset_feed_spec).toBeUndefined();
});

test('media with a text of their own are shown with it', async () => {
  const at = await metaAtSandbox();
  const own = (name: string, more: object) =>
    image(name, { adCopyDescription: `Text of ${name}`, ...more });
  const placed = [own('a_1080x1920', { ratio: 0.5625 }), image('b_1080x1080', { ratio: 1 })];
  const multi = await launchAd(at, adOf(at, { type: 'multi', media: placed }), at.adSet('traffic'));
  expect(multi.heldCreative.asset_feed_spec).toMatchObject({
    bodies: [
      { text: 'Text of a_1080x1920', adlabels: [{ name: 'body_0' }] },
      { text: 'Primary text', adlabels: [{ name: 'body_1' }] },
    ],
    asset_customization_rules: [
      { image_label: { name: 'media_0' }, body_label: { name: 'body_0' } },
      { image_label: { name: 'media_1' }, body_label: { name: 'body_1' } },
    ],
  });
  const media = [own('c', {}), image('d')];
  const groups = await launchAd(at, adOf(at, { type: 'flexible', media }), at.adSet('sales'));
  const primary = (text: string) => ({
    texts: expect.arrayContaining([{ text, text_type: 'primary_text' }]),
  });
  expect(groups.heldAd.creative_asset_groups_spec).toMatchObject({
    groups: [primary('Text of c'), primary('Primary text')],
  });
  const texts = await launchAd(
    at,
    adOf(at, { type: 'flexible', media: [own('e', {})] }),
    at.adSet('traffic'),
  );
  expect(texts.heldCreative.asset_feed_spec).toMatchObject({
    bodies: [{ text: 'Primary text' }, { text: 'Text of e' }],
  });
});

test('elsewhere a flexible ad offers several texts for its image', async () => {
  const at = await metaAtSandbox();
  const ad = adOf(at, { type: 'flexible', media: [image('a')], ...variations });
  const { heldAd, heldCreative, creative } = await launchAd(at, ad, at.adSet('traffic'));
  expect(creative).toEqual({ state: 'done', ref: heldCreative.id });
  expect(heldAd.creative_asset_groups_spec).toBeUndefined();
  expect(heldCreative).toMatchObject({
    object_story_spec: { link_data: { link, image_hash: hash, call_to_action: button } },
    asset_feed_spec: {
      optimization_type: 'DEGREES_OF_FREEDOM',
      images: [{ hash }],
      bodies: [{ text: 'B1' }, { text: 'B2' }, { text: 'B3' }],
      titles: [{ text: 'H1' }, { text: 'H2' }],
      descriptions: [{ text: 'Small print' }],
    },
  });
});

test('elsewhere a flexible video has its link and button beside the video', async () => {
  const at = await metaAtSandbox();
  const ad = adOf(at, {
    type: 'flexible',
    media: [video('a')],
    title: 'Only',
    description: 'These',
  });
  const { heldCreative } = await launchAd(at, ad, at.adSet('traffic'));
  expect(heldCreative).toMatchObject({
    object_story_spec: { link_data: { link } },
    asset_feed_spec: {
      ad_formats: ['SINGLE_VIDEO'],
      videos: [{ video_id: videoId, thumbnail_url: expect.stringMatching(/^https:/) }],
      link_urls: [{ website_url: link }],
      call_to_action_types: ['SHOP_NOW'],
      bodies: [{ text: 'These' }],
      titles: [{ text: 'Only' }],
    },
  });
});

test('elsewhere several media of a flexible ad are a warning: only one is shown', async () => {
  const at = await metaAtSandbox();
  const ad = adOf(at, { type: 'flexible', media: [image('a'), image('b')] });
  const { creative } = await launchAd(at, ad, at.adSet('traffic'));
  expect(creative).toMatchObject({
    state: 'done',
    warnings: [expect.stringContaining('only one')],
  });
});

test('one flexible ad for ad sets of both kinds needs two creatives', async () => {
  const at = await metaAtSandbox();
  const ad = adOf(at, { type: 'flexible' });
  const keys = ['OUTCOME_SALES', 'OUTCOME_APP_PROMOTION', 'OUTCOME_TRAFFIC', 'OUTCOME_LEADS'].map(
    (objective) => at.launch.creativeKey(ad, { id: '1', name: 'x', objective }),
  );
  expect(keys).toEqual(['flexible-groups', 'flexible-groups', 'flexible-texts', 'flexible-texts']);
  expect(at.launch.creativeKey(adOf(at), { id: '1', name: 'x', objective: 'OUTCOME_SALES' })).toBe(
    'single',
  );
});

test.each(['v25.0', 'v26.0'])('every type launches on %s', async (version) => {
  const at = await metaAtSandbox({ version });
  const media = [
    image('a_1080x1920', { ratio: 0.5625, carouselTitle: 'A' }),
    image('b', { ratio: 1, carouselTitle: 'B' }),
  ];
  for (const type of ['multi', 'carousel', 'flexible'] as const)
    await launchAd(at, adOf(at, { type, media }), at.adSet('sales'));
  await launchAd(at, adOf(at, { media: [video('v')] }), at.adSet('awareness'));
});
