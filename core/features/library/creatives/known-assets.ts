import { eachOf } from '../../../records/list.ts';
import { foreignAssets, type OwnAccount } from './read-ads.ts';
import { readBatches } from './read-batches.ts';
import { adAssetId, adAssetKind } from './records.ts';

/** What ads of some accounts show: the asset of an ad, undefined where it is not known. */
type KnownAssets = (account: string, adId: string) => string | undefined;

/**
 * The assets of ads: by content where they were launched here, else by what their platform says they show.
 *
 * @param ads those that matter most first: of others than our own only some are read at a time
 */
export async function knownAssets(
  ports: Parameters<typeof foreignAssets>[0],
  companyId: string,
  accounts: readonly OwnAccount[],
  ads: readonly { readonly account: string; readonly adId: string; readonly campaign: string }[],
): Promise<KnownAssets> {
  await readBatches(ports, companyId);
  const assets = new Map<string, string>();
  for (const account of accounts) {
    const { key } = account;
    await eachOf(ports.store, adAssetKind, companyId, { where: { account: key } }, ({ id, doc }) => assets.set(id, doc.asset));
    const others = ads.filter((ad) => ad.account === key && !assets.has(adAssetId(key, ad.adId)));
    const campaigns = new Map(others.map(({ adId, campaign }) => [adId, campaign]));
    for (const [id, asset] of await foreignAssets(ports, companyId, account, campaigns)) assets.set(id, asset);
  }
  return (account, adId) => assets.get(adAssetId(account, adId));
}
