import type { Actor } from '../../access/caller.ts';
import { type AccountAccess, whileHeld } from '../../accounts/access.ts';
import { oneAtATime } from '../../gate/one-at-a-time.ts';
import { type Once, type Steps, unkeyed } from '../../records/once.ts';
import { refusedWrite } from '../edit/trace.ts';
import type { ManagePorts } from '../open-account.ts';
import { type Begun, carryOutSteps, traceOf } from './carry-out.ts';
import type { Changed, ChangePlan, Changing } from './changing.ts';

/**
 * Carries a change out once: its plan and its journal stand in the record of the request's
 * Idempotency-Key. A repetition of what was cut off looks at the objects, changes those that stand
 * as before, and gets the same answer.
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
      return failure === undefined
        ? []
        : [refusedWrite(ports, caller, traceOf(changing.account, step), failure)];
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
  return changing.inTurn
    ? oneAtATime(ports, { companyId, key: changing.account.key }, work)
    : work(() => true);
}

async function planOf<X extends object, A extends object, C extends AccountAccess>(
  { draw, account }: Changing<X, A, C>,
  begun: Begun<X> | undefined,
): Promise<ChangePlan<X>> {
  if (begun?.steps === undefined) return draw(account, begun);
  const { steps, entries: _, ...own } = begun;
  return { steps, own: own as unknown as X };
}
