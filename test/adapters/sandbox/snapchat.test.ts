import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock, type ManualClock } from '../../../adapters/runtime/manual-clock.ts';
import type { Sandbox } from '../../../adapters/sandbox/sandbox.ts';
import { snapchat as simulation } from '../../../adapters/sandbox/snapchat/index.ts';
import { photoMessaging } from '../../../adapters/sandbox/snapchat/seed/ids.ts';
import { seededSandbox } from '../../../adapters/testing/seeded-sandbox.ts';

const origin = 'http://sandbox.test';
const account = photoMessaging.accounts.eur;
const campaign = photoMessaging.campaign(account, 'traffic');
const [squad = ''] = photoMessaging.emptyAdSquads(account, 'traffic');
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000004380000078000', 'hex');

let sandbox: Sandbox;
let clock: ManualClock;
beforeEach(() => {
  clock = createManualClock();
  sandbox = seededSandbox(clock, 1, [simulation]);
});

// biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are endpoints.
type Reply = { readonly status: number; readonly body: any; readonly headers: Headers };

async function send(
  method: string,
  path: string,
  init: { body?: BodyInit; type?: string; token?: string } = {},
): Promise<Reply> {
  const response = await sandbox.fetch(
    new Request(`${origin}/snapchat/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${init.token ?? 'sandbox-token'}`,
        ...(init.type !== undefined && { 'content-type': init.type }),
      },
      ...(init.body !== undefined && { body: init.body }),
    }),
  );
  const text = await response.text();
  return {
    status: response.status,
    body: text.startsWith('{') ? JSON.parse(text) : text,
    headers: response.headers,
  };
}
const json = (method: string, path: string, body: object, token?: string) =>
  send(method, `v1/${path}`, {
    body: JSON.stringify(body),
    type: 'application/json',
    ...(token !== undefined && { token }),
  });
const get = (path: string, token?: string) =>
  send('GET', `v1/${path}`, token === undefined ? {} : { token });
const parts = (path: string, fields: { readonly [name: string]: string | File }) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return send('POST', `v1/${path}`, { body: form });
};

const media = async (type = 'IMAGE') => {
  const made = await json('POST', `adaccounts/${account}/media`, {
    media: [{ name: 'a', type, ad_account_id: account }],
  });
  return made.body.media[0].media.id as string;
};
const file = (type = 'image/png', name = 'a.png') => new File([png], name, { type });
const image = async () => {
  const id = await media();
  await parts(`media/${id}/upload`, { file: file() });
  return id;
};
const creative = (id: string, more: object = {}) => ({
  ad_account_id: account,
  name: 'C',
  type: 'WEB_VIEW',
  headline: 'H',
  brand_name: 'B',
  top_snap_media_id: id,
  profile_properties: { profile_id: photoMessaging.profiles.brand },
  web_view_properties: { url: 'https://a.example' },
  ...more,
});
const made = async (more: object = {}) =>
  (
    await json('POST', `adaccounts/${account}/creatives`, {
      creatives: [creative(await image(), more)],
    })
  ).body.creatives[0];

describe('media', () => {
  test('is made, filled once, and answered in a form of its own', async () => {
    const id = await media();
    expect((await get(`media/${id}`)).body.media[0].media.media_status).toBe('PENDING_UPLOAD');
    const filled = await parts(`media/${id}/upload`, { file: file() });
    expect(filled.body).toMatchObject({
      request_status: 'SUCCESS',
      result: { id, media_status: 'READY', image_metadata: { width_px: 1080 } },
    });
    expect((await parts(`media/${id}/upload`, { file: file() })).body.error_code).toBe('E1008');
  });

  test('content of no type, and a form that is not made of parts, are refused with 415', async () => {
    const id = await media();
    const octets = await parts(`media/${id}/upload`, {
      file: file('application/octet-stream', 'a.bin'),
    });
    expect([octets.status, octets.body.error_code]).toEqual([415, 'E1006']);
    const film = await media('VIDEO');
    const body = new URLSearchParams({ file_name: 'a', file_size: '1', number_of_parts: '1' });
    const form = await send('POST', `v1/media/${film}/multipart-upload-v2?action=INIT`, {
      body,
      type: 'application/x-www-form-urlencoded',
    });
    expect([form.status, form.body.error_code]).toEqual([415, 'E1006']);
  });

  test('pieces are put together only when all are there; a film is processed for three seconds', async () => {
    const id = await media('VIDEO');
    const path = `media/${id}/multipart-upload-v2`;
    const { upload_id, add_path, finalize_path } = (
      await parts(`${path}?action=INIT`, {
        file_name: 'a.mp4',
        file_size: String(png.length * 2),
        number_of_parts: '2',
      })
    ).body;
    expect([add_path, finalize_path]).toEqual([
      `/snapchat/v1/${path}?action=ADD`,
      `/snapchat/v1/${path}?action=FINALIZE`,
    ]);
    await parts(`${path}?action=ADD`, { upload_id, part_number: '1', file: file('video/mp4') });
    expect((await parts(`${path}?action=FINALIZE`, { upload_id })).status).toBe(400);
    await parts(`${path}?action=ADD`, { upload_id, part_number: '2', file: file('video/mp4') });
    expect((await parts(`${path}?action=FINALIZE`, { upload_id })).body.result.media_status).toBe(
      'PROCESSING',
    );
    await clock.advance(3_000);
    expect((await get(`media/${id}`)).body.media[0].media.media_status).toBe('READY');
  });
});

