import { expect, test } from 'vitest';
import { seed } from '../../../../adapters/sandbox/meta/seed/names.ts';
import { createMemoryStore } from '../../../../adapters/store/memory.ts';
import { auditKind } from '../../../../core/access/audit.ts';
import type { SlipwayError } from '../../../../core/base/errors.ts';
import { hideComment } from '../../../../core/features/comments/change.ts';
import { filters } from '../../../../core/features/comments/filters.ts';
import { reasonFor, type ScriptName } from '../../../../core/features/comments/matching.ts';
import { tryFilter } from '../../../../core/features/comments/try-filter.ts';
import { runCommentWatch } from '../../../../core/features/comments/watch.ts';
import { deliveryKind } from '../../../../core/features/webhooks/records.ts';
import { createWebhook } from '../../../../core/features/webhooks/webhooks.ts';
import { type CommentsFixture, commentsFixture, later } from './comments-fixture.ts';

const opened = async (options = {}): Promise<CommentsFixture> => {
  const fixture = await commentsFixture(options);
  await fixture.rows({ accountId: seed.accounts.eur });
  await fixture.pass();
  return fixture;
};

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: SlipwayError) => error.details[0]?.code ?? error.code,
  );

const judged = (text: string, isFirst = false) => ({ text, isFirst });

test.each<[string, object, string, boolean]>([
  ['a word', { words: ['scam'] }, 'What a SCAM!', true],
  ['no part of a word', { words: ['ass'] }, 'A class of its own', false],
  ['a phrase', { words: ['click here'] }, 'just CLICK here now', true],
  ['a word without blanks around it', { words: ['詐欺'] }, 'これは詐欺です', true],
  ['an address', { links: true }, 'see https://x.example', true],
  ['a domain', { links: true }, 'buy at cheap-stuff.shop/now', true],
  ['no domain', { links: true }, 'nice.Really', false],
  ['letters', { scripts: ['cyrillic' as ScriptName] }, 'Отличный товар ok', true],
  ['few letters', { scripts: ['cyrillic' as ScriptName] }, 'All fine, спс to you all', false],
  ['a first comment', { firstTime: true }, 'Hello', false],
])('%s', (_name, conditions, text, isMatch) => {
  expect(reasonFor({ when: 'any', ...conditions }, judged(text)) !== undefined).toBe(isMatch);
});

test('with `all` every condition must hold', () => {
  const both = { links: true, firstTime: true, when: 'all' } as const;
  expect(reasonFor(both, judged('see www.x.com'))).toBeUndefined();
  expect(reasonFor(both, judged('see www.x.com', true))).toBe(
    'a link and a first comment of its author',
  );
});

test('a filter begins as a dry run: what it matches is flagged and stays visible; switched on it hides, and says why', async () => {
  const fixture = await opened();
  const { id, mode } = await filters.create(fixture.ports, fixture.caller, {
    name: 'Scams',
    words: ['scam'],
  });
  expect(mode).toBe('dry-run');
  await fixture.arrive({ text: 'A scam, one' });
  await later(fixture);
  expect(await fixture.row('A scam, one')).toMatchObject({
    hidden: false,
    flaggedBy: [{ filterId: id, name: 'Scams', reason: 'the word "scam"' }],
  });
  expect(await filters.read(fixture, fixture.companyId, id)).toMatchObject({
    flagged: 1,
    hidden: 0,
  });
  await filters.change(fixture.ports, fixture.caller, id, { mode: 'on' });
  await fixture.arrive({ text: 'A scam, two' });
  await later(fixture);
  expect(await fixture.row('A scam, two')).toMatchObject({
    hidden: true,
    hiddenBy: { filterId: id, reason: 'the word "scam"' },
  });
  expect((await fixture.row('A scam, one')).hidden).toBe(false);
  expect((await fixture.held('comments')).filter(({ hidden }) => hidden === true)).toHaveLength(1);
  expect(await filters.read(fixture, fixture.companyId, id)).toMatchObject({
    flagged: 0,
    hidden: 1,
  });
});

test('what a filter has hidden can be shown again, and stays visible', async () => {
  const fixture = await opened();
  const { id } = await filters.create(fixture.ports, fixture.caller, {
    name: 'Links',
    links: true,
  });
  await filters.change(fixture.ports, fixture.caller, id, { mode: 'on' });
  await fixture.arrive({ text: 'www.example.com' });
  await later(fixture);
  const hidden = await fixture.row('www.example.com');
  expect(hidden.hidden).toBe(true);
  await hideComment(fixture.ports, fixture.caller, hidden.id, false);
  await later(fixture);
  await later(fixture, 7 * 3_600_000);
  expect(await fixture.row('www.example.com')).toMatchObject({ hidden: false, hiddenBy: null });
});

