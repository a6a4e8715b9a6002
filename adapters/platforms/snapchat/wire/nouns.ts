import type { EntityStatus, EntityType } from '../../../../core/ports/platform-accounts.ts';
import { type Row, text } from '../../kit/json.ts';

export const plurals: { readonly [T in EntityType]: 'campaigns' | 'adsquads' | 'ads' } = {
  campaign: 'campaigns',
  adset: 'adsquads',
  ad: 'ads',
};

/** What the user set. */
export function statusOf(row: Row): EntityStatus {
  if (row.deleted === true) return 'DELETED';
  return text(row.status)?.toUpperCase() === 'ACTIVE' ? 'ACTIVE' : 'PAUSED';
}

export const parentOf = (type: EntityType, row: Row): string | undefined =>
  text(type === 'campaign' ? row.ad_account_id : type === 'adset' ? row.campaign_id : row.ad_squad_id);
