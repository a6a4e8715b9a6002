import { type AccountKey, accountOfKey } from '../base/account-key.ts';
import { SlipwayError } from '../base/errors.ts';
import { refusal } from '../base/refusal.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { Access, Credentials } from '../ports/platform-accounts.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store, Stored } from '../ports/store.ts';
import { accountAt, type FoundAccount, openPlatform, type Platforms } from './find-account.ts';
import { type ConnectionRecord, connectionKind } from './records.ts';

export interface AccessPorts {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly platforms: Platforms;
}

export interface AccountAccess {
  readonly key: AccountKey;
  readonly platform: AdPlatform;
  readonly access: Access;
}

/** Throws `not_found` when the company has no such account. */
export async function accessAccount(
  ports: AccessPorts,
  companyId: string,
  key: AccountKey,
): Promise<AccountAccess> {
  return accessFound(ports, companyId, await registeredAccount(ports.store, companyId, key));
}

/** Undefined where it was disconnected since the work was planned. */
export const accessIfThere = (
  ports: AccessPorts,
  companyId: string,
  key: AccountKey,
): Promise<AccountAccess | undefined> =>
  accessAccount(ports, companyId, key).catch((error: unknown) => {
    if (error instanceof SlipwayError && (error.code === 'not_found' || error.code === 'conflict'))
      return undefined;
    throw error;
  });

export async function registeredAccount(
  store: Store,
  companyId: string,
  key: AccountKey,
): Promise<FoundAccount> {
  const account = await accountAt(store, companyId, key);
  if (account !== undefined) return account;
  const { adAccountId } = accountOfKey(key);
  throw new SlipwayError('not_found', `There is no ad account ${adAccountId} here.`, {
    hint: 'list-ad-accounts',
  });
}

export async function accessFound(
  ports: AccessPorts,
  companyId: string,
  account: FoundAccount,
): Promise<AccountAccess> {
  const { key, connectionId, currency, timezone } = account;
  const platform = openPlatform(ports.platforms, account.platform);
  const credentials = await credentialsOf(ports, companyId, connectionId);
  const { adAccountId } = accountOfKey(key);
  return {
    key,
    platform,
    access: { companyId, connectionId, adAccountId, currency, timezone, credentials },
  };
}

/** For a worker that holds its work for a time only: nothing is sent once it has lost it. */
export const whileHeld = <A extends AccountAccess>(
  account: A,
  isHeld: () => boolean,
  work?: string,
): A => ({
  ...account,
  access: { ...account.access, isLeaseHeld: isHeld, ...(work !== undefined && { work }) },
});

/** Throws `conflict` (`connection_removed`) when it is gone. */
export async function storedConnection(
  store: Store,
  companyId: string,
  connectionId: string,
): Promise<Stored<ConnectionRecord>> {
  const connection = await store.get(connectionKind, companyId, connectionId);
  if (connection !== undefined) return connection;
  const message = 'The connection of this ad account was removed. Connect the platform again.';
  throw refusal('conflict', { path: '', code: 'connection_removed', message });
}

export async function credentialsOf(
  ports: { readonly store: Store; readonly secrets: Secrets },
  companyId: string,
  connectionId: string,
): Promise<Credentials> {
  const connection = await storedConnection(ports.store, companyId, connectionId);
  return openCredentials(ports.secrets, companyId, connection.doc.sealedCredentials);
}

export const sealCredentials = (
  secrets: Secrets,
  companyId: string,
  credentials: Credentials,
): Promise<string> => secrets.seal(JSON.stringify(credentials), { companyId, use: 'credentials' });

export const openCredentials = async (
  secrets: Secrets,
  companyId: string,
  sealed: string,
): Promise<Credentials> =>
  JSON.parse(await secrets.open(sealed, { companyId, use: 'credentials' })) as Credentials;
