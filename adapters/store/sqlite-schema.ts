import type { IndexType } from '../../core/ports/store.ts';
import { sortableNumber } from './sortable-number.ts';
import type { Dialect } from './sql-search.ts';
import type { Migrations } from './sqlite-database.ts';

/**
 * `doc` is the document's exact JSON text; `keys` holds its indexed fields alone, numbers in their sortable
 * form. The indexes over `keys` are made from the kinds' declarations (see sqlite-kinds.ts).
 */
export const documentTables: Migrations = {
  part: 'documents',
  steps: [
    `CREATE TABLE documents (
       kind TEXT NOT NULL,
       company TEXT NOT NULL,
       id TEXT NOT NULL,
       version INTEGER NOT NULL,
       doc TEXT NOT NULL,
       keys TEXT NOT NULL,
       PRIMARY KEY (kind, company, id)
     ) STRICT;
     CREATE TABLE kinds (name TEXT PRIMARY KEY, fields TEXT NOT NULL) STRICT;`,
  ],
};

export const sqliteDialect: Dialect = {
  table: 'documents',
  key: (field) => `json_extract(keys, '$.${field}')`,
  placeholder: () => '?',
  // Numbers are kept as text too.
  lowest: () => "''",
  value: (value) => (typeof value === 'number' ? sortableNumber(value) : value),
};

/** The index that serves queries by one field of one kind: a company's documents by that field, then by id. */
export function indexSql(kindName: string, field: string, type: IndexType): string {
  const key = sqliteDialect.key(field, type);
  return `CREATE INDEX IF NOT EXISTS "${kindName}_${field}" ON documents (company, ${key}, id) WHERE kind = '${kindName}' AND ${key} IS NOT NULL`;
}
