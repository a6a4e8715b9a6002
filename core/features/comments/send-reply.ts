import { offeredGroup } from '../../accounts/capabilities.ts';
import { accountOfKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import type { Effect } from '../../effects/effect.ts';
import { type EffectState, effectsOf, readEffectPlan } from '../../effects/plan.ts';
import { type EffectHandler, type EffectPorts, runEffects } from '../../effects/run.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { Access } from '../../ports/platform-accounts.ts';
import type {
  CommentRef,
  CommentsCapability,
  MadeReply,
  PlatformComment,
} from '../../ports/platform-comments.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Json } from '../../ports/store.ts';
import { type WorkerOptions, workUnderLease } from '../../records/work-under-lease.ts';
import { commentWrites, withAnswers } from './keep.ts';
import { isSameText, plainText } from './matching.ts';
import {
  authorKey,
  type CommentRecord,
  commentKind,
  documentId,
  replyClaimKind,
  sortKey,
  threadKind,
} from './records.ts';

export const REPLY = 'comment.reply';

export interface ReplyInput {
  readonly commentId: string;
  readonly ref: CommentRef;
  readonly text: string;
  readonly root: string;
  /** By the clock of the platform: no reply to the comment is older. */
  readonly writtenAt: number;
}

export const madeOf = ({ made }: EffectState): MadeReply | undefined =>
  made as unknown as MadeReply | undefined;

const inputOf = ({ input }: Pick<EffectState, 'input'>): ReplyInput =>
  input as unknown as ReplyInput;

/** Named by the comment and the text as readers see it. */
export const replyPlanId = async (
  secrets: Secrets,
  commentId: string,
  text: string,
): Promise<string> => `reply:${commentId}:${(await secrets.sha256(plainText(text))).slice(0, 32)}`;

/**
 * Carries a reply plan on, and stores the reply among the comments. Harmless when repeated. Replies
 * of one conversation are sent one after the other: each owns its reply before the next searches
 * for the same text.
 */
export async function runReplies(
  ports: EffectPorts,
  companyId: string,
  planId: string,
  options: WorkerOptions,
): Promise<JobDone> {
  const [planned] = (await readEffectPlan(ports.store, companyId, planId))?.doc.steps ?? [];
  if (planned === undefined) return undefined;
  const { root, commentId } = inputOf(planned);
  return workUnderLease(ports, companyId, {
    name: `replies:${root ?? commentId}`,
    ...options,
    work: async () => {
      const handler: EffectHandler = ({ platform, access }, input) => {
        const { id } = platform.definition;
        const own = (made: MadeReply) => claim(ports, companyId, documentId(id, made.id), planId);
        return replyEffect(offeredGroup(platform, 'comments'), access, inputOf({ input }), own);
      };
      const done = await runEffects(ports, { companyId, planId }, { [REPLY]: handler }, options);
      const plan = await readEffectPlan(ports.store, companyId, planId);
      if (plan?.doc.state === 'finished')
        for (const effect of effectsOf(plan.doc)) await keepReply(ports, companyId, effect);
      return done;
    },
  });
}

/**
 * Adds a sent reply to the comments, so that it counts as an answer before the platform is read
 * again.
 */
async function keepReply(
  { store, clock }: EffectPorts,
  companyId: string,
  effect: EffectState,
): Promise<void> {
  const made = effect.phase === 'done' ? madeOf(effect) : undefined;
  if (made === undefined) return;
  const { commentId, text } = inputOf(effect);
  const now = clock.now();
  for (;;) {
    const parent = await store.get(commentKind, companyId, commentId);
    const thread = parent && (await store.get(threadKind, companyId, parent.doc.thread));
    if (parent === undefined || thread === undefined) return;
    const { platform } = accountOfKey(parent.doc.account);
    const id = documentId(platform, made.id);
    if ((await store.get(commentKind, companyId, id)) !== undefined) return;
    const { comment: above, account, root, postId } = parent.doc;
    const comment = {
      id: made.id,
      text,
      createdAt: Math.max(made.createdAt ?? now, above.createdAt),
      own: true,
      hidden: false,
      liked: false,
      likes: 0,
      replies: 0,
      parentId: above.parentId ?? above.id,
      // One's own is deleted even where the comment above is not. The next reading brings the real
      // rights.
      can: { reply: false, hide: false, like: false, delete: true },
      ...defined({ handle: above.handle }),
    };
    const doc: CommentRecord = {
      comment,
      account,
      thread: thread.id,
      root,
      answer: 'own',
      hiding: 'shown',
      sort: sortKey(comment.createdAt, id),
      author: authorKey(platform, comment),
      ...defined({ postId }),
    };
    const all = await withAnswers(store, companyId, [{ id, version: 0, doc }]);
    if ((await store.commit(commentWrites(companyId, all))) === undefined) return;
  }
}

/** False where another plan owns the reply. */
async function claim(
  { store, clock }: EffectPorts,
  companyId: string,
  id: string,
  plan: string,
): Promise<boolean> {
  const doc = { plan, claimedAt: clock.now() };
  const conflict = await store.commit([
    { kind: replyClaimKind, companyId, id, expect: 'absent', doc },
  ]);
  return (
    conflict === undefined || (await store.get(replyClaimKind, companyId, id))?.doc.plan === plan
  );
}

/** The text is the mark of a reply: it is searched for before each send, the first too. */
function replyEffect(
  comments: CommentsCapability,
  access: Access,
  { ref, text, writtenAt = 0 }: ReplyInput,
  own: (made: MadeReply) => Promise<boolean>,
): Effect<Json> {
  const { settleMs, answerMs, lagMs } = comments;
  const find = async (): Promise<Json | undefined> => {
    for (const reply of await around(comments, access, ref)) {
      // Without an author it may be ours.
      const mayBeOurs = (reply.own || reply.author === undefined) && reply.createdAt >= writtenAt;
      const { id, createdAt } = reply;
      if (mayBeOurs && isSameText(reply.text, text) && (await own({ id, createdAt })))
        return { id, createdAt };
    }
    return undefined;
  };
  return {
    what: 'a reply with this text',
    times: { settleMs, answerMs, lagMs },
    prepare: async () => ({
      trace: () => [],
      refused: () => [],
      async send() {
        const found = await find();
        if (found !== undefined) return found;
        const made = await comments.reply(access, ref, text);
        if ('unanswered' in made) return made;
        await own(made);
        return { ...made };
      },
    }),
    find,
  };
}

/** A reply to a reply stands beside it. */
async function around(
  comments: CommentsCapability,
  access: Access,
  ref: CommentRef,
): Promise<readonly PlatformComment[]> {
  const below = await comments.replies(access, ref);
  if (ref.parentId === undefined) return below;
  const { parentId: id, parentId: _above, ...rest } = ref;
  return [...below, ...(await comments.replies(access, { ...rest, id }))];
}
