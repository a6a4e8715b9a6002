import { afterAll, beforeAll, expect, test } from 'vitest';
import { seed } from '../../adapters/sandbox/meta/seed/names.ts';
import { openCompanyHandle } from '../../server/embed/company.ts';
import { failOnDrift } from './harness.ts';
import { type ServiceFixture, startServiceFixture } from './service-fixture.ts';

failOnDrift();

const eur = seed.accounts.eur;
const ad = seed.ad(eur, 'sales', 1);

interface Row {
  readonly id: string;
  readonly text: string;
  readonly placement: string;
  readonly answered: boolean | null;
}

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await startServiceFixture();
});
afterAll(() => fixture.worker.stop());

const rows = async (query: string): Promise<readonly Row[]> =>
  (await fixture.call('GET', `/v1/comments?${query}`)).body.data;
const feedRow = async (text: string): Promise<Row> => {
  const found = (await rows(`adId=${ad}&limit=200`)).find(
    (row) => row.text === text && row.placement === 'feed',
  );
  if (found === undefined) throw new Error(`There is no comment ${text}.`);
  return found;
};
const held = async (text: string) =>
  (await fixture.held('comments')).filter(({ message }) => message === text).length;

test('every filter of the list is read from the query, and a wrong one is told with its place', async () => {
  expect(await rows(`adId=${ad}`)).toHaveLength(6);
  expect(
    await rows(`adId=${ad}&unanswered=true&hidden=false&q=blue&since=2026-01-01T00:00:00Z`),
  ).toHaveLength(2);
  const first = (await fixture.call('GET', `/v1/comments?accountId=${eur}&limit=2`)).body;
  const second = (
    await fixture.call(
      'GET',
      `/v1/comments?accountId=${eur}&limit=2&after=${encodeURIComponent(first.after)}`,
    )
  ).body;
  expect(second.data.map(({ id }: Row) => id)).not.toContain(first.data[1].id);
  const wrong = await fixture.call(
    'GET',
    '/v1/comments?since=yesterday&hidden=maybe&limit=0&after=x',
  );
  const paths = wrong.body.error.details.map(({ path }: { path: string }) => path);
  expect([wrong.status, [...new Set(paths)].sort()]).toEqual([
    400,
    ['after', 'hidden', 'limit', 'since'],
  ]);
  expect((await fixture.call('GET', '/v1/comments?adId=1&postId=2')).status).toBe(422);
  expect((await fixture.call('GET', '/v1/comments/nothing')).status).toBe(404);
});

test('a reply with one key through two doors, and with another key, is sent once', async () => {
  const { id } = await feedRow('Where can I buy this?');
  const company = openCompanyHandle(
    fixture.ports,
    { companyId: fixture.companyId, keyId: 'embedded', scopes: ['admin'] },
    new AbortController().signal,
  );
  await fixture.call('POST', '/v1/sandbox/faults', {
    body: { fault: 'answer-lost', method: 'POST', path: '*/comments', times: 1 },
  });
  const path = `/v1/comments/${id}/reply`;
  const body = { text: 'In our shop' };
  const first = await fixture.call('POST', path, { body, headers: { 'idempotency-key': 'one' } });
  expect([first.status, first.body.status]).toEqual([200, 'sent']);
  const second = await company.comments.reply({ id, ...body }, { idempotencyKey: 'one' });
  const third = await fixture.call('POST', path, { body, headers: { 'idempotency-key': 'two' } });
  expect([second.replyId, third.body.replyId]).toEqual([first.body.replyId, first.body.replyId]);
  expect(await held('In our shop')).toBe(1);
  const whole = (await fixture.call('GET', `/v1/comments/${id}`)).body;
  expect(whole).toMatchObject({
    comment: { answered: true },
    replies: [{ text: 'In our shop', own: true }],
  });
  const reused = await fixture.call('POST', path, {
    body: { text: 'Other' },
    headers: { 'idempotency-key': 'one' },
  });
  expect([reused.status, await held('Other')]).toEqual([409, 0]);
});

