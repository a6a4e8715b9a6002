import { SlipwayError } from '../../core/base/errors.ts';
import type {
  Conflict,
  Document,
  Having,
  IndexType,
  IndexValue,
  Kind,
  Query,
  Range,
  Write,
} from '../../core/ports/store.ts';
import { type Position, readCursor } from './ordering.ts';

/** Checks of every backend before it does anything: a mistake shows on each alike. */

/** The indexed fields of a kind, or the union of what several versions declared. */
export type IndexFields = { readonly [field: string]: IndexType };
export type IndexKeys = { readonly [field: string]: IndexValue | readonly string[] };
/** Of fields that hold one value. */
export type SingleType = Exclude<IndexType, 'strings'>;

export const indexFields = (kind: Kind): IndexFields => kind.index as IndexFields;

/**
 * The version of a document once a write is committed.
 *
 * @example
 * import { nextVersion } from 'slipway/adapters/store-memory';
 * import { kind } from 'slipway/core';
 *
 * console.log(nextVersion({ kind: kind('boat'), companyId: 'acme', id: 'b1', expect: 3, doc: {} })); // 4
 */
export const nextVersion = (write: Write): number =>
  write.expect === 'absent' ? 1 : write.expect + 1;

const LONGEST = 300;
const MOST_VALUES = 500;

/** Lone surrogates have no UTF-8 form: two different ones would be stored as the same text. */
const isStorable = (text: string) => !/[\0\ud800-\udfff]/u.test(text);

/** Whether a document can have this id. */
export const isId = (text: string): boolean =>
  text !== '' && text.length <= LONGEST && isStorable(text);

/** Company, key and id together must fit into an entry of a Postgres index (2,704 bytes). */
export const isCompanyId = (text: string): boolean => isId(text) && text.length <= 100;

const isIndexable = (type: SingleType, value: unknown): value is IndexValue =>
  type === 'number'
    ? Number.isFinite(value)
    : typeof value === 'string' && value.length <= LONGEST && isStorable(value);

const areIndexable = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length <= MOST_VALUES &&
  value.every((each) => isIndexable('string', each));

/** What an index holds of a field; undefined for a value it cannot hold. */
function keyOf(type: IndexType, value: unknown): IndexKeys[string] | undefined {
  if (type === 'strings') return areIndexable(value) ? [...new Set(value)] : undefined;
  return isIndexable(type, value) ? value : undefined;
}

const TYPES: readonly IndexType[] = ['string', 'number', 'strings'];

/** Kinds that have passed: each is checked at its first use only. */
const fine = new WeakSet<Kind>();

/** Names become names of tables, tabs and indexes (at most 63 bytes for a Postgres index). */
export function checkKind(kind: Kind): void {
  if (fine.has(kind)) return;
  if (!/^[a-z][a-z0-9-]{0,29}$/.test(kind.name))
    throw new TypeError(
      `"${kind.name}" cannot name a kind: up to 30 small letters, digits and dashes.`,
    );
  for (const [field, type] of Object.entries(indexFields(kind)))
    if (!/^[A-Za-z][A-Za-z0-9]{0,29}$/.test(field) || !TYPES.includes(type))
      throw new TypeError(
        `${kind.name}.${field} cannot be indexed as ${type}: up to 30 letters and digits, ${TYPES.join(' or ')}.`,
      );
  fine.add(kind);
}

/**
 * The indexed fields a document really has. A value that cannot be indexed throws.
 *
 * @example
 * import { keysOf } from 'slipway/adapters/store-memory';
 * import { type Kind, kind } from 'slipway/core';
 *
 * const boats = kind<{ name: string; size: number }>('boat', { size: 'number' });
 * console.log(keysOf(boats as Kind, { name: 'Anna', size: 12 })); // { size: 12 }
 */
export function keysOf(kind: Kind, doc: Document): IndexKeys {
  const keys: { [field: string]: IndexKeys[string] } = {};
  for (const [field, type] of Object.entries(indexFields(kind))) {
    const value = (doc as { [field: string]: unknown })[field];
    if (value === undefined || value === null) continue;
    const key = keyOf(type, value);
    if (key === undefined)
      throw new TypeError(
        `${kind.name}.${field} is indexed as ${type} and cannot hold ${JSON.stringify(value)?.slice(0, 80)}.`,
      );
    keys[field] = key;
  }
  return keys;
}

/** The same, leaving out what cannot be indexed: another version may have written the document. */
export function looseKeys(fields: IndexFields, doc: Document): IndexKeys {
  const keys: { [field: string]: IndexKeys[string] } = {};
  for (const [field, type] of Object.entries(fields)) {
    const key = keyOf(type, (doc as { [field: string]: unknown })[field]);
    if (key !== undefined) keys[field] = key;
  }
  return keys;
}

/**
 * Throws for writes that no store takes: ids, versions and kinds that cannot be, and one document
 * twice. Every store of the package calls it first in `commit`.
 *
 * @example
 * import { checkWrites } from 'slipway/adapters/store-memory';
 * import { kind } from 'slipway/core';
 *
 * const write = { kind: kind('boat'), companyId: 'acme', id: 'b1', expect: 'absent', doc: {} } as const;
 * checkWrites([write]);
 */
export function checkWrites(writes: readonly Write[]): void {
  const seen = new Set<string>();
  for (const { kind, companyId, id, expect, doc } of writes) {
    checkKind(kind);
    const key = JSON.stringify([kind.name, companyId, id]);
    if (seen.has(key)) throw new TypeError(`One commit writes ${kind.name} ${id} twice.`);
    seen.add(key);
    if (!isCompanyId(companyId))
      throw new TypeError(
        `${JSON.stringify(companyId).slice(0, 80)} cannot be the id of a company.`,
      );
    if (!isId(id))
      throw new TypeError(`${JSON.stringify(id).slice(0, 80)} cannot be the id of a ${kind.name}.`);
    if (expect !== 'absent' && !(Number.isInteger(expect) && expect > 0))
      throw new TypeError(`${kind.name} ${id}: ${expect} cannot be the version of a document.`);
    if (doc === null || (doc !== undefined && typeof doc !== 'object'))
      throw new TypeError(`${kind.name} ${id}: a document is an object.`);
  }
}

