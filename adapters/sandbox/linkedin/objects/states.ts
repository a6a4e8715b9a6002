import { isTooNew } from '../../kit/faults.ts';
import { fieldsOf, isObject } from '../../kit/json.ts';
import type { Entity, JsonObject, World } from '../../types.ts';
import { patchOf } from '../fields.ts';
import { byKeys, byToken, texts } from '../query.ts';
import { invalid, type Refusal } from '../refusals.ts';
import {
  accountOf,
  changed,
  type Endpoint,
  type Endpoints,
  found,
  kinds,
  ok,
  ownedBy,
  reading,
  restliMethod,
  type Turn,
  words,
  writableAccount,
  writing,
} from '../wire.ts';

const isOn = (entity: Entity | undefined) => entity?.data.status === 'ACTIVE';

export const groupAbove = (world: World, { data }: Entity) => world.get(words(data.group_id));
export const campaignAbove = (world: World, { data }: Entity) => world.get(words(data.campaign_id));

export const endOf = ({ data }: Entity) => {
  const { runSchedule } = data;
  return isObject(runSchedule) && typeof runSchedule.end === 'number'
    ? runSchedule.end
    : Number.POSITIVE_INFINITY;
};

export const startOf = ({ data }: Entity) => {
  const { runSchedule } = data;
  return isObject(runSchedule) && typeof runSchedule.start === 'number' ? runSchedule.start : 0;
};

function servingStatuses(world: World, entity: Entity): readonly string[] {
  if (!isOn(entity)) return ['STOPPED'];
  const holds = [
    ...(endOf(entity) <= world.now() ? ['CAMPAIGN_END_DATE_HOLD'] : []),
    ...(entity.kind === kinds.campaign && !isOn(groupAbove(world, entity))
      ? ['CAMPAIGN_GROUP_STATUS_HOLD']
      : []),
  ];
  return holds.length === 0 ? ['RUNNABLE'] : holds;
}

/** A draft is not reviewed. */
function review(world: World, { data }: Entity): JsonObject {
  const at = data.reviewed_at;
  if (typeof at !== 'number') return {};
  if (at > world.now()) return { review: { status: 'PENDING' } };
  return { review: { status: data.rejected === true ? 'REJECTED' : 'APPROVED' } };
}

function servingHolds(world: World, creative: Entity): readonly string[] {
  const { data } = creative;
  const campaign = campaignAbove(world, creative);
  const at = typeof data.reviewed_at === 'number' ? data.reviewed_at : Number.POSITIVE_INFINITY;
  return [
    ...(data.intendedStatus === 'ACTIVE' ? [] : ['STOPPED']),
    ...(at > world.now() ? ['UNDER_REVIEW'] : data.rejected === true ? ['REJECTED'] : []),
    ...(campaign !== undefined && servingStatuses(world, campaign)[0] === 'RUNNABLE'
      ? []
      : ['CAMPAIGN_STOPPED']),
  ];
}

const isServing = (world: World, creative: Entity) => servingHolds(world, creative).length === 0;

/** Fields of the simulator. */
const hidden = ['spans', 'reviewed_at', 'rejected', 'campaign_id', 'group_id'];

const shown = ({ data }: Entity): JsonObject => fieldsOf(data, (name) => !hidden.includes(name));

/** Its id is a number, its times stand in stamps. */
export const groupRow = (world: World, entity: Entity): JsonObject => ({
  id: Number(entity.id),
  ...shown(entity),
  servingStatuses: servingStatuses(world, entity),
  changeAuditStamps: { created: { time: entity.created }, lastModified: { time: entity.updated } },
  version: { versionTag: '1' },
  test: false,
});

/** Its id is a URN. */
export const creativeRow = (world: World, entity: Entity): JsonObject => ({
  id: entity.id,
  ...shown(entity),
  ...review(world, entity),
  isServing: isServing(world, entity),
  servingHoldReasons: servingHolds(world, entity),
  createdAt: entity.created,
  lastModifiedAt: entity.updated,
  isTest: false,
});

/** What campaign groups, campaigns and creatives have in common. */
interface Collection {
  readonly kind: string;
  readonly path: string;
  row(world: World, entity: Entity): JsonObject;
  /** Of a deleted object. */
  gone(): Refusal;
  refusal(errorCode: string, message: string): Refusal;
  readonly list: {
    readonly known: readonly string[];
    readonly most: number;
    /** Throws for an unknown finder or filter. */
    filter(turn: Turn): (entity: Entity) => boolean;
  };
  readonly create: Endpoint;
  /** Answers the data to change. */
  change(turn: Turn, account: Entity, entity: Entity, set: JsonObject): JsonObject;
}

export function endpointsOf(collection: Collection): Endpoints {
  const { kind, row, refusal, list } = collection;
  const path = `adAccounts/{account}/${collection.path}`;
  const named = (turn: Turn, account: Entity) => found(turn, account, kind, turn.ids.id ?? '');
  return {
    [`GET ${path}`]: {
      known: list.known,
      scopes: reading,
      run(turn) {
        const account = accountOf(turn);
        const { query, world } = turn;
        const ids = texts(query, 'ids');
        const byId = (id: string): JsonObject | undefined => {
          const entity = ownedBy(turn, account, kind, id);
          return entity === undefined || statusWord(entity) === 'REMOVED'
            ? undefined
            : row(world, entity);
        };
        if (ids !== undefined) return ok(byKeys(ids, byId));
        const rows = listable(turn, kind, account.id).filter(list.filter(turn));
        return ok(
          byToken(
            query,
            rows.map((entity) => row(world, entity)),
            list.most,
          ),
        );
      },
    },
    [`POST ${path}`]: collection.create,
    [`GET ${path}/{id}`]: {
      known: ['fields'],
      scopes: reading,
      run: (turn) => ok(row(turn.world, named(turn, accountOf(turn)))),
    },
    [`POST ${path}/{id}`]: {
      known: [],
      scopes: writing,
      run(turn) {
        const account = writableAccount(turn);
        const entity = named(turn, account);
        if (restliMethod(turn) !== 'PARTIAL_UPDATE')
          throw invalid('X-RestLi-Method must be PARTIAL_UPDATE.');
        if (isGone(entity)) throw collection.gone();
        turn.world.change(entity.id, collection.change(turn, account, entity, patchOf(turn.body)));
        return changed;
      },
    },
    [`DELETE ${path}/{id}`]: {
      known: [],
      scopes: writing,
      run(turn) {
        const entity = named(turn, writableAccount(turn));
        if (statusWord(entity) !== 'DRAFT')
          throw refusal('DELETE_ALLOWED_ONLY_FOR_DRAFT_STATUS', 'Only drafts can be deleted.');
        turn.world.remove(entity.id);
        return changed;
      },
    },
  };
}

const listable = (turn: Turn, kind: string, parent: string) =>
  turn.world.entities(kind, parent).filter((entity) => !isTooNew(turn, entity, 'list-lag'));

export const statusWord = ({ data }: Entity) => words(data.intendedStatus) || words(data.status);

export const isGone = (entity: Entity) =>
  ['PENDING_DELETION', 'REMOVED'].includes(statusWord(entity));
