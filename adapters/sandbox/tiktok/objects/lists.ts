import { spansAfter, spansOf } from '../../kit/delivery.ts';
import { isTooNew } from '../../kit/faults.ts';
import { names } from '../../kit/names.ts';
import { found } from '../../kit/seed.ts';
import type { Entity, JsonObject, Table, World } from '../../types.ts';
import { deliveringParts } from '../smart/creatives.ts';
import { smartPlus } from '../smart/gates.ts';
import { plainRow } from '../smart/rows.ts';
import {
  accountOf,
  checkKnown,
  type Endpoint,
  type Endpoints,
  flag,
  invalid,
  kinds,
  object,
  oneOf,
  ownedBy,
  type Params,
  paged,
  pageOf,
  parseTime,
  requiredOneOf,
  requiredWords,
  type Turn,
  text,
  wordList,
  words,
  writableAccount,
} from '../wire.ts';
import { pick } from './accounts.ts';
import { idField, isDeleted, primaryStatuses, secondaryStatus } from './rows.ts';

export const operations = ['ENABLE', 'DISABLE', 'DELETE'] as const;
type Operation = (typeof operations)[number];

const filters = names(`
  campaign_ids adgroup_ids ad_ids ad_ids_v2 primary_status secondary_status objective_type campaign_name creation_filter_start_time
  creation_filter_end_time modified_after buying_types campaign_automation_type
`);

const list = (kind: string): Endpoint => ({
  known: ['filtering', 'fields', 'page', 'page_size', 'exclude_field_types_in_response'],
  run(turn) {
    const account = accountOf(turn);
    const filter = object(turn.params, 'filtering') ?? {};
    checkKnown(filter, filters, 'filtering.');
    const keep = filterOf(turn, filter);
    const fields = wordList(turn.params, 'fields', 200);
    const isByAd = filter.ad_ids_v2 !== undefined;
    const rows = turn.world
      .entities(kind, account.id)
      // Of a Smart+ ad its creatives are listed, unless it is asked for by its own id.
      .flatMap((entity) =>
        kind === kinds.ad && !isByAd ? deliveringParts(turn.world, entity) : [entity],
      )
      .filter((entity) => !isTooNew(turn, entity, 'list-lag'))
      .filter(keep)
      // Highest id first.
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .map((entity) => told(turn, plainRow(turn, account, entity)))
      .map((row) => (fields === undefined ? row : pick(row, fields)));
    return paged(rows, pageOf(turn.params, 1_000));
  },
});

/** A creative stays one. */
function told({ fired }: Turn, row: JsonObject): JsonObject {
  const other = { MANUAL: smartPlus, [smartPlus]: 'MANUAL' }[words(row.campaign_automation_type)];
  return fired.has('family-told-wrong') && other !== undefined && row.smart_plus_ad_id === undefined
    ? { ...row, campaign_automation_type: other }
    : row;
}

export const listEndpoints: Endpoints = {
  'GET campaign/get': list(kinds.campaign),
  'GET adgroup/get': list(kinds.adGroup),
  'GET ad/get': list(kinds.ad),
};

function filterOf({ world }: Turn, filter: Params): (entity: Entity) => boolean {
  const primary =
    oneOf(filter, 'primary_status', Object.keys(primaryStatuses)) ?? 'STATUS_NOT_DELETE';
  const passes = primaryStatuses[primary] ?? (() => true);
  const secondary = text(filter, 'secondary_status');
  const ids = ['campaign_ids', 'adgroup_ids', 'ad_ids', 'ad_ids_v2'].map((name) => ({
    name,
    wanted: wordList(filter, name, 100),
  }));
  const time = (name: string) => {
    const value = text(filter, name);
    return value === undefined ? undefined : parseTime(value, name);
  };
  const from = time('creation_filter_start_time') ?? 0;
  const to = time('creation_filter_end_time') ?? Number.MAX_VALUE;
  const objective = text(filter, 'objective_type');
  const automation = oneOf(filter, 'campaign_automation_type', [
    'MANUAL',
    'SMART_PLUS',
    'UPGRADED_SMART_PLUS',
  ]);
  const name = text(filter, 'campaign_name');
  return (entity) => {
    const status = secondaryStatus(world, entity);
    if (secondary === undefined ? !passes(status) : status !== secondary) return false;
    // To the second.
    const created = Math.floor(entity.created / 1000) * 1000;
    if (created < from || created > to) return false;
    if (objective !== undefined && entity.data.objective_type !== objective) return false;
    if (name !== undefined && !words(entity.data.campaign_name).includes(name)) return false;
    if (automation !== undefined && automationOf(world, entity) !== automation) return false;
    return ids.every(
      ({ name: field, wanted }) => wanted === undefined || wanted.includes(idUnder(entity, field)),
    );
  };
}

const automationOf = (world: World, { kind, data }: Entity) =>
  words(
    (kind === kinds.campaign ? data : world.get(words(data.campaign_id))?.data)
      ?.campaign_automation_type,
  );

function idUnder(entity: Entity, filter: string) {
  const field = filter === 'ad_ids_v2' ? 'ad_id' : filter.slice(0, -1);
  return idField[entity.kind] === field ? entity.id : words(entity.data[field]);
}

/** Objects per call. */
const most = 20;

const switching = (kind: string, noun: 'campaign' | 'adgroup' | 'ad'): Endpoint => ({
  known: [`${noun}_ids`, 'operation_status', 'allow_partial_success'],
  run(turn) {
    const account = writableAccount(turn);
    const operation = requiredOneOf(turn.params, 'operation_status', operations);
    const ids = requiredWords(turn.params, `${noun}_ids`, most);
    const chosen = ids.flatMap((id): readonly Entity[] => {
      const entity = ownedBy(turn, account, kind, id);
      const why =
        entity === undefined
          ? 'does not exist'
          : isDeleted(entity)
            ? 'has been deleted'
            : undefined;
      if (why === undefined) return entity === undefined ? [] : [entity];
      // Refuses all, unless partial success is allowed.
      if (noun === 'adgroup' && flag(turn.params, 'allow_partial_success')) return [];
      throw invalid(`${noun}_ids: The ${noun} ${id} ${why}.`);
    });
    const changed = chosen.map((entity) => switchOne(turn, entity.id, operation));
    return { [`${noun}_ids`]: changed.map(({ id }) => id), status: operation, ...beside[noun] };
  },
});

/** Ordinary campaigns answer an empty list. */
const beside: Table<JsonObject> = {
  campaign: { campaign_list: [] },
  adgroup: {},
  ad: { aco_ad_ids: [] },
};

export const switchingEndpoints: Endpoints = {
  'POST campaign/status/update': switching(kinds.campaign, 'campaign'),
  'POST adgroup/status/update': switching(kinds.adGroup, 'adgroup'),
  'POST ad/status/update': switching(kinds.ad, 'ad'),
};

export function switchOne({ world, fired }: Turn, id: string, operation: Operation) {
  const entity = found(world, id);
  return world.change(id, {
    operation_status: operation,
    ...(operation === 'DELETE' && fired.has('delete-leaves-children') && { leaves_children: true }),
    spans: spansAfter(spansOf(entity), operation === 'ENABLE', world.now()),
  });
}
