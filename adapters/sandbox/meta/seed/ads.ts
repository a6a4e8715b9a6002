import { seededAds } from '../../kit/seed.ts';
import type { Entity, JsonObject, World } from '../../world.ts';
import { log } from '../history/activities.ts';
import { addStories } from '../objects/creative-posts.ts';
import { adId, type SeedCampaign, type Shared, seedId } from './ids.ts';

export const storyOf = (shared: Shared, hash: string, name: string): JsonObject => ({
  object_story_spec: {
    page_id: shared.page,
    instagram_user_id: shared.profile,
    link_data: {
      link: `https://shop.example.com/${name}`,
      message: `All about ${name}`,
      name: `See ${name}`,
      image_hash: hash,
      call_to_action: { type: 'LEARN_MORE', value: { link: `https://shop.example.com/${name}` } },
    },
  },
});

/** Four ads of one ad set: running, stopped, begun later, deleted. */
export function seedAds(
  world: World,
  turn: Parameters<typeof log>[0],
  account: Entity,
  name: SeedCampaign,
  adSet: Entity,
  start: number,
  story: JsonObject,
): void {
  for (const { number, status, from, to } of seededAds(start, world.now())) {
    const id = adId(account.id, name, number);
    const creative = addSeedCreative(
      world,
      account,
      seedId(account.id, 'creative', Number(id.slice(-3))),
      `${name} ${number}`,
      story,
      from,
    );
    const ad = addSeedAd(world, account, adSet, id, `${name} ad ${number}`, status, creative, from, [[from, to]]);
    log(turn, 'create_ad', ad, { name: ad.data.name ?? '' }, from);
    if (to !== null)
      log(
        turn,
        'update_ad_run_status',
        ad,
        { old_value: 'Active', new_value: status === 'DELETED' ? 'Deleted' : 'Inactive', type: 'run_status' },
        to,
      );
  }
}

export function addSeedCreative(
  world: World,
  account: Entity,
  id: string,
  name: string,
  data: JsonObject,
  created: number,
): string {
  world.add({
    id,
    kind: 'adcreatives',
    company: account.company,
    parents: [account.id],
    created,
    data: { ...data, name, status: 'ACTIVE', ...addStories(world, account.company, data, id, created) },
  });
  return id;
}

export function addSeedAd(
  world: World,
  account: Entity,
  adSet: Entity,
  id: string,
  name: string,
  status: string,
  creative: string,
  created: number,
  spans: JsonObject['spans'],
): Entity {
  const campaign = String(adSet.data.campaign_id);
  return world.add({
    id,
    kind: 'ads',
    company: account.company,
    parents: [account.id, campaign, adSet.id],
    created,
    data: {
      name,
      status,
      creative_id: creative,
      adset_id: adSet.id,
      campaign_id: campaign,
      reviewed_at: created,
      ...(spans === undefined ? {} : { spans }),
    },
  });
}
