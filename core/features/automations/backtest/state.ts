import type { AccountKey } from '../../../base/account-key.ts';
import { dayAt } from '../../../base/time/days.ts';
import { actOf, type PlannedAction, type RuleRun } from '../judge/judgement.ts';
import { type Act, nothingRemembered, type Remembered, withAct } from '../judge/memory.ts';
import type { AccountWorld, Entity } from '../judge/world.ts';
import type { ExecutionRecord } from '../records.ts';

/** What a rule would have left behind, moment by moment. */
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
  /** The first budget of a day. */
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
  for (const [key, { acts: all }] of acts) memory.set(key, { acts: all.filter(({ at }) => at < since) });
  const stands = (key: string): Standing => {
    const known = standing.get(key) ?? {};
    standing.set(key, known);
    return known;
  };
  const set = (key: string, { type, kind }: Pick<PlannedAction, 'type' | 'kind'>, value: string | number | undefined): void => {
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
        .map((entity) => standingEntity(entity, world, moment, (id) => standing.get(`${entity.account}/${id}`), memory)),
    remembered: (account, id) => memory.get(`${account}/${id}`) ?? nothingRemembered,
    apply(run, { key, timezone }, actions, runId) {
      for (const action of actions) {
        const id = `${key}/${action.target.id}`;
        if (action.type === 'budget') noteFirst(stands(id), dayAt(run.now, timezone), Number(action.before));
        set(id, action, action.wanted);
        memory.set(id, withAct(memory.get(id) ?? nothingRemembered, actOf(run, runId, action)));
      }
    },
  };
}

function noteFirst(standing: Standing, day: string, before: number): void {
  if (standing.first?.day !== day) standing.first = { day, amount: before };
}

function standingEntity(
  entity: Entity,
  { timezone }: AccountWorld,
  moment: number,
  standing: (id: string) => Standing | undefined,
  memory: ReadonlyMap<string, Remembered>,
): Entity {
  const own = standing(entity.id);
  const { budget, changedAt: _, ...rest } = entity;
  const held = budget && standing(budget.id);
  const first = held?.first?.day === dayAt(moment, timezone) ? { firstToday: held.first.amount } : {};
  const changedAt = lastChange(memory.get(`${entity.account}/${entity.id}`));
  return {
    ...rest,
    ...(own?.status !== undefined && { status: own.status }),
    ...(changedAt !== undefined && { changedAt }),
    ...(budget && {
      budget: {
        ...budget,
        ...(held?.status !== undefined && { status: held.status }),
        ...(held?.dailyBudget !== undefined && { dailyBudget: held.dailyBudget }),
        ...(held?.lifetimeBudget !== undefined && { lifetimeBudget: held.lifetimeBudget }),
        ...first,
      },
    }),
  };
}

const lastChange = (remembered: Remembered | undefined): number | undefined =>
  remembered?.acts.reduce<number | undefined>(
    (last, { at, type }: Act) => (type === 'notify' ? last : Math.max(at, last ?? 0)),
    undefined,
  );

export const memoryKey = (account: AccountKey, id: string): string => `${account}/${id}`;
