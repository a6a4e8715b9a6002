import { hasNames, withIds } from '../../../../core/sheet/named.ts';
import type { Client } from '../../../client/client.ts';
import type { LaunchFile } from '../../base/launch-file.ts';

type Ads = LaunchFile['ads'];

/**
 * Ads whose account, ad sets, page, profile and button may be called by their names, as exports of
 * other tools have them.
 */
export async function withNamesResolved(client: Client, ads: Ads): Promise<Ads> {
  const isNamed = (ad: Ads[number]): boolean =>
    hasNames(ad) ||
    !/\d{4}/.test(String(ad.adAccountId ?? '0000')) ||
    /[a-z ]/.test(String(ad.cta ?? ''));
  if (!ads.some(isNamed)) return ads;
  const [accounts, platforms] = await Promise.all([
    client.accounts.list({ limit: 200 }),
    client.platforms.list(),
  ]);
  const lists = { accounts: accounts.data, adSets: () => undefined, profiles: () => undefined };
  const callsToAction = platforms.data.flatMap(({ launch }) => launch?.callsToAction ?? []);
  const placed = ads.map((ad) => withIds(ad, { ...lists, callsToAction }));
  const ids = new Set(placed.flatMap((ad) => (hasNames(ad) ? String(ad.adAccountId) : [])));
  const known = new Map(
    await Promise.all(
      accounts.data
        .filter(({ id }) => ids.has(id))
        .map(async ({ id }) => {
          const adSets = await client.reports.adSets({ accountId: id, limit: 200 });
          const profiles = await client.accounts.profiles({ accountId: id });
          return [id, { adSets: adSets.data, profiles: profiles.data }] as const;
        }),
    ),
  );
  return placed.map((ad) =>
    withIds(ad, {
      accounts: accounts.data,
      adSets: (id) => known.get(id)?.adSets,
      profiles: (id) => known.get(id)?.profiles,
      callsToAction,
    }),
  );
}
