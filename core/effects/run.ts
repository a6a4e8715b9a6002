import { type AccessPorts, type AccountAccess, accessAccount, whileHeld } from '../accounts/access.ts';
import { defined } from '../base/defined.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../base/errors.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobDone } from '../ports/jobs.ts';
import type { Access } from '../ports/platform-accounts.ts';
import type { Unanswered } from '../ports/platform-create.ts';
import type { Json, Stored } from '../ports/store.ts';
import { type Lease, LeaseLost } from '../records/lease.ts';
import { type WorkerOptions, workUnderLease } from '../records/work-under-lease.ts';
import { carryOn, type Outcomes, type Work } from './carry-on.ts';
import { type Effect, isUnanswered, type PreparedEffect } from './carry-out.ts';
import { openJournal } from './journal.ts';
import { type EffectPlan, type EffectSettled, effectPlanKind, foldPlan, type PlannedEffect, readEffectPlan } from './plan.ts';
import { later, notSeen, sendsAllowed } from './policy.ts';
import { nextStep } from './schedule.ts';
import { afterCrash, applyEntry, fresh, rebase, withWaits } from './state.ts';
import type { Entry } from './step.ts';
import { waitedMs } from './waiting.ts';

export interface EffectPorts extends AccessPorts {
  readonly clock: Clock;
}

export type EffectHandler = (account: { readonly platform: AdPlatform; readonly access: Access }, input: Json) => Effect<Json>;

export type EffectHandlers = { readonly [kind: string]: EffectHandler };

/** A platform that cannot be asked about a step for this long is not asked any more: the step stays in doubt. */
const ASKED_IN_VAIN_MS = 10 * 60_000;

/**
 * Carries a plan on from where it stands, one step after the other. Any number of workers may call it at any time: the lease
 * lets one in, the document says what is left, and what may have happened is looked for before it is sent again.
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
      const open = afterCrash(run.states, ports.clock.now(), () => false) as Outcomes<EffectSettled>;
      if (Object.keys(open).length > 0) await run.record({ outcomes: open });
      const account = await opened(ports, companyId, stored.doc, lease.isHeld);
      const again = await carryOn(workOn(run, account, { handlers, stopping, lease }));
      if (again !== undefined) return again;
      await run.finish();
      return undefined;
    },
  });
}

function openPlan({ store, clock }: EffectPorts, lease: Lease, companyId: string, stored: Stored<EffectPlan>) {
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
    steps: stored.doc.steps.map((step) => ({ ...step, account: stored.doc.account, dependsOn: [] })),
    async record({ outcomes, ...entry }: Omit<Entry<EffectSettled>, 'at'>): Promise<void> {
      const at = clock.now();
      const waited = outcomes && withWaits(outcomes, states, at);
      applyEntry(states, await journal.append({ ...entry, ...defined({ outcomes: waited }) }, at));
    },
    finish: () => journal.append({}, clock.now(), () => ({ state: 'finished' })),
  };
}

type Run = ReturnType<typeof openPlan>;
type Answer = { readonly made: Json } | Unanswered | EffectRefusal;
interface EffectRefusal {
  readonly refused: PlatformFailure;
}

/** The account, or why it cannot be reached. */
async function opened(
  ports: EffectPorts,
  companyId: string,
  { account }: EffectPlan,
  isHeld: () => boolean,
): Promise<AccountAccess | EffectRefusal> {
  try {
    return whileHeld(await accessAccount(ports, companyId, account), isHeld);
  } catch (error) {
    return refusedFor(error);
  }
}

function workOn(
  { clock, states, steps, record }: Run,
  account: AccountAccess | EffectRefusal,
  { handlers, stopping, lease }: { handlers: EffectHandlers; stopping: () => boolean; lease: Lease },
): Work<Run['steps'][number], Answer, EffectSettled> {
  const stateOf = ({ id }: PlannedEffect) => states.get(id) ?? fresh;
  const effectOf = ({ kind, input }: PlannedEffect): Effect<Json> => {
    const handler = handlers[kind];
    if (handler === undefined) throw new Error(`There is no handler for effects of the kind ${kind}.`);
    if ('refused' in account) throw new PlatformError(account.refused);
    return handler(account, input);
  };
  const prepared = new Map<string, PreparedEffect<Json>>();
  const afterRefusal = (step: PlannedEffect, failure: PlatformFailure, now: number): Outcomes<EffectSettled> => ({
    [step.id]: later(step.id, stateOf(step), failure, { now, allowed: sendsAllowed(failure, false) }) ?? {
      to: 'failed',
      failure,
    },
  });
  return {
    clock,
    states,
    stopping,
    isHeld: lease.isHeld,
    renew: lease.renew,
    next(now) {
      const next = nextStep(steps, states, now);
      return next.do === 'ask' || next.do === 'send' ? { ...next, steps: next.steps.slice(0, 1) } : next;
    },
    waveSize: 1,
    async sending(leaving) {
      for (const step of leaving)
        try {
          prepared.set(step.id, await effectOf(step).prepare());
          await record({ sending: [step.id] });
        } catch (error) {
          await record({ outcomes: afterRefusal(step, refusedFor(error).refused, clock.now()) });
          return [];
        }
      return leaving;
    },
    send: (wave) =>
      Promise.all(
        wave.map(async ({ id, mark }) => {
          try {
            const made = await prepared.get(id)?.send(mark);
            return made === undefined || isUnanswered(made) ? made : { made };
          } catch (error) {
            return refusedFor(error);
          }
        }),
      ),
    find: (open) =>
      Promise.all(
        open.map(async (step) => {
          const made = await effectOf(step).find(step.mark);
          return made === undefined ? undefined : { made };
        }),
      ),
    settle(step, answer, now) {
      if ('refused' in answer) return afterRefusal(step, answer.refused, now);
      if ('made' in answer) return { [step.id]: { to: 'done', made: answer.made } };
      const { unanswered: failure } = answer;
      // A code is the platform's last word: it makes nothing after it, though lists may lag.
      const answered = failure.code !== undefined && { answered: true as const };
      return { [step.id]: { to: 'unknown', notBefore: now, failure, ...answered } };
    },
    notSeen(step, now) {
      const state = stateOf(step);
      const next = notSeen(state, now, effectOf(step).times);
      if (next !== undefined || state.lastFailure === undefined) return { [step.id]: next ?? { to: 'pending', notBefore: now } };
      return { [step.id]: { to: 'failed', failure: state.lastFailure } };
    },
    cannotAsk(open, failure, until) {
      const ends = (step: PlannedEffect) => !failure.retryable || waitedMs(stateOf(step), clock.now()) > ASKED_IN_VAIN_MS;
      const outcomes = open.map((step): [string, EffectSettled] => [
        step.id,
        ends(step) ? { to: 'failed', failure } : { to: 'unknown', notBefore: until },
      ]);
      return record({ outcomes: Object.fromEntries(outcomes) });
    },
    settled: (outcomes) => record({ outcomes }),
  };
}

/** What the user can know of becomes a reason; anything else is our fault and stops the job. */
function refusedFor(error: unknown): EffectRefusal {
  if (!(error instanceof SlipwayError) || error instanceof LeaseLost) throw error;
  if (error instanceof PlatformError) return { refused: error.failure };
  const [fault] = error.details;
  return {
    refused: {
      ...defined({ code: fault?.code }),
      platform: '',
      class: 'rule',
      message: error.message,
      fix: 'Correct that and ask again.',
      retryable: false,
      traceId: '',
    },
  };
}
