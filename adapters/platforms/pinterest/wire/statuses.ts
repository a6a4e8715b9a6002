import type { EntityStatus, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { Row } from '../../kit/json.ts';

/** What the user set. A draft does not deliver. */
export function statusOf({ status }: Row): EntityStatus {
  if (status === 'ACTIVE' || status === 'ARCHIVED') return status;
  return status === 'DELETED_DRAFT' ? 'DELETED' : 'PAUSED';
}

export const livingStatuses = ['ACTIVE', 'PAUSED'] as const;
export const allStatuses = [...livingStatuses, 'ARCHIVED', 'DRAFT', 'DELETED_DRAFT'] as const;

/** Names in paths and filters. */
export const nouns: { readonly [T in EntityType]: { readonly path: string; readonly ids: string } } = {
  campaign: { path: 'campaigns', ids: 'campaign_ids' },
  adset: { path: 'ad_groups', ids: 'ad_group_ids' },
  ad: { path: 'ads', ids: 'ad_ids' },
};

export const pathOf = (adAccountId: string, type: EntityType): string => `ad_accounts/${adAccountId}/${nouns[type].path}`;
