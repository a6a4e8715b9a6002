import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchAds } from '../../adapters/sandbox/google/seed/ids.ts';
import { keptListKind } from '../../core/accounts/kept-list.ts';
import { anything, query as randomQuery } from '../adapters/google/random-queries.ts';
import { png } from '../samples/media.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const { accounts, campaign, deliveringAdGroup, emptyAdGroups, manager } = searchAds;
let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const get = (path: string, params: { readonly [name: string]: string } = {}) =>
  fixture.call(
    'GET',
    `/v1/search-ads/${path}?${new URLSearchParams({ accountId: accounts.eur, ...params })}`,
  );
const codes = ({
  body,
}: {
  readonly body: { readonly error?: { readonly details?: readonly { readonly code: string }[] } };
}) => body.error?.details?.map(({ code }) => code);

const fileAt = (path: string): Promise<Response> =>
  Promise.resolve(
    fixture.app.request(path, { headers: { authorization: `Bearer ${fixture.key}` } }),
  );

describe('lists', () => {
  test('accounts are those of the connection, with the manager above them', async () => {
    const { status, body } = await fixture.call('GET', '/v1/google-ads/accounts');
    expect(status).toBe(200);
    expect(body.data[1].managers).toEqual([manager]);
    const shown = body.data.map(
      ({ id, manager: isManager, registered }: Record<string, unknown>) => [
        id,
        isManager,
        registered,
      ],
    );
    expect(shown).toEqual([
      [manager, true, false],
      [accounts.eur, false, true],
      [accounts.usd, false, true],
      [accounts.closed, false, true],
    ]);
  });

  test('campaigns are kept for a while, and read again when asked; under both names', async () => {
    const first = await get('campaigns');
    expect(first.body.data.find(({ name }: { name: string }) => name === 'Brand')).toMatchObject({
      id: campaign(accounts.eur, 'brand'),
      status: 'ACTIVE',
      channel: 'SEARCH',
      bidding: 'MANUAL_CPC',
      budget: {
        dailyBudget: 500,
        lifetimeBudget: null,
        shared: true,
        campaigns: 2,
        name: 'Shared budget',
      },
    });
    const again = await fixture.call(
      'GET',
      `/v1/google-ads/campaigns?accountId=customers/${accounts.eur}`,
    );
    expect(again.body.metadata.cachedAt).toBe(first.body.metadata.cachedAt);
    await fixture.clock.sleep(1_000);
    // Another process reads what this one has kept: it lies in the store.
    const kept = await fixture.ports.store.find(keptListKind, fixture.companyId, {});
    expect(kept.items.map(({ id }) => id)).toEqual([`search-ads:${accounts.eur}:campaigns`]);
    const fresh = await get('campaigns', { refresh: 'true' });
    expect(Date.parse(fresh.body.metadata.cachedAt)).toBeGreaterThan(
      Date.parse(first.body.metadata.cachedAt),
    );
    const day = new Date(Date.parse(fresh.body.metadata.cachedAt) - 5 * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const measured = await get('campaigns', { startDate: day, endDate: day });
    expect(
      measured.body.data.find(({ name }: { name: string }) => name === 'Brand').figures.spend,
    ).toBeGreaterThan(0);
    expect(codes(await get('campaigns', { startDate: day }))).toEqual(['date_range']);
  });

  test('ad groups, ads, keywords, search terms, conversion actions and asset groups', async () => {
    const adGroupId = deliveringAdGroup(accounts.eur, 'search');
    const groups = await get('ad-groups', {
      campaignId: campaign(accounts.eur, 'search'),
      limit: '2',
    });
    expect(groups.body).toMatchObject({
      pagination: { total: 13, limit: 2 },
      data: [{ cpcBid: 1 }, { campaignName: 'Search' }],
    });
    const ads = await get('ads', { adGroupId });
    expect(ads.body.data[0]).toMatchObject({
      headlines: [{ text: 'search ad 3', pin: null }, {}, {}],
      policy: { approval: 'APPROVED', findings: [] },
    });
    const keywords = await get('keywords', { adGroupId });
    expect(keywords.body.data).toMatchObject([
      { text: 'buy boats', matchType: 'EXACT', qualityScore: 6, status: 'ACTIVE' },
      {},
      {},
    ]);
    const terms = await get('search-terms', {
      adGroupId,
      startDate: '2026-10-01',
      endDate: '2026-10-31',
    });
    expect(terms.body.data.map(({ searchTerm }: { searchTerm: string }) => searchTerm)).toContain(
      'cheap boats',
    );
    expect((await get('conversion-actions')).body.data).toMatchObject([
      { name: 'Purchase', primary: true },
      { name: 'Sign-up' },
    ]);
    expect((await get('asset-groups', { accountId: accounts.usd })).body.data).toMatchObject([
      { name: 'Boats', campaignName: 'Everywhere' },
    ]);
  });

  test('changes say how far back the platform tells', async () => {
    const since = Math.floor(fixture.clock.now() / 1_000) - 90 * 86_400;
    const { body } = await fixture.call(
      'GET',
      `/v1/manage/changes?businessId=${accounts.eur}&since=${since}`,
    );
    const days = (fixture.clock.now() - Date.parse(body.metadata.tellsFrom)) / 86_400_000;
    expect([body.data.length > 0, Math.round(days)]).toEqual([true, 30]);
  });

  test('an account outside the connection is not found, one of another platform is refused', async () => {
    for (const accountId of ['9999999999', manager]) {
      const answer = await get('keywords', { accountId });
      expect([accountId, answer.status, codes(answer)]).toEqual([
        accountId,
        404,
        ['unknown_ad_account'],
      ]);
    }
    const foreign = await get('keywords', { accountId: 'act_1001' });
    expect([foreign.status, codes(foreign)]).toEqual([422, ['account_platform_mismatch']]);
  });
});

describe('queries', () => {
  const query = 'SELECT campaign.id, campaign.name FROM campaign ORDER BY campaign.id';

  test('answer rows as the platform writes them, and what they cost', async () => {
    const { body } = await get('query', { query });
    expect(body).toMatchObject({ nextPageToken: null, metadata: { rows: 3, consumption: 99 } });
    expect(body.data[0].campaign).toMatchObject({
      id: campaign(accounts.eur, 'search'),
      name: 'Search',
    });
  });

  test.each([
    ["UPDATE campaign SET name = 'x'", 'query_not_select', 'character 1'],
    [
      'SELECT lead_form_submission_data.lead_form_submission_fields FROM lead_form_submission_data',
      'query_personal_data',
      'character 8',
    ],
    ['SELECT customer.id FROM Lead_Form_Submission_Data', 'query_personal_data', 'character 25'],
    [
      'SELECT local_services_lead.contact_details FROM local_services_lead',
      'query_personal_data',
      'character 8',
    ],
    [
      'SELECT campaign.id FROM campaign; SELECT customer.id FROM customer',
      'query_several',
      'character 33',
    ],
    ['SELECT campaign.id, segments.date FROM campaign', 'query_no_date', 'character 21'],
    [
      "SELECT campaign.id FROM campaign WHERE campaign.name = 'open",
      'query_unreadable',
      'character 56',
    ],
    ['SELECT campaign FROM campaign', 'query_field', 'character 8'],
    ['SELECT campaign.id', 'query_no_from', 'character 18'],
  ])('%s is refused at its place', async (text, code, place) => {
    const answer = await get('query', { query: text });
    expect([answer.status, codes(answer)]).toEqual([422, [code]]);
    expect(answer.body.error.message).toContain(place);
  });

  test('no query of the grammar, nor anything else, ends in a 500, and what is no SELECT is never answered', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 3, arbitrary: randomQuery }, { weight: 1, arbitrary: anything }),
        async (text) => {
          // However often it is tried: the calls that a minute may have are there again.
          await fixture.clock.sleep(60_000);
          const { status, body } = await get('query', { query: text });
          expect([200, 400, 422]).toContain(status);
          if (status === 200) expect(text.trim()).toMatch(/^select\s/i);
          else expect(body.error.message).not.toBe('');
        },
      ),
      { numRuns: 150 },
    );
  });

  test('what the platform has against a query is told with its words', async () => {
    const answer = await get('query', { query: 'SELECT campaign.nothing FROM campaign' });
    expect([answer.status, answer.body.error.details[0].path]).toEqual([422, 'query']);
    expect(answer.body.error).toMatchObject({ platformCode: 'queryError.UNRECOGNIZED_FIELD' });
    expect(answer.body.error.message).toContain('campaign.nothing');
  });

  test('a file has all rows, as NDJSON or CSV', async () => {
    const file = await fileAt(
      `/v1/search-ads/query/file?${new URLSearchParams({ accountId: accounts.eur, query })}`,
    );
    expect(file.headers.get('content-type')).toContain('ndjson');
    expect(
      (await file.text())
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).campaign.name),
    ).toEqual(['Search', 'Brand', 'Generic']);
    const csv = await fileAt(
      `/v1/search-ads/query/file?${new URLSearchParams({ accountId: accounts.eur, query, format: 'csv' })}`,
    );
    expect((await csv.text()).split('\n').slice(0, 2)).toEqual([
      'campaign.id,campaign.name',
      `${campaign(accounts.eur, 'search')},Search`,
    ]);
  });
});

