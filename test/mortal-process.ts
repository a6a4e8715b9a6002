import type { Sandbox } from '../adapters/sandbox/sandbox.ts';
import type { Clock } from '../core/ports/clock.ts';
import type { Store } from '../core/ports/store.ts';
import { crashing } from './crashing-store.ts';

/**
 * Just before a commit or just after it, or with a change made at a platform whose answer never
 * arrived; counted from 1.
 */
export interface Cut {
  readonly at: number;
  readonly when: 'before' | 'after' | 'unanswered';
}

interface Parts<C extends Clock> {
  readonly store: Store;
  readonly clock: C;
  readonly sandbox: Sandbox;
}

export interface MortalParts<C extends Clock> extends Parts<C> {
  readonly died: Promise<'died'>;
}

/**
 * What a process works with until it is cut: from then on it commits nothing, sends nothing, hears
 * nothing and never wakes, as a killed one. What it had sent has its effect.
 */
export function mortal<C extends Clock>(
  { store, clock, sandbox }: Parts<C>,
  cut?: Cut,
): MortalParts<C> {
  const died = Promise.withResolvers<'died'>();
  const silence = new Promise<never>(() => {});
  let isDead = false;
  let changes = 0;
  const die = () => {
    isDead = true;
    died.resolve('died');
  };
  const living =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (isDead) return silence;
      try {
        const answer = await call(...args);
        return isDead ? silence : answer;
      } catch (error) {
        if (isDead) return silence;
        throw error;
      }
    };
  const sleeping = (given: Clock) => ({ sleep: living((ms: number) => given.sleep(ms)) });
  const dying =
    cut === undefined || cut.when === 'unanswered'
      ? store
      : crashing(store, { at: cut.at, when: cut.when, onDeath: die });
  return {
    died: died.promise,
    clock: {
      ...clock,
      ...sleeping(clock),
      ...('idle' in clock && {
        idle: { ...(clock.idle as Clock), ...sleeping(clock.idle as Clock) },
      }),
    },
    sandbox: {
      close: () => undefined,
      fetch: living(async (request: Request) => {
        const isLast =
          request.method !== 'GET' && ++changes === cut?.at && cut.when === 'unanswered';
        const response = await sandbox.fetch(request);
        if (isLast) die();
        return response;
      }),
    },
    store: {
      get: living(dying.get) as Store['get'],
      find: living(dying.find) as Store['find'],
      count: living(dying.count) as Store['count'],
      commit: living(dying.commit),
      close: async () => undefined,
    },
  };
}
