import type { IndexType } from '../../core/ports/store.ts';
import type { IndexKeys } from './checks.ts';
import type { Migrations } from './migrations.ts';
import { SCHEMA_LOCK } from './postgres-database.ts';
import type { Dialect } from './sql-search.ts';

/** Raised by `commit_documents`: another process has registered more indexed fields. */
export const KINDS_CHANGED = 'SW001';
/**
 * Raised by `commit_documents`: documents appeared between its look and its write. A second call
 * sees them.
 */
export const APPEARED = 'SW002';

/** That some indexed field of a row holds several values. */
const HAS_SEVERAL = `jsonb_path_exists(new.keys, 'strict $.* ? (@.type() == "array")')`;

/**
 * `doc` is the document's exact JSON text (jsonb refuses some JSON and reorders the rest); `keys`
 * holds its indexed fields.
 *
 * A commit is one call of one function, one round trip. It locks existing rows by primary key, then
 * new rows; it deletes last, because an insert waits for a deletion under way but not for a locked
 * row. So no two commits wait for each other.
 */
export const documentTables: Migrations = {
  part: 'documents',
  steps: [
    `CREATE TABLE slipway.documents (
       kind text COLLATE "C" NOT NULL,
       company text COLLATE "C" NOT NULL,
       id text COLLATE "C" NOT NULL,
       version integer NOT NULL,
       doc text NOT NULL,
       keys jsonb NOT NULL,
       PRIMARY KEY (kind, company, id)
     );

     CREATE TABLE slipway.kinds (name text PRIMARY KEY, fields text NOT NULL);

     -- Positions count from 0. An expected version of NULL means absent, a doc of NULL removes.
     -- Answers the positions that lost; then nothing was written. NULL means that all was.
     CREATE FUNCTION slipway.commit_documents(
       kind_names text[], kind_fields text[],
       kinds text[], companies text[], ids text[], expected integer[], docs text[], all_keys text[]
     ) RETURNS integer[] LANGUAGE plpgsql AS $commit$
     DECLARE
       present integer[] := array_fill(NULL::integer, ARRAY[cardinality(ids)]);
       found record;
       lost integer[];
       made integer;
     BEGIN
       PERFORM pg_advisory_xact_lock_shared(${SCHEMA_LOCK});
       IF EXISTS (
         SELECT FROM unnest(kind_names, kind_fields) AS mine (name, fields)
         LEFT JOIN slipway.kinds AS registered ON registered.name = mine.name
         WHERE registered.fields IS DISTINCT FROM mine.fields
       ) THEN
         RAISE EXCEPTION USING ERRCODE = '${KINDS_CHANGED}', MESSAGE = 'the indexed fields have changed';
       END IF;

       FOR found IN
         SELECT asked.position, documents.version
         FROM unnest(kinds, companies, ids) WITH ORDINALITY AS asked (kind, company, id, position)
         JOIN slipway.documents ON documents.kind = asked.kind COLLATE "C"
           AND documents.company = asked.company COLLATE "C" AND documents.id = asked.id COLLATE "C"
         ORDER BY documents.kind, documents.company, documents.id
         FOR UPDATE OF documents
       LOOP
         present[found.position] := found.version;
       END LOOP;
       SELECT array_agg(position - 1 ORDER BY position) INTO lost
       FROM unnest(present, expected) WITH ORDINALITY AS pair (present, expected, position)
       WHERE pair.present IS DISTINCT FROM pair.expected;
       IF lost IS NOT NULL THEN
         RETURN lost;
       END IF;

       INSERT INTO slipway.documents (kind, company, id, version, doc, keys)
       SELECT asked.kind, asked.company, asked.id, 1, asked.doc, asked.keys::jsonb
       FROM unnest(kinds, companies, ids, expected, docs, all_keys) AS asked (kind, company, id, version, doc, keys)
       WHERE asked.version IS NULL AND asked.doc IS NOT NULL
       ORDER BY asked.kind COLLATE "C", asked.company COLLATE "C", asked.id COLLATE "C"
       ON CONFLICT DO NOTHING;
       GET DIAGNOSTICS made = ROW_COUNT;
       IF made < (SELECT count(*) FROM unnest(expected, docs) AS asked (version, doc) WHERE version IS NULL AND doc IS NOT NULL) THEN
         RAISE EXCEPTION USING ERRCODE = '${APPEARED}', MESSAGE = 'documents appeared meanwhile';
       END IF;

       UPDATE slipway.documents SET version = documents.version + 1, doc = asked.doc, keys = asked.keys::jsonb
       FROM unnest(kinds, companies, ids, expected, docs, all_keys) AS asked (kind, company, id, version, doc, keys)
       WHERE documents.kind = asked.kind COLLATE "C" AND documents.company = asked.company COLLATE "C"
         AND documents.id = asked.id COLLATE "C" AND asked.version IS NOT NULL AND asked.doc IS NOT NULL;

       DELETE FROM slipway.documents
       USING unnest(kinds, companies, ids, expected, docs) AS asked (kind, company, id, version, doc)
       WHERE documents.kind = asked.kind COLLATE "C" AND documents.company = asked.company COLLATE "C"
         AND documents.id = asked.id COLLATE "C" AND asked.version IS NOT NULL AND asked.doc IS NULL;
       RETURN NULL;
     END
     $commit$;`,
    // Fields of several values have their own column: `keys` stays small, and an index over an
    // array answers exactly, without reading rows again.
    `ALTER TABLE slipway.documents ADD COLUMN several text[];
     CREATE FUNCTION slipway.separate_values() RETURNS trigger LANGUAGE plpgsql AS $separate$
     BEGIN
       SELECT array_agg(NEW.kind || ' ' || field.key || ' ' || each.value), NEW.keys - coalesce(array_agg(DISTINCT field.key), '{}')
       INTO NEW.several, NEW.keys
       FROM jsonb_each(NEW.keys) AS field (key, value)
       CROSS JOIN jsonb_array_elements_text(CASE jsonb_typeof(field.value) WHEN 'array' THEN field.value ELSE '[]' END) AS each (value);
       RETURN NEW;
     END
     $separate$;
     CREATE TRIGGER documents_inserted BEFORE INSERT ON slipway.documents FOR EACH ROW
       WHEN (${HAS_SEVERAL}) EXECUTE FUNCTION slipway.separate_values();
     CREATE TRIGGER documents_rekeyed BEFORE UPDATE OF keys ON slipway.documents FOR EACH ROW
       WHEN (OLD.several IS NOT NULL OR ${HAS_SEVERAL}) EXECUTE FUNCTION slipway.separate_values();
     UPDATE slipway.documents AS new SET keys = keys WHERE ${HAS_SEVERAL};
     CREATE INDEX documents_several ON slipway.documents USING gin (several) WITH (fastupdate = off) WHERE several IS NOT NULL;`,
  ],
};

