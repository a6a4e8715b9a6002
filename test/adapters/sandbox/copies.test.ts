import { expect, test } from 'vitest';
import { adSetNumber, seedId } from '../../../adapters/sandbox/meta/seed/ids.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import {
  adSet,
  type Client,
  campaign,
  createClient,
  emptyAdSet,
  eur,
  form,
  imageStory,
  link,
} from './client.ts';

/** A campaign with ad sets and ads of the given numbers. */
async function tree(
  client: Client,
  ads: readonly number[],
): Promise<{
  readonly top: string;
  readonly sets: readonly string[];
  readonly ads: readonly string[];
}> {
  const top = await client.make(`/${eur}/campaigns`, campaign({ name: 'Tree' }));
  const sets: string[] = [];
  const made: string[] = [];
  for (const [index, count] of ads.entries()) {
    const set = await client.make(
      `/${eur}/adsets`,
      adSet({ campaign_id: top, name: `Branch ${index}` }),
    );
    sets.push(set);
    for (let number = 0; number < count; number++)
      made.push(
        await client.make(`/${eur}/ads`, {
          name: `Leaf ${number}`,
          adset_id: set,
          status: 'ACTIVE',
          creative: { object_story_spec: imageStory() },
        }),
      );
  }
  return { top, sets, ads: made };
}

test('an ad is copied beside itself, paused, with the same creative and a new name', async () => {
  const client = createClient();
  const { ads } = await tree(client, [1]);
  const { body } = await client.post(`/${ads[0]}/copies`);
  expect(body).toEqual({ copied_ad_id: expect.any(String) });
  const fields = 'name,status,adset_id,creative,source_ad_id';
  const source = (await client.get(`/${ads[0]}`, { fields })).body;
  const copy = (await client.get(`/${body.copied_ad_id}`, { fields })).body;
  expect(copy).toMatchObject({
    name: 'Leaf 0 - Copy',
    status: 'PAUSED',
    adset_id: source.adset_id,
    creative: source.creative,
    source_ad_id: ads[0],
  });
  expect((await client.get(`/${ads[0]}/copies`)).body.data).toEqual([{ id: body.copied_ad_id }]);
});

test('fields of the creative are overwritten one by one, each as a whole', async () => {
  const client = createClient();
  const { ads } = await tree(client, [1]);
  const { body } = await client.post(`/${ads[0]}/copies`, {
    adset_id: emptyAdSet(),
    creative_parameters: { url_tags: 'a=b', object_story_spec: imageStory({ message: 'New' }) },
    rename_options: { rename_strategy: 'NO_RENAME' },
    status_option: 'ACTIVE',
  });
  const copy = (
    await client.get(
      `/${body.copied_ad_id}?fields=name,status,adset_id,creative{url_tags,object_story_spec}`,
    )
  ).body;
  expect(copy).toMatchObject({
    name: 'Leaf 0',
    status: 'ACTIVE',
    adset_id: emptyAdSet(),
    creative: { url_tags: 'a=b', object_story_spec: { link_data: { message: 'New' } } },
  });
});

test('a shallow copy takes the object alone, a deep one all below it', async () => {
  const client = createClient();
  const { sets, ads } = await tree(client, [3]);
  const shallow = (await client.post(`/${sets[0]}/copies`)).body;
  expect(shallow.ad_object_ids).toEqual([
    { ad_object_type: 'ad_set', source_id: sets[0], copied_id: shallow.copied_adset_id },
  ]);
  expect((await client.get(`/${shallow.copied_adset_id}/ads`)).body.data).toEqual([]);
  const deep = (
    await client.post(`/${sets[0]}/copies`, {
      deep_copy: true,
      status_option: 'INHERITED_FROM_SOURCE',
      rename_options: { rename_strategy: 'DEEP_RENAME', rename_suffix: ' (2)' },
    })
  ).body;
  expect(deep.ad_object_ids.map(({ source_id }: { source_id: string }) => source_id)).toEqual([
    sets[0],
    ...ads,
  ]);
  const copies = (await client.get(`/${deep.copied_adset_id}?fields=name,status,ads{name,status}`))
    .body;
  expect(copies).toMatchObject({
    name: 'Branch 0 (2)',
    status: 'PAUSED',
    ads: { data: [{ name: 'Leaf 2 (2)', status: 'ACTIVE' }, {}, {}] },
  });
});

