import { operation } from '../../operations/operation.ts';
import { countryBreakdown } from '../../report/country-breakdown.ts';
import { dailySpend } from '../../report/daily-spend.ts';
import { lagCurve } from '../../report/lag-curve.ts';
import { listCreativeDimensions, listReportFields } from '../../report/list-fields.ts';
import { adsetPerformance, campaignPerformance } from '../../report/performance.ts';
import { queryReport } from '../../report/query-report.ts';
import { reachComposition } from '../../report/reach-composition.ts';
import * as fieldShapes from '../../report/schema/fields.ts';
import { lagCurveRequest, lagCurveResponse } from '../../report/schema/lag.ts';
import * as views from '../../report/schema/performance.ts';
import * as shapes from '../../report/schema/report.ts';
import * as viewShapes from '../../report/schema/views.ts';
import { topAds } from '../../report/top-ads.ts';
import { topCreatives } from '../../report/top-creatives.ts';

const topic = 'Reports';
/** The accounts named may not exist; the platform may refuse or be away. */
const errors = ['not_found', 'platform_error', 'unavailable'] as const;

export const reportOperations = [
  operation({
    name: 'reports.query',
    place: { method: 'GET', path: '/v1/reports/query' },
    topic,
    summary: 'Figures of ad accounts, grouped, filtered and sorted',
    description:
      'Days are in each account’s time zone. Reach and frequency are asked of the platform and never summed. A ratio with a zero denominator is null. `asset` joins ads by the content of the files they were launched with, over accounts and platforms; `name.<field>` by what a naming convention reads out of the names of ads, ad sets and campaigns. What is not known is one group with null, and `metadata.coverage` says how much is known. `breakdowns` and `attributionWindow` are asked of the platform for this answer: sums stay its own, and what it does not tell is refused by name. `compareTo` gives each row `previous` and `change`; rows are those of the days asked for.',
    scope: 'read',
    effects: 'reads',
    input: shapes.reportQueryRequest,
    output: shapes.reportQueryResponse,
    errors,
    run: (ports, caller, { input }) => queryReport(ports, caller.companyId, input),
  }),
  operation({
    name: 'reports.fields',
    place: { method: 'GET', path: '/v1/reports/fields' },
    topic,
    summary: 'Every metric and every grouping a report can have',
    scope: 'read',
    effects: 'reads',
    output: fieldShapes.reportFieldsResponse,
    run: async (ports, caller) => ({
      ...listReportFields(ports),
      creativeDimensions: await listCreativeDimensions(ports, caller.companyId),
    }),
  }),
  operation({
    name: 'reports.topAds',
    place: { method: 'GET', path: '/v1/analytics/top-ads' },
    topic,
    summary: 'The ads that lead by a metric',
    scope: 'read',
    effects: 'reads',
    input: viewShapes.topAdsRequest,
    output: viewShapes.topAdsResponse,
    errors,
    run: (ports, caller, { input }) => topAds(ports, caller.companyId, input),
  }),
  operation({
    name: 'reports.topCreatives',
    place: { method: 'GET', path: '/v1/analytics/top-creatives' },
    topic,
    summary: 'The creatives that lead by a metric, whatever ads, accounts and platforms show them',
    description:
      'Grouped by `asset`, the content of the files ads were launched with here and the platform’s own hash or id of what other ads show, or by `name.<field>`, which naming conventions read out of names. `coverage` is the share of the spending of which that is known. `fatigue` compares the click rate and the frequency of the first week with those of the last seven days.',
    scope: 'read',
    effects: 'reads',
    input: viewShapes.topCreativesRequest,
    output: viewShapes.topCreativesResponse,
    errors,
    run: (ports, caller, { input }) => topCreatives(ports, caller.companyId, input),
  }),
  operation({
    name: 'reports.lagCurve',
    place: { method: 'GET', path: '/v1/analytics/lag-curve' },
    topic,
    summary: 'How late the conversions of an account become known, by what was seen when',
    description:
      'Of days that have settled: the share of their conversions that was known here 0, 1, 2, 7 … days after the day had ended. `settleDays` is the fewest days after which 95 % are known: a window that leaves out so many days judges by figures that hold. Made of what this service has fetched; what was not fetched in time counts as not known.',
    scope: 'read',
    effects: 'reads',
    input: lagCurveRequest,
    output: lagCurveResponse,
    errors: ['not_found'],
    run: (ports, caller, { input }) => lagCurve(ports, caller.companyId, input),
  }),
  operation({
    name: 'reports.dailySpend',
    place: { method: 'GET', path: '/v1/spend/daily' },
    topic,
    summary: 'What each account spent on each day',
    scope: 'read',
    effects: 'reads',
    input: viewShapes.dailySpendRequest,
    output: viewShapes.dailySpendResponse,
    errors,
    run: (ports, caller, { input }) => dailySpend(ports, caller.companyId, input),
  }),
  operation({
    name: 'reports.reachComposition',
    place: {
      method: 'GET',
      path: '/v1/reports/primary/reach-composition',
      aliases: ['/v1/reports/meta/reach-composition', '/v1/reports/facebook/reach-composition'],
    },
    topic,
    summary: 'Reach, cumulative and incremental reach by month',
    scope: 'read',
    effects: 'reads',
    input: viewShapes.reachCompositionRequest,
    output: viewShapes.reachCompositionResponse,
    errors,
    run: (ports, caller, { input }) => reachComposition(ports, caller.companyId, input),
  }),
  operation({
    name: 'reports.countryBreakdown',
    place: {
      method: 'GET',
      path: '/v1/reports/primary/country-breakdown',
      aliases: ['/v1/reports/meta/country-breakdown', '/v1/reports/facebook/country-breakdown'],
    },
    topic,
    summary: 'Figures by country',
    scope: 'read',
    effects: 'reads',
    input: viewShapes.countryBreakdownRequest,
    output: viewShapes.countryBreakdownResponse,
    errors,
    run: (ports, caller, { input }) => countryBreakdown(ports, caller.companyId, input),
  }),
  operation({
    name: 'reports.campaigns',
    place: { method: 'GET', path: '/v1/campaigns' },
    topic,
    summary: 'The campaigns of an account with their figures, by default of the last 30 days',
    scope: 'read',
    effects: 'reads',
    input: views.campaignPerformanceRequest,
    output: views.campaignPerformanceResponse,
    errors,
    run: (ports, caller, { input }) => campaignPerformance(ports, caller.companyId, input),
  }),
  operation({
    name: 'reports.adSets',
    place: { method: 'GET', path: '/v1/adsets' },
    topic,
    summary: 'The ad sets of an account as a launch takes them, with the room each has left and their figures',
    scope: 'read',
    effects: 'reads',
    input: views.adsetPerformanceRequest,
    output: views.adsetPerformanceResponse,
    errors,
    run: (ports, caller, { input }) => adsetPerformance(ports, caller.companyId, input),
  }),
] as const;
