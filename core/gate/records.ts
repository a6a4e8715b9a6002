import type { AccountKey } from '../base/account-key.ts';
import { defined } from '../base/defined.ts';
import { kind, type Store, type Stored } from '../ports/store.ts';
import { defaultLimits, type Limits, type QuietHours } from './limits.ts';

/** `anyone` who could carry the plan out, or never the key that planned it. */
export type Approver = 'anyone' | 'another-key';

interface CompanyRules {
  readonly risePercent?: number;
  readonly adsPerLaunch?: number;
  readonly quietHours?: readonly QuietHours[];
  readonly blockedOperations?: readonly string[];
  readonly approver?: Approver;
  /** Refuses ads launched within a week unless the request says `again`. */
  readonly refuseRepeats?: boolean;
}

export type MoneyLimits = Omit<
  Limits,
  'risePercent' | 'adsPerLaunch' | 'quietHours' | 'workspaceId'
>;
export type AccountLimits = Omit<Limits, 'companyDailyBudget'>;

export interface GuardrailsRecord extends CompanyRules {
  readonly revision: number;
  /** By ISO 4217 code, in capitals. */
  readonly currencies: { readonly [currency: string]: Partial<MoneyLimits> };
  readonly accounts: { readonly [account: AccountKey]: Partial<AccountLimits> };
}

export const guardrailsKind = kind<GuardrailsRecord>('guardrails');

/** Where earlier versions kept the approver. Only read. */
export const approvalPolicyKind = kind<{ readonly approver: Approver }>('approval-policy');

export const GUARDRAILS = 'company';

export const untouched: GuardrailsRecord = { revision: 0, currencies: {}, accounts: {} };

export async function readGuardrails(
  { store }: { readonly store: Store },
  companyId: string,
): Promise<Stored<GuardrailsRecord> | undefined> {
  const found = await store.get(guardrailsKind, companyId, GUARDRAILS);
  return found && { ...found, doc: withPercent(found.doc) };
}

/** Earlier versions kept the rise as a factor. */
function withPercent(doc: GuardrailsRecord): GuardrailsRecord {
  const accounts = Object.entries(doc.accounts).map(
    ([key, layer]) => [key, percentOf(layer)] as const,
  );
  return { ...percentOf(doc), accounts: Object.fromEntries(accounts) };
}

function percentOf<L extends object>(layer: L): L {
  const { riseFactor, ...rest } = layer as L & { readonly riseFactor?: number };
  if (riseFactor === undefined) return layer;
  return { risePercent: Math.round((riseFactor - 1) * 10_000) / 100, ...rest } as unknown as L;
}

/**
 * Whether the company has set how far budgets of an account may rise: the default only stops slips.
 */
export const limitsRises = (record: GuardrailsRecord | undefined, key: AccountKey): boolean =>
  record !== undefined &&
  (record.risePercent !== undefined || record.accounts[key]?.risePercent !== undefined);

/** The account's own over the company's over the defaults. */
export function limitsOf(
  record: GuardrailsRecord | undefined,
  account: { readonly key: AccountKey; readonly currency: string },
): Limits {
  const { risePercent, adsPerLaunch, quietHours, currencies, accounts } = record ?? untouched;
  return {
    ...defaultLimits(account.currency),
    ...defined({ risePercent, adsPerLaunch, quietHours }),
    ...currencies[account.currency.toUpperCase()],
    ...accounts[account.key],
  };
}
