import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import { shortVideo } from '../../../../adapters/sandbox/tiktok/seed/ids.ts';
import { adAccountKind } from '../../../../core/accounts/records.ts';
import type { SlipwayError } from '../../../../core/base/errors.ts';
import { listComments } from '../../../../core/features/comments/list.ts';
import { createTestService } from '../../../test-service.ts';
import { ad, commentsFixture, later } from './comments-fixture.ts';

const day = 86_400_000;

test('comments of both threads of an ad, and of other platforms, have one shape, newest first', async () => {
  const fixture = await commentsFixture();
  const mine = await fixture.rows({ adId: ad });
  expect(mine.map(({ placement, text }) => `${placement} ${text}`).sort()).toEqual(
    ['feed', 'photo'].flatMap((where) =>
      ['Does it come in blue?', 'Great!', 'Where can I buy this?'].map(
        (text) => `${where} ${text}`,
      ),
    ),
  );
  const times = mine.map(({ createdAt }) => createdAt);
  expect(times).toEqual([...times].sort().reverse());
  expect(mine[0]).toMatchObject({
    platform: 'primary',
    adAccountId: seed.accounts.eur,
    adId: ad,
    adIds: [ad],
    parentId: null,
    own: false,
    answered: false,
    hidden: false,
    hiddenBy: null,
    liked: false,
    author: { name: 'Cleo' },
    pictureUrl: expect.any(String),
  });
  const videos = await fixture.rows({ adId: shortVideo.ad(shortVideo.accounts.eur, 'traffic', 1) });
  expect(videos.map(({ text }) => text)).toEqual([
    'Love it',
    'Is it waterproof?',
    'What does it cost?',
  ]);
  expect(Object.keys(videos[0] ?? {}).sort()).toEqual(Object.keys(mine[0] ?? {}).sort());
});

test('since, hidden, unanswered and q choose among them; postId names a post', async () => {
  const fixture = await commentsFixture();
  const texts = async (query: object) =>
    (await fixture.rows({ adId: ad, ...query })).map(({ text }) => text);
  expect(await texts({ q: 'BLUE' })).toEqual(['Does it come in blue?', 'Does it come in blue?']);
  expect(await texts({ q: 'cleo' })).toEqual(['Great!', 'Great!']);
  expect(await texts({ since: new Date(fixture.clock.now() - 1.5 * day).toISOString() })).toEqual([
    'Great!',
    'Great!',
  ]);
  expect(await texts({ hidden: true })).toEqual([]);
  expect(await texts({ unanswered: true })).toHaveLength(6);
  expect(await texts({ unanswered: false })).toHaveLength(0);
  const onPost = await fixture.rows({ postId: seed.posts.image, accountId: seed.accounts.eur });
  expect(onPost).toHaveLength(3);
  expect(onPost[0]).toMatchObject({ postId: seed.posts.image, adIds: [] });
});

test('a platform without comments says so, and an account that is none', async () => {
  const { ports, companyId } = await createTestService();
  const refusal = async (accountId: string) =>
    listComments(ports, companyId, { accountId }).then(
      () => undefined,
      (error: SlipwayError) => error.details[0]?.code,
    );
  const { items } = await ports.store.find(adAccountKind, companyId, { limit: 200 });
  expect(await refusal(items.find(({ doc }) => doc.platform === 'photo-messaging')?.id ?? '')).toBe(
    'unsupported_on_platform',
  );
  expect(await refusal('act_999')).toBe('unknown_ad_account');
});

test('what arrives, is hidden by somebody else, and is taken back is seen at the next reading', async () => {
  const fixture = await commentsFixture();
  await fixture.rows({ accountId: seed.accounts.eur });
  await fixture.arrive({ text: 'Soon hidden', startMs: 60_000, hiddenAfterMs: 10 * 60_000 });
  await fixture.arrive({ text: 'Soon gone', startMs: 60_000, goneAfterMs: 10 * 60_000 });
  await later(fixture);
  expect((await fixture.row('Soon hidden')).hidden).toBe(false);
  await later(fixture, 12 * 60_000);
  expect((await fixture.row('Soon hidden')).hidden).toBe(true);
  expect((await fixture.rows()).filter(({ text }) => text === 'Soon gone')).toEqual([]);
});

