import type { Action, Rule } from '../../schema/automation-rule.ts';
import { type NoTarget, type Target, targetOf } from './amounts.ts';
import { judgeCondition, type Traced } from './conditions.ts';
import { type GuardName, type Held, heldBack, mayResume } from './guards.ts';
import { type Act, lastOf, type Remembered } from './memory.ts';
import { figureOf, type Judged } from './numbers.ts';
import { compareText, type Ranked, ranked } from './rank.ts';
import { type Calendar, calendarOf } from './windows.ts';
import type { AccountWorld, BudgetHolder, Entity } from './world.ts';

/** One thing a rule would do, with absolute values. */
export interface PlannedAction {
  readonly type: Action['type'];
  /** What is changed: the entity, or what holds its budget. */
  readonly target: { readonly type: Entity['level']; readonly id: string; readonly name: string };
  readonly before?: string | number;
  readonly wanted?: string | number;
  readonly kind?: Target['kind'];
  readonly clampedBy?: string;
  readonly text?: string;
}

/** What a rule says of one entity. */
export interface Result {
  readonly entity: Entity;
  readonly verdict: 'acts' | 'skipped' | 'notMatched' | 'unknown';
  readonly guard?: GuardName;
  /** Ends the sentence that explains a skip. */
  readonly why?: string;
  readonly conflictWith?: string;
  readonly trace: readonly Traced[];
  readonly rank?: Omit<Ranked, 'isTaken'>;
  readonly actions: readonly PlannedAction[];
}

export interface Judgement {
  readonly results: readonly Result[];
  readonly considered: number;
  readonly matched: number;
  /** In scope, and left out because a rule looks at so many at most. */
  readonly beyondLimit: number;
  /** More of them would be changed than the rule allows in one run. */
  readonly isShareTooLarge: boolean;
}

export interface RuleRun {
  readonly ruleId: string;
  readonly rule: Rule;
  /** The moment the run judges by. */
  readonly now: number;
  /** Only these. */
  readonly ids?: readonly string[] | undefined;
  /** What rules have done to an object. */
  remembered(account: string, id: string): Remembered;
}

/** What a rule says of everything in its scope. Pure: the same worlds and memory give the same judgement. */
export function judgeRule(run: RuleRun, worlds: readonly AccountWorld[]): Judgement {
  const inScope = worlds.flatMap((account) => scoped(run, account));
  const considered = inScope.slice(0, run.rule.scope.limit);
  const judgements = considered.map((judged) => {
    const trace: Traced[] = [];
    return { judged, truth: judgeCondition(judged, run.rule.when, 'when', trace), trace };
  });
  const matched = judgements.filter(({ truth }) => truth === 'true').map(({ judged }) => judged);
  const places = run.rule.rank === undefined ? undefined : ranked(run.rule.rank, matched);
  const decided = decideAll(run, matched, places, considered);
  const results = judgements.map(({ judged, truth, trace }): Result => {
    const { entity } = judged;
    if (truth !== 'true') return { entity, verdict: truth === 'false' ? 'notMatched' : 'unknown', trace, actions: [] };
    const place = places?.get(judged);
    const rank = place && { position: place.position, of: place.of, value: place.value };
    const { held, actions } = decided.get(judged) ?? { held: undefined, actions: [] };
    const verdict = actions.length > 0 ? 'acts' : 'skipped';
    const result: Result = rank === undefined ? { entity, verdict, trace, actions } : { entity, verdict, trace, rank, actions };
    return actions.length > 0 || held === undefined ? result : { ...result, ...held };
  });
  const changing = results.filter(({ actions }) => actions.some(({ type }) => type !== 'notify')).length;
  return {
    results,
    considered: considered.length,
    matched: matched.length,
    beyondLimit: inScope.length - considered.length,
    // One may always be changed: a share of a few is less than one of them.
    isShareTooLarge: changing > Math.max(1, Math.floor((considered.length * run.rule.guards.maxSharePerRunPercent) / 100)),
  };
}

