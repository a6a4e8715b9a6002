import type { Entity } from '../../entity.ts';
import type { World } from '../../world.ts';
import { kinds, seconds, words } from '../wire/call.ts';

export const statuses = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DRAFT', 'DELETED_DRAFT'] as const;

/** Listed by default. */
export const shownStatuses = ['ACTIVE', 'PAUSED'] as const;

/** From its status, its parents', its schedule and its review. */
export function summaryStatus(world: World, entity: Entity): string {
  const status = words(entity.data.status);
  if (status !== 'ACTIVE') return status;
  if (entity.kind === kinds.ad) return adStatus(world, entity);
  const campaign = world.get(words(entity.data.campaign_id));
  if (campaign !== undefined && campaign.data.status !== 'ACTIVE') return 'ADVERTISER_DISABLED';
  const now = seconds(world.now());
  if (Number(entity.data.end_time ?? Number.MAX_VALUE) <= now) return 'COMPLETED';
  return Number(entity.data.start_time ?? 0) > now ? 'NOT_STARTED' : 'RUNNING';
}

function adStatus(world: World, ad: Entity): string {
  const review = reviewOf(world, ad);
  if (review !== 'APPROVED') return review;
  const above = [world.get(words(ad.data.campaign_id)), world.get(words(ad.data.ad_group_id))];
  return above.some((each) => each?.data.status !== 'ACTIVE') ? 'ADVERTISER_DISABLED' : 'APPROVED';
}

export function reviewOf(world: World, ad: Entity): 'PENDING' | 'APPROVED' | 'REJECTED' {
  if (Number(ad.data.reviewed_at ?? 0) > world.now()) return 'PENDING';
  return ad.data.rejected === true ? 'REJECTED' : 'APPROVED';
}
