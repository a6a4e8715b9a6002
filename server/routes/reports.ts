import { countryBreakdown } from '../../core/report/country-breakdown.ts';
import { dailySpend } from '../../core/report/daily-spend.ts';
import { listReportFields } from '../../core/report/list-fields.ts';
import { adsetPerformance, campaignPerformance } from '../../core/report/performance.ts';
import { queryReport } from '../../core/report/query-report.ts';
import { reachComposition } from '../../core/report/reach-composition.ts';
import { topAds } from '../../core/report/top-ads.ts';
import * as shapes from '../../core/schema/report.ts';
import * as views from '../../core/schema/report-performance.ts';
import { route } from '../http/route.ts';

const tag = 'Reports';
/** The accounts named may not exist; the platform may refuse or be away. */
const errors = [404, 502, 503];

export const reportRoutes = [
  route({
    method: 'GET',
    path: '/v1/reports/query',
    tag,
    summary: 'Figures of ad accounts, grouped, filtered and sorted',
    notes:
      'Days are in each account’s time zone. Reach and frequency are asked of the platform and never summed. A ratio with a zero denominator is null.',
    scope: 'read',
    query: shapes.reportQueryRequest,
    response: shapes.reportQueryResponse,
    errors,
    coalesce: true,
    run: (ports, caller, { query }) => queryReport(ports, caller.companyId, query),
  }),
  route({
    method: 'GET',
    path: '/v1/reports/fields',
    tag,
    summary: 'Every metric and every grouping a report can have',
    scope: 'read',
    response: shapes.reportFieldsResponse,
    run: async (ports) => listReportFields(ports),
  }),
  route({
    method: 'GET',
    path: '/v1/analytics/top-ads',
    tag,
    summary: 'The ads that lead by a metric',
    scope: 'read',
    query: shapes.topAdsRequest,
    response: shapes.topAdsResponse,
    errors,
    coalesce: true,
    run: (ports, caller, { query }) => topAds(ports, caller.companyId, query),
  }),
  route({
    method: 'GET',
    path: '/v1/spend/daily',
    tag,
    summary: 'What each account spent on each day',
    scope: 'read',
    query: shapes.dailySpendRequest,
    response: shapes.dailySpendResponse,
    errors,
    coalesce: true,
    run: (ports, caller, { query }) => dailySpend(ports, caller.companyId, query),
  }),
  route({
    method: 'GET',
    path: '/v1/reports/primary/reach-composition',
    tag,
    summary: 'Reach, cumulative and incremental reach by month',
    scope: 'read',
    query: shapes.reachCompositionRequest,
    response: shapes.reachCompositionResponse,
    errors,
    coalesce: true,
    run: (ports, caller, { query }) => reachComposition(ports, caller.companyId, query),
  }),
  route({
    method: 'GET',
    path: '/v1/reports/primary/country-breakdown',
    tag,
    summary: 'Figures by country',
    scope: 'read',
    query: shapes.countryBreakdownRequest,
    response: shapes.countryBreakdownResponse,
    errors,
    coalesce: true,
    run: (ports, caller, { query }) => countryBreakdown(ports, caller.companyId, query),
  }),
  route({
    method: 'GET',
    path: '/v1/campaigns',
    tag,
    summary: 'The campaigns of an account with their figures, by default of the last 30 days',
    scope: 'read',
    query: views.campaignPerformanceRequest,
    response: views.campaignPerformanceResponse,
    errors,
    run: (ports, caller, { query }) => campaignPerformance(ports, caller.companyId, query),
  }),
  route({
    method: 'GET',
    path: '/v1/adsets',
    tag,
    summary: 'The ad sets of an account as a launch takes them, with the room each has left and their figures',
    scope: 'read',
    query: views.adsetPerformanceRequest,
    response: views.adsetPerformanceResponse,
    errors,
    run: (ports, caller, { query }) => adsetPerformance(ports, caller.companyId, query),
  }),
];
