import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { SlipwayError } from '../../core/base/errors.ts';
import { lastNeeded, type Migrations } from './migrations.ts';
import type { PostgresConnection, PostgresPool } from './postgres-pool.ts';

/**
 * Whether a server is away, going down, or has no connection left. Errors of the pool have no code,
 * those of the network their own; other codes of five characters are Postgres's answer to the
 * statement.
 */
function isAway(error: unknown) {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof SlipwayError)
    return false;
  const { code } = error as { readonly code?: string };
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^(08|53|57)/.test(code);
}

/** A refusal without the address of the database; the cause, for the log, has it. */
const unavailable = (error: unknown): unknown =>
  isAway(error)
    ? new SlipwayError(
        'unavailable',
        'The database does not answer. Try again in a moment; if it stays, its administrator finds the reason in the log.',
        { cause: error },
      )
    : error;

/** What Postgres says when it has as many clients as it may. */
const FULL = '53300';

/** After a query has waited for a connection. */
function noConnectionLeft(cause: unknown, waitedMs: number): SlipwayError {
  const message = `The database has had no connection left for ${waitedMs / 1000} s. Try again in a moment; if it stays, its administrator raises max_connections, or lowers SLIPWAY_POOL.`;
  return new SlipwayError('unavailable', message, {
    cause,
    details: [{ path: '', code: 'no_connection_left', message }],
  });
}

const refuse = (error: unknown): never => {
  throw unavailable(error);
};

/** The same pool; a server that cannot be reached is `unavailable`. */
const withWords = (pool: PostgresPool): PostgresPool => ({
  query: (sql, values) => pool.query(sql, values).catch(refuse),
  connect: (): Promise<PostgresConnection> => pool.connect().catch(refuse),
  end: () => pool.end(),
});

/** An address, or a pool that the caller keeps and closes (its address is for messages only). */
export type PostgresPlace =
  | ({ readonly url: string } & PoolOptions)
  | { readonly pool: PostgresPool; readonly url?: string | undefined };

interface PoolOptions {
  /** At most so many at once. Default 10. */
  readonly connections?: number | undefined;
  /** How long a query waits for a connection. Default 10,000 ms. */
  readonly patienceMs?: number;
  /** The name of these connections in the database. */
  readonly name?: string;
}

interface PostgresDatabase {
  readonly pool: PostgresPool;
  /** Ends the pool if it was made here. */
  close(): Promise<void>;
}

/** Held while tables or indexes change, shared by every commit. The number must stay the same. */
export const SCHEMA_LOCK = 7_547_929;

/**
 * Connects and brings the tables of one part of the service, in the schema `slipway`, up to date.
 * Safe for several processes at once, and behind a pooler that changes connections between
 * transactions. Throws `storage_unusable` and leaves the database as it was.
 */
export async function openPostgresDatabase(
  place: PostgresPlace,
  migrations: Migrations,
): Promise<PostgresDatabase> {
  const pool = 'pool' in place ? place.pool : createPostgresPool(place.url, place);
  const close = async () => {
    if (!('pool' in place)) await pool.end();
  };
  try {
    if ((await versionOf(pool, migrations)) < migrations.steps.length)
      await migrate(pool, migrations);
    return { pool: withWords(pool), close };
  } catch (error) {
    await close();
    throw unusableAtStart(error, place.url);
  }
}

/** At start the sentence says where the server was expected. */
export function unusableAtStart(error: unknown, url: string | undefined): SlipwayError {
  const first =
    error instanceof SlipwayError && error.code === 'unavailable'
      ? (error as { cause?: unknown }).cause
      : error;
  return first instanceof SlipwayError ? first : explained(first, url);
}

/**
 * All or nothing, on one connection.
 *
 * @param begin the statement, with settings that end with the transaction: behind a pooler those of
 * a session would stay
 */
export async function inPostgresTransaction<T>(
  pool: PostgresPool,
  work: (connection: PostgresConnection) => Promise<T>,
  begin = 'BEGIN',
): Promise<T> {
  const connection = await pool.connect();
  let broken = false;
  // The next query throws for a broken connection; without a listener the error would end the
  // process.
  const noticed = () => {
    broken = true;
  };
  connection.on('error', noticed);
  try {
    await connection.query(begin);
    const result = await work(connection);
    await connection.query('COMMIT');
    return result;
  } catch (error) {
    await connection.query('ROLLBACK').catch(noticed);
    throw unavailable(error);
  } finally {
    connection.off('error', noticed);
    connection.release(broken);
  }
}

/** Opens connections when needed and closes them after ten idle seconds. */
export function createPostgresPool(url: string, options: PoolOptions = {}): PostgresPool {
  const { connections = 10, patienceMs = 10_000, name = 'slipway' } = options;
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw unusable(
      'The address of the database must look like postgres://user:password@host:5432/database.',
    );
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: patienceMs,
    application_name: name,
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the
  // process.
  pool.on('error', () => {});
  return withPatience(pool, patienceMs);
}

const FULL_PAUSE_MS = 100;

/**
 * Waits while the server has no connection left: other processes give theirs back soon. Queries of
 * the pool use `connect` too.
 */
