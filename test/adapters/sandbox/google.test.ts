import { describe, expect, test } from 'vitest';
import { errorOf, googleAtSandbox, searchAds } from '../google/google-at-sandbox.ts';

const account = searchAds.accounts.eur;
const customer = `customers/${account}`;
const search = `${customer}/campaigns/${searchAds.campaign(account, 'search')}`;
const [empty = ''] = searchAds.emptyAdGroups(account, 'search');
const adGroup = `${customer}/adGroups/${empty}`;
const ad = (more: object = {}) => ({
  finalUrls: ['https://shop.example/'],
  responsiveSearchAd: {
    headlines: [{ text: 'One' }, { text: 'Two' }, { text: 'Three' }],
    descriptions: [{ text: 'First.' }, { text: 'Second.' }],
  },
  ...more,
});

describe('who asks', () => {
  test.each([
    [{ authorization: 'Bearer nobody' }, 401, 'authenticationError.OAUTH_TOKEN_INVALID'],
    [{ 'login-customer-id': '123-456' }, 400, 'headerError.INVALID_LOGIN_CUSTOMER_ID'],
    [{ 'login-customer-id': account }, 403, 'authorizationError.USER_PERMISSION_DENIED'],
  ])('%j is refused', async (headers, status, name) => {
    const answer = await googleAtSandbox().ask(
      'googleAds:search',
      { query: 'SELECT customer.id FROM customer' },
      { headers },
    );
    expect([answer.status, errorOf(answer.body)]).toEqual([status, name]);
  });

  test('a developer token is ignored, wrong or missing, and a refusal has the words of its status', async () => {
    const at = googleAtSandbox();
    const query = { query: 'SELECT customer.id FROM customer' };
    for (const token of ['another', ''])
      expect(
        (await at.ask('googleAds:search', query, { headers: { 'developer-token': token } })).status,
      ).toBe(200);
    const dead = await at.ask('googleAds:search', query, {
      headers: { authorization: 'Bearer nobody' },
    });
    expect(dead.body.error).toMatchObject({
      status: 'UNAUTHENTICATED',
      message: expect.stringContaining('authentication'),
    });
    await at.fault({ fault: 'project-not-approved', times: 1 });
    const [{ failure } = {}] =
      (await at.platform.edit?.rename?.(at.access, [
        { type: 'campaign', id: search.split('/').pop() ?? '', name: 'x' },
      ])) ?? [];
    expect(failure).toMatchObject({ class: 'blocked', fix: expect.stringContaining('Explorer') });
  });

  test('another’s customer, a closed one and a manager take no changes', async () => {
    const at = googleAtSandbox();
    const body = { operations: [{ remove: search }] };
    const names = [];
    for (const each of ['9999999999', searchAds.accounts.closed, searchAds.manager])
      names.push(errorOf((await at.ask('campaigns:mutate', body, { customer: each })).body));
    expect(names).toEqual([
      'authorizationError.USER_PERMISSION_DENIED',
      'authorizationError.CUSTOMER_NOT_ENABLED',
      'requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT',
    ]);
  });
});

