import type { AccountKey } from '../accounts/account-key.ts';
import type { Fault } from '../errors.ts';
import { fromMicro, toMicro } from '../money.ts';
import type { GuardName, Limits } from './limits.ts';
import type { Started } from './started.ts';
import { rounded, shown } from './words.ts';

/** The ad account whose limits hold. */
export interface GuardedAccount {
  readonly companyId: string;
  readonly key: AccountKey;
  /** For people. */
  readonly adAccountId: string;
  readonly currency: string;
  readonly timezone: string;
}

/** A budget that an operation writes. */
export interface BudgetWanted {
  readonly type: 'campaign' | 'adset';
  /** Absent for what does not exist yet. */
  readonly id?: string;
  readonly name: string;
  readonly kind: 'daily' | 'lifetime';
  /** Whole units of the account's currency. */
  readonly amount: number;
  /** The budget it has now, and the first one it was seen with today. */
  readonly from?: { readonly now: number; readonly firstToday: number };
  /** Where it stands in the request as sent. */
  readonly path: string;
}

/** What an operation asks for in one ad account, as far as money goes. */
export interface Demand {
  readonly wanted: readonly BudgetWanted[];
  readonly started: Started;
  /** Where in the request a started budget comes from; without ad sets: the operation as a whole. */
  pathOf(adSetIds: readonly string[]): string;
}

/** What one guard says about one demand. */
export interface Verdict {
  readonly guard: GuardName;
  readonly adAccountId: string;
  readonly currency: string;
  readonly limit: number;
  readonly asked: number;
  readonly exceeded: boolean;
  readonly path: string;
  /** What is asked for and what is allowed, for people. */
  readonly message: string;
}

/** Who can change a limit, and where. */
export const CHANGED_BY = 'An admin can change this limit: dashboard, Limits; slipway guardrails set; or PUT /v1/guardrails.';

/** What each guard says, one verdict for each budget it looks at. Pure. */
export function judge(account: GuardedAccount, limits: Limits, demand: Demand): Verdict[] {
  const { adAccountId, currency } = account;
  const verdict = (guard: GuardName, asked: number, exceeded: boolean, path: string, what: string): Verdict => {
    const limit = limits[guard];
    const allowed = guard === 'riseFactor' ? `${shown(limit)} times` : `${shown(limit)} ${currency}`;
    const message = `${what} ${adAccountId} allows at most ${allowed}${scopes[guard]}.`;
    return { guard, adAccountId, currency, limit, asked, exceeded, path, message };
  };
  const verdicts: Verdict[] = [];

  for (const { type, name, kind, amount, from, path } of demand.wanted) {
    const guard = kind === 'daily' ? 'dailyBudget' : 'lifetimeBudget';
    const rises = from === undefined || toMicro(amount) > toMicro(from.now);
    const is = `The ${kind} budget of ${called(type, name)} would be ${shown(amount)} ${currency}.`;
    verdicts.push(verdict(guard, amount, rises && toMicro(amount) > toMicro(limits[guard]), path, is));
    if (from === undefined) continue;
    const times = from.firstToday === 0 ? Number.POSITIVE_INFINITY : amount / from.firstToday;
    const rose = `The ${kind} budget of ${called(type, name)} was ${shown(from.firstToday)} ${currency} when it was first seen today and would be ${shown(amount)} ${currency}, ${shown(rounded(times))} times as much.`;
    const tooFar = rises && isAbove(toMicro(amount), limits.riseFactor, toMicro(from.firstToday));
    verdicts.push(verdict('riseFactor', rounded(times), tooFar, path, rose));
  }

  for (const { type, name, adSetIds, ...budgets } of demand.started.holders)
    for (const guard of ['dailyBudget', 'lifetimeBudget'] as const) {
      const amount = budgets[guard];
      if (amount === undefined) continue;
      const what = `${capital(called(type, name))} would start to deliver with a ${guard === 'dailyBudget' ? 'daily' : 'lifetime'} budget of ${shown(amount)} ${currency}.`;
      verdicts.push(verdict(guard, amount, toMicro(amount) > toMicro(limits[guard]), demand.pathOf(adSetIds), what));
    }

  for (const guard of ['startedDailyBudget', 'startedLifetimeBudget'] as const) {
    const minor = guard === 'startedDailyBudget' ? demand.started.daily : demand.started.lifetime;
    if (minor === 0) continue;
    const asked = fromMicro(minor);
    const what = `This would start ${guard === 'startedDailyBudget' ? 'daily' : 'lifetime'} budgets of ${shown(asked)} ${currency} together.`;
    verdicts.push(verdict(guard, asked, minor > toMicro(limits[guard]), demand.pathOf([]), what));
  }
  return verdicts;
}

/** What a limit is a limit of, after its amount. */
const scopes: { readonly [G in GuardName]: string } = {
  dailyBudget: ' a day for one campaign or ad set',
  lifetimeBudget: ' for the lifetime of one campaign or ad set',
  riseFactor: ' within a day',
  startedDailyBudget: ' a day for all that one operation starts',
  startedLifetimeBudget: ' for all lifetime budgets that one operation starts',
};

/** Whether an amount is more than so many times another. Factors have at most two decimals, so this is exact. */
export const isAbove = (amount: number, factor: number, of: number): boolean => amount * 100 > Math.round(factor * 100) * of;

/** The verdicts that say no. What two of them say of one place, as for each of several equal copies, is said once. */
export function exceededOnes(verdicts: readonly Verdict[]): Verdict[] {
  const distinct = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    const key = JSON.stringify([verdict.adAccountId, verdict.guard, verdict.path, verdict.asked]);
    if (verdict.exceeded && !distinct.has(key)) distinct.set(key, verdict);
  }
  return [...distinct.values()];
}

/** Every guard that was exceeded, and of the others the verdict that came closest: what a plan shows. */
export function tightest(verdicts: readonly Verdict[]): Verdict[] {
  const exceeded = exceededOnes(verdicts);
  const closest = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    const key = `${verdict.adAccountId} ${verdict.guard}`;
    if (verdict.asked >= (closest.get(key)?.asked ?? 0)) closest.set(key, verdict);
  }
  const shownAnyway = new Set(exceeded.map(({ adAccountId, guard }) => `${adAccountId} ${guard}`));
  return [...exceeded, ...[...closest].filter(([key]) => !shownAnyway.has(key)).map(([, verdict]) => verdict)];
}

/** An exceeded guard as a fault of the request. */
export const guardFault = ({ guard: name, adAccountId, currency, limit, asked, path, message }: Verdict): Fault => ({
  path,
  code: 'guard_exceeded',
  message: `${message} ${CHANGED_BY}`,
  hint: 'ask-admin',
  guard: { name, adAccountId, currency, limit, asked },
});

const called = (type: 'campaign' | 'adset', name: string): string =>
  `the ${type === 'adset' ? 'ad set' : 'campaign'}${name === '' ? '' : ` “${name}”`}`;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
