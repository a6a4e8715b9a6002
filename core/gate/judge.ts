import type { AccountKey } from '../base/account-key.ts';
import { defined } from '../base/defined.ts';
import type { Fault } from '../base/errors.ts';
import { fromMicro, toMicro } from '../base/money.ts';
import { quoted } from '../base/schema/quoted.ts';
import { settingsPages } from '../base/settings-pages.ts';
import type { GuardName, Limits, NumericGuard } from './limits.ts';
import { quietAt, quietWords } from './quiet-hours.ts';
import type { Started } from './started.ts';
import { type AmountRaised, limitWords, rounded, shown } from './words.ts';

export interface GuardedAccount {
  readonly companyId: string;
  readonly key: AccountKey;
  readonly adAccountId: string;
  readonly currency: string;
  readonly timezone: string;
}

export interface BudgetWanted {
  readonly type: 'campaign' | 'adset';
  readonly id?: string;
  readonly name: string;
  readonly kind: 'daily' | 'lifetime' | 'bid';
  /** Where it is no budget: a cap, a bid. */
  readonly what?: string;
  /** Whole units of the account's currency, or UNLIMITED. */
  readonly amount: number;
  /** Its budget now, and the first one seen today. */
  readonly from?: { readonly now: number; readonly firstToday: number };
  readonly path: string;
}

export interface Demand {
  readonly wanted: readonly BudgetWanted[];
  readonly started: Started;
  /** Also where no further budget starts to be spent by it. */
  readonly switchesOn: boolean;
  readonly raises?: readonly AmountRaised[];
  /** Where in the request a started budget comes from; the whole operation without ad sets. */
  pathOf(adSetIds: readonly string[]): string;
}

/** What a day may spend after a demand (per-day.ts). Millionths. */
export interface TotalsAfter {
  readonly account: number;
  /** Of all accounts with the same currency, where the company limits it. */
  readonly company?: number;
}

export interface Verdict {
  readonly guard: GuardName;
  readonly adAccountId?: string;
  readonly currency?: string;
  readonly limit: number | string;
  readonly asked: number | string;
  readonly exceeded: boolean;
  /** Exceeded, and a second key may allow it all the same. */
  readonly approvable?: true;
  readonly path: string;
  readonly message: string;
}

const CHANGED_BY = `An admin can change this limit: ${settingsPages.limits}.`;

interface Circumstances {
  readonly now: number;
  readonly totals?: TotalsAfter | undefined;
  readonly secondKey: boolean;
  /**
   * What the caller starts within 24 hours with this demand (started-by.ts). Absent: this demand
   * alone.
   */
  readonly startedBy?: StartedSums | undefined;
}

/** Millionths. `perDay` includes what a day may spend of lifetime budgets. */
export interface StartedSums {
  readonly perDay: number;
  readonly lifetime: number;
}

export function judge(
  account: GuardedAccount,
  limits: Limits,
  demand: Demand,
  around: Circumstances,
): Verdict[] {
  const { adAccountId, currency } = account;
  const verdict: Judged = (guard, { what, ...judged }) => {
    const limit = limits[guard] ?? 0;
    const message = `${what} ${adAccountId} allows at most ${limitWords(guard, limit, currency)}${scopes[guard]}.`;
    return { guard, adAccountId, currency, limit, ...judged, message };
  };
  const whole = demand.pathOf([]);
  return [
    ...demand.wanted.flatMap((wanted) => ofBudget(wanted, limits, currency, verdict)),
    ...ofStarted(demand, limits, currency, verdict),
    ...ofTotals(around.totals, limits, account, whole),
    ...ofSecondKey(demand, limits, account, around),
    ...ofHours(demand, limits, account, around.now),
  ];
}

type Judged = (
  guard: NumericGuard,
  judged: Pick<Verdict, 'path' | 'exceeded'> & { asked: number; what: string },
) => Verdict;

const isRise = ({ amount, from }: BudgetWanted) =>
  from === undefined || toMicro(amount) > toMicro(from.now);

/** Stands for an amount where nothing limits spending. */
export const UNLIMITED = 1_000_000_000_000;

const amountWords = (amount: number, currency: string) =>
  amount >= UNLIMITED ? 'no limit' : `${shown(amount)} ${currency}`;

/** Stands for a rise from 0, which no percentage measures. */
const MOST_PERCENT = 1_000_000_000;

const guards = { daily: 'dailyBudget', lifetime: 'lifetimeBudget', bid: 'bid' } as const;

