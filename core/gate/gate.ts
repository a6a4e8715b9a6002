import { withWholeStore } from '../access/whole-store.ts';
import type { AccountAccess } from '../accounts/access.ts';
import { findAccounts } from '../accounts/find-account.ts';
import { SlipwayError } from '../base/errors.ts';
import { fromMicro, toMicro } from '../base/money.ts';
import { guardedAccount } from './guarded.ts';
import {
  type BudgetWanted,
  type Demand,
  exceededOnes,
  type GuardedAccount,
  guardFault,
  judge,
  ofSecondKey,
  ofTotals,
  type Verdict,
} from './judge.ts';
import type { Limits } from './limits.ts';
import { type GuardrailsRecord, limitsOf, readGuardrails } from './records.ts';
import type { MoneyAtStake } from './schema.ts';
import { type budgetsOf, nothingStarted } from './started.ts';
import { findStarted, type Spender, type StartedStep, startedSums, stepsOf } from './started-by.ts';
import { type Reserved, reserve, type TotalPorts, totalsAfter } from './totals.ts';
import { rounded } from './words.ts';

export interface Judgement {
  readonly verdicts: readonly Verdict[];
  readonly moneyAtStake: MoneyAtStake;
  readonly reserves: Reserving;
  /** What it starts, for later parts of the same request or plan. */
  readonly steps: readonly StartedStep[];
}

interface Reserving {
  readonly account: AccountAccess;
  readonly limits: Limits;
  readonly record: GuardrailsRecord | undefined;
  readonly demand: Demand;
  readonly caller: Spender;
}

export function budgetsWanted(
  holder: Pick<BudgetWanted, 'type' | 'id' | 'name'> & Parameters<typeof budgetsOf>[0],
  pathOf: (field: 'dailyBudget' | 'lifetimeBudget') => string,
): BudgetWanted[] {
  const { type, id, name } = holder;
  const kinds = { dailyBudget: 'daily', lifetimeBudget: 'lifetime' } as const;
  return (['dailyBudget', 'lifetimeBudget'] as const).flatMap((field) => {
    const amount = holder[field];
    if (amount === undefined) return [];
    return [
      {
        type,
        ...(id !== undefined && { id }),
        name,
        kind: kinds[field],
        amount,
        path: pathOf(field),
      },
    ];
  });
}

export const budgetsAlone = (wanted: readonly BudgetWanted[], switchesOn: boolean): Demand => ({
  wanted,
  started: nothingStarted,
  switchesOn,
  pathOf: () => wanted[0]?.path ?? '',
});

/**
 * What all guards say to a demand, and the money it sets delivering. Refuses and reserves nothing.
 * Makes one platform call where something starts and what delivers in the account was not read for
 * a quarter of an hour, or would be too much.
 */
export async function judgeDemand(
  ports: TotalPorts,
  caller: Spender,
  account: AccountAccess,
  demand: Demand,
): Promise<Judgement> {
  const guarded = guardedAccount(account);
  const record = (await readGuardrails(ports, guarded.companyId))?.doc;
  const limits = limitsOf(record, guarded);
  const now = ports.clock.now();
  const { perDay, rises } = demand.started;
  const totals =
    perDay === 0 ? undefined : await totalsAfter(withWholeStore(ports), account, limits, perDay);
  const steps = stepsOf(guarded, rises, now);
  const { secondKey = false, earlier = [] } = caller;
  const startedBy =
    steps.length > 0 && asksSecondKey(limits, caller)
      ? startedSums((await findStarted(ports, caller))?.doc, [...earlier, ...steps], guarded, {
          record,
          now,
        })
      : undefined;
  return {
    verdicts: judge(guarded, limits, demand, { now, totals, secondKey, startedBy }),
    moneyAtStake: stakeOf(guarded, demand),
    reserves: { account, limits, record, demand, caller },
    steps,
  };
}

const asksSecondKey = (
  { secondKeyDailyBudget, secondKeyLifetimeBudget }: Limits,
  { secondKey }: Spender,
) =>
  secondKey !== true &&
  (secondKeyDailyBudget !== undefined || secondKeyLifetimeBudget !== undefined);

/**
 * The gate. Every operation that creates, copies, raises or activates goes through it with all that
 * it sends; only changed limits, or a second key where that is enough, lift a refusal. Operations
 * that only stop or lower spending need not pass. What starts is reserved while `work` sends it.
 * Throws `unprocessable_entity` with a fault for each exceeded guard, `conflict` where only a
 * second key is missing.
 */
export async function throughGate<T>(
  ports: TotalPorts,
  judgements: readonly (Judgement | undefined)[],
  work: () => Promise<T>,
): Promise<T> {
  const gate = await openGate(ports, judgements);
  try {
    return await work();
  } finally {
    await gate.settle();
  }
}