test('a first-time author is one of whom no earlier comment is known', async () => {
  const fixture = await opened();
  const { id } = await filters.create(fixture.ports, fixture.caller, {
    name: 'New people',
    firstTime: true,
  });
  await fixture.arrive({ text: 'First' });
  await later(fixture);
  await fixture.arrive({ text: 'Second' });
  await later(fixture);
  expect((await fixture.row('First')).flaggedBy).toMatchObject([{ filterId: id }]);
  expect((await fixture.row('Second')).flaggedBy).toEqual([]);
});

test('new conditions are tried first, a filter needs one, and its accounts must exist', async () => {
  const fixture = await opened();
  const { id } = await filters.create(fixture.ports, fixture.caller, {
    name: 'Links',
    links: true,
  });
  await filters.change(fixture.ports, fixture.caller, id, { mode: 'on' });
  expect((await filters.change(fixture.ports, fixture.caller, id, { words: ['x'] })).mode).toBe(
    'dry-run',
  );
  expect(
    await codeOf(filters.change(fixture.ports, fixture.caller, id, { words: ['y'], mode: 'on' })),
  ).toBe('dry_run_first');
  expect(await codeOf(filters.create(fixture.ports, fixture.caller, { name: 'None' }))).toBe(
    'no_condition',
  );
  expect(
    await codeOf(
      filters.create(fixture.ports, fixture.caller, {
        name: 'X',
        links: true,
        accountIds: ['act_9'],
      }),
    ),
  ).toBe('unknown_ad_account');
});

test('trying a filter hides nothing and asks the platform nothing', async () => {
  const fixture = await opened();
  const { value, calls } = await fixture.counting(() =>
    tryFilter(fixture.ports, fixture.companyId, { words: ['blue'] }),
  );
  expect(calls).toBe(0);
  expect(value.matched).toBeGreaterThan(0);
  expect(value.data[0]).toMatchObject({ text: 'Does it come in blue?', reason: 'the word "blue"' });
});

test('webhooks are told of new comments once, and of none that were there before', async () => {
  const fixture = await opened();
  await createWebhook(fixture.ports, fixture.caller, {
    url: 'https://hooks.test/a',
    events: ['comment.created'],
  });
  await fixture.arrive({ count: 3, text: 'New', everyMs: 1_000 });
  await later(fixture);
  await later(fixture, 7 * 3_600_000);
  const { items } = await fixture.store.find(deliveryKind, fixture.companyId, {});
  expect(
    items.map(({ doc }) => (doc.data as { comment: { text: string } }).comment.text).sort(),
  ).toEqual(['New 1', 'New 2', 'New 3']);
});

test('the watch goes on while somebody wants comments, and ends by itself', async () => {
  const fixture = await commentsFixture();
  expect(await runCommentWatch(fixture.ports, fixture.companyId)).toBeUndefined();
  await fixture.rows({ accountId: seed.accounts.eur });
  expect(await runCommentWatch(fixture.ports, fixture.companyId)).toMatchObject({
    againAt: expect.any(Number),
  });
  await fixture.clock.sleep(8 * 86_400_000);
  expect(await runCommentWatch(fixture.ports, fixture.companyId)).toBeUndefined();
  await filters.create(fixture.ports, fixture.caller, { name: 'Links', links: true });
  expect(await runCommentWatch(fixture.ports, fixture.companyId)).toMatchObject({
    againAt: expect.any(Number),
  });
});

test('whatever commit a worker dies at, each comment is hidden, counted, traced and told of once', async () => {
  for (let commits = 0; commits < 12; commits += 1) {
    const inner = createMemoryStore();
    let left = Number.POSITIVE_INFINITY;
    const store = {
      ...inner,
      async commit(writes: Parameters<typeof inner.commit>[0]) {
        left -= 1;
        if (left < 0) throw new Error('The process died.');
        return inner.commit(writes);
      },
    };
    const fixture = await opened({ store });
    const { id } = await filters.create(fixture.ports, fixture.caller, {
      name: 'Scams',
      words: ['scam'],
    });
    await filters.change(fixture.ports, fixture.caller, id, { mode: 'on' });
    await createWebhook(fixture.ports, fixture.caller, {
      url: 'https://hooks.test/a',
      events: ['comment.created'],
    });
    await fixture.arrive({ count: 4, text: 'A scam', everyMs: 1_000 });
    await fixture.clock.sleep(6 * 60_000);
    left = commits;
    await fixture.pass().catch(() => undefined);
    left = Number.POSITIVE_INFINITY;
    await later(fixture);
    expect(
      (await fixture.rows({ hidden: true })).map(({ hiddenBy }) => hiddenBy?.filterId),
    ).toEqual([id, id, id, id]);
    expect((await filters.read({ store }, fixture.companyId, id)).hidden).toBe(4);
    const audit = (await store.find(auditKind, fixture.companyId, { limit: 500 })).items.filter(
      ({ doc }) => doc.action === 'comment.hide',
    );
    expect(audit).toHaveLength(4);
    expect(await store.count(deliveryKind, fixture.companyId)).toBe(4);
  }
});
