import { imageAd } from '../launch-fixture.ts';
import { asked, begin, type Scene, seen } from './acts.ts';
import { type Batch, known, launch, mayBeGone, retried } from './launches.ts';
import type { Body } from './people.ts';
import { KEPT_MEDIA } from './process.ts';
import { adsOf, madeAs, type Tree } from './trees.ts';
import { taken } from './undone.ts';

/** A launch that makes campaigns and ad sets for its ads. */

/** No change sets it. */
const BUDGET = 9;
const MOST_TRIES = 10;
const UNDO_PAUSE_MS = 30_000;

type Form = 'lists' | 'rows';

export async function launchTree(scene: Scene): Promise<void> {
  const { world } = scene;
  const campaign = seen(scene, 'campaign');
  if (campaign === undefined) return;
  const tree = drawn(scene, campaign.id);
  const form: Form =
    tree.campaign !== undefined && world.choices.oneIn('tree', 2) ? 'rows' : 'lists';
  world.trees.all.push(tree);
  let id: number | undefined;
  let isRefused = false;
  const act = begin(scene, `tree ${scene.number}`, async (ask) => {
    const doubled = doubledIn(scene, tree);
    if (isRefused)
      return [
        ...doubled,
        ...thereOf(scene, tree).map((name) => `${name} was made though it was refused`),
      ];
    if (id === undefined) return doubled;
    const status = await ask('batches.status', { id });
    const batch = known(scene).find((each) => each.id === id);
    return [
      ...doubled,
      ...(world.faults.has('restore') ? [] : comparedTree(scene, tree, status)),
      ...(status.undo === undefined || batch?.isRetried ? [] : taken(scene, tree, status)),
      ...(await retried(scene, status, ask, tree.campaignId)),
    ];
  });
  const told = await asked(scene, act, 'launch', bodyOf(tree, form, campaign.account));
  if (told.is === 'refused') isRefused = true;
  if (told.is !== 'answered') return;
  id = told.body.adBatchId as number;
  const batch = { id };
  known(scene).push(batch);
  await after(scene, tree, batch);
}

/** What people do with it: nothing in most stories. */
async function after(scene: Scene, tree: Tree, batch: Batch): Promise<void> {
  const { world, person } = scene;
  const next = world.choices.int('after', 8);
  if (next < 4) return;
  await person.pause(world.choices.span('after', 2 * 60_000));
  // Somebody puts an ad into what was made.
  if (next === 6) await launch(scene, world.choices.pick('after', tree.adSets));
  const act = begin(scene, `what follows tree ${scene.number}`, async () => []);
  const ask = (what: string, more: object = {}) =>
    asked(scene, act, `batches.${what}`, { id: batch.id, ...more });
  if (next === 4) await ask('cancel');
  // It may not have ended yet.
  const mode = next === 5 ? 'pause' : world.choices.oneIn('empty', 4) ? 'delete-empty' : 'delete';
  for (let tries = 0; tries < MOST_TRIES && next > 4; tries += 1) {
    const told = await ask('undo', { mode });
    if (told.is !== 'refused') return;
    await person.pause(UNDO_PAUSE_MS);
  }
}

export function drawn({ world: { choices }, number }: Scene, campaignId: string): Tree {
  const campaign = choices.oneIn('tree', 4) ? undefined : `T${number}`;
  const adSets = Array.from({ length: 1 + choices.int('tree', 2) }, (_, i) => `T${number}-s${i}`);
  const names = Array.from({ length: 1 + choices.int('tree', 2) }, (_, i) => `T${number}-a${i}`);
  // Each ad set has an ad: one that no ad goes into is not made.
  const ads = adSets.flatMap((adSet, i) =>
    names
      .filter((_, at) => at % adSets.length === i % names.length || choices.oneIn('tree', 3))
      .map((name) => ({ name, adSet })),
  );
  return {
    ...(campaign === undefined ? { campaignId } : { campaign }),
    adSets,
    ads,
    isActive: choices.oneIn('tree', 2),
  };
}

