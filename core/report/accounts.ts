import { type AccessPorts, accessFound } from '../accounts/access.ts';
import { type AccountKey, adAccountIdOf } from '../accounts/account-key.ts';
import { type FoundAccount, findAccount, foundAccount, openPlatform } from '../accounts/find-account.ts';
import { type AdAccountRecord, adAccountKind } from '../accounts/records.ts';
import { offeredGroup, offeredMember } from '../capabilities.ts';
import { SlipwayError } from '../errors.ts';
import { decimalsOf } from '../money.ts';
import type { Access } from '../ports/platform-accounts.ts';
import type { ReportCapability } from '../ports/platform-reads.ts';
import { allOf } from '../records/list.ts';

export type AccountPorts = AccessPorts;

/** An ad account a report can be made of. */
export interface ReportAccount extends Pick<AdAccountRecord, 'name' | 'platform' | 'currency' | 'timezone'> {
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
    const report = offeredGroup(openPlatform(ports.platforms, account.platform), 'report', parameter);
    accounts.set(account.key, accountOf(ports, companyId, account, report));
  }
  return [...accounts.values()];
}

/** All of a company's accounts whose platforms have reports, by id. */
export async function allAccounts(ports: AccountPorts, companyId: string): Promise<readonly ReportAccount[]> {
  return (await allOf(ports.store, adAccountKind, companyId)).map(foundAccount).flatMap((account) => {
    const report = ports.platforms[account.platform]?.report;
    return report === undefined ? [] : [accountOf(ports, companyId, account, report)];
  });
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
  const { key, name, platform, currency, timezone } = account;
  const access = async (): Promise<Access> => (await accessFound(ports, companyId, account)).access;
  const { retentionDays, currencies } = openPlatform(ports.platforms, platform).definition;
  const decimals = decimalsOf(currencies, currency);
  const days = report.timezone ?? timezone;
  return { key, id: adAccountIdOf(key), name, platform, currency, timezone: days, decimals, report, retentionDays, access };
}
