import type { Actor } from '../access/caller.ts';
import { withWholeStore } from '../access/whole-store.ts';
import type { AccountAccess } from '../accounts/access.ts';
import { SlipwayError } from '../errors.ts';
import { fromMicro } from '../money.ts';
import type { MoneyAtStake } from '../schema/guardrails.ts';
import {
  type BudgetWanted,
  type Demand,
  exceededOnes,
  type GuardedAccount,
  guardFault,
  judge,
  ofTotals,
  type Verdict,
} from './judge.ts';
import type { Limits } from './limits.ts';
import { limitsOf, readGuardrails } from './records.ts';
import { type budgetsOf, nothingStarted, type Started } from './started.ts';
import { type Reserved, reserveDaily, type TotalPorts, totalsAfter } from './totals.ts';

export type GatePorts = TotalPorts;

export interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly moneyAtStake: MoneyAtStake;
  /** What has to be reserved before anything is sent. */
  readonly reserves: { readonly account: AccountAccess; readonly limits: Limits; readonly daily: number; readonly path: string };
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
export const budgetsAlone = (wanted: readonly BudgetWanted[], switchesOn: boolean): Demand => ({
  wanted,
  started: nothingStarted,
  switchesOn,
  pathOf: () => wanted[0]?.path ?? '',
});

/**
 * What all guards say to a demand, and the money it sets delivering. Nothing is refused here, and nothing reserved. One
 * call where something starts and what delivers in the account was not read for a quarter of an hour, or would be too much.
 */
export async function judgeDemand(
  ports: GatePorts,
  { secondKey = false }: Pick<Actor, 'secondKey'>,
  account: AccountAccess,
  demand: Demand,
): Promise<Judgement> {
  const guarded = guardedAccount(account);
  const record = await readGuardrails(ports, guarded.companyId);
  const limits = limitsOf(record?.doc, guarded);
  const { daily } = demand.started;
  const totals = daily === 0 ? undefined : await totalsAfter(withWholeStore(ports), account, limits, daily);
  return {
    verdicts: judge(guarded, limits, demand, { now: ports.clock.now(), totals, secondKey }),
    moneyAtStake: stakeOf(guarded, demand.started),
    reserves: { account, limits, daily, path: demand.pathOf([]) },
  };
}

/**
 * The gate. Every operation that creates, copies, raises or activates goes through it with all that it sends, and
 * nothing lifts what it refuses but a change of the limits, or a second key where that is enough. Operations that only
 * stop or lower spending need not pass. What starts is reserved while `work` sends it. Throws `unprocessable_entity`
 * with a fault for each guard that is exceeded, `conflict` where only a second key is missing.
 */
export async function throughGate<T>(
  ports: GatePorts,
  judgements: readonly (Judgement | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  const all = judgements.flatMap((judgement) => judgement ?? []);
  refuseExceeded(all.flatMap(({ verdicts }) => verdicts));
  const held: Reserved[] = [];
  try {
    for (const { reserves } of all) if (reserves.daily > 0) held.push(await reserve(ports, reserves));
    return await work();
  } finally {
    for (const { settle } of held) await settle();
  }
}

async function reserve(ports: GatePorts, { account, limits, daily, path }: Judgement['reserves']): Promise<Reserved> {
  const answer = await reserveDaily(withWholeStore(ports), account, limits, daily);
  if ('settle' in answer) return answer;
  refuseExceeded(ofTotals(answer, limits, guardedAccount(account), path));
  throw new Error('There is no room for what is within the limits.');
}

/** Throws when a guard was exceeded. */
export function refuseExceeded(verdicts: readonly Verdict[]): void {
  const exceeded = exceededOnes(verdicts);
  const hard = exceeded.filter(({ approvable }) => approvable !== true);
  const details = (hard.length > 0 ? hard : exceeded).map(guardFault);
  const [first] = details;
  if (first === undefined) return;
  const message =
    details.length === 1 ? first.message : `${details.length} limits of your company are exceeded. ${first.message}`;
  const code = hard.length > 0 ? 'unprocessable_entity' : 'conflict';
  throw new SlipwayError(code, `Nothing was sent to the platform. ${message}`, { details });
}

const stakeOf = ({ adAccountId, currency }: GuardedAccount, { daily, lifetime, holders }: Started): MoneyAtStake => ({
  adAccountId,
  dailyBudget: fromMicro(daily),
  lifetimeBudget: fromMicro(lifetime),
  currency,
  delivering: holders.length,
});
