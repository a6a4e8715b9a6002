import type { Entity, Json, JsonObject } from '../../entity.ts';
import { isDeleted, iso, kinds, type Turn, words } from '../wire/call.ts';
import { deliveryOf, reviewOf } from './statuses.ts';

/** Fields of the simulator. */
const hidden = ['spans', 'ready_at', 'broken', 'reviewed_at', 'rejected', 'deleted'];

export function shown(turn: Pick<Turn, 'world' | 'query' | 'origin' | 'mount'>, entity: Entity): JsonObject {
  const data = Object.fromEntries(Object.entries(entity.data).filter(([name]) => !hidden.includes(name)));
  const row: { [name: string]: Json } = {
    id: entity.id,
    updated_at: iso(entity.updated),
    created_at: iso(entity.created),
    created_by_app_id: 'b6a1c2d3-0000-4000-8000-000000000001',
    created_by_user: 'b6a1c2d3-0000-4000-8000-000000000002',
    ...data,
  };
  // An ad names its ad squad only.
  if (entity.kind === kinds.ad) delete row.campaign_id;
  if (isDeleted(entity)) row.deleted = true;
  if (entity.kind === kinds.campaign || entity.kind === kinds.adSquad || entity.kind === kinds.ad)
    row.delivery_status = [...deliveryOf(turn.world, entity)];
  if (entity.kind === kinds.ad || entity.kind === kinds.creative) Object.assign(row, reviewOf(turn.world, entity));
  if (entity.kind === kinds.adSquad) {
    row.placement = 'UNSUPPORTED';
    if (turn.query.return_placement_v2 !== 'true') delete row.placement_v2;
  }
  if (entity.kind === kinds.image || entity.kind === kinds.video) Object.assign(row, mediaState(turn, entity));
  return row;
}

function mediaState({ world, origin, mount }: Pick<Turn, 'world' | 'origin' | 'mount'>, { id, kind, data }: Entity): JsonObject {
  if (data.ready_at === undefined) return { media_status: 'PENDING_UPLOAD' };
  if (data.broken === true) return { media_status: 'ERROR' };
  if (Number(data.ready_at) > world.now()) return { media_status: 'PROCESSING' };
  const ending = kind === kinds.image ? 'jpg' : 'mp4';
  return { media_status: 'READY', download_link: `${origin}${mount}/files/${id}.${ending}`, file_name: words(data.file_name) };
}
