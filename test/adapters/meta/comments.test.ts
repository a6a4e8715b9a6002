import { expect, test } from 'vitest';
import { seed } from '../../../adapters/sandbox/meta/seed/names.ts';
import { failureOf } from '../../../adapters/testing/platform-under-test.ts';
import type { CredentialStore } from '../../../core/ports/credential-store.ts';
import type { Credentials } from '../../../core/ports/platform-accounts.ts';
import type { CommentsCapability, CommentThread } from '../../../core/ports/platform-comments.ts';
import { type MetaAtSandbox, metaAtSandbox } from './meta-at-sandbox.ts';

const ad = seed.ad(seed.accounts.eur, 'sales', 1);
const recent = { since: 0, limit: 10 } as const;

function commentsOf({ platform }: MetaAtSandbox): CommentsCapability {
  if (platform.comments === undefined) throw new Error('The platform has comments.');
  return platform.comments;
}

async function threadsOf(
  at: MetaAtSandbox,
): Promise<{ readonly feed: CommentThread; readonly photo: CommentThread }> {
  const { data } = await commentsOf(at).threads(at.access, { adIds: [ad] });
  const [feed, photo] = ['feed', 'photo'].map((placement) =>
    data.find((thread) => thread.placement === placement),
  );
  if (feed === undefined || photo === undefined) throw new Error('The ad has two threads.');
  return { feed, photo };
}

/** Where the credentials of one connection are kept. */
function credentialStore(
  initial: Credentials,
): CredentialStore & { stored: Credentials; renewals: number } {
  const store = {
    stored: initial,
    renewals: 0,
    async renew(
      _connection: unknown,
      isStale: (stored: Credentials) => boolean,
      renew: (stored: Credentials) => Promise<Credentials>,
    ) {
      if (!isStale(store.stored)) return store.stored;
      store.renewals += 1;
      store.stored = await renew(store.stored);
      return store.stored;
    },
  };
  return store;
}

test('an ad has two threads, and a comment of either has the same shape', async () => {
  const at = await metaAtSandbox();
  const { feed, photo } = await threadsOf(at);
  expect(feed).toMatchObject({ owner: seed.page, adIds: [ad], pictureUrl: expect.any(String) });
  expect(photo).toMatchObject({
    owner: seed.profile,
    adIds: [ad],
    permalink: expect.stringContaining('instagram'),
  });
  const comments = commentsOf(at);
  const [onFeed] = (await comments.page(at.access, feed, recent)).data;
  const [onPhoto] = (await comments.page(at.access, photo, recent)).data;
  expect(onFeed).toMatchObject({
    text: 'Great!',
    author: { id: '7002', name: 'Cleo' },
    can: { like: true, hide: true, delete: true },
  });
  expect(onPhoto).toMatchObject({
    text: 'Great!',
    author: { id: '7002', name: 'Cleo' },
    can: { like: false, hide: true, delete: true },
  });
  expect(
    Object.keys(onPhoto ?? {})
      .filter((key) => key !== 'permalink')
      .sort(),
  ).toEqual(
    Object.keys(onFeed ?? {})
      .filter((key) => key !== 'permalink')
      .sort(),
  );
});

test('on the photo network replies are rows of their own, below their comment; they cannot be replied to', async () => {
  const at = await metaAtSandbox();
  const comments = commentsOf(at);
  const { photo: thread } = await threadsOf(at);
  const [comment] = (await comments.page(at.access, thread, recent)).data;
  const id = comment?.id ?? '';
  await comments.reply(at.access, { thread, id }, 'Thank you');
  const rows = (await comments.page(at.access, thread, recent)).data;
  expect(rows.slice(0, 2)).toMatchObject([
    { id, replies: 1, can: { reply: true } },
    { text: 'Thank you', own: true, parentId: id, can: { reply: false, hide: false } },
  ]);
  expect(await comments.setHidden(at.access, [{ thread, id }], true)).toEqual([{ id }]);
  expect(await comments.read(at.access, { thread, id })).toMatchObject({ hidden: true });
  await comments.remove(at.access, { thread, id });
  expect(await comments.read(at.access, { thread, id })).toBeUndefined();
});

test('an author that the platform withholds is absent, and is not us', async () => {
  const at = await metaAtSandbox();
  const { feed } = await threadsOf(at);
  await at.fault({ fault: 'author-withheld' });
  const [comment] = (await commentsOf(at).page(at.access, feed, recent)).data;
  expect(comment).toMatchObject({ text: 'Great!', own: false });
  expect(comment?.author).toBeUndefined();
});

test('the tokens of pages are fetched with the connection', async () => {
  const at = await metaAtSandbox();
  const credentials = await at.platform.accounts.exchange?.('c1', at.access.credentials);
  expect(credentials).toMatchObject({
    accessToken: seed.token,
    [`pageToken:${seed.page}`]: expect.stringContaining('page'),
  });
  await at.fault({ fault: 'permission-200', path: '/me/accounts' });
  expect(await at.platform.accounts.exchange?.('c1', at.access.credentials)).toEqual(
    at.access.credentials,
  );
});

test('a page token that dies is fetched anew once, stored, and the call repeated; other workers find the stored one', async () => {
  const store = credentialStore({
    accessToken: seed.token,
    [`pageToken:${seed.page}`]: `${seed.token}-page-${seed.page.slice(-5)}`,
  });
  const at = await metaAtSandbox({ credentials: store });
  const access = { ...at.access, connectionId: 'con_1', credentials: store.stored };
  const before = store.stored[`pageToken:${seed.page}`];
  const { feed } = await threadsOf(at);
  const comments = commentsOf(at);
  const [comment] = (await comments.page(access, feed, recent)).data;
  expect(store.renewals).toBe(0);
  await at.fault({ fault: 'page-token-dead', path: '*/comments', times: 1 });
  await comments.reply(access, { thread: feed, id: comment?.id ?? '' }, 'Thank you');
  expect(store.renewals).toBe(1);
  expect(store.stored[`pageToken:${seed.page}`]).not.toBe(before);
  expect((await at.held('comments')).filter(({ message }) => message === 'Thank you')).toHaveLength(
    1,
  );
  // Read before the token died: what this process knows is newer.
  await comments.page(access, feed, recent);
  expect(store.renewals).toBe(1);
  expect(JSON.stringify(at.lines)).not.toContain(before ?? '-');
});

test('a page whose token cannot be had is said to be closed, and what to do', async () => {
  const at = await metaAtSandbox();
  const thread: CommentThread = { id: '1_2', placement: 'feed', owner: '1', adIds: [] };
  const failure = await failureOf(commentsOf(at).page(at.access, thread, recent));
  expect(failure).toMatchObject({ class: 'missing', retryable: false });
});

test('a page that has used up its calls is waited for, and the account is not', async () => {
  const at = await metaAtSandbox();
  const { feed } = await threadsOf(at);
  await at.fault({ fault: 'throttle-page', path: '*/comments' });
  const failure = await failureOf(commentsOf(at).page(at.access, feed, recent));
  expect(failure).toMatchObject({ class: 'throttled', code: '32', retryAfterMs: 300_000 });
  expect((await at.platform.accounts.campaigns(at.access)).length).toBeGreaterThan(0);
});
