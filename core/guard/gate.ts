import type { AccountAccess } from '../accounts/access.ts';
import { SlipwayError } from '../errors.ts';
import { fromMicro } from '../money.ts';
import type { Store } from '../ports/store.ts';
import type { MoneyAtStake } from '../schema/guardrails.ts';
import { type BudgetWanted, type Demand, exceededOnes, type GuardedAccount, guardFault, judge, type Verdict } from './judge.ts';
import { limitsOf, readGuardrails } from './records.ts';
import { type budgetsOf, nothingStarted, type Started } from './started.ts';

export interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly moneyAtStake: MoneyAtStake;
}

export const guardedAccount = ({ key, access }: AccountAccess): GuardedAccount => ({
  companyId: access.companyId,
  key,
  adAccountId: access.adAccountId,
  currency: access.currency,
  timezone: access.timezone,
});

/** Both budgets of a campaign or ad set, as far as it has them. */
export function budgetsWanted(
  holder: Pick<BudgetWanted, 'type' | 'id' | 'name'> & Parameters<typeof budgetsOf>[0],
  pathOf: (field: 'dailyBudget' | 'lifetimeBudget') => string,
): BudgetWanted[] {
  const { type, id, name } = holder;
  const kinds = { dailyBudget: 'daily', lifetimeBudget: 'lifetime' } as const;
  return (['dailyBudget', 'lifetimeBudget'] as const).flatMap((field) => {
    const amount = holder[field];
    if (amount === undefined) return [];
    return [{ type, ...(id !== undefined && { id }), name, kind: kinds[field], amount, path: pathOf(field) }];
  });
}

/** A demand of budgets alone: nothing starts to deliver by it. */
export const budgetsAlone = (wanted: readonly BudgetWanted[]): Demand => ({
  wanted,
  started: nothingStarted,
  pathOf: () => wanted[0]?.path ?? '',
});

/** What all guards say to a demand, and the money it sets delivering. Nothing is refused here. */
export async function judgeDemand(ports: { readonly store: Store }, account: GuardedAccount, demand: Demand): Promise<Judgement> {
  const record = await readGuardrails(ports, account.companyId);
  const limits = limitsOf(record?.doc, account);
  return { verdicts: judge(account, limits, demand), moneyAtStake: stakeOf(account, demand.started) };
}

/**
 * The gate. Every operation that creates, copies, raises or activates calls it before anything is sent, and nothing
 * lifts what it refuses but a change of the limits. Operations that only stop or lower spending need not pass.
 * Throws `unprocessable_entity` with a fault for each guard that is exceeded.
 */
export async function passGate(ports: { readonly store: Store }, account: GuardedAccount, demand: Demand): Promise<Judgement> {
  const judgement = await judgeDemand(ports, account, demand);
  refuseExceeded(judgement.verdicts);
  return judgement;
}

/** Throws when a guard was exceeded. */
export function refuseExceeded(verdicts: readonly Verdict[]): void {
  const details = exceededOnes(verdicts).map(guardFault);
  const [first] = details;
  if (first === undefined) return;
  const message =
    details.length === 1 ? first.message : `${details.length} limits of your company are exceeded. ${first.message}`;
  throw new SlipwayError('unprocessable_entity', `Nothing was sent to the platform. ${message}`, { details });
}

const stakeOf = ({ adAccountId, currency }: GuardedAccount, { daily, lifetime, holders }: Started): MoneyAtStake => ({
  adAccountId,
  dailyBudget: fromMicro(daily),
  lifetimeBudget: fromMicro(lifetime),
  currency,
  delivering: holders.length,
});
