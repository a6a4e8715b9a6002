import { mapBounded } from '../../../../core/base/map-bounded.ts';
import { monthEnd, splitRange } from '../../../../core/base/time/days.ts';
import { fromMicro } from '../../kit/currencies.ts';
import { unless } from '../../kit/failures.ts';
import { numeric, partValue, said, text } from '../../kit/json.ts';
import { type Window, windows } from '../../kit/report.ts';
import type {
  Access,
  Api,
  EntityType,
  Measure,
  PartKind,
  PartQuery,
  PartRow,
  ReachQuery,
  ReachRow,
  ReportCapability,
  ReportPart,
  ReportParts,
  ReportRow,
  Row,
} from '../../types.ts';
import { isUuid, plurals } from '../wire/values.ts';
import { countryOf, type Names, reportRow, resultField, rowFields } from './report-row.ts';
import { listRows } from './rows.ts';
import {
  breakdowns,
  daysByDay,
  type Figures,
  hasDelivered,
  readStats,
  type StatsQuery,
} from './stats.ts';

/** Up to this many are asked about one by one. */
const fewIds = 10;

export function createReport(api: Api): ReportCapability {
  /** As the last answer of the account told. */
  const settled = new Map<string, number>();
  return {
    // A swipe counts for up to 28 days.
    attributionDays: 28,
    byCountry: true,
    settledUntil: ({ companyId, adAccountId }) => settled.get(`${companyId} ${adAccountId}`),
    async daily(access, { from, to, breakdown }) {
      const names = await namesOf(api, access);
      const goals = [...names.adSquads.values()].map((row) =>
        resultField(said(row.optimization_goal)),
      );
      const fields = [...new Set([...rowFields, ...goals])];
      const rows: ReportRow[] = [];
      for (const window of windows(from, to, daysByDay)) {
        const { figures, settledUntil } = await readStats(api, access, {
          of: `adaccounts/${access.adAccountId}`,
          breakdown: 'ad',
          by: 'day',
          fields,
          ...(breakdown === 'country' && { dimensions: ['country'] }),
          ...window,
        });
        if (settledUntil !== undefined)
          settled.set(`${access.companyId} ${access.adAccountId}`, settledUntil);
        for (const { id, day, stats } of figures)
          if (day !== undefined && hasDelivered(stats)) rows.push(reportRow(names, id, day, stats));
      }
      return rows;
    },
    reach: (access, query) => reach(api, access, query),
    parts: createParts(api, (access) => namesOf(api, access)),
  };
}

/** With deleted ones: their figures stay. */
async function namesOf(api: Api, access: Access): Promise<Names> {
  const byId = (rows: readonly Row[]): ReadonlyMap<string, Row> =>
    new Map(rows.map((row) => [said(row.id), row]));
  return {
    campaigns: byId(await listRows(api, access, 'campaign', { deleted: true })),
    adSquads: byId(await listRows(api, access, 'adset', { deleted: true })),
    ads: byId(await listRows(api, access, 'ad', { deleted: true })),
  };
}

/**
 * The platform counts people of campaigns, ad squads and ads. Of an account it tells spend alone:
 * impressions are those of its campaigns.
 */
async function reach(api: Api, access: Access, query: ReachQuery) {
  const rows: ReachRow[] = [];
  for (const window of rangesOf(query)) {
    const figures = (await figuresFor(api, access, query, window)).filter(({ stats }) =>
      hasDelivered(stats),
    );
    if (isByCountry(query)) rows.push(...countryRows(access, query, figures, window));
    else if (query.level === 'account') rows.push(...accountRows(access, figures, window));
    else rows.push(...figures.map((each) => reachRow(each, window)));
  }
  return rows;
}

const isByCountry = ({ countries, breakdown }: ReachQuery) =>
  countries !== undefined || breakdown === 'country';

function rangesOf({ from, to, by }: ReachQuery) {
  if (by === 'month') return splitRange(from, to, monthEnd);
  return by === 'day' ? windows(from, to, daysByDay) : [{ from, to }];
}

async function figuresFor(
  api: Api,
  access: Access,
  query: ReachQuery,
  window: Window,
): Promise<readonly Figures[]> {
  const { level, by, entityIds } = query;
  if (isByCountry(query)) return figuresByCountry(api, access, query, window);
  const asked = {
    by: by === 'day' ? 'day' : 'all',
    fields: ['uniques', 'impressions', 'spend'],
    ...window,
  } as const;
  const ofAccount = (more: Pick<StatsQuery, 'breakdown' | 'fields'>) =>
    readStats(api, access, { ...asked, of: `adaccounts/${access.adAccountId}`, ...more });
  if (level === 'account')
    return (await ofAccount({ breakdown: 'campaign', fields: ['impressions', 'spend'] })).figures;
  if (entityIds !== undefined && entityIds.length <= fewIds) {
    const known = entityIds.filter(isUuid);
    const each = await mapBounded(known, 4, (id) =>
      unless(['missing'], () =>
        readStats(api, access, { ...asked, of: `${plurals[level]}/${id}` }),
      ),
    );
    return each.flatMap((found) => found?.figures ?? []);
  }
  const { figures } = await ofAccount({ breakdown: breakdowns[level], fields: asked.fields });
  return entityIds === undefined ? figures : figures.filter(({ id }) => entityIds.includes(id));
}

