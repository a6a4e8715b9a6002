import type { AccountKey } from '../base/account-key.ts';
import type { PlatformFailure } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import { type Json, kind, type Store, type Write } from '../ports/store.ts';
import { jobWrite } from '../records/job.ts';
import type { SentEffect } from './carry-out.ts';

/** Effects independent of each other, carried out in the background. One document: at most some hundred effects. */
export interface EffectPlan {
  readonly createdAt: number;
  readonly account: AccountKey;
  readonly state: 'running' | 'finished';
  readonly effects: readonly PlannedEffect[];
}

export interface PlannedEffect {
  readonly id: string;
  /** Names the handler: `comment.reply`. */
  readonly kind: string;
  readonly input: Json;
  readonly phase: 'pending' | 'sent' | 'done' | 'failed';
  readonly attempts: number;
  readonly notBefore: number;
  readonly sent?: SentEffect | undefined;
  readonly result?: Json;
  readonly failure?: PlatformFailure;
}

export const effectPlanKind = kind<EffectPlan>('effect-plan', { state: 'string', createdAt: 'number' });

export const EFFECTS_QUEUE = 'effects';

interface NewPlan {
  readonly companyId: string;
  readonly planId: string;
  readonly account: AccountKey;
  readonly effects: readonly Pick<PlannedEffect, 'id' | 'kind' | 'input'>[];
}

/** The plan alone, for a job that carries it out itself (`runEffects`). */
export function effectPlanWrite({ clock }: { readonly clock: Clock }, { companyId, planId, account, effects }: NewPlan): Write {
  const doc: EffectPlan = {
    createdAt: clock.now(),
    account,
    state: 'running',
    effects: effects.map(({ id, kind: of, input }) => ({ id, kind: of, input, phase: 'pending', attempts: 0, notBefore: 0 })),
  };
  return { kind: effectPlanKind, companyId, id: planId, expect: 'absent', doc };
}

/** The plan and its job, which leaves the plan to the caller for `delayMs`. */
export const effectPlanWrites = (ports: { readonly clock: Clock }, plan: NewPlan, delayMs = 0): Write[] => [
  effectPlanWrite(ports, plan),
  jobWrite(EFFECTS_QUEUE, plan.companyId, { subject: plan.planId, now: ports.clock.now(), uses: [plan.account], delayMs }),
];

export const readEffectPlan = async (store: Store, companyId: string, planId: string): Promise<EffectPlan | undefined> =>
  (await store.get(effectPlanKind, companyId, planId))?.doc;
