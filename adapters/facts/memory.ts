import { addDays, monthOf, weekOf } from '../../core/base/time/days.ts';
import type {
  Fact,
  FactDimension,
  FactEntityNames,
  FactGroup,
  FactQuery,
  FactRow,
  FactScan,
  Facts,
  Measure,
} from '../../core/ports/facts.ts';
import { measures } from '../../core/ports/facts.ts';
import { compareText } from '../../core/report/compare.ts';
import { checkedFacts, fromStored, toStored } from './columns.ts';
import { compareLists, compareValues, orderValue } from './memory-order.ts';
import {
  fetchedBy,
  forgetSource,
  keepVintages,
  knownAt,
  thinSource,
  type Vintage,
} from './memory-vintages.ts';

interface Source {
  readonly byDay: Map<string, Fact[]>;
  readonly fetchedAt: Map<string, number>;
  /** When each day was fetched for the first time. */
  readonly firstAt: Map<string, number>;
  /** What was known of the rows of each day until a fetch found something else. */
  readonly past: Map<string, Vintage[]>;
}

interface Group {
  readonly keys: readonly string[];
  readonly fact: Fact;
  readonly accountId: string;
  readonly stored: Map<Measure, number>;
  readonly kinds: Set<string>;
}

/**
 * Facts that live as long as the process: for tests and for trying things out.
 *
 * @example
 * import { createMemoryFacts } from 'slipway/adapters/facts-memory';
 *
 * const facts = createMemoryFacts();
 * const scope = { accountId: 'primary:act_1', breakdown: 'none', from: '2026-10-01', to: '2026-10-07' } as const;
 * await facts.put('acme', scope, [], Date.now());
 * console.log((await facts.coverage('acme', scope)).length); // 7
 * await facts.close();
 */
