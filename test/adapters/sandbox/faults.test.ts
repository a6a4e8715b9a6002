import { describe, expect, test } from 'vitest';
import { faultLibrary } from '../../../adapters/sandbox/meta/faults/library.ts';
import { refusals } from '../../../adapters/sandbox/meta/graph/refusals.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import {
  adSet,
  asPage,
  type Client,
  campaign,
  createClient,
  emptyAdSet,
  eur,
  form,
  imageStory,
  link,
  png,
  type Reply,
  untilAsleep,
} from './client.ts';

const label = (client: Client, name = 'x'): Promise<Reply> =>
  client.post(`/${eur}/adlabels`, { name });
const labels = async (client: Client): Promise<number> =>
  (await client.control('GET', 'state')).body.objects.adlabels ?? 0;
const creative = { object_story_spec: imageStory() };
const ad = (more: object = {}): object => ({
  name: 'Ad',
  adset_id: emptyAdSet(),
  creative,
  status: 'PAUSED',
  ...more,
});

/** The fault refuses a call with that code, and the label was made or not. */
const refuses =
  (fault: string, error: object, made = 0, status?: number) =>
  async (client: Client): Promise<void> => {
    await client.fault({ fault, path: '*/adlabels', method: 'POST' });
    const reply = await label(client);
    expect(reply.body.error).toMatchObject(error);
    if (status !== undefined) expect(reply.status).toBe(status);
    expect(await labels(client)).toBe(made);
    await client.control('DELETE', 'faults');
    expect((await label(client, 'y')).status).toBe(200);
  };

const throttles =
  (fault: string, error: { readonly code: number; readonly error_subcode?: number }) =>
  async (client: Client): Promise<void> => {
    await client.fault({ fault, path: '*', times: 1, seconds: 120 });
    const { body, headers } = await client.get(`/${eur}/insights`, { fields: 'spend' });
    expect(body.error).toMatchObject(error);
    expect(JSON.parse(headers.get('x-business-use-case-usage') ?? '')['1001'][0]).toMatchObject({
      call_count: 100,
      estimated_time_to_regain_access: 2,
    });
    expect(JSON.parse(headers.get('x-ad-account-usage') ?? '')).toMatchObject({
      acc_id_util_pct: 100,
      reset_time_duration: 120,
    });
    expect(JSON.parse(headers.get('x-app-usage') ?? '').call_count).toBe(
      error.code === 4 ? 100 : 0,
    );
    expect((await client.get(`/${eur}/insights`, { fields: 'spend' })).status).toBe(200);
  };

const chunk = async (client: Client, fields: object): Promise<Reply['body']> => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, String(value));
  data.set('video_file_chunk', new File([new Uint8Array(10)], 'chunk'));
  return (
    await client.sandbox.fetch(
      new Request(`http://sandbox.test/meta/${eur}/advideos?access_token=${seed.token}`, {
        method: 'POST',
        body: data,
      }),
    )
  ).json();
};

const copyLater = async (client: Client): Promise<Reply['body']> => {
  const { async_sessions: sessions } = (
    await client.post('', {
      asyncbatch: [{ method: 'POST', relative_url: `${emptyAdSet()}/copies` }],
    })
  ).body;
  await client.advance(10_000);
  return (await client.get(`/${sessions[0].id}?fields=status,error_code,result`)).body;
};

const runReport = async (client: Client): Promise<Reply['body']> => {
  const { report_run_id: run } = (await client.post(`/${eur}/insights`, { fields: 'spend' })).body;
  await client.advance(60_000);
  return (await client.get(`/${run}`)).body;
};

const twoPlacements = {
  object_story_spec: { page_id: seed.page },
  asset_feed_spec: {
    optimization_type: 'PLACEMENT',
    ad_formats: ['SINGLE_IMAGE'],
    images: [
      { hash: seed.imageHash(eur), adlabels: [{ name: 'a' }] },
      { url: 'x', image_url: 'https://cdn.example.com/b.jpg', adlabels: [{ name: 'b' }] },
    ],
    link_urls: [{ website_url: link }],
    asset_customization_rules: [
      {
        customization_spec: { publisher_platforms: ['facebook'], facebook_positions: ['feed'] },
        image_label: { name: 'a' },
      },
      { customization_spec: {}, image_label: { name: 'b' } },
    ],
    promotional_metadata: { manual_coupon_codes: ['SAVE'] },
  },
};

