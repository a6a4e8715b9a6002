import { eachOf } from '../../../records/list.ts';
import type { ReportDimension } from '../../../report/group-page.ts';
import { foreignAssets, type OwnAccount } from './read-ads.ts';
import { readBatches } from './read-batches.ts';
import { adAssetId, adAssetKind } from './records.ts';

export const assetDimension: ReportDimension = {
  async reader(ports, companyId, { key, accounts, ads }) {
    if (key !== 'asset') return undefined;
    const bySpend = [...ads].sort((a, b) => (b.sums.spend ?? 0) - (a.sums.spend ?? 0));
    const asked = bySpend.map(({ entity: { accountId = '', adId = '', campaignId = '' } }) => ({
      account: accountId,
      adId,
      campaign: campaignId,
    }));
    const assetOf = await knownAssets(ports, companyId, accounts, asked);
    return ({ entity }) => {
      const value = assetOf(entity.accountId ?? '', entity.adId ?? '') ?? null;
      return { value, isKnown: value !== null };
    };
  },
  list: async () => [{ key: 'asset', label: 'Asset', levels: ['ad'] }],
};

type KnownAssets = (account: string, adId: string) => string | undefined;

/**
 * The assets of ads: by content where they were launched here, else by what their platform says
 * they show.
 *
 * @param ads the most important first: of ads that were launched elsewhere only some are read at a
 * time
 */
async function knownAssets(
  ports: Parameters<typeof foreignAssets>[0],
  companyId: string,
  accounts: readonly OwnAccount[],
  ads: readonly { readonly account: string; readonly adId: string; readonly campaign: string }[],
): Promise<KnownAssets> {
  await readBatches(ports, companyId);
  const assets = new Map<string, string>();
  for (const account of accounts) {
    const { key } = account;
    await eachOf(ports.store, adAssetKind, {
      companyId,
      query: { where: { account: key } },
      see: ({ id, doc }) => assets.set(id, doc.asset),
    });
    const others = ads.filter((ad) => ad.account === key && !assets.has(adAssetId(key, ad.adId)));
    const campaigns = new Map(others.map(({ adId, campaign }) => [adId, campaign]));
    for (const [id, asset] of await foreignAssets(ports, companyId, account, campaigns))
      assets.set(id, asset);
  }
  return (account, adId) => assets.get(adAssetId(account, adId));
}
