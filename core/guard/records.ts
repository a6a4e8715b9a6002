import type { AccountKey } from '../accounts/account-key.ts';
import { kind, type Store, type Stored } from '../ports/store.ts';
import { defaultLimits, type Limits } from './limits.ts';

/** The limits in money; a factor is none. */
export type MoneyLimits = Omit<Limits, 'riseFactor'>;

/** What a company has set itself. What it has not set is `defaultLimits`. */
export interface GuardrailsRecord {
  readonly revision: number;
  readonly riseFactor?: number;
  /** By ISO 4217 code, in capitals: amounts mean nothing without their currency. */
  readonly currencies: { readonly [currency: string]: Partial<MoneyLimits> };
  readonly accounts: { readonly [account: AccountKey]: Partial<Limits> };
}

export const guardrailsKind = kind<GuardrailsRecord>('guardrails');

/** One document a company. */
export const GUARDRAILS = 'company';

/** A company that has set nothing has no document. */
export const untouched: GuardrailsRecord = { revision: 0, currencies: {}, accounts: {} };

export const readGuardrails = (
  { store }: { readonly store: Store },
  companyId: string,
): Promise<Stored<GuardrailsRecord> | undefined> => store.get(guardrailsKind, companyId, GUARDRAILS);

/** The limits of one account: its own over the company's over the defaults. */
export function limitsOf(
  record: GuardrailsRecord | undefined,
  account: { readonly key: AccountKey; readonly currency: string },
): Limits {
  const { riseFactor, currencies, accounts } = record ?? untouched;
  return {
    ...defaultLimits(account.currency),
    ...(riseFactor !== undefined && { riseFactor }),
    ...currencies[account.currency.toUpperCase()],
    ...accounts[account.key],
  };
}
