import { defined } from '../../../base/defined.ts';
import { dayAt } from '../../../base/time/days.ts';
import { actOf, type PlannedAction, type RuleRun } from '../judge/judgement.ts';
import { type Act, nothingRemembered, type Remembered, withAct } from '../judge/memory.ts';
import type { AccountWorld, Entity } from '../judge/world.ts';
import type { ExecutionRecord } from '../records.ts';

export interface Simulated {
  at(world: AccountWorld, moment: number): readonly Entity[];
  remembered(account: string, id: string): Remembered;
  apply(
    run: Pick<RuleRun, 'ruleId' | 'rule' | 'now'>,
    account: AccountWorld,
    actions: readonly PlannedAction[],
    runId: string,
  ): void;
}

interface Standing {
  status?: Entity['status'];
  dailyBudget?: number;
  lifetimeBudget?: number;
  first?: { readonly day: string; readonly amount: number };
}

/** Begins with what stands now, less what rules did since a moment. */
export function simulate(
  since: number,
  executions: readonly ExecutionRecord[],
  acts: ReadonlyMap<string, Remembered>,
): Simulated {
  const standing = new Map<string, Standing>();
  const memory = new Map<string, Remembered>();
  for (const [key, { acts: all }] of acts)
    memory.set(key, { acts: all.filter(({ at }) => at < since) });
  const stands = (key: string): Standing => {
    const known = standing.get(key) ?? {};
    standing.set(key, known);
    return known;
  };
  const set = (
    key: string,
    { type, kind }: Pick<PlannedAction, 'type' | 'kind'>,
    value: string | number | undefined,
  ): void => {
    if (type === 'budget') stands(key)[kind ?? 'dailyBudget'] = Number(value);
    else if (value === 'ACTIVE' || value === 'PAUSED') stands(key).status = value;
  };
  // Backwards: the earliest change tells the value before it.
  for (const { results, asOfMs } of [...executions].sort((a, b) => b.asOfMs - a.asOfMs))
    for (const { entity, actions } of asOfMs >= since ? results : [])
      for (const { type, target, before, kind, status } of [...actions].reverse())
        if (status === 'confirmed' && type !== 'notify')
          set(
            `${entity.platform}:${entity.accountId}/${target.id}`,
            { type: type as PlannedAction['type'], kind: kind as PlannedAction['kind'] & string },
            before,
          );

  return {
    at: (world, moment) =>
      world.entities
        .filter(({ createdAt }) => createdAt === undefined || createdAt <= moment)
        .map((entity) => {
          const { account, id, budget } = entity;
          const changedAt = lastChange(memory.get(`${account}/${id}`));
          const own = standing.get(`${account}/${id}`);
          const held = budget && standing.get(`${account}/${budget.id}`);
          return standingEntity(entity, dayAt(moment, world.timezone), { own, held, changedAt });
        }),
    remembered: (account, id) => memory.get(`${account}/${id}`) ?? nothingRemembered,
    apply(run, { key, timezone }, actions, runId) {
      for (const action of actions) {
        const id = `${key}/${action.target.id}`;
        const day = dayAt(run.now, timezone);
        if (action.type === 'budget' && stands(id).first?.day !== day)
          stands(id).first = { day, amount: Number(action.before) };
        set(id, action, action.wanted);
        memory.set(id, withAct(memory.get(id) ?? nothingRemembered, actOf(run, runId, action)));
      }
    },
  };
}

interface Stands {
  readonly own: Standing | undefined;
  readonly held: Standing | undefined;
  readonly changedAt: number | undefined;
}

function standingEntity(
  { budget, changedAt: _, ...rest }: Entity,
  day: string,
  { own, held, changedAt }: Stands,
): Entity {
  const { status, dailyBudget, lifetimeBudget, first } = held ?? {};
  const firstToday = first?.day === day ? first.amount : undefined;
  return {
    ...rest,
    ...defined({ status: own?.status, changedAt }),
    ...(budget && {
      budget: { ...budget, ...defined({ status, dailyBudget, lifetimeBudget, firstToday }) },
    }),
  };
}

const lastChange = (remembered: Remembered | undefined): number | undefined =>
  remembered?.acts.reduce<number | undefined>(
    (last, { at, type }: Act) => (type === 'notify' ? last : Math.max(at, last ?? 0)),
    undefined,
  );