/**
 * The writes that read another version than the current one, which is undefined for an absent
 * document.
 */
export function lostOf(
  writes: readonly Write[],
  versionOf: (write: Write) => number | undefined,
): Conflict | undefined {
  const lost = writes.flatMap((write, position) =>
    (versionOf(write) ?? 'absent') === write.expect ? [] : [position],
  );
  return lost.length > 0 ? { lost } : undefined;
}

/** A query with its defaults filled in and its values checked. */
export interface Search {
  readonly by: string;
  /** Of `by`; an id is a string. */
  readonly type: SingleType;
  readonly descending: boolean;
  readonly conditions: readonly Condition[];
  readonly having: readonly Values[];
  readonly after: Position | undefined;
  readonly offset: number;
  readonly limit: number;
  /** Some condition asks for a value that no document can have. */
  readonly hopeless: boolean;
}

/** Values that a field of several must all have. */
export interface Values {
  readonly field: string;
  readonly values: readonly string[];
}

export interface Condition {
  readonly field: string;
  readonly type: SingleType;
  readonly test: 'equals' | 'from' | 'before';
  readonly value: IndexValue;
}

/**
 * A query with its defaults filled in and its values checked. Every store of the package calls it
 * first in `find` and `count`.
 *
 * @example
 * import { readQuery } from 'slipway/adapters/store-memory';
 * import { kind } from 'slipway/core';
 *
 * const boats = kind<{ size: number }>('boat', { size: 'number' });
 * const { by, limit, conditions } = readQuery(boats, 'acme', { where: { size: { from: 10 } } });
 * console.log(by, limit, conditions); // id 100 [{ field: 'size', … }]
 */
export function readQuery<T extends Document>(
  kind: Kind<T>,
  companyId: string,
  query: Query<T> = {},
): Search {
  checkKind(kind as Kind);
  const by = query.order?.by ?? 'id';
  const type = by === 'id' ? 'string' : singleType(kind as Kind, by);
  const limit = query.limit ?? 100;
  if (!Number.isInteger(limit) || limit < 1)
    throw new TypeError(`A page cannot hold ${limit} documents.`);
  const offset = query.offset ?? 0;
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw new TypeError(`A page cannot begin after ${offset} documents.`);

  let hopeless = !isCompanyId(companyId);
  const conditions: Condition[] = [];
  const having: Values[] = [];
  const entries = Object.entries(query.where ?? {}) as [
    string,
    IndexValue | Range | Having | undefined,
  ][];
  for (const [field, wanted] of entries) {
    if (typeOf(kind as Kind, field) === 'strings') {
      const values = valuesOf(kind as Kind, field, wanted);
      if (areIndexable(values)) having.push({ field, values });
      else hopeless = true;
      continue;
    }
    const type = singleType(kind as Kind, field);
    const add = (test: Condition['test'], value: IndexValue | undefined) => {
      if (value === undefined && test !== 'equals') return;
      if (typeof value !== type || (test !== 'equals' && !isIndexable(type, value)))
        throw new TypeError(
          `${kind.name}.${field} is indexed as ${type}; it cannot be compared with ${JSON.stringify(value)}.`,
        );
      if (!isIndexable(type, value)) hopeless = true;
      else conditions.push({ field, type, test, value });
    };
    if (typeof wanted === 'object' && wanted !== null && !('has' in wanted)) {
      add('from', wanted.from);
      add('before', wanted.before);
      // A range without ends still asks for the field to be there.
      if (wanted.from === undefined && wanted.before === undefined)
        add('from', type === 'string' ? '' : -Number.MAX_VALUE);
    } else add('equals', wanted as IndexValue | undefined);
  }
  const after = query.after === undefined ? undefined : positionAfter(query.after, type);
  return {
    by,
    type,
    descending: query.order?.direction === 'desc',
    conditions,
    having,
    after,
    offset,
    limit,
    hopeless,
  };
}

/** Callers hold cursors: a damaged one is their mistake. */
function positionAfter(cursor: string, type: SingleType): Position {
  const { value, id } = readCursor(cursor) ?? {};
  if (isIndexable(type, value) && typeof id === 'string' && isId(id)) return { value, id };
  throw new SlipwayError(
    'bad_request',
    'The cursor is not one that this list gave out. Start again without it.',
  );
}

function typeOf(kind: Kind, field: string): IndexType {
  const type = Object.hasOwn(kind.index, field) ? indexFields(kind)[field] : undefined;
  if (type === undefined)
    throw new TypeError(`${kind.name} is not indexed by ${field}: declare it in the kind.`);
  return type;
}

function singleType(kind: Kind, field: string): SingleType {
  const type = typeOf(kind, field);
  if (type === 'strings')
    throw new TypeError(`${kind.name}.${field} holds several values: no order goes by it.`);
  return type;
}

function valuesOf(kind: Kind, field: string, wanted: unknown) {
  const has =
    typeof wanted === 'object' && wanted !== null ? (wanted as Partial<Having>).has : undefined;
  const values = typeof has === 'string' ? [has] : has;
  if (
    Array.isArray(values) &&
    values.length > 0 &&
    values.every((each) => typeof each === 'string')
  )
    return values;
  throw new TypeError(
    `${kind.name}.${field} holds several values: ask for what it has, as { has: ['a', 'b'] }.`,
  );
}
