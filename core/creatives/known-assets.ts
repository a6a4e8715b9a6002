import type { Secrets } from '../ports/secrets.ts';
import type { Store } from '../ports/store.ts';
import { eachOf } from '../records/list.ts';
import { readBatches } from './read-batches.ts';
import { adAssetId, adAssetKind } from './records.ts';

/** What ads of these accounts show: the asset of an ad, undefined where it was not launched here. */
export type KnownAssets = (account: string, adId: string) => string | undefined;

export async function knownAssets(
  ports: { readonly store: Store; readonly secrets: Secrets },
  companyId: string,
  accounts: readonly string[],
): Promise<KnownAssets> {
  await readBatches(ports, companyId);
  const assets = new Map<string, string>();
  for (const account of new Set(accounts))
    await eachOf(ports.store, adAssetKind, companyId, { where: { account } }, ({ id, doc }) => assets.set(id, doc.asset));
  return (account, adId) => assets.get(adAssetId(account, adId));
}
