import { openPlatform } from '../accounts/find-account.ts';
import { notOffered } from '../capabilities.ts';
import { fromMicro, toMicro } from '../money.ts';
import type { Measure } from '../ports/facts.ts';
import type { PartRow, ReportPart, ReportParts } from '../ports/platform-reads.ts';
import { paginationOf } from '../schema/envelope.ts';
import type { ReportQueryResponse, ReportRowAnswer } from '../schema/report.ts';
import { weekOf } from '../time/days.ts';
import type { ReportAccount } from './accounts.ts';
import { compareValues } from './compare.ts';
import { type PlacedGroup, type ReportPorts, sortValue } from './group-page.ts';
import { metadataOf } from './metadata.ts';
import { metrics } from './metrics.ts';
import { reportParts } from './parts.ts';
import type { QueryPlan } from './plan-query.ts';
import { breaks } from './request.ts';
import { rowOf } from './row.ts';

/** A report whose rows are divided by what only the platform knows: it is asked, and nothing of it is kept. */
export async function partReport(
  ports: ReportPorts,
  plan: QueryPlan,
  part: ReportPart,
  accounts: readonly ReportAccount[],
): Promise<ReportQueryResponse> {
  refuseWhatCannotBe(plan, part);
  const readers = accounts.map((account) => ({ account, parts: offeredParts(ports, account, part, plan) }));
  const sums = new Map<string, PartGroup>();
  for (const { account, parts } of readers) {
    const rows = await parts.read(await account.access(), {
      ...plan.range,
      part,
      byDay: plan.groupBy.some(isTime),
      ...filterOf(plan),
    });
    for (const row of rows) addTo(sums, plan, part, account, row);
  }
  const groups = [...sums.values()].map((group) => placed(group, plan, part, accounts));
  const sorted = groups.sort((a, b) => compareValues(sortValue(plan, a.group), sortValue(plan, b.group), plan.order.direction));
  const { offset, limit } = plan.page;
  const now = ports.clock.now();
  const freshness = accounts.map(({ id }) => ({ accountId: id, source: 'live' as const, fetchedAt: now }));
  return {
    success: true,
    data: sorted.slice(offset, offset + limit).map(({ group, fields }) => ({ ...rowOf(group, plan), ...fields })),
    pagination: paginationOf(plan.page, sorted.length),
    metadata: metadataOf(accounts, freshness, now, []),
  };
}

type Sums = { [M in Measure]: number };

interface PartGroup {
  readonly row: PartRow;
  readonly account: ReportAccount;
  /** Millionths: they are added up exactly. */
  readonly sums: Sums;
}

const isTime = (key: string): boolean => key === 'day' || key === 'week' || key === 'month';

function refuseWhatCannotBe({ groupBy, filter, status, columns }: QueryPlan, part: ReportPart): void {
  const { beside } = reportParts[part];
  const other = groupBy.find((key) => !beside.includes(key));
  if (other !== undefined)
    throw breaks(
      'groupBy',
      'grouping_not_offered',
      `Rows by ${part} can be grouped by ${beside.join(', ')} as well, not by ${other}.`,
    );
  const filtered = filter.adIds !== undefined ? 'filters[adId]' : filter.countries !== undefined ? 'filters[country]' : undefined;
  const unread = filtered ?? (status === undefined ? undefined : 'filters[status]');
  if (unread !== undefined) throw breaks(unread, 'filter_not_offered', `Rows by ${part} cannot be filtered by that.`);
  const reach = columns.find(({ metric }) => metrics[metric].needs === 'reach');
  if (reach !== undefined) throw breaks('metrics', 'metric_not_divided', `${reach.name} cannot be told by ${part}.`);
}

