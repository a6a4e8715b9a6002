import { afterAll, beforeAll, expect, test } from 'vitest';
import { version } from '../../../adapters/platforms/google/version.ts';
import {
  clientId,
  clientSecret,
  developerToken,
  searchAds,
} from '../../../adapters/sandbox/google/seed/ids.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { machineNow } from '../../machine-time.ts';
import { type ServedSandbox, serveSandbox } from './served.ts';

/**
 * Google Ads over REST, in the steps and with the queries that its documentation shows, against a
 * sandbox on a port.
 */

let served: ServedSandbox;
let token = '';
const customer = searchAds.accounts.eur;

beforeAll(async () => {
  served = serveSandbox();
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: clientId,
    client_secret: clientSecret,
    refresh_token: seed.token,
  });
  const response = await fetch(`${served.url}/google/token`, { method: 'POST', body: form });
  token = ((await response.json()) as { readonly access_token: string }).access_token;
});

afterAll(() => served.stop());

async function call(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  called = version.pinned,
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are services.
): Promise<any> {
  const response = await fetch(`${served.url}/google/${called}/${path}`, {
    method,
    headers: {
      'Content-Type': 'application/json',
      'developer-token': developerToken,
      'login-customer-id': searchAds.manager,
      Authorization: `Bearer ${token}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}

const mutate = (collection: string, ...operations: readonly object[]) =>
  call('POST', `customers/${customer}/${collection}:mutate`, { operations });
const search = (query: string) => call('POST', `customers/${customer}/googleAds:search`, { query });

test('lists the accounts that the token opens, and those below the manager', async () => {
  const { resourceNames } = await call('GET', 'customers:listAccessibleCustomers');
  expect(resourceNames).toEqual([`customers/${searchAds.manager}`]);
  const [page] = await call('POST', `customers/${searchAds.manager}/googleAds:searchStream`, {
    query: `SELECT customer_client.client_customer, customer_client.level, customer_client.manager,
      customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone, customer_client.id
      FROM customer_client WHERE customer_client.level <= 1`,
  });
  const ids = page.results.map(
    (row: { readonly customerClient: { readonly id: string } }) => row.customerClient.id,
  );
  expect(ids).toContain(customer);
});

test('creates a budget, a campaign, an ad group and an ad, changes them, and reads them back', async () => {
  const budget = await mutate('campaignBudgets', {
    create: { name: `Budget ${machineNow()}`, amountMicros: '5000000' },
  });
  const campaignBudget = budget.results[0].resourceName;
  const created = await mutate('campaigns', {
    create: {
      name: `Walk ${machineNow()}`,
      status: 'PAUSED',
      campaignBudget,
      advertisingChannelType: 'SEARCH',
      manualCpc: {},
      networkSettings: {
        targetGoogleSearch: true,
        targetSearchNetwork: true,
        targetContentNetwork: false,
      },
      containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    },
  });
  const campaign = created.results[0].resourceName;
  expect(campaign).toMatch(new RegExp(`^customers/${customer}/campaigns/\\d+$`));
  const group = await mutate('adGroups', {
    create: {
      name: 'Walk',
      campaign,
      status: 'ENABLED',
      type: 'SEARCH_STANDARD',
      cpcBidMicros: '1000000',
    },
  });
  const adGroup = group.results[0].resourceName;
  const texts = (...all: readonly string[]) => all.map((text) => ({ text }));
  const ad = await mutate('adGroupAds', {
    create: {
      adGroup,
      status: 'PAUSED',
      ad: {
        finalUrls: ['https://shop.example/'],
        responsiveSearchAd: {
          headlines: texts('Cruise to Mars', 'Best Space Cruise Line', 'Experience the Stars'),
          descriptions: texts('Buy your tickets now', 'Visit the Red Planet'),
        },
      },
    },
  });
  const adGroupAd = ad.results[0].resourceName;

  await mutate('campaigns', {
    updateMask: 'name,network_settings.target_search_network',
    update: {
      resourceName: campaign,
      name: 'Walk 2',
      networkSettings: { targetSearchNetwork: false },
    },
  });
  await mutate('campaignBudgets', {
    updateMask: 'amountMicros',
    update: { resourceName: campaignBudget, amountMicros: '6000000' },
  });
  await mutate('adGroupAds', {
    updateMask: 'status',
    update: { resourceName: adGroupAd, status: 'ENABLED' },
  });

  const read = await search(`
    SELECT ad_group.id, campaign.name, campaign.network_settings.target_search_network, ad_group_ad.ad.id, ad_group_ad.status,
      ad_group_ad.ad.responsive_search_ad.headlines, ad_group_ad.ad.responsive_search_ad.descriptions
    FROM ad_group_ad
    WHERE ad_group_ad.ad.type = RESPONSIVE_SEARCH_AD AND ad_group_ad.status != 'REMOVED' AND campaign.resource_name = '${campaign}'
  `);
  expect(read.results).toMatchObject([
    {
      campaign: {
        resourceName: campaign,
        name: 'Walk 2',
        networkSettings: { targetSearchNetwork: false },
      },
      adGroupAd: {
        resourceName: adGroupAd,
        status: 'ENABLED',
        ad: { responsiveSearchAd: { headlines: expect.any(Array) } },
      },
    },
  ]);
  const [{ campaignBudget: row }] = (
    await search(
      `SELECT campaign_budget.amount_micros FROM campaign WHERE campaign.resource_name = '${campaign}'`,
    )
  ).results;
  expect(row.amountMicros).toBe('6000000');
  const gone = await mutate('campaigns', { remove: campaign });
  expect(gone.results).toEqual([{ resourceName: campaign }]);
});

test('creates a budget and a campaign in one request, with temporary names', async () => {
  const names = {
    budget: `customers/${customer}/campaignBudgets/-1`,
    campaign: `customers/${customer}/campaigns/-2`,
  };
  const { mutateOperationResponses } = await call(
    'POST',
    `customers/${customer}/googleAds:mutate`,
    {
      mutateOperations: [
        {
          campaignBudgetOperation: {
            create: { resourceName: names.budget, name: 'One request', amountMicros: '5000000' },
          },
        },
        {
          campaignOperation: {
            create: {
              resourceName: names.campaign,
              name: 'One request',
              status: 'PAUSED',
              campaignBudget: names.budget,
              advertisingChannelType: 'SEARCH',
              manualCpc: {},
              containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
            },
          },
        },
      ],
    },
  );
  expect(mutateOperationResponses).toEqual([
    { campaignBudgetResult: { resourceName: expect.stringMatching(/campaignBudgets\/\d+$/) } },
    { campaignResult: { resourceName: expect.stringMatching(/campaigns\/\d+$/) } },
  ]);
});

test('reports on campaigns, in pages and as a stream', async () => {
  const query = `
    SELECT campaign.name, campaign_budget.amount_micros, campaign.status, campaign.optimization_score,
      campaign.advertising_channel_type, metrics.clicks, metrics.impressions, metrics.ctr, metrics.average_cpc,
      metrics.cost_micros, campaign.bidding_strategy_type
    FROM campaign
    WHERE segments.date DURING LAST_7_DAYS AND campaign.status != 'REMOVED'
  `;
  const { results, fieldMask } = await search(query);
  expect(fieldMask).toContain('metrics.averageCpc');
  const delivering = results.find(
    (row: { readonly metrics: { readonly clicks: string } }) => Number(row.metrics.clicks) > 0,
  );
  const { clicks, costMicros, averageCpc } = delivering.metrics;
  expect(averageCpc).toBeCloseTo(Number(costMicros) / Number(clicks));
  const [stream] = await call('POST', `customers/${customer}/googleAds:searchStream`, { query });
  expect(stream.results).toEqual(results);
});

test('says what is wrong in the version that was called', async () => {
  const { error } = await call(
    'POST',
    `customers/${customer}/googleAds:search`,
    { query: 'SELECT a.b FROM campaign' },
    'v25',
  );
  expect(error.details[0]).toMatchObject({
    '@type': 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure',
  });
});

test('says in details what is wrong, at its place', async () => {
  const { error } = await mutate('campaigns', {
    create: { name: 'No budget', advertisingChannelType: 'SEARCH' },
  });
  expect(error).toMatchObject({
    code: 400,
    status: 'INVALID_ARGUMENT',
    details: [
      {
        '@type': `type.googleapis.com/google.ads.googleads.${version.pinned}.errors.GoogleAdsFailure`,
        errors: [
          { errorCode: expect.any(Object), location: { fieldPathElements: expect.any(Array) } },
        ],
      },
    ],
  });
  const parted = await call('POST', `customers/${customer}/campaignBudgets:mutate`, {
    operations: [
      { create: { name: 'Good', amountMicros: '1000000' } },
      { create: { name: 'Bad', amountMicros: '-1' } },
    ],
    partialFailure: true,
  });
  expect(parted.results).toEqual([{ resourceName: expect.any(String) }, {}]);
  expect(parted.partialFailureError.details[0].errors[0].location.fieldPathElements[0]).toEqual({
    fieldName: 'operations',
    index: 1,
  });
});
