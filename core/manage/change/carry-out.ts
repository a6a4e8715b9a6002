import type { Actor } from '../../access/caller.ts';
import type { AccountAccess } from '../../accounts/access.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError, type PlatformFailure } from '../../base/errors.ts';
import { withRequestErrors } from '../../base/refusal.ts';
import { carryOn, type Outcomes, type Work } from '../../effects/carry-on.ts';
import { nextStep } from '../../effects/schedule.ts';
import { afterCrash, applyEntry, foldEntries } from '../../effects/state.ts';
import type { Entry, Settled, States } from '../../effects/step.ts';
import { noteChange } from '../../gate/changes.ts';
import { openGate } from '../../gate/gate.ts';
import type { Standing } from '../../ports/platform-update.ts';
import { steadyClock } from '../../records/lease.ts';
import type { Steps } from '../../records/once.ts';
import { type Change, changeWrite, refusedWrite } from '../edit/trace.ts';
import type { ManagePorts } from '../open-account.ts';
import type { Changed, ChangePlan, ChangeStep, Changing } from './changing.ts';
import { changedSince } from './since.ts';

/** The record of a request: what the answer needs, the steps of its plan and their journal. */
export type Begun<X> = X & {
  readonly steps?: readonly ChangeStep[];
  readonly entries?: readonly Entry<ChangeSettled>[];
};

type Made = Pick<Changed, 'endsBy'>;
interface Refused {
  readonly failure: PlatformFailure;
}
type ChangeSettled = Settled<Made, Refused>;
interface Looked {
  readonly is: Standing | PlatformFailure;
}

export const traceOf = (
  { access: { adAccountId } }: AccountAccess,
  { id, action, before, after }: ChangeStep,
): Change => ({
  action,
  subject: id,
  adAccountId,
  ...defined({ before, after }),
});

/**
 * Sends all steps in one wave, by the engine's loop. What has no answer is looked at; it is not
 * sent twice in one request. The commit before anything leaves holds the journal; what became of it
 * is committed with the answer.
 */