describe('queries', () => {
  const at = googleAtSandbox();
  test.each([
    ['SELEC campaign.id FROM campaign', 'EXPECTED_SELECT'],
    ['SELECT campaign.id', 'EXPECTED_FROM'],
    ['SELECT campaign.id FROM nothing', 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE'],
    ['SELECT campaign.nothing FROM campaign', 'UNRECOGNIZED_FIELD'],
    ['SELECT ad_group.id FROM campaign', 'PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE'],
    [
      'SELECT campaign.id FROM campaign WHERE ad_group.id = 1',
      'PROHIBITED_RESOURCE_TYPE_IN_WHERE_CLAUSE',
    ],
    [
      'SELECT metrics.clicks FROM ad_group_criterion',
      'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
    ],
    ['SELECT metrics.unique_users FROM ad_group', 'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE'],
    [
      'SELECT campaign.id, segments.date, metrics.clicks FROM campaign',
      'EXPECTED_FILTERS_ON_DATE_RANGE',
    ],
    [
      "SELECT campaign.id FROM campaign WHERE segments.device = 'MOBILE'",
      'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    ],
    ["SELECT campaign.id FROM campaign WHERE campaign.status = 'ON'", 'BAD_ENUM_CONSTANT'],
    [
      "SELECT campaign.id FROM campaign WHERE segments.date BETWEEN '2026-11-02' AND '2026-11-01'",
      'DATE_RANGE_TOO_NARROW',
    ],
    ["SELECT campaign.id FROM campaign WHERE campaign.name = 'x", 'STRING_NOT_TERMINATED'],
    [
      'SELECT campaign.id FROM campaign WHERE campaign.id IN ()',
      'PROHIBITED_EMPTY_LIST_IN_CONDITION',
    ],
    ['SELECT campaign.id FROM campaign LIMIT 0', 'LIMIT_VALUE_TOO_LOW'],
    [
      'SELECT campaign.id FROM campaign ORDER BY campaign.name',
      'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE',
    ],
    ['SELECT campaign.id FROM campaign LIMIT 1 campaign', 'UNEXPECTED_INPUT'],
  ])('%s', async (query, name) => {
    const { status, body } = await at.search(query);
    expect([status, errorOf(body)]).toEqual([400, `queryError.${name}`]);
  });

  test('attributes and metrics are filtered on without being selected, and dates of the core too', async () => {
    const { body } = await at.search(
      'SELECT customer.id FROM customer WHERE metrics.clicks > 0 AND segments.date DURING LAST_7_DAYS',
    );
    expect(body.results).toEqual([{ customer: { resourceName: customer, id: account } }]);
  });

  test('pages have a size of their own, and a stream is a list, also when it is refused', async () => {
    expect(
      errorOf(
        (
          await at.ask('googleAds:search', {
            query: 'SELECT customer.id FROM customer',
            pageSize: 5,
          })
        ).body,
      ),
    ).toBe('requestError.PAGE_SIZE_NOT_SUPPORTED');
    const stream = await at.ask('googleAds:searchStream', {
      query: 'SELECT campaign.id FROM campaign',
    });
    expect(stream.body).toMatchObject([{ fieldMask: 'campaign.id' }]);
    const refused = await at.ask('googleAds:searchStream', { query: 'x' });
    expect([refused.status, errorOf(refused.body[0])]).toEqual([400, 'queryError.EXPECTED_SELECT']);
  });

  test('a manager has no figures, and changes need bounds and a limit', async () => {
    const figures = await at.ask(
      'googleAds:search',
      { query: 'SELECT metrics.clicks FROM customer' },
      { customer: searchAds.manager },
    );
    expect(errorOf(figures.body)).toBe('queryError.REQUESTED_METRICS_FOR_MANAGER');
    const changes = 'SELECT change_event.change_date_time FROM change_event';
    const since = "change_event.change_date_time >= '2026-11-01 00:00:00'";
    const until = "change_event.change_date_time <= '2026-11-15 00:00:00'";
    expect(errorOf((await at.search(`${changes} LIMIT 5`)).body)).toBe(
      'changeEventError.CHANGE_DATE_RANGE_INFINITE',
    );
    expect(errorOf((await at.search(`${changes} WHERE ${since} AND ${until}`)).body)).toBe(
      'changeEventError.LIMIT_NOT_SPECIFIED',
    );
    expect(
      (await at.search(`${changes} WHERE ${since} AND ${until} LIMIT 5`)).body.results,
    ).toHaveLength(5);
  });
});

describe('changes', () => {
  const good = { create: { adGroup, status: 'PAUSED', ad: ad() } };
  const bad = { create: { adGroup, ad: ad({ finalUrls: [] }) } };
  const adCount = async (at: ReturnType<typeof googleAtSandbox>): Promise<number> =>
    (await at.objects('google_ads')).length;

  test('are all carried out or none; with partial failure those that are good; validated only, none', async () => {
    const at = googleAtSandbox();
    const before = await adCount(at);
    const all = await at.ask('adGroupAds:mutate', { operations: [good, bad] });
    expect([all.status, errorOf(all.body), await adCount(at)]).toEqual([
      400,
      'adError.EMPTY_FIELD',
      before,
    ]);
    const validated = await at.ask('adGroupAds:mutate', { operations: [good], validateOnly: true });
    expect([validated.body, await adCount(at)]).toEqual([{}, before]);
    const some = await at.ask('adGroupAds:mutate', {
      operations: [bad, good],
      partialFailure: true,
    });
    expect(some.body.results).toEqual([
      {},
      { resourceName: expect.stringContaining(`${customer}/adGroupAds/${empty}~`) },
    ]);
    expect(
      some.body.partialFailureError.details[0].errors[0].location.fieldPathElements[0],
    ).toEqual({
      fieldName: 'operations',
      index: 0,
    });
    expect(await adCount(at)).toBe(before + 1);
  });

  test.each([
    [{ update: { resourceName: search, status: 'PAUSED' } }, 'fieldMaskError.FIELD_MASK_MISSING'],
    [
      {
        update: { resourceName: search, advertisingChannelType: 'DISPLAY' },
        updateMask: 'advertising_channel_type',
      },
      'requestError.IMMUTABLE_FIELD',
    ],
    [{ update: { resourceName: search }, updateMask: 'nothing' }, 'fieldMaskError.FIELD_NOT_FOUND'],
    [
      {
        update: { resourceName: `${customer}/campaigns/1`, status: 'PAUSED' },
        updateMask: 'status',
      },
      'mutateError.RESOURCE_NOT_FOUND',
    ],
    [
      { update: { resourceName: 'campaigns/1', status: 'PAUSED' }, updateMask: 'status' },
      'requestError.RESOURCE_NAME_MALFORMED',
    ],
    [
      { update: { resourceName: search, name: 'Brand' }, updateMask: 'name' },
      'campaignError.DUPLICATE_CAMPAIGN_NAME',
    ],
    [{}, 'requestError.OPERATION_REQUIRED'],
  ])('%j is refused', async (operation, name) => {
    const { body } = await googleAtSandbox().ask('campaigns:mutate', { operations: [operation] });
    expect(errorOf(body)).toBe(name);
  });

  test('a name the message does not have, and a value of another type, never reach the API', async () => {
    const at = googleAtSandbox();
    for (const create of [
      { adGroup, ad: ad({ colour: 'red' }) },
      { adGroup: 5, ad: ad() },
      { adGroup, status: 'ON', ad: ad() },
    ]) {
      const { status, body } = await at.ask('adGroupAds:mutate', { operations: [{ create }] });
      expect([status, body.error.status, body.error.details]).toEqual([
        400,
        'INVALID_ARGUMENT',
        undefined,
      ]);
    }
  });

  test('temporary ids stand for what the same request makes; a campaign declares political advertising', async () => {
    const at = googleAtSandbox();
    const budget = {
      campaignBudgetOperation: {
        create: { resourceName: `${customer}/campaignBudgets/-1`, amountMicros: '5000000' },
      },
    };
    const campaign = (more: object) => ({
      campaignOperation: {
        create: {
          resourceName: `${customer}/campaigns/-2`,
          name: 'New',
          advertisingChannelType: 'SEARCH',
          manualCpc: {},
          campaignBudget: `${customer}/campaignBudgets/-1`,
          ...more,
        },
      },
    });
    const group = {
      adGroupOperation: { create: { name: 'Group', campaign: `${customer}/campaigns/-2` } },
    };
    const send = (...mutateOperations: readonly object[]) =>
      at.ask('googleAds:mutate', { mutateOperations });
    expect(errorOf((await send(budget, campaign({}))).body)).toBe(
      'mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED',
    );
    expect(errorOf((await send(group)).body)).toBe('mutateError.RESOURCE_NOT_FOUND');
    const declared = campaign({
      containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
    });
    const { body } = await send(budget, declared, group);
    expect(body.mutateOperationResponses.map((each: object) => Object.keys(each))).toEqual([
      ['campaignBudgetResult'],
      ['campaignResult'],
      ['adGroupResult'],
    ]);
    const name = body.mutateOperationResponses[2].adGroupResult.resourceName;
    const found = await at.search(
      `SELECT ad_group.campaign FROM ad_group WHERE ad_group.resource_name = '${name}'`,
    );
    expect(found.body.results[0].adGroup.campaign).toBe(
      body.mutateOperationResponses[1].campaignResult.resourceName,
    );
  });

  test('an ad is reviewed after a while', async () => {
    const at = googleAtSandbox();
    const made = await at.ask('adGroupAds:mutate', { operations: [good] });
    const query = `SELECT ad_group_ad.policy_summary.review_status FROM ad_group_ad WHERE ad_group_ad.resource_name = '${made.body.results[0].resourceName}'`;
    const review = async () =>
      (await at.search(query)).body.results[0].adGroupAd.policySummary.reviewStatus;
    expect(await review()).toBe('REVIEW_IN_PROGRESS');
    await at.clock.sleep(6_000);
    expect(await review()).toBe('REVIEWED');
  });
});

test('an adjusted conversion is answered without its new value', async () => {
  const at = googleAtSandbox();
  const { conversions } = at.platform;
  const [destination] = (await conversions?.destinations(at.access)) ?? [];
  const conversionAction = destination?.id ?? '';
  const event = {
    transactionId: 'o1',
    eventTimestamp: '2026-11-14T12:00:00Z',
    adIdentifiers: { gclid: 'g' },
  };
  await conversions?.send(at.access, conversionAction, [event], {});
  const adjustment = { conversionAction, orderId: 'o1', adjustmentType: 'RESTATEMENT' };
  const dated = { ...adjustment, adjustmentDateTime: '2026-11-15 12:00:00+00:00' };
  const restated = { ...dated, restatementValue: { adjustedValue: 5 } };
  const answer = await at.ask(':uploadConversionAdjustments', {
    conversionAdjustments: [restated],
    partialFailure: true,
  });
  expect(answer.body).toEqual({ results: [dated] });
});
