import { notOffered } from '../accounts/capabilities.ts';
import { openPlatform } from '../accounts/find-account.ts';
import { fromMicro, toMicro } from '../base/money.ts';
import { platformCalled } from '../base/platforms.ts';
import { breaks } from '../base/refusal.ts';
import { paginationOf } from '../base/schema/envelope.ts';
import { daysIn, weekOf } from '../base/time/days.ts';
import type { AdPlatform } from '../ports/ad-platform.ts';
import type { Measure } from '../ports/facts.ts';
import type { EntityType } from '../ports/platform-accounts.ts';
import type {
  PartKind,
  PartQuery,
  PartRow,
  ReportPart,
  ReportParts,
} from '../ports/platform-report.ts';
import type { ReportAccount } from './accounts.ts';
import { compareValues } from './compare.ts';
import { type PlacedGroup, type ReportPorts, sortValue } from './group-page.ts';
import { metadataOf } from './metadata.ts';
import { metrics } from './metrics.ts';
import { matchesName } from './name-search.ts';
import type { QueryPlan } from './plan-query.ts';
import { rowOf, warningsOf } from './row.ts';
import type { ReportQueryResponse, ReportRowAnswer } from './schema/report.ts';

/**
 * A report divided by what only the platform knows, or counted by another attribution window: asks
 * the platform and keeps nothing.
 */
export async function partReport(
  ports: ReportPorts,
  plan: QueryPlan,
  accounts: readonly ReportAccount[],
): Promise<ReportQueryResponse> {
  refuseWhatCannotBe(plan);
  const level = levelOf(plan);
  const readers = accounts.map((account) => ({
    account,
    parts: offeredParts(ports, account, plan, level),
  }));
  const sums = new Map<string, PartGroup>();
  for (const { account, parts } of readers) {
    const rows = await parts.read(await account.access(), queryOf(plan, level));
    for (const row of rows) addTo(sums, plan, account, row);
  }
  const groups = [...sums.values()].map((group) => placed(group, plan, accounts));
  const value = ({ group, fields }: PlacedPart) =>
    plan.order.part === undefined ? sortValue(plan, group) : (fields[plan.order.part] ?? null);
  const sorted = groups.sort((a, b) => compareValues(value(a), value(b), plan.order.direction));
  const { offset, limit } = plan.page;
  const page = sorted.slice(offset, offset + limit);
  const now = ports.clock.now();
  const freshness = accounts.map(({ id }) => ({
    accountId: id,
    source: 'live' as const,
    fetchedAt: now,
  }));
  const warnings = warningsOf(
    page.map(({ group }) => group),
    plan,
    accounts,
    undefined,
  );
  return {
    success: true,
    data: page.map(({ group, fields }) => ({ ...rowOf(group, plan), ...fields })),
    pagination: paginationOf(plan.page, sorted.length),
    metadata: metadataOf(accounts, freshness, now, warnings),
  };
}

type Sums = { [M in Measure]: number };

interface PartGroup {
  readonly row: PartRow;
  readonly account: ReportAccount;
  /** Millionths, so that sums are exact. */
  readonly sums: Sums;
  /** Null: several. */
  resultType: string | null;
}

const isTime = (key: string): boolean => key === 'day' || key === 'week' || key === 'month';

const dividedBy = ({ parts }: QueryPlan): string =>
  parts.length > 0 ? parts.join(' and ') : 'attributionWindow';

function refuseWhatCannotBe(plan: QueryPlan): void {
  const { groupBy, filter, status, columns } = plan;
  if (groupBy.includes('country'))
    throw breaks(
      'groupBy',
      'grouping_not_offered',
      `A report is divided by ${dividedBy(plan)} or by country, not by both.`,
    );
  const unread =
    filter.countries !== undefined
      ? 'filters[country]'
      : status !== undefined
        ? 'filters[status]'
        : undefined;
  if (unread !== undefined)
    throw breaks(
      unread,
      'filter_not_offered',
      `Rows by ${dividedBy(plan)} cannot be filtered by that.`,
    );
  const reach = columns.find(({ metric }) => metrics[metric].needs === 'reach');
  if (reach !== undefined)
    throw breaks(
      'metrics',
      'metric_not_divided',
      `${reach.name} cannot be told by ${dividedBy(plan)}.`,
    );
}

const levels: readonly EntityType[] = ['campaign', 'adset', 'ad'];

