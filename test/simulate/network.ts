import { type FailureClass, PlatformError, type PlatformFailure } from '../../core/base/errors.ts';
import type { Access } from '../../core/ports/platform-accounts.ts';
import type { Choices } from './choices.ts';
import type { Faults } from './faults.ts';
import type { Owner, Schedule } from './schedule.ts';

/** What the platform promises, and keeps. */
export const TIMES = { settleMs: 10_000, answerMs: 6_000, lagMs: 3_000, growMs: 20_000 };
/**
 * The most that an effect comes after its answer was given up, so that with the lag of lists all is
 * seen in time.
 */
const LATE_MS = 5_000;

export type Heard<T> =
  | { readonly answer: T }
  | { readonly unanswered: PlatformFailure }
  | { readonly refused: PlatformFailure };

/** The way from a process to a platform and back. */
export interface Network {
  /** Throws PlatformError where the platform cannot be asked. */
  read<T>(access: Pick<Access, 'isLeaseHeld'>, what: string, look: () => T): Promise<T>;
  /** @param effect may throw PlatformError: then it is refused for good */
  write<T>(access: Pick<Access, 'isLeaseHeld'>, what: string, effect: () => T): Promise<Heard<T>>;
  /** In the words of the platform. */
  fail(kind: FailureClass): PlatformFailure;
}

interface Parts {
  readonly choices: Choices;
  readonly schedule: Schedule;
  readonly faults: Faults;
  readonly platform: string;
  note(what: string): void;
  /** After each effect. */
  done(): void;
}

export function createNetwork(
  { choices, schedule, faults, platform, note, done }: Parts,
  owner: Owner,
): Network {
  const fail = (kind: FailureClass, message = `The platform said ${kind}.`): PlatformFailure => ({
    platform,
    class: kind,
    message,
    fix: 'Wait.',
    retryable: ['throttled', 'transient', 'flaky'].includes(kind),
    traceId: 'T',
  });
  const wait = (ms: number) => new Promise<void>((resolve) => schedule.after(ms, owner, resolve));
  const refusal = (): PlatformFailure | undefined => {
    if (faults.strikes('transient refusal')) return fail('flaky');
    if (faults.strikes('throttled')) return fail('throttled');
    if (faults.strikes('rule broken')) return fail('rule');
    if (faults.strikes('token dead')) return fail('auth');
    return undefined;
  };
  const isFenced = ({ isLeaseHeld }: Pick<Access, 'isLeaseHeld'>) => isLeaseHeld?.() === false;

  return {
    fail,
    async read(access, what, look) {
      await wait(5 + choices.span('network', 200));
      if (isFenced(access)) throw new PlatformError(fail('throttled', 'Another works on it.'));
      await wait(10 + choices.span('network', 1_000));
      if (faults.strikes('cannot ask')) throw new PlatformError(fail('transient', 'No answer.'));
      if (faults.strikes('token dead')) throw new PlatformError(fail('auth'));
      note(`read ${what}`);
      const seen = look();
      await wait(10 + choices.span('network', 500));
      return seen;
    },

    async write<T>(
      access: Pick<Access, 'isLeaseHeld'>,
      what: string,
      effect: () => T,
    ): Promise<Heard<T>> {
      await wait(5 + choices.span('network', 200));
      // Asked as the request leaves. From here on it has its effect, whatever becomes of who sent
      // it.
      if (isFenced(access)) return { refused: fail('throttled', 'Another works on it.') };
      const onTheWay = 10 + choices.span('network', 2_000);
      const back = 10 + choices.span('network', 1_000);
      if (faults.strikes('request lost')) {
        note(`lost on the way: ${what}`);
        await wait(TIMES.answerMs);
        return { unanswered: fail('transient', 'No answer.') };
      }
      const isLate = faults.strikes('effect late');
      const isMute = isLate || faults.strikes('answer lost');
      const refused = isMute ? undefined : refusal();
      return new Promise((resolve) => {
        schedule.after(
          onTheWay + (isLate ? TIMES.answerMs - 2_000 + choices.span('network', LATE_MS - 200) : 0),
          undefined,
          () => {
            if (refused !== undefined) {
              note(`refused ${refused.class}: ${what}`);
              schedule.after(back, owner, () => resolve({ refused }));
              return;
            }
            const answer = settled(effect);
            done();
            if (answer instanceof PlatformError) {
              note(`refused: ${what}, ${answer.message}`);
              if (!isMute) schedule.after(back, owner, () => resolve({ refused: answer.failure }));
              return;
            }
            note(`done${isMute ? ', not told' : ''}: ${what}`);
            if (!isMute) schedule.after(back, owner, () => resolve({ answer }));
          },
        );
        if (isMute)
          schedule.after(TIMES.answerMs, owner, () =>
            resolve({ unanswered: fail('transient', 'No answer.') }),
          );
      });
    },
  };
}

function settled<T>(effect: () => T): T | PlatformError {
  try {
    return effect();
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
}
