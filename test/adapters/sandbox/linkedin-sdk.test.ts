import { RestliClient } from 'linkedin-api-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../../adapters/platforms/linkedin/version.ts';
import { professionalNetwork } from '../../../adapters/sandbox/linkedin/seed/ids.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { machineNow } from '../../machine-time.ts';
import { type ServedSandbox, serveSandbox } from './served.ts';

/**
 * LinkedIn's own client for JavaScript, unmodified but for its address, against a sandbox on a
 * port.
 */

let served: ServedSandbox;
const client = new RestliClient();
const common = { accessToken: seed.token, versionString: version.pinned };
const account = professionalNetwork.accounts.eur;
const accountUrn = `urn:li:sponsoredAccount:${account}`;
const groups = '/adAccounts/{account}/adCampaignGroups';
const campaigns = '/adAccounts/{account}/adCampaigns';
const creatives = '/adAccounts/{account}/creatives';

beforeAll(() => {
  served = serveSandbox();
  // The client has no setting for its host, and its examples change requests in this way.
  client.axiosInstance.interceptors.request.use((request) => {
    request.url = (request.url ?? '').replace(
      'https://api.linkedin.com/',
      `${served.url}/linkedin/`,
    );
    return request;
  });
});

afterAll(() => served.stop());

test('finds accounts, reads one, and several at once', async () => {
  const found = await client.finder({
    ...common,
    resourcePath: '/adAccounts',
    finderName: 'search',
    queryParams: { search: { status: { values: ['ACTIVE'] } } },
  });
  const ids = found.data.elements.map(({ id }) => String(id));
  expect(ids).toContain(account);
  const one = await client.get({
    ...common,
    resourcePath: '/adAccounts/{id}',
    pathKeys: { id: account },
  });
  expect(one.data).toMatchObject({ id: Number(account), currency: 'EUR' });
  const several = await client.batchGet({ ...common, resourcePath: '/adAccounts', ids });
  expect(Object.keys(several.data.results).sort()).toEqual([...ids].sort());
});

test('creates a campaign group, a campaign and a creative, changes them, and reads them back', async () => {
  const pathKeys = { account };
  const money = { amount: '50', currencyCode: 'EUR' };
  const group = await client.create({
    ...common,
    resourcePath: groups,
    pathKeys,
    entity: {
      account: accountUrn,
      name: 'Client',
      status: 'ACTIVE',
      runSchedule: { start: machineNow() },
    },
  });
  expect(group.createdEntityId).toMatch(/^\d+$/);
  const campaign = await client.create({
    ...common,
    resourcePath: campaigns,
    pathKeys,
    entity: {
      account: accountUrn,
      campaignGroup: `urn:li:sponsoredCampaignGroup:${group.createdEntityId}`,
      name: 'Client',
      type: 'SPONSORED_UPDATES',
      status: 'PAUSED',
      objectiveType: 'WEBSITE_VISIT',
      costType: 'CPC',
      unitCost: { amount: '3', currencyCode: 'EUR' },
      dailyBudget: money,
      locale: { country: 'US', language: 'en' },
      targetingCriteria: {
        include: {
          and: [{ or: { 'urn:li:adTargetingFacet:locations': ['urn:li:geo:101282230'] } }],
        },
      },
      offsiteDeliveryEnabled: false,
      politicalIntent: 'NOT_POLITICAL',
      runSchedule: { start: machineNow() },
    },
  });
  const campaignId = String(campaign.createdEntityId);
  const creative = await client.create({
    ...common,
    resourcePath: creatives,
    pathKeys,
    entity: {
      campaign: `urn:li:sponsoredCampaign:${campaignId}`,
      content: { reference: professionalNetwork.posts[0] },
      intendedStatus: 'DRAFT',
      name: 'Client',
    },
  });
  const creativeId = String(creative.createdEntityId);
  expect(creativeId).toMatch(/^urn:li:sponsoredCreative:\d+$/);

  const patch = { patchSetObject: { name: 'Client 2', dailyBudget: { ...money, amount: '60' } } };
  const changed = await client.partialUpdate({
    ...common,
    resourcePath: `${campaigns}/{id}`,
    pathKeys: { account, id: campaignId },
    ...patch,
  });
  expect(changed.status).toBe(204);
  const draft = { originalEntity: { name: 'Client' }, modifiedEntity: { name: 'Creative 2' } };
  await client.partialUpdate({
    ...common,
    resourcePath: `${creatives}/{id}`,
    pathKeys: { account, id: creativeId },
    ...draft,
  });

  const read = await client.get({
    ...common,
    resourcePath: `${campaigns}/{id}`,
    pathKeys: { account, id: campaignId },
    queryParams: { fields: 'name,dailyBudget' },
  });
  expect(read.data).toEqual({
    name: 'Client 2',
    dailyBudget: { amount: '60', currencyCode: 'EUR' },
  });
  const listed = await client.finder({
    ...common,
    resourcePath: creatives,
    pathKeys,
    finderName: 'criteria',
    queryParams: { campaigns: [`urn:li:sponsoredCampaign:${campaignId}`] },
  });
  expect(listed.data.elements).toMatchObject([
    { id: creativeId, name: 'Creative 2', intendedStatus: 'DRAFT' },
  ]);
  const gone = await client.delete({
    ...common,
    resourcePath: `${creatives}/{id}`,
    pathKeys: { account, id: creativeId },
  });
  expect(gone.status).toBe(204);
});

const reportOf = (ids: readonly string[]) => {
  const day = (daysAgo: number) => {
    const at = new Date(machineNow() - daysAgo * 86_400_000);
    return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
  };
  return client.finder({
    ...common,
    resourcePath: '/adAnalytics',
    finderName: 'analytics',
    queryParams: {
      pivot: 'CAMPAIGN',
      timeGranularity: 'ALL',
      dateRange: { start: day(7), end: day(1) },
      campaigns: ids.map((id) => `urn:li:sponsoredCampaign:${id}`),
      fields: 'impressions,clicks,costInLocalCurrency,pivotValues',
    },
  });
};

test('asks for a report, and in the body of a POST where the address would be too long', async () => {
  const delivering = professionalNetwork.deliveringCampaign(account, 'visits');
  const { data, config } = await reportOf([delivering]);
  expect(config.method).toBe('get');
  expect(data.elements).toMatchObject([
    { pivotValues: [`urn:li:sponsoredCampaign:${delivering}`] },
  ]);
  expect(Number(data.elements[0]?.impressions)).toBeGreaterThan(0);
  const silent = Array.from({ length: 100 }, (_, index) => String(10_000_000_000_000 + index));
  const long = await reportOf([delivering, ...silent]);
  expect(long.config.method).toBe('post');
  expect(long.data.elements).toEqual(data.elements);
});

test('rejects with the status, code and message of a refusal', async () => {
  const wrong = client.create({
    ...common,
    resourcePath: groups,
    pathKeys: { account },
    entity: { account: accountUrn },
  });
  await expect(wrong).rejects.toMatchObject({
    response: { status: 400, data: { status: 400, message: expect.any(String) } },
  });
  const dead = client.get({
    ...common,
    accessToken: 'nobody',
    resourcePath: '/adAccounts/{id}',
    pathKeys: { id: account },
  });
  await expect(dead).rejects.toMatchObject({
    response: { status: 401, data: { serviceErrorCode: 65600 } },
  });
});
