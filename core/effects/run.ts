import {
  type AccessPorts,
  type AccountAccess,
  accessAccount,
  whileHeld,
} from '../accounts/access.ts';
import { defined } from '../base/defined.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../base/errors.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobDone } from '../ports/jobs.ts';
import type { Access } from '../ports/platform-accounts.ts';
import type { Json, Stored } from '../ports/store.ts';
import { type Lease, LeaseLost } from '../records/lease.ts';
import { type WorkerOptions, workUnderLease } from '../records/work-under-lease.ts';
import { carryOn, type Outcomes } from './carry-on.ts';
import { type Effect, type EffectSettled, workOnEffects } from './effect.ts';
import { openJournal } from './journal.ts';
import { type EffectPlan, effectPlanKind, foldPlan, readEffectPlan } from './plan.ts';
import { later, sendsAllowed } from './policy.ts';
import { afterCrash, applyEntry, fresh, rebase, withWaits } from './state.ts';
import type { Entry } from './step.ts';
import { waitedMs } from './waiting.ts';

export interface EffectPorts extends AccessPorts {
  readonly clock: Clock;
}

export type EffectHandler = (
  account: { readonly platform: AdPlatform; readonly access: Access },
  input: Json,
) => Effect<Json>;

export type EffectHandlers = { readonly [kind: string]: EffectHandler };

/**
 * A platform that cannot be asked about a step for this long is not asked any more: the step stays
 * in doubt.
 */
const ASKED_IN_VAIN_MS = 10 * 60_000;

/**
 * Carries a plan on from where it stands, one step after the other. Any number of workers may call
 * it at any time: the lease lets one in, the document says what is left, and what may have happened
 * is looked for before it is sent again.
 */
export async function runEffects(
  outer: EffectPorts,
  { companyId, planId }: { readonly companyId: string; readonly planId: string },
  handlers: EffectHandlers,
  { stopping = () => false, ...options }: WorkerOptions,
): Promise<JobDone> {
  return workUnderLease(outer, companyId, {
    name: `effects:${planId}`,
    ...options,
    work: async (lease) => {
      const ports = { ...outer, clock: lease.clock };
      const stored = await readEffectPlan(ports.store, companyId, planId);
      if (stored === undefined || stored.doc.state === 'finished') return undefined;
      const run = openPlan(ports, lease, companyId, stored);
      const open = afterCrash(
        run.states,
        ports.clock.now(),
        () => false,
      ) as Outcomes<EffectSettled>;
      if (Object.keys(open).length > 0) await run.record({ outcomes: open });
      const account = await opened(ports, companyId, stored.doc, lease.isHeld);
      const again = await carryOn(workOn(run, account, { handlers, stopping, lease }));
      if (again !== undefined) return again;
      await run.finish();
      return undefined;
    },
  });
}

function openPlan(
  { store, clock }: EffectPorts,
  lease: Lease,
  companyId: string,
  stored: Stored<EffectPlan>,
) {
  const states = rebase(foldPlan(stored.doc), clock.now());
  const journal = openJournal<EffectPlan, Omit<Entry<EffectSettled>, 'at'>, Entry<EffectSettled>>(
    store,
    lease,
    companyId,
    stored,
    {
      head: effectPlanKind,
      next(_id, head, note, at, change) {
        const entry = { ...note, at };
        const journal = [...head.journal, entry];
        return { entry, head: { ...head, journal, entries: journal.length, ...change } };
      },
      writes: () => [],
    },
  );
  return {
    clock,
    states,
    steps: stored.doc.steps.map((step) => ({
      ...step,
      account: stored.doc.account,
      dependsOn: step.dependsOn ?? [],
    })),
    async record({ outcomes, ...entry }: Omit<Entry<EffectSettled>, 'at'>): Promise<void> {
      const at = clock.now();
      const waited = outcomes && withWaits(outcomes, states, at);
      applyEntry(states, await journal.append({ ...entry, ...defined({ outcomes: waited }) }, at));
    },
    finish: () => journal.append({}, clock.now(), () => ({ state: 'finished' })),
  };
}

type Run = ReturnType<typeof openPlan>;

/** The account, or why it cannot be reached. */
async function opened(
  ports: EffectPorts,
  companyId: string,
  { account }: EffectPlan,
  isHeld: () => boolean,
): Promise<AccountAccess | PlatformFailure> {
  try {
    return whileHeld(await accessAccount(ports, companyId, account), isHeld);
  } catch (error) {
    return failureIn(error);
  }
}

const workOn = (
  { clock, states, steps, record }: Run,
  account: AccountAccess | PlatformFailure,
  {
    handlers,
    stopping,
    lease,
  }: { handlers: EffectHandlers; stopping: () => boolean; lease: Lease },
) =>
  workOnEffects<Json, Run['steps'][number]>({
    clock,
    states,
    steps,
    stopping,
    isHeld: lease.isHeld,
    renew: lease.renew,
    record,
    effectOf({ kind, input }) {
      const handler = handlers[kind];
      if (handler === undefined)
        throw new Error(`There is no handler for effects of the kind ${kind}.`);
      if ('class' in account) throw new PlatformError(account);
      return handler(account, input);
    },
    async refused({ id }, error) {
      const failure = failureIn(error);
      const allowed = sendsAllowed(failure, false);
      return (
        later(id, states.get(id), failure, { now: clock.now(), allowed }) ?? {
          to: 'failed',
          failure,
        }
      );
    },
    givenUp: (failure) => ({ to: 'failed', failure }),
    otherwise: (error) => ({ to: 'failed', failure: failureIn(error) }),
    cannotAsk({ id }, failure, until) {
      const isOver =
        !failure.retryable || waitedMs(states.get(id) ?? fresh, clock.now()) > ASKED_IN_VAIN_MS;
      return isOver ? { to: 'failed', failure } : { to: 'unknown', notBefore: until };
    },
  });

/** What the user can know of becomes a reason; anything else is our fault and stops the job. */
function failureIn(error: unknown): PlatformFailure {
  if (!(error instanceof SlipwayError) || error instanceof LeaseLost) throw error;
  if (error instanceof PlatformError) return error.failure;
  const [fault] = error.details;
  return {
    ...defined({ code: fault?.code }),
    platform: '',
    class: 'rule',
    message: error.message,
    fix: 'Correct that and ask again.',
    retryable: false,
    traceId: '',
  };
}
