import { adGroupAds, adGroups, ads } from './ads.ts';
import { assetGroupSignals, assetGroups, assetLinks, assets } from './assets.ts';
import { adGroupBidModifiers, budgets, campaignSharedSets, campaigns } from './campaigns.ts';
import { campaignCriteria, criteria } from './criteria.ts';
import type { Service } from './service.ts';

export const services: readonly Service[] = [
  budgets,
  campaigns,
  campaignCriteria,
  adGroups,
  criteria,
  adGroupAds,
  ads,
  assets,
  campaignSharedSets,
  adGroupBidModifiers,
  assetGroups,
  assetGroupSignals,
  ...assetLinks,
];

export const serviceOf = (collection: string): Service | undefined =>
  services.find((each) => each.collection === collection);

export function worldIdOf(name: string) {
  const [, , collection = '', id = ''] = name.split('/');
  return serviceOf(collection)?.worldId?.(id) ?? id;
}
