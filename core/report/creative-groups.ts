import type { FactEntityNames, FactGroup, Measure } from '../ports/facts.ts';
import type { CreativeKey } from './creative-dimensions.ts';
import { type DimensionKey, withinAccount } from './dimensions.ts';
import type { PlacedGroup, Reader } from './group-page.ts';
import type { QueryPlan } from './plan-query.ts';

export type Readers = ReadonlyMap<CreativeKey, Reader>;

interface Joined {
  readonly first: PlacedGroup;
  readonly creative: { readonly [key: string]: string | null };
  readonly ads: PlacedGroup[];
}

/**
 * Joins figures by ad into the groups of the report. An ad is in one group for each of its days and
 * countries.
 */
export function foldedGroups(
  plan: QueryPlan,
  ads: readonly PlacedGroup[],
  readers: Readers,
): readonly PlacedGroup[] {
  const groups = new Map<string, Joined>();
  for (const ad of ads) {
    const creative = Object.fromEntries([...readers].map(([key, read]) => [key, read(ad).value]));
    const owner = plan.groupBy.some((key) => withinAccount.includes(key))
      ? ad.entity.accountId
      : '';
    const id = JSON.stringify([
      owner,
      ...plan.groupBy.map((key) => keyValue(key, ad)),
      ...Object.values(creative),
    ]);
    const joined = groups.get(id) ?? { first: ad, creative, ads: [] };
    joined.ads.push(ad);
    groups.set(id, joined);
  }
  return [...groups.values()].map((joined) => groupOf(plan, joined));
}

const keyValue = (key: DimensionKey, { group, platform }: PlacedGroup): string | undefined =>
  key === 'platform' ? platform : group[key];

function groupOf(plan: QueryPlan, { first, creative, ads }: Joined): PlacedGroup {
  const { adId: _adId, ...group } = first.group;
  const isInAccount = plan.groupBy.some((key) => withinAccount.includes(key));
  const { decimals, platform, account } = first;
  return {
    group: plan.groupBy.includes('adId') ? first.group : group,
    entity: entityOf(plan, first.entity),
    sums: sumsOf(plan.measures, ads),
    ...(plan.measures.includes('results') && { resultType: kindOf(ads) }),
    ...(isInAccount && account !== undefined && { account }),
    ...(plan.groupBy.includes('platform') && platform !== undefined && { platform }),
    ...(decimals !== undefined && { decimals }),
    creative,
    ads,
  };
}

/** The finest entity grouped by, with those above it. */
function entityOf({ groupBy }: QueryPlan, entity: FactEntityNames): FactEntityNames {
  const {
    accountId = '',
    campaignId = '',
    campaignName = '',
    adsetId = '',
    adsetName = '',
  } = entity;
  if (groupBy.includes('adId')) return entity;
  if (groupBy.includes('adsetId'))
    return { accountId, campaignId, campaignName, adsetId, adsetName };
  if (groupBy.includes('campaignId')) return { accountId, campaignId, campaignName };
  return groupBy.includes('accountId') ? { accountId } : {};
}

/** Exact to six decimals, as facts are: each step is rounded. */
export function sumsOf(
  measures: readonly Measure[],
  groups: readonly Pick<FactGroup, 'sums'>[],
): FactGroup['sums'] {
  const sums: { [M in Measure]?: number } = {};
  for (const measure of measures)
    sums[measure] = groups.reduce(
      (sum, group) => Math.round((sum + (group.sums[measure] ?? 0)) * 1e6) / 1e6,
      0,
    );
  return sums;
}

/** The one kind of result of all groups, empty when unknown, null when several. */
function kindOf(groups: readonly FactGroup[]): string | null {
  const kinds = new Set(groups.map(({ resultType }) => resultType ?? null));
  kinds.delete('');
  const [kind = '', ...others] = kinds;
  return others.length > 0 ? null : kind;
}
