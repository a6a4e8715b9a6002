import type { AccountKey } from '../base/account-key.ts';
import type { PlatformFailure } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import { type Json, kind, type Store, type Write } from '../ports/store.ts';
import { jobWrite } from '../records/job.ts';
import type { SentEffect } from './carry-out.ts';

/** Effects that do not depend on each other, to be carried out in the background. One document: at most some hundred of them. */
export interface EffectPlan {
  readonly createdAt: number;
  readonly account: AccountKey;
  readonly state: 'running' | 'finished';
  readonly effects: readonly PlannedEffect[];
}

export interface PlannedEffect {
  /** Unique in its plan. */
  readonly id: string;
  /** Which handler carries it out: `comment.reply`. */
  readonly kind: string;
  /** What the handler needs. */
  readonly input: Json;
  readonly phase: 'pending' | 'sent' | 'done' | 'failed';
  readonly attempts: number;
  readonly notBefore: number;
  /** Set from the moment it may have left. */
  readonly sent?: SentEffect | undefined;
  /** Once done: what the handler says was made. */
  readonly result?: Json;
  readonly failure?: PlatformFailure;
}

export const effectPlanKind = kind<EffectPlan>('effect-plan', { state: 'string', createdAt: 'number' });

export const EFFECTS_QUEUE = 'effects';

/** The plan alone, for a job that carries it out itself (`runEffects`). */
export function effectPlanWrite(
  { clock }: { readonly clock: Clock },
  companyId: string,
  planId: string,
  account: AccountKey,
  effects: readonly Pick<PlannedEffect, 'id' | 'kind' | 'input'>[],
): Write {
  const doc: EffectPlan = {
    createdAt: clock.now(),
    account,
    state: 'running',
    effects: effects.map(({ id, kind: of, input }) => ({ id, kind: of, input, phase: 'pending', attempts: 0, notBefore: 0 })),
  };
  return { kind: effectPlanKind, companyId, id: planId, expect: 'absent', doc };
}

/** The plan and its job, to be committed with whatever wants it. */
export function effectPlanWrites(
  { clock }: { readonly clock: Clock },
  companyId: string,
  planId: string,
  account: AccountKey,
  effects: readonly Pick<PlannedEffect, 'id' | 'kind' | 'input'>[],
  /** For how long the job leaves the plan to whoever has written it. */
  delayMs = 0,
): Write[] {
  return [
    effectPlanWrite({ clock }, companyId, planId, account, effects),
    jobWrite(EFFECTS_QUEUE, companyId, planId, clock.now(), [account], delayMs),
  ];
}

export const readEffectPlan = async (store: Store, companyId: string, planId: string): Promise<EffectPlan | undefined> =>
  (await store.get(effectPlanKind, companyId, planId))?.doc;