describe('creatives and ads', () => {
  test('a creative before its media has content is refused in a good answer', async () => {
    const answer = await json('POST', `adaccounts/${account}/creatives`, {
      creatives: [creative(await media()), creative(await image())],
    });
    expect([answer.status, answer.body.request_status]).toEqual([200, 'SUCCESS']);
    expect(
      answer.body.creatives.map((each: { sub_request_status: string }) => each.sub_request_status),
    ).toEqual(['ERROR', 'SUCCESS']);
    expect(answer.body.creatives[0].sub_request_error_reason).toContain("hasn't been uploaded yet");
  });

  test.each([
    [{ headline: 'h'.repeat(35) }, 'headline'],
    [{ brand_name: 'b'.repeat(33) }, 'brand_name'],
    [{ call_to_action: 'JUMP' }, 'call_to_action'],
    [{ profile_properties: undefined }, 'profile_id'],
    [{ profile_properties: { profile_id: squad } }, 'Profile'],
    [{ text: 'x' }, 'text'],
    [{ type: 'SNAP_AD' }, 'web_view_properties'],
  ])('%j is refused, and named', async (more, word) => {
    expect((await made(more)).sub_request_error_reason).toContain(word);
  });

  test('an ad shows a creative of the type that goes with its own, and is reviewed after a while', async () => {
    const { creative: held } = await made();
    const ad = {
      name: 'A',
      ad_squad_id: squad,
      creative_id: held.id,
      type: 'REMOTE_WEBPAGE',
      status: 'PAUSED',
    };
    const answer = await json('POST', `adsquads/${squad}/ads`, {
      ads: [{ ...ad, type: 'SNAP_AD' }, ad],
    });
    const [wrong, right] = answer.body.ads;
    expect(wrong.sub_request_error_reason).toMatch(/^E1008/);
    expect(right.ad).toMatchObject({
      review_status: 'PENDING',
      delivery_status: ['INVALID_NOT_ACTIVE'],
    });
    expect(right.ad).not.toHaveProperty('ad_account_id');
    await clock.advance(5_000);
    expect((await get(`ads/${right.ad.id}`)).body.ads[0].ad.review_status).toBe('APPROVED');
  });
});

describe('writes replace', () => {
  test('what is left out of a campaign is gone, read-only fields are refused, and budgets have a least', async () => {
    const awareness = photoMessaging.campaign(account, 'awareness');
    const put = async (object: object) =>
      (await json('PUT', `adaccounts/${account}/campaigns`, { campaigns: [object] })).body
        .campaigns[0];
    const { campaign: after } = await put({ id: awareness, name: 'New', status: 'PAUSED' });
    expect(after).not.toHaveProperty('daily_budget_micro');
    expect(after.objective_v2_properties.objective_v2_type).toBe('AWARENESS_AND_ENGAGEMENT');
    expect(
      (await put({ id: awareness, name: 'New', delivery_status: [] })).sub_request_error_reason,
    ).toContain('delivery_status');
    expect(
      (await put({ id: awareness, name: 'New', daily_budget_micro: 1 })).sub_request_error_reason,
    ).toContain('minimum');
  });

  test('placements are shown to those who ask, and an object that was deleted too', async () => {
    expect((await get(`adsquads/${squad}`)).body.adsquads[0].adsquad).not.toHaveProperty(
      'placement_v2',
    );
    expect(
      (await get(`adsquads/${squad}?return_placement_v2=true`)).body.adsquads[0].adsquad
        .placement_v2,
    ).toEqual({
      config: 'AUTOMATIC',
    });
    expect((await send('DELETE', `v1/adsquads/${squad}`)).body.adsquads).toEqual([]);
    expect((await get(`adsquads/${squad}`)).body.error_code).toBe('E3003');
    expect(
      (await get(`adsquads/${squad}?read_deleted_entities=true`)).body.adsquads[0].adsquad.deleted,
    ).toBe(true);
  });
});

