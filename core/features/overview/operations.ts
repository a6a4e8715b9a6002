import type { Feature } from '../../operations/feature.ts';
import { operation } from '../../operations/operation.ts';
import { rejectedAds } from '../../upkeep/rejected-ads.ts';
import { rejectedAdsAnswer } from '../../upkeep/rejected-schema.ts';
import { overview } from './overview.ts';
import * as shapes from './schema.ts';

const topic = 'Accounts';

export const overviewOperations = (features: readonly Feature[]) =>
  [
    operation({
      name: 'overview.get',
      place: { method: 'GET', path: '/v1/overview' },
      topic,
      summary: 'What there is to look at: running launches, plans that wait, connections that end, what rules did',
      description: 'Out of what this service knows; no platform is asked. What accounts spent is at GET /v1/spend/daily.',
      scope: 'read',
      effects: 'reads',
      input: shapes.overviewQuery,
      output: shapes.overviewAnswer,
      run: (ports, caller, { input }) => overview(ports, features, caller, input),
    }),
    operation({
      name: 'overview.rejectedAds',
      place: { method: 'GET', path: '/v1/overview/rejected-ads' },
      topic,
      summary: 'Ads that are on and that the review of their platform refused, in all ad accounts',
      description: 'The platforms are asked, each account at most once in a quarter of an hour.',
      scope: 'read',
      effects: 'reads',
      output: rejectedAdsAnswer,
      run: (ports, caller) => rejectedAds(ports, caller.companyId),
    }),
  ] as const;
