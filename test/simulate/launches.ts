import { imageAd } from '../launch-fixture.ts';
import { type Act, asked, begin, named, type Scene, seen } from './acts.ts';
import { LIMITED } from './limits.ts';
import type { Body } from './people.ts';

/** A launch, and what people do with it afterwards. */

export interface Batch {
  readonly id: number;
  /** Whether a second try was asked for: it makes again what an undo has taken away. */
  isRetried?: boolean;
}

interface Launched extends Batch {
  readonly ads: readonly { readonly name: string; readonly adSet: string }[];
}

const batchesOf = new WeakMap<object, Batch[]>();

export const known = ({ acts }: Scene): Batch[] => {
  const all = batchesOf.get(acts) ?? [];
  batchesOf.set(acts, all);
  return all;
};

/** @param into the name of an ad set that was made in this story; otherwise any */
export async function launch(scene: Scene, into?: string): Promise<void> {
  const { world, number } = scene;
  const { choices } = world;
  const own =
    into === undefined ? undefined : named(world, into).find(({ status }) => status !== 'DELETED');
  const adSet = into === undefined ? seen(scene, 'adset') : own;
  if (adSet === undefined) return;
  const other = choices.oneIn('launch', 3) ? seen(scene, 'adset', adSet.account) : undefined;
  const adSets = [...new Set([adSet, ...(other ? [other] : [])])];
  const count = 1 + choices.int('launch', 3);
  const names = Array.from({ length: count }, (_, i) => `L${number}-${i}`);
  const isActive = choices.oneIn('launch', 4);
  const ads = names.map((adName, i) =>
    imageAd({
      adName,
      adAccountId: adSet.account,
      adSets: adSets.map(({ id, name }) => ({ value: id, label: name })),
      media: [{ url: `https://cdn.test/${choices.oneIn('launch', 2) ? 'same' : i}.png` }],
      ...(isActive && { status: 'ACTIVE' }),
    }),
  );
  const wanted = names.flatMap((name) => adSets.map(({ id }) => ({ name, adSet: id })));
  let batch: Launched | undefined;
  let isRefused = false;
  const act = begin(scene, `launch ${number}`, async (ask) => {
    const made = (name: string, id: string) =>
      [...world.things.all.values()].filter(
        (each) =>
          each.type === 'ad' &&
          each.madeAs === name &&
          each.parent === id &&
          each.copiedFrom === undefined,
      );
    const faults = wanted
      .filter(({ name, adSet: id }) => made(name, id).length > 1)
      .map(({ name }) => `${name} was made ${made(name, wanted[0]?.adSet ?? '').length} times`);
    if (isRefused)
      return [
        ...faults,
        ...wanted
          .filter(({ name, adSet: id }) => made(name, id).length > 0)
          .map(({ name }) => `${name} was made though it was refused`),
      ];
    if (batch === undefined) return faults;
    const status = await ask('batches.status', { id: batch.id });
    // What a backup left in doubt is not looked for where the batch is cancelled then, or something
    // before it fails.
    const isTold = (fault: string) =>
      !(world.faults.has('restore') && fault.includes('is told as failed'));
    // What went with its ad set was looked at by who deleted that.
    const isWhole = adSets.every(({ status: of }) => of !== 'DELETED');
    const told = isWhole ? compared(status, batch, made).filter(isTold) : [];
    return [...faults, ...told, ...(await retried(scene, status, ask))];
  });
  const told = await asked(scene, act, 'launch', { ads });
  if (told.is === 'refused') isRefused = true;
  if (told.is !== 'answered') return;
  batch = { id: told.body.adBatchId, ads: wanted };
  known(scene).push(batch);
}

/** By an undo that deletes, or by one before it that had no answer: then this one names it. */
export const mayBeGone = ({ undo: of }: Body, id: string): boolean =>
  of?.mode === 'delete' || (of?.left.some((each: Body) => each.id === id) ?? false);

/** What is told of each ad is what the platform has. */
function compared(
  status: Body,
  batch: Launched,
  made: (
    name: string,
    adSet: string,
  ) => readonly { readonly id: string; readonly status: string }[],
): readonly string[] {
  const faults: string[] = [];
  const launched = new Map<string, Body>(
    status.launchedAds.map((each: Body) => [`${each.adName} ${each.adSetId}`, each]),
  );
  if (launched.size !== status.launchedAds.length) faults.push('an ad is told twice');
  if (status.launchedAds.length + status.failedAds.length !== batch.ads.length)
    faults.push(
      `${batch.ads.length} ads were asked for and ${status.launchedAds.length} + ${status.failedAds.length} are told`,
    );
  for (const { name, adSet } of batch.ads) {
    const [held] = made(name, adSet);
    const told = launched.get(`${name} ${adSet}`);
    if (told === undefined) {
      const failed = status.failedAds.find(
        (each: Body) => each.adName === name && each.adSetId === adSet,
      );
      // What may exist all the same is told so.
      if (held !== undefined && held.status !== 'DELETED' && failed?.mayExist !== true)
        faults.push(
          `${name} is told as failed (${failed?.error?.code ?? failed?.code ?? '?'}) and is there`,
        );
    } else if (held === undefined) faults.push(`${name} is told as launched and is not there`);
    else if (told.adId !== held.id)
      faults.push(`${name} is told as ${told.adId} and is ${held.id}`);
    else if (held.status === 'DELETED' && told.undone !== 'deleted' && !mayBeGone(status, held.id))
      faults.push(`${name} is told as launched and was deleted`);
    else if (told.undone === 'deleted' && held.status !== 'DELETED')
      faults.push(`${name} is told as deleted and is there`);
  }
  return faults;
}

