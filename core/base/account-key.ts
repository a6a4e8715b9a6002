import type { PlatformId } from './platforms.ts';

/**
 * What an ad account is kept under: its platform and its id in the platform's registered spelling. Several platforms
 * number their accounts with bare digits, so an id alone does not name one.
 */
export type AccountKey = `${PlatformId}:${string}`;

export const accountKey = (platform: PlatformId, adAccountId: string): AccountKey => `${platform}:${adAccountId}`;

/** The two parts of a key. */
export function accountOfKey(key: AccountKey): { readonly platform: PlatformId; readonly adAccountId: string } {
  const at = key.indexOf(':');
  return { platform: key.slice(0, at), adAccountId: key.slice(at + 1) };
}

/** The id that the platform and the API know. */
export const adAccountIdOf = (key: AccountKey): string => accountOfKey(key).adAccountId;

/** The key of the account something is for, such as an ad. */
export const accountKeyOf = (of: { readonly platform: PlatformId; readonly adAccountId: string }): AccountKey =>
  accountKey(of.platform, of.adAccountId);
