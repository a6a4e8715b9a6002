import { SlipwayError } from '../errors.ts';
import { canonicalAccountId, type PlatformId, platformByAccountId } from '../platforms.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { Access, Credentials } from '../ports/platform-accounts.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store, Stored } from '../ports/store.ts';
import { type AdAccountRecord, adAccountKind, connectionKind } from './records.ts';

/** The platforms this service was assembled with. One that is not there is not offered. */
export type Platforms = { readonly [P in PlatformId]?: AdPlatform };

export interface AccountAccess {
  readonly platform: AdPlatform;
  readonly access: Access;
}

/**
 * A company's registered ad account, under any spelling of its id: `act_1`, `1`, `123-456-7890`,
 * `urn:li:sponsoredAccount:1`. Undefined when the company has none.
 */
export async function findAccount(
  store: Store,
  companyId: string,
  accountId: string,
  platform?: PlatformId,
): Promise<Stored<AdAccountRecord> | undefined> {
  const spellings = new Set([accountId.trim()]);
  for (const each of [platform, platformByAccountId(accountId), 'primary' as const])
    if (each !== undefined) spellings.add(canonicalAccountId(each, accountId));
  for (const spelling of spellings) {
    if (spelling === '' || spelling.length > 300) continue;
    const account = await store.get(adAccountKind, companyId, spelling);
    if (account !== undefined && (platform === undefined || account.doc.platform === platform)) return account;
  }
  return undefined;
}

/** The right to work on a registered account. Throws `not_found` when the company has no such account. */
export async function accessAccount(
  ports: { readonly store: Store; readonly secrets: Secrets; readonly platforms: Platforms },
  companyId: string,
  accountId: string,
): Promise<AccountAccess> {
  const account = await findAccount(ports.store, companyId, accountId);
  if (account === undefined)
    throw new SlipwayError('not_found', `There is no ad account ${accountId} here. GET /v1/adaccounts lists yours.`);
  const platform = ports.platforms[account.doc.platform];
  if (platform === undefined)
    throw new SlipwayError('unavailable', `This service was started without the ${account.doc.platform} platform.`);
  const { currency, timezone } = account.doc;
  const credentials = await credentialsOf(ports, companyId, account.doc.connectionId);
  return { platform, access: { companyId, adAccountId: account.id, currency, timezone, credentials } };
}

/** The same right for a worker that holds its work for a time only: nothing leaves once it holds it no more. */
export const whileHeld = <A extends AccountAccess>(account: A, isHeld: () => boolean): A => ({
  ...account,
  access: { ...account.access, isLeaseHeld: isHeld },
});

export async function credentialsOf(
  ports: { readonly store: Store; readonly secrets: Secrets },
  companyId: string,
  connectionId: string,
): Promise<Credentials> {
  const connection = await ports.store.get(connectionKind, companyId, connectionId);
  if (connection === undefined)
    throw new SlipwayError('conflict', 'The connection of this ad account was removed. Connect the platform again.');
  return JSON.parse(await ports.secrets.open(connection.doc.sealedCredentials, { companyId, use: 'credentials' })) as Credentials;
}
