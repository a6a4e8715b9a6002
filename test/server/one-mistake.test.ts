import { beforeAll, describe, expect, test } from 'vitest';
import type { Fault, SlipwayError } from '../../core/base/errors.ts';
import type { Route } from '../../server/http/route.ts';
import { operationsOf } from '../../server/invoke.ts';
import { type PlacedName, placeOf } from '../../server/routes/table.ts';
import { catalogue } from '../catalogue.ts';
import { useCommandLine } from './cli-fixture.ts';
import { failOnDrift } from './harness.ts';
import { call, connectOver } from './mcp-client.ts';

failOnDrift();
const commandLine = useCommandLine();
const fixture = {
  call: (...args: Parameters<ReturnType<typeof commandLine.fixture>['call']>) =>
    commandLine.fixture().call(...args),
};

/**
 * One mistake has one answer, whatever the endpoint: status, code, and the path in the caller's own
 * words.
 */

const accounts = {
  primary: 'act_1001',
  'short-video': '7000000000000001001',
  'photo-messaging': '5ca90000-0000-4000-8000-000000010001',
  pin: '549700001001',
  'search-ads': '5000010001',
  'professional-network': '500001001',
  'app-network': '300011',
} as const;
type Platform = keyof typeof accounts;

let conventionId = '';
beforeAll(async () => {
  const convention = {
    name: 'x',
    level: 'ad',
    separator: '_',
    fields: [{ key: 'hook', source: 'free' }],
  };
  conventionId = (await fixture.call('POST', '/v1/naming-conventions', { body: convention })).body
    .id;
});

type Schema = { readonly [keyword: string]: unknown } & {
  readonly properties?: { readonly [name: string]: unknown };
  readonly required?: readonly string[];
};

/** What a route that names an account needs besides, by the name of the field. */
const others: { readonly [field: string]: unknown } = {
  startDate: '2026-11-01',
  endDate: '2026-11-03',
  name: 'x',
  q: 'x',
  kind: 'audiences',
  query: 'SELECT campaign.id FROM campaign',
  campaignId: '1',
  adSetId: '1',
  adsetId: '1',
  adId: '1',
  creativeId: '1',
  entityId: '1',
  entityIds: ['1'],
  zips: ['10001'],
  entityType: 'adset',
  newStatus: 'PAUSED',
  status: 'PAUSED',
  confirm: true,
  objective: 'OUTCOME_TRAFFIC',
  copyCount: 1,
  dailyBudgets: { US: 20 },
  dailyBudget: 20,
  level: 'campaign',
  days: 30,
  of: '1',
  targetAdSetId: '1',
  page: '1',
  identity: '1',
  board: '1',
  organization: '1',
  identityType: 'CUSTOMIZED_USER',
  questions: [{ type: 'email' }],
  privacyPolicyUrl: 'https://shop.example/privacy',
};

const isAccount = (name: string): boolean =>
  /^(accountId|businessId|adAccountId|accountIds)$/.test(name);

/** Routes whose request names one account or several at its top, and how to send it. */
const naming = catalogue.flatMap((route) => {
  const schema = (route.method === 'GET' ? route.query : route.body) as
    | { readonly entries?: Schema }
    | undefined;
  const fields = Object.keys(schema?.entries ?? {});
  const field = fields.find(isAccount);
  // A list in a body is about several things: each of its faults has a place of its own.
  const isList = route.method !== 'GET' && field === 'accountIds' && !fields.includes('accountId');
  return field === undefined || isList ? [] : [{ route, field, fields }];
});

async function send(
  { route, field, fields }: (typeof naming)[number],
  id: string,
  name: string = field,
) {
  const isWanted = (each: string): boolean =>
    !isAccount(each) &&
    (fields.includes(each) || (each === 'entityType' && route.path !== '/v1/lead-watches'));
  const rest = Object.fromEntries(Object.entries(others).filter(([each]) => isWanted(each)));
  const path = route.path
    .replace('{platform}', 'primary')
    .replace('{kind}', 'campaigns')
    .replace(/\{\w+\}/g, conventionId);
  const words = route.path.endsWith('-ads/status') ? { entityType: 'ad' } : {};
  const sent = { ...rest, ...words, [name]: id };
  if (route.method !== 'GET') return fixture.call(route.method, path, { body: sent });
  const query = new URLSearchParams(
    Object.entries(sent).map(([key, value]) => [key, String(value)]),
  );
  return fixture.call('GET', `${path}?${query}`);
}