describe('changes', () => {
  const post = (path: string, body: object) =>
    fixture.call('POST', `/v1/search-ads/${path}`, { body: { accountId: accounts.eur, ...body } });

  test('a keyword is paused by its name; one that is not there fails alone', async () => {
    const adGroupId = deliveringAdGroup(accounts.eur, 'search');
    const { body } = await post('status', {
      entityType: 'keyword',
      entityIds: [`${adGroupId}~1`, `${adGroupId}~77`],
      status: 'PAUSED',
    });
    expect(body).toMatchObject({
      success: true,
      successCount: 1,
      failCount: 1,
      results: [{ success: true }, { success: false }],
    });
    const [keyword] = (await get('keywords', { adGroupId })).body.data;
    expect(keyword).toMatchObject({ id: `${adGroupId}~1`, status: 'PAUSED' });
    const adGroup = await post('status', {
      entityType: 'adGroup',
      entityId: adGroupId,
      status: 'PAUSED',
    });
    expect(adGroup.body).toMatchObject({
      success: true,
      results: [{ entityId: adGroupId, status: 'PAUSED' }],
    });
  });

  test('a shared budget names who shares it, and changes for all of them when that is confirmed', async () => {
    const campaignId = campaign(accounts.eur, 'brand');
    const refused = await post('budget', { campaignId, dailyBudget: 510 });
    expect([refused.status, codes(refused)]).toEqual([422, ['confirm_required']]);
    expect(refused.body.error.message).toMatch(/Search .*Brand/);
    const changed = await post('budget', { campaignId, dailyBudget: 510, confirm: true });
    expect(changed.body).toMatchObject({
      success: true,
      dailyBudget: 510,
      previous: { dailyBudget: 500 },
    });
    expect(changed.body.sharedWith).toHaveLength(2);
    const { budget } = (await get('campaigns')).body.data.find(
      ({ id }: { id: string }) => id === campaignId,
    );
    expect(budget.dailyBudget).toBe(510);
  });

  test('a campaign is copied whole, paused, with keywords and negative keywords', async () => {
    const { body } = await post('duplicate-campaign', {
      campaignId: campaign(accounts.eur, 'generic'),
    });
    expect(body).toMatchObject({ results: [{ success: true, newName: 'Generic - Copy' }] });
    const [{ newCampaignId }] = body.results;
    const copied = await get('query', {
      query: `SELECT ad_group_criterion.keyword.text, ad_group_criterion.negative, campaign.status FROM ad_group_criterion WHERE campaign.id = ${newCampaignId}`,
    });
    expect(copied.body.data).toHaveLength(4);
    expect(
      copied.body.data.filter(
        (row: { adGroupCriterion: { negative?: boolean } }) => row.adGroupCriterion.negative,
      ),
    ).toHaveLength(1);
    expect(copied.body.data[0].campaign.status).toBe('PAUSED');
  });

  test('a search ad is launched without media, its headlines as a list', async () => {
    const ad = {
      adName: 'From the API',
      adAccountId: accounts.eur,
      adAccountType: 'google',
      link: 'https://shop.example/',
      headlines: ['One', 'Two', 'Three'],
      descriptions: 'First. | Second.',
      adSets: [emptyAdGroups(accounts.eur, 'search')[0]],
    };
    const plan = await fixture.call('POST', '/v1/launch/plan', { body: { ads: [ad] } });
    expect(plan.body).toMatchObject({ success: true, totalAds: 1 });
    const launched = await fixture.call('POST', '/v1/launch', { body: { ads: [ad] } });
    expect(launched.status).toBe(202);
    const wrong = await fixture.call('POST', '/v1/launch/plan', {
      body: { ads: [{ ...ad, headlines: ['One'] }] },
    });
    expect([wrong.status, wrong.body.error.details[0].path]).toEqual([422, 'ads[0].headlines']);
  });
});