/** A form with one lead besides those of the seed. */
async function leadsAt(client: Client): Promise<() => Promise<Reply['body']>> {
  const { formId } = (await client.control('POST', 'leads', { platform: 'meta' })).body;
  return async () => (await client.get(`/${formId}/leads`)).body;
}

const readFeed = async (client: Client): Promise<Reply['body']> => {
  const id = await client.make(`/${eur}/adcreatives`, twoPlacements);
  return (await client.get(`/${id}?fields=asset_feed_spec`)).body.asset_feed_spec;
};

const shows: { readonly [fault: string]: (client: Client) => Promise<void> } = {
  transient: refuses('transient', { code: 2, is_transient: true }, 0, 500),
  'failed-but-created': refuses('failed-but-created', { code: 2, is_transient: true }, 1, 500),
  'unknown-error': refuses('unknown-error', { code: 1, error_subcode: 99 }, 0, 500),
  'html-502': html('html-502', 502, 0),
  'html-503': html('html-503', 503, 0),
  'html-but-done': html('html-but-done', 502, 1),
  async 'empty-body'(client) {
    await client.fault({ fault: 'empty-body', path: '*/adlabels' });
    expect(await label(client)).toMatchObject({ status: 200, body: '' });
    expect(await labels(client)).toBe(1);
  },
  'error-in-200': refuses('error-in-200', { code: 2 }, 0, 200),
  async 'connection-cut'(client) {
    await client.fault({ fault: 'connection-cut', path: '*/adlabels', times: 1 });
    await expect(label(client)).rejects.toThrow('cut');
    expect(await labels(client)).toBe(0);
  },
  async 'answer-lost'(client) {
    await client.fault({ fault: 'answer-lost', path: '*/adlabels', times: 1 });
    await expect(label(client)).rejects.toThrow('cut');
    expect(await labels(client)).toBe(1);
  },
  async slow(client) {
    await client.fault({ fault: 'slow', path: '*/adlabels', ms: 5000 });
    const reply = label(client);
    await untilAsleep(client);
    await client.clock.advance(5000);
    expect((await reply).status).toBe(503);
    expect(await labels(client)).toBe(0);
  },
  async 'slow-but-done'(client) {
    await client.fault({ fault: 'slow-but-done', path: '*/adlabels', ms: 5000 });
    const reply = label(client);
    await untilAsleep(client);
    expect(await labels(client)).toBe(1);
    await client.clock.advance(5000);
    expect((await reply).status).toBe(200);
  },
  async 'late-effect'(client) {
    await client.fault({ fault: 'late-effect', path: '*/adlabels', ms: 5000 });
    const reply = label(client);
    await untilAsleep(client);
    expect(await labels(client)).toBe(0);
    await client.clock.advance(5000);
    await reply;
    expect(await labels(client)).toBe(1);
  },
  'throttle-app': throttles('throttle-app', { code: 4 }),
  'throttle-account': throttles('throttle-account', { code: 17, error_subcode: 2446079 }),
  'throttle-calls': throttles('throttle-calls', { code: 613, error_subcode: 1487742 }),
  'throttle-mutations': throttles('throttle-mutations', { code: 613, error_subcode: 5044001 }),
  'throttle-management': throttles('throttle-management', { code: 80004 }),
  async 'throttle-page'(client) {
    const page = await asPage(client);
    await client.fault({ fault: 'throttle-page', path: '*/comments', times: 1 });
    expect((await page.get(`/${seed.posts.link}/comments`)).body.error).toMatchObject({ code: 32 });
    expect((await page.get(`/${seed.posts.link}/comments`)).body.data).toHaveLength(3);
  },
  'throttle-insights': throttles('throttle-insights', { code: 80000 }),
  'throttle-insights-app': throttles('throttle-insights-app', { code: 4, error_subcode: 1504022 }),
  async 'throttle-storm'(client) {
    await client.fault({ fault: 'throttle-storm', path: '*/adlabels', times: 1, seconds: 90 });
    expect((await label(client)).body.error).toMatchObject({ code: 17, error_subcode: 2446079 });
    const other = await client.get(`/${eur}/campaigns`);
    expect(other.body.error.code).toBe(17);
    expect(JSON.parse(other.headers.get('x-ad-account-usage') ?? '')).toMatchObject({
      acc_id_util_pct: 100,
      reset_time_duration: 90,
    });
    expect((await client.get('/act_1002/campaigns')).status).toBe(200);
    await client.advance(90_000);
    expect((await label(client)).status).toBe(200);
  },
  async 'usage-climb'(client) {
    await client.fault({ fault: 'usage-climb', percent: 30, account: eur });
    const usage = async (): Promise<number> =>
      JSON.parse((await client.get(`/${eur}?fields=name`)).headers.get('x-ad-account-usage') ?? '')
        .acc_id_util_pct;
    expect([
      Math.round(await usage()),
      Math.round(await usage()),
      Math.round(await usage()),
    ]).toEqual([30, 60, 90]);
    expect(await usage()).toBe(100);
  },
  async 'page-token-dead'(client) {
    const page = await asPage(client);
    await client.fault({ fault: 'page-token-dead', path: '*/comments', times: 1 });
    for (let times = 0; times < 2; times += 1)
      expect((await page.get(`/${seed.posts.link}/comments`)).body.error).toMatchObject({
        code: 190,
        error_subcode: 460,
      });
    expect(
      (await (await asPage(client)).get(`/${seed.posts.link}/comments`)).body.data,
    ).toHaveLength(3);
  },
  async 'author-withheld'(client) {
    const page = await asPage(client);
    const author = async () =>
      (await page.get(`/${seed.posts.link}/comments?fields=from`)).body.data[0].from;
    expect(await author()).toMatchObject({ name: 'Cleo' });
    await client.fault({ fault: 'author-withheld' });
    expect(await author()).toBeUndefined();
  },
  async 'form-dropped'(client) {
    await client.fault({ fault: 'form-dropped' });
    const button = { type: 'SIGN_UP', value: { lead_gen_form_id: '1' } };
    const { link_data, ...story } = imageStory() as { readonly link_data: object };
    const spec = {
      ...story,
      link_data: { ...link_data, link: 'https://fb.me/', call_to_action: button },
    };
    const id = await client.make(`/${eur}/adcreatives`, { object_story_spec: spec });
    const { body } = await client.get(`/${id}?fields=object_story_spec`);
    expect(JSON.stringify(body)).toContain('SIGN_UP');
    expect(JSON.stringify(body)).not.toContain('lead_gen_form_id');
  },
  async 'form-gone'(client) {
    const forms = async () => (await client.get(`/${seed.page}/leadgen_forms`)).body.data;
    const [{ id }] = await forms();
    await client.fault({ fault: 'form-gone' });
    expect(await forms()).toEqual([]);
    expect((await client.get(`/${id}/leads`)).body.error).toMatchObject({
      code: 100,
      error_subcode: 33,
    });
  },
  async 'leads-refused'(client) {
    const leads = await leadsAt(client);
    await client.fault({ fault: 'leads-refused' });
    expect((await leads()).error).toMatchObject({ code: 200 });
  },
  async 'leads-withheld'(client) {
    const leads = await leadsAt(client);
    expect((await leads()).data).toHaveLength(5);
    await client.fault({ fault: 'leads-withheld' });
    expect((await leads()).data).toEqual([]);
  },
  async 'leads-twice'(client) {
    const leads = await leadsAt(client);
    await client.fault({ fault: 'leads-twice' });
    const { data } = await leads();
    expect([data.length, data[0].id]).toEqual([10, data[1].id]);
  },
  async 'lead-terms-open'(client) {
    const accepted = async () =>
      (await client.get(`/${seed.page}?fields=leadgen_tos_accepted`)).body.leadgen_tos_accepted;
    expect(await accepted()).toBe(true);
    await client.fault({ fault: 'lead-terms-open' });
    expect(await accepted()).toBe(false);
    const goal = {
      optimization_goal: 'LEAD_GENERATION',
      destination_type: 'ON_AD',
      promoted_object: { page_id: seed.page },
    };
    const { body } = await client.post(
      `/${eur}/adsets`,
      adSet({ campaign_id: seed.campaign(eur, 'leads'), ...goal }),
    );
    expect(body.error).toMatchObject({ code: 100, error_subcode: 1815089 });
  },
  'token-expired': refuses('token-expired', { code: 190, error_subcode: 463 }),
  'token-checkpoint': refuses('token-checkpoint', { code: 190, error_subcode: 459 }),
  'token-password': refuses('token-password', { code: 190, error_subcode: 460 }),
  'session-dead': refuses('session-dead', { code: 102 }),
  'permission-10': refuses('permission-10', { code: 10 }, 0, 403),
  'permission-200': refuses('permission-200', { code: 200 }, 0, 403),
  'permission-294': refuses('permission-294', { code: 294 }),
  async 'token-revoked'(client) {
    await client.fault({ fault: 'token-revoked', path: '*/adlabels', nth: 3 });
    expect((await label(client, 'a')).status).toBe(200);
    expect((await label(client, 'b')).status).toBe(200);
    expect((await label(client, 'c')).body.error).toMatchObject({ code: 190, error_subcode: 467 });
    expect((await client.get('/me')).body.error.code).toBe(190);
    await client.control('DELETE', 'faults');
    expect((await client.get('/me')).status).toBe(200);
  },
  'version-2635': refuses('version-2635', { code: 2635 }),
  async 'app-in-development'(client) {
    const link_data = {
      link: 'https://shop.example/',
      message: 'A boat',
      picture: 'https://cdn.example/a.png',
    };
    const creative = { name: 'A', object_story_spec: { page_id: seed.page, link_data } };
    await client.fault({ fault: 'app-in-development' });
    expect((await client.post(`/${eur}/adcreatives`, creative)).body.error).toMatchObject({
      code: 100,
      error_subcode: 1885183,
    });
    expect((await label(client, 'a')).status).toBe(200);
    await client.control('DELETE', 'faults');
    expect((await client.post(`/${eur}/adcreatives`, creative)).status).toBe(200);
  },
  async 'token-ends'(client) {
    const endOf = async () =>
      (await client.get('/debug_token', { input_token: seed.token })).body.data.expires_at;
    expect(await endOf()).toBe(0);
    await client.fault({ fault: 'token-ends', seconds: 60 });
    const end = await endOf();
    expect(end).toBeGreaterThan(0);
    await client.advance(3_600_000);
    expect(await endOf()).toBe(end);
  },
  async 'version-warned'(client) {
    await client.fault({ fault: 'version-warned', message: 'It ends.' });
    const { headers } = await client.get('/me');
    expect(headers.get('x-ad-api-version-warning')).toBe('It ends.');
  },
  async 'ids-allowed'(client) {
    const read = (): Promise<Reply> =>
      client.get('/', { ids: `${eur},act_1002`, fields: 'currency' });
    expect((await read()).body.error.code).toBe(100);
    await client.fault({ fault: 'ids-allowed' });
    expect((await read()).body).toEqual({
      act_1001: { currency: 'EUR', id: 'act_1001' },
      act_1002: { currency: 'JPY', id: 'act_1002' },
    });
  },
  async 'batch-null'(client) {
    await client.fault({ fault: 'batch-null', path: '*/adlabels', nth: 2 });
    const { body } = await client.batch(
      ['a', 'b', 'c'].map((name) => ({
        method: 'POST',
        relative_url: `${eur}/adlabels`,
        body: form({ name }),
      })),
    );
    expect(body.map((entry: unknown) => entry === null)).toEqual([false, true, false]);
    expect(await labels(client)).toBe(2);
  },
  async 'batch-null-done'(client) {
    await client.fault({ fault: 'batch-null-done', path: '*/adlabels', nth: 2 });
    const { body } = await client.batch(
      ['a', 'b', 'c'].map((name) => ({
        method: 'POST',
        relative_url: `${eur}/adlabels`,
        body: form({ name }),
      })),
    );
    expect(body[1]).toBeNull();
    expect(await labels(client)).toBe(3);
  },
  async 'batch-dependent-null'(client) {
    await client.fault({ fault: 'batch-dependent-null' });
    const { body } = await client.batch([
      { method: 'GET', relative_url: '404', name: 'gone' },
      { method: 'GET', relative_url: '{result=gone:$.id}' },
    ]);
    expect(body[0].code).toBe(400);
    expect(body[1]).toBeNull();
  },
  async 'batch-slow'(client) {
    await client.fault({ fault: 'batch-slow', ms: 1000 });
    const id = await client.make(`/${eur}/adcreatives`, creative);
    const entry = {
      method: 'POST',
      relative_url: `${eur}/ads`,
      body: form(ad({ creative: { creative_id: id } })),
    };
    expect((await client.batch(Array(10).fill(entry))).status).toBe(200);
    const reply = client.batch(Array(11).fill(entry));
    await untilAsleep(client);
    await client.clock.advance(1000);
    expect((await reply).body).toHaveLength(11);
  },
  async 'async-stuck'(client) {
    await client.fault({ fault: 'async-stuck' });
    expect((await copyLater(client)).status).toBe('running');
  },
  async 'async-failed'(client) {
    await client.fault({ fault: 'async-failed' });
    expect(await copyLater(client)).toMatchObject({ status: 'failed', error_code: 1 });
  },
  async 'async-no-id'(client) {
    await client.fault({ fault: 'async-no-id' });
    expect(JSON.parse((await copyLater(client)).result)).toEqual({ success: true });
  },
  async 'async-partial'(client) {
    await client.fault({ fault: 'async-partial' });
    const set = await client.make(`/${eur}/asyncadrequestsets`, {
      name: 's',
      ad_specs: [ad(), ad(), ad()],
    });
    await client.advance(10_000);
    expect((await client.get(`/${set}?fields=success_count,error_count`)).body).toMatchObject({
      success_count: 2,
      error_count: 1,
    });
  },
  async 'image-key-filename'(client) {
    await client.fault({ fault: 'image-key-filename' });
    expect(
      Object.keys((await client.post(`/${eur}/adimages`, { bytes: png() })).body.images),
    ).toEqual(['untitled.jpg']);
  },
  async 'image-oversize'(client) {
    await client.fault({ fault: 'image-oversize' });
    expect((await client.post(`/${eur}/adimages`, { bytes: png() })).body.error.message).toContain(
      'too large',
    );
  },
  async 'image-format-refused'(client) {
    const gif = btoa('GIF89a\x01\x00\x01\x00');
    expect((await client.post(`/${eur}/adimages`, { bytes: gif })).status).toBe(200);
    await client.fault({ fault: 'image-format-refused' });
    expect((await client.post(`/${eur}/adimages`, { bytes: gif })).body.error.message).toContain(
      'gif',
    );
  },
  async 'image-url-expired'(client) {
    await client.fault({ fault: 'image-url-expired' });
    expect((await client.get(`/${eur}/adimages?fields=url`)).body.data[0].url).toContain('expired');
  },
  async 'picture-blocked'(client) {
    await client.fault({ fault: 'picture-blocked' });
    const story = imageStory({ image_hash: undefined, picture: 'https://cdn.example.com/a.jpg' });
    expect(
      (await client.post(`/${eur}/adcreatives`, { object_story_spec: story })).body.error
        .error_subcode,
    ).toBe(3858258);
  },
  async 'video-slow'(client) {
    await client.fault({ fault: 'video-slow', ms: 60_000 });
    const id = await client.make(`/${eur}/advideos`, { file_url: 'https://cdn.example.com/a.mp4' });
    await client.advance(59_000);
    expect((await client.get(`/${id}?fields=status`)).body.status.video_status).toBe('processing');
  },
  async 'video-thumbnails-late'(client) {
    await client.fault({ fault: 'video-thumbnails-late' });
    const id = await client.make(`/${eur}/advideos`, { file_url: 'https://cdn.example.com/a.mp4' });
    await client.advance(3000);
    const read = async () => (await client.get(`/${id}?fields=status,picture,thumbnails`)).body;
    expect(await read()).toMatchObject({
      status: { video_status: 'ready' },
      picture: expect.stringContaining('placeholder'),
    });
    await client.advance(5000);
    expect((await read()).thumbnails.data).toHaveLength(3);
  },
  async 'video-error'(client) {
    await client.fault({ fault: 'video-error' });
    const id = await client.make(`/${eur}/advideos`, { file_url: 'https://cdn.example.com/a.mp4' });
    await client.advance(3000);
    expect(
      (await client.get(`/${id}?fields=status`)).body.status.processing_phase.errors,
    ).toHaveLength(1);
  },
  async 'video-chunk-repeat'(client) {
    const { upload_session_id } = (
      await client.post(`/${eur}/advideos`, { upload_phase: 'start', file_size: 10 })
    ).body;
    await client.fault({ fault: 'video-chunk-repeat', times: 1 });
    const fields = { upload_phase: 'transfer', upload_session_id, start_offset: 0 };
    expect(await chunk(client, fields)).toEqual({ start_offset: '0', end_offset: '10' });
    expect(await chunk(client, fields)).toEqual({ start_offset: '10', end_offset: '10' });
  },
  async 'video-session-expired'(client) {
    const { upload_session_id } = (
      await client.post(`/${eur}/advideos`, { upload_phase: 'start', file_size: 10 })
    ).body;
    await client.fault({ fault: 'video-session-expired' });
    expect(
      (await chunk(client, { upload_phase: 'transfer', upload_session_id, start_offset: 0 })).error
        .message,
    ).toContain('expired');
  },
  async 'feed-collapsed'(client) {
    await client.fault({ fault: 'feed-collapsed' });
    const feed = await readFeed(client);
    expect(feed.images).toHaveLength(1);
    expect(feed.asset_customization_rules).toBeUndefined();
  },
  async 'promo-dropped'(client) {
    expect((await readFeed(client)).promotional_metadata).toBeDefined();
    await client.fault({ fault: 'promo-dropped' });
    expect((await readFeed(client)).promotional_metadata).toBeUndefined();
  },
  async 'creative-reused'(client) {
    const first = await client.make(`/${eur}/adcreatives`, { object_story_id: seed.posts.link });
    expect(await client.make(`/${eur}/adcreatives`, { object_story_id: seed.posts.link })).not.toBe(
      first,
    );
    await client.fault({ fault: 'creative-reused' });
    expect(await client.make(`/${eur}/adcreatives`, { object_story_id: seed.posts.link })).toBe(
      first,
    );
  },
  async 'unknown-ignored'(client) {
    const misspelt = campaign({ buying_typ: 'AUCTION' });
    expect((await client.post(`/${eur}/campaigns`, misspelt)).status).toBe(400);
    await client.fault({ fault: 'unknown-ignored' });
    expect((await client.post(`/${eur}/campaigns`, misspelt)).status).toBe(200);
  },
  'ad-disapproved': reviewed('ad-disapproved', 'DISAPPROVED', 'ad_review_feedback'),
  'ad-with-issues': reviewed('ad-with-issues', 'WITH_ISSUES', 'issues_info'),
  async 'copy-partial'(client) {
    const set = await client.make(
      `/${eur}/adsets`,
      adSet({ campaign_id: await client.make(`/${eur}/campaigns`, campaign()) }),
    );
    for (let index = 0; index < 3; index++) await client.make(`/${eur}/ads`, ad({ adset_id: set }));
    await client.fault({ fault: 'copy-partial' });
    expect((await client.post(`/${set}/copies`, { deep_copy: true })).body.error.code).toBe(1);
    const [half] = (await client.get(`/${set}/copies`)).body.data;
    expect((await client.get(`/${half.id}/ads`)).body.data).toHaveLength(1);
  },
  async 'copy-no-id'(client) {
    await client.fault({ fault: 'copy-no-id' });
    expect((await client.post(`/${emptyAdSet()}/copies`)).body).toEqual({});
    expect((await client.get(`/${emptyAdSet()}/copies`)).body.data).toHaveLength(1);
  },
  async 'not-yet-visible'(client) {
    const id = await client.make(`/${eur}/adcreatives`, creative);
    await client.fault({ fault: 'not-yet-visible', ms: 4000 });
    expect(
      (await client.post(`/${eur}/ads`, ad({ creative: { creative_id: id } }))).body.error,
    ).toMatchObject({
      code: 100,
      error_subcode: 33,
    });
    expect((await client.get(`/${id}`)).body.error.error_subcode).toBe(33);
    await client.advance(4000);
    expect((await client.post(`/${eur}/ads`, ad({ creative: { creative_id: id } }))).status).toBe(
      200,
    );
  },
  async 'list-lag'(client) {
    await client.fault({ fault: 'list-lag', ms: 4000 });
    const id = await client.make(`/${eur}/ads`, ad());
    expect((await client.get(`/${emptyAdSet()}/ads`)).body.data).toEqual([]);
    expect((await client.get(`/${id}`)).status).toBe(200);
    await client.advance(4000);
    expect((await client.get(`/${emptyAdSet()}/ads`)).body.data).toEqual([{ id }]);
  },
  async 'in-process'(client) {
    await client.fault({ fault: 'in-process' });
    const id = await client.make(`/${eur}/ads`, ad());
    const status = async (): Promise<string> =>
      (await client.get(`/${id}?fields=effective_status`)).body.effective_status;
    expect(await status()).toBe('IN_PROCESS');
    await client.advance(10_000);
    expect(await status()).toBe('PAUSED');
  },
  'activity-bad-json': activity('activity-bad-json', (text) =>
    expect(() => JSON.parse(text)).toThrow(),
  ),
  'activity-numeric-status': activity('activity-numeric-status', (text) =>
    expect(JSON.parse(text)).toEqual({ run_status: { old_value: 17, new_value: 1 } }),
  ),
  async 'activity-bare-amount'(client) {
    await client.post(`/${emptyAdSet()}`, { daily_budget: 1234 });
    await client.fault({ fault: 'activity-bare-amount' });
    const [entry] = (await client.get(`/${eur}/activities?fields=extra_data`)).body.data;
    expect(JSON.parse(entry.extra_data)).toEqual({ amount: 1234 });
  },
  async 'run-failed'(client) {
    await client.fault({ fault: 'run-failed' });
    expect(await runReport(client)).toMatchObject({
      async_status: 'Job Failed',
      error_code: -2,
      error_subcode: 2490547,
    });
  },
  async 'run-skipped'(client) {
    await client.fault({ fault: 'run-skipped' });
    expect((await runReport(client)).async_status).toBe('Job Skipped');
  },
  async 'run-stuck'(client) {
    await client.fault({ fault: 'run-stuck' });
    expect((await runReport(client)).async_status).toBe('Job Running');
  },
  async 'run-early-complete'(client) {
    await client.fault({ fault: 'run-early-complete' });
    expect(await runReport(client)).toMatchObject({
      async_status: 'Job Completed',
      async_percent_completion: 95,
    });
  },
  async 'run-expired'(client) {
    await client.fault({ fault: 'run-expired' });
    expect((await runReport(client)).error.error_subcode).toBe(33);
  },
  async 'counts-late'(client) {
    await client.fault({ fault: 'counts-late' });
    const user_data = { client_ip_address: '203.0.113.9' };
    const event_time = Math.floor(client.clock.now() / 1000);
    const data = [{ event_name: 'Lead', event_time, action_source: 'email', user_data }];
    expect((await client.post(`/${seed.pixel}/events`, { data })).status).toBe(200);
    const counts = async () => (await client.get(`/${seed.pixel}/stats`)).body.data;
    expect(await counts()).toEqual([]);
    await client.advance(900_000);
    expect(await counts()).toMatchObject([{ data: [{ value: 'Lead', count: 1 }] }]);
  },
  async 'reach-omitted'(client) {
    await client.fault({ fault: 'reach-omitted' });
    const [row] = (await client.get(`/${eur}/insights?fields=spend,reach,frequency`)).body.data;
    expect(Object.keys(row)).toEqual(['spend', 'date_start', 'date_stop']);
  },
  async error(client) {
    await client.fault({
      fault: 'error',
      code: 368,
      subcode: 1404082,
      status: 403,
      message: 'Blocked',
      title: 'T',
      userMessage: 'U',
      path: '*/adlabels',
    });
    expect(await label(client)).toMatchObject({
      status: 403,
      body: {
        error: {
          code: 368,
          error_subcode: 1404082,
          message: 'Blocked',
          error_user_title: 'T',
          error_user_msg: 'U',
        },
      },
    });
    expect(await labels(client)).toBe(0);
  },
  async 'error-but-done'(client) {
    await client.fault({ fault: 'error-but-done', code: 1, status: 500, path: '*/adlabels' });
    expect(await label(client)).toMatchObject({ status: 500, body: { error: { code: 1 } } });
    expect(await labels(client)).toBe(1);
  },
  async 'error-data-object'(client) {
    await client.fault({ fault: 'error-data-object' });
    const { error } = (
      await client.post(
        `/${eur}/campaigns`,
        campaign({ is_adset_budget_sharing_enabled: undefined }),
      )
    ).body;
    expect(error.error_data).toEqual({ blame_field_specs: [['is_adset_budget_sharing_enabled']] });
  },
  async 'error-bare'(client) {
    await client.fault({ fault: 'error-bare' });
    const { error } = (
      await client.post(
        `/${eur}/campaigns`,
        campaign({ is_adset_budget_sharing_enabled: undefined }),
      )
    ).body;
    expect(Object.keys(error).sort()).toEqual(['code', 'fbtrace_id', 'message', 'type']);
  },
  async 'error-localized'(client) {
    await client.fault({ fault: 'error-localized' });
    await client.fault({ fault: 'refuse-1487390' });
    expect((await client.post(`/${eur}/adcreatives`, creative)).body.error).toMatchObject({
      error_subcode: 1487390,
      error_user_title: 'Ungültige Angabe',
    });
  },
  'error-negative': refuses('error-negative', { code: -3, error_subcode: 1504045 }),
  'error-seven-digits': refuses('error-seven-digits', { code: 1487901 }),
  async 'paging-empty-page'(client) {
    await client.fault({ fault: 'paging-empty-page' });
    const { body } = await client.get(`/${eur}/campaigns?limit=50`);
    const next = (await (await client.sandbox.fetch(new Request(body.paging.next))).json()) as {
      data: unknown[];
      paging?: unknown;
    };
    expect(next).toEqual({ data: [] });
  },
  async 'cursor-expired'(client) {
    const { body } = await client.get(`/${eur}/campaigns?limit=2`);
    await client.fault({ fault: 'cursor-expired' });
    expect(
      (await client.get(`/${eur}/campaigns`, { limit: '2', after: body.paging.cursors.after })).body
        .error.code,
    ).toBe(100);
    expect((await client.get(`/${eur}/campaigns?limit=2`)).status).toBe(200);
  },
  async 'unstable-order'(client) {
    const ids = async (): Promise<readonly string[]> =>
      (await client.get(`/${eur}/adsets?limit=20`)).body.data.map(({ id }: { id: string }) => id);
    const before = await ids();
    await client.fault({ fault: 'unstable-order' });
    const after = await ids();
    expect(after).not.toEqual(before);
    expect([...after].sort()).toEqual([...before].sort());
  },
  async 'limit-lowered'(client) {
    await client.fault({ fault: 'limit-lowered', limit: 10 });
    expect(await client.get(`/${eur}/ads?limit=11`)).toMatchObject({
      status: 500,
      body: { error: { code: 1 } },
    });
    expect((await client.get(`/${eur}/ads?limit=10`)).status).toBe(200);
  },
  'account-disabled': refuses('account-disabled', { code: 1404163 }),
};

