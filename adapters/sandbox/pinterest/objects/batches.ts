import type { Entity, JsonObject } from '../../entity.ts';
import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { isTooNew, Refused } from '../../kit/faults.ts';
import { accountOf, type Endpoint, type Endpoints, listBody, newId, type Turn } from '../wire/call.ts';
import { paged, pageParams } from '../wire/pages.ts';
import { checkKnown, given, many, oneOf, type Params, required } from '../wire/params.ts';
import { invalid, missing, notFound, type PinterestFault, Refusal } from '../wire/refusals.ts';
import { rowOf } from './rows.ts';
import { shownStatuses, statuses } from './statuses.ts';

/** Campaigns, ad groups or ads. */
export interface Level {
  /** In paths. */
  readonly noun: string;
  readonly kind: string;
  /** Id filters of its list. */
  readonly filters: { readonly [name: string]: (entity: Entity) => string };
  /** Writable, beside `id`. */
  readonly fields: readonly string[];
  /** Needed to create. */
  readonly required: readonly string[];
  /** How an item shows a refusal, or its absence. */
  exceptions(fault: PinterestFault | undefined): JsonObject;
  /** Throws for the whole request. */
  checkForm(params: Params): void;
  /** Throws for this item only. Answers the data to keep. */
  check(turn: Turn, account: Entity, params: Params, before: Entity | undefined): JsonObject;
  /** Below the account. */
  parents(turn: Turn, params: Params): readonly string[];
}

/** The exceptions of campaigns and ad groups are lists, those of ads an object. */
export const listed = (fault: PinterestFault | undefined): JsonObject =>
  fault === undefined ? {} : { exceptions: [{ code: fault.code, message: fault.message }] };

export function levelEndpoints(level: Level): Endpoints {
  const path = `ad_accounts/{account}/${level.noun}`;
  return { [`GET ${path}`]: listing(level), [`POST ${path}`]: making(level), [`PATCH ${path}`]: changing(level) };
}

const listing = (level: Level): Endpoint => ({
  scopes: ['ads:read'],
  known: [...pageParams, 'entity_statuses', 'order', ...Object.keys(level.filters)],
  run(turn) {
    const account = accountOf(turn);
    const wanted = many(turn, 'entity_statuses', statuses.length) ?? shownStatuses;
    for (const status of wanted) oneOf({ entity_statuses: status }, 'entity_statuses', statuses);
    const order = oneOf(turn.query, 'order', ['ASCENDING', 'DESCENDING'] as const) ?? 'ASCENDING';
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

const making = (level: Level): Endpoint => ({
  scopes: ['ads:write'],
  known: [],
  run(turn) {
    const account = accountOf(turn);
    const items = listBody(turn);
    for (const params of items) {
      checkFields(level, params, []);
      for (const name of level.required) if (!given(params, name)) throw missing(name);
    }
    return { items: items.map((params, at) => answer(turn, level, at, () => make(turn, level, account, params))) };
  },
});

const changing = (level: Level): Endpoint => ({
  scopes: ['ads:write'],
  known: [],
  run(turn) {
    const account = accountOf(turn);
    const items = listBody(turn);
    for (const params of items) {
      checkFields(level, params, ['id']);
      required(params, 'id');
    }
    return { items: items.map((params, at) => answer(turn, level, at, () => change(turn, level, account, params))) };
  },
});

function checkFields(level: Level, params: Params, more: readonly string[]): void {
  checkKnown(params, [...level.fields, 'status', ...more]);
  oneOf(params, 'status', statuses);
  level.checkForm(params);
}

function answer(turn: Turn, level: Level, at: number, work: () => Entity): JsonObject {
  try {
    if (turn.fired.has('items-refused') && at % 2 === 1) throw new Refusal(400, 'The item was refused.', 2006);
    return { data: rowOf(turn.world, work()), ...level.exceptions(undefined) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return level.exceptions((error as Refused<PinterestFault>).fault);
  }
}

function make(turn: Turn, level: Level, account: Entity, params: Params): Entity {
  return add(
    turn,
    level,
    account,
    { status: 'ACTIVE', ...level.check(turn, account, params, undefined) },
    level.parents(turn, params),
  );
}

export function add(
  { world }: Pick<Turn, 'world'>,
  { kind }: Pick<Level, 'kind'>,
  account: Entity,
  data: JsonObject,
  parents: readonly string[],
  created = world.now(),
): Entity {
  return world.add({
    ...{ id: newId(world), kind, company: account.company, parents: [account.id, ...parents], created },
    data: { ...data, spans: spansAfter([], data.status === 'ACTIVE', created) },
  });
}

/** Only named fields change. */
function change(turn: Turn, level: Level, account: Entity, params: Params): Entity {
  const entity = turn.world.get(required(params, 'id'));
  if (entity?.kind !== level.kind || entity.parents[0] !== account.id) throw notFound(level.noun);
  const data = level.check(turn, account, params, entity);
  const spans =
    data.status === undefined ? {} : { spans: spansAfter(spansOf(entity), data.status === 'ACTIVE', turn.world.now()) };
  return turn.world.change(entity.id, { ...data, ...spans });
}
