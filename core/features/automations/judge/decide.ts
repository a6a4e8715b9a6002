import { defined } from '../../../base/defined.ts';
import type { Action } from '../schema/rule.ts';
import { targetOf } from './amounts.ts';
import { type Held, heldBack, mayResume } from './guards.ts';
import type { PlannedAction, RuleRun } from './judgement.ts';
import { figureOf, type Judged } from './numbers.ts';
import type { Ranked } from './rank.ts';
import type { BudgetHolder } from './world.ts';

interface Decided {
  readonly held: Held | undefined;
  readonly actions: readonly PlannedAction[];
}

/** In order: what the first get counts for the caps of the next. */
export function decideAll(
  run: RuleRun,
  matched: readonly Judged[],
  places: ReadonlyMap<Judged, Ranked> | undefined,
  considered: readonly Judged[],
): ReadonlyMap<Judged, Decided> {
  const { guards } = run.rule;
  const totals =
    guards.maxTotalDailyBudget === undefined ? new Map<string, number>() : dailyTotals(considered);
  const paused = new Map<string, number>();
  const taken = new Set<string>();
  const decided = new Map<Judged, Decided>();
  const order =
    places === undefined
      ? matched
      : [...matched].sort(
          (a, b) => (places.get(a)?.position ?? 0) - (places.get(b)?.position ?? 0),
        );
  let acting = 0;
  for (const judged of order) {
    const place = places?.get(judged);
    if (place !== undefined && !place.isTaken) {
      decided.set(judged, { held: rankedOut(place), actions: [] });
      continue;
    }
    const actions: PlannedAction[] = [];
    let held: Held | undefined;
    for (const action of run.rule.actions) {
      const planned =
        acting >= guards.maxEntitiesPerRun
          ? capped(guards.maxEntitiesPerRun)
          : plan(run, judged, action, { totals, paused, taken });
      if ('guard' in planned) held ??= planned;
      else actions.push(planned);
    }
    // Nothing was changed: a message would be false.
    const changes = run.rule.actions.some(({ type }) => type !== 'notify');
    const isChanged = actions.some(({ type }) => type !== 'notify');
    const kept = changes && !isChanged ? [] : actions;
    for (const planned of kept) note(judged, planned, { totals, paused, taken });
    if (kept.length > 0) acting += 1;
    decided.set(judged, { held, actions: kept });
  }
  return decided;
}

interface Spoken {
  readonly totals: Map<string, number>;
  /** By parent. */
  readonly paused: Map<string, number>;
  readonly taken: Set<string>;
}

function plan(run: RuleRun, judged: Judged, action: Action, spoken: Spoken): PlannedAction | Held {
  const { entity } = judged;
  const target = { type: entity.level, id: entity.id, name: entity.name };
  const asking = (id: string) => ({
    ruleId: run.ruleId,
    remembered: run.remembered(entity.account, id),
  });
  switch (action.type) {
    case 'notify':
      return (
        heldBack(judged, action, asking(entity.id)) ?? {
          type: 'notify',
          target,
          ...defined({ text: action.text }),
        }
      );
    case 'pause': {
      if (entity.status !== 'ACTIVE') return { guard: 'alreadySo', why: 'it is not switched on' };
      return (
        heldBack(judged, action, asking(entity.id)) ??
        lastActive(judged, spoken) ?? { type: 'pause', target, before: 'ACTIVE', wanted: 'PAUSED' }
      );
    }
    case 'resume': {
      if (entity.status !== 'PAUSED') return { guard: 'alreadySo', why: 'it is not paused' };
      return (
        mayResume(judged, action, asking(entity.id)) ??
        heldBack(judged, action, asking(entity.id)) ?? {
          type: 'resume',
          target,
          before: 'PAUSED',
          wanted: 'ACTIVE',
        }
      );
    }
    case 'budget': {
      const holder = entity.budget;
      if (holder === undefined)
        return {
          guard: 'noChange',
          why: 'neither it nor what it is in holds a budget that is known',
        };
      if (action.of === 'self' && holder.id !== entity.id)
        return { guard: 'noChange', why: `its ${holder.type} holds the budget` };
      if (spoken.taken.has(`${entity.account} ${holder.id}`))
        return {
          guard: 'noChange',
          why: `the budget of ${holder.name} is changed by this run already`,
        };
      return (
        heldBack(judged, action, asking(holder.id)) ?? budgetPlan(judged, action, holder, spoken)
      );
    }
  }
}

function budgetPlan(
  judged: Judged,
  action: Extract<Action, { type: 'budget' }>,
  holder: BudgetHolder,
  { totals }: Spoken,
): PlannedAction | Held {
  const { guards } = judged.rule;
  const target = targetOf(judged, action, holder);
  if ('guard' in target) return target;
  if (
    target.kind === 'dailyBudget' &&
    guards.maxTotalDailyBudget !== undefined &&
    target.wanted > target.before
  ) {
    const most = figureOf(judged, guards.maxTotalDailyBudget).value;
    if (most === null)
      return {
        guard: 'notTold',
        why: 'maxTotalDailyBudget cannot be computed from figures that are not known',
      };
    const total = (totals.get(judged.account.key) ?? 0) + target.wanted - target.before;
    if (total > most)
      return {
        guard: 'budgetCap',
        why: `all daily budgets together would be ${Math.round(total * 100) / 100}, at most ${most} is allowed`,
      };
  }
  const { kind, before, wanted, clampedBy } = target;
  return {
    type: 'budget',
    kind,
    before,
    wanted,
    target: { type: holder.type, id: holder.id, name: holder.name },
    ...defined({ clampedBy }),
  };
}

function lastActive(judged: Judged, { paused }: Spoken): Held | undefined {
  const { keepActiveAtLeast } = judged.rule.guards;
  const left = judged.activeSiblings + 1 - (paused.get(parentOf(judged)) ?? 0);
  if (left > keepActiveAtLeast) return undefined;
  return {
    guard: 'lastActive',
    why: `at least ${keepActiveAtLeast} beside it must stay switched on, and ${left - 1} would`,
  };
}

function note(
  judged: Judged,
  { type, target, kind, before, wanted }: PlannedAction,
  { totals, paused, taken }: Spoken,
): void {
  if (type === 'pause') paused.set(parentOf(judged), (paused.get(parentOf(judged)) ?? 0) + 1);
  if (type !== 'budget') return;
  taken.add(`${judged.entity.account} ${target.id}`);
  if (kind === 'dailyBudget')
    totals.set(
      judged.account.key,
      (totals.get(judged.account.key) ?? 0) + Number(wanted) - Number(before),
    );
}

const parentOf = ({ entity }: Judged): string => `${entity.account} ${entity.parentId ?? ''}`;

function dailyTotals(considered: readonly Judged[]): Map<string, number> {
  const totals = new Map<string, number>();
  const seen = new Set<string>();
  for (const { entity, account } of considered) {
    const { budget } = entity;
    if (
      budget?.dailyBudget === undefined ||
      budget.status !== 'ACTIVE' ||
      seen.has(`${account.key} ${budget.id}`)
    )
      continue;
    seen.add(`${account.key} ${budget.id}`);
    totals.set(account.key, (totals.get(account.key) ?? 0) + budget.dailyBudget);
  }
  return totals;
}

const rankedOut = ({ position, of, value }: Ranked): Held => ({
  guard: 'rankedOut',
  why: value === null ? 'it has no value to be ranked by' : `it is number ${position} of ${of}`,
});

const capped = (most: number): Held => ({
  guard: 'entityCap',
  why: `a run changes at most ${most}`,
});
