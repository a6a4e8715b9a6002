import { type AccessPorts, accessFound } from '../../accounts/access.ts';
import type { FoundAccount } from '../../accounts/find-account.ts';
import { type AccountKey, accountKeyOf } from '../../base/account-key.ts';
import { PlatformError } from '../../base/errors.ts';
import type { LaunchAd } from '../../ports/launch-ad.ts';
import type { BoostedPost } from '../../ports/platform-definition.ts';

/**
 * The posts that ads boost, as far as the platform lists them: one request for each account and owner of posts. What
 * cannot be read is not known; the platform then decides when the ad is launched.
 */
export async function readPosts(
  ports: AccessPorts,
  companyId: string,
  ads: readonly LaunchAd[],
  accounts: ReadonlyMap<AccountKey, FoundAccount>,
): Promise<(ad: LaunchAd) => BoostedPost | undefined> {
  const owners = new Map<string, { readonly account: FoundAccount; readonly owner: string }>();
  const keyOf = (ad: LaunchAd): string => `${accountKeyOf(ad)} ${ownerOf(ports, ad) ?? ''}`;
  for (const ad of ads) {
    const account = accounts.get(accountKeyOf(ad));
    const owner = ownerOf(ports, ad);
    if (account?.status === 'active' && owner !== undefined) owners.set(keyOf(ad), { account, owner });
  }
  const read = new Map<string, ReadonlyMap<string, BoostedPost>>();
  for (const [key, { account, owner }] of owners) read.set(key, await postsOf(ports, companyId, account, owner));
  if (read.size === 0) return () => undefined;
  return (ad) => read.get(keyOf(ad))?.get(ad.media[0]?.effectiveStoryId ?? '');
}

const ownerOf = ({ platforms }: AccessPorts, ad: LaunchAd): string | undefined =>
  ad.type === 'postBoost' && platforms[ad.platform]?.inspect?.posts !== undefined
    ? platforms[ad.platform]?.definition.launch?.postOwner?.(ad)
    : undefined;

async function postsOf(ports: AccessPorts, companyId: string, account: FoundAccount, owner: string) {
  try {
    const { platform, access } = await accessFound(ports, companyId, account);
    const posts = (await platform.inspect?.posts?.(access, owner)) ?? [];
    return new Map(posts.map((post) => [post.id, post]));
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return new Map<string, BoostedPost>();
  }
}