describe('tokens, budgets and pages', () => {
  test('an access token ends after an hour; one that may only read may not write', async () => {
    const {
      clientId: client_id,
      clientSecret: client_secret,
      refreshToken: refresh_token,
    } = photoMessaging;
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id,
      client_secret,
      refresh_token,
    });
    const { body: token } = await send('POST', 'login/oauth2/access_token', {
      body,
      type: 'application/x-www-form-urlencoded',
    });
    expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, refresh_token });
    expect((await get(`campaigns/${campaign}`, token.access_token)).status).toBe(200);
    await clock.advance(3_600_000);
    expect(await get(`campaigns/${campaign}`, token.access_token)).toMatchObject({
      status: 401,
      body: { msg: expect.any(String) },
    });
    expect(
      (await json('POST', `adaccounts/${account}/media`, { media: [] }, 'sandbox-read-token'))
        .status,
    ).toBe(403);
  });

  test('writes and figures tell their budgets in headers, reads do not', async () => {
    const write = await json('POST', `adaccounts/${account}/media`, {
      media: [{ name: 'a', type: 'IMAGE', ad_account_id: account }],
    });
    expect(write.headers.get('x-rate-limit-limit')).toBe('25');
    expect(Number(write.headers.get('x-rate-limit-reset')) % 5_000).toBe(0);
    expect((await get(`campaigns/${campaign}`)).headers.get('x-rate-limit-limit')).toBeNull();
  });

  test('pages have fifty to a thousand objects, and an absolute link to the next', async () => {
    const body = JSON.stringify({ platform: 'snapchat', count: 60, ads: 0 });
    await sandbox.fetch(new Request(`${origin}/_sandbox/ad-sets`, { method: 'POST', body }));
    const first = await get(`adaccounts/${account}/adsquads?limit=50`);
    expect(first.body.adsquads).toHaveLength(50);
    expect(first.body.paging.next_link).toMatch(
      `${origin}/snapchat/v1/adaccounts/${account}/adsquads?`,
    );
    const next = await get(first.body.paging.next_link.replace(`${origin}/snapchat/v1/`, ''));
    expect(next.body.paging).toEqual({});
    expect((await get(`adaccounts/${account}/adsquads?limit=20`)).body.error_code).toBe('E1008');
    expect((await get(`adaccounts/${account}/adsquads?colour=red`)).body.error_code).toBe('E1008');
  });
});

describe('figures', () => {
  const ask = (path: string, more: { readonly [name: string]: string }) =>
    get(
      `${path}/stats?${new URLSearchParams({ granularity: 'DAY', start_time: '2026-11-01T00:00:00+01:00', end_time: '2026-11-03T00:00:00+01:00', ...more })}`,
    );

  test('of an account without a breakdown are its spend alone', async () => {
    expect((await ask(`adaccounts/${account}`, { fields: 'impressions' })).body.error_code).toBe(
      'E1008',
    );
    const spend = await ask(`adaccounts/${account}`, { fields: 'spend' });
    expect(spend.body.timeseries_stats[0].timeseries_stat.timeseries).toHaveLength(2);
  });

  test.each([
    { start_time: '2026-11-01T00:00:00Z' },
    { start_time: '2026-09-01T00:00:00+02:00' },
    { fields: 'nothing' },
    { breakdown: 'colour' },
    { granularity: 'WEEK' },
  ])('%j is refused', async (more) => {
    expect(
      (await ask(`campaigns/${campaign}`, more as { [name: string]: string })).body.error_code,
    ).toBe('E1008');
  });
});
