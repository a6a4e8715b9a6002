import { sentName } from '../../base/schema/aliases.ts';
import { addDays, dayAt } from '../../base/time/days.ts';
import { namedAccounts } from '../../report/accounts.ts';
import { freshnessOf } from '../../report/freshness.ts';
import type { ReportPorts } from '../../report/group-page.ts';
import type { Convention } from '../../sheet/names/convention.ts';
import { parse } from '../../sheet/names/parse.ts';
import type { NameCoverage } from './schema.ts';

const dimensions = {
  campaign: ['campaignId', 'campaignName'],
  adSet: ['adsetId', 'adsetName'],
  ad: ['adId', 'adName'],
} as const;
const MOST_OTHERS = 20;
const MOST_VALUES = 100;

/**
 * How many names that delivered lately a convention reads, their values, and the share of the
 * spending.
 */
export async function nameCoverage(
  ports: ReportPorts,
  companyId: string,
  convention: Convention,
  request: { readonly accountId: string; readonly days?: number | undefined },
): Promise<NameCoverage> {
  const accounts = await namedAccounts(
    ports,
    companyId,
    [request.accountId],
    sentName(request, 'accountId'),
  );
  const to = dayAt(ports.clock.now(), accounts[0]?.timezone ?? 'UTC');
  const range = { from: addDays(to, 1 - (request.days ?? 30)), to };
  await freshnessOf(ports, companyId, {
    accounts,
    range,
    breakdown: 'none',
    each: (_account, ensure) => ensure(),
  });
  const [dimension, nameField] = dimensions[convention.level];
  const { groups } = await ports.facts.aggregate(companyId, {
    ...range,
    accountIds: accounts.map(({ key }) => key),
    breakdown: 'none',
    groupBy: [dimension],
    measures: ['spend'],
  });
  const counts = new Map<string, Map<string, number>>();
  const others: string[] = [];
  let [parsed, spent, known] = [0, 0, 0];
  for (const { entity, sums } of groups) {
    const name = entity[nameField] ?? '';
    const values = parse(convention, name);
    spent += sums.spend ?? 0;
    if (values === undefined) {
      if (others.length < MOST_OTHERS) others.push(name);
      continue;
    }
    parsed += 1;
    known += sums.spend ?? 0;
    for (const [key, value] of Object.entries(values)) {
      const found = counts.get(key) ?? new Map<string, number>();
      counts.set(key, found.set(value, (found.get(value) ?? 0) + 1));
    }
  }
  return {
    success: true,
    total: groups.length,
    parsed,
    others,
    spendShare: spent > 0 ? Math.round((known / spent) * 10_000) / 10_000 : null,
    values: Object.fromEntries([...counts].map(([key, found]) => [key, mostFrequent(found)])),
  };
}

const mostFrequent = (found: ReadonlyMap<string, number>) =>
  [...found]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, MOST_VALUES)
    .map(([value, count]) => ({ value, count }));
