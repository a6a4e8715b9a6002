import type { Entity } from '../../entity.ts';
import type { World } from '../../world.ts';
import { kinds, words } from '../wire/call.ts';

export const operations = ['ENABLE', 'DISABLE', 'DELETE'] as const;
export type Operation = (typeof operations)[number];

export const operationOf = (entity: Entity): string => words(entity.data.operation_status);

export const isDeleted = (entity: Entity): boolean => operationOf(entity) === 'DELETE';

/** From its switch, its parents' and its schedule. */
export function secondaryStatus(world: World, entity: Entity): string {
  const campaign = world.get(words(entity.data.campaign_id));
  const adGroup = world.get(words(entity.data.adgroup_id));
  const on = (each: Entity | undefined): boolean => each === undefined || operationOf(each) === 'ENABLE';
  const gone = (each: Entity | undefined): boolean => each !== undefined && isDeleted(each);
  switch (entity.kind) {
    case kinds.campaign:
      return isDeleted(entity) ? 'CAMPAIGN_STATUS_DELETE' : on(entity) ? 'CAMPAIGN_STATUS_ENABLE' : 'CAMPAIGN_STATUS_DISABLE';
    case kinds.adGroup:
      if (isDeleted(entity) || gone(campaign)) return 'ADGROUP_STATUS_DELETE';
      if (!on(campaign)) return 'ADGROUP_STATUS_CAMPAIGN_DISABLE';
      if (!on(entity)) return 'ADGROUP_STATUS_DISABLE';
      return isOver(world, entity) ? 'ADGROUP_STATUS_TIME_DONE' : 'ADGROUP_STATUS_DELIVERY_OK';
    default:
      if (isDeleted(entity) || gone(campaign) || gone(adGroup)) return 'AD_STATUS_DELETE';
      if (!on(campaign)) return 'AD_STATUS_CAMPAIGN_DISABLE';
      if (!on(adGroup)) return 'AD_STATUS_ADGROUP_DISABLE';
      if (!on(entity)) return 'AD_STATUS_DISABLE';
      if (adGroup !== undefined && isOver(world, adGroup)) return 'AD_STATUS_TIME_DONE';
      return Number(entity.data.reviewed_at ?? 0) > world.now() ? 'AD_STATUS_AUDIT' : 'AD_STATUS_DELIVERY_OK';
  }
}

const isOver = (world: World, adGroup: Entity): boolean => Number(adGroup.data.end_at ?? Number.MAX_VALUE) <= world.now();

/** Values of the `primary_status` filter. */
export const primaryStatuses: { readonly [value: string]: (secondary: string) => boolean } = {
  STATUS_ALL: () => true,
  STATUS_DELETE: (status) => status.endsWith('_DELETE'),
  STATUS_NOT_DELETE: (status) => !status.endsWith('_DELETE'),
  STATUS_DELIVERY_OK: (status) => status.endsWith('DELIVERY_OK') || status === 'CAMPAIGN_STATUS_ENABLE',
  STATUS_DISABLE: (status) => status.endsWith('_DISABLE'),
  STATUS_NOT_DELIVERY: (status) => status.endsWith('_AUDIT'),
  STATUS_TIME_DONE: (status) => status.endsWith('TIME_DONE'),
  STATUS_FROZEN: () => false,
  STATUS_RF_CLOSED: () => false,
};