function html(fault: string, status: number, made: number) {
  return async (client: Client): Promise<void> => {
    await client.fault({ fault, path: '*/adlabels' });
    const reply = await label(client);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type')).toContain('text/html');
    expect(reply.body).toContain('<html>');
    expect(await labels(client)).toBe(made);
  };
}

function reviewed(fault: string, status: string, field: string) {
  return async (client: Client): Promise<void> => {
    await client.fault({ fault, ms: 2000 });
    const id = await client.make(`/${eur}/ads`, ad({ status: 'ACTIVE' }));
    const read = async () =>
      (await client.get(`/${id}`, { fields: `effective_status,${field}` })).body;
    expect((await read()).effective_status).toBe('PENDING_REVIEW');
    await client.advance(2000);
    expect(await read()).toMatchObject({ effective_status: status, [field]: expect.anything() });
  };
}

function activity(fault: string, check: (extraData: string) => void) {
  return async (client: Client): Promise<void> => {
    await client.post(`/${emptyAdSet()}`, { status: 'PAUSED' });
    await client.fault({ fault });
    check((await client.get(`/${eur}/activities?fields=extra_data`)).body.data[0].extra_data);
  };
}

const refusalNames = Object.keys(faultLibrary).filter((name) => name.startsWith('refuse-'));

