import { expect, test } from 'vitest';
import { version } from '../../../adapters/platforms/meta/version.ts';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import {
  adSet,
  type Client,
  campaign,
  createClient,
  emptyAdSet,
  eur,
  imageStory,
} from './client.ts';

async function adsIn(client: Client, set: string, count: number): Promise<readonly string[]> {
  const creative = await client.make(`/${eur}/adcreatives`, {
    name: 'c',
    object_story_spec: imageStory(),
  });
  const ids: string[] = [];
  for (let index = 0; index < count; index++)
    ids.push(
      await client.make(`/${eur}/ads`, {
        name: `Ad ${index}`,
        adset_id: set,
        creative: { creative_id: creative },
        status: 'PAUSED',
      }),
    );
  return ids;
}

test('pages follow each other by cursor and by link, forth and back, newest first', async () => {
  const client = createClient();
  const set = emptyAdSet();
  const ids = await adsIn(client, set, 7);
  const newestFirst = [...ids].reverse();
  const first = (await client.get(`/${set}/ads`, { limit: '3', fields: 'id' })).body;
  expect(first.data.map((ad: { id: string }) => ad.id)).toEqual(newestFirst.slice(0, 3));
  const second = (
    await client.get(`/${set}/ads`, { limit: '3', fields: 'id', after: first.paging.cursors.after })
  ).body;
  expect(second.data.map((ad: { id: string }) => ad.id)).toEqual(newestFirst.slice(3, 6));
  const third = (await (
    await client.sandbox.fetch(new Request(second.paging.next))
  ).json()) as typeof second;
  expect(third.data).toEqual([{ id: newestFirst[6] }]);
  expect(third.paging.next).toBeUndefined();
  const back = (await (
    await client.sandbox.fetch(new Request(second.paging.previous))
  ).json()) as typeof second;
  expect(back.data).toEqual(first.data);
  expect(second.paging.next).toContain(`http://sandbox.test/meta/${version.pinned}/`);
  expect(new URL(second.paging.next).searchParams.get('access_token')).toBe(seed.token);
});

test('pages hold their place while new objects appear', async () => {
  const client = createClient();
  const set = emptyAdSet();
  const [oldest] = await adsIn(client, set, 3);
  const first = (await client.get(`/${set}/ads`, { limit: '2' })).body;
  await adsIn(client, set, 2);
  const second = (
    await client.get(`/${set}/ads`, { limit: '2', after: first.paging.cursors.after })
  ).body;
  expect(second.data).toEqual([{ id: oldest }]);
});

test('25 come without a limit, an empty edge has no paging, and the total is told on request', async () => {
  const client = createClient();
  await adsIn(client, emptyAdSet(), 26);
  const page = (await client.get(`/${emptyAdSet()}/ads`, { summary: 'total_count' })).body;
  expect(page.data).toHaveLength(25);
  expect(page.summary).toEqual({ total_count: 26 });
  expect((await client.get(`/${seed.emptyAdSets(eur, 'traffic')[1]}/ads`)).body).toEqual({
    data: [],
  });
  expect((await client.get(`/${eur}/ads`, { limit: '9999' })).body.error.code).toBe(1);
});

test('fields expand objects and edges, with modifiers, aliases and nesting', async () => {
  const client = createClient();
  const { body } = await client.get(`/${seed.campaign(eur, 'sales')}`, {
    fields:
      'name,adsets.limit(1){id,name,ads.limit(2).as(few){id,creative{id,object_story_spec}}},insights.date_preset(last_7d){spend}',
  });
  expect(body.adsets.data).toHaveLength(1);
  expect(body.adsets.paging.next).toContain('limit=1');
  const delivering = (
    await client.get(`/${seed.deliveringAdSet(eur, 'sales')}`, {
      fields: 'ads.limit(2).as(few){id,adset{campaign{objective}},creative{object_story_spec}}',
    })
  ).body;
  expect(delivering.few.data).toHaveLength(2);
  expect(delivering.few.data[0]).toMatchObject({
    adset: { campaign: { objective: 'OUTCOME_SALES' } },
    creative: { object_story_spec: { page_id: seed.page } },
  });
  expect(body.insights.data[0]).toMatchObject({
    spend: expect.stringMatching(/^\d+\.\d\d$/),
    date_start: expect.any(String),
  });
});

