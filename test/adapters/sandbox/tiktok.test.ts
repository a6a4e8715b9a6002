import { describe, expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { shortVideo } from '../../../adapters/sandbox/tiktok/seed/ids.ts';
import {
  account,
  adGroup,
  createAd,
  createTiktokClient,
  creative,
  md5,
  png,
} from './tiktok-client.ts';

const { profile, centre } = shortVideo.identities;

describe('the envelope', () => {
  test('an address without its last slash, or that is none, is a page that is not found', async () => {
    const client = createTiktokClient();
    for (const reply of [
      await client.get('campaign/get', {}, { slash: false }),
      await client.get('no/such/thing'),
    ])
      expect([reply.status, reply.text]).toEqual([404, '404 page not found']);
  });

  test('everything else is HTTP 200 with a code, a message, a request id and data', async () => {
    const client = createTiktokClient();
    const good = await client.get('campaign/get');
    const bad = await client.get('campaign/get', { page_size: '1001' });
    expect([good.status, good.code, bad.status, bad.code, bad.data]).toEqual([
      200,
      0,
      200,
      40002,
      {},
    ]);
    for (const reply of [good, bad])
      expect(reply).toMatchObject({ message: expect.any(String), request_id: expect.any(String) });
  });

  test.each([
    ['no token', { token: null }, 40104],
    ['an unknown token', { token: 'no-such-token' }, 40105],
  ])('%s is refused', async (_title, options, code) => {
    expect((await createTiktokClient().get('campaign/get', {}, options)).code).toBe(code);
  });

  test('a token that may only read reads, and the wrong method is told', async () => {
    const client = createTiktokClient();
    const token = seed.readOnlyToken;
    expect((await client.get('campaign/get', {}, { token })).code).toBe(0);
    expect((await client.post('campaign/create', {}, { token })).code).toBe(40001);
    expect((await client.post('campaign/get')).code).toBe(40006);
  });

  test('somebody else’s account, a closed one, and parameters nobody knows are refused', async () => {
    const client = createTiktokClient();
    expect((await client.get('campaign/get', { advertiser_id: '7000000000000009001' })).code).toBe(
      40001,
    );
    const closed = await client.post('campaign/create', {
      advertiser_id: shortVideo.accounts.disabled,
    });
    expect(closed.code).toBe(40301);
    const misspelt = await client.post('campaign/status/update', {
      campaign_ids: ['1'],
      opt_status: 'DISABLE',
    });
    expect(misspelt).toMatchObject({ code: 40002, message: expect.stringContaining('opt_status') });
  });

  test('an id that came as a number has lost digits, and is refused', async () => {
    const client = createTiktokClient();
    expect(
      (await client.post('ad/create', { adgroup_id: Number(adGroup()), creatives: [] })).message,
    ).toContain('adgroup_id');
  });
});

describe('accounts and lists', () => {
  test('which accounts a token opens is told to whoever knows the app', async () => {
    const client = createTiktokClient();
    const { appId: app_id, secret } = shortVideo;
    const { data } = await client.get('oauth2/advertiser/get', { app_id, secret });
    expect(
      data.list.map(({ advertiser_id }: { advertiser_id: string }) => advertiser_id),
    ).toContain(account);
    expect((await client.get('oauth2/advertiser/get', { app_id, secret: 'x' })).code).toBe(40110);
    const info = await client.get('advertiser/info', { advertiser_ids: [shortVideo.accounts.usd] });
    // The sign is the other way round than it looks: eight hours behind.
    expect(info.data.list[0]).toMatchObject({
      timezone: 'Etc/GMT+8',
      display_timezone: 'America/Los_Angeles',
    });
  });

  test('lists hide what was deleted unless asked, page, filter and pick fields', async () => {
    const client = createTiktokClient();
    const deleted = shortVideo.ad(account, 'traffic', 4);
    const ids = async (filtering: object) =>
      (
        await client.get('ad/get', { filtering, page_size: '1000', fields: ['ad_id'] })
      ).data.list.map(({ ad_id }: { ad_id: string }) => ad_id);
    expect(await ids({})).not.toContain(deleted);
    expect(await ids({ primary_status: 'STATUS_ALL' })).toContain(deleted);
    expect(await ids({ primary_status: 'STATUS_DELETE' })).toEqual(
      expect.arrayContaining([deleted, shortVideo.ad(account, 'reach', 4)]),
    );
    expect(await ids({ ad_ids: [deleted], primary_status: 'STATUS_ALL' })).toEqual([deleted]);
    const page = await client.get('ad/get', { page: '2', page_size: '2' });
    expect(page.data.page_info).toEqual({ page: 2, page_size: 2, total_page: 5, total_number: 9 });
    expect((await client.get('ad/get', { filtering: { opt_status: 'x' } })).code).toBe(40002);
    expect((await client.get('ad/get', { filtering: { ad_ids: Array(101).fill('1') } })).code).toBe(
      40002,
    );
  });

  test('objects are found by when they were made', async () => {
    const client = createTiktokClient();
    const { data } = await createAd(client);
    const since = { adgroup_ids: [adGroup()], creation_filter_start_time: '2026-11-15 11:59:00' };
    expect((await client.get('ad/get', { filtering: since })).data.list).toHaveLength(1);
    const later = { ...since, creation_filter_start_time: '2026-11-15 12:01:00' };
    expect((await client.get('ad/get', { filtering: later })).data.list).toEqual([]);
    expect(data.ad_ids[0]).toMatch(/^\d{19}$/);
    expect(Number.isSafeInteger(Number(data.ad_ids[0]))).toBe(false);
  });
});

describe('media', () => {
  test('an image’s answer is an object, a video’s a list of one with nothing but the id', async () => {
    const client = createTiktokClient();
    const bytes = png('a');
    const fields = {
      upload_type: 'UPLOAD_BY_FILE',
      file_name: 'a.png',
      image_signature: md5(bytes),
    };
    const image = await client.upload('file/image/ad/upload', fields, 'image_file', bytes);
    expect(image.data).toMatchObject({
      image_id: expect.stringContaining('/'),
      width: 720,
      height: 1280,
      signature: md5(bytes),
    });
    const video = await client.post('file/video/ad/upload', {
      upload_type: 'UPLOAD_BY_URL',
      video_url: 'https://m.test/a.mp4',
    });
    expect(video.data).toEqual([{ video_id: expect.stringMatching(/^v/) }]);
  });

  test('names are unique in an account, checksums are checked, formats are looked at', async () => {
    const client = createTiktokClient();
    await client.image('a.png');
    await expect(client.image('a.png')).rejects.toThrow('duplicated');
    await client.video('a.mp4');
    await expect(client.video('a.mp4')).rejects.toThrow('duplicated');
    const fields = {
      upload_type: 'UPLOAD_BY_FILE',
      file_name: 'b.png',
      image_signature: '0'.repeat(32),
    };
    expect((await client.upload('file/image/ad/upload', fields, 'image_file', png('b'))).code).toBe(
      40900,
    );
    const gif = new Uint8Array(Buffer.from('GIF89a'));
    const right = { ...fields, image_signature: md5(gif) };
    expect((await client.upload('file/image/ad/upload', right, 'image_file', gif)).code).toBe(
      40905,
    );
  });

  test('a video can be used once it has been processed, and only with a cover', async () => {
    const client = createTiktokClient();
    const video_id = await client.video();
    const image = await client.image();
    const ad = (more: object = {}) =>
      client.post('ad/create', {
        adgroup_id: adGroup(),
        creatives: [creative(image, { ad_format: 'SINGLE_VIDEO', video_id, ...more })],
      });
    expect((await ad()).code).toBe(40901);
    expect((await client.get('file/video/ad/info', { video_ids: [video_id] })).data.list).toEqual([
      { video_id },
    ]);
    await client.clock.advance(3_000);
    const [row] = (await client.get('file/video/ad/info', { video_ids: [video_id] })).data.list;
    expect(row).toMatchObject({
      displayable: true,
      video_cover_url: expect.stringContaining('x-expires='),
    });
    expect((await ad({ image_ids: undefined })).message).toContain('cover');
    expect((await ad()).code).toBe(0);
  });
});

describe('ads', () => {
  test.each<[string, object, string]>([
    ['no identity', { identity_id: undefined }, 'identity_id'],
    ['an identity of another type', { identity_type: 'TT_USER' }, 'Unable to find identity_id'],
    [
      'an identity without its centre',
      { identity_type: centre.type, identity_id: centre.id },
      'identity_authorized_bc_id',
    ],
    ['a text that is too long', { ad_text: 'x'.repeat(101) }, 'ad_text'],
    ['a button it does not have', { call_to_action: 'WATCH_MORE' }, 'call_to_action'],
    [
      'no destination in a campaign that leads somewhere',
      { landing_page_url: undefined },
      'landing_page_url',
    ],
    ['an image that is not there', { image_ids: ['none'] }, 'image_ids'],
    ['no format', { ad_format: undefined }, 'ad_format'],
    [
      'a post of an identity that has none',
      { tiktok_item_id: '1', ad_format: 'SINGLE_VIDEO' },
      'identity',
    ],
    ['a field nobody knows', { adtext: 'x' }, 'adtext'],
  ])('%s is refused and nothing is made', async (_title, more, words) => {
    const client = createTiktokClient();
    const before = await client.count('tiktok_ads');
    expect(await createAd(client, more)).toMatchObject({
      code: 40002,
      message: expect.stringContaining(words),
    });
    expect(await client.count('tiktok_ads')).toBe(before);
  });

  test('one that is wrong refuses all of a call', async () => {
    const client = createTiktokClient();
    const image = await client.image();
    const before = await client.count('tiktok_ads');
    const creatives = [creative(image), creative(image, { ad_text: '' })];
    expect((await client.post('ad/create', { adgroup_id: adGroup(), creatives })).code).toBe(40002);
    expect(await client.count('tiktok_ads')).toBe(before);
  });

  test('are switched on unless told otherwise, twenty to an ad group', async () => {
    const client = createTiktokClient();
    const image = await client.image();
    const many = (count: number) =>
      Array.from({ length: count }, () => creative(image, { operation_status: undefined }));
    const made = await client.post('ad/create', { adgroup_id: adGroup(), creatives: many(20) });
    expect(made.data.creatives[0].operation_status).toBe('ENABLE');
    expect(
      (await client.post('ad/create', { adgroup_id: adGroup(), creatives: many(1) })).code,
    ).toBe(40502);
    await client.post('ad/status/update', {
      ad_ids: [made.data.ad_ids[0]],
      operation_status: 'DELETE',
    });
    expect(
      (await client.post('ad/create', { adgroup_id: adGroup(), creatives: many(1) })).code,
    ).toBe(0);
  });

  test('a name to speak for is made, and ads speak for it', async () => {
    const client = createTiktokClient();
    const { data } = await client.post('identity/create', { display_name: 'Second brand' });
    const listed = await client.get('identity/get', { identity_type: 'CUSTOMIZED_USER' });
    expect(listed.data.identity_list).toContainEqual(
      expect.objectContaining({ identity_id: data.identity_id, display_name: 'Second brand' }),
    );
    expect(
      (await createAd(client, { identity_type: 'CUSTOMIZED_USER', identity_id: data.identity_id }))
        .code,
    ).toBe(0);
  });

  test('a post needs the identity that owns it and must not be private', async () => {
    const client = createTiktokClient();
    const spark = (tiktok_item_id: string) => ({
      identity_type: profile.type,
      identity_id: profile.id,
      ad_format: 'SINGLE_VIDEO',
      tiktok_item_id,
      image_ids: undefined,
      ad_text: undefined,
    });
    const [first = '', , hidden = ''] = shortVideo.posts(account);
    expect((await createAd(client, spark(first))).code).toBe(0);
    expect((await createAd(client, spark(hidden))).message).toContain('private');
  });

  test('a new ad needs a button, and its name and text take no emoji', async () => {
    const client = createTiktokClient();
    expect((await createAd(client, { call_to_action: undefined })).message).toContain(
      'call_to_action',
    );
    expect((await createAd(client, { ad_name: 'Boat ⛵' })).message).toContain('ad_name');
    expect((await createAd(client, { ad_text: 'Sail away 🎉' })).message).toContain('ad_text');
    expect((await createAd(client, { ad_text: 'No. 1 © 2026 – 50 % off' })).code).toBe(0);
  });

  test('switching answers with ids and the status, and with no objects', async () => {
    const client = createTiktokClient();
    const { data } = await createAd(client);
    const off = { operation_status: 'DISABLE' };
    expect((await client.post('ad/status/update', { ad_ids: data.ad_ids, ...off })).data).toEqual({
      ad_ids: data.ad_ids,
      aco_ad_ids: [],
      status: 'DISABLE',
    });
    const groups = { adgroup_ids: [adGroup()], ...off };
    expect((await client.post('adgroup/status/update', groups)).data).toEqual({
      adgroup_ids: [adGroup()],
      status: 'DISABLE',
    });
    const campaign_ids = [shortVideo.campaign(account, 'traffic')];
    expect((await client.post('campaign/status/update', { campaign_ids, ...off })).data).toEqual({
      campaign_ids,
      campaign_list: [],
      status: 'DISABLE',
    });
  });

  test('what an update leaves out is gone, and the deleted do not change', async () => {
    const client = createTiktokClient();
    const { data } = await createAd(client);
    const { ad_id, image_ids } = { ad_id: data.ad_ids[0], image_ids: data.creatives[0].image_ids };
    const { call_to_action: _button, ...rest } = creative(image_ids[0]) as {
      call_to_action: string;
    };
    const changed = await client.post('ad/update', {
      adgroup_id: adGroup(),
      creatives: [{ ...rest, ad_id, ad_name: 'New' }],
    });
    expect(changed.data.creatives[0]).toMatchObject({
      ad_name: 'New',
      operation_status: 'DISABLE',
    });
    expect(changed.data.creatives[0]).not.toHaveProperty('call_to_action');
    await client.post('ad/status/update', { ad_ids: [ad_id], operation_status: 'DELETE' });
    expect(
      (await client.post('ad/status/update', { ad_ids: [ad_id], operation_status: 'ENABLE' }))
        .message,
    ).toContain('deleted');
  });
});

describe('reports', () => {
  const basic = {
    report_type: 'BASIC',
    data_level: 'AUCTION_AD',
    dimensions: ['ad_id', 'stat_time_day'],
    start_date: '2026-11-01',
    end_date: '2026-11-05',
    page_size: '1000',
  };

  test.each<[string, object]>([
    ['more than thirty days by day', { start_date: '2026-10-01' }],
    ['more than a year at once', { start_date: '2025-10-01', dimensions: ['ad_id'] }],
    ['a dimension of another level', { dimensions: ['campaign_id', 'stat_time_day'] }],
    ['a metric nobody knows', { metrics: ['spent'] }],
    ['a page that is too large', { page_size: '1001' }],
    ['no level', { data_level: '' }],
  ])('%s is refused', async (_title, more) => {
    expect(
      (await createTiktokClient().get('report/integrated/get', { ...basic, ...more })).code,
    ).toBe(40002);
  });

  test('figures are text, and dashes where there are none; the deleted are hidden unless asked for', async () => {
    const client = createTiktokClient();
    const metrics = ['spend', 'result', 'complete_payment', 'total_complete_payment_rate'];
    const { data } = await client.get('report/integrated/get', {
      ...basic,
      start_date: '2026-10-10',
      end_date: '2026-10-20',
      metrics,
    });
    const rows: { dimensions: { ad_id: string }; metrics: { [name: string]: unknown } }[] =
      data.list;
    expect(rows.every(({ metrics: { spend } }) => /^\d+\.\d\d$/.test(String(spend)))).toBe(true);
    expect(
      rows.every(({ metrics: { complete_payment } }) => /^\d+$/.test(String(complete_payment))),
    ).toBe(true);
    expect(
      new Set(
        rows.flatMap(({ metrics: figures }) => Object.values(figures).map((each) => typeof each)),
      ),
    ).toEqual(new Set(['string']));
    expect(
      rows.some(
        ({ metrics: { total_complete_payment_rate } }) => total_complete_payment_rate === '-',
      ),
    ).toBe(true);
    const deleted = shortVideo.ad(account, 'traffic', 4);
    expect(rows.map(({ dimensions }) => dimensions.ad_id)).not.toContain(deleted);
    const filtering = [
      { field_name: 'ad_status', filter_type: 'IN', filter_value: '["STATUS_ALL"]' },
    ];
    const all = await client.get('report/integrated/get', {
      ...basic,
      start_date: '2026-10-10',
      end_date: '2026-10-20',
      filtering,
    });
    expect(all.data.list.map((row: (typeof rows)[number]) => row.dimensions.ad_id)).toContain(
      deleted,
    );
  });
});

test('comments are listed and written in the words of the description', async () => {
  const client = createTiktokClient();
  const search = {
    search_field: 'ADGROUP_ID',
    search_value: shortVideo.deliveringAdGroup(account, 'traffic'),
  };
  const { data } = await client.get('comment/list', {
    ...search,
    start_time: '2026-10-20',
    end_time: '2026-11-15',
  });
  const [{ comment_id, ad_id, tiktok_item_id, identity_id, identity_type, ...comment }] =
    data.comments;
  expect(comment).toMatchObject({ app_id: expect.any(String), content: expect.any(String) });
  expect(comment).not.toHaveProperty('app');
  const reply = { ad_id, comment_id, tiktok_item_id, identity_id, identity_type, text: 'Thanks' };
  const answer = await client.post('comment/post', { ...reply, comment_type: 'REPLY' });
  expect(answer.data).toMatchObject({ content: 'Thanks', reply_to_comment_id: comment_id });
  expect(answer.data).not.toHaveProperty('text');
  expect((await client.post('comment/post', { ...reply, comment_type: 'COMMENT' })).code).toBe(
    40002,
  );
});

describe('the budget of calls', () => {
  test('is ten a second where it is basic, five for ads, without a word in any header', async () => {
    const client = createTiktokClient();
    await client.tier('basic');
    const codes: number[] = [];
    for (let i = 0; i < 12; i += 1) {
      const reply = await client.get('campaign/get');
      codes.push(reply.code);
      expect([...reply.headers.keys()].filter((name) => /limit|usage|retry/.test(name))).toEqual(
        [],
      );
    }
    expect(codes).toEqual([...Array(10).fill(0), 40100, 40100]);
    await client.clock.advance(1_000);
    expect((await client.get('campaign/get')).code).toBe(0);
  });
});
