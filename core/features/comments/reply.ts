import type { Actor } from '../../access/caller.ts';
import { type AccountKey, adAccountIdOf } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { explained, PlatformError } from '../../base/errors.ts';
import type { Part } from '../../base/outcomes.ts';
import {
  EFFECTS_QUEUE,
  type EffectState,
  effectPlanKind,
  effectPlanWrites,
  effectsOf,
  newEffectPlan,
  readEffectPlan,
} from '../../effects/plan.ts';
import type { EffectPorts } from '../../effects/run.ts';
import { runHere } from '../../effects/run-here.ts';
import { changeWrite } from '../../manage/edit/trace.ts';
import type { Jobs } from '../../ports/jobs.ts';
import type { Json, Write } from '../../ports/store.ts';
import { jobId, queueJob } from '../../records/job.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { atPlatform, refuseWithoutRight } from './change.ts';
import { type OpenedComment, openComment } from './kept.ts';
import { presentComment } from './present.ts';
import { commentKind, documentId } from './records.ts';
import { madeOf, REPLY, type ReplyInput, replyPlanId, runReplies } from './send-reply.ts';

interface ReplyPorts extends EffectPorts {
  readonly jobs: Jobs;
}

/** A job takes over a crashed request after this. */
const TAKEN_OVER_MS = 5_000;

/**
 * Sends one text to one comment once, however often and with whatever keys it is asked for. Answers
 * `sending` where that takes longer than a request may.
 */
export async function replyToComment(
  ports: ReplyPorts,
  caller: Actor,
  {
    id,
    text,
    once,
  }: { readonly id: string; readonly text: string; readonly once?: Once | undefined },
) {
  const { companyId } = caller;
  const { planId, opened } = await acceptReply(ports, caller, { id, text, ...defined({ once }) });
  const effect = await sent(ports, companyId, planId);
  if (effect?.phase === 'failed' && effect.failure !== undefined) {
    const { failure } = effect;
    await atPlatform(ports, companyId, id, () => Promise.reject(new PlatformError(failure)));
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
 * Once this resolves the reply will be sent, even if the process dies: a job sends it after
 * `delayMs` unless a request did.
 */
export async function acceptReply(
  ports: ReplyPorts,
  caller: Actor,
  {
    id,
    text,
    once = unkeyed(ports.store),
    delayMs = TAKEN_OVER_MS,
  }: { readonly once?: Once; readonly delayMs?: number } & {
    readonly id: string;
    readonly text: string;
  },
): Promise<{ readonly planId: string; readonly opened: OpenedComment }> {
  const { companyId } = caller;
  const opened = await openComment(ports, caller, id);
  refuseWithoutRight(opened, 'reply', 'replies');
  const planId = await replyPlanId(ports.secrets, id, text);
  const { root, comment } = opened.stored.doc;
  const input: ReplyInput = {
    commentId: id,
    ref: opened.ref,
    text,
    root,
    writtenAt: comment.createdAt,
  };
  const trace = () =>
    changeWrite(ports, caller, {
      action: 'comment.reply',
      subject: id,
      adAccountId: adAccountIdOf(opened.key),
      after: { text: text.slice(0, 200) },
    });
  const writes = () =>
    planWrites(ports, companyId, planId, { account: opened.key, input, trace, delayMs });
  await once.inOneCommit<{ readonly planId: string }>(async (conclude) => {
    for (;;) if ((await conclude(await writes(), { planId })) === undefined) return { planId };
  });
  // A refusal under the same key is not remembered.
  await ports.store.commit(await writes());
  return { planId, opened };
}

/** A plan of one effect; nothing where it exists, unless it failed: then it starts again. */
async function planWrites(
  ports: ReplyPorts,
  companyId: string,
  planId: string,
  wanted: {
    readonly account: AccountKey;
    readonly input: ReplyInput;
    readonly trace: () => Write;
    readonly delayMs: number;
  },
): Promise<readonly Write[]> {
  const { account, input, trace, delayMs } = wanted;
  const known = await readEffectPlan(ports.store, companyId, planId);
  const effect = { id: 'reply', kind: REPLY, input: input as unknown as Json };
  if (known === undefined)
    return [
      ...effectPlanWrites(ports, { companyId, planId, account, effects: [effect] }, delayMs),
      trace(),
    ];
  if (effectsOf(known.doc)[0]?.phase !== 'failed') return [];
  const doc = newEffectPlan(ports, { account, effects: [effect] });
  return [
    { kind: effectPlanKind, companyId, id: planId, expect: known.version, doc },
    await queueJob(ports.store, EFFECTS_QUEUE, {
      companyId,
      subject: planId,
      now: ports.clock.now(),
      uses: [account],
    }),
    trace(),
  ];
}

async function sent(
  ports: ReplyPorts,
  companyId: string,
  planId: string,
): Promise<EffectState | undefined> {
  const read = () => readEffectPlan(ports.store, companyId, planId);
  const isEnded = await runHere(ports, {
    run: (options) => runReplies(ports, companyId, planId, options),
    isEnded: async () => ((await read())?.doc.state ?? 'finished') === 'finished',
  });
  if (!isEnded) await ports.jobs.wake(jobId(EFFECTS_QUEUE, companyId, planId));
  const plan = await read();
  return plan && effectsOf(plan.doc)[0];
}

/** A reply that is still being sent is looked for by what was asked. */
export const replyParts = {
  async of(
    ports: Pick<ReplyPorts, 'store' | 'secrets'>,
    companyId: string,
    { status }: { readonly status: 'sent' | 'sending' },
    { id, text }: { readonly [name: string]: unknown },
  ): Promise<readonly Part[]> {
    const part = { type: 'comment', id: String(id) };
    if (status === 'sent') return [{ ...part, outcome: 'done' }];
    const planId = await replyPlanId(ports.secrets, String(id), String(text));
    const plan = await readEffectPlan(ports.store, companyId, planId);
    const [effect] = plan === undefined ? [] : effectsOf(plan.doc);
    if (effect?.phase === 'failed')
      return [
        {
          ...part,
          outcome: 'refused',
          ...(effect.failure && { reason: explained(effect.failure) }),
        },
      ];
    return [{ ...part, outcome: effect?.phase === 'done' ? 'done' : 'running' }];
  },
  again: (input: { readonly [name: string]: unknown }) => ({ input }),
};