/** The statuses a rule looks at where it does not say: what is to be switched on again is switched off now. */
export const statusesOf = ({ scope, actions }: Pick<Rule, 'scope' | 'actions'>): readonly string[] =>
  scope.status ?? (actions.some(({ type }) => type === 'resume') ? ['PAUSED'] : ['ACTIVE']);

function scoped(run: RuleRun, account: AccountWorld): Judged[] {
  const { rule, now } = run;
  const { level, ids, parentIds, where } = rule.scope;
  const statuses = statusesOf(rule);
  const calendar: Calendar = calendarOf(now, account.timezone, { days: rule.guards.settleDays, until: account.settledUntil });
  const siblings = activeByParent(account.entities, level);
  return account.entities
    .filter(
      (entity) =>
        entity.level === level &&
        statuses.includes(entity.status) &&
        (ids === undefined || ids.includes(entity.id)) &&
        (run.ids === undefined || run.ids.includes(entity.id)) &&
        (parentIds === undefined || parentIds.includes(entity.parentId ?? '')),
    )
    .map((entity): Judged => {
      const last = lastOf(run.remembered(entity.account, entity.id), (act) => act.ruleId === run.ruleId);
      const active = siblings.get(entity.parentId ?? '') ?? 0;
      const since = { createdAt: entity.createdAt, lastActionAt: last?.at };
      return { rule, account, entity, calendar, since, activeSiblings: entity.status === 'ACTIVE' ? active - 1 : active };
    })
    .filter((judged) => where === undefined || judgeCondition(judged, where, 'scope.where', []) === 'true')
    .sort((a, b) => compareText(a.entity.id, b.entity.id));
}

function activeByParent(entities: readonly Entity[], level: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { level: own, status, parentId = '' } of entities)
    if (own === level && status === 'ACTIVE') counts.set(parentId, (counts.get(parentId) ?? 0) + 1);
  return counts;
}

interface Decided {
  readonly held: Held | undefined;
  readonly actions: readonly PlannedAction[];
}

/** Those that match, one after the other: what the first get counts for the caps of the next. */
function decideAll(
  run: RuleRun,
  matched: readonly Judged[],
  places: ReadonlyMap<Judged, Ranked> | undefined,
  considered: readonly Judged[],
): ReadonlyMap<Judged, Decided> {
  const { guards } = run.rule;
  const totals = guards.maxTotalDailyBudget === undefined ? new Map<string, number>() : dailyTotals(considered);
  const paused = new Map<string, number>();
  const taken = new Set<string>();
  const decided = new Map<Judged, Decided>();
  const order =
    places === undefined ? matched : [...matched].sort((a, b) => (places.get(a)?.position ?? 0) - (places.get(b)?.position ?? 0));
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
    // A message about what was not done would not be true.
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
  /** Daily budgets in sum, by account. */
  readonly totals: Map<string, number>;
  /** How many of each parent would be paused. */
  readonly paused: Map<string, number>;
  /** Objects whose budget this run changes. */
  readonly taken: Set<string>;
}

