import type { Actor } from '../access/caller.ts';
import { type AccountKey, adAccountIdOf } from '../accounts/account-key.ts';
import { offeredGroup } from '../capabilities.ts';
import type { Effect } from '../effects/carry-out.ts';
import { EFFECTS_QUEUE, type EffectPlan, effectPlanKind, effectPlanWrites, type PlannedEffect } from '../effects/plan.ts';
import { type EffectHandler, type EffectPorts, type RunEffectsOptions, runEffects } from '../effects/run.ts';
import { PlatformError } from '../errors.ts';
import { changeWrite } from '../manage/edit/trace.ts';
import { withRequestErrors } from '../manage/refusal.ts';
import type { JobDone, Jobs } from '../ports/jobs.ts';
import type { Access } from '../ports/platform-accounts.ts';
import type { CommentRef, CommentsCapability, MadeReply } from '../ports/platform-comments.ts';
import type { Json, Store, Stored, Write } from '../ports/store.ts';
import { jobId, queueJob } from '../records/job.ts';
import { createHolder } from '../records/lease.ts';
import { type Once, unkeyed } from '../records/once.ts';
import { randomId } from '../records/random-id.ts';
import { refuseWithoutRight } from './change.ts';
import { withAnswers } from './keep.ts';
import { forgetComment, type OpenedComment, openComment } from './kept.ts';
import { isSameText } from './matching.ts';
import { presentComment } from './present.ts';
import { authorKey, type CommentRecord, commentKind, documentId, sortKey, threadKind } from './records.ts';

export interface ReplyPorts extends EffectPorts {
  readonly jobs: Jobs;
}

/** The kind of effect. */
export const REPLY = 'comment.reply';

/** How long a request waits for its reply before it leaves it to the background: shorter than connections are kept open. */
const PATIENCE_MS = 60_000;
/** A crashed request is taken over by a job after this. */
const TAKEN_OVER_MS = 5_000;
const LOOK_MS = 500;

/** What is kept of a reply until it is sent, and afterwards. */
interface ReplyInput {
  readonly commentId: string;
  readonly ref: CommentRef;
  readonly text: string;
}

/**
 * Replies to a comment. What is sent is known by the comment and the text: asked for twice, with one key, with two or with
 * none, it is sent once. Answers `sending` where that takes longer than a request may.
 */
export async function replyToComment(ports: ReplyPorts, caller: Actor, id: string, text: string, once?: Once) {
  const { companyId } = caller;
  const { planId, opened } = await acceptReply(ports, caller, id, text, { ...(once && { once }) });
  const effect = await runHere(ports, companyId, planId);
  if (effect?.phase === 'failed' && effect.failure !== undefined) {
    const { failure } = effect;
    if (failure.class === 'missing') await forgetComment(ports, companyId, id);
    await withRequestErrors({ missing: 'id' }, () => Promise.reject(new PlatformError(failure)));
  }
  const stored = (await ports.store.get(commentKind, companyId, id)) ?? opened.stored;
  const made = effect?.phase === 'done' ? madeOf(effect) : undefined;
  const { id: platformId } = opened.platform.definition;
  return {
    success: true as const,
    status: made === undefined ? ('sending' as const) : ('sent' as const),
    replyId: made === undefined ? null : documentId(platformId, made.id),
    comment: presentComment(stored, opened.thread),
  };
}

/**
 * Writes a reply down. Once this resolves it is sent, even if the process dies in the next instant: a job takes it up after
 * `delayMs` unless somebody sends it before.
 */
export async function acceptReply(
  ports: ReplyPorts,
  caller: Actor,
  id: string,
  text: string,
  { once = unkeyed(ports.store), delayMs = TAKEN_OVER_MS }: { readonly once?: Once; readonly delayMs?: number } = {},
): Promise<{ readonly planId: string; readonly opened: OpenedComment }> {
  const { companyId } = caller;
  const opened = await openComment(ports, caller, id);
  refuseWithoutRight(opened, 'reply', 'replies');
  const planId = `reply:${id}:${(await ports.secrets.sha256(text)).slice(0, 32)}`;
  const input: ReplyInput = { commentId: id, ref: opened.ref, text };
  const trace = () =>
    changeWrite(ports, caller, {
      ...{ action: 'comment.reply', subject: id, adAccountId: adAccountIdOf(opened.key) },
      after: { text: text.slice(0, 200) },
    });
  const writes = () => planWrites(ports, companyId, planId, opened.key, { input, trace, delayMs });
  await once.inOneCommit<{ readonly planId: string }>(async (conclude) => {
    for (;;) if ((await conclude(await writes(), { planId })) === undefined) return { planId };
  });
  // Refused before under the same key: what was refused is not remembered.
  await ports.store.commit(await writes());
  return { planId, opened };
}