function withPatience(pool: pg.Pool, patienceMs: number): PostgresPool {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const patient = async (): Promise<pg.PoolClient> => {
    const until = performance.now() + patienceMs;
    for (;;) {
      try {
        return await connect();
      } catch (error) {
        if ((error as { readonly code?: string }).code !== FULL) throw error;
        if (performance.now() + FULL_PAUSE_MS >= until) throw noConnectionLeft(error, patienceMs);
        await sleep(FULL_PAUSE_MS);
      }
    }
  };
  type Done = (
    error: Error | undefined,
    client: pg.PoolClient | undefined,
    release: pg.PoolClient['release'],
  ) => void;
  const taken = (done?: Done): Promise<pg.PoolClient> | undefined => {
    if (done === undefined) return patient();
    patient().then(
      (client) => done(undefined, client, client.release),
      (error: Error) => done(error, undefined, () => undefined),
    );
    return undefined;
  };
  return Object.assign(pool, { connect: taken as typeof pool.connect });
}

async function versionOf(
  connection: Pick<PostgresPool, 'query'>,
  { part, steps }: Migrations,
): Promise<number> {
  // From the catalogue's tables: to_regclass may answer from before the lock was granted.
  const there = await connection.query(
    `SELECT FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = 'slipway' AND relname = 'schema_versions'`,
  );
  if (there.rows.length === 0) return 0;
  const found = await connection.query(
    'SELECT coalesce(max(version), 0) AS version FROM slipway.schema_versions WHERE part = $1',
    [part],
  );
  const { version } = found.rows[0] as { version: number };
  if (version > steps.length && (await oldestReader(connection, part, version)) <= steps.length)
    return steps.length;
  if (version > steps.length)
    throw unusable(
      `The database was written by a newer version of Slipway (its ${part} are at version ${version}, this one knows ${steps.length}). ` +
        'Start that version, or choose another database.',
    );
  return version;
}

/** How many steps code must know to use tables of this version. */
async function oldestReader(
  connection: Pick<PostgresPool, 'query'>,
  part: string,
  version: number,
): Promise<number> {
  const there = await connection.query("SELECT to_regclass('slipway.schema_readers') AS name");
  if ((there.rows[0] as { name: string | null }).name === null) return Number.POSITIVE_INFINITY;
  const found = await connection.query(
    'SELECT oldest FROM slipway.schema_readers WHERE part = $1 AND version = $2',
    [part, version],
  );
  return (found.rows[0] as { oldest: number } | undefined)?.oldest ?? Number.POSITIVE_INFINITY;
}

const migrate = (pool: PostgresPool, migrations: Migrations) =>
  inPostgresTransaction(pool, async (connection) => {
    await connection.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    const current = await versionOf(connection, migrations);
    await connection.query(
      `CREATE SCHEMA IF NOT EXISTS slipway;
       CREATE TABLE IF NOT EXISTS slipway.schema_versions (part text NOT NULL, version integer NOT NULL, PRIMARY KEY (part, version));
       CREATE TABLE IF NOT EXISTS slipway.schema_readers (part text PRIMARY KEY, version integer NOT NULL, oldest integer NOT NULL)`,
    );
    // Another process, perhaps of a newer version, was here first.
    if (current >= migrations.steps.length) return;
    for (const [index, step] of migrations.steps.slice(current).entries()) {
      await connection.query(step);
      await connection.query(
        'INSERT INTO slipway.schema_versions (part, version) VALUES ($1, $2)',
        [migrations.part, current + index + 1],
      );
    }
    await connection.query(
      `INSERT INTO slipway.schema_readers (part, version, oldest) VALUES ($1, $2, $3)
       ON CONFLICT (part) DO UPDATE SET version = excluded.version, oldest = excluded.oldest`,
      [migrations.part, migrations.steps.length, lastNeeded(migrations)],
    );
  });

/** One sentence, without the password. */
export function explained(error: unknown, url: string | undefined): SlipwayError {
  const { code, message } = error as { code?: string; message?: string };
  const address = url === undefined ? undefined : new URL(url);
  const where =
    address === undefined ? 'the given pool' : `${address.hostname}:${address.port || 5432}`;
  const [user, name] =
    address === undefined
      ? ['', '']
      : [address.username, address.pathname.slice(1)].map(decodeURIComponent);
  if (code === '28P01' || code === '28000')
    return unusable(
      `Postgres at ${where} refuses the user "${user}" or the password. Correct them in the address of the database.`,
      error,
    );
  if (code === '3D000')
    return unusable(
      `Postgres at ${where} has no database "${name}". Create it, or correct the address of the database.`,
      error,
    );
  if (code === '42501')
    return unusable(
      `The user "${user}" may not make tables in the database "${name}". Run: GRANT CREATE ON DATABASE "${name}" TO "${user}".`,
      error,
    );
  if (code === undefined || /^[A-Z]+$/.test(code) || code.startsWith('57P'))
    return unusable(
      `No Postgres answers at ${where}. Start it, or correct the address of the database.`,
      error,
    );
  if (code === FULL)
    return unusable(
      `Postgres at ${where} has no connection left. Close some, or raise max_connections.`,
      error,
    );
  return unusable(`Postgres at ${where} cannot be used: ${message ?? String(error)}.`, error);
}

const unusable = (message: string, cause?: unknown) =>
  new SlipwayError('storage_unusable', message, { cause });
