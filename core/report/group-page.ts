import type { Platforms } from '../accounts/find-account.ts';
import type { FactGroup, FactQuery } from '../ports/facts.ts';
import type { Store } from '../ports/store.ts';
import type { ReportAccount } from './accounts.ts';
import { compareValues } from './compare.ts';
import type { CreativeCoverage, CreativeKey } from './creative-dimensions.ts';
import { derive } from './derive.ts';
import type { FreshnessPorts } from './freshness.ts';
import { reachOfGroups } from './group-reach.ts';
import { withNames } from './name-search.ts';
import { factDimensions, factOrder, type PlannedReport, type QueryPlan } from './plan-query.ts';
import { withStatus } from './status-filter.ts';

export interface ReportPorts extends FreshnessPorts {
  readonly platforms: Platforms;
  readonly hooks: ReportHooks;
}

/** An ad's value in one grouping. */
export type Reader = (ad: PlacedGroup) => {
  readonly value: string | null;
  readonly isKnown: boolean;
};
interface AskedDimension {
  readonly key: CreativeKey;
  readonly accounts: readonly ReportAccount[];
  readonly ads: readonly PlacedGroup[];
}

/** Groupings of reports that a feature knows and figures do not. */
export interface ReportDimension {
  /** Undefined where the company has no such grouping of this feature. */
  reader(ports: ReportPorts, companyId: string, asked: AskedDimension): Promise<Reader | undefined>;
  /** Those that a company can group by now. */
  list(
    ports: { readonly store: Store },
    companyId: string,
  ): Promise<
    readonly {
      readonly key: string;
      readonly label: string;
      readonly levels: ('campaign' | 'adSet' | 'ad')[];
    }[]
  >;
}

export interface ReportHooks {
  readonly dimensions: readonly ReportDimension[];
}

/** Groupings that features know for the company's ads. */
export async function listCreativeDimensions(
  ports: { readonly store: Store; readonly hooks: ReportHooks },
  companyId: string,
) {
  const lists = await Promise.all(ports.hooks.dimensions.map(({ list }) => list(ports, companyId)));
  return lists.flat();
}

/** A group with its reach, account and platform, where it has one. */
export interface PlacedGroup extends FactGroup {
  readonly reach?: number;
  readonly account?: ReportAccount;
  readonly platform?: string;
  /** Its values by name or asset, where asked for; null where unknown. */
  readonly creative?: { readonly [key: string]: string | null };
  /** Then: the figures of each ad it joins. */
  readonly ads?: readonly PlacedGroup[];
  /** Of its account, or of all accounts it joins, which share a currency. */
  readonly decimals?: number;
}

export interface GroupPage {
  readonly groups: readonly PlacedGroup[];
  readonly total: number;
  readonly reach: { readonly fetched: boolean; readonly missing?: string };
  readonly coverage?: readonly CreativeCoverage[];
}

interface Part {
  readonly accounts: readonly ReportAccount[];
  readonly query: FactQuery;
}

/**
 * One page of a report's groups. The facts sort and cut where they can; by reach, platform or
 * account name core sorts all groups.
 */
export async function groupPage(ports: ReportPorts, report: PlannedReport): Promise<GroupPage> {
  const { companyId, plan } = report;
  const parts = await partsOf(ports, report);
  const order = factOrder(plan.order);
  const [only, ...others] = parts;
  if (order !== undefined && only !== undefined && others.length === 0) {
    const { direction } = plan.order;
    const page = await ports.facts.aggregate(companyId, {
      ...only.query,
      ...plan.page,
      order: { by: order, direction },
    });
    const placed = page.groups.map(placedIn(only.accounts, plan));
    return {
      total: page.total,
      ...(await withReach(ports, report, [{ part: only, groups: placed }], false)),
    };
  }

  const found: Found[] = [];
  for (const part of parts) {
    const { groups } = await ports.facts.aggregate(companyId, part.query);
    found.push({ part, groups: groups.map(placedIn(part.accounts, plan)) });
  }
  const { groups, reach } = await withReach(ports, report, found, true);
  const sorted = [...groups].sort((a, b) =>
    compareValues(sortValue(plan, a), sortValue(plan, b), plan.order.direction),
  );
  const { offset, limit } = plan.page;
  return { groups: sorted.slice(offset, offset + limit), total: sorted.length, reach };
}

