import { breaks } from '../base/refusal.ts';
import { compareValues } from './compare.ts';
import type { CreativeCoverage, CreativeKey } from './creative-dimensions.ts';
import { foldedGroups, type Readers } from './creative-groups.ts';
import {
  type GroupPage,
  listCreativeDimensions,
  type PlacedGroup,
  type Reader,
  type ReportPorts,
  reportParts,
  sortValue,
} from './group-page.ts';
import type { PlannedReport, QueryPlan } from './plan-query.ts';

const NO_REACH =
  'Reach cannot be given for a selection of several entities taken together: group by them.';

/** One page of a report grouped by names or assets: facts are asked for by ad, and joined here. */
export async function creativePage(ports: ReportPorts, report: PlannedReport): Promise<GroupPage> {
  return pageOf(report.plan, await creativeGroups(ports, report));
}

/** The same without the unknown group. */
export async function knownCreativePage(
  ports: ReportPorts,
  report: PlannedReport,
): Promise<GroupPage> {
  const { groups, coverage } = await creativeGroups(ports, report);
  const known = groups.filter(({ creative = {} }) =>
    Object.values(creative).every((value) => value !== null),
  );
  return pageOf(report.plan, { groups: known, coverage });
}

function pageOf(
  plan: QueryPlan,
  { groups, coverage }: Awaited<ReturnType<typeof creativeGroups>>,
): GroupPage {
  const sortBy = plan.creative?.sortBy;
  const orderValue = (group: PlacedGroup) =>
    sortBy === undefined ? sortedBy(plan, group) : (group.creative?.[sortBy.key] ?? null);
  const direction = sortBy?.direction ?? plan.order.direction;
  const sorted = [...groups].sort((a, b) => compareValues(orderValue(a), orderValue(b), direction));
  const { offset, limit } = plan.page;
  const shown = sorted.slice(offset, offset + limit);
  return {
    groups: shown,
    total: sorted.length,
    coverage,
    reach: { fetched: false, ...(needsReach(plan, shown) && { missing: NO_REACH }) },
  };
}

async function creativeGroups(
  ports: ReportPorts,
  report: PlannedReport,
): Promise<{
  readonly groups: readonly PlacedGroup[];
  readonly coverage: readonly CreativeCoverage[];
}> {
  const { companyId, plan, accounts } = report;
  const byAd: QueryPlan = {
    ...plan,
    groupBy: [...new Set([...plan.groupBy, 'adId' as const])],
    measures: [...new Set([...plan.measures, 'spend' as const])],
  };
  const ads: PlacedGroup[] = [];
  for (const { query, placed } of await reportParts(ports, { ...report, plan: byAd })) {
    const { groups } = await ports.facts.aggregate(companyId, query);
    for (const group of groups) ads.push(placed(group));
  }
  const readers = await readersOf(ports, report, ads);
  const isOneCurrency = new Set(accounts.map(({ currency }) => currency)).size === 1;
  const coverage = [...readers].map(([key, read]) => coverageOf(key, read, ads, isOneCurrency));
  return { groups: foldedGroups(plan, ads, readers), coverage };
}

async function readersOf(
  ports: ReportPorts,
  { companyId, plan, accounts }: PlannedReport,
  ads: readonly PlacedGroup[],
): Promise<Readers> {
  const readers = new Map<CreativeKey, Reader>();
  for (const key of plan.creative?.keys ?? []) {
    let read: Reader | undefined;
    for (const { reader } of ports.hooks.dimensions)
      read ??= await reader(ports, companyId, { key, accounts, ads });
    if (read === undefined) throw await unknownField(ports, companyId, key);
    readers.set(key, read);
  }
  return readers;
}

async function unknownField(ports: ReportPorts, companyId: string, key: CreativeKey) {
  const known = (await listCreativeDimensions(ports, companyId))
    .map((each) => each.key)
    .filter((each) => each !== 'asset');
  const told =
    known.length === 0 ? 'None exists yet.' : `There are ${known.sort().slice(0, 30).join(', ')}.`;
  return breaks(
    'groupBy',
    'unknown_name_field',
    `No naming convention has the field of ${key}. ${told}`,
  );
}

function coverageOf(
  key: CreativeKey,
  read: Reader,
  ads: readonly PlacedGroup[],
  isOneCurrency: boolean,
): CreativeCoverage {
  const [all, known] = [new Set<string>(), new Set<string>()];
  let [spent, ofKnown] = [0, 0];
  for (const ad of ads) {
    const id = `${ad.entity.accountId}/${ad.entity.adId}`;
    const { spend = 0 } = ad.sums;
    all.add(id);
    spent += spend;
    if (!read(ad).isKnown) continue;
    known.add(id);
    ofKnown += spend;
  }
  const spendShare =
    isOneCurrency && spent > 0 ? Math.round((ofKnown / spent) * 10_000) / 10_000 : null;
  return { dimension: key, spendShare, ads: all.size, knownAds: known.size };
}

/** Sorts entities by name where the name was asked for, as the facts do. */
function sortedBy(plan: QueryPlan, group: PlacedGroup): number | string | null {
  const { by } = plan.order;
  if (typeof by === 'string' || !by.byName) return sortValue(plan, group);
  if (by.dimension === 'adId') return group.entity.adName ?? null;
  if (by.dimension === 'adsetId') return group.entity.adsetName ?? null;
  return by.dimension === 'campaignId'
    ? (group.entity.campaignName ?? null)
    : sortValue(plan, group);
}

function needsReach(plan: QueryPlan, groups: readonly PlacedGroup[]): boolean {
  const keys = [...plan.columns.map(({ metric }) => metric), plan.order.by];
  if (keys.includes('reach') || keys.includes('frequency')) return true;
  return (
    (keys.includes('results') || keys.includes('costPerResult')) &&
    groups.some(({ resultType }) => resultType === 'reach')
  );
}