/** Whether people are counted by country is not settled. */
async function figuresByCountry(api: Api, access: Access, query: ReachQuery, window: Window) {
  const { level, by, entityIds, countries } = query;
  const found: Figures[] = [];
  for (const piece of windows(window.from, window.to, daysByDay)) {
    const { figures } = await readStats(api, access, {
      of: `adaccounts/${access.adAccountId}`,
      breakdown: breakdowns[level === 'account' ? 'campaign' : level],
      by: by === 'day' ? 'day' : 'all',
      fields: ['impressions', 'spend'],
      dimensions: ['country'],
      ...piece,
    });
    found.push(...figures);
  }
  return found.filter(
    ({ id, stats }) =>
      (level === 'account' || entityIds?.includes(id) !== false) &&
      countries?.includes(countryOf(stats)) !== false,
  );
}

const placeIn = ({ day }: Figures, { from, to }: Window) =>
  day === undefined ? { from, to } : { from: day, to: day };

const reachRow = (figures: Figures, window: Window): ReachRow => ({
  entityId: figures.id,
  ...placeIn(figures, window),
  reach: numeric(figures.stats.uniques) ?? null,
  impressions: numeric(figures.stats.impressions) ?? 0,
  spend: fromMicro(figures.stats.spend) ?? 0,
});

const accountRows = (
  access: Access,
  figures: readonly Figures[],
  window: Window,
): readonly ReachRow[] => summedRows(figures, window, () => ({ entityId: access.adAccountId }));

function countryRows(
  access: Access,
  { level, breakdown }: ReachQuery,
  figures: readonly Figures[],
  window: Window,
) {
  return summedRows(figures, window, ({ id, stats }) => ({
    entityId: level === 'account' ? access.adAccountId : id,
    ...(breakdown === 'country' && { country: countryOf(stats) }),
  }));
}

/** Adds up impressions and spend, not people. */
function summedRows(
  figures: readonly Figures[],
  window: Window,
  ofWhat: (figures: Figures) => Pick<ReachRow, 'entityId' | 'country'>,
) {
  const sums = new Map<
    string,
    { impressions: number; micro: number; row: Omit<ReachRow, 'reach' | 'impressions' | 'spend'> }
  >();
  for (const each of figures) {
    const row = { ...ofWhat(each), ...placeIn(each, window) };
    const key = JSON.stringify(row);
    const sum = sums.get(key) ?? { impressions: 0, micro: 0, row };
    sum.impressions += numeric(each.stats.impressions) ?? 0;
    sum.micro += numeric(each.stats.spend) ?? 0;
    sums.set(key, sum);
  }
  return [...sums.values()].map(({ impressions, micro, row }) => ({
    ...row,
    reach: null,
    impressions,
    spend: fromMicro(micro) ?? 0,
  }));
}

/** Purchases are divided too; their value is not settled. */
const audience: PartKind = {
  measures: ['spend', 'impressions', 'clicks', 'conversions'],
  finest: 'ad',
};
/** Without conversions. A day is asked for at a time. */
const hours: PartKind = { measures: ['spend', 'impressions', 'clicks'], finest: 'ad', mostDays: 7 };

const dimensions: { readonly [P in ReportPart]?: string } = {
  age: 'age',
  gender: 'gender',
  device: 'os',
};

/** The platform tells this age beside the three it holds: with it nothing adds up. */
const overlapping = '35+';

const fields: { readonly [M in Measure]?: string } = {
  spend: 'spend',
  impressions: 'impressions',
  clicks: 'swipes',
  conversions: 'conversion_purchases',
};

/** Age, gender and operating system are dimensions of reports. */
function createParts(api: Api, namesOf: (access: Access) => Promise<Names>): ReportParts {
  return {
    kinds: { age: audience, gender: audience, device: audience, hour: hours },
    together: [['age', 'gender']],
    async read(access, query) {
      const names = await namesOf(access);
      const byHour = query.parts.includes('hour');
      const asked = [
        ...new Set([
          'impressions',
          'spend',
          ...query.measures.flatMap((each) => fields[each] ?? []),
        ]),
      ];
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
          if (hasDelivered(each.stats) && each.stats.age !== overlapping)
            rows.push(partRow(each, query, names));
      }
      return rows;
    },
  };
}

function partRow(
  { id, day = '', hour, stats }: Figures,
  { parts, level, byDay }: PartQuery,
  names: Names,
): PartRow {
  const word = (part: ReportPart): string | undefined =>
    part === 'hour' ? hour : text(stats[dimensions[part] ?? '']);
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
