import { addDays, daysBetween, daysFrom } from '../../kit/calendar.ts';
import { eachDelivery, grouped, zoneDays } from '../../kit/delivery.ts';
import { fieldsOf } from '../../kit/json.ts';
import { type Measures, reachOf, split, sumOf } from '../../kit/metrics.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject } from '../../types.ts';
import { campaignAbove, endOf, groupAbove, startOf } from '../objects/states.ts';
import { isList, type Query, recordOf, text, texts } from '../query.ts';
import { invalid } from '../refusals.ts';
import { type Endpoints, kinds, numberOf, ok, type Turn, words } from '../wire.ts';

const objects = ['ACCOUNT', 'CAMPAIGN_GROUP', 'CAMPAIGN', 'CREATIVE'] as const;
/** Words for placements are ours: LinkedIn publishes none. */
const shares = {
  IMPRESSION_DEVICE_TYPE: ['DESKTOP_WEB', 'MOBILE_APP', 'MOBILE_WEB'],
  PLACEMENT_NAME: ['PLACEMENT_A', 'PLACEMENT_B'],
} as const;
const pivots = [...objects, ...(['IMPRESSION_DEVICE_TYPE', 'PLACEMENT_NAME'] as const)];
type Pivot = (typeof pivots)[number];
const mostPivots = 3;
const granularities = ['DAILY', 'ALL', 'MONTHLY', 'YEARLY'] as const;
const facets = ['accounts', 'campaignGroups', 'campaigns', 'creatives'] as const;
const mostRows = 15_000;
const mostFields = 20;
const longestForReach = 92;

const fieldNames = names(`
  dateRange pivotValues impressions clicks landingPageClicks costInLocalCurrency costInUsd externalWebsiteConversions
  oneClickLeads conversionValueInLocalCurrency approximateMemberReach totalEngagements
`);
/** Counts of what nobody does here (singer-io/tap-linkedin-ads@44d6bef asks for them): zero. */
const countedAsZero = names(`
  likes comments shares follows videoViews actionClicks adUnitClicks approximateUniqueImpressions cardClicks cardImpressions
  commentLikes companyPageClicks documentCompletions documentFirstQuartileCompletions documentMidpointCompletions
  documentThirdQuartileCompletions downloadClicks externalWebsitePostClickConversions externalWebsitePostViewConversions
  fullScreenPlays jobApplications jobApplyClicks leadGenerationMailContactInfoShares leadGenerationMailInterestedClicks
  oneClickLeadFormOpens opens otherEngagements postClickJobApplications postClickJobApplyClicks postClickRegistrations
  postViewJobApplications postViewJobApplyClicks postViewRegistrations reactions registrations sends talentLeads textUrlClicks
  videoCompletions videoFirstQuartileCompletions videoMidpointCompletions videoStarts videoThirdQuartileCompletions viralCardClicks
  viralCardImpressions viralClicks viralCommentLikes viralComments viralCompanyPageClicks viralDocumentCompletions
  viralDocumentFirstQuartileCompletions viralDocumentMidpointCompletions viralDocumentThirdQuartileCompletions viralDownloadClicks
  viralExternalWebsiteConversions viralExternalWebsitePostClickConversions viralExternalWebsitePostViewConversions viralFollows
  viralFullScreenPlays viralImpressions viralJobApplications viralJobApplyClicks viralLandingPageClicks viralLikes
  viralOneClickLeadFormOpens viralOneClickLeads viralOtherEngagements viralPostClickJobApplications viralPostClickJobApplyClicks
  viralPostClickRegistrations viralPostViewJobApplications viralPostViewJobApplyClicks viralPostViewRegistrations viralReactions
  viralRegistrations viralShares viralTotalEngagements viralVideoCompletions viralVideoFirstQuartileCompletions
  viralVideoMidpointCompletions viralVideoStarts viralVideoThirdQuartileCompletions viralVideoViews
`);
/** Objects with a reach inside: known, and nothing is told. */
const untold = names(
  'averageDailyReachMetrics averagePreviousSevenDayReachMetrics averagePreviousThirtyDayReachMetrics',
);
const known = new Set([...fieldNames, ...countedAsZero, ...untold]);

interface Part {
  readonly day: string;
  /** One per pivot. */
  readonly pivots: readonly string[];
  readonly objective: string;
  readonly measures: Measures;
}

