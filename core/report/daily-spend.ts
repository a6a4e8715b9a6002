import { explained, PlatformError } from '../base/errors.ts';
import { fromMicro, roundedAmount, toMicro } from '../base/money.ts';
import { paginationOf, windowOf } from '../base/schema/envelope.ts';
import { askedAccounts, type ReportAccount } from './accounts.ts';
import { freshnessOf } from './freshness.ts';
import type { ReportPorts } from './group-page.ts';
import { metadataOf, type ReportWarning } from './metadata.ts';
import { rangeOf } from './request.ts';
import type { DailySpendRequest, DailySpendResponse } from './schema/views.ts';

/**
 * GET /v1/spend/daily: each account's spend by day, ascending. Without named accounts it covers
 * all; one that fails and has no earlier figures is then left out and named in the warnings.
 */
export async function dailySpend(
  ports: ReportPorts,
  companyId: string,
  request: DailySpendRequest,
): Promise<DailySpendResponse> {
  const range = rangeOf(request);
  const { name: named, accounts: asked } = await askedAccounts(ports, companyId, request);
  const warnings: ReportWarning[] = [];
  const failures: PlatformError[] = [];
  const known = await freshnessOf(ports, companyId, {
    accounts: asked,
    range,
    breakdown: 'none',
    each: async (account, ensure) => {
      try {
        return { account, ...(await ensure()) };
      } catch (error) {
        if (named !== undefined || !(error instanceof PlatformError)) throw error;
        failures.push(error);
        const message = `${account.id} is not included: ${explained(error.failure)}`;
        warnings.push({ code: 'platform_error', accountId: account.id, message });
        return undefined;
      }
    },
  });
  const fresh = known.flatMap((each) =>
    each === undefined ? [] : [{ ...each, accountId: each.account.id }],
  );
  const [failure] = failures;
  if (fresh.length === 0 && failure !== undefined) throw failure;

  const accounts = new Map<string, ReportAccount>(
    fresh.map(({ account }) => [account.key, account]),
  );
  const { offset, limit } = windowOf(request, 1000);
  const query = {
    ...range,
    accountIds: [...accounts.keys()],
    breakdown: 'none',
    measures: ['spend'],
  } as const;
  const page = await ports.facts.aggregate(companyId, {
    ...query,
    groupBy: ['day', 'accountId'],
    order: { by: { dimension: 'day' }, direction: 'asc' },
    offset,
    limit,
  });
  const totals = await ports.facts.aggregate(companyId, { ...query, groupBy: ['accountId'] });
  const currency = commonCurrency(asked);
  const summed = new Map<string, { micro: number; decimals: number | undefined }>();
  for (const { group, sums } of totals.groups) {
    const { currency: of = '', decimals } = accounts.get(group.accountId ?? '') ?? {};
    summed.set(of, { micro: (summed.get(of)?.micro ?? 0) + toMicro(sums.spend ?? 0), decimals });
  }
  const totalsByCurrency = Object.fromEntries(
    [...summed].map(([of, { micro, decimals }]) => [of, roundedAmount(fromMicro(micro), decimals)]),
  );
  return {
    success: true,
    data: page.groups.flatMap(({ group, sums }) => {
      const account = accounts.get(group.accountId ?? '');
      if (account === undefined || group.day === undefined) return [];
      const { id, name, platform, currency: unit, decimals } = account;
      const spend = roundedAmount(sums.spend ?? 0, decimals);
      return [
        { date: group.day, accountId: id, accountName: name, platform, currency: unit, spend },
      ];
    }),
    pagination: paginationOf({ offset, limit }, page.total),
    metadata: {
      ...metadataOf([...accounts.values()], fresh, ports.clock.now(), warnings),
      currency,
      totalSpend: currency === null ? 0 : (totalsByCurrency[currency] ?? 0),
      totalsByCurrency,
    },
  };
}

/** The currency of most accounts; of equally many, the first by its code. */
function commonCurrency(accounts: readonly ReportAccount[]): string | null {
  const counts = new Map<string, number>();
  for (const { currency } of accounts) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [most] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return most?.[0] ?? null;
}