/**
 * What starts is reserved until it has left, which `settle` says, or until something kept it from
 * leaving.
 */
export async function openGate(
  ports: TotalPorts,
  judgements: readonly (Judgement | undefined)[],
): Promise<{ settle(): Promise<void>; cancel(error: unknown): Promise<never> }> {
  const all = judgements.flatMap((judgement) => judgement ?? []);
  refuseExceeded(all.flatMap(({ verdicts }) => verdicts));
  const held: Reserved[] = [];
  const cancel = async (error: unknown): Promise<never> => {
    for (const each of held) await each.cancel();
    throw error;
  };
  for (const { reserves } of all)
    if (reserves.demand.started.rises.length > 0)
      held.push(await reserved(ports, reserves).catch(cancel));
  const settle = async (): Promise<void> => {
    for (const each of held) await each.settle();
  };
  return { settle, cancel };
}

async function reserved(
  ports: TotalPorts,
  { account, limits, record, demand, caller }: Reserving,
): Promise<Reserved> {
  const guarded = guardedAccount(account);
  const { perDay, rises } = demand.started;
  const steps = asksSecondKey(limits, caller) ? stepsOf(guarded, rises, ports.clock.now()) : [];
  const answer = await reserve(withWholeStore(ports), account, limits, {
    perDay,
    caller,
    steps,
    judgeStarted: (known, now) =>
      ofSecondKey(demand, limits, guarded, {
        secondKey: false,
        startedBy: startedSums(known, steps, guarded, { record, now }),
      }),
  });
  if ('settle' in answer) return answer;
  refuseExceeded(
    'account' in answer ? ofTotals(answer, limits, guarded, demand.pathOf([])) : answer.verdicts,
  );
  throw new Error('There is no room for what is within the limits.');
}

/** Whether a plan as a whole needs a second key although none of its steps does. */
export async function asksSecondKeyInAll(
  ports: TotalPorts,
  caller: Spender,
  money: readonly MoneyAtStake[],
): Promise<boolean> {
  const { companyId } = caller;
  const now = ports.clock.now();
  const record = (await readGuardrails(ports, companyId))?.doc;
  const known = (await findStarted(ports, caller))?.doc;
  const found = await Promise.all(
    money.map(async (stake) => {
      const { adAccountId, dailyBudget, perDay = dailyBudget, lifetimeBudget } = stake;
      const step = (amount: number) => ({ from: 0, to: toMicro(amount) });
      const rise = { perDay: step(perDay), lifetime: step(lifetimeBudget) };
      return (await findAccounts(ports, companyId, adAccountId)).map(
        ({ key, currency, timezone }) => {
          const guarded: GuardedAccount = { companyId, key, currency, timezone, adAccountId };
          return { guarded, steps: stepsOf(guarded, [rise], now) };
        },
      );
    }),
  );
  const all = found.flat();
  const steps = all.flatMap((each) => each.steps);
  return all.some(({ guarded }) => {
    const limits = limitsOf(record, guarded);
    const { perDay, lifetime } = startedSums(known, steps, guarded, { record, now });
    const isAbove = (amount: number, limit: number | undefined) =>
      limit !== undefined && amount > toMicro(limit);
    return (
      isAbove(perDay, limits.secondKeyDailyBudget) ||
      isAbove(lifetime, limits.secondKeyLifetimeBudget)
    );
  });
}

export function refuseExceeded(verdicts: readonly Verdict[]): void {
  const exceeded = exceededOnes(verdicts);
  const hard = exceeded.filter(({ approvable }) => approvable !== true);
  const details = (hard.length > 0 ? hard : exceeded).map(guardFault);
  const [first] = details;
  if (first === undefined) return;
  const message =
    details.length === 1
      ? first.message
      : `${details.length} limits of your company are exceeded. ${first.message}`;
  const code = hard.length > 0 ? 'unprocessable_entity' : 'conflict';
  throw new SlipwayError(code, `Nothing was sent to the platform. ${message}`, { details });
}

function stakeOf(
  { adAccountId, currency }: GuardedAccount,
  { started, raises }: Demand,
): MoneyAtStake {
  const { daily, lifetime, perDay, holders } = started;
  return {
    adAccountId,
    dailyBudget: fromMicro(daily),
    lifetimeBudget: fromMicro(lifetime),
    ...(perDay !== daily && { perDay: rounded(fromMicro(perDay)) }),
    currency,
    delivering: holders.length,
    ...(raises !== undefined &&
      raises.length > 0 && { raises: raises.map((each) => ({ ...each })) }),
  };
}
