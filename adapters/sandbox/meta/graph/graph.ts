import type { Entity, Json, JsonObject } from '../../entity.ts';
import type { Fired } from '../../faults.ts';
import type { UploadedFile } from '../../kit/requests.ts';
import type { World } from '../../world.ts';
import type { Tally } from '../insights/tallies.ts';
import { type Params, setOf } from './params.ts';

export { number, string } from '../../kit/json.ts';

export type Method = 'GET' | 'POST' | 'DELETE';

/** One call as the platform counts them: a request of its own, or an entry of a batch. */
export interface Call {
  readonly method: Method;
  /** `v25.0`; the default where the address names none. */
  readonly version: string;
  readonly major: number;
  readonly path: readonly string[];
  readonly params: Params;
  readonly files: readonly UploadedFile[];
  readonly headers: Headers;
  /** A body that is neither form nor JSON (the newer video upload). */
  readonly bytes: Uint8Array | undefined;
  readonly token: string | undefined;
  /** One of several calls that a request carries, or an asynchronous session. */
  readonly isEntry?: boolean;
  /** Carried out later, in an asynchronous session: copies may then be larger. */
  readonly asynchronous?: boolean;
  /** Where this API answers, without version and slash: links in answers start with it. */
  readonly base: string;
}

/** A call being carried out. */
export interface Turn {
  readonly world: World;
  readonly types: ReadonlyMap<string, NodeType>;
  readonly call: Call;
  readonly token: Entity;
  readonly company: string;
  readonly fired: Fired;
  /** Reports worked out a moment ago. */
  readonly reports: Map<string, RememberedReport>;
}

export interface RememberedReport {
  readonly tallies: readonly Tally[];
  readonly version: number;
  readonly at: number;
}

/** How objects of one kind are read and what can be done with them. */
export interface NodeType {
  readonly kind: string;
  /** The platform's name of the type, as its messages show it. */
  readonly word: string;
  /** What an answer holds when no fields are asked for. */
  readonly defaults: readonly string[];
  readonly fields: { readonly [name: string]: FieldReader };
  /** Fields that are other objects: the id, to be read in turn. */
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

/** An array, or something that writes its rows only when they are looked at. */
export interface Rows {
  readonly length: number;
  at(index: number): JsonObject | undefined;
}

/** What an edge holds, before paging and choosing of fields. */
export type Listing =
  | {
      /** In the order they were made. */
      readonly ids: readonly string[];
      readonly keep?: (entity: Entity) => boolean;
      /** Default newest first. */
      readonly order?: 'newest' | 'oldest';
    }
  | {
      readonly rows: Rows;
      /** Fields that may be asked for; others are refused. */
      readonly known: ReadonlySet<string>;
      /** What a row holds when no fields are asked for; everything when absent. */
      readonly defaults?: readonly string[];
      /** Fields every row holds, asked for or not. */
      readonly always?: readonly string[];
      readonly summary?: JsonObject;
    };

/** Readers of fields that are stored as they are shown. */
export const stored = (names: string): { readonly [name: string]: FieldReader } =>
  readers(names, (name) => (entity) => entity.data[name]);

/** Known fields that are never set here: asking for them is right, and they are absent. */
export const unset = (names: string): { readonly [name: string]: FieldReader } => readers(names, () => () => undefined);

const readers = (names: string, reader: (name: string) => FieldReader): { readonly [name: string]: FieldReader } =>
  Object.fromEntries([...setOf(names)].map((name) => [name, reader(name)]));

/** Ids have 18 digits: more than a number can hold exactly, as on the platform. */
export const newId = (world: World): string => `1202${String(world.sequence()).padStart(14, '0')}`;
