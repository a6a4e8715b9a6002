import { version } from '../../../platforms/snapchat/version.ts';
import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { isTooNew, Refused } from '../../kit/faults.ts';
import { fieldsOf } from '../../kit/json.ts';
import { names } from '../../kit/names.ts';
import type { Entity, Json, JsonObject, Table, World } from '../../types.ts';
import {
  checkKnown,
  checkLength,
  codeOf,
  type Endpoint,
  type Endpoints,
  invalid,
  isDeleted,
  iso,
  kinds,
  listed,
  notFound,
  owned,
  type Params,
  required,
  type SnapchatFault,
  type Turn,
  text,
  timeOf,
  words,
  writableAccount,
} from '../wire.ts';

export const switches = ['ACTIVE', 'PAUSED'] as const;

/** The nearest first. */
function above(world: World, entity: Entity) {
  const ids =
    entity.kind === kinds.ad
      ? [words(entity.data.ad_squad_id), words(entity.data.campaign_id)]
      : [words(entity.data.campaign_id)];
  return entity.kind === kinds.campaign ? [] : ids.flatMap((id) => world.get(id) ?? []);
}

const isGone = (world: World, entity: Entity) => [entity, ...above(world, entity)].some(isDeleted);

function deliveryOf(world: World, entity: Entity): readonly string[] {
  const now = world.now();
  const starts = (each: Entity) => Date.parse(words(each.data.start_time)) || 0;
  const ends = (each: Entity) => Date.parse(words(each.data.end_time)) || Number.MAX_SAFE_INTEGER;
  const parents = above(world, entity);
  const reasons: string[] = [];
  if (isDeleted(entity) || parents.some(isDeleted)) reasons.push('INVALID_EFFECTIVE_DELETED');
  if (entity.data.status !== 'ACTIVE') reasons.push('INVALID_NOT_ACTIVE');
  if (parents.some(({ data }) => data.status !== 'ACTIVE'))
    reasons.push('INVALID_NOT_EFFECTIVE_ACTIVE');
  if (starts(entity) > now) reasons.push('INVALID_START_TIME');
  if (ends(entity) <= now) reasons.push('INVALID_END_TIME');
  if (parents.some((each) => ends(each) <= now)) reasons.push('INVALID_EFFECTIVE_END_TIME');
  return reasons.length === 0 ? ['VALID'] : reasons;
}

/** A fault of the creating request decides the verdict. */
function reviewOf(world: World, { kind, data }: Entity): JsonObject {
  const isOpen = Number(data.reviewed_at ?? 0) > world.now();
  if (kind === kinds.creative)
    return {
      review_status: isOpen ? 'PENDING_REVIEW' : 'APPROVED',
      packaging_status: isOpen ? 'PENDING' : 'SUCCESS',
    };
  if (isOpen) return { review_status: 'PENDING', review_status_reasons: [] };
  if (data.rejected === true)
    return { review_status: 'REJECTED', review_status_reasons: ['The headline is misleading.'] };
  return { review_status: 'APPROVED', review_status_reasons: [] };
}

/** Fields of the simulator. */
const hidden = names('spans ready_at broken reviewed_at rejected deleted');

export function shown(
  turn: Pick<Turn, 'world' | 'query' | 'origin' | 'mount'>,
  entity: Entity,
): JsonObject {
  const data = fieldsOf(entity.data, (name) => !hidden.includes(name));
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
  if (entity.kind === kinds.ad || entity.kind === kinds.creative)
    Object.assign(row, reviewOf(turn.world, entity));
  if (entity.kind === kinds.adSquad) {
    row.placement = 'UNSUPPORTED';
    if (turn.query.return_placement_v2 !== 'true') delete row.placement_v2;
  }
  if (entity.kind === kinds.image || entity.kind === kinds.video)
    Object.assign(row, mediaState(turn, entity));
  return row;
}

function mediaState(
  { world, origin, mount }: Pick<Turn, 'world' | 'origin' | 'mount'>,
  { id, kind, data }: Entity,
): JsonObject {
  if (data.ready_at === undefined) return { media_status: 'PENDING_UPLOAD' };
  if (data.broken === true) return { media_status: 'ERROR' };
  if (Number(data.ready_at) > world.now()) return { media_status: 'PROCESSING' };
  const ending = kind === kinds.image ? 'jpg' : 'mp4';
  return {
    media_status: 'READY',
    download_link: `${origin}${mount}/files/${id}.${ending}`,
    file_name: words(data.file_name),
  };
}

