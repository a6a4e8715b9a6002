import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { applovin } from '../../../adapters/sandbox/applovin/index.ts';
import { appNetwork } from '../../../adapters/sandbox/applovin/seed/ids.ts';
import { demoCompany } from '../../../adapters/sandbox/companies.ts';
import type { Sandbox } from '../../../adapters/sandbox/sandbox.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';
import { PIXEL } from '../../named-media.ts';

/** The simulated API past the adapter: what it refuses, and how. */

const { app, web } = appNetwork.accounts;
const [campaign = ''] = appNetwork.empty(app);

let clock: ManualClock;
let sandbox: Sandbox;
beforeEach(() => {
  clock = createManualClock(Date.UTC(2026, 10, 15, 12));
  sandbox = seededSandbox(clock, 1, [applovin]);
});

interface More {
  readonly key?: string | null;
  readonly account?: string | null;
  readonly body?: object | FormData;
}

async function send(
  method: string,
  path: string,
  { key = demoCompany.token, account = app, body }: More = {},
) {
  const url = new URL(`http://sandbox.test/applovin/manage/v1/${path}`);
  if (account !== null) url.searchParams.set('account_id', account);
  const isForm = body instanceof FormData;
  const response = await sandbox.fetch(
    new Request(url, {
      method,
      headers: {
        ...(key !== null && { authorization: key }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are endpoints.
  const json: any = text === '' ? undefined : JSON.parse(text);
  return {
    status: response.status,
    message: response.headers.get('x-al-error-message'),
    headers: response.headers,
    text,
    json,
  };
}

const set = (more: object = {}) => ({
  body: {
    type: 'APP',
    campaign_id: campaign,
    name: 'Ad',
    assets: [{ id: appNetwork.image(app) }],
    ...more,
  },
});
const control = (path: string, body: object) =>
  sandbox.fetch(
    new Request(`http://sandbox.test/_sandbox/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    }),
  );

describe('keys and accounts', () => {
  test.each([
    [{ key: null }, 401],
    [{ key: `Bearer ${demoCompany.token}` }, 401],
    [{ key: 'another' }, 401],
    [{ account: null }, 400],
    [{ account: 'act_1' }, 400],
    [{ account: '999999' }, 403],
  ])(
    '%j is answered %i, with the reason in a header and nothing in the body',
    async (more, status) => {
      const answer = await send('GET', 'campaign/list', more);
      expect([answer.status, answer.text]).toEqual([status, '']);
      expect(answer.message).toMatch(/./);
      expect(answer.headers.get('x-trace-id')).toMatch(/^axon-/);
    },
  );

  test('a key that may read changes nothing', async () => {
    expect((await send('GET', 'campaign/list', { key: demoCompany.readOnlyToken })).status).toBe(
      200,
    );
    expect(
      (await send('POST', 'creative_set/create', { ...set(), key: demoCompany.readOnlyToken }))
        .status,
    ).toBe(403);
  });
});

describe('creative sets', () => {
  test.each([
    [{ type: 'WEB' }, /not of type WEB/],
    [{ type: undefined }, /type/],
    [{ name: '' }, /name/],
    [{ assets: [] }, /assets/],
    [{ assets: ['1'] }, /objects with an id/],
    [{ assets: [{ id: appNetwork.image(web) }] }, /no asset/],
    [{ campaign_id: '1' }, /no object/],
    [{ creative_set_url: 'https://a.example' }, /for WEB/],
    [{ title: 'x' }, /not a known field/],
    [{ status: 'ACTIVE' }, /LIVE, PAUSED/],
  ])('%j is refused', async (more, message) => {
    const answer = await send('POST', 'creative_set/create', set(more));
    expect([answer.status, message.test(answer.message ?? '')]).toEqual([400, true]);
  });

  test('taking out takes numbers, at most fifty', async () => {
    const path = 'creative_set/remove-from-all-campaigns';
    const id = appNetwork.creativeSet(app, 1);
    expect((await send('POST', path, { body: { creative_set_ids: [id] } })).status).toBe(400);
    expect(
      (
        await send('POST', path, {
          body: { creative_set_ids: Array.from({ length: 51 }, () => Number(id)) },
        })
      ).status,
    ).toBe(400);
    expect((await send('POST', path, { body: { creative_set_ids: [Number(id)] } })).status).toBe(
      200,
    );
  });
});

describe('campaigns', () => {
  test('amounts are decimal text, and a new campaign is live whatever it is to be', async () => {
    const { json } = await send('GET', `campaign/list?ids=${appNetwork.delivering(app)}`);
    const { id: _, hashed_id: __, created_at: ___, ...row } = json[0];
    const body = {
      name: 'New',
      type: row.type,
      platform: row.platform,
      package_name: row.package_name,
      status: 'PAUSED',
      bidding_strategy: row.bidding_strategy,
      start_date: '2026-11-20T00:00:00',
      targeting: row.targeting,
      tracking: row.tracking,
      budget: { daily_budget_for_all_countries: '50' },
      goal: { goal_type: row.goal.goal_type, goal_value_for_all_countries: '2' },
      ...(row.itunes_id && { itunes_id: row.itunes_id }),
    };
    const bare = await send('POST', 'campaign/create', {
      body: { ...body, budget: { daily_budget_for_all_countries: 50 } },
    });
    expect([bare.status, bare.message]).toEqual([400, expect.stringMatching(/decimal in quotes/)]);
    const made = await send('POST', 'campaign/create', { body });
    expect([made.status, made.message]).toEqual([200, null]);
    const [held] = (await send('GET', `campaign/list?ids=${made.json.id}`)).json;
    expect(held.status).toBe('LIVE');
  });

  test('lists end with an empty page and take at most a hundred', async () => {
    expect((await send('GET', 'campaign/list?size=101')).status).toBe(400);
    expect((await send('GET', 'campaign/list?page=0')).status).toBe(400);
    expect((await send('GET', 'campaign/list?page=9')).json).toEqual([]);
  });
});

describe('uploads', () => {
  const form = (part: string, count: number, name = 'a.png') => {
    const files = new FormData();
    for (let i = 0; i < count; i += 1) files.append(part, new File([Uint8Array.from(PIXEL)], name));
    return files;
  };

  test('an asset has no id before it is processed', async () => {
    const { json } = await send('POST', 'asset/upload', { body: form('files', 1) });
    const look = async () =>
      (await send('GET', `asset/upload_result?upload_id=${json.upload_id}`)).json;
    expect(await look()).toMatchObject({
      upload_status: 'PENDING',
      details: [{ name: 'a.png', file_status: 'PENDING' }],
    });
    clock.advance(900);
    expect(await look()).toMatchObject({
      upload_status: 'FINISHED',
      details: [{ file_status: 'SUCCESS', id: expect.any(String) }],
    });
  });

  test.each([
    [form('file', 1), /called files/],
    [form('files', 41), /At most 40/],
    [new FormData(), /files/],
  ])('what does not fit is refused', async (body, message) => {
    const answer = await send('POST', 'asset/upload', { body });
    expect([answer.status, message.test(answer.message ?? '')]).toEqual([400, true]);
  });

  test('a file of another type fails by itself', async () => {
    const { json } = await send('POST', 'asset/upload', { body: form('files', 1, 'a.webp') });
    const result = await send('GET', `asset/upload_result?upload_id=${json.upload_id}`);
    expect(result.json.details).toMatchObject([
      { file_status: 'FAILURE', error_message: expect.stringContaining('not supported') },
    ]);
  });
});

describe('limits', () => {
  test('a hundred refusals in five minutes lock the account for a day, and no other', async () => {
    for (let i = 0; i < 100; i += 1)
      expect((await send('POST', 'creative_set/create', set({ name: '' }))).status).toBe(400);
    const locked = await send('GET', 'campaign/list');
    expect([locked.status, locked.headers.get('x-al-error-code')]).toEqual([429, '100007']);
    expect((await send('GET', 'campaign/list', { account: web })).status).toBe(200);
    clock.advance(23 * 3_600_000);
    expect((await send('GET', 'campaign/list')).status).toBe(429);
    clock.advance(3_600_000);
    expect((await send('GET', 'campaign/list')).status).toBe(200);
  });

  test('refusals that are five minutes old do not count', async () => {
    for (let i = 0; i < 99; i += 1) await send('POST', 'creative_set/create', set({ name: '' }));
    clock.advance(5 * 60_000);
    await send('POST', 'creative_set/create', set({ name: '' }));
    expect((await send('GET', 'campaign/list')).status).toBe(200);
  });

  test('a thousand calls a minute, then nothing for ten minutes', async () => {
    await control('tier', { tier: 'published' });
    for (let i = 0; i < 1_000; i += 1)
      expect((await send('GET', 'campaign/list?ids=1')).status).toBe(200);
    const stopped = await send('GET', 'campaign/list?ids=1');
    expect([stopped.status, stopped.headers.get('x-al-error-code')]).toEqual([429, null]);
    clock.advance(9 * 60_000);
    expect((await send('GET', 'campaign/list?ids=1')).status).toBe(429);
    clock.advance(60_000);
    expect((await send('GET', 'campaign/list?ids=1')).status).toBe(200);
  });
});
