import { accessAccount } from '../accounts/access.ts';
import { notOffered } from '../accounts/capabilities.ts';
import { openPlatform, type Platforms } from '../accounts/find-account.ts';
import { statusWordsOf } from '../accounts/status-words.ts';
import { defined } from '../base/defined.ts';
import { SlipwayError } from '../base/errors.ts';
import { breaks } from '../base/refusal.ts';
import { paginationOf, windowOf } from '../base/schema/envelope.ts';
import { addDays, dayAt } from '../base/time/days.ts';
import type { AdSet, Campaign } from '../ports/platform-accounts.ts';
import type { ReportCapability } from '../ports/platform-report.ts';
import { requiredAccounts } from './accounts.ts';
import { compareValues } from './compare.ts';
import { derive } from './derive.ts';
import type { ReportPorts } from './group-page.ts';
import { metadataOf } from './metadata.ts';
import { metricByName } from './metrics.ts';
import { planQuery } from './plan-query.ts';
import { reportOn } from './query-report.ts';
import { optionalRangeOf } from './request.ts';
import type {
  AdsetPerformanceRequest,
  AdsetPerformanceResponse,
  CampaignPerformanceRequest,
  CampaignPerformanceResponse,
} from './schema/performance.ts';
import type { ReportRowAnswer } from './schema/report.ts';

/** GET /v1/campaigns. */
export async function campaignPerformance(
  ports: ReportPorts,
  companyId: string,
  request: CampaignPerformanceRequest,
): Promise<CampaignPerformanceResponse> {
  return view(ports, companyId, {
    request,
    level: 'campaignId',
    structure: async ({ platform, access }) =>
      (await platform.accounts.campaigns(access))
        .filter(({ status }) => request.status === undefined || status === request.status)
        .map(({ id, name, objective, status, effectiveStatus, ...budgets }) => ({
          key: id,
          row: {
            id,
            name,
            objective,
            status: statusWordsOf(platform)(status),
            effectiveStatus,
            ...budgetsOf(budgets),
          },
        })),
  });
}

/** GET /v1/adsets: ad sets as a launch takes them, with their free capacity and figures. */
export async function adsetPerformance(
  ports: ReportPorts,
  companyId: string,
  request: AdsetPerformanceRequest,
): Promise<AdsetPerformanceResponse> {
  return view(ports, companyId, {
    request,
    level: 'adsetId',
    structure: async ({ platform, access }) =>
      (await platform.accounts.adSets(access))
        .filter(({ status }) => request.status === undefined || status === request.status)
        .filter(
          ({ campaignId }) => request.campaignId === undefined || campaignId === request.campaignId,
        )
        .map((adSet) => ({
          key: adSet.id,
          row: {
            value: adSet.id,
            label: adSet.name,
            adCount: adSet.adCount,
            capacity: adSet.capacity,
            campaign: {
              id: adSet.campaignId,
              name: adSet.campaignName,
              objective: adSet.objective,
            },
            status: statusWordsOf(platform)(adSet.status),
            effectiveStatus: adSet.effectiveStatus,
            ...budgetsOf(adSet),
          },
        })),
  });
}

const budgetsOf = ({
  dailyBudget,
  lifetimeBudget,
}: Pick<Campaign | AdSet, 'dailyBudget' | 'lifetimeBudget'>) => ({
  dailyBudget: dailyBudget ?? null,
  lifetimeBudget: lifetimeBudget ?? null,
});

/** What a launch goes into is listed on platforms without figures too. */
const allReporting = (platforms: Platforms): Platforms =>
  Object.fromEntries(
    Object.entries(platforms).map(([id, platform]) => [
      id,
      { ...platform, report: platform.report ?? noFigures },
    ]),
  );

const noFigures: ReportCapability = {
  attributionDays: 0,
  daily: async () => [],
  reach: async () => [],
};