function ofBudget(
  wanted: BudgetWanted,
  limits: Limits,
  currency: string,
  verdict: Judged,
): Verdict[] {
  const { type, name, kind, amount, from, path } = wanted;
  const { what = kind === 'bid' ? 'bid' : `${kind} budget` } = wanted;
  const guard = guards[kind];
  const limit = limits[guard];
  const rises = isRise(wanted);
  const is = `The ${what} of ${called(type, name)} would be ${amountWords(amount, currency)}.`;
  const exceeded = rises && limit !== undefined && toMicro(amount) > toMicro(limit);
  const itself =
    limit === undefined ? [] : [verdict(guard, { asked: amount, exceeded, path, what: is })];
  if (from === undefined) return itself;
  const percent =
    from.firstToday === 0
      ? MOST_PERCENT
      : Math.min(MOST_PERCENT, (amount / from.firstToday - 1) * 100);
  const rose = `The ${what} of ${called(type, name)} was ${amountWords(from.firstToday, currency)} when it was first seen today and would be ${amountWords(amount, currency)}, ${shown(Math.max(0, percent))} % more.`;
  const tooFar = rises && isAbove(toMicro(amount), limits.risePercent, toMicro(from.firstToday));
  return [
    ...itself,
    verdict('risePercent', { asked: rounded(percent), exceeded: tooFar, path, what: rose }),
  ];
}

function ofStarted(demand: Demand, limits: Limits, currency: string, verdict: Judged): Verdict[] {
  const each = demand.started.holders.flatMap(({ type, name, adSetIds, ...budgets }) =>
    (['dailyBudget', 'lifetimeBudget'] as const).flatMap((guard) => {
      const amount = budgets[guard];
      if (amount === undefined) return [];
      const what = `${capital(called(type, name))} would start to deliver with a ${guard === 'dailyBudget' ? 'daily' : 'lifetime'} budget of ${shown(amount)} ${currency}.`;
      const exceeded = toMicro(amount) > toMicro(limits[guard]);
      return [verdict(guard, { asked: amount, exceeded, path: demand.pathOf(adSetIds), what })];
    }),
  );
  const sums = (['startedDailyBudget', 'startedLifetimeBudget'] as const).flatMap((guard) => {
    const isDaily = guard === 'startedDailyBudget';
    const micro = isDaily ? demand.started.perDay : demand.started.lifetime;
    if (micro === 0) return [];
    const asked = fromMicro(micro);
    const what = `This would start ${isDaily ? 'budgets' : 'lifetime budgets'} of ${shown(asked)} ${currency}${isDaily ? ' a day' : ''} together.`;
    return [
      verdict(guard, {
        asked,
        exceeded: micro > toMicro(limits[guard]),
        path: demand.pathOf([]),
        what,
      }),
    ];
  });
  return [...each, ...sums];
}

export function ofTotals(
  totals: TotalsAfter | undefined,
  limits: Limits,
  account: GuardedAccount,
  path: string,
): Verdict[] {
  if (totals === undefined) return [];
  const { adAccountId, currency } = account;
  const allowed = (guard: NumericGuard, limit: number) => limitWords(guard, limit, currency);
  const { accountDailyBudget: limit, companyDailyBudget } = limits;
  const asked = fromMicro(totals.account);
  const own: Verdict = {
    guard: 'accountDailyBudget',
    adAccountId,
    currency,
    limit,
    asked,
    path,
    exceeded: totals.account > toMicro(limit),
    message: `Budgets of ${shown(asked)} ${currency} a day would deliver in ${adAccountId}. It allows at most ${allowed('accountDailyBudget', limit)} a day in all, ${COUNTED}.`,
  };
  if (companyDailyBudget === undefined || totals.company === undefined) return [own];
  const together = fromMicro(totals.company);
  const company: Verdict = {
    ...own,
    guard: 'companyDailyBudget',
    limit: companyDailyBudget,
    asked: together,
    exceeded: totals.company > toMicro(companyDailyBudget),
    message: `Budgets of ${shown(together)} ${currency} a day would deliver in all accounts together. Your company allows at most ${allowed('companyDailyBudget', companyDailyBudget)} a day for its accounts in ${currency}, ${COUNTED}.`,
  };
  return [own, company];
}

/**
 * Counts what one caller starts within 24 hours: many small operations need a second key as one
 * large one does.
 */
