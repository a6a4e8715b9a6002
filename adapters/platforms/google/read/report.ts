import { measures } from '../../../../core/ports/facts.ts';
import { asRow, at, numeric, said, text, wordsIn } from '../../kit/json.ts';
import type {
  Access,
  PartQuery,
  PartRow,
  PartValue,
  ReportCapability,
  ReportPart,
  ReportParts,
  ReportQuery,
  ReportRow,
  Row,
} from '../../types.ts';
import type { Api } from '../wire/client.ts';
import { idsIn, lastPart, select } from '../wire/gaql.ts';
import { moneyOf } from '../wire/values.ts';
import { idOf, nameOf } from './entities.ts';

const figures = ['impressions', 'clicks', 'cost_micros', 'conversions', 'conversions_value'].map(
  (each) => `metrics.${each}`,
);
const around = ['campaign.id', 'campaign.name', 'segments.date'];
const adFields = wordsIn(`
  ad_group_ad.ad.id ad_group_ad.ad.name ad_group_ad.ad.url_custom_parameters ad_group_ad.ad.responsive_search_ad.headlines
  ad_group.id ad_group.name
`);
const assetGroupFields = ['asset_group.id', 'asset_group.name'];

export function createReport(api: Api): ReportCapability {
  return {
    // Google can count a conversion up to 90 days after its click, where the advertiser has chosen
    // so.
    attributionDays: 90,
    async daily(access, query) {
      const rows = [
        ...(await adRows(api, access, query)),
        ...(await assetGroupRows(api, access, query)),
      ];
      return rows.filter(({ impressions, spend }) => impressions > 0 || spend > 0);
    },
    parts: createParts(api),
    // The platform counts people for some channels alone, never for search.
    reach: async () => [],
  };
}

const between = ({ from, to }: Pick<ReportQuery, 'from' | 'to'>) =>
  `segments.date BETWEEN '${from}' AND '${to}'`;

async function adRows(
  { search }: Api,
  access: Access,
  query: ReportQuery,
): Promise<readonly ReportRow[]> {
  const rows = await search(
    access,
    select([...adFields, ...around, ...figures], 'ad_group_ad', [between(query)]),
  );
  return rows.map((row) => ({
    adId: idOf('ad', row),
    adName: nameOf('ad', row),
    adsetId: said(row, 'adGroup', 'id'),
    adsetName: said(row, 'adGroup', 'name'),
    ...common(row),
  }));
}

/** Asset groups stand for ads of campaigns without ad groups. */
async function assetGroupRows(
  { search }: Api,
  access: Access,
  query: ReportQuery,
): Promise<readonly ReportRow[]> {
  const rows = await search(
    access,
    select([...assetGroupFields, ...around, ...figures], 'asset_group', [between(query)]),
  );
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

const inCampaign = ['campaign.id', 'campaign.name'];

interface Source {
  readonly from: string;
  readonly fields: readonly string[];
  readonly figures: readonly string[];
  partOf(row: Row): PartValue;
}

const inAdGroup = ['ad_group.id', 'ad_group.name', ...inCampaign];

/** Criteria of ad groups: without campaigns that have no ad groups. */
const people = (from: string, field: string, key: string): Source => ({
  from,
  fields: [`ad_group_criterion.${field}.type`, ...inAdGroup],
  figures,
  partOf: (row) => named(text(at(row, 'adGroupCriterion', key, 'type'))),
});

/** Those by campaign include campaigns without ad groups. */
const sources: { readonly [P in ReportPart]?: Source } = {
  keyword: {
    from: 'keyword_view',
    fields: [
      ...['criterion_id', 'keyword.text', 'keyword.match_type'].map(
        (each) => `ad_group_criterion.${each}`,
      ),
      ...inAdGroup,
    ],
    figures,
    partOf(row) {
      const criterion = asRow(row.adGroupCriterion) ?? {};
      const matchType = text(at(criterion, 'keyword', 'matchType'));
      return {
        id: `${said(row, 'adGroup', 'id')}~${said(criterion.criterionId)}`,
        name: said(criterion, 'keyword', 'text'),
        ...(matchType !== undefined && { matchType }),
      };
    },
  },
  age: people('age_range_view', 'age_range', 'ageRange'),
  gender: people('gender_view', 'gender', 'gender'),
  device: {
    from: 'campaign',
    fields: [...inCampaign, 'segments.device'],
    figures,
    partOf: (row) => named(text(at(row, 'segments', 'device'))),
  },
  network: {
    from: 'campaign',
    fields: [...inCampaign, 'segments.ad_network_type'],
    figures,
    partOf: (row) => named(text(at(row, 'segments', 'adNetworkType'))),
  },
  hour: {
    from: 'campaign',
    fields: [...inCampaign, 'segments.hour'],
    figures,
    partOf: (row) => named(String(numeric(at(row, 'segments', 'hour')) ?? 0).padStart(2, '0')),
  },
  // The platform divides conversions, not spend.
  conversionAction: {
    from: 'campaign',
    fields: [...inCampaign, 'segments.conversion_action', 'segments.conversion_action_name'],
    figures: ['metrics.conversions', 'metrics.conversions_value'],
    partOf: (row) => ({
      id: lastPart(text(at(row, 'segments', 'conversionAction'))),
      name: said(row, 'segments', 'conversionActionName'),
    }),
  },
};

const named = (word = 'UNKNOWN') => ({ id: word, name: word });

/** One part at a time. */
function createParts(api: Api): ReportParts {
  return {
    kinds: {
      keyword: { measures, finest: 'adset' },
      age: { measures, finest: 'adset' },
      gender: { measures, finest: 'adset' },
      device: { measures, finest: 'campaign' },
      network: { measures, finest: 'campaign' },
      hour: { measures, finest: 'campaign' },
      conversionAction: {
        measures: ['results', 'conversions', 'conversionValue'],
        finest: 'campaign',
      },
    },
    read: (access, query) => readPart(api, access, query),
  };
}

async function readPart(
  { search }: Api,
  access: Access,
  query: PartQuery,
): Promise<readonly PartRow[]> {
  const [part] = query.parts;
  const source = part && sources[part];
  // `kinds` has no such part.
  if (part === undefined || source === undefined)
    throw new TypeError('There is nothing to divide figures by.');
  const { from, fields, partOf } = source;
  const conditions = [
    between(query),
    ...(query.campaignIds === undefined ? [] : [idsIn('campaign.id', query.campaignIds)]),
    ...(query.adsetIds === undefined || !fields.includes('ad_group.id')
      ? []
      : [idsIn('ad_group.id', query.adsetIds)]),
  ];
  const selected = [...fields, ...(query.byDay ? ['segments.date'] : []), ...source.figures];
  const rows = await search(access, select(selected, from, conditions));
  return rows.map((row) => {
    const { country: _country, resultType: _type, ...shared } = common(row);
    return {
      ...shared,
      parts: { [part]: partOf(row) },
      adsetId: said(row, 'adGroup', 'id'),
      adsetName: said(row, 'adGroup', 'name'),
      adId: '',
      adName: '',
    };
  });
}
