import * as v from 'valibot';
import { done } from '../../base/schema/envelope.ts';
import { quoted } from '../../base/schema/quoted.ts';
import { operation } from '../../operations/operation.ts';
import { collection } from '../../operations/resource.ts';
import { answerOnce } from '../../records/once.ts';
import {
  commentWithReplies,
  deleteComment,
  hideComment,
  hideComments,
  hideParts,
  likeComment,
} from './change.ts';
import { filters } from './filters.ts';
import { previewComments } from './kept.ts';
import { listComments } from './list.ts';
import { commentFilterKind } from './records.ts';
import { replyParts, replyToComment } from './reply.ts';
import { savedReplies, savedReplyKind } from './saved-replies.ts';
import * as shapes from './schema.ts';
import { tryFilter } from './try-filter.ts';

const topic = 'Comments';
const subject = v.object({ id: shapes.commentId });
const errors = ['not_found', 'platform_error', 'unavailable'] as const;

const reads = { topic, scope: 'read', effects: 'reads' } as const;
const writes = { topic, scope: 'manage', effects: 'writes', preview: 'quiet', errors } as const;

const [listFilters, addFilter, updateFilter, removeFilter] = collection({
  name: 'commentFilters',
  path: '/v1/comment-filters',
  topic,
  scope: 'manage',
  kind: commentFilterKind,
  schema: {
    create: shapes.newCommentFilter,
    change: shapes.commentFilterChanges,
    listed: shapes.commentFilter,
    shown: shapes.commentFilter,
  },
  example: { name: 'Links', links: true },
  summaries: {
    list: 'Your filters that hide comments by themselves',
    create: 'Create a filter; it begins as a dry run',
    update: 'Change a filter, or switch it on or off',
    delete: 'Delete a filter; what it has hidden stays hidden',
  },
  more: {
    create: {
      description:
        'It matches `words` (whole words, capitals or not), `links`, `scripts` (most letters of the comment are of one of them) and `firstTime` authors; one of these is enough unless `when` is `all`. In a dry run comments that it matches are flagged (`flaggedBy`) and stay visible; switched on (PATCH with `mode: "on"`) it hides comments written since then, each once, and `hiddenBy` says which filter it was and why. What a person shows again stays visible.',
      preview: 'quiet',
      approval: 'needed',
    },
    update: {
      description:
        'With other conditions a filter begins a dry run, whatever its mode was; conditions and another `mode` in one request are refused.',
      preview: 'quiet',
      approval: 'needed',
      about: commentFilterKind,
    },
  },
  documents: filters,
});