export function bodyOf(
  { campaign, campaignId, adSets, ads, isActive }: Tree,
  form: Form,
  adAccountId: string,
): object {
  const status = isActive ? 'ACTIVE' : 'PAUSED';
  const above = {
    ...(campaign !== undefined && { name: campaign }),
    objective: 'OUTCOME_TRAFFIC',
    status,
  };
  const below = (name: string) => ({ name, dailyBudget: BUDGET, status });
  const ad = (adName: string, more: object) =>
    imageAd({ adName, adAccountId, status, media: [{ url: KEPT_MEDIA }], ...more });
  if (form === 'rows')
    return {
      ads: ads.map(({ name, adSet }) =>
        ad(name, { adSets: [], newCampaign: above, newAdSet: below(adSet) }),
      ),
    };
  return {
    ...(campaign !== undefined && { newCampaigns: [{ ref: 'c', adAccountId, ...above }] }),
    newAdSets: adSets.map((name) => ({
      ref: name,
      adAccountId,
      campaign: campaign === undefined ? campaignId : { ref: 'c' },
      ...below(name),
    })),
    ads: [...new Set(ads.map(({ name }) => name))].map((name) =>
      ad(name, {
        adSets: ads.filter((each) => each.name === name).map(({ adSet }) => ({ ref: adSet })),
      }),
    ),
  };
}

/** All that the launch may have made, by the platform's own books. */
function thingsOf({ world: { things } }: Scene, { campaign, adSets, ads }: Tree) {
  return [
    ...(campaign === undefined
      ? []
      : [{ name: campaign, made: madeAs(things, 'campaign', campaign) }]),
    ...adSets.map((name) => ({ name, made: madeAs(things, 'adset', name) })),
    ...ads.map((each) => ({ name: each.name, made: adsOf(things, each) })),
  ];
}

export const thereOf = (scene: Scene, tree: Tree): readonly string[] =>
  thingsOf(scene, tree).flatMap(({ name, made }) => (made.length > 0 ? [name] : []));

export const doubledIn = (scene: Scene, tree: Tree): readonly string[] =>
  thingsOf(scene, tree).flatMap(({ name, made }) =>
    made.filter(({ status }) => status !== 'DELETED').length > 1
      ? [`${name} is there more than once`]
      : [],
  );

/** What is told of each object is what the platform has. */
function comparedTree(
  { world: { things, trees } }: Scene,
  tree: Tree,
  status: Body,
): readonly string[] {
  const faults: string[] = [];
  const wanted = tree.adSets.length + (tree.campaign === undefined ? 0 : 1);
  if (status.made.length !== wanted)
    faults.push(`${wanted} objects above ads were asked for and ${status.made.length} are told`);
  for (const {
    type,
    name,
    id,
    state,
    status: switchedTo,
    undone,
    mayExist,
  } of status.made as Body[]) {
    const alive = madeAs(things, type, name).filter((each) => each.status !== 'DELETED');
    const held = id === null ? undefined : things.get(id);
    if (state === 'waiting') faults.push(`${name} is told as waiting in the end`);
    if (state === 'made' && (held === undefined || held.madeAs !== name || held.type !== type))
      faults.push(`${name} is told as ${id} and is not that`);
    if (state === 'failed' && alive.length > 0 && mayExist !== true)
      faults.push(`${name} is told as failed and is there`);
    if (undone === 'deleted' && alive.length > 0)
      faults.push(`${name} is told as deleted and is there`);
    if (
      held === undefined ||
      trees.switched.has(held.id) ||
      status.undo !== undefined ||
      held.status === 'DELETED'
    )
      continue;
    // Absent where it is not known.
    if (switchedTo !== undefined && held.status !== switchedTo)
      faults.push(`${name} is told as ${switchedTo} and is ${held.status}`);
  }
  const told = status.launchedAds.length + status.failedAds.length;
  if (told !== tree.ads.length)
    faults.push(`${tree.ads.length} ads were asked for and ${told} are told`);
  for (const { adName, adId, adSetId, undone } of status.launchedAds as Body[]) {
    const held = things.get(adId);
    if (held === undefined || held.madeAs !== adName || held.parent !== adSetId)
      faults.push(`${adName} is told as ${adId} and is not that`);
    else if (held.status === 'DELETED' && undone !== 'deleted' && !mayBeGone(status, adId))
      faults.push(`${adName} is told as launched and was deleted`);
  }
  for (const { adName, adSetId, adSetRef, mayExist } of status.failedAds as Body[]) {
    const adSet =
      things.get(adSetId)?.madeAs ?? tree.adSets.find((name) => adSetRef?.endsWith(name));
    const alive = adsOf(things, { name: adName, adSet: adSet ?? '' }).filter(
      (each) => each.status !== 'DELETED',
    );
    if (alive.length > 0 && mayExist !== true)
      faults.push(`${adName} is told as failed and is there`);
  }
  return faults;
}
