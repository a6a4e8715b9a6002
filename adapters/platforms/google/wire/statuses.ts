import type { EntityStatus, EntityType } from '../../../../core/ports/platform-accounts.ts';

/** The platform's words. */
export const statusWords = { ACTIVE: 'ENABLED', PAUSED: 'PAUSED' } as const;

export function statusOf(status: unknown): EntityStatus {
  if (status === 'REMOVED') return 'DELETED';
  return status === 'ENABLED' ? 'ACTIVE' : 'PAUSED';
}

/** In queries, and the collection that changes it. */
export const levels: { readonly [T in EntityType]: { readonly from: string; readonly id: string; readonly collection: string } } =
  {
    campaign: { from: 'campaign', id: 'campaign.id', collection: 'campaigns' },
    adset: { from: 'ad_group', id: 'ad_group.id', collection: 'adGroups' },
    ad: { from: 'ad_group_ad', id: 'ad_group_ad.ad.id', collection: 'adGroupAds' },
  };
