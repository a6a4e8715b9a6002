import { expect, test } from 'vitest';
import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import { createMemoryStore } from '../../../../adapters/store/memory.ts';
import type { SlipwayError } from '../../../../core/base/errors.ts';
import { effectPlanKind } from '../../../../core/effects/plan.ts';
import {
  deleteComment,
  hideComment,
  hideComments,
  likeComment,
} from '../../../../core/features/comments/change.ts';
import { replyToComment } from '../../../../core/features/comments/reply.ts';
import { runReplies } from '../../../../core/features/comments/send-reply.ts';
import { createHolder } from '../../../../core/records/lease.ts';
import { type CommentsFixture, commentsFixture, later } from './comments-fixture.ts';

const opened = async (options = {}): Promise<CommentsFixture> => {
  const fixture = await commentsFixture(options);
  await fixture.rows({ accountId: seed.accounts.eur });
  await fixture.pass();
  return fixture;
};

const replies = async (fixture: CommentsFixture, text: string) =>
  [
    ...(await fixture.held('comments')),
    ...(await fixture.held('instagram-comments')),
    ...(await fixture.held('tiktok_comments')),
  ].filter((each) => each.message === text || each.content === text).length;

const reply = (fixture: CommentsFixture, id: string, text: string) =>
  replyToComment(fixture.ports, fixture.caller, { id, text });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: SlipwayError) => error.details[0]?.code ?? error.code,
  );

test('a reply is sent, counts as an answer at once, and is found again at the next reading as the same', async () => {
  const fixture = await opened();
  const asked = await fixture.row('Where can I buy this?');
  expect(asked.answered).toBe(false);
  const answer = await reply(fixture, asked.id, 'In our shop');
  expect(answer).toMatchObject({
    status: 'sent',
    replyId: expect.stringContaining('primary:'),
    comment: { id: asked.id, answered: true },
  });
  const mine = () =>
    fixture.rows().then((rows) => rows.filter(({ text }) => text === 'In our shop'));
  expect(await mine()).toMatchObject([
    { id: answer.replyId, own: true, answered: null, parentId: asked.id },
  ]);
  await later(fixture);
  expect(await mine()).toMatchObject([{ id: answer.replyId, own: true, can: { delete: true } }]);
});

test.each(['answer-lost', 'failed-but-created', 'html-but-done', 'transient', 'connection-cut'])(
  'after the fault %s there is one reply, and it is said to be sent',
  async (fault) => {
    const fixture = await opened();
    await fixture.fault({ fault, method: 'POST', path: '*/comments', times: 1 });
    await fixture.fault({ fault: 'list-lag', ms: 3_000, path: '*/comments' });
    const { id } = await fixture.row('Where can I buy this?');
    expect(await reply(fixture, id, 'In our shop')).toMatchObject({ status: 'sent' });
    expect(await replies(fixture, 'In our shop')).toBe(1);
  },
);

test('the same text to the same comment is sent once: asked for twice, at the same time, or by a person elsewhere', async () => {
  const fixture = await opened();
  const { id } = await fixture.row('Where can I buy this?');
  const answers = await Promise.all([
    reply(fixture, id, 'Here'),
    reply(fixture, id, 'Here'),
    reply(fixture, id, 'Here'),
  ]);
  expect(new Set(answers.map(({ replyId }) => replyId)).size).toBe(1);
  await reply(fixture, id, 'Here');
  expect(await replies(fixture, 'Here')).toBe(1);
  await reply(fixture, id, 'And there');
  expect(await replies(fixture, 'And there')).toBe(1);
});

test('a refusal for good is told with its reason, and the reply can be asked for again', async () => {
  const fixture = await opened();
  const { id } = await fixture.row('Where can I buy this?');
  await fixture.fault({
    fault: 'error',
    code: 368,
    path: '*/comments',
    method: 'POST',
    message: 'Blocked',
  });
  expect(await codeOf(reply(fixture, id, 'Here'))).toBe('platform_error');
  await fixture.clearFaults();
  expect(await reply(fixture, id, 'Here')).toMatchObject({ status: 'sent' });
  expect(await replies(fixture, 'Here')).toBe(1);
});

test('a comment that is gone cannot be answered, and is forgotten', async () => {
  const fixture = await opened();
  await fixture.arrive({ text: 'Gone', goneAfterMs: 10 * 60_000 });
  await later(fixture);
  const { id } = await fixture.row('Gone');
  await fixture.clock.sleep(10 * 60_000);
  expect(await codeOf(reply(fixture, id, 'Here'))).toBe('unknown_object');
  expect(await codeOf(reply(fixture, id, 'Here'))).toBe('not_found');
});