/** Now that all is healed, what failed is launched by another try. */
export async function retried(
  { company, person, world }: Scene,
  status: Body,
  ask: (operation: string, input: object) => Promise<Body>,
  campaignId = '',
): Promise<readonly string[]> {
  const { adBatchId: id, rawStatus, undo: undone } = status;
  // Another batch has taken the place of those that were corrected.
  const openIn = ({ failedAds }: Body): readonly Body[] =>
    failedAds.filter((each: Body) => each.correctedIn === undefined);
  const failedAds = openIn(status);
  // Limits may refuse it.
  const isGone = ({ adSetId }: Body) =>
    [adSetId, campaignId].some((each) => world.things.get(each)?.status === 'DELETED');
  if (
    company === LIMITED ||
    failedAds.length === 0 ||
    failedAds.some(isGone) ||
    undone ||
    !['Error', 'PartialSuccess'].includes(rawStatus)
  )
    return [];
  await ask('batches.retry', { id });
  for (let looks = 0; looks < 60; looks += 1) {
    await person.pause(30_000);
    const now = await ask('batches.status', { id });
    if (['Queued', 'Processing'].includes(now.rawStatus)) continue;
    // What may have been made after a backup is not made again.
    const failed = openIn(now).filter(({ code }) => code !== 'restored');
    return failed.map(
      ({ adName, message }: Body) => `${adName} failed again (${message}) though all is well`,
    );
  }
  return [`the second try of ${id} does not end`];
}

type Later = (scene: Scene) => Promise<void>;

const later =
  (what: string, input: (batch: Batch, scene: Scene) => object): Later =>
  async (scene) => {
    const all = known(scene);
    if (all.length === 0) return launch(scene);
    const batch = scene.world.choices.pick('batch', all);
    if (what === 'retry') batch.isRetried = true;
    const act = begin(scene, `${what} ${batch.id}`, async () => []);
    await asked(scene, act, `batches.${what}`, { id: batch.id, ...input(batch, scene) });
  };

/**
 * Ads that failed are corrected and launched as another batch: each is there once, as it was or
 * corrected.
 */
export async function correct(scene: Scene): Promise<void> {
  const { world, number } = scene;
  const all = known(scene);
  if (all.length === 0) return launch(scene);
  const batch = world.choices.pick('batch', all);
  let sent: readonly Body[] = [];
  let isAccepted = false;
  const act = begin(scene, `correct ${batch.id}`, async () => {
    const alive = ({ adName }: Body, adSet: string) =>
      [...world.things.all.values()].filter(
        ({ type, madeAs, parent, copiedFrom, status }) =>
          type === 'ad' &&
          madeAs === adName &&
          parent === adSet &&
          copiedFrom === undefined &&
          status !== 'DELETED',
      ).length;
    return sent.flatMap((ad, i) =>
      ad.adSets.flatMap((adSet: string) => {
        const [was, is] = [alive(ad, adSet), alive({ adName: `C${number}-${i}` }, adSet)];
        if (is > 1) return [`${ad.adName} was corrected, and is there ${is} times`];
        return isAccepted && is > 0 && was > 0
          ? [`${ad.adName} was corrected, and is there as it was too`]
          : [];
      }),
    );
  });
  const found = await asked(scene, act, 'batches.ads', { id: batch.id, which: 'failed' });
  if (found.is !== 'answered' || found.body.data.length === 0) return;
  sent = found.body.data;
  // Another person may launch them again as they were, while this one types.
  if (world.choices.oneIn('correct', 3))
    await asked(scene, act, 'batches.retry', { id: batch.id }, scene.other);
  await scene.person.pause(world.choices.span('correct', 2 * 60_000));
  const ads = sent.map((ad, i) => ({ ...ad, adName: `C${number}-${i}` }));
  const told = await asked(scene, act, 'launch', { ads });
  isAccepted = told.is === 'answered';
  if (told.is === 'answered') known(scene).push({ id: told.body.adBatchId });
}

export const retry = later('retry', () => ({}));
export const cancel = later('cancel', () => ({}));
export const undo = later('undo', (_batch, { world }) => ({
  mode: world.choices.pick('undo', ['pause', 'delete', 'delete-empty']),
}));
export type { Act };