test('fields may come as a JSON array, unset fields are absent, money is text', async () => {
  const client = createClient();
  const { body } = await client.get(`/${emptyAdSet()}`, {
    fields: '["name","daily_budget","lifetime_budget","end_time"]',
  });
  expect(body).toEqual({ name: 'Traffic open 1', daily_budget: '5000', id: emptyAdSet() });
});

test('times are shown in the zone of the account', async () => {
  const client = createClient();
  const start = '2026-12-01T09:00:00+0900';
  const jpy = await client.make(
    '/act_1002/adsets',
    adSet({ campaign_id: seed.campaign('act_1002', 'traffic'), start_time: start }),
  );
  expect((await client.get(`/${jpy}?fields=start_time`)).body.start_time).toBe(
    '2026-12-01T09:00:00+0900',
  );
  const euro = await client.make(
    `/${eur}/adsets`,
    adSet({ start_time: '2026-12-01T00:00:00Z', end_time: 1_798_761_600 }),
  );
  expect((await client.get(`/${euro}?fields=start_time,end_time`)).body).toMatchObject({
    start_time: '2026-12-01T01:00:00+0100',
    end_time: '2027-01-01T01:00:00+0100',
  });
});

const filters: readonly (readonly [name: string, filter: object, expected: readonly string[]])[] = [
  ['EQUAL', { field: 'name', operator: 'EQUAL', value: 'Sales' }, ['Sales']],
  [
    'NOT_EQUAL',
    { field: 'name', operator: 'NOT_EQUAL', value: 'Sales' },
    ['Advantage', 'App', 'Awareness', 'Engagement', 'Leads', 'Legacy', 'Traffic'],
  ],
  [
    'IN',
    { field: 'objective', operator: 'IN', value: ['OUTCOME_LEADS', 'OUTCOME_AWARENESS'] },
    ['Awareness', 'Leads'],
  ],
  [
    'NOT_IN',
    { field: 'objective', operator: 'NOT_IN', value: ['OUTCOME_TRAFFIC', 'OUTCOME_SALES'] },
    ['App', 'Awareness', 'Engagement', 'Leads'],
  ],
  [
    'CONTAIN',
    { field: 'campaign.name', operator: 'CONTAIN', value: 'ag' },
    ['Advantage', 'Engagement'],
  ],
  ['NOT_CONTAIN', { field: 'name', operator: 'NOT_CONTAIN', value: 'e' }, ['App', 'Traffic']],
  ['STARTS_WITH', { field: 'name', operator: 'STARTS_WITH', value: 'le' }, ['Leads', 'Legacy']],
  ['GREATER_THAN', { field: 'daily_budget', operator: 'GREATER_THAN', value: 10 }, ['Advantage']],
  ['LESS_THAN', { field: 'created_time', operator: 'LESS_THAN', value: 1 }, []],
  ['IN_RANGE', { field: 'daily_budget', operator: 'IN_RANGE', value: [1, 999_999] }, ['Advantage']],
];

test.each(filters)('a list is filtered with %s', async (_name, filter, expected) => {
  const client = createClient();
  const { body } = await client.get(`/${eur}/campaigns`, { fields: 'name', filtering: [filter] });
  expect(body.data.map(({ name }: { name: string }) => name).sort()).toEqual(expected);
});