/** The coarsest level with everything the report groups and filters by. */
function levelOf({ groupBy, filter, parts, search }: QueryPlan): EntityType {
  if (groupBy.includes('adId') || filter.adIds !== undefined || search?.level === 'ad') return 'ad';
  const byAdSet =
    groupBy.includes('adsetId') || filter.adsetIds !== undefined || search?.level === 'adset';
  return byAdSet || parts.includes('keyword') ? 'adset' : 'campaign';
}

/**
 * Whether the platform of an account divides figures so at all; how far it does is judged with the
 * report.
 */
export const tellsParts = (
  { parts, window }: QueryPlan,
  { report: { parts: offered } }: ReportAccount,
): boolean =>
  parts.every((part) => offered?.kinds[part] !== undefined) &&
  (window === undefined || offered?.windows !== undefined);

/** The platform's parts, after refusing by name what it does not offer. */
function offeredParts(
  ports: ReportPorts,
  account: ReportAccount,
  plan: QueryPlan,
  level: EntityType,
): ReportParts {
  const platform = openPlatform(ports.platforms, account.platform);
  const { parts } = account.report;
  if (parts === undefined)
    throw notOffered(
      platform,
      `figures by ${dividedBy(plan)}`,
      plan.parts.length > 0 ? 'groupBy' : 'attributionWindow',
    );
  const asked = plan.parts.map((part) => {
    const kind = parts.kinds[part];
    if (kind === undefined) throw notOffered(platform, `figures by ${part}`, 'groupBy');
    return { name: part as string, path: 'groupBy', kind };
  });
  if (
    asked.length > 1 &&
    !parts.together?.some((set) => plan.parts.every((part) => set.includes(part)))
  )
    throw breaks(
      'groupBy',
      'grouping_not_offered',
      `${platformCalled(platform.definition.label)} divides figures by ${plan.parts.join(' or by ')}, not by both.`,
    );
  if (plan.window !== undefined)
    asked.push({
      name: 'attributionWindow',
      path: 'attributionWindow',
      kind: offeredWindow(platform, parts, plan.window),
    });
  for (const each of asked) refuseBeyond(platform, each, plan, level);
  return parts;
}

function offeredWindow(
  platform: AdPlatform,
  { windows }: ReportParts,
  window: NonNullable<QueryPlan['window']>,
): PartKind {
  if (windows === undefined)
    throw notOffered(platform, 'a choice of attribution windows', 'attributionWindow');
  for (const kind of ['click', 'view'] as const) {
    const days = window[kind];
    if (days === undefined || windows[kind].includes(days)) continue;
    const known = windows[kind].map((each) => `${each}d_${kind}`).join(', ');
    const message = `${platformCalled(platform.definition.label)} has no window ${days}d_${kind}. It has ${known === '' ? `none by ${kind}` : known}.`;
    throw breaks('attributionWindow', 'window_not_offered', message);
  }
  return windows;
}

function refuseBeyond(
  { definition: { label } }: AdPlatform,
  { name, path, kind }: { readonly name: string; readonly path: string; readonly kind: PartKind },
  { measures, range }: QueryPlan,
  level: EntityType,
): void {
  const missing = measures.find((measure) => !kind.measures.includes(measure));
  if (missing !== undefined)
    throw breaks(
      'metrics',
      'metric_not_divided',
      `${label} does not tell ${missing} by ${name}. It tells ${kind.measures.join(', ')}.`,
    );
  if (levels.indexOf(level) > levels.indexOf(kind.finest))
    throw breaks(
      path,
      'grouping_not_offered',
      `${label} tells figures by ${name} of each ${kind.finest}, and of no ${level}.`,
    );
  const days = daysIn(range.from, range.to);
  if (kind.mostDays !== undefined && days > kind.mostDays)
    throw breaks(
      'endDate',
      'range_too_long',
      `${label} tells figures by ${name} of at most ${kind.mostDays} day${kind.mostDays === 1 ? '' : 's'} at a time; this range has ${days}.`,
    );
}

const queryOf = (plan: QueryPlan, level: EntityType): PartQuery => ({
  ...plan.range,
  level,
  parts: plan.parts,
  measures: plan.measures,
  byDay: plan.groupBy.some(isTime),
  ...(plan.window !== undefined && { window: plan.window }),
  ...(plan.filter.campaignIds !== undefined && { campaignIds: plan.filter.campaignIds }),
  ...(plan.filter.adsetIds !== undefined && { adsetIds: plan.filter.adsetIds }),
  ...(plan.filter.adIds !== undefined && { adIds: plan.filter.adIds }),
});

