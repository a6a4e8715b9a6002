import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { demoCompany } from '../../../adapters/sandbox/companies.ts';
import { pin } from '../../../adapters/sandbox/pinterest/seed/ids.ts';
import { createSandbox } from '../../../adapters/sandbox/sandbox.ts';

const origin = 'http://sandbox.test';
const account = pin.accounts.eur;
const adGroup = pin.emptyAdGroups(account, 'consideration')[0] ?? '';
const of = (noun: string): string => `ad_accounts/${account}/${noun}`;

// biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are endpoints.
type Reply = { readonly status: number; readonly body: any; readonly headers: Headers };

/** The simulated API past the adapter, on a clock turned by hand. */
function createClient(token: string = demoCompany.token) {
  const clock = createManualClock(Date.UTC(2026, 10, 15, 12));
  const sandbox = createSandbox({ clock, seed: 1 });
  const call = async (method: string, path: string, body?: unknown, as = token): Promise<Reply> => {
    const response = await sandbox.fetch(
      new Request(`${origin}/pinterest/v5/${path}`, {
        method,
        headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  };
  const control = async (path: string, body: object): Promise<void> => {
    const request = new Request(`${origin}/_sandbox/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const response = await sandbox.fetch(request);
    if (!response.ok) throw new Error(await response.text());
  };
  return { clock, sandbox, call, control };
}

const pinBody = {
  board_id: pin.boards.ads,
  title: 'T',
  media_source: { source_type: 'image_url', url: 'https://a.example/a.png' },
};
const adBody = {
  ad_group_id: adGroup,
  creative_type: 'REGULAR',
  pin_id: pin.pins[0],
  name: 'A',
  status: 'PAUSED',
};

describe('requests that are refused', () => {
  test.each([
    ['a token that is not known', 'GET', of('ads'), undefined, 401],
    ['an address that is none', 'GET', 'no/such/thing', undefined, 404],
    ['a method that is none', 'DELETE', of('ads'), undefined, 405],
    ['a parameter that is not documented', 'GET', `${of('ads')}?fields=id`, undefined, 400],
    ['two kinds of ids', 'GET', `${of('ads')}?ad_ids=1&campaign_ids=2`, undefined, 400],
    ['a status that is none', 'GET', `${of('ads')}?entity_statuses=RUNNING`, undefined, 400],
    ['a page that is too large', 'GET', `${of('ads')}?page_size=251`, undefined, 400],
    ['an object where a list is wanted', 'POST', of('ads'), adBody, 400],
    ['an empty list', 'POST', of('ads'), [], 400],
    ['more than thirty', 'POST', of('ads'), Array.from({ length: 31 }, () => adBody), 400],
    ['a field that is not documented', 'POST', of('ads'), [{ ...adBody, color: 'red' }], 400],
    ['a field that is missing', 'POST', of('ads'), [{ ...adBody, pin_id: undefined }], 400],
    ['a value that is none', 'POST', of('ads'), [{ ...adBody, creative_type: 'POSTER' }], 400],
    ['an id that is a number', 'POST', of('ads'), [{ ...adBody, pin_id: 12 }], 400],
    [
      'money as text',
      'POST',
      of('campaigns'),
      [{ name: 'N', objective_type: 'AWARENESS', daily_spend_cap: '5' }],
      400,
    ],
    ['a pin without a board', 'POST', 'pins', { ...pinBody, board_id: undefined }, 400],
    ['a pin on a board that is not there', 'POST', 'pins', { ...pinBody, board_id: '1' }, 404],
    ['a title that is too long', 'POST', 'pins', { ...pinBody, title: 'x'.repeat(101) }, 400],
    [
      'a source that is none',
      'POST',
      'pins',
      { ...pinBody, media_source: { source_type: 'file' } },
      400,
    ],
    [
      'a carousel of one',
      'POST',
      'pins',
      { ...pinBody, media_source: { source_type: 'multiple_image_urls', items: [{}] } },
      400,
    ],
    ['media that is no video', 'POST', 'media', { media_type: 'image' }, 400],
    [
      'figures without ids',
      'GET',
      `${of('ads/analytics')}?start_date=2026-11-01&end_date=2026-11-02&columns=CTR&granularity=DAY`,
      undefined,
      400,
    ],
    [
      'a column that is none',
      'GET',
      `${of('analytics')}?start_date=2026-11-01&end_date=2026-11-02&columns=LOVE&granularity=DAY`,
      undefined,
      400,
    ],
    [
      'figures of 91 days ago',
      'GET',
      `${of('analytics')}?start_date=2026-08-16&end_date=2026-08-17&columns=CTR&granularity=DAY`,
      undefined,
      400,
    ],
    ['an account of another company', 'GET', 'ad_accounts/549700002001/ads', undefined, 403],
  ] as const)('%s', async (what, method, path, body, status) => {
    const { call } = createClient(what === 'a token that is not known' ? 'nobody' : undefined);
    const reply = await call(method, path, body);
    expect(reply).toMatchObject({
      status,
      body: { code: expect.any(Number), message: expect.any(String) },
    });
  });

  test('a token that may only read changes nothing, and is told which scopes it lacks', async () => {
    const { call } = createClient(demoCompany.readOnlyToken);
    expect((await call('GET', of('ads'))).status).toBe(200);
    expect(await call('POST', of('ads'), [adBody])).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('ads:write') },
    });
  });
});

describe('items', () => {
  test('are refused each for itself: a list for campaigns and ad groups, an object for ads', async () => {
    const { call } = createClient();
    const ads = await call('POST', of('ads'), [adBody, { ...adBody, ad_group_id: '1' }]);
    expect(ads).toMatchObject({
      status: 200,
      body: { items: [{ data: { name: 'A' } }, { exceptions: { code: 2 } }] },
    });
    expect(ads.body.items[0].exceptions).toBeUndefined();
    const campaign = { ad_account_id: pin.accounts.eur, name: 'N', objective_type: 'AWARENESS' };
    const both = { ...campaign, daily_spend_cap: 1, lifetime_spend_cap: 1 };
    const campaigns = await call('POST', of('campaigns'), [campaign, both]);
    expect(campaigns.body.items).toMatchObject([
      { exceptions: [] },
      { exceptions: [{ code: 400 }] },
    ]);
    // Nobody said otherwise.
    expect(campaigns.body.items[0].data.status).toBe('ACTIVE');
    const adGroups = await call('PATCH', of('ad_groups'), [
      { id: adGroup, name: 'N' },
      { id: '1', name: 'N' },
    ]);
    expect(adGroups.body.items).toMatchObject([
      { data: { id: adGroup, name: 'N' } },
      { exceptions: [{ code: 2 }] },
    ]);
    expect(adGroups.body.items[0].data.billable_event).toBe('CLICKTHROUGH');
  });

  test('of a list are those that are active or paused, unless more is asked for', async () => {
    const { call } = createClient();
    await call('PATCH', of('ad_groups'), [{ id: adGroup, status: 'ARCHIVED' }]);
    const ids = async (query: string) =>
      (await call('GET', `${of('ad_groups')}?page_size=250${query}`)).body.items.map(
        ({ id }: { id: string }) => id,
      );
    expect(await ids('')).not.toContain(adGroup);
    expect(await ids('&entity_statuses=ARCHIVED')).toEqual([adGroup]);
  });

  test('come page by page with a bookmark, which ends as null', async () => {
    const { call } = createClient();
    const seen: string[] = [];
    let bookmark: string | null = '';
    while (bookmark !== null) {
      const query: string = bookmark === '' ? '' : `&bookmark=${encodeURIComponent(bookmark)}`;
      const { body } = await call('GET', `${of('ad_groups')}?page_size=4&order=DESCENDING${query}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      ({ bookmark } = body);
    }
    expect(seen.length).toBe(new Set(seen).size);
    expect(seen).toEqual([...seen].sort().reverse());
  });
});

test('a video is registered, must be sent with all its parameters before the file, and is processed', async () => {
  const { call, clock, sandbox } = createClient();
  const { status, body } = await call('POST', 'media', { media_type: 'video' });
  expect(status).toBe(201);
  const store = async (parts: readonly (readonly [string, string | File])[]) => {
    const form = new FormData();
    for (const [name, value] of parts) form.append(name, value);
    return (await sandbox.fetch(new Request(body.upload_url, { method: 'POST', body: form })))
      .status;
  };
  const params = Object.entries(body.upload_parameters as { [name: string]: string });
  const file = ['file', new File(['bytes'], 'film.mp4')] as const;
  expect(await store([...params.slice(1), file])).toBe(403);
  expect(await store([file, ...params])).toBe(400);
  const state = async () => (await call('GET', `media/${body.media_id}`)).body.status;
  expect(await state()).toBe('registered');
  const shown = {
    ...pinBody,
    media_source: {
      source_type: 'video_id',
      media_id: body.media_id,
      cover_image_key_frame_time: 0,
    },
  };
  expect((await call('POST', 'pins', shown)).status).toBe(400);
  expect(await store([...params, file])).toBe(204);
  expect(await state()).toBe('processing');
  await clock.advance(3_000);
  expect(await state()).toBe('succeeded');
  expect((await call('POST', 'pins', shown)).status).toBe(201);
});

test('figures are a bare list without the columns that have no value; conversions arrive a day late', async () => {
  const { call } = createClient();
  const ask = async (day: string, columns: string) =>
    (
      await call(
        'GET',
        `${of('analytics')}?start_date=${day}&end_date=${day}&columns=${columns}&granularity=DAY`,
      )
    ).body;
  expect(await ask('2026-08-20', 'TOTAL_IMPRESSION')).toEqual([]);
  const [row] = await ask('2026-11-10', 'TOTAL_IMPRESSION,TOTAL_CONVERSIONS');
  expect(row).toMatchObject({
    AD_ACCOUNT_ID: account,
    DATE: '2026-11-10',
    TOTAL_CONVERSIONS: expect.any(Number),
  });
  const [late] = await ask('2026-11-14', 'TOTAL_IMPRESSION,TOTAL_CONVERSIONS');
  expect(late.TOTAL_IMPRESSION).toBeGreaterThan(0);
  expect(late.TOTAL_CONVERSIONS).toBeUndefined();
});

test('a report is ordered, prepared, and read from an address that works for five minutes', async () => {
  const { call, clock, sandbox } = createClient();
  const order = {
    start_date: '2026-11-01',
    end_date: '2026-11-02',
    granularity: 'DAY',
    level: 'PIN_PROMOTION',
    report_format: 'JSON',
    columns: ['AD_ID', 'TOTAL_IMPRESSION'],
  };
  const { body: ordered } = await call('POST', of('reports'), order);
  expect(ordered.report_status).toBe('IN_PROGRESS');
  const look = async () => (await call('GET', `${of('reports')}?token=${ordered.token}`)).body;
  expect(await look()).toMatchObject({ report_status: 'IN_PROGRESS', url: null });
  await clock.advance(5_000);
  const { report_status, url } = await look();
  expect(report_status).toBe('FINISHED');
  const file = await sandbox.fetch(new Request(url));
  const [[adId, rows] = []] = Object.entries(
    (await file.json()) as { [ad: string]: { AD_ID: string; DATE: string }[] },
  );
  expect(rows).toMatchObject([
    { AD_ID: adId, DATE: '2026-11-01' },
    { AD_ID: adId, DATE: '2026-11-02' },
  ]);
  await clock.advance(300_001);
  expect((await sandbox.fetch(new Request(url))).status).toBe(403);
  await clock.advance(3_600_000);
  expect(await look()).toMatchObject({ report_status: 'EXPIRED' });
});

test('calls beyond the budget are refused: with a header, and for figures in words', async () => {
  const { call, control } = createClient();
  await control('tier', { platform: 'pinterest', tier: 'small' });
  const replies: Reply[] = [];
  for (let i = 0; i < 6; i += 1) replies.push(await call('GET', of('ads')));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
  expect(replies[5]?.headers.get('x-ratelimit-reset')).toBe('1');
  const figures = `${of('analytics')}?start_date=2026-11-01&end_date=2026-11-01&columns=CTR&granularity=DAY`;
  for (let i = 0; i < 2; i += 1) expect((await call('GET', figures)).status).toBe(200);
  expect(await call('GET', figures)).toMatchObject({
    status: 400,
    body: { code: 8, message: expect.stringMatching(/Retry after \d+ seconds/) },
  });
});

test('a refresh token makes access tokens that end after thirty days', async () => {
  const { call, clock, sandbox } = createClient();
  const renew = async (secret: string) => {
    const response = await sandbox.fetch(
      new Request(`${origin}/pinterest/v5/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${pin.appId}:${secret}`)}` },
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          refresh_token: pin.refreshTokenOf(demoCompany.token),
        }),
      }),
    );
    return {
      status: response.status,
      body: (await response.json()) as { access_token: string; expires_in: number },
    };
  };
  expect((await renew('wrong')).status).toBe(401);
  const { body } = await renew(pin.appSecret);
  expect((await call('GET', of('ads'), undefined, body.access_token)).status).toBe(200);
  await clock.advance(body.expires_in * 1_000);
  expect((await call('GET', of('ads'), undefined, body.access_token)).status).toBe(401);
});