/** Without a limit everything comes at once. */
export function paged(
  turn: Turn,
  plural: string,
  path: string,
  rows: readonly JsonObject[],
): JsonObject {
  const { query, origin, mount, fired } = turn;
  const { size, start } = pageOf(query);
  const next = start + size;
  const { cursor: _cursor, ...others } = query;
  const host = fired.has('other-host-link') ? 'https://adsapisc.example' : `${origin}${mount}`;
  const link = `${host}/${version.pinned}/${path}?${new URLSearchParams({ ...(others as { [name: string]: string }), cursor: `at${next}` })}`;
  return {
    paging: next < rows.length ? { next_link: link } : {},
    [plural]: rows.slice(start, next),
  };
}

function pageOf({ limit, cursor }: Turn['query']): {
  readonly size: number;
  readonly start: number;
} {
  const size = limit === undefined ? Number.MAX_SAFE_INTEGER : Number(limit);
  if (limit !== undefined && (!Number.isInteger(size) || size < 50 || size > 1000))
    throw invalid('limit must be between 50 and 1000.');
  const start =
    cursor === undefined ? 0 : Number(/^at(\d+)$/.exec(String(cursor))?.[1] ?? Number.NaN);
  if (Number.isNaN(start)) throw invalid('cursor is not valid.');
  return { size, start };
}

export interface Listing extends Noun {
  readonly kinds: readonly string[];
  /** Beside those of every list. */
  readonly query?: readonly string[];
}

/** In order of creation. */
export const listing = (of: Listing, name: string): Endpoint => ({
  query: ['limit', 'cursor', ...(of.query ?? [])],
  run(turn) {
    const id = turn.ids.id ?? '';
    const { kind = '', what = '' } = holders[name] ?? {};
    const parent = owned(turn, kind, what, id);
    const isKept = (entity: Entity) =>
      (!isGone(turn.world, entity) || turn.query.read_deleted_entities === 'true') &&
      !isTooNew(turn, entity, 'list-lag');
    const rows = of.kinds
      .flatMap((each) => turn.world.entities(each, parent.id))
      .filter(isKept)
      .sort((one, other) => one.created - other.created)
      .map(
        (entity): JsonObject => ({
          sub_request_status: 'SUCCESS',
          [of.singular]: shown(turn, entity),
        }),
      );
    return paged(turn, of.plural, `${name}/${id}/${of.plural}`, rows);
  },
});

export const reading = (of: Listing, what: string): Endpoint => ({
  query: of.query ?? [],
  run(turn) {
    const id = turn.ids.id ?? '';
    const entity = turn.world.get(id);
    const isHidden =
      entity === undefined ||
      !of.kinds.includes(entity.kind) ||
      entity.company !== turn.company ||
      (isGone(turn.world, entity) && turn.query.read_deleted_entities !== 'true') ||
      isTooNew(turn, entity, 'not-yet-visible');
    if (isHidden) throw notFound(what, id);
    return single(turn, of, entity);
  },
});

/** The answer lists nothing. */
const deleting = (kind: string, { plural }: Noun, what: string): Endpoint => ({
  run(turn) {
    const entity = living(turn, kind, what, turn.ids.id ?? '');
    turn.world.change(entity.id, {
      deleted: true,
      spans: ended(entity.data.spans, turn.world.now()),
    });
    return { [plural]: [] };
  },
});

const ended = (spans: Json | undefined, now: number): Json =>
  Array.isArray(spans)
    ? spans.map((span: Json) => (Array.isArray(span) ? [span[0] ?? 0, span[1] ?? now] : span))
    : [];

interface Noun {
  readonly plural: string;
  readonly singular: string;
}

/** By the first part of the path. */
const holders: Table<{ readonly kind: string; readonly what: string }> = {
  adaccounts: { kind: kinds.account, what: 'AdAccount' },
  campaigns: { kind: kinds.campaign, what: 'Campaign' },
  adsquads: { kind: kinds.adSquad, what: 'AdSquad' },
};

/** Campaigns, ad squads or ads. */
interface Level extends Noun {
  readonly kind: string;
  readonly what: string;
  readonly query: readonly string[];
  /** The lists it has; it is written below the last. */
  readonly above: readonly string[];
  /** The field that names what it is written below. */
  readonly parent: string;
  readonly fields: readonly string[];
  /** Fields that no change can set. */
  readonly fixed: readonly string[];
  check(turn: Turn, parent: Entity, item: Params): void;
  add(turn: Turn, parent: Entity, data: JsonObject): Entity;
}