test('on the photo network a lost answer makes no second reply either, and an author that is withheld may be us', async () => {
  const fixture = await opened();
  const photo = (await fixture.rows({ q: 'Where can I buy this?' })).find(
    ({ placement }) => placement === 'photo',
  );
  await fixture.fault({ fault: 'answer-lost', method: 'POST', path: '*/replies', times: 1 });
  expect(await reply(fixture, photo?.id ?? '', 'In our shop')).toMatchObject({ status: 'sent' });
  expect(await replies(fixture, 'In our shop')).toBe(1);
  const { id } = await fixture.row('Where can I buy this?');
  await fixture.fault({ fault: 'author-withheld' });
  await fixture.fault({ fault: 'answer-lost', method: 'POST', path: '*/comments', times: 1 });
  expect(await reply(fixture, id, 'Over here')).toMatchObject({ status: 'sent' });
  expect(await replies(fixture, 'Over here')).toBe(1);
});

/** Dies at the commit with that number, counted from when it is armed. */
function dyingStore() {
  const inner = createMemoryStore();
  let left = Number.POSITIVE_INFINITY;
  return {
    arm: (commits: number) => {
      left = commits;
    },
    store: {
      ...inner,
      get: inner.get.bind(inner),
      async commit(writes: Parameters<typeof inner.commit>[0]) {
        left -= 1;
        if (left < 0) throw new Error('The process died.');
        return inner.commit(writes);
      },
    },
  };
}

test.each([1, 2, 3, 4, 5, 6, 7])(
  'a process that dies at its %i. commit leaves a reply that the job sends once',
  async (commits) => {
    const { store, arm } = dyingStore();
    const fixture = await opened({ store });
    const { id } = await fixture.row('Where can I buy this?');
    arm(commits);
    await reply(fixture, id, 'Here').catch(() => undefined);
    arm(Number.POSITIVE_INFINITY);
    const { items } = await store.find(effectPlanKind, fixture.companyId, {});
    const holder = createHolder(fixture.clock, 'worker');
    for (const { id: planId } of items)
      for (let turns = 0; turns < 50; turns += 1) {
        const done = await runReplies(fixture.ports, fixture.companyId, planId, {
          holder,
        });
        if (done === undefined) break;
        await fixture.clock.sleep(Math.max(0, done.againAt - fixture.clock.now()));
      }
    expect(await replies(fixture, 'Here')).toBe(items.length);
  },
);

test('hiding, showing and liking answer the comment as it is; repeating them is fine', async () => {
  const fixture = await opened();
  const { id } = await fixture.row('Does it come in blue?');
  for (const hidden of [true, true, false]) {
    const { comment } = await hideComment(fixture.ports, fixture.caller, id, hidden);
    expect(comment).toMatchObject({ id, hidden, hiddenBy: null });
  }
  const feed = (await fixture.rows()).find(
    ({ placement, platform }) => placement === 'feed' && platform === 'primary',
  );
  expect(
    (await likeComment(fixture.ports, fixture.caller, feed?.id ?? '', true)).comment.liked,
  ).toBe(true);
  const photo = (await fixture.rows()).find(({ placement }) => placement === 'photo');
  expect(await codeOf(likeComment(fixture.ports, fixture.caller, photo?.id ?? '', true))).toBe(
    'not_allowed_by_platform',
  );
});

test('several are hidden with a result for each, in order', async () => {
  const fixture = await opened();
  const [one, two] = await fixture.rows();
  const ids = [one?.id ?? '', 'primary:1_2', two?.id ?? ''];
  const answer = await hideComments(fixture.ports, fixture.caller, ids, true);
  expect(answer.results.map(({ id, success }) => [id, success])).toEqual([
    [ids[0], true],
    [ids[1], false],
    [ids[2], true],
  ]);
  expect(answer).toMatchObject({ successCount: 2, failCount: 1 });
  expect((await fixture.rows({ hidden: true })).map(({ id }) => id).sort()).toEqual(
    [ids[0], ids[2]].sort(),
  );
});

test('a comment is deleted with the replies to it', async () => {
  const fixture = await opened();
  const { id } = await fixture.row('Where can I buy this?');
  await reply(fixture, id, 'Here');
  await deleteComment(fixture.ports, fixture.caller, id);
  expect((await fixture.rows()).filter((row) => row.id === id || row.parentId === id)).toEqual([]);
  expect(await codeOf(deleteComment(fixture.ports, fixture.caller, id))).toBe('not_found');
});