export function createMemoryFacts(): Facts {
  const sources = new Map<string, Source>();
  const generations = new Map<string, number>();
  const names = new Map<string, string>();

  const sourceOf = (companyId: string, accountId: string, breakdown: string): Source => {
    const key = JSON.stringify([companyId, accountId, breakdown]);
    const known = sources.get(key);
    if (known !== undefined) return known;
    const made: Source = {
      byDay: new Map(),
      fetchedAt: new Map(),
      firstAt: new Map(),
      past: new Map(),
    };
    sources.set(key, made);
    return made;
  };
  const nameOf = (companyId: string, accountId: string, entity: string, id: string): string =>
    names.get(JSON.stringify([companyId, accountId, entity, id])) ?? '';

  const entityOf = (
    companyId: string,
    accountId: string,
    fact: Fact,
    finest: FactDimension | undefined,
  ): FactEntityNames => {
    const named = { accountId } as { -readonly [K in keyof FactEntityNames]: string };
    if (finest === undefined || finest === 'accountId') return named;
    named.campaignId = fact.campaignId;
    named.campaignName = nameOf(companyId, accountId, 'campaignId', fact.campaignId);
    if (finest === 'campaignId') return named;
    named.adsetId = fact.adsetId;
    named.adsetName = nameOf(companyId, accountId, 'adsetId', fact.adsetId);
    if (finest === 'adsetId') return named;
    named.adId = fact.adId;
    named.adName = nameOf(companyId, accountId, 'adId', fact.adId);
    return named;
  };

  const groupsOf = (companyId: string, query: FactQuery): Group[] => {
    const groups = new Map<string, Group>();
    for (const accountId of new Set(query.accountIds)) {
      const source = sourceOf(companyId, accountId, query.breakdown);
      for (const day of source.fetchedAt.keys()) {
        if (day < query.from || day > query.to) continue;
        for (const fact of knownAt(source, day, query.asOf)) {
          if (!matches(fact, query.filter)) continue;
          const keys = query.groupBy.map((dimension) => keyOf(dimension, accountId, fact));
          const owner = finestOf(query.groupBy) === undefined ? '' : accountId;
          const id = JSON.stringify([owner, ...keys]);
          const group = groups.get(id) ?? {
            keys,
            fact,
            accountId,
            stored: new Map(),
            kinds: new Set(),
          };
          groups.set(id, group);
          for (const measure of query.measures)
            group.stored.set(
              measure,
              (group.stored.get(measure) ?? 0) + toStored(measure, fact[measure]),
            );
          if (fact.resultType) group.kinds.add(fact.resultType);
        }
      }
    }
    return [...groups.values()].sort((a, b) => compareLists(a.keys, b.keys));
  };

  return {
    async put(companyId, scope, rows, fetchedAt) {
      const { facts } = checkedFacts(scope, rows);
      const source = sourceOf(companyId, scope.accountId, scope.breakdown);
      const { byDay } = source;
      for (let day = scope.from; day <= scope.to; day = addDays(day, 1)) {
        const ofDay = facts.filter((fact) => fact.day === day);
        if (source.fetchedAt.has(day)) keepVintages(source, day, ofDay, fetchedAt);
        else source.firstAt.set(day, fetchedAt);
        byDay.delete(day);
        source.fetchedAt.set(day, fetchedAt);
      }
      for (const fact of facts) {
        const ofDay = byDay.get(fact.day) ?? [];
        ofDay.push({ ...fact });
        byDay.set(fact.day, ofDay);
        for (const [entity, id, name] of [
          ['campaignId', fact.campaignId, fact.campaignName],
          ['adsetId', fact.adsetId, fact.adsetName],
          ['adId', fact.adId, fact.adName],
        ] as const)
          if (name !== '')
            names.set(JSON.stringify([companyId, scope.accountId, entity, id]), name);
      }
      const account = JSON.stringify([companyId, scope.accountId]);
      generations.set(account, (generations.get(account) ?? 0) + 1);
    },

    async coverage(companyId, scope, asOf) {
      const source = sourceOf(companyId, scope.accountId, scope.breakdown);
      return [...source.fetchedAt]
        .filter(([day]) => day >= scope.from && day <= scope.to)
        .filter(([day]) => asOf === undefined || (source.firstAt.get(day) ?? 0) <= asOf)
        .map(([day, last]) => ({ day, fetchedAt: fetchedBy(source, day, last, asOf) }))
        .sort((a, b) => (a.day < b.day ? -1 : 1));
    },

    async aggregate(companyId, query) {
      const finest = finestOf(query.groupBy);
      const groups = groupsOf(companyId, query).map((group): FactGroup => {
        const sums: { [M in Measure]?: number } = {};
        for (const measure of query.measures)
          sums[measure] = fromStored(measure, group.stored.get(measure) ?? 0);
        return {
          group: Object.fromEntries(
            query.groupBy.map((dimension, i) => [dimension, group.keys[i] ?? '']),
          ),
          entity:
            finest === undefined ? {} : entityOf(companyId, group.accountId, group.fact, finest),
          sums,
          ...(query.measures.includes('results') ? { resultType: kindOf(group.kinds) } : {}),
        };
      });
      if (query.order !== undefined) {
        const { by, direction } = query.order;
        groups.sort((a, b) => compareValues(orderValue(by, a), orderValue(by, b), direction));
      }
      const offset = query.offset ?? 0;
      return {
        groups: groups.slice(offset, query.limit === undefined ? undefined : offset + query.limit),
        total: groups.length,
      };
    },

    async scan(companyId, { scope, level, asOf, after, limit }: FactScan) {
      const { accountId, from, to, breakdown } = scope;
      const groupBy: FactDimension[] = ['day', level, 'country'];
      const rows = groupsOf(companyId, {
        accountIds: [accountId],
        from,
        to,
        breakdown,
        groupBy,
        measures,
        ...(asOf !== undefined && { asOf }),
      }).map((group) => {
        const sums = Object.fromEntries(
          measures.map((measure) => [measure, fromStored(measure, group.stored.get(measure) ?? 0)]),
        );
        const row: FactRow = {
          day: group.fact.day,
          country: group.fact.country,
          entity: entityOf(companyId, accountId, group.fact, level),
          resultType: kindOf(group.kinds),
          ...(sums as unknown as Pick<FactRow, Measure>), // every measure is in it
        };
        return { key: JSON.stringify(group.keys), keys: group.keys, row };
      });
      const start =
        after === undefined
          ? 0
          : rows.findIndex(({ keys }) => compareLists(keys, JSON.parse(after) as string[]) > 0);
      const slice = start < 0 ? [] : rows.slice(start, start + limit);
      const last = slice[slice.length - 1];
      const more = start >= 0 && start + limit < rows.length;
      return {
        rows: slice.map(({ row }) => row),
        ...(more && last !== undefined ? { next: last.key } : {}),
      };
    },

    async thin(companyId, now) {
      for (const [key, source] of sources)
        if ((JSON.parse(key) as readonly string[])[0] === companyId && thinSource(source, now))
          return 'more';
      return 'done';
    },

    async rollUp() {
      return 'done';
    },

    async forget(companyId, limits) {
      let days = 0;
      for (const [key, source] of sources) {
        const [owner = '', accountId = ''] = JSON.parse(key) as readonly string[];
        const forgotten = owner === companyId ? forgetSource(source, limits) : 0;
        days += forgotten;
        const account = JSON.stringify([companyId, accountId]);
        if (forgotten > 0) generations.set(account, (generations.get(account) ?? 0) + 1);
      }
      return days;
    },

    async remove(companyId) {
      const isOf = (key: string): boolean =>
        (JSON.parse(key) as readonly string[])[0] === companyId;
      for (const kept of [sources, generations, names])
        for (const key of [...kept.keys()]) if (isOf(key)) kept.delete(key);
      return 'done';
    },

    async accounts(companyId) {
      const kept = [...generations.keys()].map(
        (key) => JSON.parse(key) as readonly [string, string],
      );
      return kept
        .flatMap(([company, accountId]) => (company === companyId ? [accountId] : []))
        .sort(compareText);
    },

    async generations(companyId, accountIds) {
      return accountIds.map((accountId) =>
        String(generations.get(JSON.stringify([companyId, accountId])) ?? 0),
      );
    },

    async close() {
      sources.clear();
    },
  };
}

const kindOf = ([kind = '', ...others]: Iterable<string>): string | null =>
  others.length > 0 ? null : kind;

function keyOf(dimension: FactDimension, accountId: string, fact: Fact): string {
  switch (dimension) {
    case 'accountId':
      return accountId;
    case 'week':
      return weekOf(fact.day);
    case 'month':
      return monthOf(fact.day);
    default:
      return fact[dimension];
  }
}

const finestOf = (groupBy: readonly FactDimension[]): FactDimension | undefined =>
  (['adId', 'adsetId', 'campaignId', 'accountId'] as const).find((entity) =>
    groupBy.includes(entity),
  );

const matches = (fact: Fact, filter: FactQuery['filter'] = {}): boolean =>
  (filter.campaignIds?.includes(fact.campaignId) ?? true) &&
  (filter.adsetIds?.includes(fact.adsetId) ?? true) &&
  (filter.adIds?.includes(fact.adId) ?? true) &&
  (filter.countries?.includes(fact.country) ?? true);
