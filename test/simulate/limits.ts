import { ACCOUNTS } from './platform.ts';
import type { Thing, Things } from './things.ts';

/** The second company has limits: of each budget, and of all that delivers in one of its accounts. */
export const LIMITED = 1;
export const LIMITS = { dailyBudget: 16, accountDailyBudget: 22 };

const accounts: readonly string[] = (ACCOUNTS[LIMITED] ?? []).map(({ id }) => id);

/** What the platform spends in a day, by its own books: ad sets that are on, in campaigns that are on, with ads that are on. */
function perDay(things: Things, account: string): number {
  const alive = (thing: Thing | undefined) => thing?.status === 'ACTIVE';
  const delivering = new Set<string>();
  for (const { type, status, parent = '', account: of } of things.all.values())
    if (type === 'ad' && status === 'ACTIVE' && of === account) delivering.add(parent);
  let sum = 0;
  for (const id of delivering) {
    const adSet = things.get(id);
    const campaign = things.get(adSet?.parent ?? '');
    if (alive(adSet) && alive(campaign)) sum += adSet?.dailyBudget ?? 0;
  }
  return sum;
}

/** A limit that does not hold in this moment. */
export function beyondLimits(things: Things): string | undefined {
  for (const thing of things.all.values())
    if (accounts.includes(thing.account) && (thing.dailyBudget ?? 0) > LIMITS.dailyBudget)
      return `the budget of ${thing.id} is ${thing.dailyBudget}, above the limit of ${LIMITS.dailyBudget}`;
  for (const account of accounts) {
    const sum = perDay(things, account);
    if (sum > LIMITS.accountDailyBudget)
      return `${account} delivers ${sum} a day, above the limit of ${LIMITS.accountDailyBudget}`;
  }
  return undefined;
}