function offeredParts(ports: ReportPorts, account: ReportAccount, part: ReportPart, plan: QueryPlan): ReportParts {
  const platform = openPlatform(ports.platforms, account.platform);
  const { parts } = account.report;
  const told = parts?.kinds[part];
  if (parts === undefined || told === undefined) throw notOffered(platform, `figures by ${part}`, 'groupBy');
  const missing = plan.measures.find((measure) => !told.includes(measure));
  if (missing === undefined) return parts;
  const message = `${platform.definition.label} does not tell ${missing} by ${part}. It tells ${told.join(', ')}.`;
  throw breaks('metrics', 'metric_not_divided', message);
}

const filterOf = ({ filter: { campaignIds, adsetIds } }: QueryPlan) => ({
  ...(campaignIds !== undefined && { campaignIds }),
  ...(adsetIds !== undefined && { adsetIds }),
});

function addTo(
  sums: Map<string, PartGroup>,
  { groupBy, measures, filter }: QueryPlan,
  part: ReportPart,
  account: ReportAccount,
  row: PartRow,
): void {
  if (filter.campaignIds?.includes(row.campaignId) === false || filter.adsetIds?.includes(row.adsetId) === false) return;
  const has = (...keys: readonly string[]): boolean => groupBy.some((key) => keys.includes(key));
  const key = JSON.stringify([
    row.id,
    ...[part === 'keyword' || has('accountId', 'campaignId', 'adsetId') ? account.key : ''],
    ...[has('platform') ? account.platform : '', has('campaignId') ? row.campaignId : '', has('adsetId') ? row.adsetId : ''],
    ...[has('day') ? row.day : '', has('week') ? weekOf(row.day) : '', has('month') ? row.day.slice(0, 7) : ''],
  ]);
  const group = sums.get(key) ?? { row, account, sums: Object.fromEntries(measures.map((each) => [each, 0])) as Sums }; // those asked for
  sums.set(key, group);
  for (const measure of measures) group.sums[measure] += toMicro(row[measure]);
}

interface PlacedPart {
  readonly group: PlacedGroup;
  readonly fields: Pick<
    ReportRowAnswer,
    'keyword' | 'keywordId' | 'matchType' | 'device' | 'network' | 'conversionActionId' | 'conversionAction'
  >;
}

function placed(
  { row, account, sums }: PartGroup,
  { groupBy }: QueryPlan,
  part: ReportPart,
  accounts: readonly ReportAccount[],
): PlacedPart {
  const within = part === 'keyword' || groupBy.some((key) => key.endsWith('Id'));
  const inCampaign = part === 'keyword' || groupBy.includes('campaignId') || groupBy.includes('adsetId');
  const inAdSet = part === 'keyword' || groupBy.includes('adsetId');
  const { decimals } = within ? account : (accounts[0] ?? account);
  const group: PlacedGroup = {
    group: {
      ...(groupBy.includes('day') && { day: row.day }),
      ...(groupBy.includes('week') && { week: weekOf(row.day) }),
      ...(groupBy.includes('month') && { month: row.day.slice(0, 7) }),
    },
    entity: {
      ...(within && { accountId: account.key }),
      ...(inCampaign && { campaignId: row.campaignId, campaignName: row.campaignName }),
      ...(inAdSet && { adsetId: row.adsetId, adsetName: row.adsetName }),
    },
    sums: Object.fromEntries(Object.entries(sums).map(([measure, micro]) => [measure, fromMicro(micro)])),
    resultType: '',
    ...(within && { account }),
    ...(groupBy.includes('platform') && { platform: account.platform }),
    ...(decimals !== undefined && { decimals }),
  };
  return { group, fields: fieldsOf(part, row) };
}

function fieldsOf(part: ReportPart, { id, name, matchType }: PartRow): PlacedPart['fields'] {
  switch (part) {
    case 'keyword':
      return { keywordId: id, keyword: name, ...(matchType !== undefined && { matchType }) };
    case 'conversionAction':
      return { conversionActionId: id, conversionAction: name };
    default:
      return { [part]: name };
  }
}
