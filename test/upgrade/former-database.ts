import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { factTables } from '../../adapters/facts/postgres-tables.ts';
import { documentTables } from '../../adapters/store/postgres-schema.ts';

/** The secret it was written with. */
export const FORMER_SECRET = 'a secret of the version before';

/**
 * A database that version 0.1.0 wrote, before accounts were kept with their platform: a company
 * with accounts on two platforms, a finished batch of one ad on each, a batch that was undone, one
 * that is queued (a boosted post on each), a copied ad set, a campaign, figures of three days,
 * limits and launch defaults of an account on each platform.
 */
export const formerDatabase = (): Uint8Array =>
  gunzipSync(readFileSync(new URL('../samples/database-0.1.0.sqlite.gz', import.meta.url)));

type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

/** The rows of an SQLite file in a Postgres whose tables are those of version 0.1.0. */
export async function fillPostgres(query: Query, file: string): Promise<void> {
  const former = new DatabaseSync(file);
  await query('CREATE SCHEMA IF NOT EXISTS slipway');
  await query(
    'CREATE TABLE slipway.schema_versions (part text NOT NULL, version integer NOT NULL, PRIMARY KEY (part, version))',
  );
  for (const { part, steps } of [documentTables, factTables]) {
    await query(steps[0] ?? '');
    await query('INSERT INTO slipway.schema_versions VALUES ($1, 1)', [part]);
  }
  for (const table of ['documents', 'fact_account', 'fact_entity', 'fact_coverage', 'fact']) {
    const rows = former.prepare(`SELECT * FROM ${table}`).all() as { [column: string]: unknown }[];
    if (rows.length === 0) continue;
    const columns = Object.keys(rows[0] ?? {}).join(', ');
    const plain = rows.map((row) => ('keys' in row ? { ...row, keys: plainKeys(row) } : row));
    await query(
      `INSERT INTO slipway.${table} (${columns}) OVERRIDING SYSTEM VALUE
       SELECT ${columns} FROM json_populate_recordset(NULL::slipway.${table}, $1)`,
      [JSON.stringify(plain)],
    );
  }
  for (const table of ['fact_account', 'fact_entity'])
    await query(
      `SELECT setval(pg_get_serial_sequence('slipway.${table}', 'key'), (SELECT max(key) FROM slipway.${table}))`,
    );
  former.close();
}

/** SQLite keeps indexed numbers as text that sorts: their values are in the document. */
function plainKeys({ keys, doc }: { readonly [column: string]: unknown }): object {
  const document = JSON.parse(String(doc)) as { readonly [field: string]: unknown };
  return Object.fromEntries(
    Object.keys(JSON.parse(String(keys))).map((field) => [field, document[field]]),
  );
}
