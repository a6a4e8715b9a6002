import { adGroups } from './ad-groups.ts';
import { adGroupAds, ads } from './ads.ts';
import { assetGroupSignals, assetGroups } from './asset-groups.ts';
import { assetLinks } from './asset-links.ts';
import { assets } from './assets.ts';
import { budgets } from './budgets.ts';
import { adGroupBidModifiers, campaignSharedSets } from './campaign-parts.ts';
import { campaigns } from './campaigns.ts';
import { campaignCriteria, criteria } from './criteria.ts';
import type { Service } from './service.ts';

export const services: readonly Service[] = [
  ...[budgets, campaigns, campaignCriteria, adGroups, criteria, adGroupAds, ads, assets],
  ...[campaignSharedSets, adGroupBidModifiers, assetGroups, assetGroupSignals],
  ...assetLinks,
];

export const serviceOf = (collection: string): Service | undefined => services.find((each) => each.collection === collection);

export function worldIdOf(name: string): string {
  const [, , collection = '', id = ''] = name.split('/');
  return serviceOf(collection)?.worldId(id) ?? id;
}
