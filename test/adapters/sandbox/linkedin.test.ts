import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { linkedin } from '../../../adapters/sandbox/linkedin/index.ts';
import { professionalNetwork } from '../../../adapters/sandbox/linkedin/seed/ids.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import type { Sandbox } from '../../../adapters/sandbox/sandbox.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';

/** The simulated API past the adapter: what it refuses, and how. */

const account = professionalNetwork.accounts.eur;
const [campaign = '', other = ''] = professionalNetwork.emptyCampaigns(account, 'visits');
const urn = (id: string): string => encodeURIComponent(id);

let clock: ManualClock;
let sandbox: Sandbox;
beforeEach(() => {
  clock = createManualClock(Date.UTC(2026, 10, 15, 12));
  sandbox = seededSandbox(clock, 1, [linkedin]);
});

interface More {
  readonly headers?: { readonly [name: string]: string };
  readonly token?: string;
  readonly body?: unknown;
}

async function send(
  method: string,
  path: string,
  { headers = {}, token = seed.token, body }: More = {},
) {
  const response = await sandbox.fetch(
    new Request(`http://sandbox.test/linkedin/rest/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'LinkedIn-Version': '202607',
        'X-Restli-Protocol-Version': '2.0.0',
        'content-type': 'application/json',
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are endpoints.
  const json: any = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, text, json };
}

const get = (path: string, more?: More) => send('GET', path, more);
const finder = { headers: { 'X-RestLi-Method': 'FINDER' } };
const creatives = `adAccounts/${account}/creatives`;
const boost = (more: object = {}) => ({
  campaign: `urn:li:sponsoredCampaign:${campaign}`,
  content: { reference: professionalNetwork.posts[0] },
  intendedStatus: 'DRAFT',
  name: 'Ad',
  ...more,
});
const make = (more?: object) => send('POST', creatives, { body: boost(more) });

test('LinkedIn’s own client is understood: methods in small letters, and fields that are asked for', async () => {
  const headers = { 'X-RestLi-Method': 'partial_update' };
  const patch = { patch: { $set: { name: 'Renamed' } } };
  const path = `adAccounts/${account}/adCampaigns/${campaign}`;
  expect((await send('POST', path, { headers, body: patch })).status).toBe(204);
  expect((await get(`${path}?fields=id,name`)).json).toEqual({
    id: Number(campaign),
    name: 'Renamed',
  });
  const found = (await get(`adAccounts?q=search&fields=id,status`)).json.elements;
  expect(found.map((row: object) => Object.keys(row).sort())).toEqual(
    found.map(() => ['id', 'status']),
  );
  const states = ['ACTIVE', 'CANCELED', 'DRAFT', 'PENDING_DELETION', 'REMOVED'];
  for (const { status } of found) expect(states).toContain(status);
});

describe('headers', () => {
  test.each([
    [{ 'LinkedIn-Version': '' }, 426],
    [{ 'LinkedIn-Version': '202510' }, 426],
    [{ 'LinkedIn-Version': 'latest' }, 426],
    [{ 'X-Restli-Protocol-Version': '1.0.0' }, 200],
    [{ 'X-Restli-Protocol-Version': '3.0.0' }, 400],
    [{ 'LinkedIn-Version': '202608' }, 200],
    [{ 'LinkedIn-Version': '202609' }, 200],
    [{ 'LinkedIn-Version': '202701' }, 426],
    [{ authorization: '' }, 401],
    [{ authorization: 'Bearer nobody' }, 401],
  ])('%j', async (headers, status) => {
    expect((await get(`adAccounts/${account}`, { headers })).status).toBe(status);
  });

  test('a version is answered until the day it ends', async () => {
    const headers = { 'LinkedIn-Version': '202511' };
    expect((await get(`adAccounts/${account}`, { headers })).status).toBe(200);
    clock.advance(86_400_000);
    expect((await get(`adAccounts/${account}`, { headers })).status).toBe(426);
    expect((await get(`adAccounts/${account}`)).status).toBe(200);
  });

  test('a trace id stands in every answer, and no budget', async () => {
    const { headers } = await get(`adAccounts/${account}`);
    expect(headers.get('x-li-uuid')).not.toBeNull();
    await sandbox.fetch(
      new Request('http://sandbox.test/_sandbox/faults', {
        method: 'POST',
        body: JSON.stringify({ fault: 'throttle' }),
      }),
    );
    const refused = await get(`adAccounts/${account}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, null]);
  });
});

