import type { ReportPart } from '../ports/platform-reads.ts';
import type { DimensionKey } from './dimensions.ts';

interface Part {
  readonly label: string;
  /** Other names it can be asked by. */
  readonly aliases: readonly string[];
  /** What a row carries when divided by it, besides the metrics. */
  readonly fields: readonly string[];
  /** What rows can be grouped by as well. */
  readonly beside: readonly DimensionKey[];
}

const always: readonly DimensionKey[] = ['accountId', 'platform', 'campaignId', 'day', 'week', 'month'];

/** What some platforms divide their figures by. It is not kept here: each report asks them. */
export const reportParts: { readonly [P in ReportPart]: Part } = {
  keyword: {
    label: 'Keyword',
    aliases: ['keywordId'],
    fields: ['keywordId', 'keyword', 'matchType', 'adsetId', 'adsetName', 'campaignId', 'campaignName', 'accountId'],
    beside: [...always, 'adsetId'],
  },
  device: { label: 'Device', aliases: [], fields: ['device'], beside: always },
  network: { label: 'Network', aliases: [], fields: ['network'], beside: always },
  conversionAction: {
    label: 'Conversion action',
    aliases: ['conversionActionId', 'conversionActionName'],
    fields: ['conversionActionId', 'conversionAction'],
    beside: always,
  },
};

export const partKeys = Object.keys(reportParts) as readonly ReportPart[];
export const partNames: readonly string[] = partKeys.flatMap((key) => [key, ...reportParts[key].aliases]);

/** The part a name means, or undefined. */
export const partByName = (name: string): ReportPart | undefined =>
  partKeys.find((key) => key === name || reportParts[key].aliases.includes(name));
