import { type AccessPorts, accessAccount, whileHeld } from '../accounts/access.ts';
import { PlatformError, type PlatformFailure, SlipwayError } from '../base/errors.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobDone } from '../ports/jobs.ts';
import type { Access } from '../ports/platform-accounts.ts';
import type { Json, Stored } from '../ports/store.ts';
import { type Lease, LeaseLost } from '../records/lease.ts';
import { type WorkerOptions, workUnderLease } from '../records/work-under-lease.ts';
import { carryOutEffect, type Effect, OutcomeUnknown } from './carry-out.ts';
import { type EffectPlan, effectPlanKind, type PlannedEffect } from './plan.ts';
import { pauseBefore } from './policy.ts';

export interface EffectPorts extends AccessPorts {
  readonly clock: Clock;
}

export type EffectHandler = (account: { readonly platform: AdPlatform; readonly access: Access }, input: Json) => Effect<Json>;

export type EffectHandlers = { readonly [kind: string]: EffectHandler };

/** For effects that were refused, or cannot be asked about. */
const MAX_ATTEMPTS = 8;
const MAX_THROTTLED = 200;

/**
 * Carries a plan on from where it stands. Any number of workers may call it at any time: the lease lets one in, the
 * document says what is left, and what may have happened is looked for before it is sent again.
 */
export async function runEffects(
  outer: EffectPorts,
  { companyId, planId }: { readonly companyId: string; readonly planId: string },
  handlers: EffectHandlers,
  options: WorkerOptions,
): Promise<JobDone> {
  return workUnderLease(outer, companyId, {
    name: `effects:${planId}`,
    ...options,
    work: async (lease) => {
      const ports = { ...outer, clock: lease.clock };
      const stored = await ports.store.get(effectPlanKind, companyId, planId);
      if (stored === undefined || stored.doc.state === 'finished') return undefined;
      const plan = openPlan(lease, companyId, stored);
      const again: number[] = [];
      for (const { id } of stored.doc.effects) {
        if (options.stopping?.()) return { againAt: ports.clock.now() };
        const due = await carryOn(ports, plan, id, handlers);
        if (due !== undefined) again.push(due);
      }
      if (again.length > 0) return { againAt: Math.min(...again) };
      await plan.finish();
      return undefined;
    },
  });
}

function openPlan(lease: Lease, companyId: string, { id, version: first, doc: initial }: Stored<EffectPlan>) {
  let version = first;
  let doc = initial;
  const write = async (next: EffectPlan): Promise<void> => {
    const conflict = await lease.commit([{ kind: effectPlanKind, companyId, id, expect: version, doc: next }]);
    if (conflict !== undefined) throw new Error(`Another process has written the plan ${id}.`);
    version += 1;
    doc = next;
  };
  return {
    companyId,
    isHeld: lease.isHeld,
    account: () => doc.account,
    effect: (effectId: string): PlannedEffect | undefined => doc.effects.find((each) => each.id === effectId),
    change: (effectId: string, change: Partial<PlannedEffect>) =>
      write({ ...doc, effects: doc.effects.map((each) => (each.id === effectId ? { ...each, ...change } : each)) }),
    finish: () => write({ ...doc, state: 'finished' }),
  };
}

/** Undefined when the effect is settled; otherwise the time to come back to it. */
async function carryOn(
  ports: EffectPorts,
  plan: ReturnType<typeof openPlan>,
  id: string,
  handlers: EffectHandlers,
): Promise<number | undefined> {
  const planned = plan.effect(id);
  if (planned === undefined || planned.phase === 'done' || planned.phase === 'failed') return undefined;
  if (planned.notBefore > ports.clock.now()) return planned.notBefore;
  const handler = handlers[planned.kind];
  if (handler === undefined) throw new Error(`There is no handler for effects of the kind ${planned.kind}.`);
  try {
    const account = whileHeld(await accessAccount(ports, plan.companyId, plan.account()), plan.isHeld);
    const { made } = await carryOutEffect(ports, handler(account, planned.input), {
      begun: planned.sent,
      repeatable: true,
      begin: (sent) => plan.change(id, { phase: 'sent', sent }),
      refuse: async () => undefined,
    });
    await plan.change(id, { phase: 'done', result: made });
    return undefined;
  } catch (error) {
    if (!(error instanceof SlipwayError) || error instanceof LeaseLost) throw error;
    return settleRefusal(ports.clock.now(), plan, id, error);
  }
}

/** Repeats later a refusal that may pass; what may have happened stays sent, so that it is looked for first. */
async function settleRefusal(
  now: number,
  plan: ReturnType<typeof openPlan>,
  id: string,
  error: SlipwayError,
): Promise<number | undefined> {
  const failure = failureOf(error);
  const isOpen = error instanceof OutcomeUnknown;
  const planned = plan.effect(id);
  const attempts = (planned?.attempts ?? 0) + 1;
  const allowed = failure.class === 'throttled' ? MAX_THROTTLED : failure.retryable || isOpen ? MAX_ATTEMPTS : 0;
  const notBefore = now + (failure.retryAfterMs ?? pauseBefore(id, attempts));
  const ends = attempts >= allowed;
  await plan.change(id, {
    phase: ends ? 'failed' : isOpen ? 'sent' : 'pending',
    attempts,
    notBefore,
    failure,
    // A refusal is an answer: there is nothing to look for.
    ...(!isOpen && { sent: undefined }),
  });
  return ends ? undefined : notBefore;
}

function failureOf(error: SlipwayError): PlatformFailure {
  if (error instanceof PlatformError) return error.failure;
  const [fault] = error.details;
  return {
    ...(fault !== undefined && { code: fault.code }),
    platform: '',
    class: 'rule',
    message: error.message,
    fix: 'Correct that and ask again.',
    retryable: false,
    traceId: '',
  } as PlatformFailure;
}
