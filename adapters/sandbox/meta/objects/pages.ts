import { textOf } from '../../kit/json.ts';
import { addToken, type Tokens } from '../../kit/tokens.ts';
import type { Table, World } from '../../types.ts';
import {
  type Edge,
  listed,
  type NodeType,
  stored,
  string,
  type Turn,
  unset,
} from '../graph/graph.ts';
import { bool, formatTime, isList } from '../graph/params.ts';
import { tokenKind } from '../graph/tokens.ts';
import { leadPageFields } from './leads.ts';

/** The user's password was changed. */
const passwordChanged = 460;

/** The token dies, the page has a new one. */
export function replacePageToken(world: World, tokens: Tokens, token: string | undefined): void {
  const dead = token === undefined ? undefined : tokens.find(token);
  const page = world.get(textOf(dead?.data.page));
  if (token === undefined || dead?.data.type !== 'PAGE' || page === undefined) return;
  if (tokens.revokedFor(token) !== undefined) return;
  tokens.revoke(token, passwordChanged);
  const next = `${token}-${world.sequence()}`;
  addToken(world, tokenKind, dead.company, next, dead.data);
  world.change(page.id, { access_token: next });
}

export function mayAdvertise(turn: Turn, pageId: string) {
  const page = turn.world.get(pageId);
  return (
    page?.kind === 'pages' &&
    page.company === turn.company &&
    isList(page.data.tasks) &&
    page.data.tasks.includes('ADVERTISE')
  );
}

export const pageType: NodeType = {
  kind: 'pages',
  word: 'Page',
  defaults: ['name', 'id'],
  fields: {
    ...stored('name username category tasks access_token link fan_count followers_count'),
    ...unset(
      'about bio business cover description emails is_published is_verified location phone website verification_status',
    ),
    ...leadPageFields,
    picture: (page) => ({
      data: {
        url: `https://scontent.sandbox.invalid/page/${page.id}.jpg`,
        height: 50,
        width: 50,
        is_silhouette: false,
      },
    }),
  },
  links: {
    instagram_business_account: (page) => string(page.data.instagram),
    connected_instagram_account: (page) => string(page.data.instagram),
  },
  edges: {
    ads_posts: {
      list: (turn, page, params) => ({
        ids: turn.world.under('posts', page.id),
        keep: (post) => post.data.inline !== true || bool(params, 'include_inline_create') === true,
      }),
    },
    published_posts: {
      list: (turn, page) => ({
        ids: turn.world.under('posts', page.id),
        keep: (post) => post.data.is_published !== false,
      }),
    },
    posts: {
      list: (turn, page) => ({
        ids: turn.world.under('posts', page.id),
        keep: (post) => post.data.is_published !== false,
      }),
    },
    instagram_accounts: listed('instagram'),
    page_backed_instagram_accounts: { list: () => ({ ids: [] }) },
  },
};

export const postType: NodeType = {
  kind: 'posts',
  word: 'PagePost',
  defaults: ['created_time', 'message', 'id'],
  fields: {
    ...stored(
      'message full_picture call_to_action status_type attachments is_published permalink_url child_attachments properties',
    ),
    ...unset('story shares place targeting actions picture icon'),
    created_time: (post) => formatTime(post.created),
    updated_time: (post) => formatTime(post.updated),
    from: (post, turn) => ({
      id: post.parents[0] ?? '',
      name: turn.world.get(post.parents[0] ?? '')?.data.name ?? '',
    }),
    is_eligible_for_promotion: (post) => post.data.promotable !== false,
    promotable_id: (post) => post.id,
    is_instagram_eligible: () => true,
    promotion_status: (post) => (post.data.promotable === false ? 'ineligible' : 'inactive'),
  },
};

export const instagramType: NodeType = {
  kind: 'instagram',
  word: 'IGUser',
  fields: {
    ...stored('username name ig_id legacy_instagram_user_id followers_count media_count'),
    ...unset('biography website follows_count owner_business'),
    profile_picture_url: (profile) =>
      `https://scontent.sandbox.invalid/instagram/${profile.id}.jpg`,
    has_profile_pic: () => true,
  },
  edges: {
    media: {
      list: (turn, profile) => ({
        ids: turn.world.under('instagram-media', profile.id),
        keep: (media) => media.data.inline !== true,
      }),
    },
  },
};

export const mediaType: NodeType = {
  kind: 'instagram-media',
  word: 'IGMedia',
  fields: {
    ...stored(
      'caption media_type media_product_type permalink shortcode username boost_eligibility_info',
    ),
    ...unset('comments_count like_count is_comment_enabled alt_text'),
    media_url: (media) => `https://scontent.sandbox.invalid/instagram/media/${media.id}.jpg`,
    thumbnail_url: (media) =>
      media.data.media_type === 'VIDEO'
        ? `https://scontent.sandbox.invalid/instagram/media/${media.id}-thumb.jpg`
        : undefined,
    timestamp: (media) => formatTime(media.created),
    ig_id: (media) => media.id,
    owner: (media) => ({ id: media.parents[0] ?? '' }),
  },
};

export const pageEdges: Table<Edge> = {
  promote_pages: {
    list: (turn) => ({
      ids: turn.world.under('pages', turn.company),
      order: 'oldest',
      keep: (page) => mayAdvertise(turn, page.id),
    }),
  },
  instagram_accounts: listed('instagram'),
  connected_instagram_accounts: listed('instagram'),
};
