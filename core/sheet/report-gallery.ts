import type { ReportDefinition } from './report-definition.ts';

/** Reports to begin with; accounts are chosen in the form. */
export interface ReadyReport {
  readonly key: string;
  readonly what: string;
  readonly definition: Omit<ReportDefinition, 'accountIds' | 'at' | 'notify'>;
}

export const gallery: readonly ReadyReport[] = [
  {
    key: 'pacing',
    what: 'Pacing: this month by account, against last month, and where it leads',
    definition: {
      name: 'Pacing',
      range: 'thisMonth',
      groupBy: ['accountId'],
      metrics: ['spend', 'results', 'costPerResult'],
      chart: false,
      schedule: 'daily',
      totals: true,
      compare: 'month',
      projection: true,
    },
  },
  {
    key: 'weekly',
    what: 'Weekly review: the last 7 days by campaign, against the 7 before',
    definition: {
      name: 'Weekly review',
      range: 'last7',
      groupBy: ['campaignId'],
      metrics: ['spend', 'impressions', 'ctr', 'results', 'costPerResult'],
      chart: false,
      schedule: 'weekly',
      totals: true,
      compare: 'previous',
      sort: { by: 'spend', descending: true },
    },
  },
  {
    key: 'creatives',
    what: 'Creative top list: the 20 ads that spent most in 30 days',
    definition: {
      name: 'Top creatives',
      range: 'last30',
      groupBy: ['adId'],
      metrics: ['spend', 'impressions', 'ctr', 'cpc', 'results', 'costPerResult'],
      chart: false,
      schedule: 'off',
      sort: { by: 'spend', descending: true },
      top: 20,
    },
  },
];
