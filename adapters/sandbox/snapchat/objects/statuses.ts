import type { Entity, JsonObject } from '../../entity.ts';
import type { World } from '../../world.ts';
import { isDeleted, kinds, words } from '../wire/call.ts';

export const switches = ['ACTIVE', 'PAUSED'] as const;

/** The nearest first. */
export function above(world: World, entity: Entity): readonly Entity[] {
  const ids =
    entity.kind === kinds.ad
      ? [words(entity.data.ad_squad_id), words(entity.data.campaign_id)]
      : [words(entity.data.campaign_id)];
  return entity.kind === kinds.campaign ? [] : ids.flatMap((id) => world.get(id) ?? []);
}

export const isGone = (world: World, entity: Entity): boolean => [entity, ...above(world, entity)].some(isDeleted);

export function deliveryOf(world: World, entity: Entity): readonly string[] {
  const now = world.now();
  const starts = (each: Entity): number => Date.parse(words(each.data.start_time)) || 0;
  const ends = (each: Entity): number => Date.parse(words(each.data.end_time)) || Number.MAX_SAFE_INTEGER;
  const parents = above(world, entity);
  const reasons: string[] = [];
  if (isDeleted(entity) || parents.some(isDeleted)) reasons.push('INVALID_EFFECTIVE_DELETED');
  if (entity.data.status !== 'ACTIVE') reasons.push('INVALID_NOT_ACTIVE');
  if (parents.some(({ data }) => data.status !== 'ACTIVE')) reasons.push('INVALID_NOT_EFFECTIVE_ACTIVE');
  if (starts(entity) > now) reasons.push('INVALID_START_TIME');
  if (ends(entity) <= now) reasons.push('INVALID_END_TIME');
  if (parents.some((each) => ends(each) <= now)) reasons.push('INVALID_EFFECTIVE_END_TIME');
  return reasons.length === 0 ? ['VALID'] : reasons;
}

/** A fault of the creating request decides the verdict. */
export function reviewOf(world: World, { kind, data }: Entity): JsonObject {
  const isOpen = Number(data.reviewed_at ?? 0) > world.now();
  if (kind === kinds.creative)
    return { review_status: isOpen ? 'PENDING_REVIEW' : 'APPROVED', packaging_status: isOpen ? 'PENDING' : 'SUCCESS' };
  if (isOpen) return { review_status: 'PENDING', review_status_reasons: [] };
  if (data.rejected === true) return { review_status: 'REJECTED', review_status_reasons: ['The headline is misleading.'] };
  return { review_status: 'APPROVED', review_status_reasons: [] };
}
