import { type AccessPorts, accessFound } from '../accounts/access.ts';
import { offeredGroup, offeredMember } from '../accounts/capabilities.ts';
import { type FoundAccount, findAccount, foundAccount, openPlatform } from '../accounts/find-account.ts';
import { workspaceFilter } from '../accounts/in-workspace.ts';
import { type AdAccountRecord, adAccountKind } from '../accounts/records.ts';
import { type AccountKey, adAccountIdOf } from '../base/account-key.ts';
import { SlipwayError } from '../base/errors.ts';
import { decimalsOf } from '../base/money.ts';
import type { Access } from '../ports/platform-accounts.ts';
import type { ReportCapability } from '../ports/platform-report.ts';
import { allOf } from '../records/list.ts';
import { accountIdsOf, requiredAccountIdsOf } from './request.ts';

export type AccountPorts = AccessPorts;

/** An ad account a report can be made of. */
export interface ReportAccount extends Pick<AdAccountRecord, 'name' | 'platform' | 'workspaceId' | 'currency' | 'timezone'> {
  readonly key: AccountKey;
  /** In the registered spelling. */
  readonly id: string;
  readonly report: ReportCapability;
  /** Of amounts in its currency; undefined where its platform's table does not know the currency. */
  readonly decimals: number | undefined;
  /** How far back its platform's figures go. */
  readonly retentionDays: number;
  /** The right to ask the platform; credentials are opened only when it is really asked. */
  access(): Promise<Access>;
}

/**
 * The named accounts, each once. Throws `not_found` for one the company does not have, and
 * `unprocessable_entity` for one whose platform has no reports. `parameter` is the request's name for them.
 */
export async function namedAccounts(
  ports: AccountPorts,
  companyId: string,
  ids: readonly string[],
  parameter: string,
): Promise<readonly ReportAccount[]> {
  const found = await Promise.all(ids.map((id) => findAccount(ports, companyId, id, { path: parameter })));
  const missing = ids.filter((_, i) => found[i] === undefined);
  if (missing.length > 0)
    throw new SlipwayError(
      'not_found',
      `There is no ad account ${missing.slice(0, 10).join(', ')} here. GET /v1/adaccounts lists yours.`,
      {
        details: missing.map((id) => ({
          path: parameter,
          code: 'unknown_ad_account',
          message: `There is no ad account ${id} here.`,
        })),
      },
    );
  const accounts = new Map<AccountKey, ReportAccount>();
  for (const account of found) {
    if (account === undefined) continue;
    const report = offeredGroup(openPlatform(ports.platforms, account.platform, parameter), 'report', parameter);
    accounts.set(account.key, accountOf(ports, companyId, account, report));
  }
  return [...accounts.values()];
}

/** All of a company's accounts whose platforms have reports, by id; with a workspace named, those in it. */
async function allAccounts(ports: AccountPorts, companyId: string, request: object): Promise<readonly ReportAccount[]> {
  const isWanted = await workspaceFilter(ports.store, companyId, request);
  const accounts = (await allOf(ports.store, adAccountKind, companyId)).map(foundAccount).filter(isWanted);
  return accounts.flatMap((account) => {
    const report = ports.platforms[account.platform]?.report;
    return report === undefined ? [] : [accountOf(ports, companyId, account, report)];
  });
}

/** Accounts of a report, and the parameter that named them; undefined where none did. */
interface AskedAccounts {
  readonly name: string | undefined;
  readonly accounts: readonly ReportAccount[];
}

/** The accounts a report is asked for: those it names, else all, of the workspace it names where it names one. */
export async function askedAccounts(ports: AccountPorts, companyId: string, request: object): Promise<AskedAccounts> {
  const named = accountIdsOf(request);
  if (named === undefined) return { name: undefined, accounts: await allAccounts(ports, companyId, request) };
  const isWanted = await workspaceFilter(ports.store, companyId, request);
  const accounts = await namedAccounts(ports, companyId, named.value, named.name);
  return { name: named.name, accounts: accounts.filter(isWanted) };
}

/** The same where a report must say which: accounts, or a workspace. */
export async function requiredAccounts(
  ports: AccountPorts,
  companyId: string,
  request: { readonly workspaceId?: string | undefined },
): Promise<AskedAccounts & { readonly name: string }> {
  const name = request.workspaceId === undefined ? requiredAccountIdsOf(request).name : 'workspaceId';
  const asked = await askedAccounts(ports, companyId, request);
  return { ...asked, name: asked.name ?? name };
}

/** Refuses accounts whose platforms do not offer figures by country. */
export function onlyByCountry({ platforms }: AccountPorts, accounts: readonly ReportAccount[], parameter: string): void {
  for (const { platform } of accounts) offeredMember(openPlatform(platforms, platform), 'report', 'byCountry', parameter);
}

/** Refuses accounts whose platforms do not offer pictures of ads, which a ranking shows. */
export function onlyWithPictures({ platforms }: AccountPorts, accounts: readonly ReportAccount[], parameter: string): void {
  for (const { platform } of accounts) offeredMember(openPlatform(platforms, platform), 'inspect', 'pictures', parameter);
}

function accountOf(ports: AccountPorts, companyId: string, account: FoundAccount, report: ReportCapability): ReportAccount {
  const { key, name, platform, workspaceId, currency, timezone } = account;
  const access = async (): Promise<Access> => (await accessFound(ports, companyId, account)).access;
  const { retentionDays, currencies } = openPlatform(ports.platforms, platform).definition;
  const decimals = decimalsOf(currencies, currency);
  const days = report.timezone ?? timezone;
  return {
    key,
    id: adAccountIdOf(key),
    name,
    platform,
    workspaceId,
    currency,
    timezone: days,
    decimals,
    report,
    retentionDays,
    access,
  };
}
