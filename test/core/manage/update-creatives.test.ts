import { expect, test } from 'vitest';
import { seedId } from '../../../adapters/sandbox/meta/seed/ids.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { undoUpdateRequest } from '../../../core/manage/schema/update.ts';
import { undoUpdate } from '../../../core/manage/undo/undo.ts';
import { updateObject } from '../../../core/manage/update/update-object.ts';
import { imageStory, videoStory } from '../../adapters/sandbox/client.ts';
import {
  caller,
  createManageFixture,
  eur,
  type ManageFixture,
  parsed,
  refusal,
} from './manage-fixture.ts';
import type { TreeOptions } from './tree.ts';

/**
 * Creatives as other tools make them. None can be edited: an ad is given another one that is like
 * it but for what was asked.
 */

const OLD = 'https://example.com/old';
const NEW = 'https://example.com/new';
const button = { type: 'SHOP_NOW', value: { link: OLD } };
const page = { page_id: seed.page };
const image = { image_hash: seed.imageHash(eur) };
const label = (name: string) => ({ adlabels: [{ name }] });
const everywhere = { publisher_platforms: ['facebook'], facebook_positions: ['feed'] };

const fields =
  'object_story_spec,asset_feed_spec,url_tags,degrees_of_freedom_spec,object_story_id,source_instagram_media_id';

async function planted(creative: object, ad: object = {}, tree: TreeOptions = {}) {
  const fixture = await createManageFixture();
  const { adSet: adset_id } = await fixture.tree([0], tree);
  const adId = await fixture.client.make(`/${eur}/ads`, {
    name: 'Planted',
    adset_id,
    status: 'ACTIVE',
    creative,
    ...ad,
  });
  const read = async () => {
    const { id, ...content } = (await fixture.read(adId, `creative{id,${fields}}`)).creative as {
      readonly id: string;
    };
    return { id, content: JSON.stringify(content) };
  };
  const change = (asked: object) =>
    updateObject(fixture.ports, caller, { level: 'ad', body: { accountId: eur, adId, ...asked } });
  return { fixture, read, change };
}

const takeBack = (fixture: ManageFixture, updateId: string | undefined) =>
  undoUpdate(fixture.ports, caller, parsed(undoUpdateRequest, { updateId }));

const carousel = (links: readonly string[], main = OLD) => ({
  link: main,
  message: 'Old words',
  child_attachments: links.map((link, i) => ({
    ...image,
    link,
    name: `Card ${i}`,
    description: 'Its own',
    call_to_action: { type: 'SHOP_NOW', value: { link } },
  })),
});

const shapes: { readonly [shape: string]: object } = {
  'a picture': {
    object_story_spec: imageStory({
      link: OLD,
      message: 'Old words',
      description: 'Below',
      caption: 'shop',
      call_to_action: button,
    }),
    url_tags: 'utm_source=sea',
    degrees_of_freedom_spec: {
      creative_features_spec: { image_touchups: { enroll_status: 'OPT_OUT' } },
    },
  },
  'a video': {
    object_story_spec: videoStory({
      message: 'Old words',
      link_description: 'Below',
      call_to_action: button,
    }),
  },
  cards: {
    object_story_spec: {
      ...page,
      link_data: { ...carousel([OLD, OLD, OLD]), multi_share_end_card: false },
    },
  },
  'cards of products': {
    object_story_spec: { ...page, template_data: carousel([OLD, OLD]) },
    product_set_id: '17',
  },
  'texts to choose from': {
    object_story_spec: { ...page, link_data: { ...image, link: OLD, call_to_action: button } },
    asset_feed_spec: {
      images: [{ hash: seed.imageHash(eur) }],
      bodies: [{ text: 'Old words' }],
      titles: [{ text: 'One' }, { text: 'Two' }],
      call_to_actions: [button],
      optimization_type: 'DEGREES_OF_FREEDOM',
    },
  },
  'pictures of places': {
    object_story_spec: page,
    asset_feed_spec: {
      ad_formats: ['SINGLE_IMAGE'],
      images: [{ hash: seed.imageHash(eur), ...label('wide') }],
      bodies: [{ text: 'Old words', ...label('all') }],
      link_urls: [{ website_url: OLD, display_url: 'shop', ...label('there') }],
      call_to_action_types: ['SHOP_NOW'],
      optimization_type: 'PLACEMENT',
      asset_customization_rules: [
        {
          customization_spec: everywhere,
          image_label: { name: 'wide' },
          body_label: { name: 'all' },
          link_url_label: { name: 'there' },
        },
        {
          customization_spec: {},
          image_label: { name: 'wide' },
          body_label: { name: 'all' },
          link_url_label: { name: 'there' },
        },
      ],
    },
  },
};

