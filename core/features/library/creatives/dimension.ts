import type { ReportDimension } from '../../../report/group-page.ts';
import { knownAssets } from './known-assets.ts';

/** Reports by what ads show. */
export const assetDimension: ReportDimension = {
  has: (key) => key === 'asset',
  async reader(ports, companyId, { accounts, ads }) {
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
