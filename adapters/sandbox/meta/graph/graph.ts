import { isTooNew } from '../../kit/faults.ts';
import { number, string, textOf } from '../../kit/json.ts';
import type { Entity, Fired, Json, JsonObject, Table, UploadedFile, World } from '../../types.ts';
import type { Tally } from '../insights/tallies.ts';
import { invalid, missing, type Params, setOf, words } from './params.ts';

export { number, string };

export type Method = 'GET' | 'POST' | 'DELETE';

/** A request, or an entry of a batch. */
export interface Call {
  readonly method: Method;
  /** `v26.0`, or the default. */
  readonly version: string;
  readonly major: number;
  readonly path: readonly string[];
  readonly params: Params;
  readonly files: readonly UploadedFile[];
  readonly headers: Headers;
  /** Neither form nor JSON: the newer video upload. */
  readonly bytes: Uint8Array | undefined;
  readonly token: string | undefined;
  /** An entry of a batch, or an asynchronous session. */
  readonly isEntry?: boolean;
  /** In an asynchronous session: copies may be larger. */
  readonly asynchronous?: boolean;
  /** Start of links in answers, without version and slash. */
  readonly base: string;
}

export interface Turn {
  readonly world: World;
  readonly types: ReadonlyMap<string, NodeType>;
  readonly call: Call;
  readonly params: Params;
  readonly token: Entity;
  readonly company: string;
  readonly fired: Fired;
  /** Recent reports. */
  readonly reports: Map<string, RememberedReport>;
}

interface RememberedReport {
  readonly tallies: readonly Tally[];
  readonly version: number;
  readonly at: number;
}

export interface NodeType {
  readonly kind: string;
  /** The type's name in messages. */
  readonly word: string;
  /** Default fields of an answer. Default: the id. */
  readonly defaults?: readonly string[];
  readonly fields: Table<FieldReader>;
  /** Ids of linked objects. */
  readonly links?: Table<(entity: Entity) => string | undefined>;
  readonly edges?: Table<Edge>;
  readonly update?: Handler;
  readonly remove?: Handler;
}

export type FieldReader = (entity: Entity, turn: Turn, args: Params) => Json | undefined;
export type Handler = (turn: Turn, node: Entity) => JsonObject;

export interface Edge {
  readonly list?: (turn: Turn, node: Entity, params: Params) => Listing;
  readonly post?: Handler;
  readonly remove?: Handler;
}

/** An array, or rows written when they are read. */
export interface Rows {
  readonly length: number;
  at(index: number): JsonObject | undefined;
}

/** Before paging and field choice. */
export type Listing =
  | {
      /** In order of creation. */
      readonly ids: readonly string[];
      readonly keep?: (entity: Entity) => boolean;
      /** Default newest first. */
      readonly order?: 'newest' | 'oldest';
    }
  | {
      readonly rows: Rows;
      /** Others are refused. */
      readonly known: ReadonlySet<string>;
      /** Default: all. */
      readonly defaults?: readonly string[];
      /** In every row. */
      readonly always?: readonly string[];
      readonly summary?: JsonObject;
    };

/** Fields stored as they are shown. */
export const stored = (names: string): Table<FieldReader> =>
  readers(names, (name) => (entity) => entity.data[name]);

/** Known fields that are never set here. */
export const unset = (names: string): Table<FieldReader> => readers(names, () => () => undefined);

const readers = (names: string, reader: (name: string) => FieldReader): Table<FieldReader> =>
  Object.fromEntries([...setOf(names)].map((name) => [name, reader(name)]));

/** 18 digits: more than a JSON number holds. */
export const newId = (world: World) => `1202${String(world.sequence()).padStart(14, '0')}`;

export function nodeOf(turn: Turn, id: string) {
  const entity = turn.world.get(id);
  if (entity === undefined || entity.company !== turn.company || hiddenAsNew(turn, entity))
    throw missing(id, turn.call.method);
  return entity;
}

/** Undefined where no such object exists. */
export function find(turn: Turn, kind: string, id: string | undefined) {
  const entity = id === undefined ? undefined : turn.world.get(id);
  return entity?.kind === kind && entity.company === turn.company ? entity : undefined;
}

/** The fault `not-yet-visible`. */
export const hiddenAsNew = (turn: Turn, entity: Entity) =>
  isTooNew(turn, entity, 'not-yet-visible');

export function typeOf(turn: Turn, entity: Entity): NodeType {
  const type = turn.types.get(entity.kind);
  if (type === undefined) throw missing(entity.id, turn.call.method);
  return type;
}

/** An edge that lists what is below its node, oldest first. */
export const listed = (kind: string): Edge => ({
  list: (turn, node) => ({ ids: turn.world.under(kind, node.id), order: 'oldest' }),
});

/** The same of what the company has. */
export const listedOfCompany = (kind: string): Edge => ({
  list: (turn) => ({ ids: turn.world.under(kind, turn.company), order: 'oldest' }),
});

export const campaignOf = ({ world }: Pick<Turn, 'world'>, { data }: Entity) =>
  world.get(textOf(data.campaign_id));

export const adSetOf = ({ world }: Pick<Turn, 'world'>, { data }: Entity) =>
  world.get(textOf(data.adset_id));

/** Parameters of any call. */
const common = setOf(
  'access_token appsecret_proof fields locale method id format include_headers suppress_http_code execution_options thumbnail_width thumbnail_height',
);

/** Meta ignores some unknown parameters; the fault `unknown-ignored` plays that. */
export function checkKnown(turn: Turn, known: ReadonlySet<string>) {
  if (turn.fired.has('unknown-ignored')) return;
  const echoes = echoesOf(turn);
  const unknown = Object.keys(turn.params).find(
    (name) => !known.has(name) && !common.has(name) && !echoes(name),
  );
  if (unknown !== undefined) throw invalid(`Unknown parameter "${unknown}"`, unknown);
}

/** The official client sends objects back with every field it read. */
function echoesOf({ world, types, call }: Turn): (name: string) => boolean {
  const [head = '', edge] = call.path;
  const node = edge === undefined ? world.get(head) : undefined;
  if (node === undefined) return () => false;
  const { fields = {}, links = {} } = types.get(node.kind) ?? {};
  return (name) => name === 'success' || Object.hasOwn(fields, name) || Object.hasOwn(links, name);
}

/** `execution_options=["validate_only"]`. */
export function validateOnly(turn: Turn): boolean {
  const options = words(turn.params, 'execution_options') ?? [];
  const unknown = options.find(
    (option) =>
      !['validate_only', 'include_recommendations', 'synchronous_ad_review'].includes(option),
  );
  if (unknown !== undefined)
    throw invalid(
      `Param execution_options holds the unknown value ${unknown}`,
      'execution_options',
    );
  return options.includes('validate_only');
}

export const success: JsonObject = { success: true };

export const defined = (values: Table<JsonObject[string] | undefined>): JsonObject =>
  Object.fromEntries(
    Object.entries(values).filter(
      (entry): entry is [string, JsonObject[string]] => entry[1] !== undefined,
    ),
  );