describe('queries', () => {
  test.each([
    [
      'tuples with encoded punctuation',
      `adAccounts/${account}/adCampaigns?q=search&search=%28status%3A%28values%3AList%28ACTIVE%29%29%29`,
    ],
    [
      'bare colons in a URN',
      `${creatives}?q=criteria&campaigns=List(urn:li:sponsoredCampaign:${campaign})`,
    ],
    [
      'lists in the old form',
      `${creatives}?q=criteria&campaigns[0]=${urn('urn:li:sponsoredCampaign:1')}`,
    ],
    ['names it does not know', `adAccounts/${account}/adCampaigns?q=search&colour=red`],
    [
      'a status there is not',
      `adAccounts/${account}/adCampaigns?q=search&search=(status:(values:List(CANCELLED)))`,
    ],
    ['a bare URN in a path', `${creatives}/urn:li:sponsoredCreative:1`],
    [
      'more than twenty fields',
      `adAnalytics?q=analytics&pivot=ACCOUNT&timeGranularity=ALL&dateRange=(start:(year:2026,month:1,day:1))&accounts=List(a)&fields=${Array(21).fill('clicks').join(',')}`,
    ],
  ])('refuses %s', async (_what, path) => {
    expect((await get(path, finder)).status).toBe(400);
  });

  test('refuses a query that is too long, and takes it as the body of a POST', async () => {
    const ids = Array.from({ length: 120 }, (_, i) =>
      urn(`urn:li:sponsoredCreative:${1_000_000_000 + i}`),
    ).join(',');
    expect((await get(`${creatives}?ids=List(${ids})`)).status).toBe(414);
    const response = await sandbox.fetch(
      new Request(`http://sandbox.test/linkedin/rest/${creatives}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${seed.token}`,
          'LinkedIn-Version': '202607',
          'X-Restli-Protocol-Version': '2.0.0',
          'content-type': 'application/x-www-form-urlencoded',
          'X-HTTP-Method-Override': 'GET',
        },
        body: `ids=List(${ids})`,
      }),
    );
    expect(response.status).toBe(200);
  });

  test('goes on with tokens in collections of ads, by places in posts', async () => {
    const first = await get(`adAccounts/${account}/adCampaigns?q=search&pageSize=2`);
    expect(first.json.elements).toHaveLength(2);
    const next = await get(
      `adAccounts/${account}/adCampaigns?q=search&pageSize=2&pageToken=${first.json.metadata.nextPageToken}`,
    );
    expect(next.json.elements[0].id).not.toBe(first.json.elements[0].id);
    const author = urn(`urn:li:organization:${professionalNetwork.organization}`);
    const posts = await get(`posts?q=author&author=${author}&count=1&start=1`, finder);
    expect(posts.json.paging).toMatchObject({ start: 1, count: 1, total: 4 });
  });
});