/** The places and codes of a refusal through REST, a program, the command line and a model. */
async function refusedBy(operation: PlacedName, input: { readonly [field: string]: unknown }) {
  const { app, ports, companyId, key } = commandLine.fixture();
  const codes = (details: readonly Fault[] = []) =>
    details.map(({ path, code }) => `${path} ${code}`);
  const { method, path } = placeOf(operation);
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]) => [name, String(value)]),
  );
  const rest =
    method === 'GET'
      ? fixture.call(method, `${path}?${query}`)
      : fixture.call(method, path, { body: input });
  const caller = { companyId, keyId: 'test', scopes: ['admin'] as const };
  const [group = '', verb = ''] = operation.split('.');
  const calls = operationsOf(ports, caller) as unknown as {
    [group: string]: { [verb: string]: (input: object) => Promise<unknown> };
  };
  const program = calls[group]?.[verb]?.(input).then(
    () => [],
    (error: SlipwayError) => codes(error.details),
  );
  const client = await connectOver(async (url, init) => app.request(url, init), key);
  const tool = await call(client, 'call_action', { action: operation, input });
  const { err } = await commandLine.slipway('call', operation, '--json', JSON.stringify(input));
  const told = (await rest).body.error;
  return {
    rest: [told?.code, ...codes(told?.details)],
    program: await program,
    // Some operations are not for models.
    model:
      tool.error?.details?.[0]?.code === 'unknown_action'
        ? await program
        : codes(tool.error?.details),
    // The command line has words for people: the place and the message.
    commandLine: (told?.details ?? []).every((fault: Fault) => err.includes(fault.path)),
  };
}

const everywhere = (status: string, ...faults: string[]) => ({
  rest: [status, ...faults],
  program: faults,
  model: faults,
  commandLine: true,
});

type Details = readonly {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}[];
const title = ({ method, path }: Route): string => `${method} ${path}`;

describe('an account of another platform', () => {
  const words: { readonly [word: string]: Platform } = {
    primary: 'primary',
    'short-video': 'short-video',
    'photo-messaging': 'photo-messaging',
    pin: 'pin',
    'search-ads': 'search-ads',
    'professional-network': 'professional-network',
    'app-network': 'app-network',
  };
  const own = naming.flatMap((each) => {
    const [, first = '', second = ''] =
      /^\/v1\/(?:manage\/)?([\w-]+)\/([\w-]+)/.exec(each.route.path) ?? [];
    const platform = second === '' ? undefined : words[first];
    return platform === undefined ? [] : [{ ...each, platform }];
  });

  test('there are routes for one platform', () => expect(own.length).toBeGreaterThan(20));

  test.each(own.map((each) => [title(each.route), each] as const))('%s', async (_title, each) => {
    for (const [platform, id] of Object.entries(accounts).filter(
      ([other]) => other !== each.platform,
    )) {
      const { status, body } = await send(each, id);
      const [fault] = (body.error?.details ?? []) as Details;
      expect([platform, status, fault?.path, fault?.code]).toEqual([
        platform,
        422,
        each.field,
        'account_platform_mismatch',
      ]);
      expect(fault?.message).toContain(platform);
    }
  });

  test('a launch for one platform blames the account where no platform was sent', async () => {
    const ad = {
      adName: 'x',
      organizationId: '1',
      adSets: ['1'],
      media: [{ url: 'https://a.example/a.png' }],
    };
    const { status, body } = await fixture.call('POST', '/v1/linkedin/launch', {
      body: { ads: [{ ...ad, accountId: 'act_1001' }] },
    });
    const fault = (body.error.details as Details).find(
      ({ code }) => code === 'account_platform_mismatch',
    );
    expect([status, fault?.path]).toEqual([422, 'ads[0].accountId']);
  });
});

describe('through every door', () => {
  test.each([
    [
      'professionalNetwork.manage',
      { accountId: 'act_1001' },
      'accountId account_platform_mismatch',
    ],
    [
      'manage.rename',
      { businessId: 'act_99', entityType: 'ad', entityId: '1', name: 'x' },
      'businessId unknown_ad_account',
    ],
  ] as const)('%s %o', async (operation, input, fault) => {
    const status = fault.endsWith('mismatch') ? 'unprocessable_entity' : 'not_found';
    expect(await refusedBy(operation as PlacedName, input)).toEqual(everywhere(status, fault));
  });
});

describe('an account that is not there', () => {
  test.each(naming.map((each) => [title(each.route), each] as const))(
    '%s names it as it was sent',
    async (_title, each) => {
      for (const name of ['accountId', 'businessId', 'adAccountId', 'accountIds']) {
        const { status, body } = await send(each, 'act_99887766', name);
        const [fault] = (body.error?.details ?? []) as Details;
        expect([name, status, fault?.code, fault?.path]).toEqual([
          name,
          404,
          'unknown_ad_account',
          name,
        ]);
      }
    },
  );
});

