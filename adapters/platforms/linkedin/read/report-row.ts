import { at, numeric, said } from '../../kit/json.ts';
import type { ReportRow, Row } from '../../types.ts';
import { idOf } from '../urns.ts';
import { dayOf } from '../wire/dates.ts';
import { campaignOf, groupOf, nameOf } from './objects.ts';

/** A question may name twenty fields. */
export const figures = [
  'impressions',
  'clicks',
  'costInLocalCurrency',
  'externalWebsiteConversions',
  'oneClickLeads',
  'conversionValueInLocalCurrency',
] as const;

/** Results by objective: kinds are never added up. */
const resultsOf: { readonly [objective: string]: (figure: Figure) => number } = {
  LEAD_GENERATION: (figure) => figure('oneClickLeads'),
  WEBSITE_CONVERSION: (figure) => figure('externalWebsiteConversions'),
};

type Figure = (name: (typeof figures)[number]) => number;

/** Falls back to ids where names cannot be read. */
export function reportRow(
  row: Row,
  urn: string,
  {
    creative,
    campaign,
    group,
  }: { readonly creative: Row; readonly campaign: Row; readonly group: Row },
): ReportRow {
  const figure: Figure = (name) => Math.max(0, numeric(row[name]) ?? 0);
  const objective = said(campaign.objectiveType);
  const results =
    resultsOf[objective] ?? (() => figure('externalWebsiteConversions') + figure('oneClickLeads'));
  return {
    day: dayOf(at(row, 'dateRange', 'start')) ?? '',
    adId: idOf('ad', urn),
    adName: nameOf('ad', { id: urn, ...creative }),
    adsetId: campaignOf(creative),
    adsetName: nameOf('adset', { id: campaignOf(creative), ...campaign }),
    campaignId: groupOf(campaign),
    campaignName: nameOf('campaign', { id: groupOf(campaign), ...group }),
    country: '',
    spend: figure('costInLocalCurrency'),
    impressions: figure('impressions'),
    clicks: figure('clicks'),
    results: results(figure),
    conversions: figure('externalWebsiteConversions'),
    conversionValue: figure('conversionValueInLocalCurrency'),
    ...(objective !== '' && { resultType: objective.toLowerCase() }),
  };
}
