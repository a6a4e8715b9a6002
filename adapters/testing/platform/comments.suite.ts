import { expect, test } from 'vitest';
import type {
  CommentRef,
  CommentsCapability,
  CommentThread,
  PlatformComment,
} from '../../../core/ports/platform-comments.ts';
import {
  type CommentsUnderTest,
  type Declaring,
  explained,
  failureOf,
  type PlatformUnderTest,
} from '../platform-under-test.ts';

const hour = 3_600_000;
const day = 24 * hour;

interface Tried {
  readonly comments: CommentsCapability;
  readonly stage: CommentsUnderTest;
  readonly thread: CommentThread;
}

const refOf = (thread: CommentThread, { id, parentId, handle }: PlatformComment): CommentRef => ({
  thread,
  id,
  ...(parentId !== undefined && { parentId }),
  ...(handle !== undefined && { handle }),
});

/** The thread that comments arrive in, with so many new ones. */
async function threadWith(
  at: PlatformUnderTest,
  comments: CommentsCapability,
  count: number,
): Promise<Tried> {
  const stage = at.comments;
  if (stage === undefined) throw new Error('The stage has no comments.');
  await stage.arrive({ count, startMs: -hour, everyMs: 1_000, text: 'Hello' });
  const { data } = await comments.threads(at.access, { adIds: [stage.adId] });
  const [thread] = data;
  if (thread === undefined) throw new Error('The ad has no thread.');
  return { comments, stage, thread };
}

async function allOf(
  at: PlatformUnderTest,
  { comments, thread }: Tried,
  limit = 100,
): Promise<readonly PlatformComment[]> {
  const found: PlatformComment[] = [];
  let after: string | undefined;
  do {
    const since = at.clock.now() - 20 * day;
    const page = await comments.page(at.access, thread, {
      since,
      limit,
      ...(after !== undefined && { after }),
    });
    found.push(...page.data);
    after = page.after;
  } while (after !== undefined);
  return found;
}

async function newest(at: PlatformUnderTest, tried: Tried): Promise<PlatformComment> {
  const [first] = await allOf(at, tried);
  if (first === undefined) throw new Error('There is no comment.');
  return first;
}

