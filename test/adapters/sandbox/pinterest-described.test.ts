import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { pin } from '../../../adapters/sandbox/pinterest/seed/ids.ts';
import { descriptionOf } from '../../../build/simulated/description.ts';
import { dayAgo } from '../../machine-time.ts';
import { type ServedSandbox, serveSandbox } from './served.ts';

/**
 * Requests made of the required fields and the examples of Pinterest's own description, and answers
 * held against it.
 */

let served: ServedSandbox;
const account = pin.accounts.eur;
const { schemas = {}, endpoints } = descriptionOf('pinterest');

beforeAll(() => {
  served = serveSandbox();
});

afterAll(() => served.stop());

type Body = { readonly [field: string]: unknown };

interface Described {
  readonly isRequired: boolean;
  readonly mayBeNull: boolean;
  /** A type, or the words that are allowed. */
  readonly type: string;
  readonly example: string | undefined;
}

function fieldOf(line: string): Described {
  const [, required, nullable, type = '', example] =
    /^(!?)(\??)([^ ]*)(?: = (.*))?$/.exec(line) ?? [];
  return { isRequired: required === '!', mayBeNull: nullable === '?', type, example };
}

function fits({ type, mayBeNull }: Described, value: unknown): boolean {
  if (value === null) return mayBeNull;
  if (type.includes('|')) return type.split('|').includes(String(value));
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  return type === '' || typeof value === type;
}

/** What of an object its schema does not have, or has otherwise. */
function misfits(schema: string, value: Body): readonly string[] {
  const fields = schemas[schema] ?? {};
  const lacking = Object.keys(fields).filter(
    (name) => fieldOf(fields[name] ?? '').isRequired && value[name] === undefined,
  );
  const wrong = Object.entries(value).filter(([name, each]) => {
    const line = fields[name];
    return line === undefined || !fits(fieldOf(line), each);
  });
  return [
    ...lacking.map((name) => `no ${name}`),
    ...wrong.map(([name, each]) => `${name}: ${JSON.stringify(each)}`),
  ];
}

/**
 * The required fields of a schema, and others by name, with their examples; `own` are ids that
 * exist.
 */
function bodyOf(schema: string, others: readonly string[], own: Body): Body {
  const made = Object.entries(schemas[schema] ?? {}).flatMap(([name, line]) => {
    const { isRequired, type, example = type.split('|')[0] ?? '' } = fieldOf(line);
    if (!isRequired && !others.includes(name)) return [];
    const value =
      type === 'integer' ? Number(example) : type === 'boolean' ? example === 'true' : example;
    return [[name, value] as const];
  });
  const body = { ...Object.fromEntries(made), ...own };
  expect(misfits(schema, body)).toEqual([]);
  return body;
}

async function call(
  endpoint: string,
  ids: { readonly [name: string]: string } = {},
  params: unknown = {},
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are endpoints.
): Promise<any> {
  expect(Object.keys(endpoints)).toContain(endpoint);
  const [method = '', path = ''] = endpoint.split(' ');
  const url = new URL(
    `${served.url}/pinterest/v5/${path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '')}`,
  );
  const isRead = method === 'GET' || method === 'DELETE';
  if (isRead)
    for (const [name, value] of Object.entries(params as Body))
      url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method,
    headers: { authorization: `Bearer ${seed.token}`, 'content-type': 'application/json' },
    ...(!isRead && { body: JSON.stringify(params) }),
  });
  return response.status === 204 ? null : response.json();
}

const ids = { ad_account_id: account };
/** The one object that a batch made or changed. */
async function written(endpoint: string, schema: string, body: Body): Promise<Body> {
  const { items } = await call(endpoint, ids, [body]);
  expect([items[0].exceptions ?? [], misfits(schema, items[0].data)]).toEqual([[], []]);
  return items[0].data;
}

test('reads accounts and boards', async () => {
  const accounts = await call('GET ad_accounts');
  // Newer than the description.
  for (const { time_zone: _, ...each } of accounts.items)
    expect(misfits('AdAccount', each)).toEqual([]);
  expect(accounts.items.map(({ id }: { readonly id: string }) => id)).toContain(account);
  expect(await call('GET ad_accounts/{ad_account_id}', ids)).toEqual(
    accounts.items.find(({ id }: Body) => id === account),
  );
  for (const board of (await call('GET boards')).items) {
    expect(misfits('Board', board)).toEqual([]);
    expect(await call('GET boards/{board_id}', { board_id: board.id })).toEqual(board);
  }
});

