import type { ReportAccount } from './accounts.ts';
import { type PlacedGroup, type ReportPorts, reportParts } from './group-page.ts';
import type { QueryPlan } from './plan-query.ts';

export type ResultsByType = { readonly [type: string]: number };

/**
 * The results of groups that join several kinds, kind by kind: an ad has one kind at a time, so the same facts are asked
 * for by ad and put together again. People reached are no sum, so those are left out.
 */
export async function resultsByType(
  ports: ReportPorts,
  companyId: string,
  plan: QueryPlan,
  accounts: readonly ReportAccount[],
  groups: readonly PlacedGroup[],
): Promise<ReadonlyMap<PlacedGroup, ResultsByType>> {
  const mixed = new Map(groups.flatMap((group) => (group.resultType === null ? [[keyOf(plan, group), group] as const] : [])));
  const found = new Map<PlacedGroup, { [type: string]: number }>();
  if (mixed.size === 0 || !plan.columns.some(({ metric }) => metric === 'results')) return found;
  for (const { query, placed } of await reportParts(ports, plan, accounts)) {
    const groupBy = [...new Set([...query.groupBy, 'adId' as const])];
    const byAd = await ports.facts.aggregate(companyId, { ...query, groupBy, measures: ['results'] });
    for (const each of byAd.groups.map(placed)) {
      const group = mixed.get(keyOf(plan, each));
      const { resultType: type } = each;
      if (group === undefined || type === undefined || type === null || type === '' || type === 'reach') continue;
      const sums = found.get(group) ?? {};
      found.set(group, sums);
      sums[type] = (sums[type] ?? 0) + (each.sums.results ?? 0);
    }
  }
  return found;
}

/** What tells groups of a report apart, whatever finer grouping they were asked by. */
const keyOf = (plan: QueryPlan, { group, platform, account }: PlacedGroup): string =>
  JSON.stringify(
    plan.groupBy.map((key) => {
      if (key === 'platform') return platform ?? '';
      return key === 'accountId' ? (account?.key ?? group.accountId ?? '') : (group[key] ?? '');
    }),
  );