export function ofSecondKey(
  demand: Demand,
  limits: Limits,
  { adAccountId, currency }: GuardedAccount,
  { secondKey, startedBy = demand.started }: Pick<Circumstances, 'secondKey' | 'startedBy'>,
): Verdict[] {
  return (['daily', 'lifetime'] as const).flatMap((kind): Verdict[] => {
    const guard = kind === 'daily' ? 'secondKeyDailyBudget' : 'secondKeyLifetimeBudget';
    const limit = limits[guard];
    const wanted = demand.wanted
      .filter((each) => each.kind === kind && isRise(each))
      .map(({ amount }) => toMicro(amount));
    const started = kind === 'daily' ? startedBy.perDay : startedBy.lifetime;
    const set = Math.max(0, ...wanted);
    const most = Math.max(set, started);
    if (limit === undefined || most === 0) return [];
    const asked = fromMicro(most);
    const exceeded = !secondKey && most > toMicro(limit);
    const what =
      set >= started
        ? `This sets or starts a ${kind} budget of ${shown(asked)} ${currency} in ${adAccountId}.`
        : `With this the caller has started ${kind === 'daily' ? `budgets of ${shown(asked)} ${currency} a day` : `lifetime budgets of ${shown(asked)} ${currency}`} within 24 hours.`;
    const message = `${what} Above ${limitWords(guard, limit, currency)} a second key must approve.`;
    const path = demand.wanted[0]?.path ?? demand.pathOf([]);
    return [
      {
        guard,
        adAccountId,
        currency,
        limit,
        asked,
        exceeded,
        ...(exceeded && { approvable: true }),
        path,
        message,
      },
    ];
  });
}

function ofHours(
  { switchesOn, pathOf }: Demand,
  { quietHours = [] }: Limits,
  account: GuardedAccount,
  now: number,
): Verdict[] {
  if (!switchesOn || quietHours.length === 0) return [];
  const { adAccountId, currency, timezone } = account;
  const quiet = quietAt(quietHours, now, timezone);
  const limit = quietHours.map(quietWords).join('; ');
  const asked = new Date(now).toISOString();
  const message = `Nothing may start in ${adAccountId} from ${quiet === undefined ? limit : quietWords(quiet)}, ${timezone}.`;
  return [
    {
      guard: 'quietHours',
      adAccountId,
      currency,
      limit,
      asked,
      exceeded: quiet !== undefined,
      path: pathOf([]),
      message,
    },
  ];
}

const COUNTED = 'lifetime budgets by what is left of them for each day left';

const scopes: { readonly [G in NumericGuard]: string } = {
  dailyBudget: ' a day for one campaign or ad set',
  lifetimeBudget: ' for the lifetime of one campaign or ad set',
  bid: ' for one ad set',
  risePercent: ' within a day',
  startedDailyBudget: ` a day for all that one operation starts, ${COUNTED}`,
  startedLifetimeBudget: ' for all lifetime budgets that one operation starts',
  accountDailyBudget: '',
  companyDailyBudget: '',
  secondKeyDailyBudget: '',
  secondKeyLifetimeBudget: '',
  adsPerLaunch: ' in one launch',
};

/**
 * Whether an amount is more than `percent` above another. Percentages have at most two decimals.
 */
export const isAbove = (amount: number, percent: number, of: number): boolean =>
  amount * 10_000 > (10_000 + Math.round(percent * 100)) * of;

/** The verdicts that refuse. Equal ones of one place, as of several copies, are listed once. */
export function exceededOnes(verdicts: readonly Verdict[]): Verdict[] {
  const distinct = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    const key = JSON.stringify([verdict.adAccountId, verdict.guard, verdict.path, verdict.asked]);
    if (verdict.exceeded && !distinct.has(key)) distinct.set(key, verdict);
  }
  return [...distinct.values()];
}

/** Every exceeded guard, and of the others the verdict that came closest: what a plan shows. */
export function tightest(verdicts: readonly Verdict[]): Verdict[] {
  const exceeded = exceededOnes(verdicts);
  const closest = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    const key = `${verdict.adAccountId} ${verdict.guard}`;
    if (verdict.asked >= (closest.get(key)?.asked ?? 0)) closest.set(key, verdict);
  }
  const shownAnyway = new Set(exceeded.map(({ adAccountId, guard }) => `${adAccountId} ${guard}`));
  return [
    ...exceeded,
    ...[...closest.values()].filter(
      (each) => !shownAnyway.has(`${each.adAccountId} ${each.guard}`),
    ),
  ];
}

export const guardFault = (verdict: ToldVerdict): Fault => {
  const { guard: name, adAccountId, currency, limit, asked, path, message } = verdict;
  const isApprovable = verdict.approvable === true;
  return {
    path,
    code: isApprovable ? 'approval_required' : 'guard_exceeded',
    message: `${message} ${isApprovable ? PLANNED_AT : CHANGED_BY}`,
    hint: isApprovable ? 'plan-approval' : 'ask-admin',
    guard: { name, ...defined({ adAccountId, currency }), limit, asked },
  };
};

type ToldVerdict = Pick<Verdict, 'limit' | 'asked' | 'path' | 'message'> & {
  readonly guard: string;
  readonly adAccountId?: string | undefined;
  readonly currency?: string | undefined;
  readonly approvable?: boolean | undefined;
};

const PLANNED_AT = 'Plan it: it is carried out once another key has approved the plan.';

const called = (type: 'campaign' | 'adset', name: string) =>
  `the ${type === 'adset' ? 'ad set' : 'campaign'}${name === '' ? '' : ` ${quoted(name)}`}`;

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
