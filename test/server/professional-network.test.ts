import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { professionalNetwork } from '../../adapters/sandbox/linkedin/seed/ids.ts';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const account = professionalNetwork.accounts.eur;
const [empty = '', other = ''] = professionalNetwork.emptyCampaigns(account, 'visits');
const [post = ''] = professionalNetwork.posts;
const delivering = professionalNetwork.deliveringCampaign(account, 'visits');

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const get = (path: string) => fixture.call('GET', path);
const send = (path: string, body: object) => fixture.call('POST', path, { body });

test('platforms and metrics tell the version in use, and its end', async () => {
  const { body } = await get('/v1/platforms');
  const row = body.data.find(({ id }: { id: string }) => id === 'professional-network');
  const { daysLeft } = row.version;
  expect(row.version).toEqual({
    version: '202607',
    endsOn: '2027-07-15',
    daysLeft,
    source: expect.any(String),
    next: '202608',
  });
  const metrics = await get('/metrics');
  expect(metrics.body).toContain(
    `slipway_platform_version_days_left{platform="professional-network",version="202607"} ${daysLeft}`,
  );
});

describe.each(['professional-network', 'linkedin'])('under /v1/%s', (name) => {
  test('manage lists each level with states in words and the end of the version', async () => {
    const { status, body } = await get(
      `/v1/${name}/manage?accountId=${account}&level=campaign-groups`,
    );
    expect(status).toBe(200);
    expect(body.data.map(({ name: called }: { name: string }) => called).sort()).toEqual([
      'Conversions',
      'Leads',
      'Visits',
    ]);
    expect(body.data[0]).toMatchObject({
      level: 'campaignGroup',
      status: 'ACTIVE',
      state: 'Can deliver.',
      parentId: null,
    });
    expect(body.metadata.apiVersion).toMatchObject({
      version: '202607',
      endsOn: '2027-07-15',
      atLeastUntil: '2027-07-15',
    });
    const creatives = await get(
      `/v1/${name}/manage?accountId=${account}&level=creative&parentId=${delivering}`,
    );
    expect(creatives.body.data[0]).toMatchObject({
      level: 'creative',
      parentId: delivering,
      urn: expect.stringMatching(/^urn:li:sponsoredCreative:/),
    });
  });

  test('manage adds figures where asked', async () => {
    const group = professionalNetwork.group(account, 'visits');
    const path = `/v1/${name}/manage?accountId=${account}&level=campaign&parentId=urn:li:sponsoredCampaignGroup:${group}&includeMetrics=true`;
    const { body } = await get(path);
    const figures = new Map(
      body.data.map((row: { id: string; metrics: unknown }) => [row.id, row.metrics]),
    );
    expect(figures.get(delivering)).toMatchObject({
      spend: expect.any(Number),
      impressions: expect.any(Number),
      ctr: expect.any(Number),
    });
    expect(figures.get(empty)).toBeNull();
    expect(body.metadata).toMatchObject({
      metricsFrom: expect.any(String),
      metricsTo: expect.any(String),
      currency: 'EUR',
    });
    expect(body.pagination).toMatchObject({ total: 13, hasMore: false });
  });

  test('accounts come from the platform, with their organizations', async () => {
    const { body } = await get(`/v1/${name}/accounts`);
    expect(body.data).toMatchObject([
      {
        id: account,
        urn: `urn:li:sponsoredAccount:${account}`,
        organizationId: professionalNetwork.organization,
        state: 'Switched on.',
      },
      { status: 'ACTIVE' },
      { status: 'CANCELED', state: expect.stringMatching(/\.$/) },
    ]);
  });

  test('posts of an organization', async () => {
    const { status, body } = await get(
      `/v1/${name}/posts?organization=${professionalNetwork.organization}`,
    );
    expect(status).toBe(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toContain(post);
  });
});

test('a campaign of another platform is refused, and so is what is no level', async () => {
  const foreign = await get('/v1/linkedin/manage?accountId=act_1001');
  expect([foreign.status, foreign.body.error.details[0].code]).toEqual([
    422,
    'account_platform_mismatch',
  ]);
  expect((await get(`/v1/linkedin/manage?accountId=${account}&level=planet`)).status).toBe(422);
});

test('copies a campaign, a campaign group by its URN, and a creative', async () => {
  const campaign = await send('/v1/linkedin/duplicate-campaign', {
    accountId: account,
    campaignId: empty,
    newName: 'Copy of it',
  });
  expect(campaign.body).toMatchObject({
    success: true,
    originalCampaignId: empty,
    results: [{ success: true, newName: 'Copy of it' }],
  });
  const groupUrn = `urn:li:sponsoredCampaignGroup:${professionalNetwork.group(account, 'leads')}`;
  const group = await send('/v1/linkedin/duplicate-campaign', {
    accountId: account,
    campaignId: groupUrn,
  });
  expect(group.body).toMatchObject({
    success: true,
    results: [{ success: true, newCampaignId: expect.stringMatching(/^\d+$/) }],
  });
  const creativeId = professionalNetwork.creative(account, 'visits', 1);
  const creative = await send('/v1/linkedin/duplicate-creative', {
    accountId: account,
    creativeId,
    targetCampaignId: other,
  });
  expect(creative.body).toMatchObject({
    success: true,
    originalCreativeId: creativeId,
    results: [
      { success: true, newCreativeId: expect.stringMatching(/^urn:li:sponsoredCreative:/) },
    ],
  });
  const missing = await send('/v1/linkedin/duplicate-creative', {
    accountId: account,
    creativeId: 'urn:li:sponsoredCreative:1',
  });
  expect([missing.status, missing.body.error.details?.[0]?.path]).toEqual([404, 'creativeId']);
});

test('launches a post by its URN alone, into a campaign by its URN', async () => {
  const ad = {
    adName: 'Boost',
    adAccountId: account,
    organizationId: professionalNetwork.organization,
    postUrn: post,
  };
  const { status, body } = await send('/v1/linkedin/launch', {
    ads: [{ ...ad, adSets: [`urn:li:sponsoredCampaign:${empty}`] }],
  });
  expect([status, body.launchStatus]).toEqual([202, 'PAUSED']);
  await fixture.ports.clock.sleep(60_000);
  const batch = await get(`/v1/batches/${body.adBatchId}`);
  expect(batch.body).toMatchObject({
    status: 'success',
    launchedAds: [{ adName: 'Boost', adSetId: empty, platform: 'professional-network' }],
  });
});

test('a launch that would have more than fifteen active ads in a campaign is refused before anything is made', async () => {
  const ad = {
    adAccountId: account,
    organizationId: professionalNetwork.organization,
    postUrn: post,
    adSets: [other],
    status: 'ACTIVE',
  };
  const ads = Array.from({ length: 16 }, (_, i) => ({ ...ad, adName: `Ad ${i}` }));
  const { status, body } = await send('/v1/linkedin/launch', { ads });
  expect(status).toBe(422);
  expect(body.error.details).toMatchObject([
    {
      path: 'ads[15].adSets[0]',
      code: 'ad_set_full',
      message: expect.stringContaining('15 active ads'),
    },
  ]);
});

test('a document is planned as one upload here, and refused where a platform shows none', async () => {
  const ad = {
    adName: 'Guide',
    adAccountId: account,
    adAccountType: 'linkedin',
    organizationId: professionalNetwork.organization,
  };
  const media = [{ url: 'https://cdn.example/guide.pdf' }];
  const { status, body } = await send('/v1/launch/plan', {
    ads: [{ ...ad, description: 'Read', media, adSets: [other] }],
  });
  expect(status).toBe(200);
  expect(body.operations.map(({ kind }: { kind: string }) => kind)).toEqual(['image', 'ad']);
  const elsewhere = {
    adName: 'Guide',
    adAccountId: seed.accounts.eur,
    page: seed.page,
    secondary: seed.profile,
    media,
  };
  const refused = await send('/v1/launch/plan', {
    ads: [{ ...elsewhere, adSets: [seed.emptyAdSets(seed.accounts.eur, 'traffic')[0]] }],
  });
  expect(refused.status).toBe(422);
  expect(refused.body.error.details).toContainEqual(
    expect.objectContaining({ path: 'ads[0].media[0]', code: 'media_type' }),
  );
});

test('reports and daily spend have its figures, and they agree', async () => {
  const day = (ago: number): string =>
    new Date(fixture.ports.clock.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const query = `accountIds=professional-network:${account}&startDate=${day(20)}&endDate=${day(11)}`;
  const spend = await get(`/v1/spend/daily?${query}`);
  expect(spend.body.data).toHaveLength(10);
  const report = await get(
    `/v1/reports/query?${query}&groupBy=campaignName&metrics=spend,impressions,results`,
  );
  const rows: readonly { campaignName: string; spend: number }[] = report.body.data;
  expect(rows.map(({ campaignName }) => campaignName).sort()).toEqual([
    'Conversions',
    'Leads',
    'Visits',
  ]);
  expect(rows.reduce((sum, row) => sum + row.spend, 0)).toBeCloseTo(
    spend.body.metadata.totalSpend,
    2,
  );
});
