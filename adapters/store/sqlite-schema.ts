import type { IndexType } from '../../core/ports/store.ts';
import type { Migrations } from './migrations.ts';
import type { Dialect } from './sql-search.ts';

/**
 * A finite number as 16 hexadecimal digits in the same order. SQLite reads some JSON numbers one
 * unit in the last place off (3.51: 4 % of random doubles; 3.53 none); it compares text byte by
 * byte.
 */
function sortableNumber(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  // Adding 0 turns -0 into 0: they are one value.
  view.setFloat64(0, value + 0);
  const [high, low] = [view.getUint32(0), view.getUint32(4)];
  const negative = high >= 0x80000000;
  return hex(negative ? ~high : high | 0x80000000) + hex(negative ? ~low : low);
}

const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0');

/** All values of fields that hold several (arrays in `keys`). */
const valuesOf = (row: 'OLD' | 'NEW') =>
  `json_each(${row}.keys) AS field JOIN json_each(field.value) AS each WHERE field.type = 'array'`;
const INSERT_VALUES = `INSERT INTO document_values (kind, company, field, value, id)
       SELECT NEW.kind, NEW.company, field.key, each.value, NEW.id FROM ${valuesOf('NEW')};`;
const DELETE_VALUES = `DELETE FROM document_values WHERE (kind, company, field, value, id) IN (
         SELECT OLD.kind, OLD.company, field.key, each.value, OLD.id FROM ${valuesOf('OLD')});`;

/**
 * `doc` is the document's exact JSON text; `keys` holds its indexed fields, numbers in sortable
 * form.
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
    // One row per value of fields that hold several. Only the triggers write here.
    `CREATE TABLE document_values (
       kind TEXT NOT NULL,
       company TEXT NOT NULL,
       field TEXT NOT NULL,
       value TEXT NOT NULL,
       id TEXT NOT NULL,
       PRIMARY KEY (kind, company, field, value, id)
     ) STRICT, WITHOUT ROWID;
     CREATE TRIGGER documents_inserted AFTER INSERT ON documents WHEN instr(NEW.keys, '[') > 0 BEGIN
       ${INSERT_VALUES}
     END;
     CREATE TRIGGER documents_rekeyed AFTER UPDATE OF keys ON documents
     WHEN instr(OLD.keys, '[') > 0 OR instr(NEW.keys, '[') > 0 BEGIN
       ${DELETE_VALUES}
       ${INSERT_VALUES}
     END;
     CREATE TRIGGER documents_deleted AFTER DELETE ON documents WHEN instr(OLD.keys, '[') > 0 BEGIN
       ${DELETE_VALUES}
     END;`,
  ],
};

export const sqliteDialect: Dialect = {
  source: (having) => ({ table: 'documents', terms: having }),
  key: (field) => `json_extract(keys, '$.${field}')`,
  placeholder: () => '?',
  // Numbers are kept as text too.
  lowest: () => "''",
  value: (value) => (typeof value === 'number' ? sortableNumber(value) : value),
  having: ({ field, values }, kindName, companyId, bind) =>
    values
      .map(
        (value) =>
          `id IN (SELECT id FROM document_values WHERE kind = '${kindName}' AND company = ${bind(companyId)} AND field = '${field}' AND value = ${bind(value)})`,
      )
      .join(' AND '),
};

/**
 * Serves queries by one field of one kind: a company's documents by that field, then by id. Fields
 * of several values have a table.
 */
export function indexSql(kindName: string, field: string, type: IndexType): string | undefined {
  if (type === 'strings') return undefined;
  const key = sqliteDialect.key(field, type);
  return `CREATE INDEX IF NOT EXISTS "${kindName}_${field}" ON documents (company, ${key}, id) WHERE kind = '${kindName}' AND ${key} IS NOT NULL`;
}