export const postgresDialect: Dialect = {
  // Before the table is analysed the planner does not know how rare a value is and reads all
  // documents of a company. OFFSET 0 makes it use the index of values first.
  source: (having) => ({
    table:
      having.length === 0
        ? 'slipway.documents'
        : `(SELECT * FROM slipway.documents WHERE ${having.join(' AND ')} OFFSET 0) AS documents`,
    terms: [],
  }),
  key: (field, type) =>
    type === 'number' ? `((keys ->> '${field}')::float8)` : `((keys ->> '${field}') COLLATE "C")`,
  placeholder: (position, type) => `$${position}::${type === 'number' ? 'float8' : 'text'}`,
  lowest: (type) => (type === 'number' ? "'-Infinity'::float8" : "''"),
  value: (value) => value,
  having: ({ field, values }, kindName, companyId, bind) =>
    `several @> ARRAY[${values.map((value) => bind(`${kindName} ${field} ${ofCompany(companyId, value)}`)).join(', ')}]`,
};

/** GIN indexes have no second column without an extension: the company is part of each value. */
const ofCompany = (companyId: string, value: string) => `${companyId.length} ${companyId} ${value}`;

/** The text for the column `keys`. */
export const keysText = (companyId: string, keys: IndexKeys): string =>
  JSON.stringify(keys, (_field, value: unknown) =>
    Array.isArray(value) ? value.map((each) => ofCompany(companyId, String(each))) : value,
  );

/** Serves queries by one field of one kind: a company's documents by that field, then by id. */
export function indexSql(kindName: string, field: string, type: IndexType): string | undefined {
  if (type === 'strings') return undefined;
  const key = postgresDialect.key(field, type);
  return `CREATE INDEX IF NOT EXISTS "${kindName}_${field}" ON slipway.documents (company, ${key}, id) WHERE kind = '${kindName}' AND ${key} IS NOT NULL`;
}