/** Platforms may answer more than they were asked for. */
const isWanted = ({ filter, search }: QueryPlan, row: PartRow): boolean =>
  filter.campaignIds?.includes(row.campaignId) !== false &&
  filter.adsetIds?.includes(row.adsetId) !== false &&
  filter.adIds?.includes(row.adId) !== false &&
  (search === undefined || matchesName(search, row));

/** Keywords lie in an ad set; other parts are the same word everywhere. */
const liesIn = ({ groupBy, parts }: QueryPlan) => {
  const adSet =
    parts.includes('keyword') || groupBy.includes('adsetId') || groupBy.includes('adId');
  const campaign = adSet || groupBy.includes('campaignId');
  return {
    ad: groupBy.includes('adId'),
    adSet,
    campaign,
    account: campaign || groupBy.includes('accountId'),
  };
};

function addTo(
  sums: Map<string, PartGroup>,
  plan: QueryPlan,
  account: ReportAccount,
  row: PartRow,
): void {
  if (!isWanted(plan, row)) return;
  const { groupBy, measures, parts } = plan;
  const within = liesIn(plan);
  const key = JSON.stringify([
    ...parts.map((part) => row.parts[part]?.id),
    within.account && account.key,
    groupBy.includes('platform') && account.platform,
    within.campaign && row.campaignId,
    within.adSet && row.adsetId,
    within.ad && row.adId,
    groupBy.includes('day') && row.day,
    groupBy.includes('week') && weekOf(row.day),
    groupBy.includes('month') && row.day.slice(0, 7),
  ]);
  const { resultType = '' } = row;
  let group = sums.get(key);
  if (group === undefined) {
    group = {
      row,
      account,
      sums: Object.fromEntries(measures.map((each) => [each, 0])) as Sums,
      resultType,
    };
    sums.set(key, group);
  }
  if (row.results > 0 || group.resultType === '') {
    if (group.resultType === '') group.resultType = resultType;
    else if (group.resultType !== resultType && resultType !== '') group.resultType = null;
  }
  for (const measure of measures) group.sums[measure] += toMicro(row[measure] ?? 0);
}

interface PlacedPart {
  readonly group: PlacedGroup;
  readonly fields: PartFields;
}

function placed(
  { row, account, sums, resultType }: PartGroup,
  plan: QueryPlan,
  accounts: readonly ReportAccount[],
): PlacedPart {
  const { groupBy } = plan;
  const within = liesIn(plan);
  const { decimals } = within.account ? account : (accounts[0] ?? account);
  const group: PlacedGroup = {
    group: {
      ...(groupBy.includes('day') && { day: row.day }),
      ...(groupBy.includes('week') && { week: weekOf(row.day) }),
      ...(groupBy.includes('month') && { month: row.day.slice(0, 7) }),
      ...(groupBy.includes('campaignId') && { campaignId: row.campaignId }),
      ...(groupBy.includes('adsetId') && { adsetId: row.adsetId }),
      ...(groupBy.includes('adId') && { adId: row.adId }),
    },
    entity: {
      ...(within.account && { accountId: account.key }),
      ...(within.campaign && { campaignId: row.campaignId, campaignName: row.campaignName }),
      ...(within.adSet && { adsetId: row.adsetId, adsetName: row.adsetName }),
      ...(within.ad && { adId: row.adId, adName: row.adName }),
    },
    sums: Object.fromEntries(
      Object.entries(sums).map(([measure, micro]) => [measure, fromMicro(micro)]),
    ),
    resultType,
    ...(within.account && { account }),
    ...(groupBy.includes('platform') && { platform: account.platform }),
    ...(decimals !== undefined && { decimals }),
  };
  return { group, fields: partFields(plan.parts, row) };
}

type PartFields = Pick<
  ReportRowAnswer,
  | 'age'
  | 'gender'
  | 'placement'
  | 'device'
  | 'hour'
  | 'network'
  | 'keyword'
  | 'keywordId'
  | 'matchType'
  | 'conversionActionId'
  | 'conversionAction'
>;

function partFields(parts: readonly ReportPart[], row: PartRow): PartFields {
  return Object.assign({}, ...parts.map((part) => fieldsOf(part, row)));
}

function fieldsOf(part: ReportPart, row: PartRow): PartFields {
  const { id = '', name = '', matchType } = row.parts[part] ?? {};
  switch (part) {
    case 'keyword':
      return { keywordId: id, keyword: name, ...(matchType !== undefined && { matchType }) };
    case 'conversionAction':
      return { conversionActionId: id, conversionAction: name };
    default:
      return { [part]: name };
  }
}