describe('writes', () => {
  test('a creation has no body: its id stands in a header', async () => {
    const { status, text, headers } = await make();
    expect([status, text]).toEqual([201, '']);
    expect(headers.get('x-restli-id')).toMatch(/^urn:li:sponsoredCreative:\d+$/);
  });

  test('a change needs its method, and is answered with nothing', async () => {
    const path = `adAccounts/${account}/adCampaigns/${campaign}`;
    const body = { patch: { $set: { status: 'PAUSED' } } };
    expect((await send('POST', path, { body })).status).toBe(400);
    const changed = await send('POST', path, {
      body,
      headers: { 'X-RestLi-Method': 'PARTIAL_UPDATE' },
    });
    expect([changed.status, changed.text]).toEqual([204, '']);
    expect((await get(path)).json).toMatchObject({
      status: 'PAUSED',
      servingStatuses: ['STOPPED'],
    });
  });

  test.each([
    ['a status that only a review gives', { intendedStatus: 'PAUSED' }],
    ['a campaign there is not', { campaign: 'urn:li:sponsoredCampaign:1' }],
    ['a post there is not', { content: { reference: 'urn:li:share:1' } }],
    ['a field there is not', { colour: 'red' }],
    ['a post that not everybody sees', { content: { reference: professionalNetwork.posts[3] } }],
  ])('a creative is refused for %s', async (_what, more) => {
    expect((await make(more)).status).toBe(400);
  });

  test('the first creative decides the format of its campaign', async () => {
    expect((await make()).status).toBe(201);
    const film = { content: { reference: professionalNetwork.posts[1] } };
    expect((await make(film)).status).toBe(400);
    expect((await make({ ...film, campaign: `urn:li:sponsoredCampaign:${other}` })).status).toBe(
      201,
    );
  });

  test('fifteen creatives of a campaign may be active, a hundred may be there', async () => {
    for (let i = 0; i < 15; i += 1)
      expect((await make({ intendedStatus: 'ACTIVE' })).status).toBe(201);
    expect((await make({ intendedStatus: 'ACTIVE' })).status).toBe(400);
    for (let i = 0; i < 85; i += 1) expect((await make()).status).toBe(201);
    expect((await make()).status).toBe(400);
  });

  test('a token without the scope reads and does not write', async () => {
    expect(
      (await get(creatives.replace('/creatives', ''), { token: seed.readOnlyToken })).status,
    ).toBe(200);
    const refused = await send('POST', creatives, { body: boost(), token: seed.readOnlyToken });
    expect([refused.status, refused.json.code]).toEqual([403, 'ACCESS_DENIED']);
  });

  test('what the platform sets itself may not be sent', async () => {
    const post = {
      author: `urn:li:organization:${professionalNetwork.organization}`,
      commentary: 'Text',
      visibility: 'PUBLIC',
      lifecycleState: 'PUBLISHED',
      content: {},
    };
    const adContext = { dscAdAccount: `urn:li:sponsoredAccount:${account}`, isDsc: true };
    expect((await send('POST', 'posts', { body: { ...post, adContext } })).status).toBe(422);
    const label = { contentCallToActionLabel: 'LEARN_MORE' };
    expect((await send('POST', 'posts', { body: { ...post, ...label } })).status).toBe(422);
  });

  test('a text ends at a reserved character without a backslash', async () => {
    const author = `urn:li:organization:${professionalNetwork.organization}`;
    const post = {
      author,
      visibility: 'PUBLIC',
      lifecycleState: 'PUBLISHED',
      content: {},
      commentary: 'Save (now)',
    };
    const { headers } = await send('POST', 'posts', { body: post });
    expect((await get(`posts/${urn(headers.get('x-restli-id') ?? '')}`)).json.commentary).toBe(
      'Save ',
    );
  });
});

describe('files', () => {
  const owner = `urn:li:organization:${professionalNetwork.organization}`;

  test('a video is there once all pieces are, in their order', async () => {
    const initializeUploadRequest = {
      owner,
      fileSizeBytes: 5_000_000,
      uploadCaptions: false,
      uploadThumbnail: false,
    };
    const { json } = await send('POST', 'videos?action=initializeUpload', {
      body: { initializeUploadRequest },
    });
    const { video, uploadToken, uploadInstructions } = json.value;
    expect(
      uploadInstructions.map(({ firstByte, lastByte }: { firstByte: number; lastByte: number }) => [
        firstByte,
        lastByte,
      ]),
    ).toEqual([
      [0, 4_194_303],
      [4_194_304, 4_999_999],
    ]);
    const status = async () => (await get(`videos/${urn(video)}`)).json.status;
    expect(await status()).toBe('WAITING_UPLOAD');
    const marks: string[] = [];
    for (const { uploadUrl } of uploadInstructions) {
      const init = {
        method: 'PUT',
        headers: { authorization: `Bearer ${seed.token}` },
        body: new Uint8Array(10),
      };
      const answer = await sandbox.fetch(new Request(uploadUrl, init));
      marks.push((answer.headers.get('etag') ?? '').replaceAll('"', ''));
    }
    const finalize = (uploadedPartIds: readonly string[]) =>
      send('POST', 'videos?action=finalizeUpload', {
        body: { finalizeUploadRequest: { video, uploadToken, uploadedPartIds } },
      });
    expect((await finalize([...marks].reverse())).status).toBe(400);
    expect((await finalize(marks)).status).toBe(200);
    expect(await status()).toBe('PROCESSING');
    clock.advance(3_000);
    expect(await status()).toBe('AVAILABLE');
  });
});

test('figures of an account that a token does not open are empty', async () => {
  const ask = (id: string) =>
    get(
      `adAnalytics?q=analytics&pivot=CAMPAIGN&timeGranularity=MONTHLY&dateRange=(start:(year:2026,month:10,day:1),end:(year:2026,month:11,day:14))&accounts=List(${urn(`urn:li:sponsoredAccount:${id}`)})&fields=pivotValues,impressions,dateRange`,
      finder,
    );
  expect((await ask('1')).json.elements).toEqual([]);
  const rows = (await ask(account)).json.elements;
  expect(rows[0]).toMatchObject({
    dateRange: {
      start: { year: 2026, month: 10, day: 1 },
      end: { year: 2026, month: 10, day: 31 },
    },
  });
});
