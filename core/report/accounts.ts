import { type AccessPorts, accessFound } from '../accounts/access.ts';
import { offeredGroup, offeredMember } from '../accounts/capabilities.ts';
import {
  type FoundAccount,
  findAccount,
  foundAccount,
  openPlatform,
  unknownAccounts,
} from '../accounts/find-account.ts';
import { workspaceFilter } from '../accounts/in-workspace.ts';
import { type AdAccountRecord, adAccountKind } from '../accounts/records.ts';
import { type AccountKey, adAccountIdOf } from '../base/account-key.ts';
import { decimalsOf } from '../base/money.ts';
import type { Access } from '../ports/platform-accounts.ts';
import type { ReportCapability } from '../ports/platform-report.ts';
import { allOf } from '../records/list.ts';
import { accountIdsOf, requiredAccountIdsOf } from './request.ts';

export interface ReportAccount
  extends Pick<AdAccountRecord, 'name' | 'platform' | 'workspaceId' | 'currency' | 'timezone'> {
  readonly key: AccountKey;
  /** In the registered spelling. */
  readonly id: string;
  readonly report: ReportCapability;
  /** Of its currency; undefined where its platform's table does not know it. */
  readonly decimals: number | undefined;
  readonly retentionDays: number;
  /** Opens the credentials only when it is called. */
  access(): Promise<Access>;
}

/**
 * The named accounts, each once. Throws `not_found` for an unknown one, `unprocessable_entity` for
 * one whose platform has no reports. `parameter` is the request's name for them.
 */
export async function namedAccounts(
  ports: AccessPorts,
  companyId: string,
  ids: readonly string[],
  parameter: string,
): Promise<readonly ReportAccount[]> {
  const found = await Promise.all(
    ids.map((id) => findAccount(ports, companyId, id, { path: parameter })),
  );
  const missing = ids.filter((_, i) => found[i] === undefined);
  if (missing.length > 0) throw unknownAccounts(missing, parameter);
  const accounts = new Map<AccountKey, ReportAccount>();
  for (const account of found) {
    if (account === undefined) continue;
    const report = offeredGroup(
      openPlatform(ports.platforms, account.platform, parameter),
      'report',
      parameter,
    );
    accounts.set(account.key, accountOf(ports, companyId, account, report));
  }
  return [...accounts.values()];
}

/** All accounts with reports, by id, in the workspace if the request names one. */
async function allAccounts(
  ports: AccessPorts,
  companyId: string,
  request: object,
): Promise<readonly ReportAccount[]> {
  const isWanted = await workspaceFilter(ports.store, companyId, request);
  const accounts = (await allOf(ports.store, adAccountKind, companyId))
    .map(foundAccount)
    .filter(isWanted);
  return accounts.flatMap((account) => {
    const report = ports.platforms[account.platform]?.report;
    return report === undefined ? [] : [accountOf(ports, companyId, account, report)];
  });
}

/** `name`: the parameter that named the accounts. */
interface AskedAccounts {
  readonly name: string | undefined;
  readonly accounts: readonly ReportAccount[];
}

/** The accounts a request names, else all; in both cases limited to the workspace it names. */
export async function askedAccounts(
  ports: AccessPorts,
  companyId: string,
  request: object,
): Promise<AskedAccounts> {
  const named = accountIdsOf(request);
  if (named === undefined)
    return { name: undefined, accounts: await allAccounts(ports, companyId, request) };
  const isWanted = await workspaceFilter(ports.store, companyId, request);
  const accounts = await namedAccounts(ports, companyId, named.value, named.name);
  return { name: named.name, accounts: accounts.filter(isWanted) };
}

/** The same for reports that must name accounts or a workspace. */
export async function requiredAccounts(
  ports: AccessPorts,
  companyId: string,
  request: { readonly workspaceId?: string | undefined },
): Promise<AskedAccounts & { readonly name: string }> {
  const name =
    request.workspaceId === undefined ? requiredAccountIdsOf(request).name : 'workspaceId';
  const asked = await askedAccounts(ports, companyId, request);
  return { ...asked, name: asked.name ?? name };
}

export function onlyByCountry(
  { platforms }: Pick<AccessPorts, 'platforms'>,
  accounts: readonly ReportAccount[],
  parameter: string,
): void {
  for (const { platform } of accounts)
    offeredMember(openPlatform(platforms, platform), 'report', 'byCountry', parameter);
}

export function onlyWithReach(
  { platforms }: AccessPorts,
  accounts: readonly ReportAccount[],
  parameter: string,
): void {
  for (const { platform } of accounts)
    offeredMember(openPlatform(platforms, platform), 'report', 'reachByMonth', parameter);
}

export function onlyWithPictures(
  { platforms }: AccessPorts,
  accounts: readonly ReportAccount[],
  parameter: string,
): void {
  for (const { platform } of accounts)
    offeredMember(openPlatform(platforms, platform), 'inspect', 'pictures', parameter);
}

function accountOf(
  ports: AccessPorts,
  companyId: string,
  account: FoundAccount,
  report: ReportCapability,
): ReportAccount {
  const { key, name, platform, workspaceId, currency } = account;
  const { retentionDays, currencies } = openPlatform(ports.platforms, platform).definition;
  return {
    key,
    id: adAccountIdOf(key),
    name,
    platform,
    workspaceId,
    currency,
    timezone: report.timezone ?? account.timezone,
    decimals: decimalsOf(currencies, currency),
    report,
    retentionDays,
    access: async () => (await accessFound(ports, companyId, account)).access,
  };
}