test('a deep copy of more than three objects is refused when answered at once', async () => {
  const client = createClient();
  const { top, sets } = await tree(client, [4]);
  const before = (await client.control('GET', 'state')).body.objects;
  expect((await client.post(`/${sets[0]}/copies`, { deep_copy: true })).body.error).toMatchObject({
    code: 100,
    error_subcode: 1885194,
  });
  expect((await client.post(`/${top}/copies`, { deep_copy: true })).body.error.error_subcode).toBe(
    1885194,
  );
  expect((await client.control('GET', 'state')).body.objects).toEqual(before);
  const { top: small } = await tree(client, [1]);
  const { body } = await client.post(`/${small}/copies`, { deep_copy: true });
  expect(body.ad_object_ids).toHaveLength(3);
});

test('an ad set moves to another campaign with its copy, a finished one runs again as long as it did', async () => {
  const client = createClient();
  const day = 86_400_000;
  const now = Date.UTC(2026, 10, 15, 12);
  const ended = await client.make(
    `/${eur}/adsets`,
    adSet({ end_time: new Date(now + 2 * day).toISOString().replace(/\.\d+Z/, '+0000') }),
  );
  await client.advance(10 * day);
  const { copied_adset_id: copy } = (
    await client.post(`/${ended}/copies`, { campaign_id: seed.campaign(eur, 'legacy') })
  ).body;
  const read = (await client.get(`/${copy}?fields=start_time,end_time,campaign_id`)).body;
  const at = (time: string): number => Date.parse(time.replace(/(\d\d)(\d\d)$/, '$1:$2'));
  expect(read.campaign_id).toBe(seed.campaign(eur, 'legacy'));
  expect(at(read.start_time)).toBe(now + 10 * day);
  expect(at(read.end_time)).toBe(now + 12 * day);
});

const refusedCopies: readonly (readonly [
  subcode: number | undefined,
  why: string,
  path: string,
  body: object,
])[] = [
  [3858504, 'the old bundle of enhancements', `/${seedId(eur, 'ad', 801)}/copies`, {}],
  [2490085, 'the old crop', `/${seedId(eur, 'ad', 802)}/copies`, {}],
  [2446173, 'a label no asset has', `/${seedId(eur, 'ad', 803)}/copies`, {}],
  [1870227, 'targeting without the audience flag', `/${adSetNumber(eur, 'legacy', 2)}/copies`, {}],
  [1870247, 'a retired interest', `/${adSetNumber(eur, 'legacy', 3)}/copies`, {}],
  [
    4834002,
    'an ad set with a budget under a campaign with one',
    `/${emptyAdSet()}/copies`,
    { campaign_id: seed.campaign(eur, 'advantage') },
  ],
  [undefined, 'a legacy automated campaign', `/${seed.campaign(eur, 'legacy')}/copies`, {}],
  [undefined, 'an unknown parameter', `/${emptyAdSet()}/copies`, { name: 'New' }],
];

test.each(refusedCopies)('copy %s: %s', async (subcode, _why, path, body) => {
  const client = createClient();
  const reply = await client.post(path, body);
  expect(reply.status).toBe(400);
  expect(reply.body.error.error_subcode).toBe(subcode);
});

test('a refused copy of an ad works with the offending part replaced', async () => {
  const client = createClient();
  const creative_parameters = {
    degrees_of_freedom_spec: {
      creative_features_spec: { text_optimizations: { enroll_status: 'OPT_OUT' } },
    },
  };
  expect(
    (await client.post(`/${seedId(eur, 'ad', 801)}/copies`, { creative_parameters })).status,
  ).toBe(200);
});

test('a post without a link is refused for a website goal until a link is given', async () => {
  const client = createClient();
  const post = await client.make(`/${eur}/ads`, {
    name: 'p',
    adset_id: emptyAdSet('engagement'),
    creative: { object_story_id: seed.posts.image },
  });
  expect(
    (await client.post(`/${post}/copies`, { adset_id: emptyAdSet() })).body.error.error_subcode,
  ).toBe(2446383);
  expect(
    (
      await client.post(`/${post}/copies`, {
        adset_id: emptyAdSet(),
        creative_parameters: { call_to_action: { type: 'SHOP_NOW', value: { link } } },
      })
    ).status,
  ).toBe(200);
});

