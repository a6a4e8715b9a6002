import { begin, type Scene, seen } from './acts.ts';
import type { Body } from './people.ts';
import { type Course, takeCourse } from './plans.ts';
import { bodyOf, doubledIn, drawn, thereOf } from './structures.ts';
import { adsOf, madeAs, type Tree } from './trees.ts';

/** A launch of a campaign with its ad sets and ads that waits for approval. */
export async function planLaunch(scene: Scene): Promise<void> {
  const { world, number } = scene;
  const campaign = seen(scene, 'campaign');
  if (campaign === undefined) return;
  const tree = drawn(scene, campaign.id);
  world.trees.all.push(tree);
  const course: Course = {};
  const act = begin(scene, `planned launch ${number}`, async (ask) => {
    const doubled = doubledIn(scene, tree);
    const { digest, decision } = course;
    if (decision !== 'approve')
      return [
        ...doubled,
        ...thereOf(scene, tree).map((name) => `${name} was made and nobody approved it`),
      ];
    const { status, results = [] } = await ask('approvals.get', { digest });
    if (status === 'running') return ['it is told as running in the end'];
    return [
      ...doubled,
      ...(world.faults.has('restore') ? [] : comparedParts(scene, tree, results)),
    ];
  });
  await takeCourse(
    scene,
    act,
    [{ operation: 'launch', input: bodyOf(tree, 'lists', campaign.account) }],
    course,
  );
}

/** What its plan tells of each object is what the platform has. */
function comparedParts(
  { world: { things } }: Scene,
  tree: Tree,
  [launched]: readonly Body[],
): readonly string[] {
  const made = ({ type, name, id }: Body) => {
    const all =
      type === 'ad'
        ? tree.ads.filter((each) => each.name === name).flatMap((each) => adsOf(things, each))
        : madeAs(things, type, name);
    return id === undefined ? all : all.filter((each) => each.id === id);
  };
  // Of ads of one name each is told by itself: how many of them there are is compared.
  const told = new Map<string, { readonly is: Body; done: number; most: number }>();
  for (const part of (launched?.objects ?? []) as Body[]) {
    const key = `${part.type} ${part.name}`;
    const sum = told.get(key) ?? { is: { type: part.type, name: part.name }, done: 0, most: 0 };
    if (part.outcome === 'done') sum.done += 1;
    // What has an id was made, though not as it was asked for.
    if (part.id !== undefined || !['refused', 'not_begun'].includes(part.outcome)) sum.most += 1;
    told.set(key, sum);
  }
  const faults = (launched?.objects ?? []).flatMap(({ outcome, ...part }: Body) =>
    outcome === 'done' && part.id !== undefined && made(part).length === 0
      ? [`${part.name} is told as ${part.id} and is not that`]
      : [],
  );
  for (const { is, done, most } of told.values()) {
    const there = made(is).length;
    if (there < done) faults.push(`${done} of ${is.name} are told as done and ${there} are there`);
    if (there > most)
      faults.push(`${most} of ${is.name} are told as possible and ${there} are there`);
  }
  return faults;
}
