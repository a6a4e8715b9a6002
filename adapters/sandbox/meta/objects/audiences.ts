import type { Entity, JsonObject, Table } from '../../types.ts';
import { type Edge, listed, type NodeType, stored, type Turn } from '../graph/graph.ts';
import { setOf } from '../graph/params.ts';

export const audienceEdges: Table<Edge> = {
  customaudiences: listed('customaudiences'),
  saved_audiences: listed('saved_audiences'),
};
export const catalogEdges: Table<Edge> = { owned_product_catalogs: listed('product_catalogs') };

const type = (kind: string, word: string, fields: string, more: Partial<NodeType> = {}): NodeType => ({
  kind,
  word,
  fields: stored(fields),
  ...more,
});

export const audienceTypes: readonly NodeType[] = [
  type(
    'customaudiences',
    'CustomAudience',
    'name subtype approximate_count_lower_bound approximate_count_upper_bound lookalike_spec delivery_status operation_status description time_created time_updated',
  ),
  type(
    'saved_audiences',
    'SavedAudience',
    'name targeting run_status approximate_count_lower_bound approximate_count_upper_bound description time_created time_updated',
  ),
  type('product_catalogs', 'ProductCatalog', 'name vertical product_count', { edges: { product_sets: listed('product_sets') } }),
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
