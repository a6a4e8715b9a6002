import { expect, test } from 'vitest';
import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import { replyToComment } from '../../../../core/features/comments/reply.ts';
import { type CommentsFixture, commentsFixture, later } from './comments-fixture.ts';

const opened = async (): Promise<CommentsFixture> => {
  const fixture = await commentsFixture();
  await fixture.rows({ accountId: seed.accounts.eur });
  await fixture.pass();
  return fixture;
};

const reply = (fixture: CommentsFixture, id: string, text: string) =>
  replyToComment(fixture.ports, fixture.caller, { id, text });

const held = async (fixture: CommentsFixture, text: string): Promise<number> =>
  [...(await fixture.held('comments')), ...(await fixture.held('tiktok_comments'))].filter(
    (each) => each.message === text || each.content === text,
  ).length;

/** A comment and two replies below it, all of which can be answered. */
async function conversation(fixture: CommentsFixture): Promise<readonly [string, string, string]> {
  const { id } = await fixture.row('Where can I buy this?');
  const first = await reply(fixture, id, 'First');
  const second = await reply(fixture, id, 'Second');
  await later(fixture);
  return [id, first.replyId ?? '', second.replyId ?? ''];
}

test.each(['answer-lost', 'failed-but-created'])(
  'a reply to a reply stands below the comment above: after the fault %s it is found there and not sent again',
  async (fault) => {
    const fixture = await opened();
    const [, below] = await conversation(fixture);
    await fixture.fault({ fault, method: 'POST', path: '*/comments', times: 1 });
    expect(await reply(fixture, below, 'Here')).toMatchObject({ status: 'sent' });
    expect(await held(fixture, 'Here')).toBe(1);
  },
);

test('the same text is sent to each comment of a conversation that it is asked for', async () => {
  const fixture = await opened();
  const ids = await conversation(fixture);
  const one = await reply(fixture, ids[1], 'Thank you');
  const two = await reply(fixture, ids[2], 'Thank you');
  const above = await reply(fixture, ids[0], 'Thank you');
  expect(new Set([one, two, above].map(({ replyId }) => replyId)).size).toBe(3);
  expect(await held(fixture, 'Thank you')).toBe(3);
});

test('the same text to all comments of a conversation at the same time, with an answer lost: one for each', async () => {
  const fixture = await opened();
  const ids = await conversation(fixture);
  await fixture.fault({ fault: 'answer-lost', method: 'POST', path: '*/comments', times: 2 });
  const answers = await Promise.all(ids.map((id) => reply(fixture, id, 'Thank you')));
  expect(new Set(answers.map(({ replyId }) => replyId)).size).toBe(3);
  expect(await held(fixture, 'Thank you')).toBe(3);
});