describe('each fault shows its effect', () => {
  test.each(Object.entries(shows))('%s', async (_name, show) => {
    await show(createClient());
  });

  test('none is left out, and every family is there', () => {
    expect([...Object.keys(shows), ...refusalNames].sort()).toEqual(
      Object.keys(faultLibrary).sort(),
    );
    // 16 and 21 are played by the seed and the checks: see reading, campaigns and transport tests.
    expect(
      [...new Set(Object.values(faultLibrary).map(({ family }) => family))].sort(
        (left, right) => left - right,
      ),
    ).toEqual(Array.from({ length: 23 }, (_, index) => index + 1));
  });
});

test.each(refusalNames)('%s refuses with its code and does nothing', async (name) => {
  const client = createClient();
  const subcode = Number(name.slice('refuse-'.length));
  const { path: place = '', method } = faultLibrary[name] ?? {};
  const path = place.replace('*', eur).replace('/{id}', emptyAdSet());
  await client.fault({ fault: name, times: 1 });
  const before = (await client.control('GET', 'state')).body.objects;
  const node = path.endsWith('/copies') ? `/${emptyAdSet()}/copies` : `/${path}`;
  const send = { POST: client.post, DELETE: client.remove }[method ?? ''] ?? client.get;
  const reply = await send(node, {});
  expect(reply.body.error).toMatchObject({
    code: refusals[subcode]?.[2] ?? 100,
    error_subcode: subcode,
    error_user_title: expect.any(String),
  });
  expect((await client.control('GET', 'state')).body.objects).toEqual(before);
});
