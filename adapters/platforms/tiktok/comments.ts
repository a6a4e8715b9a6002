import { PlatformError } from '../../../core/base/errors.ts';
import { harmlessTwice } from '../kit/calls.ts';
import { editResults, failureOf } from '../kit/edits.ts';
import { badCursor } from '../kit/failures.ts';
import { asRow, at, chunks, defined, groupedBy, numeric, rowsOf, said, text } from '../kit/json.ts';
import type {
  Access,
  CommentRef,
  CommentsCapability,
  CommentThread,
  CursorPage,
  Fail,
  Params,
  PlatformComment,
  PlatformFailure,
  Row,
  ThreadQuery,
} from '../types.ts';
import type { Tiktok } from './family.ts';
import { readRows } from './read/entities.ts';
import { msOf, platformTime } from './wire/values.ts';

interface CommentsOptions
  extends Tiktok,
    Pick<CommentsCapability, 'settleMs' | 'answerMs' | 'lagMs'> {}

/** The platform does not say how many comments one call may hide. */
const perSwitch = 20;
const day = 86_400_000;
const longestRange = 30 * day;
const pageSize = 100;
/** Pages read for the replies to one comment. */
const mostPages = 20;
/** Identities that can answer comments. */
const speakers = ['CUSTOMIZED_USER', 'TT_USER'];

interface Handle {
  readonly adId: string;
  readonly itemId: string;
  readonly identityType: string;
  readonly identityId: string;
  readonly createdAt: number;
}

/**
 * Comments are listed by ad group, at most 30 days at a time: a thread is an ad group. Only
 * comments of the identity itself can be deleted, which is how they are known. There are no likes.
 */
export function createComments(options: CommentsOptions): CommentsCapability {
  const { calls, wire, clock, settleMs, answerMs, lagMs } = options;
  const capability: CommentsCapability = {
    settleMs,
    answerMs,
    lagMs,
    threads: listThreads,
    async page(access, thread, { since, limit, after }) {
      const { end, page } = placeOf(after, now, wire.fail);
      const start = Math.max(since, end - longestRange);
      const params = { comment_type: ['ALL'], page, page_size: Math.min(limit, pageSize) };
      const { rows, pages } = await list(access, thread.id, { start, end, params });
      const data = rows.map(commentOf);
      if (page < pages) return { data, after: `${end}.${page + 1}` };
      return start > since ? { data, after: `${start - 1_000}.1` } : { data };
    },
    async read(access, { thread, id, handle }) {
      const { createdAt } = handleOf(handle);
      const found = (
        await all(access, thread.id, {
          start: createdAt - 1_000,
          end: createdAt + 1_000,
          types: ['ALL'],
        })
      ).find((row) => text(row.comment_id) === id);
      return found && commentOf(found);
    },
    async replies(access, { thread, id }) {
      const rows = await all(access, thread.id, {
        start: now() - longestRange,
        end: now(),
        types: ['REPLY'],
      });
      return rows.filter((row) => text(row.original_comment_id) === id).map(commentOf);
    },
    async reply(access, { id, handle }, message) {
      // AdCommentType of the platform's own SDK (f809c39, 2026-02-28) is POST or REPLY, unlike the
      // types that lists tell.
      const answer = await calls.tried(access, 'comment/post/', {
        ...named(id, handle),
        comment_type: 'REPLY',
        text: message,
      });
      if (!answer.ok && answer.maybeDone) return { unanswered: answer.failure };
      if (!answer.ok) throw new PlatformError(answer.failure);
      // The response rule of that SDK has the comment one level deeper than the reference shows it.
      const made = asRow(answer.body.comment) ?? answer.body;
      return { id: said(made.comment_id), ...defined({ createdAt: msOf(made.create_time) }) };
    },
    async setHidden(access, comments, hidden) {
      const failed = new Map<string, PlatformFailure>();
      for (const some of chunks(comments, perSwitch))
        for (const [id, failure] of await hideAll(access, some, hidden)) failed.set(id, failure);
      return editResults(comments, failed);
    },
    async remove(access, comment) {
      const { id, handle } = comment;
      const failure = await failureOf(() =>
        calls.write(access, 'comment/delete/', named(id, handle), harmlessTwice),
      );
      if (failure !== undefined && (await capability.read(access, comment)) !== undefined)
        throw new PlatformError(failure);
    },
  };
  return capability;

  /** The platform's clock stamps the comments. */
  function now(): number {
    return Math.floor(wire.platformNow() ?? clock.now());
  }

  async function listThreads(
    access: Access,
    query: ThreadQuery,
  ): Promise<CursorPage<CommentThread>> {
    // A post does not tell its ad group.
    if ('postId' in query) return { data: [] };
    if ('adIds' in query) {
      return { data: groupsOf([...(await readRows(options, access, 'ad', query.adIds)).values()]) };
    }
    const page = Number(query.after ?? 1);
    const answer = await calls.read(access, 'adgroup/get/', {
      fields: ['adgroup_id'],
      page,
      page_size: query.limit,
    });
    const data = rowsOf(answer.list).map((row) => threadOf(said(row.adgroup_id), []));
    return page < (numeric(at(answer, 'page_info', 'total_page')) ?? 0)
      ? { data, after: String(page + 1) }
      : { data };
  }

  async function list(
    access: Access,
    adGroup: string,
    {
      start,
      end,
      params,
    }: { readonly start: number; readonly end: number; readonly params: Params },
  ) {
    const answer = await calls.read(access, 'comment/list/', {
      search_field: 'ADGROUP_ID',
      search_value: adGroup,
      comment_status: ['ALL'],
      sort_field: 'CREATE_TIME',
      sort_type: 'DESC',
      start_time: platformTime(start),
      end_time: platformTime(end),
      ...params,
    });
    return {
      rows: rowsOf(answer.comments),
      pages: numeric(at(answer, 'page_info', 'total_page')) ?? 0,
    };
  }

  async function all(
    access: Access,
    adGroup: string,
    {
      start,
      end,
      types,
    }: { readonly start: number; readonly end: number; readonly types: readonly string[] },
  ) {
    const found: Row[] = [];
    for (let page = 1; page <= mostPages; page += 1) {
      const { rows, pages } = await list(access, adGroup, {
        start,
        end,
        params: { comment_type: types, page, page_size: pageSize },
      });
      found.push(...rows);
      if (page >= pages) break;
    }
    return found;
  }

  /** One by one where the platform refuses all: it does not say for which. */
  async function hideAll(
    access: Access,
    comments: readonly CommentRef[],
    hidden: boolean,
  ): Promise<readonly (readonly [string, PlatformFailure])[]> {
    const body = {
      comment_ids: comments.map(({ id }) => id),
      operation: hidden ? 'HIDDEN' : 'PUBLIC',
    };
    const failure = await failureOf(() =>
      calls.write(access, 'comment/status/update/', body, harmlessTwice),
    );
    if (failure === undefined) return [];
    const [first, second] = comments;
    if (second !== undefined && failure.class === 'invalid')
      return (
        await Promise.all(comments.map((comment) => hideAll(access, [comment], hidden)))
      ).flat();
    if (
      first !== undefined &&
      failure.class === 'invalid' &&
      (await capability.read(access, first)) === undefined
    )
      return [[first.id, wire.missing(first.id)]];
    return comments.map(({ id }) => [id, failure] as const);
  }
}

