import { anyLevel, asked, begin, named, type Scene, seen } from './acts.ts';
import type { Body, Told } from './people.ts';
import type { World } from './world.ts';

/** New objects, and copies of objects. */

export async function create(scene: Scene): Promise<void> {
  const { world, number } = scene;
  const isCampaign = world.choices.oneIn('create', 2);
  const campaign = seen(scene, 'campaign');
  if (campaign === undefined) return;
  const name = `C${number}`;
  const input = {
    accountId: campaign.account,
    name,
    ...(isCampaign ? { objective: 'OUTCOME_TRAFFIC' } : { campaignId: campaign.id }),
    // No change sets it.
    dailyBudget: 9,
  };
  let told: Told | undefined;
  const act = begin(scene, `create ${number}`, async () => {
    const made = named(world, name).filter(({ copiedFrom }) => copiedFrom === undefined);
    if (made.length > 1) return [`${name} was made ${made.length} times`];
    if (told?.is === 'refused' && made.length > 0)
      return [`${name} is told as refused (${told.error.message}) and is there`];
    if (told?.is !== 'answered') return [];
    const id: unknown = told.body.campaignId ?? told.body.adSetId;
    return made[0]?.id === id ? [] : [`${name} is told as ${id} and is ${made[0]?.id}`];
  });
  told = await asked(
    scene,
    act,
    isCampaign ? 'manage.createCampaign' : 'manage.createAdSet',
    input,
  );
}

const holdsOthers = (world: World, id: string): boolean =>
  [...world.things.all.values()].some(
    (each) =>
      each.parent === id &&
      each.status !== 'DELETED' &&
      (each.copiedFrom === undefined || holdsOthers(world, each.id)),
  );

const COPIES = {
  ad: { operation: 'manage.duplicateAd', field: 'adId' },
  adset: { operation: 'manage.duplicateAdSet', field: 'adsetId' },
  campaign: { operation: 'manage.duplicateCampaign', field: 'campaignId' },
} as const;

const copiesWanted = new WeakMap<object, Map<string, number>>();

export async function copy(scene: Scene): Promise<void> {
  const { world, number } = scene;
  const type = anyLevel(world);
  const source = seen(scene, type);
  if (source === undefined) return;
  const { operation, field } = COPIES[type];
  const newName = `K${number}`;
  const count = 1 + world.choices.int('copies', 2);
  const input = {
    accountId: source.account,
    [field]: source.id,
    copyCount: count,
    ...(type === 'ad' ? { copyValues: { adName: newName } } : { newName }),
  };
  const wanted = copiesWanted.get(scene.acts) ?? new Map<string, number>();
  copiesWanted.set(scene.acts, wanted.set(source.id, (wanted.get(source.id) ?? 0) + count));
  let told: Told | undefined;
  const act = begin(scene, `copy ${number}`, async (ask) => {
    // Copies of the whole carry a mark until they are renamed; what is below them does not.
    const made = [...world.things.all.values()].filter(
      ({ copiedFrom, asked: by }) => copiedFrom === source.id && by.endsWith(']'),
    );
    // Half a copy stays where others have put something into it.
    const alive = made.filter((each) => each.status !== 'DELETED' && !holdsOthers(world, each.id));
    if (alive.length > (wanted.get(source.id) ?? 0))
      return [
        `${wanted.get(source.id)} copies of ${source.id} were asked for and there are ${alive.length}`,
      ];
    if (told?.is !== 'answered') return [];
    const { results } = (await ask('manage.duplicateStatus', {
      id: told.body.duplicateId,
    })) as Body;
    return results.flatMap(({ success, newId, error }: Body) => {
      if (success)
        return made.some(({ id }) => id === newId)
          ? []
          : [`a copy is told as ${newId} and was never made`];
      const isThere = newId !== undefined && alive.some(({ id }) => id === newId);
      return isThere ? [`a copy is told as failed (${error}) and is there as ${newId}`] : [];
    });
  });
  told = await asked(scene, act, operation, input);
}
