import * as v from 'valibot';
import { itemOutcome, wholeOutcome } from '../../base/outcomes.ts';
import { aliased } from '../../base/schema/aliases.ts';
import { answer, platformError } from '../../base/schema/envelope.ts';
import {
  described,
  nameText,
  platformObjectId,
  shortText,
  timestamp,
  wholeNumber,
} from '../../base/schema/fields.ts';
import { listOfAtMost } from '../../base/schema/lists.ts';
import { accountId } from '../../base/schema/request-fields.ts';
import { scriptNames } from './matching.ts';

/** Platform and id there. Anything else is not found. */
export const commentId = v.pipe(
  v.string(),
  v.regex(/^[a-z-]{1,40}:[A-Za-z0-9_.-]{1,150}$/, 'This is no id of a comment.'),
);

const yesOrNo = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'], 'Say true or false.')]),
  v.transform((value) => value === true || value === 'true'),
  described<boolean>({ type: 'boolean' }),
);

export const commentQuery = aliased({
  adId: v.optional(platformObjectId),
  postId: v.optional(platformObjectId),
  accountId: v.optional(accountId),
  since: v.optional(timestamp),
  hidden: v.optional(yesOrNo),
  unanswered: v.optional(yesOrNo),
  q: v.optional(shortText(200)),
  filterId: v.optional(
    v.pipe(
      shortText(60),
      v.description('Those that this filter has hidden, or would have hidden in a dry run.'),
    ),
  ),
  limit: v.optional(
    wholeNumber(1, 200, { default: 50, description: 'How many rows to give at most.' }),
  ),
  after: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^\d{14}:[!-~]{1,280}$/,
        'This is no cursor of an earlier page. Start again without it.',
      ),
    ),
  ),
});

export type CommentQuery = v.InferOutput<typeof commentQuery>;

const mode = v.picklist(['dry-run', 'on', 'off']);
const when = v.picklist(['any', 'all']);
const match = v.object({
  filterId: v.string(),
  name: v.string(),
  reason: v.string(),
  at: v.string(),
});

const commentRow = v.object({
  id: v.string(),
  platform: v.string(),
  adAccountId: v.string(),
  placement: v.picklist(['feed', 'photo', 'video']),
  adId: v.nullable(v.string()),
  adIds: v.array(v.string()),
  postId: v.nullable(v.string()),
  parentId: v.nullable(v.string()),
  text: v.string(),
  author: v.object({ id: v.nullable(v.string()), name: v.nullable(v.string()) }),
  createdAt: v.string(),
  own: v.boolean(),
  /** Null for own comments. */
  answered: v.nullable(v.boolean()),
  hidden: v.boolean(),
  hiddenBy: v.nullable(match),
  flaggedBy: v.array(match),
  hideProblem: v.nullable(v.string()),
  liked: v.boolean(),
  likes: v.number(),
  replies: v.number(),
  can: v.object({ reply: v.boolean(), hide: v.boolean(), like: v.boolean(), delete: v.boolean() }),
  /** Why some of these rights are missing, where it is known. */
  cannot: v.nullable(v.string()),
  permalink: v.nullable(v.string()),
  pictureUrl: v.nullable(v.string()),
});

export type CommentRow = v.InferOutput<typeof commentRow>;

export const commentList = answer({
  data: v.array(commentRow),
  after: v.nullable(v.string()),
  metadata: v.object({
    /** Null while the first reading goes on. */
    readAt: v.nullable(v.string()),
    /** False while some threads were never read. */
    complete: v.boolean(),
    /** `threadId` is null where the whole account cannot be read. */
    problems: v.array(
      v.object({ adAccountId: v.string(), threadId: v.nullable(v.string()), message: v.string() }),
    ),
  }),
});

export const oneComment = answer({ comment: commentRow });
export const commentWithReplies = answer({ comment: commentRow, replies: v.array(commentRow) });

export const replyRequest = v.object({ text: shortText(8_000) });

export const replyAnswer = answer({
  /** `sending`: a job sends it, once. */
  status: v.picklist(['sent', 'sending']),
  replyId: v.nullable(v.string()),
  comment: commentRow,
});

export const likeRequest = v.object({ liked: v.optional(v.boolean()) });

export const hideManyRequest = v.object({
  ids: v.pipe(
    listOfAtMost(commentId, 50, 'comments'),
    v.minLength(1, 'Name at least one comment.'),
  ),
  hidden: v.optional(v.boolean()),
});

export const hideManyAnswer = answer({
  outcome: wholeOutcome,
  results: v.array(
    v.object({
      id: v.string(),
      success: v.boolean(),
      outcome: itemOutcome,
      hidden: v.nullable(v.boolean()),
      error: v.optional(v.string()),
      platformError: v.optional(platformError),
    }),
  ),
  successCount: v.number(),
  failCount: v.number(),
});

const conditions = {
  words: v.optional(listOfAtMost(shortText(100), 500, 'words')),
  links: v.optional(v.boolean()),
  scripts: v.optional(listOfAtMost(v.picklist(scriptNames), scriptNames.length, 'scripts')),
  firstTime: v.optional(v.boolean()),
  when: v.optional(when),
  accountIds: v.optional(listOfAtMost(platformObjectId, 100, 'ad accounts')),
};

export const newCommentFilter = v.object({ name: nameText(100), ...conditions });
export const commentFilterChanges = v.object({
  name: v.optional(nameText(100)),
  mode: v.optional(mode),
  ...conditions,
});
export const commentFilterTrial = v.object({
  ...conditions,
  days: v.optional(wholeNumber(1, 180, { default: 30 })),
});

export const commentFilter = v.object({
  id: v.string(),
  name: v.string(),
  mode,
  words: v.array(v.string()),
  links: v.boolean(),
  scripts: v.array(v.picklist(scriptNames)),
  firstTime: v.boolean(),
  when,
  accountIds: v.array(v.string()),
  since: v.string(),
  hidden: v.number(),
  flagged: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
});

export type CommentFilter = v.InferOutput<typeof commentFilter>;

export const trialAnswer = answer({
  checked: v.number(),
  matched: v.number(),
  data: v.array(v.object({ ...commentRow.entries, reason: v.string() })),
});

export const newSavedReply = v.object({ name: nameText(100), text: shortText(8_000) });
export const savedReplyChanges = v.object({
  name: v.optional(nameText(100)),
  text: v.optional(shortText(8_000)),
});
export const savedReply = v.object({
  id: v.string(),
  name: v.string(),
  text: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type SavedReply = v.InferOutput<typeof savedReply>;
