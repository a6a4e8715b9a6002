import { defined } from '../../../../core/base/defined.ts';
import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { CommentThread, ThreadQuery } from '../../../../core/ports/platform-comments.ts';
import type { CursorPage } from '../../../../core/ports/platform-reads.ts';
import { orThrow } from '../../kit/calls.ts';
import { at, type Row, said, text } from '../../kit/json.ts';
import type { Calls } from '../wire/calls.ts';
import { accountNode } from '../wire/params.ts';

/** The creative names both threads; the ad knows neither. */
const fields =
  'id,creative{effective_object_story_id,effective_instagram_media_id,instagram_user_id,object_story_spec,instagram_permalink_url,thumbnail_url}';

export async function listThreads(calls: Calls, access: Access, query: ThreadQuery): Promise<CursorPage<CommentThread>> {
  if ('postId' in query) return { data: await threadOfPost(calls, access, query.postId) };
  if ('adIds' in query) {
    const answers = await calls.readMany(
      access,
      query.adIds.map((path) => ({ path, params: { fields } })),
    );
    // A deleted ad has no threads.
    const there = answers.filter((answer) => answer.ok || answer.failure.class !== 'missing');
    return { data: merged(there.map((answer) => orThrow(answer).body)) };
  }
  const { limit, after } = query;
  const page = await calls.page(access, `${accountNode(access.adAccountId)}/ads`, { fields, limit, after });
  return { data: merged(page.rows), ...(page.after !== undefined && { after: page.after }) };
}

/** Several ads may show one post. */
function merged(rows: readonly Row[]): readonly CommentThread[] {
  const threads = new Map<string, CommentThread>();
  for (const thread of rows.flatMap(threadsOf)) {
    const adIds = [...new Set([...(threads.get(thread.id)?.adIds ?? []), ...thread.adIds])];
    threads.set(thread.id, { ...thread, adIds });
  }
  return [...threads.values()];
}

function threadsOf(ad: Row): readonly CommentThread[] {
  const adIds = [said(ad.id)];
  const story = text(at(ad, 'creative', 'effective_object_story_id'));
  const media = text(at(ad, 'creative', 'effective_instagram_media_id'));
  const page = story?.split('_')[0];
  const picture = defined({ pictureUrl: text(at(ad, 'creative', 'thumbnail_url')) });
  const profile =
    text(at(ad, 'creative', 'instagram_user_id')) ?? text(at(ad, 'creative', 'object_story_spec', 'instagram_user_id'));
  return [
    ...(story === undefined || page === undefined ? [] : [{ ...pagePost(story, page), adIds, ...picture }]),
    // The page's token opens the profile.
    ...(media === undefined || page === undefined
      ? []
      : [
          {
            id: media,
            placement: 'photo' as const,
            postId: media,
            adIds,
            handle: { page },
            ...picture,
            ...defined({ owner: profile, permalink: text(at(ad, 'creative', 'instagram_permalink_url')) }),
          },
        ]),
  ];
}

const pagePost = (id: string, page: string): CommentThread => ({
  id,
  placement: 'feed',
  postId: id,
  owner: page,
  adIds: [],
  handle: { page },
});

/** `{page}_{post}`. Only ads tell which page may speak for a media object. */
async function threadOfPost(calls: Calls, access: Access, postId: string): Promise<readonly CommentThread[]> {
  const page = /^(\d+)_\d+$/.exec(postId)?.[1];
  if (page === undefined) return [];
  const row = await calls.read(access, postId, { fields: 'id,full_picture,permalink_url' });
  return [{ ...pagePost(postId, page), ...defined({ pictureUrl: text(row.full_picture), permalink: text(row.permalink_url) }) }];
}
