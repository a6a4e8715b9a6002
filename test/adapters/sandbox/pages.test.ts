import { expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { asPage, createClient, emptyAdSet, eur, imageStory } from './client.ts';

test('comments need the token of the page', async () => {
  const client = createClient();
  expect(await client.get(`/${seed.posts.link}/comments`)).toMatchObject({
    status: 403,
    body: { error: { code: 210 } },
  });
  expect((await (await asPage(client)).get(`/${seed.posts.link}/comments`)).body.data).toHaveLength(
    3,
  );
});

test('comments under the post of an ad are read, answered, hidden, liked and deleted', async () => {
  const client = createClient();
  const page = await asPage(client);
  const { creative } = (
    await client.get(
      `/${seed.ad(eur, 'sales', 1)}?fields=creative{effective_object_story_id,effective_instagram_media_id}`,
    )
  ).body;
  const post = creative.effective_object_story_id;
  const fields = 'id,message,from,is_hidden,can_hide,like_count,comment_count,user_likes';
  const [newest, , oldest] = (await page.get(`/${post}/comments`, { fields })).body.data;
  expect(newest).toMatchObject({
    message: 'Great!',
    from: { name: 'Cleo' },
    is_hidden: false,
    comment_count: 0,
  });
  expect(
    (await page.get(`/${post}/comments`, { fields: 'id', order: 'chronological' })).body.data[0].id,
  ).toBe(oldest.id);
  const reply = await page.make(`/${newest.id}/comments`, { message: 'Thank you' });
  expect((await page.post(`/${newest.id}`, { is_hidden: true })).body).toEqual({ success: true });
  expect((await page.post(`/${newest.id}/likes`)).body).toEqual({ success: true });
  expect((await page.get(`/${newest.id}`, { fields })).body).toMatchObject({
    is_hidden: true,
    like_count: 1,
    comment_count: 1,
    user_likes: true,
  });
  expect((await page.remove(`/${newest.id}/likes`)).body).toEqual({ success: true });
  expect((await page.get(`/${reply}`, { fields: 'message,from,parent' })).body).toMatchObject({
    message: 'Thank you',
    from: { id: seed.page },
    parent: { id: newest.id },
  });
  expect((await page.get(`/${post}/comments`, { filter: 'stream' })).body.data).toHaveLength(4);
  expect((await page.remove(`/${oldest.id}`)).body).toEqual({ success: true });
  expect((await page.get(`/${post}/comments`, { summary: 'true' })).body.summary).toEqual({
    total_count: 2,
  });
});

test('comments on Instagram have replies and are hidden with hide', async () => {
  const client = createClient();
  const page = await asPage(client);
  const [comment] = (await page.get(`/${seed.media.image}/comments?fields=id,text,username,hidden`))
    .body.data;
  expect(comment).toMatchObject({ text: 'Great!', username: 'Cleo', hidden: false });
  await page.make(`/${comment.id}/replies`, { message: 'Hi' });
  expect((await page.post(`/${comment.id}`, {})).body.error.code).toBe(100);
  await page.post(`/${comment.id}`, { hide: true });
  expect((await page.get(`/${comment.id}?fields=hidden,replies{text}`)).body).toMatchObject({
    hidden: true,
    replies: { data: [{ text: 'Hi' }] },
  });
});

test('each side names its fields its own way, and only the own page may ask', async () => {
  const client = createClient();
  const page = await asPage(client);
  expect((await page.get(`/${seed.media.image}/comments?fields=message`)).body.error.code).toBe(
    100,
  );
  expect((await page.get(`/${seed.posts.link}/comments?fields=text`)).body.error.code).toBe(100);
  expect((await page.get(`/${seed.posts.creator}/comments`)).body.error).toMatchObject({
    code: 100,
    error_subcode: 33,
  });
  expect((await page.get(`/${seed.posts.link}/comments`, { filter: 'all' })).body.error.code).toBe(
    100,
  );
  const [comment] = (await page.get(`/${seed.media.image}/comments?fields=id`)).body.data;
  expect((await page.post(`/${comment.id}`, { is_hidden: true })).body.error.code).toBe(100);
  expect((await page.post(`/${comment.id}/likes`)).status).toBe(400);
});

test('a page has a budget of calls of its own', async () => {
  const client = createClient();
  const page = await asPage(client);
  await client.control('POST', 'tier', { tier: 'limited' });
  const read = () => page.get(`/${seed.posts.link}/comments`);
  for (let call = 0; call < 60; call += 1) expect((await read()).status).toBe(200);
  expect((await read()).body.error).toMatchObject({ code: 32 });
  expect((await client.get(`/${eur}/ads`)).status).toBe(200);
  await client.advance(301_000);
  expect((await read()).status).toBe(200);
});

test('comments arrive with the clock, are hidden by others and vanish', async () => {
  const client = createClient();
  const page = await asPage(client);
  const order = {
    platform: 'meta',
    count: 3,
    startMs: 60_000,
    everyMs: 60_000,
    text: 'Hi',
    hiddenAfterMs: 30_000,
    goneAfterMs: 90_000,
  };
  const { adId } = (await client.control('POST', 'comments', order)).body;
  expect(adId).toBe(seed.ad(eur, 'sales', 1));
  const { creative } = (await client.get(`/${adId}?fields=creative{effective_object_story_id}`))
    .body;
  const listed = async () =>
    (
      await page.get(`/${creative.effective_object_story_id}/comments`, {
        fields: 'message,is_hidden',
      })
    ).body.data
      .filter(({ message }: { message: string }) => message.startsWith('Hi'))
      .map(({ message, is_hidden }: { message: string; is_hidden: boolean }) => [
        message,
        is_hidden,
      ]);
  expect(await listed()).toEqual([]);
  await client.advance(60_000);
  expect(await listed()).toEqual([['Hi 1', false]]);
  await client.advance(60_000);
  expect(await listed()).toEqual([
    ['Hi 2', false],
    ['Hi 1', true],
  ]);
  await client.advance(60_000);
  expect(await listed()).toEqual([
    ['Hi 3', false],
    ['Hi 2', true],
  ]);
  expect((await client.control('POST', 'comments', { platform: 'none' })).status).toBe(400);
  expect((await client.control('POST', 'comments', { ...order, everyMs: -1 })).status).toBe(400);
});

test('the post of a new creative exists, apart from the posts of the page', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/adcreatives`, { object_story_spec: imageStory() });
  const { effective_object_story_id: post } = (
    await client.get(`/${id}?fields=effective_object_story_id`)
  ).body;
  expect((await client.get(`/${post}?fields=message,call_to_action`)).body).toMatchObject({
    message: 'Hello',
    call_to_action: { type: 'SHOP_NOW' },
  });
  const posts = async (params: object): Promise<readonly string[]> =>
    (await client.get(`/${seed.page}/ads_posts`, { limit: '100', ...params })).body.data.map(
      (each: { id: string }) => each.id,
    );
  expect(await posts({})).not.toContain(post);
  expect(await posts({ include_inline_create: 'true' })).toContain(post);
  expect((await client.get(`/${seed.page}/published_posts`)).body.data).toHaveLength(4);
  expect(
    (
      await client.post(`/${eur}/ads`, {
        name: 'again',
        adset_id: emptyAdSet(),
        creative: { object_story_id: post },
      })
    ).status,
  ).toBe(200);
});

test('content of creators is found by ad code, name and link', async () => {
  const client = createClient();
  const edge = `/${seed.profile}/branded_content_advertisable_medias`;
  const fields = 'id,owner_id,permalink,has_permission_for_partnership_ad';
  const [found] = (await client.get(edge, { ad_code: seed.adCodes.instagram, fields })).body.data;
  expect(found).toMatchObject({
    id: seed.media.creator,
    owner_id: seed.creatorProfile,
    has_permission_for_partnership_ad: true,
  });
  expect(
    (await client.get(edge, { creator_username: 'creator', permalinks: [found.permalink] })).body
      .data,
  ).toHaveLength(1);
  expect((await client.get(edge, { creator_username: 'nobody' })).body.data).toEqual([]);
  const permissions = `/${seed.profile}/branded_content_ad_permissions`;
  await client.post(permissions, { creator_instagram_username: 'creator' });
  expect((await client.get(permissions)).body.data).toEqual([
    { id: 'creator', permission_status: 'APPROVED' },
  ]);
  await client.post(permissions, { creator_instagram_username: 'creator', revoke: true });
  expect((await client.get(permissions)).body.data).toEqual([]);
});

test('server events are counted, and one bad event refuses them all', async () => {
  const client = createClient();
  const now = Math.floor(client.clock.now() / 1000);
  const event = (more: object = {}): object => ({
    event_name: 'Purchase',
    event_time: now,
    action_source: 'website',
    event_source_url: 'https://shop.example/',
    user_data: { em: ['a'.repeat(64)], client_user_agent: 'Mozilla/5.0' },
    ...more,
  });
  expect(
    (await client.post(`/${seed.pixel}/events`, { data: [event(), event()] })).body,
  ).toMatchObject({
    events_received: 2,
    messages: [],
    fbtrace_id: expect.any(String),
  });
  expect((await client.get(`/${seed.pixel}/stats`)).body.data[0].data).toEqual([
    { value: 'Purchase', count: 2 },
  ]);
  expect((await client.get(`/${seed.pixel}?fields=last_fired_time`)).body.last_fired_time).toBe(
    '2026-11-15T12:00:00+0000',
  );
  for (const bad of [
    { event_name: undefined },
    { event_time: now - 8 * 86_400 },
    { event_time: now + 3600 },
    { user_data: {} },
    { user_data: { em: ['x'] } },
  ])
    expect(
      (await client.post(`/${seed.pixel}/events`, { data: [event(), event(bad)] })).body.error,
    ).toMatchObject({
      code: 100,
      error_subcode: 2804003,
    });
  expect(
    (await client.post(`/${seed.pixel}/events`, { data: Array(1001).fill(event()) })).body.error
      .code,
  ).toBe(100);
  expect((await client.get(`/${seed.pixel}/stats`)).body.data[0].data).toEqual([
    { value: 'Purchase', count: 2 },
  ]);
});

test('custom conversions are listed and made', async () => {
  const client = createClient();
  const id = await client.make(`/${eur}/customconversions`, {
    name: 'Basket',
    event_source_id: seed.pixel,
    rule: { url: { i_contains: 'basket' } },
    custom_event_type: 'ADD_TO_CART',
  });
  const listed = (await client.get(`/${eur}/customconversions?fields=name,custom_event_type,pixel`))
    .body.data;
  expect(listed).toEqual([
    { id, name: 'Basket', custom_event_type: 'ADD_TO_CART', pixel: { id: seed.pixel } },
    {
      id: seed.customConversion,
      name: 'Big basket',
      custom_event_type: 'PURCHASE',
      pixel: { id: seed.pixel },
    },
  ]);
});

test('value rule sets keep their bounds', async () => {
  const client = createClient();
  const rule = (more: object = {}): object => ({
    name: 'r',
    adjust_sign: 'INCREASE',
    adjust_value: 20,
    criterias: [],
    ...more,
  });
  const set = (rules: readonly object[]) =>
    client.post(`/${eur}/value_rule_set`, { name: 's', rules });
  for (const rules of [
    [],
    Array(11).fill(rule()),
    [rule({ adjust_value: 1001 })],
    [rule({ adjust_sign: 'DECREASE', adjust_value: 91 })],
    [rule({ criterias: Array(5).fill({}) })],
  ])
    expect((await set(rules)).body.error.code).toBe(100);
  const ids: string[] = [];
  for (let index = 0; index < 6; index++) ids.push((await set([rule()])).body.id);
  expect((await set([rule()])).body.error.code).toBe(100);
  expect((await client.post(`/${ids[0]}/delete_rule_set`)).body).toEqual({ success: true });
  expect((await client.get(`/${eur}/value_rule_set`)).body.data).toHaveLength(5);
});

test('the business knows its accounts and pages, the account its minimums', async () => {
  const client = createClient();
  const [business] = (await client.get('/me/businesses')).body.data;
  expect((await client.get(`/${business.id}/owned_ad_accounts`)).body.data).toHaveLength(4);
  expect((await client.get(`/${business.id}/owned_pages`)).body.data).toEqual([
    { id: seed.page, name: 'Harbour Store' },
  ]);
  expect((await client.get(`/${eur}/minimum_budgets`)).body.data[0]).toMatchObject({
    currency: 'EUR',
    min_daily_budget_imp: 100,
  });
  expect(
    (await client.get(`/${eur}/dsa_recommendations`)).body.data[0].recommendations,
  ).toHaveLength(1);
});

const searches: readonly (readonly [params: object, first: object])[] = [
  [
    { type: 'adgeolocation', q: 'berlin', location_types: ['city'] },
    { key: '560472', type: 'city', country_code: 'DE' },
  ],
  [
    { type: 'adgeolocation', q: 'cal', location_types: ['region'], country_code: 'US' },
    { key: '3847', name: 'California' },
  ],
  [
    { type: 'adzipcode', q: '94304' },
    { key: 'US:94304', type: 'zip' },
  ],
  [
    { type: 'adinterest', q: 'foot' },
    { id: '6003107902434', name: 'Football' },
  ],
  [{ type: 'adlocale', q: 'german' }, { key: 5 }],
];

test.each(searches)('search %o', async (params, first) => {
  const client = createClient();
  expect((await client.get('/search', params)).body.data[0]).toMatchObject(first);
});

test.each(['advantage', 'legacy'] as const)(
  'an automated campaign (%s) takes a hundred and fifty ads in an ad set',
  async (name) => {
    const client = createClient();
    const { data } = (
      await client.get(`/${eur}/adsets`, {
        fields: 'name,campaign{smart_promotion_type}',
        limit: 500,
      })
    ).body;
    const isLegacy = ({ campaign }: { campaign: { smart_promotion_type?: string } }) =>
      campaign.smart_promotion_type === 'AUTOMATED_SHOPPING_ADS';
    const room =
      name === 'legacy'
        ? data.filter(isLegacy).find((each: { name: string }) => /alone/.test(each.name)).id
        : emptyAdSet(name);
    const creative = await client.make(`/${eur}/adcreatives`, { object_story_spec: imageStory() });
    const make = () =>
      client.post(`/${eur}/ads`, {
        name: 'a',
        adset_id: room,
        status: 'PAUSED',
        creative: { creative_id: creative },
      });
    for (let index = 0; index < 150; index++) expect((await make()).status).toBe(200);
    expect((await make()).status).toBe(400);
  },
);
