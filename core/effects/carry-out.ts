import { PlatformError, type PlatformFailure } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Unanswered } from '../ports/platform-create.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Write } from '../ports/store.ts';
import { randomText } from '../records/random-id.ts';
import { FIRST_QUESTION_MS, type SettleTimes } from './waiting.ts';

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

export interface PreparedEffect<M> {
  /** Committed before it is sent, each time. */
  trace(): readonly Write[];
  refused(failure: PlatformFailure): readonly Write[];
  send(mark: string): Promise<M | Unanswered>;
}

export interface SentEffect {
  readonly mark: string;
  readonly sentAt: number;
}

interface EffectJournal {
  /** Written down by an earlier attempt that was cut off: it may have happened. */
  readonly begun: SentEffect | undefined;
  readonly repeatable: boolean;
  begin(sent: SentEffect, writes: readonly Write[]): Promise<void>;
  refuse(writes: readonly Write[]): Promise<void>;
}

interface Carried<M> {
  readonly made: M;
  /** False when an earlier attempt had made it. */
  readonly isNew: boolean;
}

/** How often an effect is sent at all, where the platform does not answer and nothing is found of it. */
const MAX_SENDS = 3;

/**
 * Carries one effect out once. It is written down before it is sent; what was sent without an answer, by this attempt or
 * one that died, is looked for before anything is sent again. Throws what the platform refused it for.
 */
export async function carryOutEffect<M>(
  { clock, secrets }: { readonly clock: Clock; readonly secrets: Secrets },
  effect: Effect<M>,
  journal: EffectJournal,
): Promise<Carried<M>> {
  const mark = journal.begun?.mark ?? `slipway-${randomText(secrets, 12)}`;
  let sentAt = journal.begun?.sentAt;
  let failure: PlatformFailure | undefined;
  let prepared: PreparedEffect<M> | undefined;
  for (let sends = 0; ; sends += 1) {
    if (sentAt !== undefined) {
      const made = await look(failure);
      if (made !== undefined) return { made, isNew: false };
      if (failure !== undefined && sends === MAX_SENDS) throw nothingMade(failure);
    }
    prepared ??= await prepare();
    const { trace, send, refused } = prepared;
    sentAt = clock.now();
    await journal.begin({ mark, sentAt }, trace());
    const made = await send(mark).catch(async (error: unknown) => {
      if (error instanceof PlatformError) await journal.refuse(refused(error.failure));
      throw error;
    });
    if (!isUnanswered(made)) return { made, isNew: true };
    failure = made.unanswered;
  }

  /** Undefined once the platform has had its time to make and to show it. */
  async function look(unanswered: PlatformFailure | undefined): Promise<M | undefined> {
    const { settleMs, answerMs, lagMs } = effect.times;
    // An attempt that died may have sent it in its last moment: count from now.
    const givenUpAt = clock.now() + (unanswered === undefined ? answerMs : 0);
    // A code is the platform's last word: it makes nothing after it, though lists may lag.
    const deadline = givenUpAt + (unanswered?.code === undefined ? settleMs : lagMs);
    for (let pause = FIRST_QUESTION_MS; ; pause *= 2) {
      const found = await effect.find(mark).catch((error: unknown) => {
        throw error instanceof PlatformError ? notKnown(unanswered ?? error.failure, effect.what, journal.repeatable) : error;
      });
      if (found !== undefined || clock.now() >= deadline) return found;
      await clock.sleep(Math.min(pause, deadline - clock.now()));
    }
  }

  async function prepare(): Promise<PreparedEffect<M>> {
    try {
      return await effect.prepare();
    } catch (error) {
      // The checks fail now and the earlier attempt made nothing: it will not be made.
      if (sentAt !== undefined) await journal.refuse([]);
      throw error;
    }
  }
}

/** Thrown where it cannot be known whether it was made: the journal keeps it as sent. */
class OutcomeUnknown extends PlatformError {}

export const isUnanswered = <M>(made: M | Unanswered): made is Unanswered =>
  typeof made === 'object' && made !== null && 'unanswered' in made;

function notKnown(failure: PlatformFailure, what: string, hasKey: boolean): PlatformError {
  const message = `${failure.message} It may have been created all the same.`;
  const fix = hasKey
    ? `Send the same request with the same Idempotency-Key again: ${what} is looked for before anything is sent.`
    : `Look for ${what} in the ad account before trying again, or send an Idempotency-Key next time: then that is done for you.`;
  return new OutcomeUnknown({ ...failure, message, fix, retryable: hasKey });
}

function nothingMade(failure: PlatformFailure): PlatformError {
  const message = `${failure.message} Nothing was created: it was looked for afterwards.`;
  return new PlatformError({ ...failure, message, fix: 'Try again in a few minutes.', retryable: true });
}
