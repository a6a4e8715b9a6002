import type { Access } from '../../../../core/ports/platform-accounts.ts';
import type { ReportCapability, ReportQuery, ReportRow } from '../../../../core/ports/platform-report.ts';
import { asRow, numeric, type Row, said, wordsIn } from '../../kit/json.ts';
import type { Api } from '../wire/client.ts';
import { select } from '../wire/gaql.ts';
import { moneyOf } from '../wire/values.ts';
import { idOf, nameOf } from './entities.ts';
import { createParts } from './parts.ts';

const figures = ['impressions', 'clicks', 'cost_micros', 'conversions', 'conversions_value'].map((each) => `metrics.${each}`);
const around = ['campaign.id', 'campaign.name', 'segments.date'];
const adFields = wordsIn(`
  ad_group_ad.ad.id ad_group_ad.ad.name ad_group_ad.ad.url_custom_parameters ad_group_ad.ad.responsive_search_ad.headlines
  ad_group.id ad_group.name
`);
const assetGroupFields = ['asset_group.id', 'asset_group.name'];

export function createReport(api: Api): ReportCapability {
  return {
    // Google can count a conversion up to 90 days after its click, where the advertiser has chosen so.
    attributionDays: 90,
    async daily(access, query) {
      const rows = [...(await adRows(api, access, query)), ...(await assetGroupRows(api, access, query))];
      return rows.filter(({ impressions, spend }) => impressions > 0 || spend > 0);
    },
    parts: createParts(api),
    // The platform counts people for some channels alone, never for search.
    reach: async () => [],
  };
}

const between = ({ from, to }: ReportQuery): string => `segments.date BETWEEN '${from}' AND '${to}'`;

async function adRows({ search }: Api, access: Access, query: ReportQuery): Promise<readonly ReportRow[]> {
  const rows = await search(access, select([...adFields, ...around, ...figures], 'ad_group_ad', [between(query)]));
  return rows.map((row) => ({
    adId: idOf('ad', row),
    adName: nameOf('ad', row),
    adsetId: said(row, 'adGroup', 'id'),
    adsetName: said(row, 'adGroup', 'name'),
    ...common(row),
  }));
}

/** Asset groups stand for ads of campaigns without ad groups. */
async function assetGroupRows({ search }: Api, access: Access, query: ReportQuery): Promise<readonly ReportRow[]> {
  const rows = await search(access, select([...assetGroupFields, ...around, ...figures], 'asset_group', [between(query)]));
  return rows.map((row) => {
    const [id, name] = [said(row, 'assetGroup', 'id'), said(row, 'assetGroup', 'name')];
    return { adId: id, adName: name, adsetId: id, adsetName: name, ...common(row) };
  });
}

function common(row: Row): Omit<ReportRow, 'adId' | 'adName' | 'adsetId' | 'adsetName'> {
  const metrics = asRow(row.metrics) ?? {};
  const conversions = numeric(metrics.conversions) ?? 0;
  return {
    day: said(row, 'segments', 'date'),
    campaignId: said(row, 'campaign', 'id'),
    campaignName: said(row, 'campaign', 'name'),
    country: '',
    spend: moneyOf(metrics.costMicros),
    impressions: numeric(metrics.impressions) ?? 0,
    clicks: numeric(metrics.clicks) ?? 0,
    results: conversions,
    conversions,
    conversionValue: numeric(metrics.conversionsValue) ?? 0,
    resultType: 'conversions',
  };
}
