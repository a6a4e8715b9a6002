import { fromMicro } from '../../kit/currencies.ts';
import { numeric, said } from '../../kit/json.ts';
import type { ReportRow, Row } from '../../types.ts';

export const rowFields: readonly string[] = [
  'impressions',
  'spend',
  'swipes',
  'conversion_purchases',
  'conversion_purchases_value',
];

/** What an ad squad is optimised for; default: swipes. */
const resultFields: { readonly [goal: string]: string } = {
  IMPRESSIONS: 'impressions',
  SWIPES: 'swipes',
  VIDEO_VIEWS: 'video_views',
  VIDEO_VIEWS_15_SEC: 'video_views_15s',
  PIXEL_PURCHASE: 'conversion_purchases',
  PIXEL_SIGNUP: 'conversion_sign_ups',
  PIXEL_ADD_TO_CART: 'conversion_add_cart',
  PIXEL_PAGE_VIEW: 'conversion_page_views',
  APP_PURCHASE: 'conversion_purchases',
  APP_SIGNUP: 'conversion_sign_ups',
  APP_ADD_TO_CART: 'conversion_add_cart',
};

export const resultField = (goal: string) => resultFields[goal] ?? 'swipes';

/** By id. */
export interface Names {
  readonly ads: ReadonlyMap<string, Row>;
  readonly adSquads: ReadonlyMap<string, Row>;
  readonly campaigns: ReadonlyMap<string, Row>;
}

/** Empty without a division by country. */
export const countryOf = (stats: Row) => said(stats.country).toUpperCase();

/** Unset figures are left out. */
export function reportRow(names: Names, adId: string, day: string, stats: Row): ReportRow {
  const figure = (name: string): number => numeric(stats[name]) ?? 0;
  const ad = names.ads.get(adId);
  const adsetId = said(ad?.ad_squad_id);
  const adSquad = names.adSquads.get(adsetId);
  const campaignId = said(adSquad?.campaign_id);
  const field = resultField(said(adSquad?.optimization_goal));
  return {
    day,
    adId,
    adsetId,
    campaignId,
    country: countryOf(stats),
    adName: said(ad?.name),
    adsetName: said(adSquad?.name),
    campaignName: said(names.campaigns.get(campaignId)?.name),
    spend: fromMicro(stats.spend) ?? 0,
    impressions: figure('impressions'),
    clicks: figure('swipes'),
    results: figure(field),
    conversions: figure('conversion_purchases'),
    conversionValue: fromMicro(stats.conversion_purchases_value) ?? 0,
    resultType: field,
  };
}
