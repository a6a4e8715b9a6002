import type { JsonObject } from '../../entity.ts';
import { addToken } from '../../kit/tokens.ts';
import type { World } from '../../world.ts';
import { tokenKind } from '../graph/tokens.ts';
import { commentKind, photoCommentKind } from '../objects/comments.ts';
import { companyIds, seedId } from './ids.ts';

const day = 86_400_000;

export function seedPages(world: World, token: string, accounts: readonly string[]): void {
  const [first = ''] = accounts;
  const ids = companyIds(first);
  const company = ids.business;
  const created = world.now() - 90 * day;
  const page = (id: string, name: string, data: JsonObject): void => {
    const pageToken = `${token}-page-${id.slice(-5)}`;
    world.add({
      id,
      kind: 'pages',
      company,
      parents: [company],
      created,
      data: {
        name,
        username: name.toLowerCase().replace(/\W+/g, '.'),
        category: 'Shopping',
        access_token: pageToken,
        link: `https://www.sandbox.invalid/${id}`,
        fan_count: 1200,
        followers_count: 1300,
        ...data,
      },
    });
    addToken(world, tokenKind, company, pageToken, {
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

  const profile = (id: string, username: string, parents: readonly string[]): void => {
    world.add({
      id,
      kind: 'instagram',
      company,
      parents,
      created,
      data: {
        username,
        name: username,
        ig_id: id.slice(-10),
        legacy_instagram_user_id: id.slice(-12),
        followers_count: 900,
        media_count: 3,
      },
    });
  };
  profile(ids.profile, 'harbour.store', [...accounts, ids.page]);
  profile(ids.creatorProfile, 'creator', [ids.creatorPage]);

  const post = (id: string, owner: string, age: number, data: JsonObject): void => {
    world.add({
      id,
      kind: 'posts',
      company,
      parents: [owner],
      created: world.now() - age * day,
      data: { is_published: true, permalink_url: `https://www.sandbox.invalid/${id}`, ...data },
    });
  };
  const link = 'https://shop.example.com/autumn';
  const picture = (name: string): string => `https://scontent.sandbox.invalid/post/${name}.jpg`;
  post(ids.posts.link, ids.page, 9, {
    message: 'The autumn collection is here',
    type: 'link',
    status_type: 'shared_story',
    link,
    full_picture: picture('link'),
    call_to_action: { type: 'SHOP_NOW', value: { link } },
    attachments: { data: [{ type: 'share', url: link, title: 'Autumn' }] },
  });
  post(ids.posts.image, ids.page, 7, {
    message: 'Our shop this morning',
    type: 'photo',
    status_type: 'added_photos',
    full_picture: picture('image'),
    attachments: { data: [{ type: 'photo' }] },
  });
  post(ids.posts.video, ids.page, 5, {
    message: 'How it is made',
    type: 'video',
    status_type: 'added_video',
    full_picture: picture('video'),
    attachments: { data: [{ type: 'video_inline' }] },
  });
  post(ids.posts.unpromotable, ids.page, 3, {
    message: 'Happy birthday to us',
    type: 'status',
    status_type: 'mobile_status_update',
    promotable: false,
  });
  post(ids.posts.creator, ids.creatorPage, 4, {
    message: 'I love this shop',
    type: 'photo',
    status_type: 'added_photos',
    full_picture: picture('creator'),
    attachments: { data: [{ type: 'photo' }] },
  });

  const media = (id: string, owner: string, data: JsonObject): void => {
    world.add({
      id,
      kind: 'instagram-media',
      company,
      parents: [owner],
      created: world.now() - 6 * day,
      data: {
        caption: 'From our harbour',
        media_product_type: 'FEED',
        permalink: `https://www.instagram.invalid/p/${id}/`,
        shortcode: id.slice(-6),
        username: 'harbour.store',
        boost_eligibility_info: { eligible_to_boost: true },
        ...data,
      },
    });
  };
  media(ids.media.image, ids.profile, { media_type: 'IMAGE' });
  media(ids.media.reel, ids.profile, { media_type: 'VIDEO', media_product_type: 'REELS' });
  media(ids.media.music, ids.profile, {
    media_type: 'VIDEO',
    music: true,
    boost_eligibility_info: { eligible_to_boost: false, boost_ineligible_reason: 'Copyrighted music' },
  });
  media(ids.media.creator, ids.creatorProfile, { media_type: 'IMAGE', username: 'creator', partner: true });

  world.add({ id: ids.pixel, kind: 'adspixels', company, parents: [...accounts], created, data: { name: 'Harbour pixel' } });
  world.add({
    id: ids.customConversion,
    kind: 'customconversions',
    company,
    parents: [...accounts],
    created,
    data: { name: 'Big basket', pixel: ids.pixel, custom_event_type: 'PURCHASE', rule: '{"and":[{"event":{"eq":"Purchase"}}]}' },
  });
}

/** Three under each of some posts: of the page, the profile, the first sales ad. */
export function seedComments(world: World, first: string): void {
  const ids = companyIds(first);
  const creative = seedId(first, 'creative', 601);
  const photos = [ids.media.image, `17${creative.slice(2)}`];
  const commented = [ids.posts.link, ids.posts.image, ids.media.image, `${ids.page}_${creative}`, `17${creative.slice(2)}`];
  for (const [index, parent] of commented.entries())
    for (const [number, message] of ['Where can I buy this?', 'Does it come in blue?', 'Great!'].entries())
      world.add({
        ...(photos.includes(parent)
          ? { id: `17${parent.slice(2, -2)}${index + 1}${number + 1}`, kind: photoCommentKind }
          : { id: `${parent.split('_').pop()}_${index + 1}${number + 1}`, kind: commentKind }),
        company: ids.business,
        parents: [parent],
        created: world.now() - (3 - number) * day,
        data: { message, from: { id: `${7000 + number}`, name: ['Ada', 'Ben', 'Cleo'][number] ?? '' } },
      });
}