test('filters lead over links to other objects and refuse what they do not know', async () => {
  const client = createClient();
  const byCampaign = await client.get(`/${eur}/ads`, {
    fields: 'campaign_id',
    limit: '100',
    filtering: [{ field: 'campaign.id', operator: 'IN', value: [seed.campaign(eur, 'leads')] }],
  });
  expect(
    new Set(byCampaign.body.data.map((ad: { campaign_id: string }) => ad.campaign_id)),
  ).toEqual(new Set([seed.campaign(eur, 'leads')]));
  expect(
    (
      await client.get(`/${eur}/ads`, {
        filtering: [{ field: 'ad.colour', operator: 'IN', value: [] }],
      })
    ).body.error.code,
  ).toBe(100);
  expect(
    (
      await client.get(`/${eur}/ads`, {
        filtering: [{ field: 'name', operator: 'LIKE', value: 'x' }],
      })
    ).body.error.code,
  ).toBe(100);
});

test('lists show what lives; archived objects only on request, deleted ones never', async () => {
  const client = createClient();
  const [gone, , put] = await Promise.all(
    ['Gone', 'Kept', 'Put away'].map((name) =>
      client.make(`/${eur}/campaigns`, campaign({ name })),
    ),
  );
  await client.remove(`/${gone}`);
  await client.post(`/${put}`, { status: 'ARCHIVED' });
  const names = async (params: object): Promise<readonly string[]> =>
    (
      await client.get(`/${eur}/campaigns`, { fields: 'name', limit: '100', ...params })
    ).body.data.map(({ name }: { name: string }) => name);
  expect(await names({})).toContain('Kept');
  expect(await names({})).not.toContain('Put away');
  expect(await names({ effective_status: ['ARCHIVED'] })).toEqual(['Put away']);
  for (const word of ['DELETED', 'GONE', 'ADSET_PAUSED'])
    expect(
      (await client.get(`/${eur}/campaigns`, { effective_status: [word] })).body.error.code,
    ).toBe(100);
  expect((await client.get(`/${gone}?fields=effective_status`)).body.effective_status).toBe(
    'DELETED',
  );
});

test('a paused parent shows in the effective status of what is below it', async () => {
  const client = createClient();
  const ad = seed.ad(eur, 'leads', 1);
  const status = async (): Promise<string> =>
    (await client.get(`/${ad}?fields=effective_status`)).body.effective_status;
  expect(await status()).toBe('ACTIVE');
  await client.post(`/${seed.deliveringAdSet(eur, 'leads')}`, { status: 'PAUSED' });
  expect(await status()).toBe('ADSET_PAUSED');
  await client.post(`/${seed.campaign(eur, 'leads')}`, { status: 'PAUSED' });
  expect(await status()).toBe('CAMPAIGN_PAUSED');
  await client.post(`/${ad}`, { status: 'PAUSED' });
  expect(await status()).toBe('PAUSED');
  const paused = await client.get(`/${seed.deliveringAdSet(eur, 'leads')}/ads`, {
    effective_status: ['CAMPAIGN_PAUSED'],
  });
  expect(paused.body.data).toEqual([{ id: seed.ad(eur, 'leads', 3) }]);
});

test('labels are made on first use and lead back to everything that carries them', async () => {
  const client = createClient();
  const creative = await client.make(`/${eur}/adcreatives`, {
    name: 'c',
    object_story_spec: imageStory(),
    adlabels: [{ name: 'batch-7' }],
  });
  const ad = await client.make(`/${eur}/ads`, {
    name: 'a',
    adset_id: emptyAdSet(),
    creative: { creative_id: creative },
    adlabels: [{ name: 'batch-7' }],
  });
  const plain = await client.make(`/${eur}/ads`, {
    name: 'b',
    adset_id: emptyAdSet(),
    creative: { creative_id: creative },
  });
  const labels = (await client.get(`/${eur}/adlabels?fields=id,name`)).body.data;
  expect(labels).toEqual([{ id: expect.any(String), name: 'batch-7' }]);
  const ids = [labels[0].id];
  expect(
    (await client.get(`/${eur}/adsbylabels`, { ad_label_ids: ids, fields: 'id' })).body.data,
  ).toEqual([{ id: ad }]);
  expect(
    (await client.get(`/${eur}/adcreativesbylabels`, { ad_label_ids: ids })).body.data,
  ).toEqual([{ id: creative }]);
  expect(
    (await client.get(`/${emptyAdSet()}/ads`, { fields: 'id,adlabels,creative{id}' })).body.data[1],
  ).toMatchObject({
    id: ad,
    adlabels: [{ name: 'batch-7' }],
    creative: { id: creative },
  });
  await client.post(`/${plain}/adlabels`, { adlabels: [{ id: ids[0] }] });
  expect((await client.get(`/${eur}/adsbylabels`, { ad_label_ids: ids })).body.data).toEqual([
    { id: plain },
    { id: ad },
  ]);
  await client.post(`/${ad}`, { adlabels: [{ name: 'other' }] });
  expect((await client.get(`/${eur}/adsbylabels`, { ad_label_ids: ids })).body.data).toEqual([
    { id: plain },
  ]);
});

