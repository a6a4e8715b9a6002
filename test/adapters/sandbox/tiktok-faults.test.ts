import { describe, expect, test } from 'vitest';
import { faultLibrary } from '../../../adapters/sandbox/tiktok/faults.ts';
import { formId } from '../../../adapters/sandbox/tiktok/objects/leads.ts';
import { shortVideo } from '../../../adapters/sandbox/tiktok/seed/ids.ts';
import { smartPlays } from './smart-plays.ts';
import {
  account,
  adGroup,
  createAd,
  createTiktokClient,
  creative,
  type TiktokClient,
} from './tiktok-client.ts';

describe('faults', () => {
  const status = {
    campaign_ids: [shortVideo.campaign(account, 'reach')],
    operation_status: 'DISABLE',
  };
  const isOff = async (client: TiktokClient) => {
    const { data } = await client.get('campaign/get', {
      filtering: { campaign_ids: status.campaign_ids },
    });
    return data.list[0].operation_status === 'DISABLE';
  };
  /** The write is answered with that code, and was carried out or not. */
  const answers = (fault: string, code: number, done: boolean) => async (client: TiktokClient) => {
    await client.fault({ fault, method: 'POST', times: 1 });
    expect((await client.post('campaign/status/update', status)).code).toBe(code);
    expect(await isOff(client)).toBe(done);
  };
  const cuts = (fault: string, done: boolean) => async (client: TiktokClient) => {
    await client.fault({ fault, times: 1, method: 'POST' });
    await expect(client.post('campaign/status/update', status)).rejects.toThrow();
    expect(await isOff(client)).toBe(done);
  };
  const pages = (fault: string, http: number, done: boolean) => async (client: TiktokClient) => {
    await client.fault({ fault, times: 1, method: 'POST' });
    const reply = await client.post('campaign/status/update', status);
    expect([reply.status, reply.code]).toEqual([http, undefined]);
    expect(await isOff(client)).toBe(done);
  };
  const waits = (fault: string, done: boolean) => async (client: TiktokClient) => {
    await client.fault({ fault, times: 1, ms: 1_000, method: 'POST' });
    const answered = client.post('campaign/status/update', status);
    while (client.clock.sleeping() === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await isOff(client)).toBe(done);
    await client.clock.advance(1_000);
    return answered;
  };
  const copy = async (client: TiktokClient) => {
    const body = {
      campaign_id: shortVideo.campaign(account, 'traffic'),
      request_id: '1',
      campaign_name: 'Copy',
    };
    const started = await client.post('campaign/copy/task/create', body);
    await client.clock.advance(30_000);
    return (await client.get('campaign/copy/task/check', { task_id: started.data.task_id })).data;
  };

  const leadTask = async (client: TiktokClient) => {
    const { data } = await client.post('page/lead/task', { page_id: formId(account) });
    await client.clock.advance(4_000);
    return (await client.post('page/lead/task', { task_id: data.task_id })).data;
  };
  const download = async (client: TiktokClient, task_id: string) =>
    (await client.get('page/lead/task/download', { task_id })).text;

  const plays: { readonly [fault: string]: (client: TiktokClient) => Promise<unknown> } = {
    transient: answers('transient', 50000, false),
    'failed-but-created': answers('failed-but-created', 50000, true),
    'internal-service': answers('internal-service', 40700, false),
    maintenance: answers('maintenance', 60001, false),
    'write-conflict': answers('write-conflict', 40202, false),
    throttle: answers('throttle', 40100, false),
    'throttle-16': answers('throttle-16', 40016, false),
    'throttle-132': answers('throttle-132', 40132, false),
    'throttle-133': answers('throttle-133', 40133, false),
    'token-expired': answers('token-expired', 40105, false),
    'token-missing': answers('token-missing', 40104, false),
    permission: answers('permission', 40001, false),
    error: answers('error', 40002, false),
    'error-but-done': answers('error-but-done', 50000, true),
    'html-502': pages('html-502', 502, false),
    'html-503': pages('html-503', 503, false),
    'html-but-done': pages('html-but-done', 502, true),
    'empty-body': pages('empty-body', 200, true),
    'connection-cut': cuts('connection-cut', false),
    'answer-lost': cuts('answer-lost', true),
    slow: waits('slow', false),
    'slow-but-done': waits('slow-but-done', true),
    async 'late-effect'(client) {
      expect((await waits('late-effect', false)(client)).code).toBe(0);
      expect(await isOff(client)).toBe(true);
    },
    async 'token-revoked'(client) {
      await client.fault({ fault: 'token-revoked', times: 1, path: '/campaign/get' });
      for (let i = 0; i < 2; i += 1) expect((await client.get('campaign/get')).code).toBe(40105);
      await client.clearFaults();
      expect((await client.get('campaign/get')).code).toBe(0);
    },
    async 'lead-terms-open'(client) {
      expect((await client.get('term/check', { term_type: 'LeadAds' })).data).toEqual({
        confirmed: true,
      });
      await client.fault({ fault: 'lead-terms-open' });
      expect((await client.get('term/check', { term_type: 'LeadAds' })).data).toEqual({
        confirmed: false,
      });
    },
    async 'leads-titled'(client) {
      const ordered = await leadTask(client);
      const columns = async () => (await download(client, ordered.task_id)).split(',')[0];
      expect(await columns()).toBe('\ufefflead_id');
      await client.fault({ fault: 'leads-titled' });
      expect(await columns()).toBe('Lead ID');
    },
    async 'leads-slow'(client) {
      await client.fault({ fault: 'leads-slow', ms: 60_000 });
      expect((await leadTask(client)).status).toBe('RUNNING');
      await client.clearFaults();
      expect((await leadTask(client)).status).toBe('SUCCEED');
    },
    async 'leads-zipped'(client) {
      await client.fault({ fault: 'leads-zipped' });
      expect((await leadTask(client)).file_type).toBe('zip');
    },
    async partial(client) {
      await client.fault({ fault: 'partial' });
      const image = await client.image();
      const creatives = [1, 2, 3].map((n) => creative(image, { ad_name: `Ad ${n}` }));
      const { code, data } = await client.post('ad/create', { adgroup_id: adGroup(), creatives });
      expect([code, data.creatives.map(({ ad_name }: { ad_name: string }) => ad_name)]).toEqual([
        20001,
        ['Ad 1', 'Ad 3'],
      ]);
    },
    async 'name-taken'(client) {
      await client.fault({ fault: 'name-taken', times: 1 });
      await expect(client.image()).rejects.toThrow('duplicated');
    },
    async 'image-refused'(client) {
      await client.fault({ fault: 'image-refused', times: 1 });
      await expect(client.image()).rejects.toThrow('format');
    },
    async 'video-slow'(client) {
      await client.fault({ fault: 'video-slow', ms: 60_000 });
      const video_id = await client.video();
      await client.clock.advance(30_000);
      expect((await client.get('file/video/ad/info', { video_ids: [video_id] })).data.list).toEqual(
        [{ video_id }],
      );
    },
    async 'video-error'(client) {
      await client.fault({ fault: 'video-error' });
      const video_id = await client.video();
      await client.clock.advance(5_000);
      expect(
        (await client.get('file/video/ad/info', { video_ids: [video_id] })).data.list[0]
          .displayable,
      ).toBe(false);
    },
    async 'copy-not-allowed'(client) {
      await client.fault({ fault: 'copy-not-allowed' });
      expect(
        (await client.post('campaign/copy/task/create', { campaign_id: '1', request_id: '1' }))
          .code,
      ).toBe(40001);
    },
    async 'copy-failed'(client) {
      await client.fault({ fault: 'copy-failed' });
      expect(await copy(client)).toMatchObject({
        task_status: 'SUCCESS',
        task_result: { campaign_id: null },
      });
    },
    async 'copy-partial'(client) {
      await client.fault({ fault: 'copy-partial' });
      const { task_result } = await copy(client);
      const ids = task_result.adgroup_result_list.map(
        ({ adgroup_id }: { adgroup_id: string }) => adgroup_id,
      );
      expect(ids.filter((id: string) => id === '0').length).toBeGreaterThan(0);
      expect(ids.filter((id: string) => id !== '0').length).toBeGreaterThan(0);
    },
    async 'copy-stuck'(client) {
      await client.fault({ fault: 'copy-stuck' });
      expect((await copy(client)).task_status).toBe('RUNNING');
    },
    async 'list-lag'(client) {
      await client.fault({ fault: 'list-lag', ms: 5_000 });
      await createAd(client);
      const listed = async () =>
        (await client.get('ad/get', { filtering: { adgroup_ids: [adGroup()] } })).data.list.length;
      expect(await listed()).toBe(0);
      await client.clock.advance(5_000);
      expect(await listed()).toBe(1);
    },
    async 'report-too-large'(client) {
      await client.fault({ fault: 'report-too-large' });
      const query = {
        report_type: 'BASIC',
        data_level: 'AUCTION_AD',
        dimensions: ['ad_id'],
        start_date: '2026-11-01',
      };
      expect(
        (await client.get('report/integrated/get', { ...query, end_date: '2026-11-02' })).code,
      ).toBe(40067);
    },
    async 'report-truncated'(client) {
      await client.fault({ fault: 'report-truncated' });
      const query = {
        report_type: 'BASIC',
        data_level: 'AUCTION_AD',
        dimensions: ['ad_id'],
        start_date: '2026-11-01',
      };
      const reply = await client.get('report/integrated/get', { ...query, end_date: '2026-11-02' });
      expect(reply.headers.get('x-tt-ads-throttle')).not.toBeNull();
    },
    async 'comments-empty-page'(client) {
      await client.fault({ fault: 'comments-empty-page', times: 1 });
      const query = {
        search_field: 'ADGROUP_ID',
        search_value: shortVideo.deliveringAdGroup(account, 'traffic'),
        page_size: 2,
      };
      const range = { start_time: '2026-11-01 00:00:00', end_time: '2026-11-16 00:00:00' };
      const page = async () => (await client.get('comment/list', { ...query, ...range })).data;
      expect(await page()).toMatchObject({ comments: [], page_info: { total_page: 2 } });
      expect((await page()).comments).toHaveLength(2);
    },
    async 'comment-nested'(client) {
      const query = {
        search_field: 'ADGROUP_ID',
        search_value: shortVideo.deliveringAdGroup(account, 'traffic'),
      };
      const range = { start_time: '2026-11-01 00:00:00', end_time: '2026-11-16 00:00:00' };
      const [row] = (await client.get('comment/list', { ...query, ...range })).data.comments;
      const { comment_id, ad_id, tiktok_item_id, identity_id, identity_type } = row;
      await client.fault({ fault: 'comment-nested' });
      const reply = {
        comment_id,
        ad_id,
        tiktok_item_id,
        identity_id,
        identity_type,
        comment_type: 'REPLY',
        text: 'Hi',
      };
      expect((await client.post('comment/post', reply)).data).toMatchObject({
        comment: { text: 'Hi' },
      });
    },
    ...smartPlays,
    async 'ids-as-numbers'(client) {
      await client.fault({ fault: 'ids-as-numbers' });
      expect((await client.get('campaign/get')).text).toMatch(/"campaign_id":\d{19}/);
    },
  };

  test('every one of the library has a test here', () => {
    expect(Object.keys(plays).sort()).toEqual(Object.keys(faultLibrary).sort());
  });

  test.each(Object.entries(plays))('%s', async (_fault, play) => {
    await play(createTiktokClient());
  });
});

test('a copy task takes a request id once in ten seconds, copies everything alive, and leaves ad groups switched on', async () => {
  const client = createTiktokClient();
  const body = {
    campaign_id: shortVideo.campaign(account, 'conversions'),
    request_id: '42',
    campaign_name: 'Copy',
  };
  const { data } = await client.post('campaign/copy/task/create', body);
  expect((await client.post('campaign/copy/task/create', body)).code).toBe(40002);
  await client.clock.advance(30_000);
  const { task_status, task_result } = (
    await client.get('campaign/copy/task/check', { task_id: data.task_id })
  ).data;
  expect(task_status).toBe('SUCCESS');
  const filtering = { campaign_ids: [task_result.campaign_id] };
  expect((await client.get('campaign/get', { filtering })).data.list[0].operation_status).toBe(
    'DISABLE',
  );
  const adGroups = (await client.get('adgroup/get', { filtering })).data.list;
  expect(
    adGroups.map(({ operation_status }: { operation_status: string }) => operation_status),
  ).toEqual(['ENABLE', 'ENABLE']);
  expect((await client.get('ad/get', { filtering })).data.list).toHaveLength(3);
});