export async function reportParts(ports: ReportPorts, report: PlannedReport) {
  const parts = await partsOf(ports, report);
  return parts.map(({ query, accounts }) => ({ query, placed: placedIn(accounts, report.plan) }));
}

interface Found {
  readonly part: Part;
  readonly groups: readonly PlacedGroup[];
}

/** One part, or one for each platform where only the platform tells groups apart. */
async function partsOf(
  ports: ReportPorts,
  { companyId, plan, accounts }: PlannedReport,
): Promise<readonly Part[]> {
  const all = {
    ...plan.range,
    accountIds: accounts.map(({ key }) => key),
    breakdown: plan.breakdown,
  };
  const filter = await withNames(ports, companyId, {
    search: plan.search,
    query: all,
    filter: await withStatus(ports, accounts, plan),
  });
  const groupBy = factDimensions(plan.groupBy);
  const apart = plan.groupBy.includes('platform') && !groupBy.some((key) => key.endsWith('Id'));
  const sets = apart
    ? [...new Set(accounts.map(({ platform }) => platform))].map((id) =>
        accounts.filter(({ platform }) => platform === id),
      )
    : [accounts];
  return sets.map((of) => ({
    accounts: of,
    query: {
      ...all,
      accountIds: of.map(({ key }) => key),
      groupBy,
      measures: plan.measures,
      filter,
    },
  }));
}

function placedIn(
  accounts: readonly ReportAccount[],
  plan: QueryPlan,
): (group: FactGroup) => PlacedGroup {
  const byId = new Map<string, ReportAccount>(accounts.map((account) => [account.key, account]));
  const ofAll = plan.groupBy.includes('platform') ? accounts[0]?.platform : undefined;
  return (group) => {
    const account =
      group.entity.accountId === undefined ? undefined : byId.get(group.entity.accountId);
    const platform = account?.platform ?? ofAll;
    const { decimals } = account ?? accounts[0] ?? {};
    return {
      ...group,
      ...(account && { account }),
      ...(platform !== undefined && { platform }),
      ...(decimals !== undefined && { decimals }),
    };
  };
}

/**
 * Asks for reach when a column or the order needs it, or when an ad's results are people reached.
 */
async function withReach(
  ports: ReportPorts,
  { companyId, plan }: PlannedReport,
  found: readonly Found[],
  all: boolean,
): Promise<Pick<GroupPage, 'groups' | 'reach'>> {
  const keys = [...plan.columns.map(({ metric }) => metric), plan.order.by];
  const always = keys.includes('reach') || keys.includes('frequency');
  const forResults = keys.includes('results') || keys.includes('costPerResult');
  let fetched = false;
  let missing: string | undefined;
  const groups: PlacedGroup[] = [];
  for (const { part, groups: of } of found) {
    const wanted = new Set(
      of.filter(({ resultType }) => always || (forResults && resultType === 'reach')),
    );
    if (wanted.size === 0) {
      groups.push(...of);
      continue;
    }
    const reach = await reachOfGroups(ports, companyId, {
      accounts: part.accounts,
      query: part.query,
      groups: [...wanted],
      options: { all: all && always },
    });
    fetched = fetched || reach.fetched;
    missing = missing ?? reach.missing;
    for (const group of of) {
      const people = wanted.has(group) ? reach.of(group) : undefined;
      groups.push(people === undefined ? group : { ...group, reach: people });
    }
  }
  return { groups, reach: { fetched, ...(missing === undefined ? {} : { missing }) } };
}

export function sortValue(
  { order: { by } }: QueryPlan,
  group: PlacedGroup,
): number | string | null {
  if (typeof by === 'string') return derive(by, group);
  switch (by.dimension) {
    case 'platform':
      return group.platform ?? null;
    case 'accountId':
      return (by.byName ? group.account?.name : group.account?.id) ?? null;
    default:
      return group.group[by.dimension] ?? null;
  }
}
