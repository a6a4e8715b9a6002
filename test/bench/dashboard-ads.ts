import type { Page, Route } from 'playwright-core';
import { ACCOUNT } from '../addon/launch-rows.ts';

const PAGE = 200;

const answer = (route: Route, body: object): Promise<void> =>
  route.fulfill({ json: { success: true, ...body } });

/**
 * Answers the page as a service would whose one account has so many ads: the bench is about the
 * page alone.
 */
export async function answerWithAds(page: Page, ads: number): Promise<void> {
  const account = {
    id: ACCOUNT,
    name: 'Many ads',
    platform: 'primary',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    status: 'active',
    workspaceId: 'w',
    workspaceName: 'W',
  };
  const windowOf = (route: Route) => {
    const { searchParams } = new URL(route.request().url());
    return {
      limit: Number(searchParams.get('limit') ?? 50),
      offset: Number(searchParams.get('offset') ?? 0),
      searchParams,
    };
  };
  await page.route('**/v1/adaccounts*', (route) =>
    answer(route, {
      data: [account],
      pagination: { offset: 0, limit: PAGE, total: 1, hasMore: false },
    }),
  );
  await page.route('**/v1/reports/query*', (route) => {
    const { limit, offset } = windowOf(route);
    const data = Array.from({ length: Math.min(limit, ads - offset) }, (_, i) =>
      figuresOf(offset + i),
    );
    const pagination = { offset, limit, total: ads, hasMore: offset + limit < ads };
    const metadata = {
      platform: 'primary',
      source: 'cache',
      fetchedAt: null,
      currency: 'EUR',
      timezone: 'Europe/Berlin',
    };
    return answer(route, { data, pagination, metadata });
  });
  await page.route('**/v1/manage/list-ads*', (route) => {
    const from = Number(windowOf(route).searchParams.get('after') ?? 0);
    const data = Array.from({ length: Math.min(PAGE, ads - from) }, (_, i) => listed(from + i));
    const next = from + PAGE < ads ? String(from + PAGE) : null;
    const paging = { cursors: { before: null, after: next } };
    return answer(route, { data, count: data.length, paging, metadata: { source: 'platform' } });
  });
}

const idOf = (n: number): string => `1200000000${String(n).padStart(8, '0')}`;

const figuresOf = (n: number) => ({
  adId: idOf(n),
  adName: `Ad ${n}`,
  adsetId: `set ${n % 400}`,
  adsetName: `Ad set ${n % 400}`,
  accountId: ACCOUNT,
  spend: (n * 7919) % 1000,
  impressions: n * 13,
  clicks: n % 97,
  ctr: n % 5,
  cpc: 0.4,
  cpm: 8,
  results: n % 31,
  costPerResult: 2.5,
  roas: (n % 70) / 10,
  conversions: n % 11,
  conversionValue: n % 300,
  currency: 'EUR',
});

const listed = (n: number) => ({
  id: idOf(n),
  name: `Ad ${n} with a name of usual length`,
  adSetId: `set ${n % 400}`,
  thumbnailUrl: null,
  status: n % 3 === 0 ? 'PAUSED' : 'ACTIVE',
  effectiveStatus: n % 3 === 0 ? 'PAUSED' : 'ACTIVE',
  createdTime: '2026-11-01T00:00:00Z',
});
