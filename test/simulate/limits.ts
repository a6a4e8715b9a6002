import { ACCOUNTS } from './platform.ts';
import type { Thing, Things } from './things.ts';

export interface Limits {
  readonly dailyBudget: number;
  readonly accountDailyBudget: number;
}

/**
 * The second company has limits: of each budget, and of all that delivers in one of its accounts.
 */
export const LIMITED = 1;
export const LIMITS: Limits = { dailyBudget: 16, accountDailyBudget: 22 };

/** What was judged by the limits of before may come this much later. */
const GRACE_MS = 5 * 60_000;

const accounts: readonly string[] = (ACCOUNTS[LIMITED] ?? []).map(({ id }) => id);

/** Limits as people set them, and how long each held. */
export interface LimitBook {
  /** Asked for: from now on it may hold. Answers what to call once it is known to hold. */
  ask(limits: Limits): () => void;
  /** Whether all limits that were ever asked for would hold with this budget. */
  keeps(thing: Thing, dailyBudget: number): boolean;
  /** A limit that does not hold in this moment. */
  beyond(): string | undefined;
}

export function createLimitBook(things: Things, now: () => number): LimitBook {
  const book = [{ ...LIMITS, from: 0, until: Number.POSITIVE_INFINITY }];
  const at = (time: number) =>
    book.filter(({ from, until }) => from <= time && until + GRACE_MS >= time);
  return {
    ask(limits) {
      const asked = { ...limits, from: now(), until: Number.POSITIVE_INFINITY };
      book.push(asked);
      return () => {
        for (const each of book)
          if (each !== asked && each.from <= asked.from) each.until = Math.min(each.until, now());
      };
    },
    keeps({ id, account, dailyBudget: before = 0 }, dailyBudget) {
      const rise = deliveringIn(things, account).has(id) ? dailyBudget - before : 0;
      return book.every(
        ({ accountDailyBudget }) => perDay(things, account) + rise <= accountDailyBudget,
      );
    },
    beyond() {
      for (const thing of things.all.values()) {
        if (!accounts.includes(thing.account) || thing.dailyBudget === undefined) continue;
        const most = Math.max(...at(budgetSetAt(thing)).map(({ dailyBudget }) => dailyBudget));
        if (thing.dailyBudget > most)
          return `the budget of ${thing.id} is ${thing.dailyBudget}, above the limit of ${most}`;
      }
      // What delivers already may stay where a limit is lowered.
      const most = Math.max(...book.map(({ accountDailyBudget }) => accountDailyBudget));
      for (const account of accounts) {
        const sum = perDay(things, account);
        if (sum > most) return `${account} delivers ${sum} a day, above the limit of ${most}`;
      }
      return undefined;
    },
  };
}

function budgetSetAt({ history, times, madeAt }: Thing): number {
  const last = history.findLastIndex((value) => value.startsWith('dailyBudget='));
  return times[last] ?? madeAt;
}

/**
 * Ad sets that are on, in campaigns that are on, with ads that are on, by the platform's own books.
 */
function deliveringIn(things: Things, account: string): ReadonlySet<string> {
  const isOn = (id = '') => things.get(id)?.status === 'ACTIVE';
  const delivering = new Set<string>();
  for (const { type, status, parent = '', account: of } of things.all.values())
    if (
      type === 'ad' &&
      status === 'ACTIVE' &&
      of === account &&
      isOn(parent) &&
      isOn(things.get(parent)?.parent)
    )
      delivering.add(parent);
  return delivering;
}

/** What they spend in a day. */
function perDay(things: Things, account: string): number {
  let sum = 0;
  for (const id of deliveringIn(things, account)) sum += things.get(id)?.dailyBudget ?? 0;
  return sum;
}