test('creates a campaign, an ad group, a Pin and an ad, changes them, and reads them back', async () => {
  const campaign = await written(
    'POST ad_accounts/{ad_account_id}/campaigns',
    'CampaignResponse',
    bodyOf(
      'CampaignCreateRequest',
      ['daily_spend_cap', 'status', 'is_campaign_budget_optimization'],
      {
        ad_account_id: account,
        objective_type: 'CONSIDERATION',
      },
    ),
  );
  const adGroup = await written(
    'POST ad_accounts/{ad_account_id}/ad_groups',
    'AdGroupResponse',
    bodyOf(
      'AdGroupCreateRequest',
      [
        'budget_in_micro_currency',
        'budget_type',
        'bid_in_micro_currency',
        'bid_strategy_type',
        'start_time',
        'end_time',
        'placement_group',
      ],
      { campaign_id: campaign.id, targeting_spec: { GEO: ['DE'] } },
    ),
  );
  const made = await call(
    'POST pins',
    {},
    {
      ...bodyOf('PinCreate', [], {
        board_id: pin.boards.ads,
        title: 'Walk',
        link: 'https://shop.example/',
      }),
      media_source: { source_type: 'image_url', url: 'https://cdn.example.com/a.png' },
    },
  );
  expect(misfits('Pin', made)).toEqual([]);
  const ad = await written(
    'POST ad_accounts/{ad_account_id}/ads',
    'AdResponse',
    bodyOf('AdCreateRequest', ['customizable_cta_type', 'grid_click_type', 'status'], {
      ad_group_id: adGroup.id,
      pin_id: made.id,
      creative_type: 'REGULAR',
      name: 'Walk',
    }),
  );

  const of = { ad_account_id: account };
  const changes = [
    [
      'campaigns',
      'Campaign',
      { ...of, id: campaign.id, name: 'Walk 2', daily_spend_cap: 7_000_000 },
    ],
    ['ad_groups', 'AdGroup', { id: adGroup.id, budget_in_micro_currency: 6_000_000 }],
    ['ads', 'Ad', { id: ad.id, status: 'PAUSED', customizable_cta_type: 'TRY_IT' }],
  ] as const;
  for (const [noun, object, change] of changes) {
    const changed = await written(
      `PATCH ad_accounts/{ad_account_id}/${noun}`,
      `${object}Response`,
      bodyOf(`${object}UpdateRequest`, [], change),
    );
    expect(changed).toMatchObject(change);
    const filter = `${noun.slice(0, -1)}_ids`;
    const { items } = await call(`GET ad_accounts/{ad_account_id}/${noun}`, ids, {
      [filter]: String(change.id),
    });
    expect(items).toMatchObject([change]);
    expect(misfits(`${object}Response`, items[0])).toEqual([]);
    const key = `${noun.slice(0, -1)}_id`;
    expect(
      await call(`GET ad_accounts/{ad_account_id}/${noun}/{${key}}`, {
        ...ids,
        [key]: String(change.id),
      }),
    ).toEqual(items[0]);
  }
  expect(await call('DELETE pins/{pin_id}', { pin_id: made.id })).toBeNull();
});

test('reads analytics, and orders a report', async () => {
  const columns = 'SPEND_IN_MICRO_DOLLAR,IMPRESSION_1,CLICKTHROUGH_1';
  const days = { start_date: dayAgo(7), end_date: dayAgo(1) };
  const campaign = pin.campaign(account, 'consideration');
  const rows = await call('GET ad_accounts/{ad_account_id}/campaigns/analytics', ids, {
    ...days,
    campaign_ids: campaign,
    columns,
    granularity: 'DAY',
  });
  expect(rows).toHaveLength(7);
  expect(rows[0]).toMatchObject({
    CAMPAIGN_ID: expect.anything(),
    DATE: dayAgo(7),
    IMPRESSION_1: expect.any(Number),
  });
  const ordered = await call('POST ad_accounts/{ad_account_id}/reports', ids, {
    ...days,
    columns: columns.split(','),
    granularity: 'DAY',
    level: 'CAMPAIGN',
    campaign_ids: [campaign],
    report_format: 'JSON',
  });
  expect(ordered).toMatchObject({ report_status: 'IN_PROGRESS', token: expect.any(String) });
  await served.control('clock', { advanceMs: 5_000 });
  const ready = await call('GET ad_accounts/{ad_account_id}/reports', ids, {
    token: ordered.token,
  });
  expect(ready).toMatchObject({ report_status: 'FINISHED', url: expect.stringContaining('http') });
  const file = (await (await fetch(ready.url)).json()) as {
    readonly [id: string]: readonly Body[];
  };
  expect(Object.keys(file)).toEqual([campaign]);
  expect(file[campaign]?.map(({ DATE, IMPRESSION_1 }) => [DATE, IMPRESSION_1])).toEqual(
    rows.map(({ DATE, IMPRESSION_1 }: Body) => [DATE, IMPRESSION_1]),
  );
});

test('answers refusals with codes that the description has', async () => {
  const { errors = {} } = descriptionOf('pinterest');
  const coded = async (path: string, token: string) => {
    const response = await fetch(`${served.url}/pinterest/v5/${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { code, message } = (await response.json()) as {
      readonly code: number;
      readonly message: string;
    };
    return {
      status: response.status,
      code,
      message,
      isDescribed: errors[response.status]?.split(' ').includes(String(code)),
    };
  };
  expect(await coded('ad_accounts', 'nobody')).toMatchObject({
    status: 401,
    code: 2,
    isDescribed: true,
  });
  expect(await coded('ad_accounts/549700099001/campaigns', seed.token)).toMatchObject({
    status: 403,
    code: 29,
    isDescribed: true,
  });
  expect(await coded('pins/1', seed.token)).toMatchObject({
    status: 404,
    code: 50,
    isDescribed: true,
  });
  expect(await coded('boards/1/pins', seed.token)).toMatchObject({
    status: 404,
    code: 40,
    isDescribed: true,
  });
  expect(await coded(`ad_accounts/${account}/campaigns?page_size=0`, seed.token)).toMatchObject({
    status: 400,
    isDescribed: true,
  });
});
