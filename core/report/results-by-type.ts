import { type PlacedGroup, type ReportPorts, reportParts } from './group-page.ts';
import type { PlannedReport, QueryPlan } from './plan-query.ts';

type ResultsByType = { readonly [type: string]: number };

/**
 * The results of groups that join several kinds, by kind. An ad has one kind at a time, so the
 * facts are asked for by ad and joined. People reached are left out: they do not add up.
 */
export async function resultsByType(
  ports: ReportPorts,
  report: PlannedReport,
  groups: readonly PlacedGroup[],
): Promise<ReadonlyMap<PlacedGroup, ResultsByType>> {
  const { companyId, plan } = report;
  if (plan.creative !== undefined) return typesOfAds(plan, groups);
  const mixed = new Map(
    groups.flatMap((group) =>
      group.resultType === null ? [[keyOf(plan, group), group] as const] : [],
    ),
  );
  const found = new Map<PlacedGroup, ResultsByType>();
  if (mixed.size === 0 || !plan.columns.some(({ metric }) => metric === 'results')) return found;
  for (const { query, placed } of await reportParts(ports, report)) {
    const groupBy = [...new Set([...query.groupBy, 'adId' as const])];
    const byAd = await ports.facts.aggregate(companyId, {
      ...query,
      groupBy,
      measures: ['results'],
    });
    for (const each of byAd.groups.map(placed)) {
      const group = mixed.get(keyOf(plan, each));
      if (group !== undefined) found.set(group, withResults(found.get(group) ?? {}, each));
    }
  }
  return found;
}

function typesOfAds(
  { columns }: QueryPlan,
  groups: readonly PlacedGroup[],
): ReadonlyMap<PlacedGroup, ResultsByType> {
  if (!columns.some(({ metric }) => metric === 'results')) return new Map();
  const mixed = groups.filter(({ resultType }) => resultType === null);
  return new Map(mixed.map((group) => [group, (group.ads ?? []).reduce(withResults, {})]));
}

function withResults(
  sums: ResultsByType,
  { resultType: type, sums: { results = 0 } }: PlacedGroup,
): ResultsByType {
  if (type === undefined || type === null || type === '' || type === 'reach') return sums;
  return { ...sums, [type]: (sums[type] ?? 0) + results };
}

/** Tells groups of a report apart, also groups asked for with a finer grouping. */
const keyOf = (plan: QueryPlan, { group, platform, account }: PlacedGroup): string =>
  JSON.stringify(
    plan.groupBy.map((key) => {
      if (key === 'platform') return platform ?? '';
      return key === 'accountId' ? (account?.key ?? group.accountId ?? '') : (group[key] ?? '');
    }),
  );
