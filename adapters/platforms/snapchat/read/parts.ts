import type { Measure } from '../../../../core/ports/facts.ts';
import type { Access, EntityType } from '../../../../core/ports/platform-accounts.ts';
import type { PartKind, PartQuery, PartRow, ReportPart, ReportParts } from '../../../../core/ports/platform-report.ts';
import type { Api } from '../../kit/calls.ts';
import { fromMicro } from '../../kit/currencies.ts';
import { numeric, partValue, type Row, said, text } from '../../kit/json.ts';
import type { Names } from './report-row.ts';
import { breakdowns, daysByDay, type Figures, hasDelivered, readStats, windows } from './stats.ts';

/** Purchases are divided too; their value is not settled. */
const audience: PartKind = { measures: ['spend', 'impressions', 'clicks', 'conversions'], finest: 'ad' };
/** Without conversions. A day is asked for at a time. */
const hours: PartKind = { measures: ['spend', 'impressions', 'clicks'], finest: 'ad', mostDays: 7 };

const dimensions: { readonly [P in ReportPart]?: string } = { age: 'age', gender: 'gender', device: 'os' };

/** The platform tells this age beside the three it holds: with it nothing adds up. */
const overlapping = '35+';

const fields: { readonly [M in Measure]?: string } = {
  spend: 'spend',
  impressions: 'impressions',
  clicks: 'swipes',
  conversions: 'conversion_purchases',
};

/** Age, gender and operating system are dimensions of reports. */
export function createParts(api: Api, namesOf: (access: Access) => Promise<Names>): ReportParts {
  return {
    kinds: { age: audience, gender: audience, device: audience, hour: hours },
    together: [['age', 'gender']],
    async read(access, query) {
      const names = await namesOf(access);
      const byHour = query.parts.includes('hour');
      const asked = [...new Set(['impressions', 'spend', ...query.measures.flatMap((each) => fields[each] ?? [])])];
      const rows: PartRow[] = [];
      for (const window of windows(query.from, query.to, byHour ? 1 : daysByDay)) {
        const { figures } = await readStats(api, access, {
          of: `adaccounts/${access.adAccountId}`,
          breakdown: breakdowns[query.level],
          fields: asked,
          by: byHour ? 'hour' : query.byDay ? 'day' : 'all',
          ...(!byHour && { dimensions: query.parts.flatMap((part) => dimensions[part] ?? []) }),
          ...window,
        });
        for (const each of figures)
          if (hasDelivered(each.stats) && each.stats.age !== overlapping) rows.push(partRow(each, query, names));
      }
      return rows;
    },
  };
}

function partRow({ id, day = '', hour, stats }: Figures, { parts, level, byDay }: PartQuery, names: Names): PartRow {
  const word = (part: ReportPart): string | undefined => (part === 'hour' ? hour : text(stats[dimensions[part] ?? '']));
  return {
    parts: Object.fromEntries(parts.map((part) => [part, partValue(word(part))])),
    day: byDay ? day : '',
    ...placeOf(level, id, names),
    spend: fromMicro(stats.spend) ?? 0,
    impressions: numeric(stats.impressions) ?? 0,
    clicks: numeric(stats.swipes) ?? 0,
    conversions: numeric(stats.conversion_purchases) ?? 0,
    results: 0,
    conversionValue: 0,
  };
}

/** Names of an object and of what it lies in. */
function placeOf(level: EntityType, id: string, { ads, adSquads, campaigns }: Names) {
  const nameIn = (rows: ReadonlyMap<string, Row>, of: string): string => said(rows.get(of)?.name);
  const adId = level === 'ad' ? id : '';
  const adsetId = level === 'ad' ? said(ads.get(id)?.ad_squad_id) : level === 'adset' ? id : '';
  const campaignId = level === 'campaign' ? id : said(adSquads.get(adsetId)?.campaign_id);
  return {
    adId,
    adName: nameIn(ads, adId),
    adsetId,
    adsetName: nameIn(adSquads, adsetId),
    campaignId,
    campaignName: nameIn(campaigns, campaignId),
  };
}