const threadOf = (id: string, adIds: readonly string[]): CommentThread => ({
  id,
  placement: 'video',
  adIds,
});

const groupsOf = (rows: readonly Row[]): readonly CommentThread[] =>
  [...groupedBy(rows, (row) => said(row.adgroup_id))].map(([id, ads]) =>
    threadOf(
      id,
      ads.map((row) => said(row.ad_id)),
    ),
  );

function commentOf(row: Row): PlatformComment {
  const own = row.can_delete === true;
  const author = defined({ id: text(row.user_id), name: text(row.user_name) });
  const identityType = said(row.identity_type);
  // Comments under Smart+ ads name no ad.
  const isSmart = said(row.ad_id) === '';
  const parentId = text(row.original_comment_id) || undefined;
  const handle: Handle = {
    adId: said(row.ad_id),
    itemId: said(row.tiktok_item_id),
    identityType,
    identityId: said(row.identity_id),
    createdAt: msOf(row.create_time) ?? 0,
  };
  return {
    id: said(row.comment_id),
    text: said(row.content),
    ...(Object.keys(author).length > 0 && { author }),
    createdAt: handle.createdAt,
    own,
    hidden: row.comment_status === 'HIDDEN',
    liked: false,
    likes: numeric(row.likes) ?? 0,
    replies: numeric(row.replies) ?? 0,
    ...defined({ parentId }),
    ...(isSmart ? { cannot: smartComments } : { adId: handle.adId }),
    postId: handle.itemId,
    // The platform takes replies to first-level comments alone.
    can: {
      reply: !isSmart && parentId === undefined && speakers.includes(identityType),
      hide: !own,
      like: false,
      delete: !isSmart && own,
    },
    handle: { ...handle },
  };
}

const smartComments =
  'TikTok’s API takes no replies to comments under Upgraded Smart+ ads and deletes none of them: do that in TikTok Ads Manager.';

const handleOf = (handle: CommentRef['handle']): Handle => handle as unknown as Handle;

function named(id: string, handle: CommentRef['handle']) {
  const { adId, itemId, identityType, identityId } = handleOf(handle);
  return {
    comment_id: id,
    ad_id: adId,
    tiktok_item_id: itemId,
    identity_type: identityType,
    identity_id: identityId,
  };
}

/** `<end of the range, ms>.<page>`: a fixed end keeps new comments from moving pages. */
function placeOf(
  after: string | undefined,
  now: () => number,
  fail: Fail,
): { readonly end: number; readonly page: number } {
  if (after === undefined) return { end: now(), page: 1 };
  const [, end, page] = /^(\d{1,16})\.(\d{1,6})$/.exec(after) ?? [];
  if (end !== undefined) return { end: Number(end), page: Number(page) };
  throw badCursor(fail);
}
