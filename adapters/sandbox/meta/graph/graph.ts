import type { Entity, Json, JsonObject } from '../../entity.ts';
import type { Fired } from '../../faults.ts';
import type { UploadedFile } from '../../kit/requests.ts';
import type { World } from '../../world.ts';
import type { Tally } from '../insights/tallies.ts';
import { type Params, setOf } from './params.ts';

export { number, string } from '../../kit/json.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** A request, or an entry of a batch. */
export interface Call {
  readonly method: Method;
  /** `v25.0`, or the default. */
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
  readonly token: Entity;
  readonly company: string;
  readonly fired: Fired;
  /** Recent reports. */
  readonly reports: Map<string, RememberedReport>;
}

export interface RememberedReport {
  readonly tallies: readonly Tally[];
  readonly version: number;
  readonly at: number;
}

export interface NodeType {
  readonly kind: string;
  /** The type's name in messages. */
  readonly word: string;
  /** Default fields of an answer. */
  readonly defaults: readonly string[];
  readonly fields: { readonly [name: string]: FieldReader };
  /** Ids of linked objects. */
  readonly links?: { readonly [name: string]: (entity: Entity) => string | undefined };
  readonly edges?: { readonly [name: string]: Edge };
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
export const stored = (names: string): { readonly [name: string]: FieldReader } =>
  readers(names, (name) => (entity) => entity.data[name]);

/** Known fields that are never set here. */
export const unset = (names: string): { readonly [name: string]: FieldReader } => readers(names, () => () => undefined);

const readers = (names: string, reader: (name: string) => FieldReader): { readonly [name: string]: FieldReader } =>
  Object.fromEntries([...setOf(names)].map((name) => [name, reader(name)]));

/** 18 digits: more than a JSON number holds. */
export const newId = (world: World): string => `1202${String(world.sequence()).padStart(14, '0')}`;
