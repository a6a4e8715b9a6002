import type { Entity, JsonObject } from '../../entity.ts';
import type { World } from '../../world.ts';
import { addStories } from '../objects/creative-posts.ts';
import type { Shared } from './ids.ts';

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

export const adData = (adSet: Entity, name: string, status: string, creative: string, reviewed: number): JsonObject => ({
  name,
  status,
  creative_id: creative,
  adset_id: adSet.id,
  campaign_id: String(adSet.data.campaign_id),
  reviewed_at: reviewed,
});

export const addPausedAd = (world: World, adSet: Entity, id: string, name: string, creative: string, created: number): Entity =>
  world.add({
    ...{ id, kind: 'ads', company: adSet.company, parents: [...adSet.parents, adSet.id], created },
    data: { ...adData(adSet, name, 'PAUSED', creative, created), spans: [] },
  });
