import { PlatformError, type PlatformFailure } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Unanswered } from '../ports/platform-create.ts';
import type { Json, Write } from '../ports/store.ts';
import type { Outcomes, Work } from './carry-on.ts';
import { notSeen } from './policy.ts';
import { nextStep } from './schedule.ts';
import { fresh } from './state.ts';
import type { Entry, Settled, States, Step } from './step.ts';
import type { SettleTimes } from './waiting.ts';

/** What is special about a step that its platform finds again by a mark. */
export interface Effect<M> {
  readonly what: string;
  readonly times: SettleTimes & {
    /** The platform's lists may leave out for this long what an answered call made. */
    readonly lagMs: number;
  };
  /** Throws when it must not be sent. */
  prepare(): Promise<PreparedEffect<M>>;
  /** Throws PlatformError when the platform cannot be asked. */
  find(mark: string): Promise<M | undefined>;
}

interface PreparedEffect<M> {
  /** Committed before it is sent, each time. */
  trace(): readonly Write[];
  refused(failure: PlatformFailure): readonly Write[];
  send(mark: string): Promise<M | Unanswered>;
}

export interface MarkedStep extends Pick<Step, 'id' | 'dependsOn'> {
  /** What the platform is asked for it by. */
  readonly mark: string;
}

interface Made<M> {
  readonly made: M;
}
interface Refused {
  readonly failure: PlatformFailure;
}
export type EffectSettled<M = Json> = Settled<Made<M>, Refused>;
export type EffectStates<M = Json> = States<Made<M>, Refused>;

/** Steps of this sort in the hands of a worker or a request, which decide what a refusal means. */
interface EffectRun<M, S extends MarkedStep> {
  readonly clock: Clock;
  readonly states: EffectStates<M>;
  readonly steps: readonly S[];
  stopping(): boolean;
  isHeld(): boolean;
  renew(): Promise<void>;
  record(entry: Omit<Entry<EffectSettled<M>>, 'at'>, writes?: readonly Write[]): Promise<void>;
  effectOf(step: S): Effect<M>;
  /**
   * What follows from an error of `send`, or of `prepare`: then there is nothing to write. Throws
   * it where it ends the run.
   */
  refused(
    step: S,
    error: unknown,
    writes?: (failure: PlatformFailure) => readonly Write[],
  ): Promise<EffectSettled<M>>;
  readonly mostSends?: number;
  /** For a step that was sent so often, without an answer, and is not there. */
  givenUp(failure: PlatformFailure): EffectSettled<M>;
  /**
   * Of a restored database, and not seen: what was finished since may carry no mark any more.
   * Throws. Absent: steps are never doubted.
   */
  beyondSearch?(): never;
  cannotAsk(step: S, failure: PlatformFailure, until: number): EffectSettled<M>;
  /**
   * Where the search finds what forbids it: others have changed the object since. Throws what is no
   * reason.
   */
  otherwise(error: unknown): EffectSettled<M>;
}

type Answer<M> = Made<M> | Unanswered | { readonly settled: EffectSettled<M> };

/** One after the other: each is prepared just before it leaves. */
export function workOnEffects<M, S extends MarkedStep>(
  run: EffectRun<M, S>,
): Work<S, Answer<M>, EffectSettled<M>> {
  const { clock, states, steps, stopping, isHeld, renew, record, effectOf } = run;
  const stateOf = ({ id }: MarkedStep) => states.get(id) ?? fresh;
  const prepared = new Map<string, PreparedEffect<M>>();
  return {
    clock,
    states,
    stopping,
    isHeld,
    renew,
    next(now) {
      const next = nextStep(steps, states, now);
      return next.do === 'ask' || next.do === 'send'
        ? { ...next, steps: next.steps.slice(0, 1) }
        : next;
    },
    waveSize: 1,
    async sending(leaving) {
      for (const step of leaving) {
        try {
          if (!prepared.has(step.id)) prepared.set(step.id, await effectOf(step).prepare());
        } catch (error) {
          await record({ outcomes: { [step.id]: await run.refused(step, error) } });
          return [];
        }
        await record({ sending: [step.id] }, prepared.get(step.id)?.trace());
      }
      return leaving;
    },
    send: (wave) =>
      Promise.all(
        wave.map(async (step): Promise<Answer<M> | undefined> => {
          const ready = prepared.get(step.id);
          try {
            const made: M | Unanswered | undefined = await ready?.send(step.mark);
            if (made === undefined) return undefined;
            return isUnanswered(made) ? made : { made };
          } catch (error) {
            return {
              settled: await run.refused(step, error, (failure) => ready?.refused(failure) ?? []),
            };
          }
        }),
      ),
    find: (open) =>
      Promise.all(
        open.map(async (step): Promise<Answer<M> | undefined> => {
          try {
            const made = await effectOf(step).find(step.mark);
            return made === undefined ? undefined : { made };
          } catch (error) {
            if (error instanceof PlatformError) throw error;
            return { settled: run.otherwise(error) };
          }
        }),
      ),
    settle(step, answer, now): Outcomes<EffectSettled<M>> {
      if ('settled' in answer) return { [step.id]: answer.settled };
      if ('made' in answer) return { [step.id]: { to: 'done', made: answer.made } };
      const { unanswered: failure } = answer;
      // A code is the platform's last word: it makes nothing after it, though lists may lag.
      const answered = failure.code !== undefined && { answered: true as const };
      return { [step.id]: { to: 'unknown', notBefore: now, failure, ...answered } };
    },
    notSeen(step, now) {
      const state = stateOf(step);
      const { lastFailure } = state;
      const next = notSeen(state, now, { ...effectOf(step).times, mostSends: run.mostSends });
      if (next?.to === 'pending' && state.doubted === true) run.beyondSearch?.();
      if (next !== undefined || lastFailure === undefined)
        return { [step.id]: next ?? { to: 'pending', notBefore: now } };
      return { [step.id]: run.givenUp(lastFailure) };
    },
    cannotAsk: (open, failure, until) =>
      record({
        outcomes: Object.fromEntries(
          open.map((step) => [step.id, run.cannotAsk(step, failure, until)]),
        ),
      }),
    settled: (outcomes) => record({ outcomes }),
  };
}

const isUnanswered = <M>(made: M | Unanswered): made is Unanswered =>
  typeof made === 'object' && made !== null && 'unanswered' in made;
