import type { Actor } from '../access/caller.ts';
import type { AccountKey } from '../base/account-key.ts';
import type { Clock } from '../ports/clock.ts';
import { kind, type Store, type Stored, type Write } from '../ports/store.ts';
import { type Forgotten, forgetExpired } from '../records/expired.ts';
import type { GuardedAccount, StartedSums } from './judge.ts';
import type { GuardrailsRecord } from './records.ts';
import type { Rise, Step } from './started.ts';

/**
 * What one caller has started in the last 24 hours without a second key's approval. Id: the caller.
 */
export interface StartedBy {
  readonly at: number;
  readonly steps: readonly StartedStep[];
}

/** Of one operation and one campaign or ad set. Millionths. */
export interface StartedStep {
  readonly at: number;
  readonly account: AccountKey;
  readonly currency: string;
  readonly id?: string;
  readonly perDay: Step;
  readonly lifetime: Step;
}

export const startedByKind = kind<StartedBy>('started-by', { at: 'number' });

const WINDOW_MS = 24 * 60 * 60 * 1000;
/** Steps of one campaign or ad set within this time are kept as one. */
const MERGED_MS = 60 * 60 * 1000;

/** `earlier`: what the same request starts in other accounts before. */
export type Spender = Pick<Actor, 'companyId' | 'keyId' | 'madeBy' | 'secondKey'> & {
  readonly earlier?: readonly StartedStep[];
};

/** What all keys, sessions and rules of one spender have in common, as far as it is known. */
const spenderId = ({ madeBy, keyId }: Spender) => madeBy ?? keyId;

export const findStarted = (
  { store }: { readonly store: Store },
  caller: Spender,
): Promise<Stored<StartedBy> | undefined> =>
  store.get(startedByKind, caller.companyId, spenderId(caller));

export const stepsOf = (
  account: GuardedAccount,
  rises: readonly Rise[],
  at: number,
): readonly StartedStep[] =>
  rises.map((rise) => ({
    at,
    account: account.key,
    currency: account.currency.toUpperCase(),
    ...rise,
  }));

/** Adds these steps and drops those that are over. */
export function startedWrite(
  caller: Spender,
  known: Stored<StartedBy> | undefined,
  steps: readonly StartedStep[],
  now: number,
): Write {
  const { companyId } = caller;
  const kept = (known?.doc.steps ?? []).filter(({ at }) => now - at < WINDOW_MS);
  const doc: StartedBy = { at: now, steps: steps.reduce(withStep, kept) };
  return {
    kind: startedByKind,
    companyId,
    id: spenderId(caller),
    expect: known?.version ?? 'absent',
    doc,
  };
}

function withStep(kept: readonly StartedStep[], step: StartedStep): readonly StartedStep[] {
  const isSame = (each: StartedStep) =>
    step.id !== undefined &&
    each.id === step.id &&
    each.account === step.account &&
    step.at - each.at < MERGED_MS;
  const same = kept.filter(isSame);
  if (same.length === 0) return [...kept, step];
  const all = [...same, step];
  return [
    ...kept.filter((each) => !isSame(each)),
    {
      ...step,
      perDay: spanOf(all.map(({ perDay }) => perDay)),
      lifetime: spanOf(all.map(({ lifetime }) => lifetime)),
    },
  ];
}

const spanOf = (steps: readonly Step[]): Step => ({
  from: Math.min(...steps.map(({ from }) => from)),
  to: Math.max(...steps.map(({ to }) => to)),
});

/**
 * What the caller starts within 24 hours with these steps, in the accounts of one limit: the
 * account alone where it has a limit of its own, otherwise all of its currency that have none. What
 * was stopped and started again counts once.
 */
export function startedSums(
  known: StartedBy | undefined,
  steps: readonly StartedStep[],
  account: GuardedAccount,
  { record, now }: { readonly record: GuardrailsRecord | undefined; readonly now: number },
): StartedSums {
  const all = [...(known?.steps ?? []).filter(({ at }) => now - at < WINDOW_MS), ...steps];
  const sum = (kind: 'perDay' | 'lifetime'): number => {
    const limit = kind === 'perDay' ? 'secondKeyDailyBudget' : 'secondKeyLifetimeBudget';
    const hasOwn = (key: AccountKey) => record?.accounts[key]?.[limit] !== undefined;
    const counts = (step: StartedStep) =>
      hasOwn(account.key)
        ? step.account === account.key
        : step.currency === account.currency.toUpperCase() && !hasOwn(step.account);
    const spans = new Map<string, Step[]>();
    all.filter(counts).forEach((step, position) => {
      const holder = step.id === undefined ? String(position) : `${step.account}/${step.id}`;
      spans.set(holder, [...(spans.get(holder) ?? []), step[kind]]);
    });
    return [...spans.values()]
      .map(spanOf)
      .reduce((total, { from, to }) => total + Math.max(0, to - from), 0);
  };
  return { perDay: sum('perDay'), lifetime: sum('lifetime') };
}

export const forgetStarted = (
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  companyId: string,
): Promise<Forgotten> =>
  forgetExpired(store, startedByKind, companyId, { by: 'at', before: clock.now() - WINDOW_MS });
