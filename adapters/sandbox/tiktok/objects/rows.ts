import { fieldsOf, isList, isObject } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, JsonObject, Table, World } from '../../types.ts';
import { formatTime, kinds, type Turn, words } from '../wire.ts';

export const operationOf = (entity: Entity) => words(entity.data.operation_status);

export const isDeleted = (entity: Entity) => operationOf(entity) === 'DELETE';

/** From its switch, its parents' and its schedule. */
export function secondaryStatus(world: World, entity: Entity): string {
  const campaign = world.get(words(entity.data.campaign_id));
  const adGroup = world.get(words(entity.data.adgroup_id));
  const on = (each: Entity | undefined) => each === undefined || operationOf(each) === 'ENABLE';
  const gone = (each: Entity | undefined) =>
    each !== undefined && isDeleted(each) && each.data.leaves_children !== true;
  switch (entity.kind) {
    case kinds.campaign:
      return isDeleted(entity)
        ? 'CAMPAIGN_STATUS_DELETE'
        : on(entity)
          ? 'CAMPAIGN_STATUS_ENABLE'
          : 'CAMPAIGN_STATUS_DISABLE';
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
      if (Number(entity.data.reviewed_at ?? 0) > world.now()) return 'AD_STATUS_AUDIT';
      return reviewOf(world, entity);
  }
}

/** By an appeal that succeeded. */
export const isLifted = (world: World, { data }: Entity): boolean =>
  data.appealed_at !== undefined &&
  Number(data.appealed_at) <= world.now() &&
  data.appeal_fails !== true;

/** Of an ad that was reviewed. */
function reviewOf(world: World, entity: Entity): string {
  const { data } = entity;
  const creatives = isList(data.creative_list)
    ? data.creative_list.filter(isObject).filter(({ removed }) => removed !== true)
    : [];
  if (data.rejected === true && !isLifted(world, entity)) return 'AD_STATUS_AUDIT_DENY';
  const refused = isLifted(world, entity)
    ? 0
    : creatives.filter(({ rejected }) => rejected === true).length;
  if (refused > 0 && refused === creatives.length) return 'AD_STATUS_AUDIT_DENY';
  if (refused > 0) return 'AD_STATUS_REVIEW_PARTIALLY_APPROVED';
  return Number(data.reaudited_at ?? 0) > world.now()
    ? 'AD_STATUS_DELIVERY_AND_REAUDIT'
    : 'AD_STATUS_DELIVERY_OK';
}

const isOver = (world: World, adGroup: Entity) =>
  Number(adGroup.data.end_at ?? Number.MAX_VALUE) <= world.now();

/** Values of the `primary_status` filter. */
export const primaryStatuses: Table<(secondary: string) => boolean> = {
  STATUS_ALL: () => true,
  STATUS_DELETE: (status) => status.endsWith('_DELETE'),
  STATUS_NOT_DELETE: (status) => !status.endsWith('_DELETE'),
  STATUS_DELIVERY_OK: (status) =>
    /DELIVERY_|PARTIALLY_APPROVED|CAMPAIGN_STATUS_ENABLE/.test(status),
  STATUS_DISABLE: (status) => status.endsWith('_DISABLE'),
  STATUS_NOT_DELIVERY: (status) => /_AUDIT(_DENY)?$/.test(status),
  STATUS_TIME_DONE: (status) => status.endsWith('TIME_DONE'),
  STATUS_FROZEN: () => false,
  STATUS_RF_CLOSED: () => false,
};

/** Fields of the simulator. */
const hidden = names(`
  spans end_at start_at reviewed_at request_id reaudited_at rejected appealed_at appeal_fails leaves_children
`);

export const idField: Table<string> = {
  [kinds.campaign]: 'campaign_id',
  [kinds.adGroup]: 'adgroup_id',
  [kinds.ad]: 'ad_id',
};

export function rowOf(turn: Pick<Turn, 'world'>, account: Entity, entity: Entity): JsonObject {
  const shown = fieldsOf(entity.data, (name) => !hidden.includes(name));
  return {
    [idField[entity.kind] ?? 'id']: entity.id,
    advertiser_id: account.id,
    ...namesAbove(turn.world, entity),
    ...shown,
    operation_status: isDeleted(entity) ? 'DISABLE' : operationOf(entity),
    secondary_status: secondaryStatus(turn.world, entity),
    create_time: formatTime(entity.created),
    modify_time: formatTime(entity.updated),
  };
}

/** An ad and an ad group name what they are in. */
function namesAbove(world: World, { data }: Entity): JsonObject {
  const campaign = world.get(words(data.campaign_id));
  const adGroup = world.get(words(data.adgroup_id));
  return {
    ...(campaign !== undefined && {
      campaign_name: words(campaign.data.campaign_name),
      campaign_automation_type: words(campaign.data.campaign_automation_type),
    }),
    ...(adGroup !== undefined && { adgroup_name: words(adGroup.data.adgroup_name) }),
  };
}
