import { dayAt } from '../base/time/days.ts';
import type { Clock } from '../ports/clock.ts';
import type { Budgets } from '../ports/platform-accounts.ts';
import { kind, type Store } from '../ports/store.ts';
import { type Forgotten, forgetExpired } from '../records/expired.ts';
import type { GuardedAccount } from './judge.ts';
import { budgetsOf } from './started.ts';

/** The first budgets an object was seen with on a day of its account's calendar. Written once. */
interface BudgetSeen extends Budgets {
  readonly day: string;
  readonly at: number;
  /** Besides budgets; null: there was none. */
  readonly amounts?: Amounts;
}

export type Amounts = { readonly [field: string]: number | null };

export const budgetSeenKind = kind<BudgetSeen>('budget-seen', { at: 'number' });

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
}

/**
 * The budgets an object was first seen with on this day of its account; `object` itself the first
 * time. Durable when this answers: call it before sending anything that changes them, so that all
 * rises of the day are measured against the same.
 */
export async function firstSeenToday(
  { store, clock }: Ports,
  account: GuardedAccount,
  object: Budgets & { readonly id: string; readonly amounts?: Amounts },
): Promise<Pick<BudgetSeen, 'amounts' | keyof Budgets>> {
  const at = clock.now();
  const { day, id } = dayOf(account, object.id, at);
  const fields = Object.keys(object.amounts ?? {});
  for (;;) {
    const known = await store.get(budgetSeenKind, account.companyId, id);
    const doc: BudgetSeen = {
      day,
      at,
      ...budgetsOf(object),
      ...known?.doc,
      ...(fields.length > 0 && { amounts: { ...object.amounts, ...known?.doc.amounts } }),
    };
    const isKnown =
      known?.doc.dailyBudget === doc.dailyBudget &&
      known?.doc.lifetimeBudget === doc.lifetimeBudget &&
      fields.every((field) => known?.doc.amounts?.[field] !== undefined);
    if (known !== undefined && isKnown) return doc;
    const write = {
      kind: budgetSeenKind,
      companyId: account.companyId,
      id,
      expect: known?.version ?? ('absent' as const),
      doc,
    };
    if ((await store.commit([write])) === undefined) return doc;
  }
}

/** The same for an object that was not read; undefined when it was not seen today. */
export async function seenToday(
  { store, clock }: Ports,
  account: GuardedAccount,
  objectId: string,
): Promise<Budgets | undefined> {
  const { id } = dayOf(account, objectId, clock.now());
  return (await store.get(budgetSeenKind, account.companyId, id))?.doc;
}

function dayOf({ key, timezone }: GuardedAccount, objectId: string, at: number) {
  const day = dayAt(at, timezone);
  return { day, id: `${key}/${objectId}/${day}` };
}

/** Longer than a day lasts in any time zone. */
const KEPT_MS = 3 * 24 * 60 * 60 * 1000;

export const forgetSeenBudgets = ({ store, clock }: Ports, companyId: string): Promise<Forgotten> =>
  forgetExpired(store, budgetSeenKind, companyId, { by: 'at', before: clock.now() - KEPT_MS });
