import { SlipwayError } from '../../core/base/errors.ts';
import type { Clock } from '../../core/ports/clock.ts';
import type { Way } from '../http/each-call.ts';

/**
 * How long calls under way are waited for. Longer ones wait for platforms, and their work is
 * repeated or goes on by itself.
 */
const PATIENCE_MS = 5_000;

/** The time in which a service inside a program can be called. */
interface Lifetime {
  /** Aborted when it begins to end: for what waits or goes on for long. */
  readonly ending: AbortSignal;
  /**
   * For calls from outside: once it has begun to end they are refused (`closed`), and those under
   * way are waited for.
   */
  readonly during: Way;
  /**
   * For what is called while calls under way and workers end: refused from the moment the parts are
   * let go of.
   */
  readonly untilShut: Way;
  /**
   * Ends it, once, however often it is asked to. `finish` runs while the parts are there, `shut`
   * lets go of them.
   */
  end(finish: () => Promise<void>, shut: () => Promise<void>): Promise<void>;
}

export const closedError = (): SlipwayError =>
  new SlipwayError('closed', 'This Slipway was closed. Make another with createSlipway to go on.');

export function createLifetime(clock: Clock): Lifetime {
  const ending = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let isShut = false;
  let giveUp: (error: SlipwayError) => void = () => undefined;
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  givenUp.catch(() => undefined);
  let ended: Promise<void> | undefined;

  const endNow = async (finish: () => Promise<void>, shut: () => Promise<void>): Promise<void> => {
    ending.abort();
    await Promise.race([Promise.allSettled([...underWay]), clock.sleep(PATIENCE_MS)]);
    await finish();
    isShut = true;
    giveUp(closedError());
    await shut();
  };

  return {
    ending: ending.signal,
    async during(call) {
      if (ending.signal.aborted) throw closedError();
      const work = call();
      underWay.add(work);
      try {
        return await Promise.race([work, givenUp]);
      } finally {
        underWay.delete(work);
      }
    },
    async untilShut(call) {
      if (isShut) throw closedError();
      return call();
    },
    end(finish, shut) {
      ended ??= endNow(finish, shut);
      return ended;
    },
  };
}
