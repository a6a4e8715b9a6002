import { afterAll, beforeAll, expect, test } from 'vitest';
import { controlAt } from '../lead-path.ts';
import {
  columnOf,
  type Outcome,
  type Playground,
  type Server,
  startPlayground,
  startServer,
} from './addon-fixture.ts';
import { ACCOUNT } from './launch-rows.ts';
import { type BroughtIn, type ChangesPlan, objectHands, type Posted } from './objects-fixture.ts';

/**
 * An account of the size that a tab takes, on a service that answers as slowly as a platform under
 * load.
 */

let server: Server;
let playground: Playground;
const hands = objectHands(
  () => playground,
  () => server,
);
const TAB = 20_000;
const SIX_MINUTES = 360_000;
const LATE = { match: '/v1/objects?', times: 100_000, does: { lateMs: 5_000 } };

beforeAll(async () => {
  server = await startServer();
  playground = await startPlayground(server.url);
  await controlAt(server.sandboxUrl)('POST', 'ad-sets', { platform: 'meta', count: 510, ads: 40 });
  await hands.fresh();
  await playground.control('disturb', { faults: [LATE] });
});
afterAll(async () => {
  await playground?.stop();
  await server?.stop();
});

/** What one execution took of the time that Google gives it. */
async function execution<T>(name: string, args: readonly unknown[], options?: object): Promise<T> {
  const { now: before } = await playground.control<{ now: number }>('state');
  const { ok, value, error, now }: Outcome = await playground.run(name, args, options);
  expect(ok, error).toBe(true);
  expect(now - before).toBeLessThan(SIX_MINUTES);
  return (value as { value: T } | undefined)?.value as T;
}

/** Calls of Google's services since this was last asked. */
async function calls(): Promise<number> {
  const { counts } = await playground.control<{ counts: { [method: string]: number } }>(
    'takeCounts',
  );
  return Object.values(counts).reduce((sum, each) => sum + each, 0);
}

const bringIn = { account: ACCOUNT, levels: ['ad'] };

test('20,000 rows are brought in by the trigger alone, each object once, and the rest is named', async () => {
  const first = await execution<BroughtIn>('bringInObjects', [bringIn]);
  expect(first).toMatchObject({ isOpen: true });
  const told = [first.rows];
  // Nobody has the sidebar open: what is not done in one execution is done in the next.
  for (let view = first; view.isOpen; ) {
    await execution('runScheduled', [], { interactive: false });
    view = (await playground.call<{ bringIn: BroughtIn }>('objectsState')).bringIn;
    told.push(view.rows);
  }
  expect(told.length).toBeGreaterThan(2);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(await playground.call('objectsState')).toMatchObject({
    bringIn: { isOpen: false, ended: [{ level: 'ad', rows: TAB, typed: 0, isCut: true }] },
  });
  const ids = (await hands.rows('Ads')).map((row) => row.ID ?? '');
  expect(ids.length).toBe(TAB);
  expect(new Set(ids).size).toBe(TAB);
  expect((await playground.control<{ triggers: object[] }>('state')).triggers).toEqual([]);
});

test('1,000 of 20,000 rows are compared and posted within the limits, by calls for stretches of rows', async () => {
  const seen = await playground.look('Ads');
  const column = columnOf(seen, 'Name');
  const rows = Array.from({ length: 1_000 }, (_, i) => 2 + 20 * i);
  await playground.hands(
    ...rows.map((row) => ({ do: 'type', sheet: 'Ads', row, column, text: `Scattered ${row}` })),
  );
  await calls();
  const { planId, counts } = await execution<ChangesPlan>('planChanges', []);
  expect(counts).toEqual({ change: 1_000, conflict: 0, refused: 0, fresh: 0 });
  expect(await calls()).toBeLessThan(200);
  let posts = await execution<readonly Posted[]>('postChanges', [planId, false]);
  while (posts.some(({ state }) => state !== 'posted'))
    posts = await execution<readonly Posted[]>('continuePosts', []);
  expect(await calls()).toBeLessThan(600);
  expect(posts[0]).toMatchObject({ counts: { done: 1_000 } });
  const told = (await hands.rows('Ads'))
    .filter((row) => row['Change status'] === 'Posted')
    .map(({ Name }) => Name);
  expect(told).toEqual(rows.map((row) => `Scattered ${row}`));
});

test('a change among them is found, posted and brought in again within the limits', async () => {
  const [, second = {}] = await hands.rows('Ads');
  await hands.type('Ads', second.ID ?? '', 'Name', 'One of 20,000');
  const { planId, counts } = await execution<{ planId: string; counts: object }>('planChanges', []);
  expect(counts).toEqual({ change: 1, conflict: 0, refused: 0, fresh: 0 });
  await execution('postChanges', [planId, false]);
  await hands.settled(await playground.call('continuePosts'));
  expect(await hands.rowOf('Ads', second.ID ?? '')).toMatchObject({
    Name: 'One of 20,000',
    'Change status': 'Posted',
  });
});

test('more changes than one execution can compare are compared in part, and the next plan has the rest', async () => {
  const seen = await playground.look('Ads');
  const rows = Array.from({ length: 1_500 }, (_, i) => [`Renamed ${i}`]);
  await playground.hands({
    do: 'paste',
    sheet: 'Ads',
    row: 2,
    column: columnOf(seen, 'Name'),
    rows,
  });
  const slow = { match: '/v1/changes/plan', times: 100, does: { lateMs: 55_000 } };
  await playground.control('disturb', { faults: [slow] });
  const first = await execution<ChangesPlan>('planChanges', []);
  expect(first.counts).toMatchObject({ conflict: 0, refused: 0 });
  expect(first.counts.change).toBeGreaterThan(0);
  expect(first.left).toBe(1_500 - first.counts.change);
  await playground.control('disturb', {});
  await execution('postChanges', [first.planId, false]);
  await hands.settled(await playground.call('continuePosts'));
  const next = await execution<ChangesPlan>('planChanges', []);
  expect([next.counts.change, next.left]).toEqual([first.left, 0]);
});
