import { PlatformError, type PlatformFailure } from '../../../core/base/errors.ts';
import { carryOn, type Outcomes, type Work } from '../../../core/effects/carry-on.ts';
import { later, notSeen, sendsAllowed } from '../../../core/effects/policy.ts';
import { dependentsOf, nextStep } from '../../../core/effects/schedule.ts';
import {
  afterCrash,
  applyEntry,
  foldEntries,
  fresh,
  rebase,
  withWaits,
} from '../../../core/effects/state.ts';
import type { Entry, Settled, States, Step } from '../../../core/effects/step.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { failure } from '../../stand-in-platform.ts';

/**
 * `lost`: made, without an answer. `late`: made after the answer was given up. `silent`: neither
 * made nor answered.
 */
export type Fate = 'ok' | 'lost' | 'late' | 'silent' | 'throttled' | 'transient' | 'rule';

export interface Story {
  readonly steps: readonly { readonly after: readonly number[] }[];
  /**
   * What the platform does with each request, in the order in which they arrive; then all is well.
   */
  readonly fates: readonly Fate[];
  /** Whether the platform can be asked, question by question; then it can. */
  readonly questions: readonly boolean[];
  /**
   * Commits after which a worker dies, counted in each life; whether its last commit was kept, and
   * how far the next clock is off.
   */
  readonly deaths: readonly {
    readonly at: number;
    readonly isKept: boolean;
    readonly requestLeft: boolean;
    readonly clockStepMs: number;
  }[];
  readonly waveSize: number;
  readonly lagMs: number;
}

type Result = { readonly ref: string };
type Failed = { readonly failure: PlatformFailure };
type Ended = Settled<Result, Failed>;
type Answer =
  | { readonly ref: string }
  | { readonly unanswered: PlatformFailure }
  | { readonly refused: PlatformFailure };

const TIMES = { settleMs: 30_000, answerMs: 20_000 };
/** Less than the platform's time to make and to show something. */
const LATE_MS = 15_000;
/** The request of a dead worker may be on its way nearly as long as an answer is waited for. */
const LEFT_MS = 19_000;

class Death extends Error {}

/**
 * Plays a story to its end: workers die and others go on with what their journal says. All time is
 * played.
 */
export async function play(story: Story) {
  const steps: readonly Step[] = story.steps.map(({ after }, i) => ({
    id: `step:${i}`,
    account: 'primary:act_1',
    dependsOn: after.map((each) => `step:${each}`),
  }));
  const journal: Entry<Ended>[] = [];
  const made: { readonly id: string; readonly ref: string; readonly at: number }[] = [];
  const sent: string[] = [];
  let elapsed = 0;
  let [arrived, asked] = [0, 0];

  /** The platform's own view: what a request does, whoever still waits for it. */
  const arrive = (id: string, onTheWayMs = 0): Answer => {
    sent.push(id);
    const fate = story.fates[arrived++] ?? 'ok';
    const make = (afterMs: number): Answer => {
      const ref = `${id}#${made.length}`;
      made.push({ id, ref, at: elapsed + onTheWayMs + afterMs });
      return { ref };
    };
    if (fate === 'ok') return make(0);
    if (fate === 'lost' || fate === 'late') make(fate === 'late' ? LATE_MS : 0);
    if (fate === 'lost' || fate === 'late' || fate === 'silent')
      return { unanswered: failure('transient') };
    return { refused: failure(fate) };
  };

  const live = async (
    death: Story['deaths'][number] | undefined,
    clockOffMs: number,
  ): Promise<void> => {
    let commits = 0;
    let hasDied = false;
    const clock = {
      now: () => 1_800_000_000_000 + clockOffMs + elapsed,
      monotonic: () => elapsed,
      sleep: async (ms: number) => {
        elapsed += ms;
      },
    } as Clock;
    const states: States<Result, Failed> = rebase(foldEntries(steps, journal), clock.now());
    const record = async ({ outcomes, ...entry }: Omit<Entry<Ended>, 'at'>): Promise<void> => {
      if (hasDied) throw new Death();
      const at = clock.now();
      const next = { ...entry, at, ...(outcomes && { outcomes: withWaits(outcomes, states, at) }) };
      commits += 1;
      hasDied = commits === death?.at;
      if (!hasDied || death?.isKept) journal.push(next);
      if (hasDied) {
        // Its request may have left in its last moment.
        if (death?.isKept && death.requestLeft)
          for (const id of (entry.sending ?? []) as readonly string[]) arrive(id, LEFT_MS);
        throw new Death();
      }
      applyEntry(states, next);
    };
    const stateOf = ({ id }: Step) => states.get(id) ?? fresh;
    const work: Work<Step, Answer, Ended> = {
      clock,
      states,
      longestWaitMs: Number.POSITIVE_INFINITY,
      stopping: () => false,
      isHeld: () => true,
      renew: async () => undefined,
      next: (now) => nextStep(steps, states, now),
      waveSize: story.waveSize,
      async sending(leaving) {
        await record({ sending: leaving.map(({ id }) => id) });
        return leaving;
      },
      async send(wave) {
        elapsed += 50;
        return wave.map(({ id }) => arrive(id));
      },
      async find(open) {
        elapsed += 20;
        if (story.questions[asked++] === false) throw new PlatformError(failure('transient'));
        const known = new Set([...states.values()].flatMap(({ result }) => result?.ref ?? []));
        return open.map(({ id }) => {
          const seen = made.find(
            (each) => each.id === id && !known.has(each.ref) && each.at + story.lagMs <= elapsed,
          );
          return seen && { ref: seen.ref };
        });
      },
      settle(step, answer, now) {
        if ('ref' in answer) return { [step.id]: { to: 'done', ref: answer.ref } };
        if ('unanswered' in answer)
          return { [step.id]: { to: 'unknown', notBefore: now + 500, failure: answer.unanswered } };
        const { refused } = answer;
        const allowed = sendsAllowed(refused, step.dependsOn.length > 0);
        return {
          [step.id]: later(step.id, stateOf(step), refused, { now, allowed }) ?? {
            to: 'failed',
            failure: refused,
          },
        };
      },
      notSeen(step, now) {
        const state = stateOf(step);
        return {
          [step.id]: notSeen(state, now, TIMES) ?? {
            to: 'failed',
            failure: state.lastFailure ?? failure('transient'),
          },
        };
      },
      cannotAsk: (open, _failure, until) =>
        record({
          outcomes: Object.fromEntries(
            open.map(({ id }) => [id, { to: 'unknown' as const, notBefore: until }]),
          ),
        }),
      settled(outcomes) {
        const failed = new Set(Object.keys(outcomes).filter((id) => outcomes[id]?.to === 'failed'));
        const below = [...dependentsOf(steps, failed)].map(([id, because]) => [
          id,
          { to: 'failed' as const, because },
        ]);
        return record({
          outcomes: { ...outcomes, ...Object.fromEntries(below) } as Outcomes<Ended>,
        });
      },
    };
    const open = afterCrash(states, clock.now(), () => false) as Outcomes<Ended>;
    if (Object.keys(open).length > 0) await record({ outcomes: open });
    await carryOn(work);
  };

  let clockOffMs = 0;
  for (const death of [...story.deaths, undefined]) {
    try {
      await live(death, clockOffMs);
    } catch (error) {
      if (!(error instanceof Death)) throw error;
      clockOffMs += death?.clockStepMs ?? 0;
    }
  }
  return { steps, states: foldEntries<Result, Failed>(steps, journal), journal, made, sent };
}
