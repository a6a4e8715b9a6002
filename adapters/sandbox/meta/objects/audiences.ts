import { defined } from '../../../../core/base/defined.ts';
import { within } from '../../kit/json.ts';
import type { Entity, JsonObject, Table } from '../../types.ts';
import {
  checkKnown,
  type Edge,
  listed,
  type NodeType,
  newId,
  stored,
  success,
  type Turn,
} from '../graph/graph.ts';
import {
  GraphError,
  isList,
  isObject,
  json,
  lacking,
  required,
  setOf,
  text,
} from '../graph/params.ts';

const audienceParams = setOf(`
  name description subtype customer_file_source rule retention_days prefill origin_audience_id lookalike_spec audience_labels
  enable_fetch_or_create pixel_id inclusions exclusions opt_out_link is_value_based content_type
`);

/** Empty: people are put into it by calls that are not simulated. */
function createAudience(turn: Turn, account: Entity): JsonObject {
  checkKnown(turn, audienceParams);
  const { params, world } = turn;
  const [rule, subtype] = [ruleIn(params), text(params, 'subtype')];
  if (rule !== undefined && subtype !== undefined)
    throw new GraphError({
      code: 2654,
      message: 'Failed to create custom audience: subtype is not taken with a rule',
    });
  if (
    rule === undefined &&
    subtype !== 'LOOKALIKE' &&
    text(params, 'customer_file_source') === undefined
  )
    throw lacking('customer_file_source');
  const data = {
    name: required(params, 'name'),
    subtype: subtype ?? (rule === undefined ? 'CUSTOM' : 'WEBSITE'),
    description: text(params, 'description') ?? '',
    ...(rule !== undefined && { rule }),
    data_source: {
      type: rule === undefined ? 'FILE_IMPORTED' : 'EVENT_BASED',
      sub_type: 'ANYTHING',
      creation_params: '[]',
    },
    approximate_count_lower_bound: -1,
    approximate_count_upper_bound: -1,
    operation_status: { code: 200, description: 'Normal' },
    delivery_status: { code: 300, description: 'Audience is too small' },
  };
  return {
    id: world.add({ id: newId(world), kind: 'customaudiences', ...within(account), data }).id,
  };
}

/** Meta’s own examples send an object, its reference names a text. */
const ruleIn = ({ rule }: Turn['params']): string | undefined =>
  rule === undefined || typeof rule === 'string' ? rule : JSON.stringify(rule);

function updateAudience(turn: Turn, audience: Entity): JsonObject {
  checkKnown(turn, audienceParams);
  const { params, world } = turn;
  const [name, description, rule] = [
    text(params, 'name'),
    text(params, 'description'),
    ruleIn(params),
  ];
  world.change(audience.id, { ...defined({ name, description, rule }) });
  return success;
}

/** No person is kept: the sandbox counts none. */
function addUsers(turn: Turn, audience: Entity): JsonObject {
  checkKnown(turn, setOf('payload session namespace'));
  const payload = json(turn.params, 'payload');
  const received = isObject(payload) && isList(payload.data) ? payload.data.length : 0;
  if (received === 0) throw lacking('payload');
  return {
    audience_id: audience.id,
    session_id: '0',
    num_received: received,
    num_invalid_entries: 0,
    invalid_entry_samples: {},
  };
}

export const audienceEdges: Table<Edge> = {
  customaudiences: { ...listed('customaudiences'), post: createAudience },
  saved_audiences: listed('saved_audiences'),
};
export const catalogEdges: Table<Edge> = { owned_product_catalogs: listed('product_catalogs') };

const type = (
  kind: string,
  word: string,
  fields: string,
  more: Partial<NodeType> = {},
): NodeType => ({
  kind,
  word,
  fields: stored(fields),
  ...more,
});

export const audienceTypes: readonly NodeType[] = [
  type(
    'customaudiences',
    'CustomAudience',
    'name subtype approximate_count_lower_bound approximate_count_upper_bound lookalike_spec delivery_status operation_status description time_created time_updated rule data_source',
    {
      update: updateAudience,
      remove(turn, audience) {
        turn.world.remove(audience.id);
        return success;
      },
      edges: { users: { post: addUsers } },
    },
  ),
  type(
    'saved_audiences',
    'SavedAudience',
    'name targeting run_status approximate_count_lower_bound approximate_count_upper_bound description time_created time_updated',
  ),
  type('product_catalogs', 'ProductCatalog', 'name vertical product_count', {
    edges: { product_sets: listed('product_sets') },
  }),
  type('product_sets', 'ProductSet', 'name filter product_count'),
];

/** The same for all: the sandbox counts no people. */
export const estimateEdge: Edge = {
  list: (_turn: Turn, _adSet: Entity) => ({
    rows: [estimate],
    known: setOf('estimate_ready estimate_dau estimate_mau_lower_bound estimate_mau_upper_bound'),
  }),
};

const estimate: JsonObject = {
  estimate_ready: true,
  estimate_dau: 41_000,
  estimate_mau_lower_bound: 900_000,
  estimate_mau_upper_bound: 1_100_000,
};