/** The answer for a workspace without accounts. */
function nothingIn({ clock }: ReportPorts, request: CampaignPerformanceRequest) {
  const today = dayAt(clock.now(), 'UTC');
  const { from, to } = optionalRangeOf(request) ?? { from: addDays(today, -29), to: today };
  return {
    success: true as const,
    data: [],
    pagination: paginationOf(windowOf(request), 0),
    metadata: { ...metadataOf([], [], clock.now()), startDate: from, endDate: to },
  };
}

/**
 * The structure decides the rows; an entity without delivery has zeros. Without any figures the
 * structure has nulls and a warning.
 */
async function view<R extends object>(
  ports: ReportPorts,
  companyId: string,
  {
    request,
    level,
    structure,
  }: {
    readonly request: CampaignPerformanceRequest;
    readonly level: 'campaignId' | 'adsetId';
    readonly structure: (
      of: Awaited<ReturnType<typeof accessAccount>>,
    ) => Promise<{ readonly key: string; readonly row: R }[]>;
  },
) {
  const { name, accounts } = await requiredAccounts(
    { ...ports, platforms: allReporting(ports.platforms) },
    companyId,
    request,
  );
  const [account, ...others] = accounts;
  if (account === undefined && request.workspaceId !== undefined) return nothingIn(ports, request);
  if (account === undefined || others.length > 0)
    throw breaks(name, 'one_account', 'Name one ad account at a time.');
  const today = dayAt(ports.clock.now(), account.timezone);
  const range = optionalRangeOf(request) ?? { from: addDays(today, -29), to: today };
  const metrics = [...new Set(['spend', ...(request.metrics ?? [])])];
  const sortBy = request.sortBy;
  const entities = await structure(await accessAccount(ports, companyId, account.key));

  const plan = planQuery({
    startDate: range.from,
    endDate: range.to,
    groupBy: [level],
    metrics: sortBy === undefined || metrics.includes(sortBy) ? metrics : [...metrics, sortBy],
    limit: Math.max(1, entities.length),
    [level === 'campaignId' ? 'filters[campaignId]' : 'filters[adsetId]']: entities.map(
      ({ key }) => key,
    ),
  });
  const platform = openPlatform(ports.platforms, account.platform);
  const report =
    platform.report === undefined
      ? notOffered(platform, 'reports', name)
      : await reportOn(ports, companyId, {
          plan,
          accounts,
          options: { refresh: request.refresh },
        }).catch((error: unknown) => {
          if (
            error instanceof SlipwayError &&
            (error.code === 'platform_error' || error.code === 'unavailable')
          )
            return error;
          throw error;
        });
  const failed = report instanceof SlipwayError;
  const figures = new Map(failed ? [] : report.data.map((row) => [row[level], row] as const));
  const figureOf = (key: string, metric: string): number | null => {
    if (failed) return null;
    const known = figures.get(key);
    // metrics are numbers
    if (known !== undefined) return known[metric as keyof ReportRowAnswer] as number | null;
    return derive(metricByName(metric) ?? 'spend', { sums: {} });
  };
  const direction = request.sortDirection === 'ASC' ? 'asc' : 'desc';
  const sorted =
    sortBy === undefined
      ? entities
      : [...entities].sort((a, b) =>
          compareValues(figureOf(a.key, sortBy), figureOf(b.key, sortBy), direction),
        );
  const { offset, limit } = windowOf(request);
  return {
    success: true as const,
    data: sorted.slice(offset, offset + limit).map(({ key, row }) => ({
      ...row,
      spend: figureOf(key, 'spend'),
      ...Object.fromEntries(metrics.map((metric) => [metric, figureOf(key, metric)])),
      ...defined({ resultType: figures.get(key)?.resultType }),
    })),
    pagination: paginationOf({ offset, limit }, sorted.length),
    metadata: {
      ...(failed
        ? metadataOf(accounts, [], ports.clock.now(), [
            { code: 'no_figures', accountId: account.id, message: report.message },
          ])
        : report.metadata),
      startDate: range.from,
      endDate: range.to,
    },
  };
}
