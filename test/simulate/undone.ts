import type { Scene } from './acts.ts';
import type { Body } from './people.ts';
import type { Thing } from './things.ts';
import { adsOf, madeAs, type Tree } from './trees.ts';

/**
 * What others put into a tree between the look at it and its deletion cannot be known to who
 * deletes it.
 */
const MOMENT_MS = 30_000;
const FROZEN_MS = 120_000;

/** An undo takes away what its launch has made and nothing else, and names what stays. */
export function taken(
  { world: { things, trees, faults } }: Scene,
  tree: Tree,
  status: Body,
): readonly string[] {
  const { mode, left } = status.undo;
  const above: readonly Thing[] = [
    ...(tree.campaign === undefined ? [] : madeAs(things, 'campaign', tree.campaign)),
    ...tree.adSets.flatMap((name) => madeAs(things, 'adset', name)),
  ];
  const ads = tree.ads.flatMap((each) => adsOf(things, each));
  const { made = [], failedAds } = status;
  const mayBeThere = ({ type, name }: Thing) =>
    (made as Body[]).some((each) => each.type === type && each.name === name && each.mayExist) ||
    (failedAds as Body[]).some((each) => type === 'ad' && each.adName === name && each.mayExist);
  const isNamed = (thing: Thing) =>
    left.some((each: Body) => each.id === thing.id) || mayBeThere(thing);
  const own = new Set([...above, ...ads]);
  const moment = faults.has('freeze') || faults.has('commit hangs') ? FROZEN_MS : MOMENT_MS;
  const foreign = [...things.all.values()].filter(
    (each) => !own.has(each) && above.some(({ id }) => id === each.parent),
  );
  // What holds ads stays where only what is empty is to go.
  const kept = mode === 'delete-empty' ? ads : [];
  const lost = [...foreign, ...kept].filter((each) => {
    const gone = goneAt(each);
    const parent = things.get(each.parent ?? '');
    return (
      gone !== undefined &&
      parent !== undefined &&
      goneAt(parent) === gone &&
      gone - each.madeAt > moment
    );
  });
  const stays =
    mode === 'delete'
      ? [...own].filter((each) => each.status !== 'DELETED')
      : mode === 'pause'
        ? ads.filter((each) => each.status === 'ACTIVE' && !trees.switched.has(each.id))
        : [];
  return [
    ...stays
      .filter((each) => !isNamed(each))
      .map(({ name }) => `${name} stays after an undo (${mode}) that does not name it`),
    ...lost.map(
      ({ id, name }) => `${name} (${id}), which is not its own, went with an undo (${mode})`,
    ),
  ];
}

const goneAt = ({ status, times }: Thing): number | undefined =>
  status === 'DELETED' ? times.at(-1) : undefined;