describe('a value that breaks a rule has a code of ours', () => {
  test.each([
    ['POST', '/v1/keys', { name: '' }, 'name', 'too_short'],
    ['POST', '/v1/keys', { name: 'x'.repeat(2_000) }, 'name', 'too_long'],
    ['POST', '/v1/keys', { name: 'x', expiresAt: 'tomorrow' }, 'expiresAt', 'invalid_time'],
    [
      'POST',
      '/v1/manage/rename',
      { businessId: 'a b', entityId: '1', entityType: 'ad', name: 'x' },
      'businessId',
      'invalid_format',
    ],
    [
      'POST',
      '/v1/manage/duplicate-ad',
      { accountId: 'act_1001', adId: '1', copyCount: 11 },
      'copyCount',
      'too_high',
    ],
    [
      'POST',
      '/v1/manage/duplicate-ad',
      { accountId: 'act_1001', adId: '1', copyCount: 0 },
      'copyCount',
      'too_low',
    ],
    [
      'POST',
      '/v1/manage/duplicate-ad',
      { accountId: 'act_1001', adId: '1', copyCount: 1.5 },
      'copyCount',
      'invalid_value',
    ],
    ['GET', '/v1/research/rpc/ads.list?input=%7B', undefined, 'input', 'invalid_value'],
  ] as const)('%s %s %o', async (method, path, body, at, code) => {
    const { body: answer } = await fixture.call(method, path, body && { body });
    expect(
      answer.error.details.map((fault: Details[number]) => [fault.path, fault.code]),
    ).toContainEqual([at, code]);
  });
});

describe('a time that does not exist', () => {
  const entity = { businessId: 'act_1001', entityType: 'adset', entityIds: ['1'] };
  const adSet = { accountId: 'act_1001', campaignId: '1', name: 'x', dailyBudget: 10 };
  const event = { eventId: 'x', name: 'lead', source: 'email', user: { email: 'a@example.com' } };
  const rule = {
    name: 'x',
    actions: [{ type: 'notify' }],
    when: { attr: 'weekday', op: 'is', value: 'mon' },
    scope: { level: 'account', accountIds: ['act_1001'] },
  };
  const places: readonly (readonly [PlacedName, (time: string) => object, string])[] = [
    ['manage.updateStatus', (endTime) => ({ ...entity, endTime }), 'endTime'],
    ['manage.createAdSet', (end_time) => ({ ...adSet, end_time }), 'end_time'],
    ['manage.changes', (since) => ({ businessId: 'act_1001', since }), 'since'],
    ['comments.list', (since) => ({ since }), 'since'],
    ['overview.get', (since) => ({ since }), 'since'],
    [
      'conversions.send',
      (happenedAt) => ({ destinations: ['primary:1'], events: [{ ...event, happenedAt }] }),
      'events[0].happenedAt',
    ],
    [
      'automations.create',
      (from) => ({ ...rule, schedule: { at: ['08:00'], from } }),
      'schedule.from',
    ],
  ];

  test.each(places)('%s', async (operation, input, path) => {
    for (const time of [
      '2027-02-30T00:00:00Z',
      '2027-04-31T10:00:00+02:00',
      '2027-01-01T24:30:00Z',
      '2027-01-01T10:00:00',
      'soon',
    ]) {
      const answer = await refusedBy(
        operation,
        input(time) as { readonly [field: string]: unknown },
      );
      expect([time, answer]).toEqual([
        time,
        everywhere('unprocessable_entity', `${path} invalid_time`),
      ]);
    }
  });

  test.each(places)('%s takes Unix seconds and a zone', async (operation, input) => {
    for (const time of ['1924992000', '2031-01-01T00:00:00Z', '2031-01-01 01:00+0100']) {
      const { rest } = await refusedBy(
        operation,
        input(time) as { readonly [field: string]: unknown },
      );
      expect([time, rest.filter((each) => String(each).endsWith('invalid_time'))]).toEqual([
        time,
        [],
      ]);
    }
  });

  test('the command line’s own flags', async () => {
    for (const day of ['2027-02-30', '2027-02-30T00:00:00Z']) {
      const { code, err } = await commandLine.slipway('keys', 'create', 'x', '--expires', day);
      expect([code, err]).toEqual([2, expect.stringContaining('is no time')]);
    }
    const { code, err } = await commandLine.slipway(
      'adsets',
      '--account',
      'act_1001',
      '--from',
      '2026-02-30',
      '--to',
      '2026-03-01',
    );
    expect([code, err]).toEqual([2, expect.stringContaining('must be a day')]);
  });
});
