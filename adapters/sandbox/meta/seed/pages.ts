import { addToken } from '../../kit/tokens.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { tokenKind } from '../graph/tokens.ts';
import { commentKind, photoCommentKind } from '../objects/comments.ts';
import { companyIds, seedId } from './ids.ts';

const day = 86_400_000;

export function seedPages(world: World, token: string, accounts: readonly string[]): void {
  const [first = ''] = accounts;
  const ids = companyIds(first);
  const company = ids.business;
  const add = (
    kind: string,
    id: string,
    {
      parents,
      data,
      age = 90,
    }: {
      readonly parents: readonly string[];
      readonly data: JsonObject;
      readonly age?: number | undefined;
    },
  ) => world.add({ id, kind, company, parents, created: world.now() - age * day, data });

  const page = (id: string, name: string, data: JsonObject): void => {
    const access_token = `${token}-page-${id.slice(-5)}`;
    add('pages', id, {
      parents: [company],
      data: {
        name,
        username: name.toLowerCase().replace(/\W+/g, '.'),
        category: 'Shopping',
        access_token,
        link: `https://www.sandbox.invalid/${id}`,
        fan_count: 1200,
        followers_count: 1300,
        ...data,
      },
    });
    addToken(world, tokenKind, company, access_token, {
      type: 'PAGE',
      page: id,
      user: ids.user,
      name,
      scopes: ['pages_manage_engagement', 'pages_read_engagement', 'instagram_manage_comments'],
    });
  };
  page(ids.page, 'Harbour Store', {
    tasks: ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MODERATE', 'MANAGE'],
    instagram: ids.profile,
    partnership_codes: [ids.adCodes.instagram, ids.adCodes.facebook],
  });
  page(ids.foreignPage, 'Neighbour Page', { tasks: ['ANALYZE'] });
  page(ids.creatorPage, 'Creator Page', { tasks: ['ANALYZE'], instagram: ids.creatorProfile });

  const profile = (id: string, username: string, parents: readonly string[]): Entity =>
    add('instagram', id, {
      parents,
      data: {
        username,
        name: username,
        ig_id: id.slice(-10),
        legacy_instagram_user_id: id.slice(-12),
        followers_count: 900,
        media_count: 3,
      },
    });
  profile(ids.profile, 'harbour.store', [...accounts, ids.page]);
  profile(ids.creatorProfile, 'creator', [ids.creatorPage]);

  const post = (id: string, age: number, message: string, data: JsonObject): Entity => {
    const permalink_url = `https://www.sandbox.invalid/${id}`;
    return add('posts', id, {
      parents: [id.split('_')[0] ?? ''],
      data: { is_published: true, permalink_url, message, ...data },
      age,
    });
  };
  const picture = (name: string) => `https://scontent.sandbox.invalid/post/${name}.jpg`;
  const shown = (
    type: string,
    status_type: string,
    name: string,
    attachment: JsonObject,
  ): JsonObject => ({
    type,
    status_type,
    full_picture: picture(name),
    attachments: { data: [attachment] },
  });
  const link = 'https://shop.example.com/autumn';
  post(ids.posts.link, 9, 'The autumn collection is here', {
    type: 'link',
    status_type: 'shared_story',
    link,
    full_picture: picture('link'),
    call_to_action: { type: 'SHOP_NOW', value: { link } },
    attachments: { data: [{ type: 'share', url: link, title: 'Autumn' }] },
  });
  post(
    ids.posts.image,
    7,
    'Our shop this morning',
    shown('photo', 'added_photos', 'image', { type: 'photo' }),
  );
  post(
    ids.posts.video,
    5,
    'How it is made',
    shown('video', 'added_video', 'video', { type: 'video_inline' }),
  );
  post(ids.posts.unpromotable, 3, 'Happy birthday to us', {
    type: 'status',
    status_type: 'mobile_status_update',
    promotable: false,
  });
  post(
    ids.posts.creator,
    4,
    'I love this shop',
    shown('photo', 'added_photos', 'creator', { type: 'photo' }),
  );

  const media = (id: string, owner: string, data: JsonObject): Entity => {
    const usual = {
      caption: 'From our harbour',
      media_product_type: 'FEED',
      permalink: `https://www.instagram.invalid/p/${id}/`,
      shortcode: id.slice(-6),
      username: 'harbour.store',
      boost_eligibility_info: { eligible_to_boost: true },
    };
    return add('instagram-media', id, { parents: [owner], data: { ...usual, ...data }, age: 6 });
  };
  media(ids.media.image, ids.profile, { media_type: 'IMAGE' });
  media(ids.media.reel, ids.profile, { media_type: 'VIDEO', media_product_type: 'REELS' });
  media(ids.media.music, ids.profile, {
    media_type: 'VIDEO',
    music: true,
    boost_eligibility_info: {
      eligible_to_boost: false,
      boost_ineligible_reason: 'Copyrighted music',
    },
  });
  media(ids.media.creator, ids.creatorProfile, {
    media_type: 'IMAGE',
    username: 'creator',
    partner: true,
  });

  add('adspixels', ids.pixel, { parents: accounts, data: { name: 'Harbour pixel' } });
  add('customconversions', ids.customConversion, {
    parents: accounts,
    data: {
      name: 'Big basket',
      pixel: ids.pixel,
      custom_event_type: 'PURCHASE',
      rule: '{"and":[{"event":{"eq":"Purchase"}}]}',
    },
  });
}

/** Three under each of some posts: of the page, the profile, the first sales ad. */
export function seedComments(world: World, first: string): void {
  const ids = companyIds(first);
  const creative = seedId(first, 'creative', 601);
  const photos = [ids.media.image, `17${creative.slice(2)}`];
  const commented = [
    ids.posts.link,
    ids.posts.image,
    ids.media.image,
    `${ids.page}_${creative}`,
    `17${creative.slice(2)}`,
  ];
  for (const [index, parent] of commented.entries())
    for (const [number, message] of [
      'Where can I buy this?',
      'Does it come in blue?',
      'Great!',
    ].entries())
      world.add({
        ...(photos.includes(parent)
          ? { id: `17${parent.slice(2, -2)}${index + 1}${number + 1}`, kind: photoCommentKind }
          : { id: `${parent.split('_').pop()}_${index + 1}${number + 1}`, kind: commentKind }),
        company: ids.business,
        parents: [parent],
        created: world.now() - (3 - number) * day,
        data: {
          message,
          from: { id: `${7000 + number}`, name: ['Ada', 'Ben', 'Cleo'][number] ?? '' },
        },
      });
}
