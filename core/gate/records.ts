import type { AccountKey } from '../base/account-key.ts';
import { kind, type Store, type Stored } from '../ports/store.ts';
import { defaultLimits, type Limits, type QuietHours } from './limits.ts';

/** Who may approve a plan: whoever could carry it out, or never the key that planned it. */
export type Approver = 'anyone' | 'another-key';

/** What holds for all accounts, whatever their currency. */
export interface CompanyRules {
  readonly risePercent?: number;
  readonly adsPerLaunch?: number;
  readonly quietHours?: readonly QuietHours[];
  /** Names of operations that nobody may carry out. */
  readonly blockedOperations?: readonly string[];
  readonly approver?: Approver;
  /** Ads that were launched within a week are launched again only when the request says so. */
  readonly refuseRepeats?: boolean;
}

/** The limits in money. */
export type MoneyLimits = Omit<Limits, 'risePercent' | 'adsPerLaunch' | 'quietHours' | 'workspaceId'>;
export type AccountLimits = Omit<Limits, 'companyDailyBudget'>;

/** What a company has set itself. What it has not set is `defaultLimits`. */
export interface GuardrailsRecord extends CompanyRules {
  readonly revision: number;
  /** By ISO 4217 code, in capitals: amounts mean nothing without their currency. */
  readonly currencies: { readonly [currency: string]: Partial<MoneyLimits> };
  readonly accounts: { readonly [account: AccountKey]: Partial<AccountLimits> };
}

export const guardrailsKind = kind<GuardrailsRecord>('guardrails');

/** Where earlier versions kept who may approve plans. Only read. */
export const approvalPolicyKind = kind<{ readonly approver: Approver }>('approval-policy');

/** One document a company. */
export const GUARDRAILS = 'company';

/** A company that has set nothing has no document. */
export const untouched: GuardrailsRecord = { revision: 0, currencies: {}, accounts: {} };

export async function readGuardrails(
  { store }: { readonly store: Store },
  companyId: string,
): Promise<Stored<GuardrailsRecord> | undefined> {
  const found = await store.get(guardrailsKind, companyId, GUARDRAILS);
  return found && { ...found, doc: withPercent(found.doc) };
}

/** Documents of earlier versions hold the rise as a factor. */
function withPercent(doc: GuardrailsRecord): GuardrailsRecord {
  const accounts = Object.entries(doc.accounts).map(([key, layer]) => [key, percentOf(layer)] as const);
  return { ...percentOf(doc), accounts: Object.fromEntries(accounts) };
}

function percentOf<L extends object>(layer: L): L {
  const { riseFactor, ...rest } = layer as L & { readonly riseFactor?: number };
  if (riseFactor === undefined) return layer;
  // The members that are left are those of the layer.
  return { risePercent: Math.round((riseFactor - 1) * 10_000) / 100, ...rest } as unknown as L;
}

/** Whether a company has said how far budgets of an account may rise: the default only stops slips. */
export const limitsRises = (record: GuardrailsRecord | undefined, key: AccountKey): boolean =>
  record !== undefined && (record.risePercent !== undefined || record.accounts[key]?.risePercent !== undefined);

/** The limits of one account: its own over the company's over the defaults. */
export function limitsOf(
  record: GuardrailsRecord | undefined,
  account: { readonly key: AccountKey; readonly currency: string },
): Limits {
  const { risePercent, adsPerLaunch, quietHours, currencies, accounts } = record ?? untouched;
  return {
    ...defaultLimits(account.currency),
    ...(risePercent !== undefined && { risePercent }),
    ...(adsPerLaunch !== undefined && { adsPerLaunch }),
    ...(quietHours !== undefined && { quietHours }),
    ...currencies[account.currency.toUpperCase()],
    ...accounts[account.key],
  };
}
