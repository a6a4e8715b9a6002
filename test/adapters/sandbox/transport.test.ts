import { expect, test } from 'vitest';
import { version } from '../../../adapters/platforms/meta/version.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { createClient, eur, form, png } from './client.ts';

const at = (path: string): string => `http://sandbox.test/meta${path}`;

test('parameters come as form, JSON, multipart or query, and mean the same', async () => {
  const { sandbox } = createClient();
  const values = {
    name: 'One',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: '[]',
    status: 'PAUSED',
    is_adset_budget_sharing_enabled: 'false',
  };
  const url = at(`/${eur}/campaigns?access_token=${seed.token}`);
  const multipart = new FormData();
  for (const [name, value] of Object.entries(values)) multipart.set(name, value);
  const requests = [
    new Request(url, {
      method: 'POST',
      body: form(values),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
    new Request(url, {
      method: 'POST',
      body: JSON.stringify({
        ...values,
        special_ad_categories: [],
        is_adset_budget_sharing_enabled: false,
      }),
      headers: { 'content-type': 'application/json' },
    }),
    new Request(url, { method: 'POST', body: multipart }),
    new Request(`${url}&${form(values)}`, { method: 'POST' }),
  ];
  const read: unknown[] = [];
  for (const request of requests) {
    const { id } = (await (await sandbox.fetch(request)).json()) as { id: string };
    const { id: _id, ...fields } = (await (
      await sandbox.fetch(
        new Request(
          at(
            `/${id}?fields=name,objective,status,special_ad_categories,is_adset_budget_sharing_enabled&access_token=${seed.token}`,
          ),
        ),
      )
    ).json()) as { id: string };
    read.push(fields);
  }
  expect(read).toEqual(
    Array(4).fill({
      name: 'One',
      objective: 'OUTCOME_TRAFFIC',
      status: 'PAUSED',
      special_ad_categories: [],
      is_adset_budget_sharing_enabled: false,
    }),
  );
});

test('every living version is taken, and none; an ended one, and one that does not exist, are refused', async () => {
  const { sandbox } = createClient();
  for (const prefix of ['', '/v25.0', '/v26.0']) {
    const response = await sandbox.fetch(
      new Request(at(`${prefix}/${eur}?fields=currency&access_token=${seed.token}`)),
    );
    expect(await response.json()).toEqual({ currency: 'EUR', id: eur });
    expect(response.headers.get('facebook-api-version')).toBe(
      prefix === '' ? version.pinned : prefix.slice(1),
    );
  }
  for (const dead of ['v24.0', 'v99.0']) {
    const response = await sandbox.fetch(
      new Request(at(`/${dead}/${eur}?fields=currency&access_token=${seed.token}`)),
    );
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { code: 2635 } },
    ]);
  }
  // Its own clock decides: before its end the version was answered.
  const before = createClient({ clock: createManualClock(Date.UTC(2026, 9, 5)) });
  const former = at(`/v24.0/${eur}?access_token=${seed.token}`);
  expect((await before.sandbox.fetch(new Request(former))).status).toBe(200);
});

test('the token may stand in the query, in the body or in the Authorization header', async () => {
  const { sandbox } = createClient();
  for (const scheme of ['Bearer', 'OAuth']) {
    const response = await sandbox.fetch(
      new Request(at('/me'), { headers: { authorization: `${scheme} ${seed.token}` } }),
    );
    expect(response.status).toBe(200);
  }
  const body = await sandbox.fetch(
    new Request(at(`/${eur}/adlabels`), {
      method: 'POST',
      body: JSON.stringify({ name: 'x', access_token: seed.token }),
      headers: { 'content-type': 'application/json' },
    }),
  );
  expect(body.status).toBe(200);
});

test('without a token, with an unknown one and with too few rights the platform says which', async () => {
  const { sandbox, post } = createClient();
  const bare = await (await sandbox.fetch(new Request(at('/me')))).json();
  expect(bare).toMatchObject({ error: { code: 104 } });
  const unknown = createClient({ token: 'nobody' });
  expect((await unknown.get('/me')).body).toMatchObject({
    error: { code: 190, type: 'OAuthException', fbtrace_id: expect.any(String) },
  });
  expect(
    (await post(`/${eur}/adlabels`, { name: 'x' }, { token: seed.readOnlyToken })).body,
  ).toMatchObject({
    error: { code: 294 },
  });
  expect((await createClient({ token: seed.readOnlyToken }).get(`/${eur}/campaigns`)).status).toBe(
    200,
  );
});

test('a proof of the app secret is checked when it is sent', async () => {
  const { get } = createClient();
  expect((await get('/me', { appsecret_proof: 'wrong' })).body).toMatchObject({
    error: { code: 100 },
  });
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode('sandbox-app-secret'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const digest = new Uint8Array(
    await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(seed.token)),
  );
  const proof = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  expect((await get('/me', { appsecret_proof: proof })).status).toBe(200);
});

test('an id parameter that repeats the path is ignored, an unknown parameter is refused', async () => {
  const { post } = createClient();
  expect((await post(`/${eur}/adlabels`, { name: 'x', id: eur })).status).toBe(200);
  const refused = await post(`/${eur}/campaigns`, { name: 'x', objectiv: 'OUTCOME_SALES' });
  expect(refused.status).toBe(400);
  expect(refused.body.error).toMatchObject({
    code: 100,
    message: expect.stringContaining('objectiv'),
  });
});