export const reportEndpoints: Endpoints = {
  'GET adAnalytics': {
    known: [
      'q',
      'pivot',
      'pivots',
      'timeGranularity',
      'dateRange',
      'fields',
      'campaignType',
      'start',
      'count',
      ...facets,
    ],
    scopes: ['r_ads_reporting'],
    run(turn) {
      const { query, fired } = turn;
      const by = pivotsOf(query);
      const granularity = oneOf(query, 'timeGranularity', granularities);
      const fields = askedFields(query);
      const range = rangeOf(turn);
      if (
        fields.includes('approximateMemberReach') &&
        daysBetween(range.from, range.to) + 1 > longestForReach
      )
        throw invalid(
          `approximateMemberReach is available for ${longestForReach} days at most.`,
          'dateRange',
        );
      const parts = creativesAsked(turn).flatMap((creative) =>
        delivered(turn, creative, by, range),
      );
      const rows = rowsOf(parts, granularity, range, fields);
      if (fired.has('cost-below-zero')) rows.push(emptyRow(by, range.to, fields));
      const full = fired.has('report-full')
        ? Array.from(
            { length: mostRows },
            (_, at) => rows[at % Math.max(1, rows.length)] ?? emptyRow(by, range.to, fields),
          )
        : rows;
      return ok({ elements: full.slice(0, mostRows), paging: { start: 0, count: 10, links: [] } });
    },
  },
};

/** One for `analytics`, up to three for `statistics`. */
function pivotsOf(query: Query): readonly Pivot[] {
  const finder = text(query, 'q');
  if (finder === 'analytics') return [oneOf(query, 'pivot', pivots)];
  if (finder !== 'statistics') throw invalid('The finder must be analytics or statistics.', 'q');
  const asked = texts(query, 'pivots') ?? [];
  if (asked.length === 0 || asked.length > mostPivots)
    throw invalid(`pivots must be 1 to ${mostPivots}.`, 'pivots');
  return asked.map((pivot) => oneOf({ pivots: pivot }, 'pivots', pivots));
}

function oneOf<T extends string>(query: Query, name: string, values: readonly T[]): T {
  const value = text(query, name);
  const found = values.find((each) => each === value);
  if (found === undefined) throw invalid(`${name} must be one of ${values.join(', ')}.`, name);
  return found;
}

/** Default: two figures, without pivot values. */
function askedFields(query: Query): readonly string[] {
  const given = query.fields;
  if (given === undefined) return ['impressions', 'clicks'];
  const names = isList(given) ? given.map(String) : [];
  if (names.length > mostFields)
    throw invalid(`At most ${mostFields} fields can be asked for.`, 'fields');
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw invalid(`fields: ${unknown} is not supported.`, 'fields');
  return names;
}

interface Range {
  readonly from: string;
  readonly to: string;
}

/** Both ends included; UTC. */
function rangeOf({ query, world }: Turn): Range {
  const range = recordOf(query, 'dateRange');
  if (range === undefined) throw invalid('dateRange is required.', 'dateRange');
  const day = (name: string): string | undefined => {
    const parts = recordOf(range, name);
    if (parts === undefined) return undefined;
    const [year, month, date] = ['year', 'month', 'day'].map((part) => text(parts, part) ?? '');
    const iso = `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`;
    if (!/^\d{4}-\d\d-\d\d$/.test(iso) || Number.isNaN(Date.parse(iso)))
      throw invalid(`dateRange.${name} is no day.`, 'dateRange');
    return iso;
  };
  const from = day('start');
  const to = day('end') ?? new Date(world.now()).toISOString().slice(0, 10);
  if (from === undefined) throw invalid('dateRange.start is required.', 'dateRange');
  if (to < from) throw invalid('dateRange.end is before dateRange.start.', 'dateRange');
  return { from, to };
}

/** Leaves out silently what the token does not open. */
function creativesAsked({ world, query, company }: Turn): readonly Entity[] {
  const asked = facets.map((facet) => texts(query, facet));
  if (asked.every((each) => each === undefined))
    throw invalid('accounts, campaignGroups, campaigns or creatives is required.', 'accounts');
  const [accounts, groups, campaigns, creatives] = asked;
  const isIn = (list: readonly string[] | undefined, id: string) =>
    list?.some((urn) => numberOf(urn) === numberOf(id)) ?? true;
  return world.entities(kinds.creative).filter((creative) => {
    if (creative.company !== company) return false;
    const campaign = campaignAbove(world, creative);
    return (
      isIn(accounts, creative.parents[0] ?? '') &&
      isIn(groups, words(campaign?.data.group_id)) &&
      isIn(campaigns, words(creative.data.campaign_id)) &&
      isIn(creatives, creative.id)
    );
  });
}

