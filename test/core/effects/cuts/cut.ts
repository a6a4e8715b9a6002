import { expect, test } from 'vitest';
import type { Cut } from '../../../mortal-process.ts';
import type { Kind } from './kind.ts';
import {
  audited,
  carriedOut,
  countsOf,
  isSame,
  type Manner,
  type Scene,
  type Told,
  toldBy,
} from './told.ts';
import { type Answer, copyOf, openJobs, openWorld, startProcess, type World } from './world.ts';

/** How many cuts there were, by when. */
type Cuts = { readonly [when in Cut['when']]: number };

/** Where several processes in a row are cut. */
const SERIES: readonly Cut[] = [
  { at: 2, when: 'before' },
  { at: 3, when: 'after' },
  { at: 3, when: 'before' },
];

/** Where fewer commits are cut, the test sees less than there is. */
const LEAST_COMMITS = 4;

export function testCuts(kinds: readonly Kind[]): void {
  for (const kind of kinds)
    test(kind.title, async () => {
      const { before, after, unanswered } = await cutEverywhere(kind);
      expect(Math.min(before, after)).toBeGreaterThanOrEqual(kind.least ?? LEAST_COMMITS);
      expect(unanswered).toBeGreaterThanOrEqual(1);
    });
}

/**
 * Cuts one kind of work at every point there is, each in a copy of the same world, and lets another
 * process go on: everybody must tell what they tell where nothing is cut.
 */
async function cutEverywhere(kind: Kind): Promise<Cuts> {
  const scene = await prepared(kind);
  const whole = await undisturbed(scene);
  const judge = createJudge(scene, whole);
  const cuts = { before: 0, after: 0, unanswered: 0 };
  for (const when of ['before', 'after', 'unanswered'] as const)
    for (let at = 1; ; at += 1) {
      const left = await leftBehind(scene, scene.world, { at, when });
      if (left === undefined) break;
      cuts[when] += 1;
      await judge.judge(`${when} ${at}`, left);
    }
  let last: Left | undefined;
  for (const cut of SERIES)
    last = (await leftBehind(scene, last?.world ?? scene.world, cut)) ?? last;
  if (last !== undefined) await judge.judge('one after the other', last);
  judge.conclude();
  return cuts;
}

async function prepared(kind: Kind): Promise<Scene> {
  const world = await openWorld(kind.platforms ?? ['primary']);
  const house = await startProcess(world, 'house');
  const request = await kind.prepare({ ...house, world });
  // What is done later is not of the same moment.
  await world.clock.sleep(60_000);
  return { kind, request, world, entries: new Set((await audited(house)).map(({ id }) => id)) };
}

async function undisturbed(scene: Scene): Promise<Told> {
  const world = await copyOf(scene.world);
  const told = await toldBy(scene, world, await startProcess(world, 'first'));
  const { counts, values = [] } = scene.kind;
  expect(told).toMatchObject({
    answer: { body: { success: true } },
    openJobs: [],
    isReplayed: true,
  });
  expect(countsOf(told.held)).toEqual(counts);
  for (const { data, ...value } of values)
    expect(told.held).toContainEqual(
      expect.objectContaining({ ...value, data: expect.objectContaining(data) }),
    );
  return told;
}

/** A world in which a process was cut. */
interface Left {
  readonly world: World;
  /** What its client had heard by then. */
  readonly heard?: Answer | undefined;
}

/** Undefined where the process did all of the work before. */
async function leftBehind(scene: Scene, before: World, cut: Cut): Promise<Left | undefined> {
  const world = await copyOf(before);
  const process = await startProcess(world, `cut ${cut.when} ${cut.at}`, cut);
  let heard: Answer | undefined;
  const manner: Manner = {
    heard(answer) {
      heard = answer;
    },
  };
  const outcome = await Promise.race([carriedOut(scene, world, process, manner), process.died]);
  return outcome === 'died' ? { world, heard } : undefined;
}

/** Compares what is told after each cut with what is told where nothing is cut. */
function createJudge(scene: Scene, whole: Told) {
  const { isPending, known = {} } = scene.kind;
  const states = new Set<string>();
  const differing = new Set<string>();

  const compare = (cut: string, told: Told) => {
    for (const name of Object.keys(whole) as (keyof Told)[]) {
      if (isSame(told[name], whole[name])) continue;
      differing.add(name);
      if (!known[name]?.isIt(told, whole))
        expect({ cut, [name]: told[name] }).toEqual({ cut, [name]: whole[name] });
    }
  };

  const resume = async (cut: string, { world, heard }: Left, isWorkFirst: boolean) => {
    const copy = await copyOf(world);
    let repeated: Answer | undefined;
    const manner: Manner = {
      isWorkFirst,
      heard(answer) {
        repeated = answer;
      },
    };
    compare(cut, await toldBy(scene, copy, await startProcess(copy, 'next'), manner));
    // What a client knows already stays so.
    if (heard !== undefined && !isPending?.(heard.body))
      expect({ cut, body: repeated?.body }).toEqual({ cut, body: heard.body });
  };

  return {
    async judge(cut: string, left: Left): Promise<void> {
      const { world, heard } = left;
      // Another cut has left the same: what follows is the same too.
      const state = `${world.commits.length} ${world.recorded.length} ${world.clock.now()} ${heard === undefined}`;
      if (states.has(state)) return;
      states.add(state);
      await resume(cut, left, false);
      if ((await openJobs(world)).length > 0)
        await resume(`${cut}, and the work is done first`, left, true);
    },
    /** What is no longer so must not be called known. */
    conclude: () => expect(Object.keys(known).filter((name) => !differing.has(name))).toEqual([]),
  };
}