function plan(run: RuleRun, judged: Judged, action: Action, spoken: Spoken): PlannedAction | Held {
  const { entity } = judged;
  const target = { type: entity.level, id: entity.id, name: entity.name };
  const asking = (id: string) => ({ ruleId: run.ruleId, remembered: run.remembered(entity.account, id) });
  switch (action.type) {
    case 'notify':
      return (
        heldBack(judged, action, asking(entity.id)) ?? {
          type: 'notify',
          target,
          ...(action.text !== undefined && { text: action.text }),
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
        heldBack(judged, action, asking(entity.id)) ?? { type: 'resume', target, before: 'PAUSED', wanted: 'ACTIVE' }
      );
    }
    case 'budget': {
      const holder = entity.budget;
      if (holder === undefined) return { guard: 'noChange', why: 'neither it nor what it is in holds a budget that is known' };
      if (action.of === 'self' && holder.id !== entity.id)
        return { guard: 'noChange', why: `its ${holder.type} holds the budget` };
      if (spoken.taken.has(`${entity.account} ${holder.id}`))
        return { guard: 'noChange', why: `the budget of ${holder.name} is changed by this run already` };
      return heldBack(judged, action, asking(holder.id)) ?? budgetPlan(judged, action, holder, spoken);
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
  const target: Target | NoTarget = targetOf(judged, action, holder, guards);
  if ('guard' in target) return target;
  if (target.kind === 'dailyBudget' && guards.maxTotalDailyBudget !== undefined && target.wanted > target.before) {
    const most = figureOf(judged, guards.maxTotalDailyBudget).value;
    if (most === null) return { guard: 'notTold', why: 'maxTotalDailyBudget cannot be computed from figures that are not known' };
    const total = (totals.get(judged.account.key) ?? 0) + target.wanted - target.before;
    if (total > most)
      return {
        guard: 'budgetCap',
        why: `all daily budgets together would be ${Math.round(total * 100) / 100}, at most ${most} is allowed`,
      };
  }
  const { kind, before, wanted, clampedBy } = target;
  return {
    ...{ type: 'budget', kind, before, wanted },
    target: { type: holder.type, id: holder.id, name: holder.name },
    ...(clampedBy !== undefined && { clampedBy }),
  };
}

function lastActive(judged: Judged, { paused }: Spoken): Held | undefined {
  const { keepActiveAtLeast } = judged.rule.guards;
  const left = judged.activeSiblings + 1 - (paused.get(parentOf(judged)) ?? 0);
  if (left > keepActiveAtLeast) return undefined;
  return { guard: 'lastActive', why: `at least ${keepActiveAtLeast} beside it must stay switched on, and ${left - 1} would` };
}

function note(judged: Judged, { type, target, kind, before, wanted }: PlannedAction, { totals, paused, taken }: Spoken): void {
  if (type === 'pause') paused.set(parentOf(judged), (paused.get(parentOf(judged)) ?? 0) + 1);
  if (type !== 'budget') return;
  taken.add(`${judged.entity.account} ${target.id}`);
  if (kind === 'dailyBudget')
    totals.set(judged.account.key, (totals.get(judged.account.key) ?? 0) + Number(wanted) - Number(before));
}

const parentOf = ({ entity }: Judged): string => `${entity.account} ${entity.parentId ?? ''}`;

/** The daily budgets of what is in scope and on, each holder once, by account. */
function dailyTotals(considered: readonly Judged[]): Map<string, number> {
  const totals = new Map<string, number>();
  const seen = new Set<string>();
  for (const { entity, account } of considered) {
    const { budget } = entity;
    if (budget?.dailyBudget === undefined || budget.status !== 'ACTIVE' || seen.has(`${account.key} ${budget.id}`)) continue;
    seen.add(`${account.key} ${budget.id}`);
    totals.set(account.key, (totals.get(account.key) ?? 0) + budget.dailyBudget);
  }
  return totals;
}

const rankedOut = ({ position, of, value }: Ranked): Held => ({
  guard: 'rankedOut',
  why: value === null ? 'it has no value to be ranked by' : `it is number ${position} of ${of}`,
});

const capped = (most: number): Held => ({ guard: 'entityCap', why: `a run changes at most ${most}` });

/** What is remembered of a planned action. */
export const actOf = (
  { ruleId, rule, now }: Pick<RuleRun, 'ruleId' | 'rule' | 'now'>,
  executionId: string,
  { type, before, wanted }: PlannedAction,
): Act => ({
  ...{ executionId, ruleId, ruleName: rule.name, priority: rule.priority, at: now, type },
  direction:
    type === 'notify' ? 'none' : type === 'resume' || (type === 'budget' && Number(wanted) > Number(before)) ? 'up' : 'down',
  cooldownMs: rule.guards.cooldownHours * 3_600_000,
});
