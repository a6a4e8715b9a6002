import type { PlatformId } from './platforms.ts';

/**
 * The platform and the id in its registered spelling. Several platforms use bare digits, so an id
 * alone is ambiguous.
 */
export type AccountKey = `${PlatformId}:${string}`;

export const accountKey = (platform: PlatformId, adAccountId: string): AccountKey =>
  `${platform}:${adAccountId}`;

export function accountOfKey(key: AccountKey): {
  readonly platform: PlatformId;
  readonly adAccountId: string;
} {
  const at = key.indexOf(':');
  return { platform: key.slice(0, at), adAccountId: key.slice(at + 1) };
}

export const adAccountIdOf = (key: AccountKey): string => accountOfKey(key).adAccountId;

export const accountKeyOf = (of: {
  readonly platform: PlatformId;
  readonly adAccountId: string;
}): AccountKey => accountKey(of.platform, of.adAccountId);