describe('plans', () => {
  const ad = (more: object = {}) => ({
    adName: 'Planned',
    adAccountId: accounts.eur,
    adAccountType: 'google',
    link: 'https://shop.example/',
    headlines: ['One', 'Two', 'Three'],
    descriptions: 'First. | Second.',
    adSets: [emptyAdGroups(accounts.eur, 'search')[1]],
    ...more,
  });
  const plan = (ads: readonly object[], query = '') =>
    fixture.call('POST', `/v1/launch/plan${query}`, { body: { ads } });
  const fault = (rule: object) =>
    fixture.call('POST', '/v1/sandbox/faults', { body: { platform: 'google', ...rule } });
  const told = ({ body }: Awaited<ReturnType<typeof plan>>) =>
    body.warnings.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`);

  test('tell what the platform itself would refuse, at the field it means, in one request', async () => {
    await fault({ fault: 'wide-letters' });
    const wide = { title: 'Zero', headlineVariations: ['Uno', '船'.repeat(16)] };
    const answer = await plan([
      ad(),
      ad({ adName: 'Wide', headlines: ['One', 'Two', '船'.repeat(16)] }),
      ad({ adName: 'Wide variation', ...wide }),
      ad({ adName: 'Trademark', headlines: ['Trademarked', 'Two', 'Three'] }),
    ]);
    expect(told(answer)).toEqual([
      'ads[1].headlines platform_refuses',
      'ads[2].headlineVariations[1] platform_refuses',
      'ads[3] platform_refuses',
    ]);
    expect(answer.body.warnings[2].message).toContain('TRADEMARKS_IN_AD_TEXT');
    expect(
      told(await plan([ad({ headlines: ['Trademarked', 'Two', 'Three'] })], '?validate=none')),
    ).toEqual([]);
    await fixture.call('DELETE', '/v1/sandbox/faults');
  });

  test('are made all the same when the platform does not answer', async () => {
    await fault({ fault: 'transient', path: '*/adGroupAds:mutate' });
    const answer = await plan([ad({ adName: 'Unanswered' })]);
    expect([answer.status, answer.body.totalAds, told(answer)]).toEqual([
      200,
      1,
      ['ads[0] platform_not_asked'],
    ]);
    await fixture.call('DELETE', '/v1/sandbox/faults');
  });

  test('tell how many of the day’s operations are used', async () => {
    const before = (await plan([ad()], '?validate=none')).body.cost.byAccount[0].dayQuota;
    expect(before).toMatchObject({ limit: 15_000, left: 15_000 - before.used });
    expect(before.used).toBeGreaterThan(0);
    // What has been asked about within five minutes is not asked about again.
    for (let time = 0; time < 2; time++)
      await plan([ad({ adName: 'First' }), ad({ adName: 'Second' })]);
    const after = (await plan([ad()], '?validate=none')).body.cost.byAccount[0].dayQuota;
    expect(after.used - before.used).toBe(2);
  });

  test('a manager is no account to launch into: those below it are named', async () => {
    for (const adAccountId of [manager, '500-001-0000']) {
      const answer = await plan([ad({ adAccountId, adAccountType: undefined })]);
      expect([answer.status, codes(answer)]).toEqual([422, ['manager_account']]);
      expect(answer.body.error.details[0]).toMatchObject({ path: 'ads[0].adAccountId' });
      expect(answer.body.error.details[0].message).toContain(`${accounts.eur} (`);
    }
    expect(codes(await plan([ad({ adAccountId: '9999999999' })]))).toContain('unknown_ad_account');
  });
});

describe('asset groups', () => {
  test('images and videos are launched into one, told like ads, and undone', async () => {
    const group = searchAds.assetGroup(accounts.usd);
    const ad = (more: object) => ({
      adName: 'Asset',
      adAccountId: accounts.usd,
      adAccountType: 'google',
      adSets: [group],
      ...more,
    });
    const uploaded = async (name: string, width: number, height: number) => ({
      url: (await fixture.uploadAs(`${name}.png`, await png(width, height))).url,
    });
    const media = [await uploaded('wide', 1200, 628), await uploaded('small', 200, 200)];
    const body = {
      ads: [
        ad({ type: 'multi', media }),
        ad({ adName: 'Film', media: [{ type: 'video', url: 'https://youtu.be/dQw4w9WgXcQ' }] }),
      ],
    };
    const plan = await fixture.call('POST', '/v1/launch/plan', { body });
    expect(plan.body).toMatchObject({ totalAds: 3, cost: { platformCalls: 6 } });
    const launched = await fixture.call('POST', '/v1/launch', { body });
    expect(launched.status).toBe(202);
    const statusOf = async () =>
      (await fixture.call('GET', `/v1/batch-status/${launched.body.adBatchId}`)).body;
    while ((await statusOf()).summaryStatus === 'in_progress') await fixture.clock.sleep(1_000);
    const { successfulAds, failedAds } = await statusOf();
    expect(successfulAds).toBe(2);
    expect(failedAds).toMatchObject([
      { platformError: { code: 'assetLinkError.IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE' } },
    ]);
    const listed = await fixture.call(
      'GET',
      `/v1/manage/list-ads?adSetId=${group}&accountId=${accounts.usd}`,
    );
    expect(
      listed.body.data.filter(({ id }: { id: string }) => id.endsWith('~YOUTUBE_VIDEO')),
    ).toMatchObject([{ status: 'PAUSED' }]);
    const undone = await fixture.call('POST', `/v1/batches/${launched.body.adBatchId}/undo`, {
      body: { mode: 'delete' },
    });
    expect(undone.status).toBe(202);
    const undoOf = async () =>
      (await fixture.call('GET', `/v1/batches/${launched.body.adBatchId}`)).body.undo;
    while ((await undoOf())?.status === 'running' || (await undoOf())?.finished === false)
      await fixture.clock.sleep(1_000);
    await fixture.clock.sleep(60_000);
    const left = await fixture.call(
      'GET',
      `/v1/manage/list-ads?adSetId=${group}&accountId=${accounts.usd}`,
    );
    expect(
      left.body.data.filter(({ id }: { id: string }) => id.endsWith('~YOUTUBE_VIDEO')),
    ).toEqual([]);
  });
});

describe('reports', () => {
  const range = { startDate: '2026-10-01', endDate: '2026-11-10' };
  const report = (params: { readonly [name: string]: string }) =>
    fixture.call(
      'GET',
      `/v1/reports/query?${new URLSearchParams({ accountIds: accounts.eur, limit: '1000', ...range, ...params })}`,
    );
  const total = async (metric: string): Promise<bigint> => {
    const between = `segments.date BETWEEN '${range.startDate}' AND '${range.endDate}'`;
    const { body } = await get('query', {
      query: `SELECT metrics.${metric} FROM customer WHERE ${between}`,
    });
    const [figure] = Object.values(body.data[0].metrics) as (string | number)[];
    return metric === 'cost_micros'
      ? BigInt(figure ?? 0)
      : BigInt(Math.round(Number(figure) * 1_000_000));
  };
  const sumOf = (rows: readonly { readonly [metric: string]: number }[], metric: string): bigint =>
    rows.reduce((sum, row) => sum + BigInt(Math.round((row[metric] ?? 0) * 1_000_000)), 0n);

  test.each([
    'accountId',
    'campaignId',
    'adsetId',
    'adId',
    'keyword',
    'device',
    'network',
    'device,campaignId',
    'network,day',
    'keyword,month',
  ])('by %s they add up to the platform’s own total in whole micros', async (groupBy) => {
    const { status, body } = await report({
      groupBy,
      metrics: 'spend,conversions,conversionValue',
    });
    expect([status, body.pagination.hasMore]).toEqual([200, false]);
    expect(sumOf(body.data, 'spend')).toBe(await total('cost_micros'));
    expect(sumOf(body.data, 'conversions')).toBe(await total('conversions'));
    expect(sumOf(body.data, 'conversionValue')).toBe(await total('conversions_value'));
    for (const key of groupBy.split(','))
      for (const row of body.data) expect(row[key]).not.toBeUndefined();
  });

  test('conversions and their value are told by conversion action, and what was spent is not', async () => {
    const { body } = await report({ groupBy: 'conversionAction' });
    expect(
      body.data
        .map(({ conversionAction }: { conversionAction: string }) => conversionAction)
        .sort(),
    ).toEqual(['Purchase', 'Sign-up']);
    expect(sumOf(body.data, 'conversions')).toBe(await total('conversions'));
    expect(sumOf(body.data, 'conversionValue')).toBe(await total('conversions_value'));
    expect(body.metadata).toMatchObject({
      platform: 'search-ads',
      source: 'live',
      currency: 'EUR',
    });
    expect(codes(await report({ groupBy: 'conversionAction', metrics: 'spend' }))).toEqual([
      'metric_not_divided',
    ]);
  });

  test('rows are sorted, cut and filtered; what cannot be is refused at its parameter', async () => {
    const keywords = await report({
      groupBy: 'keyword',
      sortBy: 'clicks',
      limit: '2',
      'filters[campaignId]': campaign(accounts.eur, 'brand'),
    });
    expect(keywords.body.data).toHaveLength(2);
    expect(keywords.body.pagination).toMatchObject({ total: 3, hasMore: true });
    expect(keywords.body.data[0].clicks).toBeGreaterThanOrEqual(keywords.body.data[1].clicks);
    expect(keywords.body.data[0]).toMatchObject({
      campaignName: 'Brand',
      matchType: expect.stringMatching(/EXACT|PHRASE/),
    });
    for (const [params, code] of [
      [{ groupBy: 'keyword,device' }, 'grouping_not_offered'],
      [{ groupBy: 'device,adId' }, 'grouping_not_offered'],
      [{ groupBy: 'device', 'filters[country]': 'DE' }, 'filter_not_offered'],
      [{ groupBy: 'device', metrics: 'reach' }, 'metric_not_divided'],
      [{ groupBy: 'network', accountIds: 'act_1001' }, 'unsupported_on_platform'],
    ] as const)
      expect([params, codes(await report(params as never))]).toEqual([params, [code]]);
  });
});