export function commentsSuite({ describeOf, open, testOf }: Declaring): void {
  describeOf('comments')('comments', () => {
    testOf('comments.threads')(
      'lists the threads of the account, page by page, and those of an ad among them',
      async (at) => {
        const { comments } = at.platform;
        const { thread } = await threadWith(at, comments, 1);
        const ids: string[] = [];
        let after: string | undefined;
        do {
          const page = await comments.threads(at.access, {
            limit: 5,
            ...(after !== undefined && { after }),
          });
          ids.push(...page.data.map(({ id }) => id));
          after = page.after;
        } while (after !== undefined);
        expect(ids).toContain(thread.id);
        expect(thread.adIds).toContain(at.comments?.adId);
      },
    );

    testOf('comments.page')(
      'reads every comment of a thread once, the newest first, however small the pages',
      async (at) => {
        const { comments } = at.platform;
        const tried = await threadWith(at, comments, 23);
        const all = await allOf(at, tried);
        const mine = all.filter(({ text }) => text.startsWith('Hello'));
        expect(mine.map(({ text }) => text)).toEqual(
          Array.from({ length: 23 }, (_, i) => `Hello ${23 - i}`),
        );
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
        expect(mine[0]).toMatchObject({
          own: false,
          hidden: false,
          liked: false,
          author: { name: 'Person 23' },
          can: { reply: true },
        });
        expect((await allOf(at, tried, 5)).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
      },
    );

    testOf('comments.reply')(
      'a reply stands under its comment as our own, and is found there by its text',
      async (at) => {
        const { comments } = at.platform;
        const tried = await threadWith(at, comments, 2);
        const comment = await newest(at, tried);
        const ref = refOf(tried.thread, comment);
        const made = await comments.reply(at.access, ref, 'Thank you');
        expect(made).toMatchObject({ id: expect.any(String) });
        expect(await tried.stage.replies(comment.id)).toEqual(['Thank you']);
        const replies = await comments.replies(at.access, ref);
        expect(replies).toMatchObject([
          {
            text: 'Thank you',
            own: true,
            parentId: comment.id,
            ...('id' in made && { id: made.id }),
          },
        ]);
        expect(await comments.read(at.access, ref)).toMatchObject({ id: comment.id, replies: 1 });
        expect(comments.lagMs).toBeLessThanOrEqual(comments.settleMs);
        expect(comments.answerMs).toBeGreaterThan(0);
      },
    );

    test.for(['answer lost', 'failed but done'] as const)(
      'a reply is unanswered when its %s, and not sent again',
      async (trouble) => {
        const at = await open();
        const { comments } = at.platform;
        const tried = await threadWith(at, comments, 1);
        const comment = await newest(at, tried);
        await tried.stage.trouble(trouble);
        const made = await comments.reply(at.access, refOf(tried.thread, comment), 'Thank you');
        expect(made).toMatchObject({ unanswered: { retryable: true } });
        expect(await tried.stage.replies(comment.id)).toEqual(['Thank you']);
      },
    );

    testOf('comments.reply')(
      'a reply that is refused for good says why, and nothing is written',
      async (at) => {
        const { comments } = at.platform;
        const tried = await threadWith(at, comments, 1);
        const comment = await newest(at, tried);
        const failure = await failureOf(
          comments.reply(at.access, refOf(tried.thread, comment), ''),
        );
        explained(failure);
        expect(failure.retryable).toBe(false);
        expect(await tried.stage.replies(comment.id)).toEqual([]);
      },
    );

    testOf('comments.setHidden')(
      'hides and shows comments, as often as asked; one that is gone fails alone',
      async (at) => {
        const { comments } = at.platform;
        const tried = await threadWith(at, comments, 3);
        const refs = (await allOf(at, tried))
          .slice(0, 3)
          .map((comment) => refOf(tried.thread, comment));
        const gone = { ...refs[0], thread: tried.thread, id: '999999999999999999' };
        for (const hidden of [true, true, false]) {
          const results = await comments.setHidden(
            at.access,
            [...refs.slice(0, 2), gone, ...refs.slice(2)],
            hidden,
          );
          expect(results.map(({ failure }) => failure?.class)).toEqual([
            undefined,
            undefined,
            'missing',
            undefined,
          ]);
          const now = (await allOf(at, tried)).slice(0, 3);
          expect(now.map((comment) => comment.hidden)).toEqual([hidden, hidden, hidden]);
        }
      },
    );

    testOf('comments.like')('likes a comment, and takes it back', async (at) => {
      const { comments } = at.platform;
      const { like } = comments;
      const tried = await threadWith(at, comments, 1);
      const ref = refOf(tried.thread, await newest(at, tried));
      for (const liked of [true, true, false]) {
        await like(at.access, ref, liked);
        expect(await comments.read(at.access, ref)).toMatchObject({ liked });
      }
    });

    testOf('comments.remove')(
      'deletes a reply of its own; what is gone is read as gone, and deleted again without a fault',
      async (at) => {
        const { comments } = at.platform;
        const tried = await threadWith(at, comments, 1);
        const comment = await newest(at, tried);
        await comments.reply(at.access, refOf(tried.thread, comment), 'Thank you');
        const [reply] = await comments.replies(at.access, refOf(tried.thread, comment));
        if (reply === undefined) throw new Error('There is no reply.');
        expect(reply.can.delete).toBe(true);
        for (let times = 0; times < 2; times += 1) {
          await comments.remove(at.access, refOf(tried.thread, reply));
          expect(await comments.read(at.access, refOf(tried.thread, reply))).toBeUndefined();
        }
        expect(await tried.stage.replies(comment.id)).toEqual([]);
      },
    );

    testOf('comments.read')(
      'what is hidden by somebody else, or taken back, is read as it is',
      async (at) => {
        const { comments } = at.platform;
        const tried = await threadWith(at, comments, 1);
        await tried.stage.arrive({ text: 'Hidden soon', hiddenAfterMs: hour });
        await tried.stage.arrive({ text: 'Gone soon', goneAfterMs: hour });
        const found = await allOf(at, tried);
        const [hidden, gone] = ['Hidden soon', 'Gone soon'].map((text) =>
          found.find((comment) => comment.text === text),
        );
        if (hidden === undefined || gone === undefined) throw new Error('They have not arrived.');
        expect(hidden.hidden).toBe(false);
        await at.clock.sleep(hour + 1_000);
        expect(await comments.read(at.access, refOf(tried.thread, hidden))).toMatchObject({
          hidden: true,
        });
        expect(await comments.read(at.access, refOf(tried.thread, gone))).toBeUndefined();
      },
    );
  });
}
