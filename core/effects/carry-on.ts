import { PlatformError, type PlatformFailure } from '../base/errors.ts';
import { mapBounded } from '../base/map-bounded.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobDone } from '../ports/jobs.ts';
import { inWaves, type Next } from './schedule.ts';
import type { Settled, StepState } from './step.ts';
import { LONG_WAIT_MS } from './waiting.ts';

/** A wish of a person or of the worker may go unnoticed this long. */
const GLANCE_MS = 2_000;
/** Steps that one entry marks as sending: the most to look for when a worker dies. */
const MOST_SENDING = 1_000;
/** Requests are built when their wave leaves, so no more of them are in memory. */
export const WAVES_AT_ONCE = 8;
const ASK_AFTER_TROUBLE_MS = 5_000;

/**
 * Steps of one account in the hands of the worker that holds their lease. `A`: what their platform
 * answers.
 */
export interface Work<S extends { readonly id: string }, A, T extends Settled> {
  readonly clock: Clock;
  readonly states: ReadonlyMap<string, StepState>;
  /** A worker that would wait longer hands its job back. */
  readonly longestWaitMs?: number;
  stopping(): boolean;
  isHeld(): boolean;
  renew(): Promise<void>;
  /** Whether people want no more of it to be sent. What that ends is settled by then. */
  isCancelled?(): Promise<boolean>;
  next(now: number): Next<S>;

  readonly waveSize: number;
  /** Commits that these leave now. Answers those that do: some may be settled instead. */
  sending(steps: readonly S[]): Promise<readonly S[]>;
  send(steps: readonly S[]): Promise<readonly (A | undefined)[]>;
  /** For what the platform goes on with by itself. */
  poll?(steps: readonly S[]): Promise<readonly (A | undefined)[]>;
  /** `undefined`: nothing is seen. Throws PlatformError where the platform cannot be asked. */
  find(steps: readonly S[]): Promise<readonly (A | undefined)[]>;

  /** What follows from an answer, for the step and perhaps for others. */
  settle(step: S, answer: A, now: number): Outcomes<T>;
  notSeen(step: S, now: number): Outcomes<T>;
  cannotAsk(steps: readonly S[], failure: PlatformFailure, until: number): Promise<void>;
  /** Commits outcomes with all that follows from them. */
  settled(outcomes: Outcomes<T>): Promise<void>;
  /** After the answers of a wave were committed. */
  answered?(steps: readonly S[], answers: readonly (A | undefined)[]): Promise<void>;
}

export type Outcomes<T extends Settled> = { readonly [id: string]: T };

/**
 * Carries steps on from where they stand until nothing is left; undefined then. After a stop or a
 * long wait, the time to come back. Nothing of unknown outcome is sent again before the platform
 * has been asked.
 */
export async function carryOn<S extends { readonly id: string }, A, T extends Settled>(
  work: Work<S, A, T>,
): Promise<JobDone> {
  const { clock, longestWaitMs = LONG_WAIT_MS } = work;
  for (;;) {
    if (work.stopping()) return { againAt: clock.now() };
    await work.isCancelled?.();
    const next = work.next(clock.now());
    switch (next.do) {
      case 'nothing':
        return undefined;
      case 'wait': {
        const wait = next.until - clock.now();
        // A long wait frees the worker: the job is called again when there is something to do.
        if (wait > longestWaitMs) return { againAt: next.until };
        await clock.sleep(Math.min(Math.max(0, wait), GLANCE_MS));
        break;
      }
      case 'own':
        await next.work();
        break;
      case 'ask':
        await ask(work, next.steps);
        break;
      case 'poll':
        await settleAll(work, next.steps, (await work.poll?.(next.steps)) ?? []);
        break;
      case 'send':
        await send(work, next.steps);
        break;
    }
  }
}

/**
 * In full waves: one commit before anything leaves, one for each wave's answers. Stops in between
 * where it is wanted.
 */
async function send<S extends { readonly id: string }, A, T extends Settled>(
  work: Work<S, A, T>,
  ready: readonly S[],
): Promise<void> {
  const { waveSize } = work;
  for (const some of inWaves(ready, Math.ceil(MOST_SENDING / waveSize) * waveSize)) {
    if (some[0] !== ready[0] && (work.stopping() || (await work.isCancelled?.()))) return;
    // Earlier outcomes may have settled some.
    const open = some.filter(({ id }) => (work.states.get(id)?.phase ?? 'pending') === 'pending');
    if (open.length === 0) continue;
    // A clock set forwards makes the lease look old: renew it, or it is lost.
    if (!work.isHeld()) await work.renew();
    const leaving = await work.sending(open);
    await mapBounded(inWaves(leaving, waveSize), WAVES_AT_ONCE, async (wave) =>
      settleAll(work, wave, await work.send(wave)),
    );
  }
}

async function ask<S extends { readonly id: string }, A, T extends Settled>(
  work: Work<S, A, T>,
  open: readonly S[],
): Promise<void> {
  const now = work.clock.now();
  let found: readonly (A | undefined)[];
  try {
    found = await work.find(open);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return work.cannotAsk(
      open,
      error.failure,
      now + (error.failure.retryAfterMs ?? ASK_AFTER_TROUBLE_MS),
    );
  }
  const outcomes: { [id: string]: T } = {};
  open.forEach((step, position) => {
    const answer = found[position];
    Object.assign(
      outcomes,
      answer === undefined ? work.notSeen(step, now) : work.settle(step, answer, now),
    );
  });
  await work.settled(outcomes);
}

async function settleAll<S extends { readonly id: string }, A, T extends Settled>(
  work: Work<S, A, T>,
  steps: readonly S[],
  answers: readonly (A | undefined)[],
): Promise<void> {
  const now = work.clock.now();
  const outcomes: { [id: string]: Settled } = {};
  steps.forEach((step, position) => {
    const answer = answers[position];
    // Without a word about it, it may have been made.
    Object.assign(
      outcomes,
      answer === undefined
        ? { [step.id]: { to: 'unknown', notBefore: now } }
        : work.settle(step, answer, now),
    );
  });
  await work.settled(outcomes as Outcomes<T>);
  await work.answered?.(steps, answers);
}
