import { names } from '../../kit/names.ts';
import type { Entity, Json, JsonObject, World } from '../../types.ts';
import {
  type Endpoints,
  formatTime,
  given,
  idsOf,
  invalid,
  isObject,
  kinds,
  list,
  missing,
  newId,
  oneOf,
  owned,
  type Params,
  paged,
  required,
  requiredOneOf,
  type Turn,
  text,
} from '../wire.ts';
import { assetOf, assetRow } from './assets.ts';
import { hashOf, rowsOf, switches, types } from './campaigns.ts';

const content = names('name assets languages countries product_page creative_set_url status');

export const creativeSetEndpoints: Endpoints = {
  'GET creative_set/list': {
    known: ['page', 'size', 'ids', 'hashed_ids'],
    run: (turn) => paged(rowsOf(turn, kinds.set), turn.params).map((set) => rowOf(turn, set)),
  },
  'GET creative_set/list_by_campaign_id': {
    known: ['page', 'size', 'ids'],
    run(turn) {
      const ids = idsOf(turn.params, 'ids');
      if (ids === undefined) throw missing('ids');
      const { ids: _ids, ...page } = turn.params;
      const placed = rowsOf({ ...turn, params: {} }, kinds.set).flatMap((set) =>
        campaignsOf(set)
          .filter((campaign) => ids.includes(campaign))
          .map((campaign) => ({ campaign, set })),
      );
      const shown = paged(placed, page);
      const campaigns: { [campaign: string]: Json[] } = {};
      for (const { campaign, set } of shown)
        campaigns[campaign] = [...(campaigns[campaign] ?? []), rowOf(turn, set)];
      return {
        campaign_count: Object.keys(campaigns).length,
        creative_set_count: shown.length,
        campaigns,
      };
    },
  },
  'POST creative_set/create': {
    known: ['type', 'campaign_id', ...content],
    run(turn) {
      const { params } = turn;
      const type = requiredOneOf(params, 'type', types);
      const campaign = owned(turn, kinds.campaign, required(params, 'campaign_id'));
      if (campaign.data.type !== type) throw invalid(`The campaign is not of type ${type}.`);
      const status = oneOf(params, 'status', switches) ?? 'LIVE';
      const set = addSet(turn.world, campaign, {
        type,
        name: required(params, 'name'),
        assets: assetsOf(turn),
        ...contentOf(params, type),
        status: turn.fired.has('status-ignored') ? 'LIVE' : status,
      });
      return { id: set.id, version: 'V2' };
    },
  },
  'POST creative_set/update': {
    known: ['id', 'type', 'campaign_id', ...content],
    run(turn) {
      const { params, world } = turn;
      const set = owned(turn, kinds.set, required(params, 'id'));
      const type = requiredOneOf(params, 'type', types);
      if (type !== set.data.type) throw invalid('type cannot be changed.');
      world.change(set.id, {
        ...(given(params, 'name') && { name: required(params, 'name') }),
        ...(given(params, 'assets') && { assets: assetsOf(turn) }),
        ...(given(params, 'status') && { status: requiredOneOf(params, 'status', switches) }),
        ...contentOf(params, type),
      });
      return { id: set.id, version: 'V2' };
    },
  },
  'POST creative_set/clone': {
    known: ['campaign_id', 'creative_set_id', 'status'],
    run(turn) {
      const set = owned(turn, kinds.set, required(turn.params, 'creative_set_id'));
      const campaign = owned(turn, kinds.campaign, required(turn.params, 'campaign_id'));
      const status = requiredOneOf(turn.params, 'status', switches);
      const { campaign_id: _campaign, campaign_ids: _campaigns, ...data } = set.data;
      return { id: addSet(turn.world, campaign, { ...data, status }).id, version: 'V2' };
    },
  },
  'POST creative_set/add-to-campaigns': {
    known: ['campaign_ids', 'creative_set_ids'],
    run(turn) {
      const campaigns = numbers(turn, 'campaign_ids', 20).map(
        (id) => owned(turn, kinds.campaign, id).id,
      );
      for (const set of numbers(turn, 'creative_set_ids', 50).map((id) =>
        owned(turn, kinds.set, id),
      ))
        place(turn, set, [...new Set([...campaignsOf(set), ...campaigns])]);
      return {};
    },
  },
  'POST creative_set/remove-from-all-campaigns': {
    known: ['creative_set_ids'],
    run(turn) {
      for (const set of numbers(turn, 'creative_set_ids', 50).map((id) =>
        owned(turn, kinds.set, id),
      ))
        place(turn, set, []);
      return {};
    },
  },
};

export const addSet = (
  world: World,
  campaign: Entity,
  data: JsonObject,
  created = world.now(),
): Entity =>
  world.add({
    id: newId(world),
    kind: kinds.set,
    company: campaign.company,
    parents: campaign.parents,
    created,
    data: { ...data, campaign_id: campaign.id, campaign_ids: [campaign.id], version: 'V2' },
  });

/** `campaign_id`: where it was made, in the state list only. */
const place = ({ world }: Turn, set: Entity, campaigns: readonly string[]) =>
  world.change(set.id, { campaign_ids: campaigns });

const campaignsOf = ({ data }: Entity) =>
  Array.isArray(data.campaign_ids) ? data.campaign_ids.map(String) : [];

/** These calls take numbers where others take text. */
function numbers({ params }: Turn, name: string, most: number): readonly string[] {
  const ids = list(params, name) ?? [];
  if (ids.length === 0 || ids.length > most) throw invalid(`${name} takes 1 to ${most} values.`);
  return ids.map((id) => {
    if (typeof id !== 'number') throw invalid(`${name} is a list of integers.`);
    return String(id);
  });
}

function assetsOf(turn: Turn): Json {
  const assets = list(turn.params, 'assets') ?? [];
  if (assets.length === 0) throw missing('assets');
  return assets.map((asset) => {
    if (!isObject(asset) || typeof asset.id !== 'string')
      throw invalid('assets is a list of objects with an id.');
    return { id: assetOf(turn, asset.id).id };
  });
}

function contentOf(params: Params, type: string): JsonObject {
  if (type === 'APP' && given(params, 'creative_set_url'))
    throw invalid('creative_set_url is for WEB.');
  if (type === 'WEB' && given(params, 'product_page')) throw invalid('product_page is for APP.');
  const lists = ['languages', 'countries'].flatMap((name) => {
    const values = list(params, name);
    return values === undefined ? [] : [[name, values] as const];
  });
  const texts = ['product_page', 'creative_set_url'].flatMap((name) => {
    const value = text(params, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries([...lists, ...texts]);
}

function rowOf(turn: Turn, { id, data, created }: Entity): JsonObject {
  const { campaign_id: _campaign, campaign_ids = [], assets, ...shown } = data;
  const held = Array.isArray(assets) ? assets : [];
  return {
    id,
    hashed_id: hashOf(id),
    ...shown,
    assets: held.flatMap((asset) => {
      const entity = isObject(asset) ? turn.world.get(String(asset.id)) : undefined;
      return entity === undefined ? [] : [assetRow(turn, entity)];
    }),
    ...(!turn.fired.has('set-without-campaign') && { campaign_ids }),
    created_at: formatTime(created),
  };
}
