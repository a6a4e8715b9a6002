import { type AccessPorts, accessFound } from '../../../accounts/access.ts';
import { accountAt, type FoundAccount } from '../../../accounts/find-account.ts';
import type { AccountKey } from '../../../base/account-key.ts';
import { defined } from '../../../base/defined.ts';
import { PlatformError, SlipwayError } from '../../../base/errors.ts';
import { guardedAccount } from '../../../gate/guarded.ts';
import { seenToday } from '../../../gate/seen.ts';
import { namedAccounts, type ReportAccount } from '../../../report/accounts.ts';
import { type FreshnessPorts, freshnessOf } from '../../../report/freshness.ts';
import type { Judgement } from '../judge/judgement.ts';
import { calendarOf } from '../judge/windows.ts';
import type { AccountWorld, Entity } from '../judge/world.ts';
import type { Rule } from '../schema/rule.ts';
import { readAges, readChanges, readEntities, readLearning } from './entities.ts';
import { type FigureCache, readFigures } from './figures.ts';
import { needsOf, spanOf } from './needs.ts';

export interface WorldPorts extends FreshnessPorts, AccessPorts {
  readonly figureCache?: FigureCache;
}

export interface NotJudged {
  readonly reason: 'staleFigures' | 'unavailable';
  readonly message: string;
}

const HOUR = 3_600_000;

interface Moment {
  readonly rule: Rule;
  /** Its days and ages count; figures are fresh by the present. */
  readonly now: number;
}

export async function readWorlds(
  ports: WorldPorts,
  companyId: string,
  accounts: readonly AccountKey[],
  run: Moment,
): Promise<readonly AccountWorld[] | NotJudged> {
  const worlds: AccountWorld[] = [];
  for (const key of accounts) {
    try {
      const world = await readWorld(ports, companyId, key, run);
      if ('reason' in world) return world;
      worlds.push(world);
    } catch (error) {
      if (!(error instanceof SlipwayError)) throw error;
      const passes =
        error instanceof PlatformError ? error.failure.retryable : error.code === 'unavailable';
      if (passes) throw error;
      return { reason: 'unavailable', message: error.message };
    }
  }
  return worlds;
}

async function readWorld(
  ports: WorldPorts,
  companyId: string,
  key: AccountKey,
  { rule, now }: Moment,
): Promise<AccountWorld | NotJudged> {
  const found = await accountAt(ports.store, companyId, key);
  if (found === undefined)
    throw new SlipwayError('not_found', `The ad account ${key} is not connected any more.`);
  const [account] = await namedAccounts(ports, companyId, [key], 'scope.accountIds');
  if (account === undefined)
    throw new SlipwayError('not_found', `There is no ad account ${key} here.`);
  const access = await accessFound(ports, companyId, found);
  const unsettled = needsOf(rule, calendarOf(now, account.timezone));
  const span = spanOf(unsettled);
  const [fresh] =
    span === undefined
      ? [undefined]
      : await freshnessOf(ports, companyId, {
          accounts: [account],
          range: span,
          breakdown: 'none',
          each: (_, ensure) => ensure(),
        });
  const old = stale(fresh, rule, ports.clock.now());
  if (old !== undefined) return { reason: 'staleFigures', message: `${account.id}: ${old}` };
  const needs = needsOf(
    rule,
    calendarOf(now, account.timezone, { days: rule.guards.settleDays, until: fresh?.settledUntil }),
  );
  const figures = await readFigures(ports, companyId, account, { needs, level: rule.scope.level });
  const listed = await readEntities(access, rule.scope.level);
  const hours = Math.max(rule.guards.skipChangedWithinHours, 7 * 24);
  const changed = needs.changes ? await readChanges(access, now - hours * HOUR) : undefined;
  const ages = needs.ages ? await readAges(access, listed) : undefined;
  return {
    ...accountMembers(account, found),
    ...defined({ settledUntil: fresh?.settledUntil, fetchedAt: fresh?.fetchedAt }),
    entities: listed.map((entity) => withTimes(entity, ages, changed)),
    figures,
    hasHistory: changed !== undefined,
    tellsLearning: access.platform.delivery !== undefined,
  };
}

export const accountMembers = (
  { key, id, platform, currency, decimals, timezone }: ReportAccount,
  { minDailyBudget }: FoundAccount,
) => ({ key, id, platform, currency, decimals, timezone, ...defined({ minDailyBudget }) });

function stale(
  fresh: { readonly fetchedAt?: number; readonly stale?: string } | undefined,
  { guards }: Rule,
  now: number,
): string | undefined {
  if (fresh === undefined) return undefined;
  const minutes = fresh.fetchedAt === undefined ? 0 : (now - fresh.fetchedAt) / 60_000;
  if (minutes <= guards.freshMinutes) return undefined;
  return `the figures are ${Math.round(minutes)} minutes old, at most ${guards.freshMinutes} are allowed. ${fresh.stale ?? ''}`.trim();
}

type Times = ReadonlyMap<string, number>;

export function withTimes(entity: Entity, ages?: Times, changed?: Times): Entity {
  const createdAt = entity.createdAt ?? ages?.get(entity.id);
  const changedAt = changed?.get(entity.id);
  return { ...entity, ...defined({ createdAt, changedAt }) };
}

/**
 * What only matched entities need: ages, learning phases, the first budgets of the day. Saves calls
 * for everything else in scope.
 */
export async function withMatched(
  ports: WorldPorts,
  companyId: string,
  rule: Rule,
  {
    worlds,
    judgement,
  }: { readonly worlds: readonly AccountWorld[]; readonly judgement: Judgement },
): Promise<readonly AccountWorld[]> {
  const matched = new Set(
    judgement.results
      .filter(({ verdict }) => verdict === 'acts' || verdict === 'skipped')
      .map(({ entity }) => `${entity.account} ${entity.id}`),
  );
  const completed: AccountWorld[] = [];
  for (const world of worlds) {
    const mine = world.entities.filter(({ account, id }) => matched.has(`${account} ${id}`));
    const found =
      mine.length === 0 ? undefined : await accountAt(ports.store, companyId, world.key);
    if (found === undefined) {
      completed.push(world);
      continue;
    }
    const access = await accessFound(ports, companyId, found);
    const ages = rule.guards.minAgeHours > 0 ? await readAges(access, mine) : undefined;
    const learning = asksLearning(rule) ? await readLearning(access, mine) : undefined;
    const firsts = new Map<string, number>();
    for (const { budget } of rule.actions.some(({ type }) => type === 'budget') ? mine : []) {
      if (budget === undefined || firsts.has(budget.id)) continue;
      const seen = await seenToday(ports, guardedAccount(access), budget.id);
      const first = budget.dailyBudget !== undefined ? seen?.dailyBudget : seen?.lifetimeBudget;
      if (first !== undefined) firsts.set(budget.id, first);
    }
    const entities = world.entities.map((entity): Entity => {
      const first = entity.budget && firsts.get(entity.budget.id);
      const isLearning = learning?.get(entity.id);
      const aged = { ...withTimes(entity, ages), ...defined({ isLearning }) };
      return first === undefined || aged.budget === undefined
        ? aged
        : { ...aged, budget: { ...aged.budget, firstToday: first } };
    });
    completed.push({ ...world, entities });
  }
  return completed;
}

export const asksLearning = ({ guards, scope: { level }, actions }: Rule): boolean =>
  guards.skipLearning &&
  (level === 'adset' || level === 'ad') &&
  actions.some(({ type }) => type === 'pause' || type === 'budget');
