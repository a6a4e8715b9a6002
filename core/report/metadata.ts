import { isoTime } from '../base/time/days.ts';
import type { ReportAccount } from './accounts.ts';
import type { Freshness } from './freshness.ts';

export interface ReportWarning {
  readonly code: string;
  readonly message: string;
  readonly accountId?: string;
}

export function metadataOf(
  accounts: readonly ReportAccount[],
  freshness: readonly (Freshness & { readonly accountId: string })[],
  now: number,
  others: readonly ReportWarning[] = [],
) {
  const only = (values: readonly string[]): string | null =>
    new Set(values).size === 1 ? (values[0] ?? null) : null;
  const times = freshness.flatMap(({ fetchedAt }) => (fetchedAt === undefined ? [] : [fetchedAt]));
  const oldest = times.length === 0 ? undefined : Math.min(...times);
  const settled = freshness.flatMap(({ settledUntil }) =>
    settledUntil === undefined ? [] : [settledUntil],
  );
  const told = new Set<string>();
  const stale = freshness.filter(
    ({ accountId, stale: why }) => why !== undefined && !told.has(accountId) && told.add(accountId),
  );
  const warnings: ReportWarning[] = [
    ...stale.map(({ accountId, fetchedAt, stale: why }) => ({
      code: 'stale',
      accountId,
      message:
        `The platform could not be asked about ${accountId}; its figures are from ${isoTime(fetchedAt) ?? 'before'}. ${why ?? ''}`.trim(),
    })),
    ...others,
  ];
  return {
    platform: only(accounts.map(({ platform }) => platform)),
    source: freshness.some(({ source }) => source === 'live')
      ? ('live' as const)
      : ('cache' as const),
    fetchedAt: isoTime(oldest),
    // Everything older is settled, on every platform that says so.
    ...(settled.length === 0 ? {} : { settledUntil: new Date(Math.min(...settled)).toISOString() }),
    ...(stale.length === 0 ? {} : { stale: true as const }),
    ...(stale.length === 0 || oldest === undefined
      ? {}
      : { ageSeconds: Math.round((now - oldest) / 1000) }),
    currency: only(accounts.map(({ currency }) => currency)),
    timezone: only(accounts.map(({ timezone }) => timezone)),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
