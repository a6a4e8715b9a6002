import pg from 'pg';
import { explained } from './postgres-database.ts';

/** Under load another client may come between two connections. */
const TRIES = 5;

/**
 * Whether a pooler gives each transaction another connection (PgBouncer with
 * `pool_mode = transaction`). Then LISTEN hears nothing and session locks do not hold. Proof: two
 * clients meet the same backend, or one meets two.
 */
export async function isSharedByTransactions(url: string): Promise<boolean> {
  const one = await connect(url);
  const two = await connect(url);
  try {
    // The database tells its number when a session begins; a pooler invents one.
    const direct = await Promise.all(
      [one, two].map(async (client) => (await backendOf(client)) === numberOf(client)),
    );
    if (direct.every(Boolean)) return false;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const before = await backendOf(one);
      await two.query('BEGIN');
      const others = await backendOf(two);
      const after = await backendOf(one);
      await two.query('ROLLBACK');
      if (others === before || after !== before) return true;
    }
    return false;
  } finally {
    await Promise.all([one.end(), two.end()]);
  }
}

/** Equal for two addresses of the same database. */
export async function identityOf(url: string): Promise<string> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ identity: string }>(
      `SELECT pg_postmaster_start_time()::text || ' ' || oid AS identity FROM pg_database WHERE datname = current_database()`,
    );
    return rows[0]?.identity ?? '';
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: 'slipway start',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw explained(error, url);
  }
}

const backendOf = async (client: pg.Client) =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;

/** Not in the types of pg, which keeps it for cancelling. */
const numberOf = (client: pg.Client): unknown => 'processID' in client && client.processID;
