import { shownTime } from '../../base/time/days.ts';
import type { FactRow } from '../../ports/facts.ts';
import type { AdSet, Campaign } from '../../ports/platform-accounts.ts';
import type { AdListing } from '../../ports/platform-reads.ts';
import type { ReportAccount } from '../../report/accounts.ts';
import { told } from '../../report/derive.ts';
import { type MetricKey, metricByName, metricKeys } from '../../report/metrics.ts';
import type { ExportLevel } from './records.ts';

export type Cell = string | number | null;

type Reader<T> = (row: T, account: ReportAccount) => Cell;

const ofAccount = {
  accountId: (_: unknown, account: ReportAccount) => account.id,
  accountName: (_: unknown, account: ReportAccount) => account.name,
  platform: (_: unknown, account: ReportAccount) => account.platform,
  currency: (_: unknown, account: ReportAccount) => account.currency,
};

const named =
  (field: keyof FactRow['entity']): Reader<FactRow> =>
  (row) =>
    row.entity[field] ?? '';

/** Reach cannot be read from rows. */
const figures: { readonly [field: string]: Reader<FactRow> } = {
  ...Object.fromEntries(
    metricKeys
      .filter((key) => key !== 'reach' && key !== 'frequency')
      .map((key): [MetricKey, Reader<FactRow>] => [
        key,
        (row, { decimals }) => told(key, { sums: row, resultType: row.resultType }, decimals),
      ]),
  ),
  resultType: (row) => row.resultType,
};

type DailyReaders = { readonly [field: string]: Reader<FactRow> };
const ofCampaign: DailyReaders = {
  date: (row) => row.day,
  ...ofAccount,
  campaignId: named('campaignId'),
  campaignName: named('campaignName'),
};
const ofAdSet: DailyReaders = {
  ...ofCampaign,
  adsetId: named('adsetId'),
  adsetName: named('adsetName'),
};

const daily: { readonly [L in ExportLevel]: DailyReaders } = {
  campaign: { ...ofCampaign, ...figures },
  adset: { ...ofAdSet, ...figures },
  ad: { ...ofAdSet, adId: named('adId'), adName: named('adName'), ...figures },
};
/** Entities as the platform holds them; an ad with its ad set, where that could be read. */
interface Structures {
  readonly campaign: Campaign;
  readonly adset: AdSet;
  readonly ad: AdListing & { readonly adSet?: AdSet | undefined };
}

const structure: {
  readonly [L in ExportLevel]: { readonly [field: string]: Reader<Structures[L]> };
} = {
  campaign: {
    ...ofAccount,
    campaignId: ({ id }) => id,
    campaignName: ({ name }) => name,
    objective: ({ objective }) => objective,
    status: ({ status }) => status,
    effectiveStatus: ({ effectiveStatus }) => effectiveStatus,
    dailyBudget: ({ dailyBudget }) => dailyBudget ?? null,
    lifetimeBudget: ({ lifetimeBudget }) => lifetimeBudget ?? null,
  },
  adset: {
    ...ofAccount,
    campaignId: ({ campaignId }) => campaignId,
    campaignName: ({ campaignName }) => campaignName,
    adsetId: ({ id }) => id,
    adsetName: ({ name }) => name,
    status: ({ status }) => status,
    effectiveStatus: ({ effectiveStatus }) => effectiveStatus,
    optimizationGoal: ({ optimizationGoal }) => optimizationGoal ?? null,
    dailyBudget: ({ dailyBudget }) => dailyBudget ?? null,
    lifetimeBudget: ({ lifetimeBudget }) => lifetimeBudget ?? null,
    adCount: ({ adCount }) => adCount,
  },
  ad: {
    ...ofAccount,
    campaignId: ({ campaignId, adSet }) => campaignId ?? adSet?.campaignId ?? null,
    campaignName: ({ adSet }) => adSet?.campaignName ?? null,
    adsetId: ({ adSetId }) => adSetId,
    adsetName: ({ adSet }) => adSet?.name ?? null,
    adId: ({ id }) => id,
    adName: ({ name }) => name,
    creativeId: ({ creativeId }) => creativeId ?? null,
    status: ({ status }) => status,
    effectiveStatus: ({ effectiveStatus }) => effectiveStatus,
    createdTime: ({ createdTime }) => shownTime(createdTime),
    thumbnailUrl: ({ thumbnailUrl }) => thumbnailUrl,
  },
};

export const exportFields = (level: ExportLevel, withFigures: boolean): readonly string[] =>
  Object.keys(withFigures ? daily[level] : structure[level]);

const columnOf = (name: string) => metricByName(name) ?? name;

export const isExportField = (level: ExportLevel, withFigures: boolean, name: string) =>
  exportFields(level, withFigures).includes(columnOf(name));

export function dailyCells(
  level: ExportLevel,
  fields: readonly string[],
): (row: FactRow, account: ReportAccount) => Cell[] {
  const readers = fields.map((field) => daily[level][columnOf(field)]);
  return (row, account) => readers.map((read) => read?.(row, account) ?? null);
}

export function structureCells<L extends ExportLevel>(
  level: L,
  fields: readonly string[],
): (row: Structures[L], account: ReportAccount) => Cell[] {
  const readers = fields.map((field) => structure[level][field]);
  return (row, account) => readers.map((read) => read?.(row, account) ?? null);
}
