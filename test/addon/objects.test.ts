import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { columnOf, type Playground, type Server, startPlayground, startServer } from './addon-fixture.ts';
import { LEVELS, objectHands } from './objects-fixture.ts';

let server: Server;
let playground: Playground;
const hands = objectHands(
  () => playground,
  () => server,
);

beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});
beforeEach(() => hands.fresh());

const TABS = ['Campaigns', 'Ad sets', 'Ads'] as const;

describe('what exists, brought in', () => {
  test('stands in three tabs with the values of the service, and posted as it is writes nothing', async () => {
    const view = await hands.bringIn();
    for (const [i, level] of LEVELS.entries()) {
      const live = await hands.live(level);
      const rows = await hands.rows(TABS[i] ?? '');
      expect(view.ended[i]).toMatchObject({ level, rows: live.size, typed: 0 });
      expect(new Map(rows.map((row) => [row.ID, row.Name]))).toEqual(new Map([...live].map(([id, { name }]) => [id, name])));
    }
    await hands.writes();
    const plan = await hands.plan();
    expect(plan.counts).toEqual({ change: 0, conflict: 0, refused: 0, fresh: 0 });
    await playground.call('postChanges', plan.planId, false);
    expect(await hands.writes()).toEqual([]);
  });

  test('changed and posted is equal when it is brought in again, and as before after the undo', async () => {
    await hands.bringIn();
    const before = await Promise.all(LEVELS.map(hands.live));
    const ids = await Promise.all(TABS.map(async (tab) => (await hands.rows(tab))[0]?.ID ?? ''));
    for (const [i, tab] of TABS.entries()) await hands.type(tab, ids[i] ?? '', 'Name', `Changed ${i}`);
    const [post] = await hands.post();
    expect(post).toMatchObject({ state: 'posted', counts: { done: 3 }, problems: [] });
    for (const [i, tab] of TABS.entries()) {
      expect(await hands.rowOf(tab, ids[i] ?? '')).toMatchObject({ Name: `Changed ${i}`, 'Change status': 'Posted' });
      expect((await hands.live(LEVELS[i] ?? '')).get(ids[i] ?? '')).toMatchObject({ name: `Changed ${i}` });
    }
    const posted = await Promise.all(TABS.map(hands.rows));
    expect((await hands.bringIn()).ended.map(({ typed }) => typed)).toEqual([0, 0, 0]);
    const values = (rows: readonly { readonly [header: string]: string }[]) =>
      rows.map(({ 'Change status': _, 'What changes': __, ...row }) => row);
    expect((await Promise.all(TABS.map(hands.rows))).map(values)).toEqual(posted.map(values));
    await hands.undo(post?.id ?? '');
    for (const [i, tab] of TABS.entries()) {
      const was = before[i]?.get(ids[i] ?? '');
      expect(await hands.rowOf(tab, ids[i] ?? '')).toMatchObject({ Name: was?.name, 'Change status': 'Taken back' });
    }
    expect(await Promise.all(LEVELS.map(hands.live))).toEqual(before);
    expect((await hands.plan()).counts).toMatchObject({ change: 0, conflict: 0 });
    await playground.control('disturb', {});
  });
});

test('menu, greys and notes are there', async () => {
  await hands.bringIn({ levels: ['campaign', 'adset'] });
  const seen = await playground.look('Ad sets');
  expect(seen.cells[0]?.[columnOf(seen, 'Status') - 1]?.note).toContain('DELETED');
});
