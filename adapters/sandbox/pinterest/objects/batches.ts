import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { isTooNew, Refused } from '../../kit/faults.ts';
import { fieldsOf, within } from '../../kit/json.ts';
import type { Entity, JsonObject, Table, World } from '../../types.ts';
import {
  accountOf,
  checkKnown,
  type Endpoint,
  type Endpoints,
  invalid,
  kept,
  kinds,
  listBody,
  many,
  newId,
  notFound,
  oneOf,
  ownedBy,
  type Params,
  type PinterestFault,
  paged,
  pageParams,
  Refusal,
  required,
  seconds,
  type Turn,
  words,
} from '../wire.ts';

const statuses = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DRAFT', 'DELETED_DRAFT'] as const;

/** Listed by default. */
const shownStatuses = ['ACTIVE', 'PAUSED'] as const;

/** From its status, its parents', its schedule and its review. */
function summaryStatus(world: World, entity: Entity): string {
  const status = words(entity.data.status);
  if (status !== 'ACTIVE') return status;
  if (entity.kind === kinds.ad) return adStatus(world, entity);
  const campaign = world.get(words(entity.data.campaign_id));
  if (campaign !== undefined && campaign.data.status !== 'ACTIVE') return 'ADVERTISER_DISABLED';
  const now = seconds(world.now());
  if (Number(entity.data.end_time ?? Number.MAX_VALUE) <= now) return 'COMPLETED';
  return Number(entity.data.start_time ?? 0) > now ? 'NOT_STARTED' : 'RUNNING';
}

function adStatus(world: World, ad: Entity) {
  const review = reviewOf(world, ad);
  if (review !== 'APPROVED') return review;
  const above = [world.get(words(ad.data.campaign_id)), world.get(words(ad.data.ad_group_id))];
  return above.some((each) => each?.data.status !== 'ACTIVE') ? 'ADVERTISER_DISABLED' : 'APPROVED';
}

function reviewOf(world: World, ad: Entity): 'PENDING' | 'APPROVED' | 'REJECTED' {
  if (Number(ad.data.reviewed_at ?? 0) > world.now()) return 'PENDING';
  return ad.data.rejected === true ? 'REJECTED' : 'APPROVED';
}

/** Fields of the simulator. */
const hidden = ['spans', 'reviewed_at', 'rejected'];

const types: Table<string> = {
  [kinds.campaign]: 'campaign',
  [kinds.adGroup]: 'adgroup',
  [kinds.ad]: 'pinpromotion',
};

function rowOf(world: World, entity: Entity): JsonObject {
  const shown = fieldsOf(entity.data, (name) => !hidden.includes(name));
  return {
    id: entity.id,
    ad_account_id: entity.parents[0] ?? '',
    ...shown,
    ...(entity.kind === kinds.ad && review(world, entity)),
    summary_status: summaryStatus(world, entity),
    type: types[entity.kind] ?? '',
    created_time: seconds(entity.created),
    updated_time: seconds(entity.updated),
  };
}

function review(world: World, ad: Entity): JsonObject {
  const review_status = reviewOf(world, ad);
  const rejected = review_status === 'REJECTED';
  return {
    review_status,
    rejected_reasons: rejected ? ['CLICKBAIT'] : [],
    rejection_labels: rejected ? ['Clickbait'] : [],
  };
}

/** Campaigns, ad groups or ads. */
export interface Level {
  /** In paths. */
  readonly noun: string;
  readonly kind: string;
  /** Id filters of its list. */
  readonly filters: Table<(entity: Entity) => string>;
  /** Writable, beside `id`. */
  readonly fields: readonly string[];
  /** Needed to create. */
  readonly required: readonly string[];
  /** Needed to change. */
  readonly named: readonly string[];
  /** How an item shows a refusal, or its absence. */
  exceptions(fault: PinterestFault | undefined): JsonObject;
  /** Throws for the whole request. */
  checkForm(params: Params): void;
  /** Throws for this item only. Answers the data to keep. */
  check(turn: Turn, account: Entity, data: JsonObject, before: Entity | undefined): JsonObject;
  /** Below the account. */
  parents(turn: Turn, data: JsonObject): readonly string[];
}

/** Lists for campaigns and ad groups, an object for ads. */
export const listed = (fault: PinterestFault | undefined): JsonObject =>
  fault === undefined ? {} : { exceptions: [{ code: fault.code, message: fault.message }] };

