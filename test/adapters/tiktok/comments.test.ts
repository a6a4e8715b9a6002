import { expect, test } from 'vitest';
import { shortVideo } from '../../../adapters/sandbox/tiktok/seed/ids.ts';
import { failureOf } from '../../../adapters/testing/platform-under-test.ts';
import type { CommentsCapability, PlatformComment } from '../../../core/ports/platform-comments.ts';
import { type TiktokAtSandbox, tiktokAtSandbox } from './tiktok-at-sandbox.ts';

const day = 86_400_000;
const account = shortVideo.accounts.eur;
const ad = shortVideo.ad(account, 'traffic', 1);
const thread = {
  id: shortVideo.deliveringAdGroup(account, 'traffic'),
  placement: 'video',
  adIds: [],
} as const;

function commentsOf({ platform }: TiktokAtSandbox): CommentsCapability {
  if (platform.comments === undefined) throw new Error('The platform has comments.');
  return platform.comments;
}

async function allOf(
  at: TiktokAtSandbox,
  since: number,
  limit = 100,
): Promise<readonly PlatformComment[]> {
  const found: PlatformComment[] = [];
  let after: string | undefined;
  do {
    const page = await commentsOf(at).page(at.access, thread, {
      since,
      limit,
      ...(after !== undefined && { after }),
    });
    found.push(...page.data);
    after = page.after;
  } while (after !== undefined);
  return found;
}

test('a thread is an ad group; comments tell their ad, their video and who can answer', async () => {
  const at = await tiktokAtSandbox();
  const { data } = await commentsOf(at).threads(at.access, { adIds: [ad] });
  expect(data).toEqual([{ ...thread, adIds: [ad] }]);
  const found = await allOf(at, at.clock.now() - 10 * day);
  expect(found.map(({ text }) => text)).toEqual([
    'Love it',
    'Is it waterproof?',
    'What does it cost?',
  ]);
  expect(found[0]).toMatchObject({
    adId: ad,
    author: { id: '6002', name: 'Fay' },
    can: { reply: true, hide: true, like: false, delete: false },
  });
  expect(commentsOf(at).like).toBeUndefined();
  expect(await commentsOf(at).threads(at.access, { postId: '7' })).toEqual({ data: [] });
});

test('what lies further back than thirty days is asked for range by range, each comment once', async () => {
  const at = await tiktokAtSandbox();
  await at.control('POST', 'comments', {
    platform: 'tiktok',
    count: 40,
    startMs: -80 * day,
    everyMs: 2 * day,
    text: 'Old',
  });
  // The platform's clock is counted on by one that tells parts of milliseconds.
  await at.clock.advance(0.25);
  const found = await allOf(at, at.clock.now() - 90 * day, 7);
  expect(found.filter(({ text }) => text.startsWith('Old')).map(({ text }) => text)).toEqual(
    Array.from({ length: 40 }, (_, i) => `Old ${40 - i}`),
  );
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
});

test('an empty page with more behind it is not the end, and what arrives meanwhile moves no page', async () => {
  const at = await tiktokAtSandbox();
  await at.control('POST', 'comments', {
    platform: 'tiktok',
    count: 20,
    startMs: -day,
    everyMs: 1_000,
    text: 'Hi',
  });
  const first = await commentsOf(at).page(at.access, thread, {
    since: at.clock.now() - 2 * day,
    limit: 5,
  });
  await at.clock.advance(60_000);
  await at.control('POST', 'comments', { platform: 'tiktok', text: 'New' });
  const second = await commentsOf(at).page(at.access, thread, {
    since: 0,
    limit: 5,
    after: first.after ?? '',
  });
  expect(
    [...first.data, ...second.data]
      .filter(({ text }) => text.startsWith('Hi'))
      .map(({ text }) => text),
  ).toEqual(Array.from({ length: 10 }, (_, i) => `Hi ${20 - i}`));
  await at.fault({ fault: 'comments-empty-page', times: 1 });
  const empty = await commentsOf(at).page(at.access, thread, {
    since: at.clock.now() - 2 * day,
    limit: 5,
  });
  expect(empty.data).toEqual([]);
  expect(empty.after).toBeDefined();
});

test('a cursor that is none is refused', async () => {
  const at = await tiktokAtSandbox();
  const failure = await failureOf(
    commentsOf(at).page(at.access, thread, { since: 0, limit: 5, after: '1.5.1' }),
  );
  expect(failure).toMatchObject({ class: 'invalid', field: 'after' });
});

test('comments of other people cannot be deleted, and that is said', async () => {
  const at = await tiktokAtSandbox();
  const [comment] = await allOf(at, at.clock.now() - 10 * day);
  if (comment?.handle === undefined) throw new Error('There is no comment.');
  const failure = await failureOf(
    commentsOf(at).remove(at.access, { thread, id: comment.id, handle: comment.handle }),
  );
  expect(failure.message).toContain('Only comments of the identity itself');
});

test('a first-level comment is answered as the platform wants it; replies are not answered', async () => {
  const at = await tiktokAtSandbox();
  const [comment] = await allOf(at, at.clock.now() - 10 * day);
  if (comment === undefined) throw new Error('There are comments.');
  const { id, handle = null } = comment;
  const made = await commentsOf(at).reply(at.access, { thread, id, handle }, 'Yes');
  expect(made).toMatchObject({ id: expect.stringMatching(/^\d+$/) });
  const [reply] = await commentsOf(at).replies(at.access, { thread, id, handle });
  expect(reply).toMatchObject({ text: 'Yes', parentId: id, can: { reply: false, delete: true } });
  await at.fault({ fault: 'comment-nested', times: 1 });
  const nested = await commentsOf(at).reply(at.access, { thread, id, handle }, 'Indeed');
  expect(nested).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    createdAt: expect.any(Number),
  });
});