test('one account that cannot be read takes nothing from the others, and is told in the metadata', async () => {
  const fixture = await commentsFixture();
  await fixture.fault({ fault: 'error', code: 10, path: '*/comments', message: 'No permission' });
  const { data, metadata } = await listComments(fixture.ports, fixture.companyId, { adId: ad });
  expect(data).toEqual([]);
  expect(metadata.problems).toHaveLength(2);
  expect(metadata.complete).toBe(false);
  await fixture.clearFaults();
  await fixture.clock.sleep(2 * 3_600_000);
  expect(
    (await listComments(fixture.ports, fixture.companyId, { adId: ad })).metadata,
  ).toMatchObject({
    complete: true,
    problems: [],
  });
});

test('an account whose token is dead says so, and is not asked again at once', async () => {
  const fixture = await commentsFixture();
  await fixture.fault({ fault: 'token-expired', path: '*/ads' });
  const list = () =>
    listComments(fixture.ports, fixture.companyId, { accountId: seed.accounts.eur });
  const { metadata } = await list();
  expect(metadata).toMatchObject({
    readAt: null,
    complete: false,
    problems: [{ adAccountId: seed.accounts.eur, threadId: null }],
  });
  expect((await fixture.counting(list)).calls).toBe(0);
  await fixture.clearFaults();
  await fixture.pass();
  expect((await list()).metadata).toMatchObject({ complete: true, problems: [] });
});

test('a pass asks the platform a bounded number of times, and quiet threads less often', async () => {
  const fixture = await commentsFixture();
  await fixture.rows({ accountId: seed.accounts.eur });
  await fixture.pass();
  const quiet = await fixture.counting(() => fixture.pass());
  expect(quiet.calls).toBe(0);
  await fixture.clock.sleep(6 * 60_000);
  const soon = await fixture.counting(() => fixture.pass());
  await fixture.clock.sleep(7 * 3_600_000);
  const whole = await fixture.counting(() => fixture.pass());
  expect(soon.calls).toBeLessThan(whole.calls);
});

test('a cursor passes over no comment and repeats none, whatever arrives while it is followed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ arrives: fc.integer({ min: 0, max: 4 }), ago: fc.integer({ min: 0, max: 5 }) }),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
      fc.integer({ min: 1, max: 4 }),
      async (between, limit) => {
        const fixture = await commentsFixture();
        await fixture.arrive({ count: 9, startMs: -3_600_000, everyMs: 1_000, text: 'Before' });
        await fixture.rows({ accountId: seed.accounts.eur });
        await fixture.pass();
        const before = (await fixture.rows({ accountId: seed.accounts.eur })).map(({ id }) => id);
        const seen: string[] = [];
        let after: string | undefined;
        for (let page = 0; ; page += 1) {
          const { arrives, ago } = between[page % between.length] ?? { arrives: 0, ago: 0 };
          if (arrives > 0) {
            await fixture.arrive({
              count: arrives,
              startMs: -ago * 1_000,
              text: `Between ${page}`,
            });
            await later(fixture);
          }
          const answer = await listComments(fixture.ports, fixture.companyId, {
            accountId: seed.accounts.eur,
            limit,
            ...(after !== undefined && { after }),
          });
          seen.push(...answer.data.map(({ id }) => id));
          if (answer.after === null) break;
          after = answer.after;
        }
        expect(new Set(seen).size).toBe(seen.length);
        expect(before.filter((id) => !seen.includes(id))).toEqual([]);
      },
    ),
    { numRuns: 8 },
  );
});
