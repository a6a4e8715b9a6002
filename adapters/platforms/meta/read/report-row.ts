import { numeric, rowsOf, said, text, wordsIn } from '../../kit/json.ts';
import type { EntityType, ReportRow, Row } from '../../types.ts';

/** The same purchase stands under up to eight types: the first found counts. */
const purchaseTypes = wordsIn(`
  omni_purchase purchase offsite_conversion.fb_pixel_purchase onsite_web_purchase onsite_web_app_purchase
  web_in_store_purchase app_custom_event.fb_mobile_purchase onsite_conversion.purchase
`);

/** Numbers come as strings; absent is zero. */
export function reportRow(row: Row): ReportRow {
  const results = firstResult(row.results);
  return {
    day: said(row.date_start),
    adId: said(row.ad_id),
    adName: said(row.ad_name),
    adsetId: said(row.adset_id),
    adsetName: said(row.adset_name),
    campaignId: said(row.campaign_id),
    campaignName: said(row.campaign_name),
    country: said(row.country),
    spend: numeric(row.spend) ?? 0,
    impressions: numeric(row.impressions) ?? 0,
    clicks: numeric(row.clicks) ?? 0,
    results: results.value,
    conversions: purchases(row.actions),
    conversionValue: purchases(row.action_values),
    videoViews:
      numeric(rowsOf(row.actions).find(({ action_type }) => action_type === 'video_view')?.value) ??
      0,
    ...(results.type !== undefined && { resultType: results.type }),
  };
}

function firstResult(results: unknown): { readonly type?: string; readonly value: number } {
  const [first] = rowsOf(results);
  const type = text(first?.indicator);
  const value = numeric(rowsOf(first?.values)[0]?.value) ?? 0;
  return { value, ...(type !== undefined && { type }) };
}

/** Windows are apart: views and clicks count different conversions. */
export function purchases(actions: unknown, windows: readonly string[] = ['value']) {
  const rows = rowsOf(actions);
  for (const type of purchaseTypes) {
    const found = rows.find((action) => action.action_type === type);
    if (found !== undefined)
      return windows.reduce((sum, window) => sum + (numeric(found[window]) ?? 0), 0);
  }
  return 0;
}

const entityFields = {
  campaign: 'campaign_id,campaign_name',
  adset: 'adset_id,adset_name,campaign_id,campaign_name',
  ad: 'ad_id,ad_name,adset_id,adset_name,campaign_id,campaign_name',
} as const;

export const rowFields = (level: EntityType) =>
  `${entityFields[level]},spend,impressions,clicks,results,actions,action_values`;

/** Deleted ads keep their numbers, and are listed only when asked for by status. */
const allStatuses = wordsIn(`
  ACTIVE PAUSED DELETED PENDING_REVIEW DISAPPROVED PREAPPROVED PENDING_BILLING_INFO CAMPAIGN_PAUSED ARCHIVED ADSET_PAUSED
  IN_PROCESS WITH_ISSUES
`);

export const statusFilter = (level: EntityType) => ({
  field: `${level}.effective_status`,
  operator: 'IN',
  value: allStatuses,
});
