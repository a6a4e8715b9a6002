import type { Entity, JsonObject } from '../../entity.ts';
import { isTooNew } from '../../kit/faults.ts';
import { accountOf, type Endpoint, type Endpoints, kinds, type Turn, words } from '../wire/call.ts';
import {
  checkKnown,
  formatTime,
  object,
  oneOf,
  type Params,
  paged,
  pageOf,
  parseTime,
  text,
  words as wordList,
} from '../wire/params.ts';
import { pick } from './accounts.ts';
import { isDeleted, operationOf, primaryStatuses, secondaryStatus } from './statuses.ts';

/** Fields of the simulator. */
const hidden = ['spans', 'end_at', 'start_at', 'reviewed_at'];

const idField: { readonly [kind: string]: string } = {
  [kinds.campaign]: 'campaign_id',
  [kinds.adGroup]: 'adgroup_id',
  [kinds.ad]: 'ad_id',
};

const filters = [
  ...['campaign_ids', 'adgroup_ids', 'ad_ids', 'primary_status', 'secondary_status', 'objective_type', 'campaign_name'],
  ...['creation_filter_start_time', 'creation_filter_end_time', 'modified_after', 'buying_types', 'campaign_automation_type'],
];

const list = (kind: string): Endpoint => ({
  known: ['filtering', 'fields', 'page', 'page_size', 'exclude_field_types_in_response'],
  run(turn) {
    const account = accountOf(turn);
    const filter = object(turn.params, 'filtering') ?? {};
    checkKnown(filter, filters, 'filtering.');
    const keep = filterOf(turn, filter);
    const fields = wordList(turn.params, 'fields', 200);
    const rows = turn.world
      .entities(kind, account.id)
      .filter((entity) => !isTooNew(turn, entity, 'list-lag'))
      .filter(keep)
      // Highest id first.
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .map((entity) => rowOf(turn, account, entity))
      .map((row) => (fields === undefined ? row : pick(row, fields)));
    return paged(rows, pageOf(turn.params, 1_000));
  },
});

export const listEndpoints: Endpoints = {
  'GET campaign/get': list(kinds.campaign),
  'GET adgroup/get': list(kinds.adGroup),
  'GET ad/get': list(kinds.ad),
};

export function rowOf(turn: Pick<Turn, 'world'>, account: Entity, entity: Entity): JsonObject {
  const shown = Object.fromEntries(Object.entries(entity.data).filter(([name]) => !hidden.includes(name)));
  return {
    [idField[entity.kind] ?? 'id']: entity.id,
    advertiser_id: account.id,
    ...shown,
    operation_status: isDeleted(entity) ? 'DISABLE' : operationOf(entity),
    secondary_status: secondaryStatus(turn.world, entity),
    create_time: formatTime(entity.created),
    modify_time: formatTime(entity.updated),
  };
}

function filterOf({ world }: Turn, filter: Params): (entity: Entity) => boolean {
  const primary = oneOf(filter, 'primary_status', Object.keys(primaryStatuses)) ?? 'STATUS_NOT_DELETE';
  const passes = primaryStatuses[primary] ?? (() => true);
  const secondary = text(filter, 'secondary_status');
  const ids = ['campaign_ids', 'adgroup_ids', 'ad_ids'].map((name) => ({ name, wanted: wordList(filter, name, 100) }));
  const time = (name: string): number | undefined => {
    const value = text(filter, name);
    return value === undefined ? undefined : parseTime(value, name);
  };
  const from = time('creation_filter_start_time') ?? 0;
  const to = time('creation_filter_end_time') ?? Number.MAX_VALUE;
  const objective = text(filter, 'objective_type');
  const name = text(filter, 'campaign_name');
  return (entity) => {
    const status = secondaryStatus(world, entity);
    if (secondary === undefined ? !passes(status) : status !== secondary) return false;
    // To the second.
    const created = Math.floor(entity.created / 1000) * 1000;
    if (created < from || created > to) return false;
    if (objective !== undefined && entity.data.objective_type !== objective) return false;
    if (name !== undefined && !words(entity.data.campaign_name).includes(name)) return false;
    return ids.every(({ name: field, wanted }) => wanted === undefined || wanted.includes(idUnder(entity, field)));
  };
}

function idUnder(entity: Entity, filter: string): string {
  const field = filter.slice(0, -1);
  return idField[entity.kind] === field ? entity.id : words(entity.data[field]);
}
