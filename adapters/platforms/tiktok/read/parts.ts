import { measures } from '../../../../core/ports/facts.ts';
import type { PartKind, PartQuery, PartRow, ReportPart, ReportParts } from '../../../../core/ports/platform-report.ts';
import { partValue, type Row, said } from '../../kit/json.ts';
import { daysAtOnce, daysByDay, inList, levels, type ReadReport, windows } from './report-reader.ts';
import { reportRow, rowMetrics } from './report-row.ts';

/** Audience reports certainly hold these. */
const audience: PartKind = { measures: ['spend', 'impressions', 'clicks'], finest: 'ad' };

const dimensions: { readonly [P in ReportPart]?: string } = { age: 'age', gender: 'gender', hour: 'stat_time_hour' };

export function createParts(read: ReadReport): ReportParts {
  return {
    kinds: {
      age: audience,
      gender: audience,
      hour: { measures: measures.filter((measure) => measure !== 'results'), finest: 'ad', mostDays: 1 },
    },
    together: [['age', 'gender']],
    async read(access, query) {
      const rows: PartRow[] = [];
      const byHour = query.parts.includes('hour');
      for (const window of windows(query.from, query.to, byHour ? 1 : query.byDay ? daysByDay : daysAtOnce))
        for (const row of await read(access, paramsOf(query), window)) rows.push(partRow(row, query));
      return rows.filter(({ impressions, spend, clicks }) => impressions > 0 || spend > 0 || clicks > 0);
    },
  };
}

function paramsOf({ parts, level, byDay, campaignIds, adsetIds, adIds }: PartQuery) {
  const { level: data_level, id, status } = levels[level];
  const isAudience = !parts.includes('hour');
  const ids = { campaign_ids: campaignIds, adgroup_ids: adsetIds, ad_ids: adIds };
  // An hour carries its day.
  const time = isAudience && byDay ? ['stat_time_day'] : [];
  return {
    ...(isAudience && { report_type: 'AUDIENCE' }),
    data_level,
    dimensions: [id, ...time, ...parts.flatMap((part) => dimensions[part] ?? [])],
    metrics: metricsOf(level, isAudience),
    filtering: [
      inList(status, ['STATUS_ALL']),
      ...Object.entries(ids).flatMap(([name, values]) => (values === undefined ? [] : [inList(name, values)])),
    ],
  };
}

const entityMetrics = {
  campaign: ['campaign_id', 'campaign_name'],
  adset: ['adgroup_id', 'adgroup_name', 'campaign_id', 'campaign_name'],
  ad: ['ad_name', 'adgroup_id', 'adgroup_name', 'campaign_id', 'campaign_name'],
};

const metricsOf = (level: PartQuery['level'], isAudience: boolean) => [
  ...entityMetrics[level],
  ...(isAudience ? audience.measures : rowMetrics.filter((name) => !/_(id|name)$/.test(name) && name !== 'result')),
];

function partRow(row: Row, { parts, byDay }: PartQuery): PartRow {
  const { country: _country, resultType: _type, ...figures } = reportRow(row, new Map());
  const dimension = (name: string): string => said(row, 'dimensions', name);
  const hour = dimension('stat_time_hour');
  const entity = (given: string, name: string): string => (given === '' ? dimension(name) : given);
  return {
    ...figures,
    campaignId: entity(figures.campaignId, 'campaign_id'),
    adsetId: entity(figures.adsetId, 'adgroup_id'),
    day: byDay ? (hour === '' ? figures.day : hour.slice(0, 10)) : '',
    parts: Object.fromEntries(parts.map((part) => [part, partValue(part === 'hour' ? hour.slice(11, 13) : dimension(part))])),
  };
}
