/**
 * Storage of versioned documents, by company: batches, journals, drafts, keys, leases, …. Small
 * enough for a spreadsheet to implement, strict enough for leases, idempotency and unique names
 * over `commit` (see core/records).
 */
export interface Store {
  /** The document as last committed. */
  get<T extends Document>(
    kind: Kind<T>,
    companyId: string,
    id: string,
  ): Promise<Stored<T> | undefined>;

  /**
   * One page of a company's documents of one kind. Ordering is total: by `order.by`, then by id in
   * the same direction; strings by Unicode code point, numbers by value. A field of several values
   * cannot order; it is asked with `has`, and a document is found once. A document that lacks an
   * indexed field is not found by a query that filters or orders by it. Paging is by position: a
   * reader who follows `next` sees every document that was there all along exactly once, whatever
   * is inserted or deleted meanwhile. Asking by a field that is not indexed, or with a value of the
   * other type, throws. A damaged `after` throws `SlipwayError('bad_request')`.
   */
  find<T extends Document>(kind: Kind<T>, companyId: string, query?: Query<T>): Promise<Page<T>>;

  /** How many documents a query finds, counted from the indexes. Throws as `find` does. */
  count<T extends Document>(
    kind: Kind<T>,
    companyId: string,
    query?: Pick<Query<T>, 'where' | 'order'>,
  ): Promise<number>;

  /**
   * Writes all or nothing. Each write names the version it read, or 'absent'. If any of them moved,
   * nothing is written and the answer names the writes that lost; otherwise the answer is undefined
   * and every document is durable. A document's first version is 1 and each commit adds 1. After a
   * delete the count starts again: an id whose version a reader may still hold must not be reused.
   * Two writes to one document in one commit throw. A commit that rejects because the storage
   * failed may have been written: read again.
   */
  commit(writes: readonly Write[]): Promise<Conflict | undefined>;

  /**
   * For several documents that every request reads. The reader sees what any process committed
   * before this call, perhaps later commits too. Its documents may be shared and frozen: do not
   * change them. Absent where it is no cheaper than `get`.
   */
  reader?(): Reader;

  /** Who works on this store. Absent where only silence tells that a process has died. */
  readonly lives?: Lives;

  /** Closes files and connections. No call may follow. */
  close(): Promise<void>;
}

/**
 * Which processes live. What they hold carries their mark, so that others need not wait for what
 * the dead held.
 */
export interface Lives {
  /** Of this process, or rather of its opening of the store; no other ever had it. */
  readonly mark: string;
  /** Whether nothing comes from there any more. False where that is not known. */
  hasEnded(mark: string): Promise<boolean>;
  /**
   * Whether others can still know that this process lives: if not, they may go on with what it
   * holds.
   */
  isSeen(): boolean;
}

/** Documents by their id. */
export type Reader = Pick<Store, 'get'>;

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

/** Plain JSON with an object at the top. An undefined member equals an absent one. */
export type Document = object;

/** `strings`: a list of texts, each of which finds the document. */
export type IndexType = 'string' | 'number' | 'strings';
export type IndexValue = string | number;

/**
 * A kind of document and its indexed top-level fields. Indexed strings hold at most 300 characters,
 * no NUL and no half of a surrogate pair; indexed numbers are finite; a list has at most 500 texts.
 * Kinds have up to 30 small letters, digits and dashes as their name, fields up to 30 letters and
 * digits.
 */
export interface Kind<T extends Document = Document> {
  readonly name: string;
  readonly index: { readonly [F in keyof T & string]?: IndexType };
}

/**
 * Declares a kind. The index may name only fields the document type has.
 *
 * @example
 * import { kind } from 'slipway/core';
 *
 * export const boats = kind<{ readonly name: string; readonly size: number }>('boat', { size: 'number' });
 */
export function kind<T extends Document>(name: string, index: Kind<T>['index'] = {}): Kind<T> {
  return { name, index };
}

export interface Stored<T extends Document = Document> {
  readonly id: string;
  /** 1 when first written, one more with every commit. */
  readonly version: number;
  readonly doc: T;
}

export interface Query<T extends Document = Document> {
  /**
   * All conditions must hold: a value means equality, a range is `from` (inclusive) to `before`
   * (exclusive).
   */
  readonly where?: { readonly [F in keyof T & string]?: IndexValue | Range | Having };
  /** Default: by id, ascending. */
  readonly order?: {
    readonly by: (keyof T & string) | 'id';
    readonly direction?: 'asc' | 'desc';
  };
  /** The `next` of an earlier page of the same query. */
  readonly after?: string;
  /** Documents to pass over first. Default 0. */
  readonly offset?: number;
  /** Default 100. */
  readonly limit?: number;
}

export interface Range {
  readonly from?: IndexValue;
  readonly before?: IndexValue;
}

/** A field of several values holds all of these. */
export interface Having {
  readonly has: string | readonly string[];
}

export interface Page<T extends Document = Document> {
  readonly items: readonly Stored<T>[];
  /** Opaque; absent at the end. */
  readonly next?: string;
}

export interface Write {
  readonly kind: Kind;
  /** Like the document's, but at most 100 characters. */
  readonly companyId: string;
  /** 1 to 300 characters, no NUL and no half of a surrogate pair. */
  readonly id: string;
  /** The version this write replaces. */
  readonly expect: number | 'absent';
  /** Undefined deletes the document. */
  readonly doc: Document | undefined;
}

export interface Conflict {
  /** Positions in the committed list whose document had another version, in order. */
  readonly lost: readonly number[];
}

/** The company of documents that belong to no company: keys by their hash, open jobs. */
export const SYSTEM = 'system';