export function levelEndpoints(level: Level): Endpoints {
  const { kind, what, plural, above, parent: field, fixed } = level;
  const list: Listing = { ...level, kinds: [kind] };
  const path = `${above.at(-1)}/{id}/${plural}`;
  const write = (each: (turn: Turn, parent: Entity, item: Params) => Entity): Endpoint => ({
    takes: 'json',
    run(turn) {
      const parent = open(turn, above.at(-1) ?? '');
      return eachItem(turn, level, (item) => {
        checkKnown(item, level.fields);
        required(item, 'name');
        checkLength(item, 'name', 375);
        if ((text(item, field) ?? parent.id) !== parent.id)
          throw invalid(`${field} is another than that of the address.`);
        level.check(turn, parent, item);
        return each(turn, parent, item);
      });
    },
  });
  return {
    ...Object.fromEntries(above.map((name) => [`GET ${name}/{id}/${plural}`, listing(list, name)])),
    [`GET ${plural}/{id}`]: reading(list, what),
    [`DELETE ${plural}/{id}`]: deleting(kind, list, what),
    [`POST ${path}`]: write((turn, parent, item) => {
      if (text(item, 'id') !== undefined) throw invalid('id is not a supported field.');
      return level.add(turn, parent, dataOf(item));
    }),
    [`PUT ${path}`]: write((turn, parent, item) => {
      const entity = living(turn, kind, what, required(item, 'id'));
      if (entity.parents.at(-1) !== parent.id) throw notFound(what, entity.id);
      return replace(turn, entity, item, fixed);
    }),
  };
}

/** In an account that takes changes. */
function open(turn: Turn, name: string): Entity {
  const id = turn.ids.id ?? '';
  if (name === 'adaccounts') return writableAccount(turn, id);
  const { kind = '', what = '' } = holders[name] ?? {};
  const entity = living(turn, kind, what, id);
  writableAccount(turn, entity.parents[0] ?? '');
  return entity;
}

export function living(turn: Turn, kind: string, what: string, id: string) {
  const entity = owned(turn, kind, what, id);
  if (isDeleted(entity)) throw notFound(what, id);
  return entity;
}

/** An end lies ahead, and after the start. */
export function checkSchedule({ world }: Turn, item: Params) {
  const [start, end] = [timeOf(item, 'start_time'), timeOf(item, 'end_time')];
  if (end !== undefined && (end <= world.now() || end <= (start ?? 0)))
    throw invalid('end_time must be in the future and after start_time.');
}

/** One by one: a refused item is its own answer. */
export function eachItem(
  turn: Turn,
  { plural, singular }: Noun,
  write: (item: Params, at: number) => Entity,
): JsonObject {
  const items = listed(turn, plural);
  const { fired } = turn;
  const most = Number(fired.get('list-too-long')?.limit ?? 1);
  if (fired.has('list-too-long') && items.length > most)
    throw invalid(`${plural} has more than ${most} objects.`);
  const answers = items.map((item, at): JsonObject => {
    try {
      if (fired.has('partial') && at % 2 === 1) throw invalid('The object could not be written.');
      return { sub_request_status: 'SUCCESS', [singular]: shown(turn, write(item, at)) };
    } catch (error) {
      if (!(error instanceof Refused) || fired.has('items-refuse-all')) throw error;
      return refusedItem(error);
    }
  });
  return { [plural]: fired.has('items-shuffled') ? answers.reverse() : answers };
}

function refusedItem(refused: Refused<unknown>): JsonObject {
  const fault = refused.fault as SnapchatFault; // what every part of this simulator refuses with
  const code = codeOf(fault);
  return {
    sub_request_status: 'ERROR',
    sub_request_error_reason: code === undefined ? fault.message : `${code}: ${fault.message}`,
  };
}

/** A list of one. */
export const single = (turn: Turn, { plural, singular }: Noun, entity: Entity): JsonObject => ({
  [plural]: [{ sub_request_status: 'SUCCESS', [singular]: shown(turn, entity) }],
});

/** Kept whatever is written. */
const own = names('spans reviewed_at rejected render_type campaign_id ad_account_id ad_squad_id');

export const dataOf = (item: Params): JsonObject =>
  fieldsOf(item as JsonObject, (name, value) => name !== 'id' && value !== null);

/** Absent fields are removed; `fixed` ones cannot change. */
function replace({ world }: Turn, entity: Entity, item: Params, fixed: readonly string[]): Entity {
  const data = dataOf(item);
  for (const name of fixed)
    if (
      data[name] !== undefined &&
      JSON.stringify(data[name]) !== JSON.stringify(entity.data[name])
    )
      throw invalid(`${name} cannot be changed.`);
  const kept = [...own, ...fixed];
  const gone = Object.keys(entity.data).filter(
    (name) => !kept.includes(name) && data[name] === undefined,
  );
  const status = data.status ?? 'PAUSED';
  return world.change(entity.id, {
    ...Object.fromEntries(gone.map((name) => [name, null])),
    ...data,
    status,
    spans: spansAfter(spansOf(entity), status === 'ACTIVE', world.now()),
  });
}