test('several labels ask for all of them, or for any', async () => {
  const client = createClient();
  const creative = await client.make(`/${eur}/adcreatives`, { object_story_spec: imageStory() });
  const label = (name: string): Promise<string> => client.make(`/${eur}/adlabels`, { name });
  const [one, two] = [await label('one'), await label('two')];
  const ad = (...ids: string[]): Promise<string> =>
    client.make(`/${eur}/ads`, {
      name: 'a',
      adset_id: emptyAdSet(),
      creative: { creative_id: creative },
      adlabels: ids.map((id) => ({ id })),
    });
  const first = await ad(one);
  const both = await ad(one, two);
  const second = await ad(two);
  const found = async (params: object): Promise<readonly string[]> =>
    (await client.get(`/${eur}/adsbylabels`, { ad_label_ids: [one, two], ...params })).body.data
      .map(({ id }: { id: string }) => id)
      .sort();
  expect(await found({})).toEqual([both]);
  expect(await found({ operator: 'ANY' })).toEqual([first, both, second].sort());
});

test('pages, profiles, posts, media and pixels of the seed can be found', async () => {
  const client = createClient();
  expect((await client.get(`/${eur}/promote_pages?fields=id,name,picture{url}`)).body.data).toEqual(
    [{ id: seed.page, name: 'Harbour Store', picture: { data: { url: expect.any(String) } } }],
  );
  expect((await client.get(`/${eur}/instagram_accounts?fields=id,username`)).body.data).toEqual([
    { id: seed.profile, username: 'harbour.store' },
  ]);
  const posts = (
    await client.get(`/${seed.page}/ads_posts?fields=id,call_to_action,is_eligible_for_promotion`)
  ).body.data;
  expect(posts.map(({ id }: { id: string }) => id).sort()).toEqual(
    [seed.posts.link, seed.posts.image, seed.posts.video, seed.posts.unpromotable].sort(),
  );
  expect((await client.get(`/${seed.profile}/media?fields=id,media_type`)).body.data).toHaveLength(
    3,
  );
  expect((await client.get(`/${eur}/adspixels?fields=name`)).body.data).toEqual([
    { name: 'Harbour pixel', id: seed.pixel },
  ]);
  expect(
    (await client.get('/search', { type: 'adgeolocation', q: 'san', location_types: ['city'] }))
      .body.data,
  ).toMatchObject([{ key: '2421836', type: 'city', country_code: 'US' }]);
});

test.each(['pretty', 'debug', 'date_format'])(
  'the parameter %s, which Meta took away, is refused',
  async (name) => {
    const client = createClient();
    const answer = await client.post(`/${eur}/campaigns`, campaign({ [name]: '1' }));
    expect([answer.status, answer.body.error.code]).toEqual([400, 100]);
  },
);

test('a condition on the tag of an answer is not looked at: no answer has one', async () => {
  const { sandbox } = createClient();
  const url = `http://sandbox.test/meta/${version.pinned}/${eur}?fields=id&access_token=${seed.token}`;
  for (const headers of [{}, { 'if-none-match': '*' }]) {
    const answer = await sandbox.fetch(new Request(url, { headers }));
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, null]);
  }
});
