import { at, numeric, said, wordsIn } from '../../kit/json.ts';
import type { ReportRow, Row } from '../../types.ts';

export const rowMetrics: readonly string[] = wordsIn(`
  ad_name adgroup_id adgroup_name campaign_id campaign_name spend impressions clicks result complete_payment
  total_complete_payment_rate
`);

/** Figures come as text or numbers, and as a dash or null for none. */
export function reportRow(row: Row, goals: ReadonlyMap<string, string>): ReportRow {
  const dimension = (name: string): string => said(row, 'dimensions', name);
  const name = (metric: string): string => said(row, 'metrics', metric);
  const figure = (metric: string): number => numeric(at(row, 'metrics', metric)) ?? 0;
  const adsetId = name('adgroup_id');
  const goal = goals.get(adsetId) ?? '';
  return {
    day: dimension('stat_time_day').slice(0, 10),
    adId: dimension('ad_id_v2'),
    adName: name('ad_name'),
    adsetId,
    adsetName: name('adgroup_name'),
    campaignId: name('campaign_id'),
    campaignName: name('campaign_name'),
    country: dimension('country_code'),
    spend: figure('spend'),
    impressions: figure('impressions'),
    clicks: figure('clicks'),
    results: figure('result'),
    conversions: figure('complete_payment'),
    // The value of all purchases, despite its name.
    conversionValue: figure('total_complete_payment_rate'),
    // In small letters REACH is core's word for people reached.
    ...(goal !== '' && { resultType: goal.toLowerCase() }),
  };
}
