import { neverSeen } from '../../accounts/workspace-view.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { EFFECTS_QUEUE } from '../../effects/plan.ts';
import { feature } from '../../operations/feature.ts';
import { nothingWaits } from '../../records/drop.ts';
import { forgetComments } from './forget.ts';
import { commentOperations } from './operations.ts';
import { COMMENTS_QUEUE, runCommentsPass } from './pass.ts';
import {
  adThreadsKind,
  commentFilterKind,
  commentKind,
  replyClaimKind,
  threadKind,
  watchKind,
} from './records.ts';
import { savedReplyKind } from './saved-replies.ts';
import { runReplies } from './send-reply.ts';
import { COMMENT_WATCH_QUEUE, runCommentWatch, watchComments } from './watch.ts';

export const comments = feature({
  name: 'comments',
  topics: { Comments: 'What people write under ads: read, answer, hide, filter.' },
  events: { 'comment.created': 'A comment was written' },
  operations: commentOperations,
  kinds: [
    commentKind,
    threadKind,
    watchKind,
    adThreadsKind,
    commentFilterKind,
    savedReplyKind,
    replyClaimKind,
  ],
  queues: {
    [EFFECTS_QUEUE]: {
      lane: 'launches',
      handler:
        (ports) =>
        ({ companyId, subject }, work) =>
          runReplies(ports, companyId, subject, work),
    },
    [COMMENT_WATCH_QUEUE]: {
      lane: 'syncs',
      handler:
        (ports) =>
        ({ companyId }) =>
          runCommentWatch(ports, companyId),
    },
    [COMMENTS_QUEUE]: {
      lane: 'syncs',
      // Subjects of this queue are account keys.
      handler:
        (ports) =>
        ({ companyId, subject }, { stopping }) =>
          runCommentsPass(ports, companyId, subject as AccountKey, stopping),
      drop: nothingWaits,
    },
  },
  seen: [neverSeen(commentKind), neverSeen(threadKind)],
  forget: forgetComments,
  watch: watchComments,
  wanted: watchComments,
});