test('what does not exist, and what belongs to another company, look alike', async () => {
  const client = createClient();
  const { body } = await client.control('POST', 'companies', { name: 'Other' });
  const other = createClient({ sandbox: client.sandbox, token: body.token });
  const absent = (await client.get('/999')).body.error;
  const foreign = (await client.get(`/${body.adAccountIds[0]}`)).body.error;
  expect(absent).toMatchObject({ code: 100, error_subcode: 33 });
  expect({ ...foreign, fbtrace_id: '', message: '' }).toEqual({
    ...absent,
    fbtrace_id: '',
    message: '',
  });
  expect((await other.get(`/${body.adAccountIds[0]}?fields=currency`)).body.currency).toBe('EUR');
  expect((await other.get(`/${eur}`)).body.error).toMatchObject({ code: 100, error_subcode: 33 });
});

test('unknown paths and unknown fields are named in the refusal', async () => {
  const { get } = createClient();
  expect((await get(`/${eur}/nothings`)).body.error).toMatchObject({
    code: 2500,
    message: expect.stringContaining('nothings'),
  });
  expect((await get(`/${eur}?fields=name,nonsense`)).body.error).toMatchObject({
    code: 100,
    message: expect.stringContaining('(nonsense)'),
  });
  expect((await get(`/${eur}?fields=name{`)).body.error).toMatchObject({ code: 2500 });
});

test('errors have the platform envelope, the blamed parameter as JSON text, and usage headers', async () => {
  const { post } = createClient();
  const { status, body, headers } = await post(`/${eur}/campaigns`, {
    name: 'x',
    objective: 'OUTCOME_SALES',
    special_ad_categories: [],
  });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    message: 'Invalid parameter',
    type: 'OAuthException',
    code: 100,
    error_subcode: 4834011,
    is_transient: false,
    error_user_title: expect.any(String),
    error_user_msg: expect.any(String),
    fbtrace_id: expect.any(String),
  });
  expect(JSON.parse(body.error.error_data)).toEqual({
    blame_field_specs: [['is_adset_budget_sharing_enabled']],
  });
  expect(JSON.parse(headers.get('x-ad-account-usage') ?? '')).toMatchObject({
    acc_id_util_pct: expect.any(Number),
    ads_api_access_tier: 'standard_access',
  });
  expect(JSON.parse(headers.get('x-business-use-case-usage') ?? '')).toMatchObject({
    '1001': [{ type: 'ads_management' }],
  });
});

test('a write with fields reads back what it made', async () => {
  const { post } = createClient();
  const { body } = await post(`/${eur}/adlabels`, { name: 'Spring', fields: 'id,name' });
  expect(body).toMatchObject({ name: 'Spring', id: expect.stringMatching(/^\d{18}$/) });
});

test('validate_only checks everything and makes nothing', async () => {
  const { post, control } = createClient();
  const before = (await control('GET', 'state')).body.objects.campaigns;
  const good = {
    name: 'x',
    objective: 'OUTCOME_SALES',
    special_ad_categories: [],
    is_adset_budget_sharing_enabled: false,
    execution_options: ['validate_only'],
  };
  expect((await post(`/${eur}/campaigns`, good)).body).toEqual({ success: true });
  expect(
    (await post(`/${eur}/campaigns`, { ...good, is_adset_budget_sharing_enabled: undefined })).body
      .error.error_subcode,
  ).toBe(4834011);
  expect((await control('GET', 'state')).body.objects.campaigns).toBe(before);
});

test('debug_token and permissions tell what a token is good for', async () => {
  const { get } = createClient();
  expect((await get('/debug_token', { input_token: seed.readOnlyToken })).body.data).toMatchObject({
    is_valid: true,
    scopes: expect.not.arrayContaining(['ads_management']),
  });
  expect((await get('/debug_token', { input_token: 'nobody' })).body.data.is_valid).toBe(false);
  expect((await get('/me/permissions')).body.data).toContainEqual({
    permission: 'ads_management',
    status: 'granted',
  });
});

test('accounts come in three currencies and zones, and a disabled one takes reads but no writes', async () => {
  const { get, post } = createClient();
  const { data } = (
    await get('/me/adaccounts?fields=id,account_id,currency,timezone_name,account_status')
  ).body;
  expect(data).toEqual([
    {
      id: 'act_1001',
      account_id: '1001',
      currency: 'EUR',
      timezone_name: 'Europe/Berlin',
      account_status: 1,
    },
    {
      id: 'act_1002',
      account_id: '1002',
      currency: 'JPY',
      timezone_name: 'Asia/Tokyo',
      account_status: 1,
    },
    {
      id: 'act_1003',
      account_id: '1003',
      currency: 'USD',
      timezone_name: 'America/New_York',
      account_status: 1,
    },
    {
      id: 'act_1004',
      account_id: '1004',
      currency: 'EUR',
      timezone_name: 'Europe/Berlin',
      account_status: 2,
    },
  ]);
  expect((await post('/act_1004/adimages', { bytes: png() })).body.error.code).toBe(1404163);
  expect((await get('/act_1004?fields=name,disable_reason')).body).toMatchObject({
    disable_reason: 1,
  });
});
