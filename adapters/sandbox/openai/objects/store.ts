import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { isTooNew } from '../../kit/faults.ts';
import { fieldsOf, within } from '../../kit/json.ts';
import type { Entity, Json, JsonObject, World } from '../../types.ts';
import { kinds, newId, seconds, type Turn, words } from '../wire.ts';

/** Members of the simulator. */
const hidden = ['spans', 'reviewed_at', 'rejected', 'before', 'changed_at'];

const shown = (data: JsonObject) => fieldsOf(data, (name) => !hidden.includes(name));

/** A review takes five simulated seconds. */
const reviewMs = 5_000;

interface Place {
  readonly kind: string;
  readonly prefix: string;
  readonly parents: readonly string[];
  readonly created?: number;
}

export function add(
  world: World,
  account: Entity,
  { kind, prefix, parents, created = world.now() }: Place,
  data: JsonObject,
): Entity {
  const entity = world.add({
    id: newId(world, prefix),
    kind,
    ...within(account, ...parents),
    created,
    data: {
      ...data,
      spans: spansAfter([], data.status === 'active', created),
      ...(kind === kinds.ad &&
        data.reviewed_at === undefined && { reviewed_at: created + reviewMs }),
    },
  });
  log(world, account, entity, 'create');
  return entity;
}

/** Keeps what it was, for answers that come late. */
export function change(turn: Turn, entity: Entity, data: JsonObject): Entity {
  const { world, account } = turn;
  const now = world.now();
  const spans =
    data.status === undefined
      ? {}
      : { spans: spansAfter(spansOf(entity), data.status === 'active', now) };
  // A changed creative is reviewed again.
  const review = data.creative === undefined ? {} : { reviewed_at: now + reviewMs };
  const changed = world.change(entity.id, {
    ...data,
    ...spans,
    ...review,
    before: shown(entity.data),
    changed_at: now,
  });
  log(world, account, changed, 'update');
  return changed;
}

function log(
  world: World,
  account: Entity,
  { id, kind, data }: Entity,
  audit_log_type: string,
): void {
  world.add({
    id: newId(world, 'alog_'),
    kind: kinds.audit,
    ...within(account),
    data: {
      audit_log_type,
      obj_type: kind.replace(/^openai_/, '').replace(/s$/, ''),
      obj_id: id,
      item_name: words(data.name),
      actor_id: 'user_sandbox',
      campaign_id: data.campaign_id ?? null,
      ad_group_id: data.ad_group_id ?? null,
      changes: [],
      ts: seconds(world.now()),
    },
  });
}

function reviewOf(world: World, ad: Entity): JsonObject {
  if (Number(ad.data.reviewed_at ?? 0) > world.now()) return { status: 'in_review' };
  const { rejected } = ad.data;
  return rejected === undefined
    ? { status: 'approved' }
    : { status: 'rejected', reason: words(rejected) };
}

/** As an answer tells it; `listed`: as one of many. */
export function rowOf(
  turn: Turn,
  entity: Entity,
  listed = false,
): JsonObject & { readonly id: string } {
  const { world, fired } = turn;
  const stale = fired.get('stale');
  const isStale =
    stale !== undefined &&
    world.now() - Number(entity.data.changed_at ?? 0) < Number(stale.ms ?? 3_000);
  const { before } = entity.data;
  const data =
    isStale && typeof before === 'object' && before !== null
      ? (before as JsonObject)
      : shown(entity.data);
  const { campaign_id, ad_group_id, ...rest } = data;
  const parents =
    fired.has('parents-left-out') && listed ? {} : defined({ campaign_id, ad_group_id });
  // The end of a review moves it.
  const reviewed = Number(entity.data.reviewed_at ?? 0);
  const updated = reviewed <= world.now() ? Math.max(entity.updated, reviewed) : entity.updated;
  return {
    id: entity.id,
    created_at: seconds(entity.created),
    updated_at: seconds(updated),
    ...unset[entity.kind],
    ...rest,
    ...parents,
    ...(entity.kind === kinds.adGroup && {
      bidding_config: { max_bid_micros: null, ...(rest.bidding_config as JsonObject) },
    }),
    ...(entity.kind === kinds.campaign &&
      rest.targeting !== undefined && { targeting: written(rest.targeting) }),
    ...(entity.kind === kinds.ad && adMembers(turn, entity, rest)),
  };
}

/** Required in answers, and null where nothing was set. */
const unset: { readonly [kind: string]: JsonObject } = {
  [kinds.campaign]: { description: null, start_time: null, end_time: null },
  [kinds.adGroup]: { description: null },
};

const defined = (members: { readonly [name: string]: Json | undefined }): JsonObject =>
  Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );

function adMembers({ world, fired, base }: Turn, ad: Entity, { creative }: JsonObject): JsonObject {
  const { file_id, ...card } = creative as JsonObject;
  const review = reviewOf(world, ad);
  return {
    review_status: words(review.status),
    review,
    creative: {
      ...card,
      ...(!fired.has('file-left-out') && file_id !== undefined && { file_id }),
      image_url: `${base}/images/${words(file_id)}.png?signature=sandbox`,
    },
  };
}

/** Places are written out. */
function written(targeting: Json): Json {
  const all = targeting as JsonObject;
  const places = (value: Json | undefined): JsonObject => {
    const { include, ...others } = (value ?? {}) as JsonObject;
    const items = Array.isArray(include) ? (include as readonly JsonObject[]) : [];
    return {
      ...others,
      include: items.map(({ id }) => ({
        id: id ?? '',
        type: 'country',
        country_code: 'US',
        name: `Place ${words(id)}`,
        region_code: null,
      })),
    };
  };
  return { ...all, ...(all.locations !== undefined && { locations: places(all.locations) }) };
}

/** Why it does not deliver. */
export function servingIssues(world: World, ad: Entity): readonly JsonObject[] {
  const group = world.get(words(ad.data.ad_group_id));
  const campaign = world.get(words(group?.data.campaign_id));
  const isOn = (entity: Entity | undefined) => entity?.data.status === 'active';
  const review = reviewOf(world, ad).status;
  const codes = [
    ...(isOn(campaign) ? [] : ['campaign_not_active']),
    ...(isOn(group) ? [] : ['ad_group_not_active']),
    ...(isOn(ad) ? [] : ['ad_not_active']),
    ...(review === 'in_review' ? ['ad_in_review'] : []),
    ...(review === 'rejected' ? ['review_not_approved'] : []),
  ];
  return codes.map((code) => ({ code }));
}

/** Newest first unless asked otherwise: the default is not known. */
export function listed(turn: Turn, kind: string, parent: string): readonly Entity[] {
  const entities = turn.world
    .entities(kind, parent)
    .filter((entity) => !isTooNew(turn, entity, 'list-lag'));
  const sorted = [...entities].sort((a, b) => a.created - b.created);
  return turn.query.order === 'asc' ? sorted : sorted.reverse();
}
