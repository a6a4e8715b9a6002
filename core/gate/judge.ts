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
  readonly kind: 'daily' | 'lifetime' | 'bid';
  /** What it is where it is no budget: a cap, a bid. */
  readonly what?: string;
  /** Whole units of the account's currency; UNLIMITED: there is none any more. */
  readonly amount: number;
  /** The budget it has now, and the first one it was seen with today. */
  readonly from?: { readonly now: number; readonly firstToday: number };
  /** Where it stands in the request as sent. */
  readonly path: string;
}

/** What an operation asks for in one ad account. */
export interface Demand {
  readonly wanted: readonly BudgetWanted[];
  readonly started: Started;
  /** Whether anything is switched on, also where no further budget starts to be spent by it. */
  readonly switchesOn: boolean;
  /** Amounts besides budgets that are raised: bids, caps. For people. */
  readonly raises?: readonly AmountRaised[];
  /** Where in the request a started budget comes from; without ad sets: the operation as a whole. */
  pathOf(adSetIds: readonly string[]): string;
}

/** What a day may spend after a demand (per-day.ts), in millionths. */
export interface TotalsAfter {
  readonly account: number;
  /** Of all accounts with the same currency, where the company has a limit for it. */
  readonly company?: number;
}

/** What one guard says about one demand. */
export interface Verdict {
  readonly guard: GuardName;
  /** Absent where a guard holds for the company as a whole. */
  readonly adAccountId?: string;
  readonly currency?: string;
  readonly limit: number | string;
  readonly asked: number | string;
  readonly exceeded: boolean;
  /** It is exceeded, and a second key may allow it all the same. */
  readonly approvable?: true;
  readonly path: string;
  /** What is asked for and what is allowed, for people. */
  readonly message: string;
}

/** Who can change a limit, and where. */
export const CHANGED_BY = `An admin can change this limit: ${settingsPages.limits}.`;

/** What holds beside the limits at the moment of a demand. */
export interface Circumstances {
  readonly now: number;
  /** Absent where nothing starts to be spent: totals are not read for it. */
  readonly totals?: TotalsAfter | undefined;
  /** A second key has approved what is asked. */
  readonly secondKey: boolean;
  /** What the caller starts within 24 hours with this demand, in millionths (started-by.ts). Absent: this demand alone. */
  readonly startedBy?: StartedSums | undefined;
}

/** Of lifetime budgets: whole, and what a day may spend of them beside the daily ones. */
export interface StartedSums {
  readonly perDay: number;
  readonly lifetime: number;
}