export async function carryOutSteps<X extends object, A extends object, C extends AccountAccess>(
  ports: ManagePorts,
  caller: Actor,
  changing: Changing<X, A, C>,
  { steps: planned, own }: ChangePlan<X>,
  { begun, begin, refuse }: Pick<Steps<Begun<X>, A>, 'begun' | 'begin' | 'refuse'>,
): Promise<ReadonlyMap<string, Changed>> {
  // A clock that is set back meanwhile must not put off what is to be sent.
  const clock = steadyClock(ports.clock);
  const { account, at, throwsUnsent } = changing;
  // An attempt that did not note its steps may have sent them.
  const former =
    begun === undefined ? [] : [{ at: clock.now(), sending: planned.map(({ id }) => id) }];
  let entries: readonly Entry<ChangeSettled>[] = begun?.entries ?? former;
  const states: States<Made, Refused> = foldEntries(planned, entries);
  const note = (outcomes: Outcomes<ChangeSettled>) =>
    applyEntry(states, { at: clock.now(), outcomes });
  note(afterCrash(states, clock.now(), () => false) as Outcomes<ChangeSettled>);
  const some = (steps: readonly ChangeStep[]): ChangePlan<X> => ({ steps, own });
  const progress = () => ({ ...own, steps: planned, entries }) as Begun<X>;
  const refusals = (steps: readonly ChangeStep[], failure: PlatformFailure) =>
    steps.map((step) => refusedWrite(ports, caller, traceOf(account, step), failure));
  const waiting = planned.map((step) => ({ ...step, dependsOn: [] }));
  /** Why those that this attempt has sent have no answer. */
  const unanswered = new Map<string, PlatformFailure>();
  /** Of which the platform has refused what was sent. */
  const refused = new Map<string, PlatformFailure>();
  let gate: Awaited<ReturnType<typeof openGate>> | undefined;
  let lost: PlatformError | undefined;

  const work: Work<(typeof waiting)[number], Changed | Looked, ChangeSettled> = {
    clock,
    states,
    // The request waits for it: there is no job that would come back.
    longestWaitMs: Number.POSITIVE_INFINITY,
    stopping: () => false,
    isHeld: () => true,
    renew: async () => undefined,
    next: (now) => nextStep(waiting, states, now),
    waveSize: Math.max(1, planned.length),
    async sending(leaving) {
      gate = await openGate(ports, [
        await changing.judge?.(account, some(leaving), begun === undefined),
      ]);
      const entry = { at: clock.now(), sending: leaving.map(({ id }) => id) };
      entries = [...entries, entry];
      const isNew = ({ id }: ChangeStep) => states.get(id)?.firstSentAt === undefined;
      const traces = leaving
        .filter(isNew)
        .map((step) => changeWrite(ports, caller, traceOf(account, step)));
      await begin(progress(), traces).catch(gate.cancel);
      applyEntry(states, entry);
      return leaving;
    },
    async send(leaving) {
      try {
        const send = () => changing.send(account, some(leaving));
        return await (at === undefined ? send() : withRequestErrors(at, send));
      } catch (error) {
        if (!(error instanceof PlatformError) || (at === undefined && !throwsUnsent)) throw error;
        const { failure } = error;
        if (failure.class === 'transient' && !throwsUnsent) {
          lost = error;
          return leaving.map(({ id }) => ({ id, failure }));
        }
        await refuse(refusals(leaving, failure));
        throw error;
      } finally {
        await gate?.settle();
        if (changing.judge !== undefined)
          await noteChange(ports, account.access.companyId, account.key);
      }
    },
    find: async (open) => (await changing.look(account, some(open))).map((is) => ({ is })),
    settle(step, answer, now): Outcomes<ChangeSettled> {
      if ('is' in answer) return settleLooked(step, answer.is, now);
      const { failure, endsBy } = answer;
      if (failure === undefined) return { [step.id]: { to: 'done', ...defined({ endsBy }) } };
      if (failure.class !== 'transient') {
        refused.set(step.id, failure);
        return { [step.id]: { to: 'failed', failure } };
      }
      unanswered.set(step.id, failure);
      return { [step.id]: { to: 'unknown', notBefore: now, failure } };
    },
    notSeen({ id }, now) {
      const failure = unanswered.get(id);
      return {
        [id]: failure === undefined ? { to: 'pending', notBefore: now } : { to: 'failed', failure },
      };
    },
    async cannotAsk(open, failure) {
      if (open.some(({ id }) => !unanswered.has(id))) throw new PlatformError(failure);
      note(
        Object.fromEntries(
          open.map(({ id }) => [id, { to: 'failed', failure: unanswered.get(id) ?? failure }]),
        ),
      );
    },
    settled: async (outcomes) => note(outcomes),
  };
  const settleLooked = (
    step: (typeof waiting)[number],
    is: Looked['is'],
    now: number,
  ): Outcomes<ChangeSettled> => {
    if (is === 'before') return work.notSeen(step, now);
    if (is === 'after') return { [step.id]: { to: 'done' } };
    const failure = is === 'other' ? changedMeanwhile(account, step) : is;
    return { [step.id]: { to: 'failed', failure } };
  };

  await carryOn(work);
  const changed = new Map(planned.map(({ id }) => [id, changedOf(id, states)]));
  const open = planned.filter(({ id }) => changed.get(id)?.failure !== undefined);
  const [first] = open;
  if (at === undefined || first === undefined) return changed;
  const failure = refused.get(first.id);
  if (failure !== undefined) {
    await refuse(refusals(open, failure));
    return withRequestErrors(at, () => Promise.reject(new PlatformError(failure)));
  }
  if (lost === undefined) throw changedSince(Object.keys(first.after ?? {}), at.missing ?? '');
  // It stays begun: a repetition goes on with it.
  await begin(progress(), refusals(open, lost.failure));
  throw lost;
}

function changedOf(id: string, states: States<Made, Refused>): Changed {
  const { phase, result, failure } = states.get(id) ?? {};
  if (phase !== 'done' && phase !== 'failed')
    throw new Error('A change ended before its step did.');
  return failure !== undefined && 'failure' in failure
    ? { id, failure: failure.failure }
    : { id, ...result };
}

const changedMeanwhile = (
  { platform }: AccountAccess,
  { id, name = id }: ChangeStep,
): PlatformFailure => ({
  platform: platform.definition.id,
  class: 'rule',
  message: `“${name}” has been changed since, on the platform or by another request.`,
  fix: 'Read it and decide again.',
  retryable: false,
  traceId: '',
});
