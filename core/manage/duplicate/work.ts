import type { Work } from '../../effects/carry-on.ts';
import type { CopyOutcome, StartOutcome } from '../../ports/platform-changes.ts';
import { findSteps } from './ask.ts';
import { type Run, record, requestOf } from './context.ts';
import { type Settling, settleStep } from './decide.ts';
import { finishCopies } from './finish.ts';
import { MOST_SENT, nextOf, type ObjectStep, type OwnWork } from './next.ts';
import type { How, Settled } from './records.ts';
import { undoCopies } from './remove.ts';
import { stepOf } from './state.ts';

/** What the platform answers, or what was found out about it. */
type Answer =
  | CopyOutcome
  | StartOutcome
  | { readonly state: 'running' }
  | (Settling & { readonly state: 'found' });

/** Each object of each copy is a step. What an answer teaches about ways is committed with it. */
export function workOn(run: Run, stopping: () => boolean): Work<ObjectStep, Answer, Settled> {
  const { state, can, account, lease } = run;
  let learned: { readonly [sourceId: string]: How } = {};
  const own: OwnWork = {
    giveUp: (copies) =>
      record(run, {
        copies: Object.fromEntries(
          copies.map(({ copy, failure }) => [copy, [{ did: 'give-up', failure }]]),
        ),
      }),
    undo: (copies) => undoCopies(run, copies),
    finish: (copies) => finishCopies(run, copies),
  };
  const learn = ({ outcomes, ways = {} }: Settling): Settling['outcomes'] => {
    learned = { ...learned, ...ways };
    return outcomes;
  };
  return {
    clock: run.ports.clock,
    states: state.steps,
    // Requests wait for their copies, and only the waiting of a worker counts.
    longestWaitMs: Number.POSITIVE_INFINITY,
    stopping,
    isHeld: lease.isHeld,
    renew: lease.renew,
    next: (now) => nextOf(run, own, now),
    waveSize: MOST_SENT,
    async sending(steps) {
      await record(run, { sending: Object.fromEntries(steps.map(({ id, how }) => [id, how])) });
      return steps;
    },
    async send(steps) {
      const { native } = can;
      const by = (...ways: readonly How[]) => steps.filter(({ how }) => ways.includes(how));
      const asked = (some: readonly ObjectStep[]) =>
        some.map(({ copy, sourceId, how }) => requestOf(run, copy, sourceId, how));
      const [copied, started, rebuilt] = [by('deep', 'copy'), by('start'), by('rebuild')];
      const answers: readonly (readonly Answer[])[] = await Promise.all([
        copied.length === 0 ? [] : (native?.copy?.(account.access, asked(copied)) ?? []),
        started.length === 0 ? [] : (native?.start?.(account.access, asked(started)) ?? []),
        Promise.all(asked(rebuilt).map((request) => can.recreate(account.access, request))),
      ]);
      const answered = new Map(
        [copied, started, rebuilt].flatMap((some, at) =>
          some.map(({ id }, place) => [id, answers[at]?.[place]] as const),
        ),
      );
      return steps.map(({ id }) => answered.get(id));
    },
    async poll(steps) {
      const started = steps.map(({ copy, sourceId }) => ({
        session: stepOf(state, copy, sourceId).session ?? '',
        request: requestOf(run, copy, sourceId, 'start'),
      }));
      const answers = (await can.native?.poll?.(account.access, started)) ?? [];
      return steps.map((_, place) => answers[place] ?? { state: 'running' });
    },
    find: async (steps) =>
      (await findSteps(run, steps)).map((settling) => ({ ...settling, state: 'found' as const })),
    settle: (step, answer, now) =>
      learn(
        answer.state === 'found'
          ? answer
          : settleStep(run, step, stepOf(state, step.copy, step.sourceId), answer, now),
      ),
    notSeen: () => ({}),
    cannotAsk: async () => undefined,
    async settled(outcomes) {
      const ways = learned;
      learned = {};
      await record(run, { outcomes, ways });
    },
  };
}
