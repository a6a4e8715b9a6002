import type { Actor } from '../../access/caller.ts';
import { PlatformError, type PlatformFailure } from '../../errors.ts';
import type { Unanswered } from '../../ports/platform-create.ts';
import type { Write } from '../../ports/store.ts';
import { type Once, type Steps, unkeyed } from '../../records/once.ts';
import { randomText } from '../../records/random-id.ts';
import { steadyClock } from '../../records/steady-clock.ts';
import { type Change, changeWrite, refusedWrite } from '../edit/trace.ts';
import type { ManagePorts } from '../open-account.ts';
import { type RequestFields, withRequestErrors } from '../refusal.ts';

/** How one object is created. `M` is what the platform made, `A` the answer to the request. */
export interface Recipe<M, A> {
  /** For sentences: `a campaign named "Autumn"`. */
  readonly what: string;
  readonly can: { readonly settleMs: number; readonly answerMs: number; readonly lagMs: number };
  /** Reads and checks all that can be known. Throws with the place in the request. */
  prepare(): Promise<{
    readonly change: Change;
    readonly at: RequestFields;
    send(mark: string): Promise<M | Unanswered>;
  }>;
  find(mark: string): Promise<M | undefined>;
  /** What is left to do once it is there, harmless when repeated. */
  finish(made: M, isNew: boolean): Promise<{ readonly answer: A; readonly writes: readonly Write[] }>;
}

/** `isHeld` says until the last moment whether nobody else carries the request out meanwhile. */
type OpenRecipe<M, A> = (isHeld: () => boolean) => Promise<Recipe<M, A>>;

/** Written down before it is sent. */
interface Sent {
  /** What the object carries, wherever it is. */
  readonly mark: string;
  /** Milliseconds, of the latest attempt. */
  readonly sentAt: number;
}

/** How often it is sent at all, where the platform gives no answer and nothing is found of it. */
const SENDS = 3;
const FIRST_QUESTION_MS = 500;

/**
 * Creates one object once. That it is sent is written down before; what was sent and never answered for,
 * in this request or in one with the same Idempotency-Key that died, is looked for at the platform before
 * anything is sent again. Without a key the same holds within the request.
 */
export const createOnce = <M, A extends object>(
  ports: ManagePorts,
  caller: Actor,
  open: OpenRecipe<M, A>,
  once: Once = unkeyed(ports.store),
): Promise<A> =>
  once.inSteps<Sent, A>(async (steps) =>
    carryOut({ ...ports, clock: steadyClock(ports.clock) }, caller, await open(steps.isHeld), steps),
  );

async function carryOut<M, A extends object>(
  ports: ManagePorts,
  caller: Actor,
  recipe: Recipe<M, A>,
  steps: Steps<Sent, A>,
): Promise<A> {
  const { clock, secrets } = ports;
  const mark = steps.begun?.mark ?? `slipway-${randomText(secrets, 12)}`;
  let sentAt = steps.begun?.sentAt;
  let failure: PlatformFailure | undefined;
  let prepared: Awaited<ReturnType<typeof recipe.prepare>> | undefined;
  for (let sends = 0; ; sends += 1) {
    if (sentAt !== undefined) {
      const found = await look(failure);
      if (found !== undefined) return finish(found, false);
      if (failure !== undefined && sends === SENDS) throw nothingMade(failure);
    }
    prepared ??= await prepare();
    const { change, at, send } = prepared;
    sentAt = clock.now();
    await steps.begin({ mark, sentAt }, [changeWrite(ports, caller, change)]);
    const made = await withRequestErrors(at, () => send(mark)).catch(async (error: unknown) => {
      if (error instanceof PlatformError) await steps.refuse([refusedWrite(ports, caller, change, error.failure)]);
      throw error;
    });
    if (!isUnanswered(made)) return finish(made, true);
    failure = made.unanswered;
  }

  /** Undefined once the platform has had its time to make it and to show it. */
  async function look(unanswered: PlatformFailure | undefined): Promise<M | undefined> {
    const { settleMs, answerMs, lagMs } = recipe.can;
    // What an attempt that died had sent may have left in its last moment: its time is counted from now.
    const givenUpAt = clock.now() + (unanswered === undefined ? answerMs : 0);
    // A code is the platform's own last word: nothing is made after it, though lists may lag behind.
    const deadline = givenUpAt + (unanswered?.code === undefined ? settleMs : lagMs);
    for (let pause = FIRST_QUESTION_MS; ; pause *= 2) {
      const found = await recipe.find(mark).catch((error: unknown) => {
        throw error instanceof PlatformError ? notKnown(unanswered ?? error.failure, recipe.what, steps.repeatable) : error;
      });
      if (found !== undefined || clock.now() >= deadline) return found;
      await clock.sleep(Math.min(pause, deadline - clock.now()));
    }
  }

  async function prepare() {
    try {
      return await recipe.prepare();
    } catch (error) {
      // The request no longer passes its checks and the earlier attempt created nothing: release the idempotency key.
      if (sentAt !== undefined) await steps.refuse([]);
      throw error;
    }
  }

  async function finish(made: M, isNew: boolean): Promise<A> {
    const { answer, writes } = await recipe.finish(made, isNew);
    await steps.conclude(answer, writes);
    return answer;
  }
}

const isUnanswered = <M>(made: M | Unanswered): made is Unanswered =>
  typeof made === 'object' && made !== null && 'unanswered' in made;

function notKnown(failure: PlatformFailure, what: string, hasKey: boolean): PlatformError {
  const message = `${failure.message} It may have been created all the same.`;
  const fix = hasKey
    ? `Send the same request with the same Idempotency-Key again: ${what} is looked for before anything is sent.`
    : `Look for ${what} in the ad account before trying again, or send an Idempotency-Key next time: then that is done for you.`;
  return new PlatformError({ ...failure, message, fix, retryable: hasKey });
}

function nothingMade(failure: PlatformFailure): PlatformError {
  const message = `${failure.message} Nothing was created: it was looked for afterwards.`;
  return new PlatformError({ ...failure, message, fix: 'Try again in a few minutes.', retryable: true });
}