export function levelEndpoints(level: Level): Endpoints {
  const path = `ad_accounts/{account}/${level.noun}`;
  return {
    [`GET ${path}`]: listing(level),
    [`GET ${path}/{id}`]: reading(level),
    [`POST ${path}`]: writing(level, make, level.required, []),
    [`PATCH ${path}`]: writing(level, change, level.named, ['id']),
  };
}

const reading = (level: Level): Endpoint => ({
  scopes: ['ads:read'],
  known: [],
  run(turn) {
    const entity = ownedBy(turn, level.kind, turn.ids.id ?? '');
    if (entity?.parents[0] !== accountOf(turn).id) throw notFound(level.noun);
    return rowOf(turn.world, entity);
  },
});

const listing = (level: Level): Endpoint => ({
  scopes: ['ads:read'],
  known: [...pageParams, 'entity_statuses', 'order', ...Object.keys(level.filters)],
  run(turn) {
    const account = accountOf(turn);
    const wanted = many(turn, 'entity_statuses', statuses.length) ?? shownStatuses;
    for (const status of wanted) oneOf({ entity_statuses: status }, 'entity_statuses', statuses);
    const order = oneOf(turn.query, 'order', ['ASCENDING', 'DESCENDING']) ?? 'ASCENDING';
    const filters = Object.keys(level.filters).filter((name) => turn.query[name] !== undefined);
    if (filters.length > 1) throw invalid(`only one of ${filters.join(', ')} may be given`);
    const [filter = ''] = filters;
    const ids = many(turn, filter, 100);
    const rows = turn.world
      .entities(level.kind, account.id)
      .filter((entity) => !isTooNew(turn, entity, 'list-lag'))
      .filter((entity) => wanted.includes(String(entity.data.status) as (typeof statuses)[number]))
      .filter((entity) => ids === undefined || ids.includes(level.filters[filter]?.(entity) ?? ''))
      .sort((a, b) => (a.id < b.id ? -1 : 1) * (order === 'ASCENDING' ? 1 : -1));
    return paged(
      turn,
      rows.map((entity) => rowOf(turn.world, entity)),
    );
  },
});

const writing = (
  level: Level,
  write: typeof make,
  needs: readonly string[],
  more: readonly string[],
): Endpoint => ({
  scopes: ['ads:write'],
  known: [],
  run(turn) {
    const account = accountOf(turn);
    const items = listBody(turn);
    for (const params of items) {
      checkKnown(params, [...level.fields, 'status', ...more]);
      oneOf(params, 'status', statuses);
      level.checkForm(params);
      for (const name of needs) required(params, name);
    }
    return {
      items: items.map((params, at) =>
        answer(turn, level, at, () => write(turn, level, account, params)),
      ),
    };
  },
});

function answer(turn: Turn, level: Level, at: number, work: () => Entity): JsonObject {
  try {
    if (turn.fired.has('items-refused') && at % 2 === 1)
      throw new Refusal(400, 'The item was refused.', 2006);
    return { data: rowOf(turn.world, work()), ...level.exceptions(undefined) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return level.exceptions((error as Refused<PinterestFault>).fault);
  }
}

function make(turn: Turn, level: Level, account: Entity, params: Params) {
  const wanted = dataOf(level, params);
  const data = { status: 'ACTIVE', ...level.check(turn, account, wanted, undefined) };
  return add(turn.world, level.kind, within(account, ...level.parents(turn, wanted)), { data });
}

const dataOf = ({ fields }: Level, params: Params) => kept(params, [...fields, 'status']);

export const add = (
  world: World,
  kind: string,
  place: Pick<Entity, 'company' | 'parents'>,
  { data, created = world.now() }: { readonly data: JsonObject; readonly created?: number },
): Entity =>
  world.add({
    id: newId(world),
    kind,
    ...place,
    created,
    data: { ...data, spans: spansAfter([], data.status === 'ACTIVE', created) },
  });

/** Only named fields change. */
function change(turn: Turn, level: Level, account: Entity, params: Params): Entity {
  const entity = turn.world.get(required(params, 'id'));
  if (entity?.kind !== level.kind || entity.parents[0] !== account.id) throw notFound(level.noun);
  const data = level.check(turn, account, dataOf(level, params), entity);
  const spans =
    data.status === undefined
      ? {}
      : { spans: spansAfter(spansOf(entity), data.status === 'ACTIVE', turn.world.now()) };
  return turn.world.change(entity.id, { ...data, ...spans });
}