test.each(Object.entries(shapes))(
  '%s: text and link are changed wherever they are, and nothing else',
  async (_, creative) => {
    const { fixture, read, change } = await planted(creative);
    const before = await read();
    expect(before.content.split(OLD).length).toBeGreaterThan(1);
    const { updateId, warnings } = await change({ primaryTexts: ['New words'], link: NEW });
    const now = await read();
    expect(now.id).not.toBe(before.id);
    expect(now.content).toBe(
      before.content.replaceAll(OLD, NEW).replaceAll('Old words', 'New words'),
    );
    expect(warnings?.map(({ code }) => code)).toContain('new_post');
    await takeBack(fixture, updateId);
    expect(await read()).toEqual(before);
  },
);

test('a number that is called stays where the link is another', async () => {
  const call = { type: 'CALL_NOW', value: { link: 'tel:+341234' } };
  const { read, change } = await planted({
    object_story_spec: imageStory({ link: OLD, call_to_action: call }),
  });
  const before = await read();
  await change({ link: NEW });
  expect((await read()).content).toBe(before.content.replaceAll(OLD, NEW));
});

const posts = {
  'a page': { object_story_id: seed.posts.link },
  'a profile': { source_instagram_media_id: seed.media.image, call_to_action: button },
};

test.each(Object.entries(posts))(
  'an ad of a post of %s keeps its words and its link, and takes other tags',
  async (_, creative) => {
    const { read, change } = await planted({ ...creative, instagram_user_id: seed.profile });
    const before = await read();
    for (const asked of [{ link: NEW }, { primaryTexts: ['New words'] }])
      expect(await refusal(change(asked))).toMatchObject({ reasons: ['belongs_to_post'] });
    expect(await read()).toEqual(before);
    const { warnings } = await change({ urlTags: 'utm_source=sea' });
    const now = await read();
    expect(JSON.parse(now.content)).toEqual({
      ...JSON.parse(before.content),
      url_tags: 'utm_source=sea',
    });
    // It shows the same post.
    expect(warnings?.map(({ code }) => code)).not.toContain('new_post');
  },
);

const form = { type: 'SIGN_UP', value: { lead_gen_form_id: seedId(eur, 'pixel', 21) } };
const groups = {
  creative_asset_groups_spec: {
    groups: [
      {
        images: [{ hash: seed.imageHash(eur) }],
        texts: [{ text: 'Old words', text_type: 'primary_text' }],
      },
    ],
  },
};

test.each<[what: string, creative: object, refused: object, ad?: object, tree?: TreeOptions]>([
  [
    'cards with links of their own',
    {
      object_story_spec: {
        ...page,
        link_data: carousel(['https://example.com/a', 'https://example.com/b']),
      },
    },
    { link: 'links_of_cards' },
  ],
  [
    'cards that lead elsewhere than the ad',
    {
      object_story_spec: {
        ...page,
        link_data: carousel(['https://example.com/a', 'https://example.com/a']),
      },
    },
    { link: 'links_of_cards' },
  ],
  [
    'several links to choose from',
    {
      object_story_spec: page,
      asset_feed_spec: {
        images: [{ hash: seed.imageHash(eur) }],
        bodies: [{ text: 'Old words' }],
        link_urls: [{ website_url: OLD }, { website_url: 'https://example.com/b' }],
        ad_formats: ['SINGLE_IMAGE'],
      },
    },
    { link: 'links_of_cards' },
    {},
    { adSet: { is_dynamic_creative: true } },
  ],
  [
    'links of a catalogue',
    {
      object_story_spec: { ...page, template_data: { link: OLD, message: 'Old words' } },
      product_set_id: '17',
      template_url_spec: { web: { url: 'https://example.com/{{product.id}}' } },
    },
    { link: 'no_link' },
  ],
  [
    'a form',
    { object_story_spec: imageStory({ link: 'https://fb.me/', call_to_action: form }) },
    { link: 'no_link' },
    {},
    {
      campaign: { objective: 'OUTCOME_LEADS' },
      adSet: {
        destination_type: 'ON_AD',
        optimization_goal: 'LEAD_GENERATION',
        promoted_object: page,
      },
    },
  ],
  [
    'a text alone',
    { object_story_spec: { ...page, text_data: { message: 'Old words' } } },
    { link: 'no_place', headlines: 'no_place' },
  ],
  [
    'nothing that is told',
    { object_id: seed.page, title: 'Old', body: 'Old words' },
    { link: 'no_place', urlTags: 'no_place' },
  ],
  [
    'groups of media',
    { object_story_spec: imageStory({ link: OLD, call_to_action: button }) },
    { link: 'no_place', primaryTexts: 'no_place' },
    groups,
    { campaign: { objective: 'OUTCOME_SALES' } },
  ],
])(
  'an ad of %s is refused what cannot be made like it, and why',
  async (_, creative, refused, ad, tree) => {
    const { read, change } = await planted(creative, ad, tree);
    const before = await read();
    const asked = {
      link: NEW,
      primaryTexts: ['New words'],
      headlines: ['New title'],
      urlTags: 'utm_source=sea',
    };
    for (const [field, code] of Object.entries(refused)) {
      const { reasons, message } = await refusal(
        change({ [field]: asked[field as keyof typeof asked] }),
      );
      expect([reasons, message]).toEqual([[code], expect.stringMatching(/Launch a new ad/)]);
    }
    expect(await read()).toEqual(before);
  },
);