export const commentOperations = [
  operation({
    name: 'comments.list',
    place: 'GET /v1/comments',
    summary: 'Comments on your ads, the newest first',
    description:
      'Of all accounts, or of one `accountId`, `adId` (both of its threads) or `postId`; `since`, `hidden`, `unanswered` and `q` (text or author) choose among them. Follow `after`: no comment is passed over and none comes twice, whatever is written meanwhile; with `q` a page may hold fewer rows than asked for although more follow. Comments are kept for 180 days as they were last read: `metadata` says when. Asking has them read in the background for a week, busy threads every five minutes. `unanswered`: there is no later reply of yours below the same comment; hidden ones do not count.',
    ...reads,
    input: shapes.commentQuery,
    output: shapes.commentList,
    errors,
    run: (ports, caller, { input }) => listComments(ports, caller.companyId, input),
  }),
  operation({
    name: 'comments.hideMany',
    place: 'POST /v1/comments/hide',
    summary: 'Hide up to 50 comments, or show them again: a result for each',
    ...writes,
    preview: (ports, caller, { input: { ids, hidden = true } }) =>
      previewComments(ports, caller, ids, hidden ? 'Hide' : 'Show again'),
    input: shapes.hideManyRequest,
    output: shapes.hideManyAnswer,
    run: (ports, caller, { input: { ids, hidden = true }, once }) =>
      answerOnce(once, () => hideComments(ports, caller, ids, hidden)),
    parts: hideParts,
  }),
  operation({
    name: 'comments.get',
    place: 'GET /v1/comments/{id}',
    summary: 'One comment and the replies to it',
    ...reads,
    subject,
    output: shapes.commentWithReplies,
    run: (ports, caller, { subject: { id } }) => commentWithReplies(ports, caller.companyId, id),
  }),
  operation({
    name: 'comments.reply',
    place: 'POST /v1/comments/{id}/reply',
    summary: 'Reply to a comment, once',
    description:
      'The same text is sent to a comment once, however often it is asked for and through whatever door; where an answer was lost, the thread is searched for it before anything is sent again. `status: "sending"`: it takes longer than a request may, and goes on in the background.',
    ...writes,
    preview: (ports, caller, { subject: { id }, input: { text } }) =>
      previewComments(ports, caller, [id], `Reply ${quoted(text)} to`),
    subject,
    input: shapes.replyRequest,
    output: shapes.replyAnswer,
    errors: [...errors, 'conflict'],
    run: (ports, caller, { subject: { id }, input: { text }, once }) =>
      replyToComment(ports, caller, { id, text, once }),
    parts: replyParts,
  }),
  operation({
    name: 'comments.hide',
    place: 'POST /v1/comments/{id}/hide',
    summary: 'Hide a comment; its author and their friends still see it',
    ...writes,
    preview: (ports, caller, { subject: { id } }) => previewComments(ports, caller, [id], 'Hide'),
    subject,
    output: shapes.oneComment,
    run: (ports, caller, { subject: { id }, once }) =>
      answerOnce(once, () => hideComment(ports, caller, id, true)),
  }),
  operation({
    name: 'comments.unhide',
    place: 'POST /v1/comments/{id}/unhide',
    summary: 'Show a hidden comment again, whether a person or a filter hid it',
    ...writes,
    preview: (ports, caller, { subject: { id } }) =>
      previewComments(ports, caller, [id], 'Show again'),
    subject,
    output: shapes.oneComment,
    run: (ports, caller, { subject: { id }, once }) =>
      answerOnce(once, () => hideComment(ports, caller, id, false)),
  }),
  operation({
    name: 'comments.like',
    place: 'POST /v1/comments/{id}/like',
    summary: 'Like a comment, or take that back with `liked: false`',
    ...writes,
    preview: (ports, caller, { subject: { id }, input: { liked = true } }) =>
      previewComments(ports, caller, [id], liked ? 'Like' : 'Take back the like of'),
    subject,
    input: shapes.likeRequest,
    output: shapes.oneComment,
    run: (ports, caller, { subject: { id }, input: { liked = true }, once }) =>
      answerOnce(once, () => likeComment(ports, caller, id, liked)),
  }),
  operation({
    name: 'comments.delete',
    place: 'POST /v1/comments/{id}/delete',
    summary: 'Delete a comment for good, where `can.delete` allows it',
    ...writes,
    preview: (ports, caller, { subject: { id } }) =>
      previewComments(ports, caller, [id], 'Delete for good'),
    effects: 'destroys',
    subject,
    output: done,
    run: (ports, caller, { subject: { id }, once }) => deleteComment(ports, caller, id, once),
  }),
  operation({
    name: 'comments.remove',
    place: 'DELETE /v1/comments/{id}',
    summary: 'Delete a comment for good, as POST /v1/comments/{id}/delete does',
    ...writes,
    preview: (ports, caller, { subject: { id } }) =>
      previewComments(ports, caller, [id], 'Delete for good'),
    effects: 'destroys',
    idempotency: 'repeatable',
    subject,
    output: done,
    run: (ports, caller, { subject: { id } }) => deleteComment(ports, caller, id),
  }),
  listFilters,
  addFilter,
  operation({
    name: 'commentFilters.try',
    place: 'POST /v1/comment-filters/try',
    summary: 'What a filter would hide of the comments that are known; nothing is hidden',
    description:
      'Looks at the newest 2,000 comments of the last `days` (30) and answers up to 100 of those that match, with the reason.',
    ...reads,
    input: shapes.commentFilterTrial,
    example: { words: ['blue'] },
    output: shapes.trialAnswer,
    run: (ports, caller, { input }) => tryFilter(ports, caller.companyId, input),
  }),
  updateFilter,
  removeFilter,
  ...collection({
    name: 'savedReplies',
    path: '/v1/saved-replies',
    topic,
    scope: 'manage',
    kind: savedReplyKind,
    schema: {
      create: shapes.newSavedReply,
      change: shapes.savedReplyChanges,
      listed: shapes.savedReply,
      shown: shapes.savedReply,
    },
    example: { name: 'Thanks', text: 'Thank you' },
    summaries: {
      list: 'Texts that replies begin with',
      create: 'Save a reply for later use',
      update: 'Change a saved reply',
      delete: 'Delete a saved reply',
    },
    more: { create: { preview: 'quiet' }, update: { preview: 'quiet' } },
    documents: savedReplies,
  }),
] as const;
