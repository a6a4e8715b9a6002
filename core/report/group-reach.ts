import { PlatformError } from '../base/errors.ts';
import { mapBounded } from '../base/map-bounded.ts';
import { addDays, monthEnd, monthOf, splitRange, weekOf, weekStart } from '../base/time/days.ts';
import type { FactGroup, FactQuery } from '../ports/facts.ts';
import type { ReachQuery, ReachRow } from '../ports/platform-report.ts';
import type { ReportAccount } from './accounts.ts';
import { begun } from './coverage.ts';
import { type ReachPorts, reachOf, withheldReach } from './reach.ts';
import type { DayRange } from './request.ts';

const IDS_AT_ONCE = 100;

const levels = { campaignId: 'campaign', adsetId: 'adset', adId: 'ad' } as const;

/** Undefined where the platform cannot be asked. */
type ReachByGroup = (group: FactGroup) => number | undefined;

interface GroupReach {
  readonly of: ReachByGroup;
  readonly fetched: boolean;
  readonly missing?: string;
}

/**
 * Asks the platform for the reach of each group, at its level, over its days and in its countries.
 * Reach is never added up: groups that join several accounts, or part of an entity, have none.
 */
export async function reachOfGroups(
  ports: ReachPorts,
  companyId: string,
  {
    accounts,
    query,
    groups,
    options,
  }: {
    readonly accounts: readonly ReportAccount[];
    readonly query: FactQuery;
    readonly groups: readonly FactGroup[];
    readonly options: { readonly all: boolean };
  },
): Promise<GroupReach> {
  const target = targetOf(accounts, query);
  if (typeof target === 'string') return { of: () => undefined, fetched: false, missing: target };
  const asked = accounts.flatMap((account) => {
    const range = begun(query, ports.clock.now(), account.timezone);
    const buckets = range === undefined ? [] : bucketsOf(range, query.groupBy);
    const ids = idsOf(target, account, { accounts, groups, all: options.all });
    return ids.flatMap((entityIds) =>
      buckets.map(({ by, ...days }): { account: ReportAccount; query: ReachQuery } => ({
        account,
        query: {
          ...days,
          by,
          level: target.level,
          ...(entityIds === undefined ? {} : { entityIds }),
          ...(query.groupBy.includes('country')
            ? { breakdown: 'country' as const }
            : query.filter?.countries === undefined
              ? {}
              : { countries: query.filter.countries }),
        },
      })),
    );
  });
  const found = new Map<string, number>();
  let missing: string | undefined;
  let fetched = false;
  await mapBounded(asked, 4, async ({ account, query: question }) => {
    try {
      const answer = await reachOf(ports, companyId, account, question);
      fetched = fetched || answer.source === 'live';
      for (const row of answer.rows) {
        if (row.reach === null) missing = withheldReach(question);
        else found.set(rowKey(query, target, account.key, row), row.reach);
      }
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      missing = `The platform did not give the reach: ${error.failure.message}`;
    }
  });
  const only = accounts.length === 1 ? accounts[0]?.key : undefined;
  return {
    of: (group) => found.get(groupKey(query, target, group, only)),
    fetched,
    ...(missing === undefined ? {} : { missing }),
  };
}

interface Target {
  readonly level: ReachQuery['level'];
  /** The group field that holds the entity; undefined when one entity stands for all groups. */
  readonly field?: keyof typeof levels;
  readonly entityId?: string;
}

/** Whose reach answers for a group, or a sentence why none does. */
function targetOf(
  accounts: readonly ReportAccount[],
  { groupBy, filter = {} }: FactQuery,
): Target | string {
  const fields = ['adId', 'adsetId', 'campaignId'] as const;
  const field = fields.find((each) => groupBy.includes(each));
  const filters = [filter.adIds, filter.adsetIds, filter.campaignIds];
  // A filter finer than the grouping cuts entities apart; a single entity still has a reach of its
  // own.
  const finest = filters.findIndex(
    (ids, i) => ids !== undefined && (field === undefined || i < fields.indexOf(field)),
  );
  if (finest >= 0) {
    const [id, ...others] = filters[finest] ?? [];
    const level = fields[finest];
    if (id === undefined || others.length > 0 || level === undefined || accounts.length > 1)
      return 'Reach cannot be given for a selection of several entities taken together: group by them.';
    return { level: levels[level], entityId: id };
  }
  if (field !== undefined) return { level: levels[field], field };
  if (groupBy.includes('accountId') || accounts.length === 1) return { level: 'account' };
  return 'Reach cannot be given for several ad accounts taken together: group by accountId.';
}

function bucketsOf(
  { from, to }: DayRange,
  groupBy: FactQuery['groupBy'],
): readonly { from: string; to: string; by: ReachQuery['by'] }[] {
  if (groupBy.includes('day')) return [{ from, to, by: 'day' }];
  const [week, month] = [groupBy.includes('week'), groupBy.includes('month')];
  if (!week) return [{ from, to, by: month ? 'month' : 'all' }];
  // Platforms' seven-day steps begin on the first day asked for, not on a Monday: each week is
  // asked for alone.
  const weekEnd = (day: string): string => addDays(weekStart(day), 6);
  const end = (day: string): string =>
    month && monthEnd(day) < weekEnd(day) ? monthEnd(day) : weekEnd(day);
  return splitRange(from, to, end).map((range) => ({ ...range, by: 'all' as const }));
}

function idsOf(
  { field, entityId }: Target,
  account: ReportAccount,
  {
    accounts,
    groups,
    all,
  }: {
    readonly accounts: readonly ReportAccount[];
    readonly groups: readonly FactGroup[];
    readonly all: boolean;
  },
): readonly (readonly string[] | undefined)[] {
  if (entityId !== undefined) return [[entityId]];
  if (field === undefined || all) return [undefined];
  const mine = groups.filter(
    ({ entity }) => accounts.length === 1 || entity.accountId === account.key,
  );
  const ids = [...new Set(mine.map(({ group }) => group[field] ?? ''))].sort();
  return Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, i) =>
    ids.slice(i * IDS_AT_ONCE, (i + 1) * IDS_AT_ONCE),
  );
}

function rowKey(query: FactQuery, target: Target, accountId: string, row: ReachRow): string {
  const { groupBy } = query;
  return JSON.stringify([
    groupBy.includes('accountId') || target.field !== undefined ? accountId : '',
    target.field === undefined ? '' : row.entityId,
    groupBy.includes('day') ? row.from : '',
    groupBy.includes('week') && !groupBy.includes('day') ? weekOf(row.from) : '',
    groupBy.includes('month') && !groupBy.includes('day') ? monthOf(row.from) : '',
    groupBy.includes('country') ? (row.country ?? '') : '',
  ]);
}

function groupKey(
  query: FactQuery,
  target: Target,
  { group, entity }: FactGroup,
  only: string | undefined,
): string {
  const { groupBy } = query;
  const daily = groupBy.includes('day');
  return JSON.stringify([
    groupBy.includes('accountId') || target.field !== undefined
      ? (entity.accountId ?? only ?? '')
      : '',
    target.field === undefined ? '' : (group[target.field] ?? ''),
    group.day ?? '',
    daily ? '' : (group.week ?? ''),
    daily ? '' : (group.month ?? ''),
    group.country ?? '',
  ]);
}
