/**
 * One storage interface: versioned documents, always by company.
 *
 * Everything the service keeps (batches, journals, drafts, keys, leases, …) lives behind these four
 * verbs. They are small enough that a spreadsheet can implement them and strict enough that leases,
 * idempotency and unique names are ordinary functions over `commit` (see core/records).
 */
export interface Store {
  /** The document as last committed, or undefined when there is none for this company. */
  get<T extends Document>(kind: Kind<T>, companyId: string, id: string): Promise<Stored<T> | undefined>;

  /**
   * One page of a company's documents of one kind.
   *
   * Ordering is total: by `order.by`, then by id in the same direction; strings by Unicode code point,
   * numbers by value. A field of several values cannot order; it is asked with `has`, and a document is found once.
   *
   * A document that lacks an indexed field is not found by a query that filters or
   * orders by that field. Paging is by position, not by count: a reader who follows `next` sees every
   * document that was there all along exactly once, whatever is inserted or deleted meanwhile.
   *
   * Asking by a field that the kind does not index, or with a value of the other type, is a programming
   * error and throws. A damaged `after` throws `SlipwayError('bad_request')`.
   */
  find<T extends Document>(kind: Kind<T>, companyId: string, query?: Query<T>): Promise<Page<T>>;

  /**
   * How many documents all pages of a query hold together. Answered from the indexes: no document is read for
   * it. Asking by a field that is not indexed throws, as it does for `find`.
   */
  count<T extends Document>(kind: Kind<T>, companyId: string, query?: Pick<Query<T>, 'where' | 'order'>): Promise<number>;

  /**
   * Writes all or nothing.
   *
   * Each write names the version it read, or 'absent'. If any of them moved in the meantime nothing is
   * written and the answer names the writes that lost; otherwise the answer is undefined and every
   * document is durable: it survives the death of the process in the next instant. A document's first
   * version is 1 and each commit adds 1, so a writer knows its next version without asking. After a
   * delete the count starts again: an id whose version somebody may still hold is not to be reused.
   * Two writes to one document in one commit are a programming error and throw.
   *
   * A commit that rejects because the storage failed on the way may have been written or not: read again.
   */
  commit(writes: readonly Write[]): Promise<Conflict | undefined>;

  /**
   * For several documents that are read for every request. What was committed before this call, by whichever process, is
   * seen through the reader; what is committed later may be seen or not. Its documents may be
   * shared with others and frozen: they are not to be changed. Absent where one
   * look is no cheaper than reading each of them: then `get` is.
   */
  reader?(): Reader;

  /** Lets go of files and connections. Nothing may be called afterwards. */
  close(): Promise<void>;
}

/** Documents by their id. */
export type Reader = Pick<Store, 'get'>;

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Plain JSON with an object at the top. A member that is undefined is the same as a member that is absent. */
export type Document = object;

/** `strings` is a field that holds a list of texts: the document is found by each of them. */
export type IndexType = 'string' | 'number' | 'strings';
export type IndexValue = string | number;

/**
 * A kind of document and the top-level fields it can be found by.
 *
 * Indexed strings hold at most 300 characters, no NUL and no half of a surrogate pair; indexed numbers are
 * finite; a list has at most 500 texts. Names: kinds up to 30 small letters, digits and dashes, fields up to 30 letters and digits.
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
   * All conditions must hold: a value means equality, a range is `from` (inclusive) to `before` (exclusive). A field of
   * several values is asked for what it has.
   */
  readonly where?: { readonly [F in keyof T & string]?: IndexValue | Range | Having };
  /** Default: by id, ascending. */
  readonly order?: {
    readonly by: (keyof T & string) | 'id';
    readonly direction?: 'asc' | 'desc';
  };
  /** The `next` of an earlier page of the same query. */
  readonly after?: string;
  /** Documents to pass over first, for callers who page by number. Default 0. */
  readonly offset?: number;
  /** Default 100. */
  readonly limit?: number;
}

export interface Range {
  readonly from?: IndexValue;
  readonly before?: IndexValue;
}

/** Of a field of several values: every one of these is among them. */
export interface Having {
  readonly has: string | readonly string[];
}

export interface Page<T extends Document = Document> {
  readonly items: readonly Stored<T>[];
  /** Opaque position of the next page; absent when this page reached the end. */
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
  /** The new content; undefined deletes the document. */
  readonly doc: Document | undefined;
  /** `doc` as JSON, where the writer has it already: a store that keeps texts need not make it again. */
  readonly text?: string;
}

export interface Conflict {
  /** Positions in the committed list whose document had another version, in order. */
  readonly lost: readonly number[];
}

/** The company of what belongs to no company: the look-up of keys by their hash, the list of open jobs. */
export const SYSTEM = 'system';