test('hide, unhide, like and delete answer the comment as it is; a bulk answers each id', async () => {
  const { id } = await feedRow('Great!');
  const post = async (verb: string, body?: object) =>
    (await fixture.call('POST', `/v1/comments/${id}/${verb}`, body && { body })).body;
  expect((await post('hide')).comment).toMatchObject({ id, hidden: true });
  expect((await rows(`adId=${ad}&hidden=true`)).map((row) => row.id)).toEqual([id]);
  expect((await post('unhide')).comment.hidden).toBe(false);
  expect((await post('like', {})).comment.liked).toBe(true);
  expect((await post('like', { liked: false })).comment.liked).toBe(false);
  const bulk = (
    await fixture.call('POST', '/v1/comments/hide', { body: { ids: [id, 'primary:1_1'] } })
  ).body;
  expect(bulk).toMatchObject({
    results: [{ id, success: true, hidden: true }, { success: false }],
    successCount: 1,
    failCount: 1,
  });
  expect((await fixture.call('POST', '/v1/comments/hide', { body: { ids: [] } })).status).toBe(422);
  const { id: doomed } = await feedRow('Does it come in blue?');
  expect((await fixture.call('POST', `/v1/comments/${doomed}/delete`)).status).toBe(200);
  expect((await fixture.call('GET', `/v1/comments/${doomed}`)).status).toBe(404);
});

test('a key that may only read changes nothing, and another company sees nothing', async () => {
  const key = await fixture.keyWith('read');
  const { id } = await feedRow('Great!');
  expect((await fixture.call('POST', `/v1/comments/${id}/hide`, { key })).status).toBe(403);
  expect((await fixture.call('GET', `/v1/comments/${id}`, { key })).status).toBe(200);
  expect(
    (await fixture.call('GET', `/v1/comments/${id}`, { key: fixture.foreignKey })).status,
  ).toBe(404);
});

test('filters and saved replies are made, changed and deleted; a filter hides by itself in the background', async () => {
  const { body: saved } = await fixture.call('POST', '/v1/saved-replies', {
    body: { name: 'Thanks', text: 'Thank you!' },
  });
  expect(
    (
      await fixture.call('PATCH', `/v1/saved-replies/${saved.id}`, {
        body: { text: 'Thanks a lot!' },
      })
    ).body.text,
  ).toBe('Thanks a lot!');
  expect((await fixture.call('GET', '/v1/saved-replies')).body.data).toHaveLength(1);
  expect((await fixture.call('DELETE', `/v1/saved-replies/${saved.id}`)).status).toBe(200);
  const { body: filter } = await fixture.call('POST', '/v1/comment-filters', {
    body: { name: 'Scams', words: ['scam'] },
  });
  expect(
    (await fixture.call('POST', '/v1/comment-filters/try', { body: { words: ['great'] } })).body
      .matched,
  ).toBeGreaterThan(0);
  await fixture.call('PATCH', `/v1/comment-filters/${filter.id}`, { body: { mode: 'on' } });
  await fixture.control('POST', 'comments', { platform: 'meta', text: 'This is a scam' });
  let hidden: readonly Row[] = [];
  for (let turns = 0; hidden.length === 0 && turns < 200; turns += 1) {
    await fixture.clock.sleep(30_000);
    hidden = (await rows(`accountId=${eur}&hidden=true`)).filter(
      ({ text }) => text === 'This is a scam',
    );
  }
  expect(hidden).toMatchObject([
    { hiddenBy: { filterId: filter.id, name: 'Scams', reason: 'the word "scam"' } },
  ]);
  expect((await fixture.call('GET', '/v1/comment-filters')).body.data).toMatchObject([
    { id: filter.id, hidden: 1, mode: 'on' },
  ]);
  expect((await rows(`filterId=${filter.id}`)).map(({ text }) => text)).toEqual(['This is a scam']);
  expect(await rows('filterId=cf_other')).toEqual([]);
  expect((await fixture.call('DELETE', `/v1/comment-filters/${filter.id}`)).status).toBe(200);
});
