import type { Document, IndexValue, Kind, Page, Query, Store } from '../../core/ports/store.ts';
import {
  type Condition,
  keysOf,
  readQuery,
  type Search,
  type SingleType,
  type Values,
} from './checks.ts';
import { cursorAfter } from './ordering.ts';

/** Where SQLite and Postgres write the same thing differently. */
export interface Dialect {
  /**
   * The table of documents with several values (terms of `having`), and the terms still to check.
   */
  source(having: readonly string[]): { readonly table: string; readonly terms: readonly string[] };
  /** Must be the exact text of the index, or the index is not used. */
  key(field: string, type: SingleType): string;
  /** The placeholder of the nth value, counted from 1. */
  placeholder(position: number, type: SingleType): string;
  /** What no indexed value is below, as it stands in a statement. */
  lowest(type: SingleType): string;
  /** How an index value travels. */
  value(value: IndexValue): IndexValue;
  /** That a field of several values has all of these. */
  having(
    wanted: Values,
    kindName: string,
    companyId: string,
    bind: (value: string) => string,
  ): string;
}

const OPERATORS: { readonly [test in Condition['test']]: string } = {
  equals: '=',
  from: '>=',
  before: '<',
};

/**
 * One page and one document more, which shows whether there is a next page. The kind is part of the
 * text: indexes cover one kind each, and a planner does not know a placeholder's value.
 */
export function searchSql(dialect: Dialect, kindName: string, companyId: string, search: Search) {
  const { table, where, order, values, bind } = termsOf(dialect, kindName, companyId, search);
  const direction = search.descending ? 'DESC' : 'ASC';
  const ordering = `${order === undefined ? '' : `${order} ${direction}, `}id ${direction}`;
  const limit = bind(search.limit + 1, 'number');
  const offset = search.offset === 0 ? '' : ` OFFSET ${bind(search.offset, 'number')}`;
  const sql = `SELECT id, version, doc FROM ${table} WHERE ${where} ORDER BY ${ordering} LIMIT ${limit}${offset}`;
  return { sql, values };
}

/** How many documents match, as `documents`. */
function countSql(dialect: Dialect, kindName: string, companyId: string, search: Search) {
  const { table, where, order, values } = termsOf(dialect, kindName, companyId, search);
  // Always true; without it SQLite takes the primary key and reads every document: eight times as
  // long.
  const above = order === undefined ? '' : ` AND ${order} >= ${dialect.lowest(search.type)}`;
  return { sql: `SELECT count(*) AS documents FROM ${table} WHERE ${where}${above}`, values };
}

function termsOf(dialect: Dialect, kindName: string, companyId: string, search: Search) {
  const values: IndexValue[] = [];
  const bind = (value: IndexValue, type: SingleType = typeof value as SingleType) => {
    values.push(value);
    return dialect.placeholder(values.length, type);
  };
  const order = search.by === 'id' ? undefined : dialect.key(search.by, search.type);
  const beyond = search.descending ? '<' : '>';

  const terms = [`kind = '${kindName}'`, `company = ${bind(companyId)}`];
  for (const { field, type, test, value } of search.conditions)
    terms.push(
      `${dialect.key(field, type)} ${OPERATORS[test]} ${bind(dialect.value(value), type)}`,
    );
  const source = dialect.source(
    search.having.map((wanted) => dialect.having(wanted, kindName, companyId, bind)),
  );
  terms.push(...source.terms);
  if (order !== undefined) terms.push(`${order} IS NOT NULL`);
  if (search.after !== undefined) {
    const { value, id } = search.after;
    if (order === undefined) terms.push(`id ${beyond} ${bind(id)}`);
    else {
      const bindValue = () => bind(dialect.value(value), search.type);
      // The second term implies the first, but SQLite finds its place in the index only by the
      // first.
      terms.push(
        `${order} ${beyond}= ${bindValue()}`,
        `(${order}, id) ${beyond} (${bindValue()}, ${bind(id)})`,
      );
    }
  }
  return { table: source.table, where: terms.join(' AND '), order, values, bind };
}

export interface SqlRow {
  readonly id: string;
  readonly version: number;
  readonly doc: string;
}

/** The page that the rows of `searchSql` make. */
function sqlPage<T extends Document>(
  kind: Kind<T>,
  search: Search,
  rows: readonly SqlRow[],
): Page<T> {
  const items = rows
    .slice(0, search.limit)
    .map(({ id, version, doc }) => ({ id, version, doc: JSON.parse(doc) as T }));
  const last = items[items.length - 1];
  if (rows.length <= search.limit || last === undefined) return { items };
  const value = search.by === 'id' ? last.id : keysOf(kind as Kind, last.doc)[search.by];
  return typeof value !== 'string' && typeof value !== 'number'
    ? { items }
    : { items, next: cursorAfter({ value, id: last.id }) };
}

interface Statement {
  readonly sql: string;
  readonly values: IndexValue[];
}

/** `find` and `count` in SQL; `ask` makes the indexes of the kind ready first. */
export const sqlSearching = (
  dialect: Dialect,
  ask: (kind: Kind, statement: Statement) => Promise<readonly unknown[]>,
): Pick<Store, 'find' | 'count'> => ({
  async find<T extends Document>(kind: Kind<T>, companyId: string, query?: Query<T>) {
    const search = readQuery(kind, companyId, query);
    if (search.hopeless) return { items: [] };
    const rows = await ask(kind as Kind, searchSql(dialect, kind.name, companyId, search));
    return sqlPage(kind, search, rows as readonly SqlRow[]);
  },
  async count(kind, companyId, query) {
    const search = readQuery(kind, companyId, query);
    if (search.hopeless) return 0;
    const [row] = await ask(kind as Kind, countSql(dialect, kind.name, companyId, search));
    // Postgres counts in bigint, which travels as text.
    return Number((row as { readonly documents: string | number }).documents);
  },
});
