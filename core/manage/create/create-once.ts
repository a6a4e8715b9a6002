import type { Actor } from '../../access/caller.ts';
import { type RequestFields, withRequestErrors } from '../../base/refusal.ts';
import { carryOutEffect, type SentEffect } from '../../effects/carry-out.ts';
import type { Effect } from '../../effects/effect.ts';
import type { Unanswered } from '../../ports/platform-create.ts';
import type { Write } from '../../ports/store.ts';
import { steadyClock } from '../../records/lease.ts';
import { type Once, unkeyed } from '../../records/once.ts';
import { type Change, changeWrite, refusedWrite } from '../edit/trace.ts';
import type { ManagePorts } from '../open-account.ts';

/** `M`: what the platform made, `A`: the answer to the request. */
export interface Creating<M, A> extends Pick<Effect<M>, 'what' | 'times' | 'find'> {
  /** Throws with the place in the request. */
  prepare(): Promise<{
    readonly change: Change;
    readonly at: RequestFields;
    send(mark: string): Promise<M | Unanswered>;
  }>;
  /** Harmless when repeated. */
  finish(
    made: M,
    isNew: boolean,
  ): Promise<{ readonly answer: A; readonly writes: readonly Write[] }>;
}

/**
 * Creates one object once: an effect whose journal is the record of the request's Idempotency-Key.
 * Without a key the same holds within the request.
 */
export const createOnce = <M, A extends object>(
  ports: ManagePorts,
  caller: Actor,
  open: (isHeld: () => boolean) => Promise<Creating<M, A>>,
  once: Once = unkeyed(ports.store),
): Promise<A> =>
  once.inSteps<SentEffect, A>(async (steps) => {
    const { what, times, find, prepare, finish } = await open(steps.isHeld);
    const effect: Effect<M> = {
      what,
      times,
      find,
      async prepare() {
        const { change, at, send } = await prepare();
        return {
          trace: () => [changeWrite(ports, caller, change)],
          refused: (failure) => [refusedWrite(ports, caller, change, failure)],
          send: (mark) => withRequestErrors(at, () => send(mark)),
        };
      },
    };
    const { made, isNew } = await carryOutEffect(
      { ...ports, clock: steadyClock(ports.clock) },
      effect,
      steps,
    );
    const { answer, writes } = await finish(made, isNew);
    await steps.conclude(answer, writes);
    return answer;
  });
