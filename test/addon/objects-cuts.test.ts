import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  columnOf,
  type Playground,
  type Server,
  startPlayground,
  startServer,
} from './addon-fixture.ts';
import { ACCOUNT, makeAdSets } from './launch-rows.ts';
import { type BroughtIn, objectHands, type Posted } from './objects-fixture.ts';

/**
 * Executions that are cut off go on by themselves, or with the next call, and nothing is done
 * twice.
 */

let server: Server;
let playground: Playground;
let ids: readonly string[];
const hands = objectHands(
  () => playground,
  () => server,
);
const tab = 'Ad sets';

beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
  ids = await makeAdSets(server, 60, 1);
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});
beforeEach(() => hands.fresh());

const isCut = { ok: false, error: 'Exceeded maximum execution time' };
const trigger = () => playground.run('runScheduled', [], { interactive: false });

describe('bringing in', () => {
  test('that is cut off at any call is finished by the trigger, each object once', async () => {
    const live = await hands.live('adset');
    const request = { account: ACCOUNT, levels: ['adset'] };
    const { calls } = await playground.run('bringInObjects', [request]);
    for (let i = 1; i <= 6; i += 1) {
      await hands.fresh();
      await playground.control('disturb', { killAtCall: Math.floor((i * calls) / 7) });
      expect(await playground.run('bringInObjects', [request]), `cut ${i}`).toMatchObject(isCut);
      await playground.control('disturb', {});
      await trigger();
      // Cut off before it was written down: a person asks for it again.
      if (!(await playground.look('Sheet1')).sheets.some(({ name }) => name === tab))
        await hands.bringIn(request);
      if ((await hands.rows(tab)).length === 0) await hands.bringIn(request);
      const rows = await hands.rows(tab);
      expect(rows.map((row) => row.ID).sort(), `cut ${i}`).toEqual([...live.keys()].sort());
      expect((await hands.plan()).counts, `cut ${i}`).toEqual({
        change: 0,
        conflict: 0,
        refused: 0,
        fresh: 0,
      });
    }
  });

  test('goes on by itself where the sidebar is closed, and says how far it is', async () => {
    const busy = { status: 429, headers: { 'retry-after': '290' } };
    await playground.control('disturb', { faults: [{ match: 'level=ad&', times: 1, does: busy }] });
    await expect(hands.bringIn()).rejects.toMatchObject({ kind: 'wait' });
    await playground.control('disturb', {});
    const { triggers } = await playground.control<{ triggers: object[] }>('state');
    expect(triggers).toHaveLength(1);
    expect(await playground.call('objectsState')).toMatchObject({
      bringIn: { isOpen: true, ended: [{}, {}] },
    });
    await trigger();
    const { bringIn } = await playground.call<{ bringIn: BroughtIn }>('objectsState');
    expect(bringIn).toMatchObject({
      isOpen: false,
      ended: [{ level: 'campaign' }, { level: 'adset' }, { level: 'ad' }],
    });
    expect((await hands.rows('Ads')).length).toBe((await hands.live('ad')).size);
    expect((await playground.control<{ triggers: object[] }>('state')).triggers).toEqual([]);
  });
});

describe('posting', () => {
  /** How many sets of changes the service has taken. */
  async function accepted(): Promise<number> {
    const { data } = (await server.ask('GET', '/v1/audit?limit=200')) as unknown as {
      readonly data: readonly { readonly action: string }[];
    };
    return data.filter(({ action }) => action === 'changes.apply').length;
  }

  async function changed(word: string): Promise<string> {
    await hands.fresh();
    await hands.bringIn({ levels: ['adset'], name: 'Room' });
    const seen = await playground.look(tab);
    const rows = seen.cells
      .slice(1)
      .filter((line) => ids.includes(line[columnOf(seen, 'ID') - 1]?.shown ?? ''));
    const names = rows.map((_, i) => [`${word} ${i}`]);
    await playground.hands({
      do: 'paste',
      sheet: tab,
      row: 2,
      column: columnOf(seen, 'Name'),
      rows: names,
    });
    return (await hands.plan()).planId;
  }

  test('that is cut off at any call sends nothing twice and loses nothing; so does its undo', async () => {
    const first = await changed('Room first');
    const { calls } = await playground.run('postChanges', [first, false]);
    const places = [2, 5, 8, 11].map((part) => Math.floor((part * calls) / 12));
    for (const killAtCall of places) {
      const word = `Room at ${killAtCall}`;
      const planId = await changed(word);
      const before = await hands.live('adset');
      await playground.control('disturb', { killAtCall });
      expect(await playground.run('postChanges', [planId, false])).toMatchObject(isCut);
      await playground.control('disturb', {});
      await trigger();
      const [post] = await hands.settled(
        await playground.call<readonly Posted[]>('postChanges', planId, false),
      );
      expect(post, word).toMatchObject({
        state: 'posted',
        counts: { done: ids.length },
        problems: [],
      });
      const names = [...(await hands.live('adset')).values()]
        .map(({ name }) => String(name))
        .filter((name) => name.startsWith(word));
      expect(new Set(names).size, word).toBe(ids.length);
      expect((await hands.rows(tab)).map((row) => row['Change status'])).toEqual(
        ids.map(() => 'Posted'),
      );
      expect((await hands.plan()).counts).toMatchObject({ change: 0, conflict: 0 });

      await playground.control('disturb', { killAtCall });
      await playground.run('undoPost', [post?.id]);
      await playground.control('disturb', {});
      await trigger();
      await hands.undo(post?.id ?? '');
      expect(await hands.live('adset'), word).toEqual(before);
      expect((await hands.plan()).counts, word).toMatchObject({ change: 0, conflict: 0 });
    }
  });

  test('whose answer is lost, or that two people press at once, is carried out once', async () => {
    const before = await accepted();
    const planId = await changed('Room once');
    await playground.control('disturb', {
      faults: [{ match: '/v1/changes', times: 1, does: 'kill' }],
    });
    expect(await playground.run('postChanges', [planId, false])).toMatchObject(isCut);
    await playground.control('disturb', {
      edits: [{ beforeCall: 30, calls: [{ name: 'postChanges', args: [planId, false] }] }],
    });
    const posts = await hands.settled(
      await playground.call<readonly Posted[]>('postChanges', planId, false),
    );
    await playground.control('disturb', {});
    expect(posts).toMatchObject([{ state: 'posted', counts: { done: ids.length } }]);
    expect(await playground.control<object[]>('takeOverlapped')).toHaveLength(1);
    await hands.settled(await playground.call<readonly Posted[]>('postChanges', planId, false));
    expect((await accepted()) - before).toBe(1);
    expect((await hands.plan()).counts).toMatchObject({ change: 0, conflict: 0 });
  });
});
