import { offeredGroup } from '../../accounts/capabilities.ts';
import type { Effect } from '../../effects/carry-out.ts';
import { effectPlanKind, type PlannedEffect } from '../../effects/plan.ts';
import { type EffectHandler, type EffectPorts, runEffects } from '../../effects/run.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { Access } from '../../ports/platform-accounts.ts';
import type { CommentRef, CommentsCapability, MadeReply, PlatformComment } from '../../ports/platform-comments.ts';
import type { Secrets } from '../../ports/secrets.ts';
import type { Json } from '../../ports/store.ts';
import { type WorkerOptions, workUnderLease } from '../../records/work-under-lease.ts';
import { keepReply } from './keep-reply.ts';
import { isSameText, plainText } from './matching.ts';
import { documentId, replyClaimKind } from './records.ts';

/** The kind of effect. */
export const REPLY = 'comment.reply';

/** What is kept of a reply until it is sent, and afterwards. */
export interface ReplyInput {
  readonly commentId: string;
  readonly ref: CommentRef;
  readonly text: string;
  /** The conversation it belongs to. */
  readonly root: string;
  /** When the comment was written, by the clock of its platform: no reply to it is older. */
  readonly writtenAt: number;
}

export const madeOf = ({ result }: PlannedEffect): MadeReply | undefined => result as unknown as MadeReply | undefined;

const inputOf = ({ input }: Pick<PlannedEffect, 'input'>): ReplyInput => input as unknown as ReplyInput;

/** The plan of a reply is known by the comment and the text as readers see it. */
export const replyPlanId = async (secrets: Secrets, commentId: string, text: string): Promise<string> =>
  `reply:${commentId}:${(await secrets.sha256(plainText(text))).slice(0, 32)}`;

/**
 * Carries the plan of a reply on, and keeps what it has made among the comments. May be called any number of times. Replies
 * of one conversation are sent one after the other: what one has made is its own before the next looks for the same text.
 */
export async function runReplies(
  ports: EffectPorts,
  companyId: string,
  planId: string,
  options: WorkerOptions,
): Promise<JobDone> {
  const [planned] = (await ports.store.get(effectPlanKind, companyId, planId))?.doc.effects ?? [];
  if (planned === undefined) return undefined;
  const { root, commentId } = inputOf(planned);
  return workUnderLease(ports, companyId, `replies:${root ?? commentId}`, options, async () => {
    const handler: EffectHandler = ({ platform, access }, input) => {
      const { id } = platform.definition;
      const own = (made: MadeReply) => claim(ports, companyId, documentId(id, made.id), planId);
      return replyEffect(offeredGroup(platform, 'comments'), access, inputOf({ input }), own);
    };
    const done = await runEffects(ports, { companyId, planId }, { [REPLY]: handler }, options);
    const plan = await ports.store.get(effectPlanKind, companyId, planId);
    if (plan?.doc.state === 'finished') for (const effect of plan.doc.effects) await keep(ports, companyId, effect);
    return done;
  });
}

async function keep({ store, clock }: EffectPorts, companyId: string, effect: PlannedEffect): Promise<void> {
  const made = effect.phase === 'done' ? madeOf(effect) : undefined;
  if (made !== undefined) await keepReply(store, companyId, inputOf(effect), made, clock.now());
}

/** Makes a reply at the platform the one of this plan; false where it is that of another. */
async function claim({ store, clock }: EffectPorts, companyId: string, id: string, plan: string): Promise<boolean> {
  const doc = { plan, claimedAt: clock.now() };
  const conflict = await store.commit([{ kind: replyClaimKind, companyId, id, expect: 'absent', doc }]);
  return conflict === undefined || (await store.get(replyClaimKind, companyId, id))?.doc.plan === plan;
}

/** The mark of a reply is its text: it is looked for in the conversation before it is sent, the first time too. */
function replyEffect(
  comments: CommentsCapability,
  access: Access,
  { ref, text, writtenAt = 0 }: ReplyInput,
  own: (made: MadeReply) => Promise<boolean>,
): Effect<Json> {
  const { settleMs, answerMs, lagMs } = comments;
  const find = async (): Promise<Json | undefined> => {
    for (const reply of await around(comments, access, ref)) {
      // Where the platform does not say who wrote it, it may be ours.
      const mayBeOurs = (reply.own || reply.author === undefined) && reply.createdAt >= writtenAt;
      const { id, createdAt } = reply;
      if (mayBeOurs && isSameText(reply.text, text) && (await own({ id, createdAt }))) return { id, createdAt };
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

/** Where a reply to a comment can stand: below it, or, where it is a reply itself, beside it. */
async function around(comments: CommentsCapability, access: Access, ref: CommentRef): Promise<readonly PlatformComment[]> {
  const below = await comments.replies(access, ref);
  if (ref.parentId === undefined) return below;
  const { parentId: id, parentId: _above, ...rest } = ref;
  return [...below, ...(await comments.replies(access, { ...rest, id }))];
}