function delivered(
  { world, fired }: Turn,
  creative: Entity,
  by: readonly Pivot[],
  { from, to }: Range,
): readonly Part[] {
  const campaign = campaignAbove(world, creative);
  const group = campaign && groupAbove(world, campaign);
  if (campaign === undefined || group === undefined) return [];
  const late = fired.get('figures-late');
  const until =
    late === undefined ? Number.POSITIVE_INFINITY : world.now() - Number(late.ms ?? 172_800_000);
  const end = Math.min(endOf(campaign), endOf(group));
  const names: { readonly [P in Pivot]?: string } = {
    ACCOUNT: `urn:li:sponsoredAccount:${creative.parents[0]}`,
    CAMPAIGN_GROUP: `urn:li:sponsoredCampaignGroup:${group.id}`,
    CAMPAIGN: `urn:li:sponsoredCampaign:${campaign.id}`,
    CREATIVE: creative.id,
  };
  const parts: Part[] = [];
  eachDelivery(
    world,
    {
      ad: creative,
      above: [campaign, group],
      countries: [''],
      minorUnits: 100,
      from: startOf(campaign),
      to: end === Number.POSITIVE_INFINITY ? undefined : end,
    },
    zoneDays('UTC', daysFrom(from, to)).filter((day) => day.to <= until),
    (day, _country, measures) => {
      for (const [values, share] of divided(by, names, measures, `${creative.id}|${day}`))
        parts.push({
          day,
          pivots: values,
          objective: words(campaign.data.objectiveType),
          measures: share,
        });
    },
  );
  return parts;
}

/** Shares add up to the whole. */
function divided(
  by: readonly Pivot[],
  names: { readonly [P in Pivot]?: string },
  whole: Measures,
  salt: string,
): readonly (readonly [values: readonly string[], share: Measures])[] {
  let pieces: readonly (readonly [readonly string[], Measures])[] = [[[], whole]];
  for (const pivot of by)
    pieces = pieces.flatMap(([values, of]) =>
      pivot === 'IMPRESSION_DEVICE_TYPE' || pivot === 'PLACEMENT_NAME'
        ? [...split(of, shares[pivot], `${salt}|${values}|${pivot}`)].map(
            ([word, share]) => [[...values, word], share] as const,
          )
        : [[[...values, names[pivot] ?? ''], of] as const],
    );
  return pieces;
}

/** Within the range. */
function periodOf(
  day: string,
  granularity: (typeof granularities)[number],
  { from, to }: Range,
): Range {
  if (granularity === 'DAILY') return { from: day, to: day };
  if (granularity === 'ALL') return { from, to };
  const [year = 0, month = 0] = day.split('-').map(Number);
  const isMonth = granularity === 'MONTHLY';
  const start = isMonth ? `${day.slice(0, 7)}-01` : `${day.slice(0, 4)}-01-01`;
  const next = isMonth ? new Date(Date.UTC(year, month, 1)) : new Date(Date.UTC(year + 1, 0, 1));
  const last = addDays(next.toISOString().slice(0, 10), -1);
  return { from: start < from ? from : start, to: last > to ? to : last };
}

function rowsOf(
  parts: readonly Part[],
  granularity: (typeof granularities)[number],
  range: Range,
  fields: readonly string[],
): JsonObject[] {
  const placed = parts.map((part) => ({ ...part, period: periodOf(part.day, granularity, range) }));
  const groups = grouped(placed, ({ period, pivots }) => `${period.from} ${pivots}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [rowOf(first.pivots, first.period, group, fields)];
  });
}

function rowOf(
  values: readonly string[],
  period: Range,
  parts: readonly Part[],
  fields: readonly string[],
): JsonObject {
  const total = sumOf(parts);
  const sales = sumOf(parts.filter(({ objective }) => objective === 'WEBSITE_CONVERSION'));
  const leads = sumOf(parts.filter(({ objective }) => objective === 'LEAD_GENERATION'));
  const all: JsonObject = {
    dateRange: { start: dayParts(period.from), end: dayParts(period.to) },
    pivotValues: values,
    impressions: total.impressions,
    clicks: total.clicks,
    landingPageClicks: total.linkClicks,
    costInLocalCurrency: (total.spend / 100).toString(),
    costInUsd: (total.spend / 100).toString(),
    externalWebsiteConversions: sales.results,
    oneClickLeads: leads.results,
    conversionValueInLocalCurrency: (sales.value / 100).toString(),
    approximateMemberReach: reachOf(total.impressions),
    totalEngagements: total.clicks,
    ...Object.fromEntries(countedAsZero.map((name) => [name, 0])),
  };
  return fieldsOf(all, (name) => fields.includes(name));
}

const emptyRow = (by: readonly Pivot[], day: string, fields: readonly string[]): JsonObject => ({
  ...rowOf(
    by.map((pivot) =>
      pivot === 'CREATIVE' ? 'urn:li:sponsoredCreative:1' : 'urn:li:sponsoredCampaign:1',
    ),
    { from: day, to: day },
    [],
    fields,
  ),
  ...(fields.includes('costInLocalCurrency') && { costInLocalCurrency: '-0.000000000000000002' }),
});

function dayParts(day: string): JsonObject {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return { year, month, day: date };
}