test('an asynchronous batch copies up to fifty-one objects and says so when asked', async () => {
  const client = createClient();
  const { sets } = await tree(client, [6]);
  const { async_sessions: sessions } = (
    await client.post('', {
      asyncbatch: [
        {
          method: 'POST',
          relative_url: `${sets[0]}/copies`,
          name: 'one',
          body: form({ deep_copy: true }),
        },
      ],
    })
  ).body;
  expect(sessions).toEqual([{ id: expect.any(String), name: 'one' }]);
  const poll = async () =>
    (
      await client.get(
        `/${sessions[0].id}?fields=id,name,status,percent_completed,result,error_code,exception,complete_time`,
      )
    ).body;
  expect(await poll()).toMatchObject({ status: 'running', percent_completed: 10 });
  await client.advance(2000);
  const done = await poll();
  expect(done).toMatchObject({
    status: 'completed',
    percent_completed: 100,
    result: expect.any(String),
  });
  const result = JSON.parse(done.result);
  expect(result.ad_object_ids).toHaveLength(7);
  expect((await client.get(`/${result.copied_adset_id}/ads`)).body.data).toHaveLength(6);
});

test('sessions that several callers ask about at once are carried out once', async () => {
  const client = createClient();
  const { top, sets } = await tree(client, [1, 1]);
  const asyncbatch = sets.map((set) => ({
    method: 'POST',
    relative_url: `${set}/copies`,
    body: form({ deep_copy: true }),
  }));
  const { async_sessions: sessions } = (await client.post('', { asyncbatch })).body;
  await client.advance(2000);
  await Promise.all(
    [0, 1, 0, 1].map((number) => client.get(`/${sessions[number].id}?fields=status`)),
  );
  expect((await client.get(`/${top}/adsets?fields=id`)).body.data).toHaveLength(4);
});

test('a session that fails carries the error', async () => {
  const client = createClient();
  const { async_sessions: sessions } = (
    await client.post('', { asyncbatch: [{ method: 'POST', relative_url: '404/copies' }] })
  ).body;
  await client.advance(2000);
  expect(
    (await client.get(`/${sessions[0].id}?fields=status,error_code,exception`)).body,
  ).toMatchObject({
    status: 'failed',
    error_code: 33,
    exception: expect.stringContaining('404'),
  });
});

test('a set of asynchronous requests counts what became of them', async () => {
  const client = createClient();
  const creative = { object_story_spec: imageStory() };
  const good = { name: 'a', adset_id: emptyAdSet(), creative };
  const set = await client.make(`/${eur}/asyncadrequestsets`, {
    name: 'Set',
    ad_specs: [good, { ...good, adset_id: '1' }, good],
  });
  const counts = 'is_completed,total_count,initial_count,success_count,error_count';
  expect((await client.get(`/${set}`, { fields: counts })).body).toMatchObject({
    is_completed: false,
    total_count: 3,
    success_count: 0,
  });
  await client.advance(3000);
  expect((await client.get(`/${set}`, { fields: counts })).body).toMatchObject({
    is_completed: true,
    total_count: 3,
    success_count: 2,
    error_count: 1,
  });
  const requests = (await client.get(`/${set}/requests?fields=status,result`)).body.data;
  expect(requests.map(({ status }: { status: string }) => status)).toEqual([
    'SUCCESS',
    'ERROR',
    'SUCCESS',
  ]);
  expect(requests[1].result).toMatchObject({ error_code: 33 });
  expect((await client.get(`/${emptyAdSet()}/ads`)).body.data).toHaveLength(2);
});

test('a set that is deleted does not start what has not started', async () => {
  const client = createClient();
  const creative = { object_story_spec: imageStory() };
  const set = await client.make(`/${eur}/asyncadrequestsets`, {
    name: 'Set',
    ad_specs: [{ name: 'a', adset_id: emptyAdSet(), creative }],
  });
  await client.remove(`/${set}`);
  await client.advance(5000);
  expect((await client.get(`/${set}?fields=canceled_count`)).body.canceled_count).toBe(1);
  expect((await client.get(`/${emptyAdSet()}/ads`)).body.data).toEqual([]);
});

test('a batch of one asynchronous request is refused', async () => {
  const client = createClient();
  const entry = { name: 'x', relative_url: `${emptyAdSet()}/copies`, body: '' };
  expect(
    (await client.post(`/${eur}/async_batch_requests`, { name: 'x', adbatch: [entry] })).body.error,
  ).toMatchObject({
    code: 194,
  });
  const set = await client.make(`/${eur}/async_batch_requests`, {
    name: 'x',
    adbatch: [entry, entry],
  });
  await client.advance(3000);
  expect((await client.get(`/${set}?fields=success_count`)).body.success_count).toBe(2);
});
