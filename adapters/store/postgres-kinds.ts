import type { Kind } from '../../core/ports/store.ts';
import { checkKind } from './checks.ts';
import { inPostgresTransaction, SCHEMA_LOCK } from './postgres-database.ts';
import type { PostgresConnection, PostgresPool } from './postgres-pool.ts';
import { indexSql, keysText } from './postgres-schema.ts';
import { covers, type RegisteredKind, registeredKeys, registerKind } from './sql-kinds.ts';

interface PostgresKinds {
  /** Makes the indexes of these kinds and fills them. */
  prepare(kinds: readonly Kind[]): Promise<void>;
  /** What is known of a prepared kind. */
  registered(kind: Kind): RegisteredKind;
  /** When another process is known to have registered more. */
  forget(): void;
}

export function createPostgresKinds(pool: PostgresPool): PostgresKinds {
  const known = new Map<string, RegisteredKind>();
  const isReady = (kind: Kind) => {
    const registered = known.get(kind.name);
    return registered !== undefined && covers(registered, kind);
  };

  return {
    async prepare(kinds) {
      const wanting = kinds.filter((kind) => !isReady(kind));
      if (wanting.length === 0) return;
      wanting.forEach(checkKind);
      // Usually all are registered and no lock is needed.
      await look(pool, wanting, known);
      const missing = wanting.filter((kind) => !isReady(kind));
      if (missing.length === 0) return;
      const made = await inPostgresTransaction(pool, (connection) => register(connection, missing));
      for (const [name, registered] of made) known.set(name, registered);
    },
    registered(kind) {
      const registered = known.get(kind.name);
      if (registered === undefined) throw new Error(`${kind.name} was not prepared.`);
      return registered;
    },
    forget: () => known.clear(),
  };
}

async function look(
  connection: Pick<PostgresPool, 'query'>,
  kinds: readonly Kind[],
  into: Map<string, RegisteredKind>,
) {
  const { rows } = await connection.query(
    'SELECT name, fields FROM slipway.kinds WHERE name = ANY($1)',
    [kinds.map(({ name }) => name)],
  );
  for (const { name, fields } of rows as { name: string; fields: string }[])
    into.set(name, { fields: JSON.parse(fields) as RegisteredKind['fields'], text: fields });
}

/** Keeps every commit out until the indexes hold all documents. */
async function register(
  connection: PostgresConnection,
  kinds: readonly Kind[],
): Promise<Map<string, RegisteredKind>> {
  await connection.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
  const known = new Map<string, RegisteredKind>();
  await look(connection, kinds, known);
  for (const kind of kinds) {
    const before = known.get(kind.name);
    const registered = registerKind(kind, before?.text);
    known.set(kind.name, registered);
    if (registered.text === before?.text) continue;
    await connection.query(
      'INSERT INTO slipway.kinds (name, fields) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET fields = excluded.fields',
      [kind.name, registered.text],
    );
    if (before !== undefined) await fillIn(connection, kind.name, registered);
    for (const [field, type] of Object.entries(registered.added)) {
      const sql = indexSql(kind.name, field, type);
      if (sql !== undefined) await connection.query(sql);
    }
  }
  return known;
}

/** Writes the keys of all documents of a kind anew, some at a time. */
async function fillIn(
  connection: PostgresConnection,
  kindName: string,
  registered: RegisteredKind,
): Promise<void> {
  for (let [company, id] = ['', '']; ; ) {
    const { rows } = await connection.query(
      `SELECT company, id, doc FROM slipway.documents
       WHERE kind = $1 AND (company, id) > ($2::text, $3::text) ORDER BY company, id LIMIT 200`,
      [kindName, company, id],
    );
    const found = rows as { company: string; id: string; doc: string }[];
    const last = found[found.length - 1];
    if (last === undefined) return;
    const keys = found.map((row) => keysText(row.company, registeredKeys(registered, row.doc)));
    await connection.query(
      `UPDATE slipway.documents SET keys = new.keys::jsonb
       FROM unnest($2::text[], $3::text[], $4::text[]) AS new (company, id, keys)
       WHERE kind = $1 AND documents.company = new.company COLLATE "C" AND documents.id = new.id COLLATE "C"`,
      [kindName, found.map((row) => row.company), found.map((row) => row.id), keys],
    );
    [company, id] = [last.company, last.id];
  }
}
