import type { Actor } from '../../access/caller.ts';
import { type AccountAccess, whileHeld } from '../../accounts/access.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import type { RequestFields } from '../../base/refusal.ts';
import type { Judgement } from '../../gate/gate.ts';
import { oneAtATime } from '../../gate/one-at-a-time.ts';
import type { EntityType } from '../../ports/platform-accounts.ts';
import type { EditResult } from '../../ports/platform-changes.ts';
import type { Standing } from '../../ports/platform-update.ts';
import type { Json, Write } from '../../ports/store.ts';
import { type Once, type Steps, unkeyed } from '../../records/once.ts';
import { refusedWrite } from '../edit/trace.ts';
import type { ManagePorts } from '../open-account.ts';
import { type Begun, carryOutSteps, traceOf } from './carry-out.ts';

/** What is done to one object that exists. Its values are absolute, so that the object itself tells whether it was done. */
export interface ChangeStep {
  /** Of the object. */
  readonly id: string;
  readonly type?: EntityType | undefined;
  readonly name?: string | undefined;
  /** As the audit calls it: `ad.status`. */
  readonly action: string;
  readonly before?: Values | undefined;
  readonly after?: Values | undefined;
}

type Values = { readonly [field: string]: Json };

/** A change as a value. `X`: what else its answer tells of the objects as they were. */
export interface ChangePlan<X> {
  readonly steps: readonly ChangeStep[];
  readonly own: X;
}

/** What became of a step. */
export interface Changed extends EditResult {
  readonly endsBy?: 'platform' | 'adset' | 'schedule' | undefined;
}

/** What a kind of change knows; all else is the same for all of them. */
export interface Changing<X extends object, A extends object, C extends AccountAccess = AccountAccess> {
  readonly account: C;
  /** It may start or raise spending: no other such change of the account is under way meanwhile. */
  readonly inTurn: boolean;
  /** Where one object alone is changed, and its refusal is that of the request. */
  readonly at?: RequestFields | undefined;
  /** An error of `send` means that nothing was sent. */
  readonly throwsUnsent?: true;
  /** Reads the objects. Throws what forbids the change. `former`: an attempt that was begun, perhaps sent, without its steps. */
  draw(account: C, former: X | undefined): Promise<ChangePlan<X>>;
  /** What the gate must see of the steps that are about to leave. Absent: they start and raise nothing. */
  judge?(account: C, plan: ChangePlan<X>, isFirst: boolean): Promise<Judgement | undefined>;
  /** One result each, in order. */
  send(account: C, plan: ChangePlan<X>): Promise<readonly Changed[]>;
  /** How the objects stand, after an attempt without an answer. */
  look(account: C, plan: ChangePlan<X>): Promise<readonly (Standing | PlatformFailure)[]>;
  /** With what is written in the commit of the answer. */
  answer(plan: ChangePlan<X>, changed: ReadonlyMap<string, Changed>): Promise<Answered<A>>;
}

export interface Answered<A> {
  readonly answer: A;
  readonly writes?: readonly Write[];
}

/**
 * Carries a change out once: its plan and its journal stand in the record of the request's Idempotency-Key. A repetition of
 * what was cut off looks at the objects, changes those that stand as before, and gets the same answer.
 */
export function changeOnce<X extends object, A extends object, C extends AccountAccess>(
  ports: ManagePorts,
  caller: Actor,
  open: () => Promise<Changing<X, A, C>>,
  once: Once = unkeyed(ports.store),
): Promise<A> {
  return once.inSteps<Begun<X>, A>(async (steps) => changeIn(ports, caller, await open(), steps));
}

/** The same in a request whose steps are known. */
export const changeIn = <X extends object, A extends object, C extends AccountAccess>(
  ports: ManagePorts,
  caller: Actor,
  changing: Changing<X, A, C>,
  steps: Steps<Begun<X>, A>,
): Promise<A> =>
  changeNow(ports, caller, changing, steps, async (plan, changed) => {
    const { answer, writes = [] } = await changing.answer(plan, changed);
    const refused = plan.steps.flatMap((step) => {
      const failure = changed.get(step.id)?.failure;
      return failure === undefined ? [] : [refusedWrite(ports, caller, traceOf(changing.account, step), failure)];
    });
    await steps.conclude(answer, [...refused, ...writes]);
    return answer;
  });

/** The same for a plan that has a journal of its own. `then` in the same turn of the account. */
export function changeNow<X extends object, A extends object, C extends AccountAccess, T>(
  ports: ManagePorts,
  caller: Actor,
  changing: Changing<X, A, C>,
  steps: Pick<Steps<Begun<X>, A>, 'begun' | 'isHeld' | 'begin' | 'refuse'>,
  then: (plan: ChangePlan<X>, changed: ReadonlyMap<string, Changed>) => Promise<T>,
): Promise<T> {
  const { companyId } = caller;
  const work = async (isHeld: () => boolean): Promise<T> => {
    const account = whileHeld(changing.account, () => steps.isHeld() && isHeld());
    const plan = await planOf({ ...changing, account }, steps.begun);
    return then(plan, await carryOutSteps(ports, caller, { ...changing, account }, plan, steps));
  };
  return changing.inTurn ? oneAtATime(ports, { companyId, key: changing.account.key }, work) : work(() => true);
}

async function planOf<X extends object, A extends object, C extends AccountAccess>(
  { draw, account }: Changing<X, A, C>,
  begun: Begun<X> | undefined,
): Promise<ChangePlan<X>> {
  if (begun?.steps === undefined) return draw(account, begun);
  const { steps, entries: _, ...own } = begun;
  return { steps, own: own as unknown as X };
}
