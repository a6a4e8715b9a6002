import type { AccountKey } from '../base/account-key.ts';
import type { PlatformFailure } from '../base/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import { type Json, kind, type Store, type Stored, type Write } from '../ports/store.ts';
import { jobWrite } from '../records/job.ts';
import { randomText } from '../records/random-id.ts';
import type { EffectSettled, EffectStates } from './effect.ts';
import { foldEntries } from './state.ts';
import type { Entry } from './step.ts';

/**
 * Steps carried out in the background, one after the other. One document, its journal too: at most
 * some hundred steps.
 */
export interface EffectPlan {
  readonly createdAt: number;
  readonly account: AccountKey;
  readonly state: 'running' | 'finished';
  readonly steps: readonly PlannedEffect[];
  readonly journal: readonly Entry<EffectSettled>[];
  readonly entries: number;
}

interface PlannedEffect {
  readonly id: string;
  /** Names the handler: `comment.reply`. */
  readonly kind: string;
  readonly input: Json;
  /** What the platform is asked for it by. */
  readonly mark: string;
  /** Steps before it that must be done first: where one of them fails, it is not begun. */
  readonly dependsOn?: readonly string[];
}

export const effectPlanKind = kind<EffectPlan>('effect-plan', {
  state: 'string',
  createdAt: 'number',
});

export const EFFECTS_QUEUE = 'effects';

interface NewPlan {
  readonly companyId: string;
  readonly planId: string;
  readonly account: AccountKey;
  readonly effects: readonly Pick<PlannedEffect, 'id' | 'kind' | 'input' | 'dependsOn'>[];
}

interface PlanPorts {
  readonly clock: Clock;
  readonly secrets: Secrets;
}

export const newEffectPlan = (
  { clock, secrets }: PlanPorts,
  { account, effects }: Omit<NewPlan, 'companyId' | 'planId'>,
): EffectPlan => ({
  createdAt: clock.now(),
  account,
  state: 'running',
  steps: effects.map((effect) => ({ ...effect, mark: `slipway-${randomText(secrets, 12)}` })),
  journal: [],
  entries: 0,
});

/** The plan alone, for a job that carries it out itself (`runEffects`). */
export const effectPlanWrite = (
  ports: PlanPorts,
  { companyId, planId, ...plan }: NewPlan,
): Write => ({
  kind: effectPlanKind,
  companyId,
  id: planId,
  expect: 'absent',
  doc: newEffectPlan(ports, plan),
});

/** The plan and its job, which leaves the plan to the caller for `delayMs`. */
export const effectPlanWrites = (ports: PlanPorts, plan: NewPlan, delayMs = 0): Write[] => [
  effectPlanWrite(ports, plan),
  jobWrite(EFFECTS_QUEUE, plan.companyId, {
    subject: plan.planId,
    now: ports.clock.now(),
    uses: [plan.account],
    delayMs,
  }),
];

/** What became of a step so far. `isOpen`: something of it may exist, which is not known. */
export interface EffectState extends PlannedEffect {
  readonly phase: 'pending' | 'done' | 'failed';
  readonly isOpen: boolean;
  readonly made?: Json;
  readonly failure?: PlatformFailure;
}

export async function readEffectPlan(
  store: Store,
  companyId: string,
  planId: string,
): Promise<Stored<EffectPlan> | undefined> {
  const stored = await store.get(effectPlanKind, companyId, planId);
  return stored && { ...stored, doc: asWritten(stored.doc) };
}

export const foldPlan = ({ steps, journal }: EffectPlan): EffectStates =>
  foldEntries(steps, journal);

export function effectsOf(plan: EffectPlan): readonly EffectState[] {
  const states = foldPlan(plan);
  return plan.steps.map((step) => {
    const { phase = 'pending', maybeMade = false, result, failure } = states.get(step.id) ?? {};
    return {
      ...step,
      phase: phase === 'done' || phase === 'failed' ? phase : 'pending',
      isOpen: maybeMade,
      ...(result && { made: result.made }),
      ...(failure && 'failure' in failure && { failure: failure.failure }),
    };
  });
}

/** How earlier versions kept what became of a step: with the step. */
interface FormerPlan extends Omit<EffectPlan, 'steps' | 'journal' | 'entries'> {
  readonly effects: readonly (Omit<PlannedEffect, 'mark'> & {
    readonly phase: 'pending' | 'sent' | 'done' | 'failed';
    readonly notBefore: number;
    readonly sent?: { readonly mark: string; readonly sentAt: number };
    readonly result?: Json;
    readonly failure?: PlatformFailure;
  })[];
}

function asWritten(doc: EffectPlan | FormerPlan): EffectPlan {
  if (!('effects' in doc)) return doc;
  const { effects, ...head } = doc;
  const at = head.createdAt;
  const sending = effects.flatMap(({ id, sent }) => (sent === undefined ? [] : [id]));
  // What had been sent when it was given up may exist.
  const doubtful: { [id: string]: EffectSettled } = {};
  const ended: { [id: string]: EffectSettled } = {};
  for (const { id, phase, sent, result = null, failure } of effects)
    if (phase === 'done') ended[id] = { to: 'done', made: result };
    else if (phase === 'failed' && failure !== undefined) {
      if (sent !== undefined) doubtful[id] = { to: 'unknown', notBefore: at, failure };
      ended[id] = { to: 'failed', failure };
    }
  return {
    ...head,
    steps: effects.map(({ id, kind: of, input, sent }) => ({
      id,
      kind: of,
      input,
      mark: sent?.mark ?? `slipway-${id}`,
    })),
    journal: [
      { at, sending },
      { at, outcomes: doubtful },
      { at, outcomes: ended },
    ],
    entries: 3,
  };
}