/** What each guard says, one verdict for each budget it looks at. Pure. */
export function judge(account: GuardedAccount, limits: Limits, demand: Demand, around: Circumstances): Verdict[] {
  const { adAccountId, currency } = account;
  const verdict = (guard: NumericGuard, asked: number, exceeded: boolean, path: string, what: string): Verdict => {
    const limit = limits[guard] ?? 0;
    const message = `${what} ${adAccountId} allows at most ${limitWords(guard, limit, currency)}${scopes[guard]}.`;
    return { guard, adAccountId, currency, limit, asked, exceeded, path, message };
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

type Judged = (guard: NumericGuard, asked: number, exceeded: boolean, path: string, what: string) => Verdict;

const isRise = ({ amount, from }: BudgetWanted): boolean => from === undefined || toMicro(amount) > toMicro(from.now);

/** Told instead of an amount where there is none any more, or was none, to hold spending back. */
export const UNLIMITED = 1_000_000_000_000;

const amountWords = (amount: number, currency: string): string =>
  amount >= UNLIMITED ? 'no limit' : `${shown(amount)} ${currency}`;

/** Told instead of a rise from nothing, which no percentage measures. */
const MOST_PERCENT = 1_000_000_000;

function ofBudget(wanted: BudgetWanted, limits: Limits, currency: string, verdict: Judged): Verdict[] {
  const { type, name, kind, amount, from, path } = wanted;
  const { what = `${kind} budget` } = wanted;
  const guard = kind === 'daily' ? 'dailyBudget' : 'lifetimeBudget';
  const rises = isRise(wanted);
  const is = `The ${what} of ${called(type, name)} would be ${amountWords(amount, currency)}.`;
  const itself = kind === 'bid' ? [] : [verdict(guard, amount, rises && toMicro(amount) > toMicro(limits[guard]), path, is)];
  if (from === undefined) return itself;
  const percent = from.firstToday === 0 ? MOST_PERCENT : Math.min(MOST_PERCENT, (amount / from.firstToday - 1) * 100);
  const rose = `The ${what} of ${called(type, name)} was ${amountWords(from.firstToday, currency)} when it was first seen today and would be ${amountWords(amount, currency)}, ${shown(Math.max(0, percent))} % more.`;
  const tooFar = rises && isAbove(toMicro(amount), limits.risePercent, toMicro(from.firstToday));
  return [...itself, verdict('risePercent', rounded(percent), tooFar, path, rose)];
}

function ofStarted(demand: Demand, limits: Limits, currency: string, verdict: Judged): Verdict[] {
  const each = demand.started.holders.flatMap(({ type, name, adSetIds, ...budgets }) =>
    (['dailyBudget', 'lifetimeBudget'] as const).flatMap((guard) => {
      const amount = budgets[guard];
      if (amount === undefined) return [];
      const what = `${capital(called(type, name))} would start to deliver with a ${guard === 'dailyBudget' ? 'daily' : 'lifetime'} budget of ${shown(amount)} ${currency}.`;
      return [verdict(guard, amount, toMicro(amount) > toMicro(limits[guard]), demand.pathOf(adSetIds), what)];
    }),
  );
  const sums = (['startedDailyBudget', 'startedLifetimeBudget'] as const).flatMap((guard) => {
    const isDaily = guard === 'startedDailyBudget';
    const micro = isDaily ? demand.started.perDay : demand.started.lifetime;
    if (micro === 0) return [];
    const asked = fromMicro(micro);
    const what = `This would start ${isDaily ? 'budgets' : 'lifetime budgets'} of ${shown(asked)} ${currency}${isDaily ? ' a day' : ''} together.`;
    return [verdict(guard, asked, micro > toMicro(limits[guard]), demand.pathOf([]), what)];
  });
  return [...each, ...sums];
}

/** What the totals after a demand mean for the limits of the account and of the company. */
export function ofTotals(totals: TotalsAfter | undefined, limits: Limits, account: GuardedAccount, path: string): Verdict[] {
  if (totals === undefined) return [];
  const { adAccountId, currency } = account;
  const allowed = (guard: NumericGuard, limit: number): string => limitWords(guard, limit, currency);
  const { accountDailyBudget: limit, companyDailyBudget } = limits;
  const asked = fromMicro(totals.account);
  const own: Verdict = {
    ...{ guard: 'accountDailyBudget', adAccountId, currency, limit, asked, path },
    exceeded: totals.account > toMicro(limit),
    message: `Budgets of ${shown(asked)} ${currency} a day would deliver in ${adAccountId}. It allows at most ${allowed('accountDailyBudget', limit)} a day in all, ${COUNTED}.`,
  };
  if (companyDailyBudget === undefined || totals.company === undefined) return [own];
  const together = fromMicro(totals.company);
  const company: Verdict = {
    ...{ guard: 'companyDailyBudget', adAccountId, currency, limit: companyDailyBudget, asked: together, path },
    exceeded: totals.company > toMicro(companyDailyBudget),
    message: `Budgets of ${shown(together)} ${currency} a day would deliver in all accounts together. Your company allows at most ${allowed('companyDailyBudget', companyDailyBudget)} a day for its accounts in ${currency}, ${COUNTED}.`,
  };
  return [own, company];
}

/** By what one caller starts within 24 hours: many small operations need a second key as one large one does. */
export function ofSecondKey(
  demand: Demand,
  limits: Limits,
  { adAccountId, currency }: GuardedAccount,
  { secondKey, startedBy = demand.started }: Pick<Circumstances, 'secondKey' | 'startedBy'>,
): Verdict[] {
  return (['daily', 'lifetime'] as const).flatMap((kind): Verdict[] => {
    const guard = kind === 'daily' ? 'secondKeyDailyBudget' : 'secondKeyLifetimeBudget';
    const limit = limits[guard];
    const wanted = demand.wanted.filter((each) => each.kind === kind && isRise(each)).map(({ amount }) => toMicro(amount));
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
    return [{ guard, adAccountId, currency, limit, asked, exceeded, ...(exceeded && { approvable: true }), path, message }];
  });
}

function ofHours({ switchesOn, pathOf }: Demand, { quietHours = [] }: Limits, account: GuardedAccount, now: number): Verdict[] {
  if (!switchesOn || quietHours.length === 0) return [];
  const { adAccountId, currency, timezone } = account;
  const quiet = quietAt(quietHours, now, timezone);
  const limit = quietHours.map(quietWords).join('; ');
  const asked = new Date(now).toISOString();
  const message = `Nothing may start in ${adAccountId} from ${quiet === undefined ? limit : quietWords(quiet)}, ${timezone}.`;
  return [{ guard: 'quietHours', adAccountId, currency, limit, asked, exceeded: quiet !== undefined, path: pathOf([]), message }];
}

const COUNTED = 'lifetime budgets by what is left of them for each day left';

/** What a limit is a limit of, after its amount. */
const scopes: { readonly [G in NumericGuard]: string } = {
  dailyBudget: ' a day for one campaign or ad set',
  lifetimeBudget: ' for the lifetime of one campaign or ad set',
  risePercent: ' within a day',
  startedDailyBudget: ` a day for all that one operation starts, ${COUNTED}`,
  startedLifetimeBudget: ' for all lifetime budgets that one operation starts',
  accountDailyBudget: '',
  companyDailyBudget: '',
  secondKeyDailyBudget: '',
  secondKeyLifetimeBudget: '',
  adsPerLaunch: ' in one launch',
};

/** Whether an amount is more than so many per cent above another. Percentages have at most two decimals. */
export const isAbove = (amount: number, percent: number, of: number): boolean =>
  amount * 10_000 > (10_000 + Math.round(percent * 100)) * of;

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

/** A verdict, or what was told of one. */
type ToldVerdict = Pick<Verdict, 'limit' | 'asked' | 'path' | 'message'> & {
  readonly guard: string;
  readonly adAccountId?: string | undefined;
  readonly currency?: string | undefined;
  readonly approvable?: boolean | undefined;
};

const PLANNED_AT = 'Plan it: it is carried out once another key has approved the plan.';

const called = (type: 'campaign' | 'adset', name: string): string =>
  `the ${type === 'adset' ? 'ad set' : 'campaign'}${name === '' ? '' : ` ${quoted(name)}`}`;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