/** A plan of one effect; nothing where it is there already, unless it has failed: then it begins anew. */
async function planWrites(
  ports: ReplyPorts,
  companyId: string,
  planId: string,
  account: AccountKey,
  { input, trace, delayMs }: { readonly input: ReplyInput; readonly trace: () => Write; readonly delayMs: number },
): Promise<readonly Write[]> {
  const known = await ports.store.get(effectPlanKind, companyId, planId);
  const effect = { id: 'reply', kind: REPLY, input: input as unknown as Json };
  if (known === undefined) return [...effectPlanWrites(ports, companyId, planId, account, [effect], delayMs), trace()];
  if (known.doc.effects[0]?.phase !== 'failed') return [];
  const doc: EffectPlan = {
    ...{ createdAt: ports.clock.now(), account, state: 'running' },
    effects: [{ ...effect, phase: 'pending', attempts: 0, notBefore: 0 }],
  };
  return [
    { kind: effectPlanKind, companyId, id: planId, expect: known.version, doc },
    await queueJob(ports.store, EFFECTS_QUEUE, companyId, planId, ports.clock.now(), [account]),
    trace(),
  ];
}

/** Sends it in this request, or waits for the worker that does. */
async function runHere(ports: ReplyPorts, companyId: string, planId: string): Promise<PlannedEffect | undefined> {
  const { clock } = ports;
  const until = clock.monotonic() + PATIENCE_MS;
  const holder = createHolder(clock, randomId(ports.secrets, 'request'));
  for (;;) {
    await runReplies(ports, companyId, planId, { holder, stopping: () => clock.monotonic() >= until });
    const plan = await ports.store.get(effectPlanKind, companyId, planId);
    if (plan === undefined || plan.doc.state === 'finished') return plan?.doc.effects[0];
    if (clock.monotonic() >= until) {
      await ports.jobs.wake(jobId(EFFECTS_QUEUE, companyId, planId));
      return plan.doc.effects[0];
    }
    await clock.sleep(LOOK_MS);
  }
}

/** Carries a plan of replies on, and keeps what it has made among the comments. May be called any number of times. */
export async function runReplies(
  ports: EffectPorts,
  companyId: string,
  planId: string,
  options: RunEffectsOptions,
): Promise<JobDone> {
  const done = await runEffects(ports, companyId, planId, { [REPLY]: replyHandler }, options);
  const plan = await ports.store.get(effectPlanKind, companyId, planId);
  if (plan?.doc.state === 'finished') await keepReplies(ports, companyId, plan);
  return done;
}

const replyHandler: EffectHandler = ({ platform, access }, input) =>
  replyEffect(offeredGroup(platform, 'comments'), access, input as unknown as ReplyInput);

/** The mark of a reply is its text: it is looked for below the comment before it is sent, the first time too. */
function replyEffect(comments: CommentsCapability, access: Access, { ref, text }: ReplyInput): Effect<Json> {
  const { settleMs, answerMs, lagMs } = comments;
  const find = async (): Promise<Json | undefined> => {
    const replies = await comments.replies(access, ref);
    // Where the platform does not say who wrote it, it may be ours.
    const found = replies.find((reply) => (reply.own || reply.author === undefined) && isSameText(reply.text, text));
    return found && { id: found.id, createdAt: found.createdAt };
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
        return 'unanswered' in made ? made : { ...made };
      },
    }),
    find,
  };
}

const madeOf = ({ result }: PlannedEffect): MadeReply | undefined => result as unknown as MadeReply | undefined;

/** Adds replies that were made to the comments, so that they count as answers before the platform is read again. */
async function keepReplies(ports: EffectPorts, companyId: string, plan: Stored<EffectPlan>): Promise<void> {
  for (const effect of plan.doc.effects) {
    const made = effect.phase === 'done' && effect.kind === REPLY ? madeOf(effect) : undefined;
    if (made !== undefined)
      await keepReply(ports.store, companyId, effect.input as unknown as ReplyInput, made, ports.clock.now());
  }
}

async function keepReply(
  store: Store,
  companyId: string,
  { commentId, text }: ReplyInput,
  made: MadeReply,
  now: number,
): Promise<void> {
  for (;;) {
    const parent = await store.get(commentKind, companyId, commentId);
    const thread = parent && (await store.get(threadKind, companyId, parent.doc.thread));
    if (parent === undefined || thread === undefined) return;
    const { platform } = { platform: commentId.slice(0, commentId.indexOf(':')) };
    const id = documentId(platform, made.id);
    if ((await store.get(commentKind, companyId, id)) !== undefined) return;
    const { comment: above, ...shared } = parent.doc;
    const comment = {
      ...{ id: made.id, text, createdAt: Math.max(made.createdAt ?? now, above.createdAt), own: true },
      ...{ hidden: false, liked: false, likes: 0, replies: 0, parentId: above.parentId ?? above.id },
      // What may be done with it the next reading tells.
      can: { reply: false, hide: false, like: false, delete: above.can.delete },
      ...(above.handle !== undefined && { handle: above.handle }),
    };
    const doc: CommentRecord = {
      ...{ comment, account: shared.account, thread: shared.thread, root: shared.root, answer: 'own', hiding: 'shown' },
      ...{ sort: sortKey(comment.createdAt, id), author: authorKey(platform, comment) },
      ...(shared.postId !== undefined && { postId: shared.postId }),
    };
    const all = await withAnswers(store, companyId, [{ id, version: 0, doc }]);
    const writes = all.map(
      ({ id: each, version, doc: kept }): Write => ({
        ...{ kind: commentKind, companyId, id: each, expect: version === 0 ? ('absent' as const) : version, doc: kept },
      }),
    );
    if ((await store.commit(writes)) === undefined) return;
  }
}
