import { accessAccount, findAccount, type Platforms } from '../accounts/access.ts';
import { type AdAccountRecord, adAccountKind } from '../accounts/records.ts';
import { SlipwayError } from '../errors.ts';
import { type PlatformId, platformIds } from '../platforms.ts';
import type { Access } from '../ports/platform-accounts.ts';
import type { ReportCapability } from '../ports/platform-reads.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store } from '../ports/store.ts';
import { allOf } from '../records/list.ts';
import { breaks } from './request.ts';

export interface AccountPorts {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly platforms: Platforms;
}

/** An ad account a report can be made of. */
export interface ReportAccount extends Pick<AdAccountRecord, 'name' | 'platform' | 'currency' | 'timezone'> {
  /** In the registered spelling. */
  readonly id: string;
  readonly report: ReportCapability;
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
  const found = await Promise.all(ids.map((id) => findAccount(ports.store, companyId, id)));
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
  const accounts = new Map<string, ReportAccount>();
  for (const account of found) {
    if (account === undefined) continue;
    const report = ports.platforms[account.doc.platform]?.report;
    if (report === undefined) throw unsupported(ports.platforms, account.doc.platform, parameter);
    accounts.set(account.id, accountOf(ports, companyId, account.id, account.doc, report));
  }
  return [...accounts.values()];
}

/** All of a company's accounts whose platforms have reports, by id. */
export async function allAccounts(ports: AccountPorts, companyId: string): Promise<readonly ReportAccount[]> {
  return (await allOf(ports.store, adAccountKind, companyId)).flatMap(({ id, doc }) => {
    const report = ports.platforms[doc.platform]?.report;
    return report === undefined ? [] : [accountOf(ports, companyId, id, doc, report)];
  });
}

/** Refuses accounts of other platforms where only the primary one offers a report. */
export function onlyPrimary(accounts: readonly ReportAccount[], parameter: string): void {
  const other = accounts.find(({ platform }) => platform !== 'primary');
  if (other !== undefined)
    throw breaks(
      parameter,
      'unsupported_on_platform',
      `${other.id} is a ${other.platform} account; this report is offered on primary only.`,
    );
}

function accountOf(
  ports: AccountPorts,
  companyId: string,
  id: string,
  doc: AdAccountRecord,
  report: ReportCapability,
): ReportAccount {
  const { name, platform, currency, timezone } = doc;
  const access = async (): Promise<Access> => (await accessAccount(ports, companyId, id)).access;
  return { id, name, platform, currency, timezone, report, access };
}

function unsupported(platforms: Platforms, platform: PlatformId, parameter: string): SlipwayError {
  const offered = platformIds.filter((id) => platforms[id]?.report !== undefined);
  if (platforms[platform] === undefined)
    return new SlipwayError('unavailable', `This service was started without the ${platform} platform.`);
  return breaks(
    parameter,
    'unsupported_on_platform',
    `The ${platform} platform offers no reports here. Reports are offered on: ${offered.join(', ')}.`,
  );
}
