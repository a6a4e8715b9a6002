import type { FactDimension } from '../ports/facts.ts';
import type { EntityType } from '../ports/platform-accounts.ts';

export interface Dimension {
  readonly label: string;
  readonly aliases: readonly string[];
  /** The fields of a row grouped by it, besides the metrics. */
  readonly fields: readonly string[];
}

/** Everything a report can be grouped by, under its canonical name. */
export const dimensions = {
  adId: {
    label: 'Ad',
    aliases: ['ad', 'adName'],
    fields: ['adId', 'adName', 'adsetId', 'adsetName', 'campaignId', 'campaignName', 'accountId'],
  },
  adsetId: {
    label: 'Ad set',
    aliases: ['adset', 'adsetName'],
    fields: ['adsetId', 'adsetName', 'campaignId', 'campaignName', 'accountId'],
  },
  campaignId: {
    label: 'Campaign',
    aliases: ['campaign', 'campaignName'],
    fields: ['campaignId', 'campaignName', 'accountId'],
  },
  accountId: {
    label: 'Ad account',
    aliases: ['account', 'accountName'],
    fields: ['accountId', 'accountName'],
  },
  platform: { label: 'Platform', aliases: [], fields: ['platform'] },
  day: { label: 'Day', aliases: ['date'], fields: ['day'] },
  week: { label: 'Week', aliases: [], fields: ['week'] },
  month: { label: 'Month', aliases: [], fields: ['month'] },
  country: { label: 'Country', aliases: [], fields: ['country'] },
} as const satisfies { readonly [D in FactDimension | 'platform']: Dimension };

export type DimensionKey = keyof typeof dimensions;

export const dimensionKeys = Object.keys(dimensions) as readonly DimensionKey[];

/** Every name a grouping can be asked by. */
export const dimensionNames: readonly string[] = dimensionKeys.flatMap((key) => [
  key,
  ...dimensions[key].aliases,
]);

export function dimensionByName(name: string): DimensionKey | undefined {
  return dimensionKeys.find(
    (key) => key === name || (dimensions[key].aliases as readonly string[]).includes(name),
  );
}

/** Dimensions whose groups lie within one ad account, and so within one currency. */
export const withinAccount: readonly DimensionKey[] = [
  'adId',
  'adsetId',
  'campaignId',
  'accountId',
];

/** The finest entity rows stand for, else ads. */
export function entityLevelOf(groupBy: readonly DimensionKey[]): EntityType {
  if (groupBy.includes('adId')) return 'ad';
  if (groupBy.includes('adsetId')) return 'adset';
  return groupBy.includes('campaignId') ? 'campaign' : 'ad';
}
