import { anyLevel, asked, begin, type Scene, seen } from './acts.ts';
import type { Body, Told } from './people.ts';
import type { Thing } from './things.ts';

/** Many changes in one request, and a way back. */

interface Wanted {
  readonly thing: Thing;
  readonly name: string;
}

const sets = new WeakMap<object, string[]>();

export async function bulk(scene: Scene): Promise<void> {
  const { world, number, acts } = scene;
  const things = new Set<Thing>();
  for (let i = 0; i <= world.choices.int('bulk', 3); i += 1) {
    const thing = seen(scene, anyLevel(world));
    if (thing !== undefined) things.add(thing);
  }
  const wanted: Wanted[] = [...things].map((thing, i) => ({ thing, name: `B${number}-${i}` }));
  if (wanted.length === 0) return;
  const changes = wanted.map(({ thing: { type, id, account, dailyBudget }, name }, i) => ({
    level: type,
    adAccountId: account,
    id,
    set: { name, ...(dailyBudget !== undefined && i === 0 && { dailyBudget: 10 + number }) },
  }));
  let told: Told | undefined;
  const act = begin(scene, `changes ${number}`, async (ask) => {
    if (told?.is !== 'answered') return [];
    const { results, status } = await ask('changes.get', { id: told.body.changeId });
    if (status === 'running') return ['they are told as running in the end'];
    return results.flatMap(({ id, outcome }: Body) => {
      const mine = wanted.find(({ thing }) => thing.id === id);
      const isSet = mine?.thing.history.includes(`name=${mine.name}`) ?? false;
      if (outcome === 'done' && !isSet) return [`${mine?.name} is told as done and was never set`];
      const has = mine?.thing.name === mine?.name;
      return ['nothing', 'conflict', 'not_begun'].includes(outcome) && has
        ? [`${mine?.name} is told as ${outcome} and is set`]
        : [];
    });
  });
  told = await asked(scene, act, 'changes.apply', { changes });
  if (told.is === 'answered') sets.set(acts, [...(sets.get(acts) ?? []), told.body.changeId]);
}

export async function undoBulk(scene: Scene): Promise<void> {
  const all = sets.get(scene.acts) ?? [];
  if (all.length === 0) return bulk(scene);
  const id = scene.world.choices.pick('bulk', all);
  const act = begin(scene, `undo of changes ${id}`, async () => []);
  await asked(scene, act, 'changes.undo', { id });
}
