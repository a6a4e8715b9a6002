import { fromMicro } from '../../kit/currencies.ts';
import { numeric, said, text, wordsIn } from '../../kit/json.ts';
import type { ReportRow, Row } from '../../types.ts';

/** Answers leave out figures without a value. */
export const rowColumns: readonly string[] = wordsIn(`
  SPEND_IN_MICRO_DOLLAR TOTAL_IMPRESSION TOTAL_CLICKTHROUGH TOTAL_CONVERSIONS TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR
`);

/** By id: figures come without names. */
export interface Names {
  readonly ads: ReadonlyMap<string, Row>;
  readonly adSets: ReadonlyMap<string, Row>;
  readonly campaigns: ReadonlyMap<string, Row>;
}

interface Result {
  readonly type: string;
  readonly column: string;
}

/** By the objective of the campaign. */
const results: { readonly [objective: string]: Result } = {
  AWARENESS: { type: 'impressions', column: 'TOTAL_IMPRESSION' },
  CONSIDERATION: { type: 'clicks', column: 'TOTAL_CLICKTHROUGH' },
  WEB_CONVERSION: { type: 'conversions', column: 'TOTAL_CONVERSIONS' },
  CATALOG_SALES: { type: 'conversions', column: 'TOTAL_CONVERSIONS' },
};

export function reportRow(row: Row, adId: string, { ads, adSets, campaigns }: Names): ReportRow {
  const ad = ads.get(adId) ?? {};
  const adsetId = text(ad.ad_group_id) ?? text(row.AD_GROUP_ID) ?? '';
  const campaignId = text(ad.campaign_id) ?? text(row.CAMPAIGN_ID) ?? '';
  const campaign = campaigns.get(campaignId) ?? {};
  const figure = (column: string): number => numeric(row[column]) ?? 0;
  const result = results[said(campaign.objective_type)];
  return {
    day: text(row.DATE)?.slice(0, 10) ?? '',
    adId,
    adName: said(ad.name),
    adsetId,
    adsetName: said(adSets.get(adsetId)?.name),
    campaignId,
    campaignName: said(campaign.name),
    country: '',
    spend: fromMicro(row.SPEND_IN_MICRO_DOLLAR) ?? 0,
    impressions: figure('TOTAL_IMPRESSION'),
    clicks: figure('TOTAL_CLICKTHROUGH'),
    results: result === undefined ? 0 : figure(result.column),
    conversions: figure('TOTAL_CONVERSIONS'),
    conversionValue: fromMicro(row.TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR) ?? 0,
    ...(result !== undefined && { resultType: result.type }),
  };
}

/** Reports in the background use an older name too. */
export const adOf = (row: Row) => text(row.AD_ID) ?? text(row.PIN_PROMOTION_ID);
