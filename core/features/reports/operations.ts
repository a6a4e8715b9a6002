import { operation } from '../../operations/operation.ts';
import { countryBreakdown } from '../../report/country-breakdown.ts';
import { dailySpend } from '../../report/daily-spend.ts';
import { listCreativeDimensions } from '../../report/group-page.ts';
import { lagCurve } from '../../report/lag-curve.ts';
import { listReportFields } from '../../report/list-fields.ts';
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
const errors = ['not_found', 'platform_error', 'unavailable'] as const;
const reading = { topic, scope: 'read', errors } as const;

export const reportOperations = [
  operation({
    ...reading,
    name: 'reports.query',
    place: 'GET /v1/reports/query',
    summary: 'Figures of ad accounts, grouped, filtered and sorted',
    description:
      'Days are in each account’s time zone. Reach and frequency are asked of the platform and never summed. A ratio with a zero denominator is null. `asset` joins ads by the content of the files they were launched with, over accounts and platforms; `name.<field>` by what a naming convention reads out of the names of ads, ad sets and campaigns. What is not known is one group with null, and `metadata.coverage` says how much is known. `breakdowns` and `attributionWindow` are asked of the platform for this answer: sums stay its own, and what it does not tell is refused by name. `compareTo` gives each row `previous` and `change`; rows are those of the days asked for.',
    input: shapes.reportQueryRequest,
    output: shapes.reportQueryResponse,
    run: (ports, caller, { input }) => queryReport(ports, caller.companyId, input),
  }),
  operation({
    name: 'reports.fields',
    place: 'GET /v1/reports/fields',
    topic,
    summary: 'Every metric and every grouping a report can have',
    scope: 'read',
    output: fieldShapes.reportFieldsResponse,
    run: async (ports, caller) => ({
      ...listReportFields(ports),
      creativeDimensions: await listCreativeDimensions(ports, caller.companyId),
    }),
  }),
  operation({
    ...reading,
    name: 'reports.topAds',
    place: 'GET /v1/analytics/top-ads',
    summary: 'The ads that lead by a metric',
    input: viewShapes.topAdsRequest,
    output: viewShapes.topAdsResponse,
    run: (ports, caller, { input }) => topAds(ports, caller.companyId, input),
  }),
  operation({
    ...reading,
    name: 'reports.topCreatives',
    place: 'GET /v1/analytics/top-creatives',
    summary: 'The creatives that lead by a metric, whatever ads, accounts and platforms show them',
    description:
      'Grouped by `asset`, the content of the files ads were launched with here and the platform’s own hash or id of what other ads show, or by `name.<field>`, which naming conventions read out of names. `coverage` is the share of the spending of which that is known. `fatigue` compares the click rate and the frequency of the first week with those of the last seven days.',
    input: viewShapes.topCreativesRequest,
    output: viewShapes.topCreativesResponse,
    run: (ports, caller, { input }) => topCreatives(ports, caller.companyId, input),
  }),
  operation({
    name: 'reports.lagCurve',
    place: 'GET /v1/analytics/lag-curve',
    topic,
    summary: 'How late the conversions of an account become known, by what was seen when',
    description:
      'Of days that have settled: the share of their conversions that was known here 0, 1, 2, 7 … days after the day had ended. `settleDays` is the fewest days after which 95 % are known: a window that leaves out that number of days judges by figures that hold. Made of what this service has fetched; what was not fetched in time counts as not known.',
    scope: 'read',
    input: lagCurveRequest,
    output: lagCurveResponse,
    errors: ['not_found'],
    run: (ports, caller, { input }) => lagCurve(ports, caller.companyId, input),
  }),
  operation({
    ...reading,
    name: 'reports.dailySpend',
    place: 'GET /v1/spend/daily',
    summary: 'What each account spent on each day',
    input: viewShapes.dailySpendRequest,
    output: viewShapes.dailySpendResponse,
    run: (ports, caller, { input }) => dailySpend(ports, caller.companyId, input),
  }),
  operation({
    ...reading,
    name: 'reports.reachComposition',
    place: {
      method: 'GET',
      path: '/v1/reports/primary/reach-composition',
      aliases: ['/v1/reports/meta/reach-composition', '/v1/reports/facebook/reach-composition'],
    },
    summary: 'Reach, cumulative and incremental reach by month',
    input: viewShapes.reachCompositionRequest,
    output: viewShapes.reachCompositionResponse,
    run: (ports, caller, { input }) => reachComposition(ports, caller.companyId, input),
  }),
  operation({
    ...reading,
    name: 'reports.countryBreakdown',
    place: {
      method: 'GET',
      path: '/v1/reports/primary/country-breakdown',
      aliases: ['/v1/reports/meta/country-breakdown', '/v1/reports/facebook/country-breakdown'],
    },
    summary: 'Figures by country',
    input: viewShapes.countryBreakdownRequest,
    output: viewShapes.countryBreakdownResponse,
    run: (ports, caller, { input }) => countryBreakdown(ports, caller.companyId, input),
  }),
  operation({
    ...reading,
    name: 'reports.campaigns',
    place: 'GET /v1/campaigns',
    summary: 'The campaigns of an account with their figures, by default of the last 30 days',
    input: views.campaignPerformanceRequest,
    output: views.campaignPerformanceResponse,
    run: (ports, caller, { input }) => campaignPerformance(ports, caller.companyId, input),
  }),
  operation({
    ...reading,
    name: 'reports.adSets',
    place: 'GET /v1/adsets',
    summary:
      'The ad sets of an account as a launch takes them, with the room each has left and their figures',
    input: views.adsetPerformanceRequest,
    output: views.adsetPerformanceResponse,
    run: (ports, caller, { input }) => adsetPerformance(ports, caller.companyId, input),
  }),
] as const;
