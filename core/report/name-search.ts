import type { FactEntity, FactQuery, Facts } from '../ports/facts.ts';
import type { EntityType } from '../ports/platform-accounts.ts';
import type { NameSearch } from './name-search-of.ts';
import { narrowedTo } from './status-filter.ts';

interface Names {
  readonly campaignName?: string;
  readonly adsetName?: string;
  readonly adName?: string;
}

const looked = {
  campaign: ['campaignName'],
  adset: ['campaignName', 'adsetName'],
  ad: ['campaignName', 'adsetName', 'adName'],
} as const;

const entities: { readonly [L in EntityType]: FactEntity } = {
  campaign: 'campaignId',
  adset: 'adsetId',
  ad: 'adId',
};

export const matchesName = ({ text, level }: NameSearch, names: Names): boolean =>
  looked[level].some((field) => names[field]?.toLowerCase().includes(text) === true);

/** The filter narrowed to entities with figures in the range whose names match. */
export async function withNames(
  { facts }: { readonly facts: Facts },
  companyId: string,
  {
    search,
    query,
    filter,
  }: {
    readonly search: NameSearch | undefined;
    readonly query: Pick<FactQuery, 'accountIds' | 'from' | 'to' | 'breakdown'>;
    readonly filter: NonNullable<FactQuery['filter']>;
  },
): Promise<NonNullable<FactQuery['filter']>> {
  if (search === undefined) return filter;
  const entity = entities[search.level];
  const { groups } = await facts.aggregate(companyId, {
    ...query,
    filter,
    groupBy: [entity],
    measures: [],
  });
  const found = groups
    .filter((group) => matchesName(search, group.entity))
    .flatMap(({ group }) => group[entity] ?? []);
  return narrowedTo(filter, search.level, found);
}
