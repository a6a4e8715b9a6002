// @module-tag postgres
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPostgresFacts } from '../../adapters/facts/postgres.ts';
import { openPostgresRate } from '../../adapters/rate/postgres.ts';
import { readQuery } from '../../adapters/store/checks.ts';
import { openPostgresStore, type PostgresOptions } from '../../adapters/store/postgres.ts';
import { openPostgresDatabase } from '../../adapters/store/postgres-database.ts';
import { documentTables, postgresDialect } from '../../adapters/store/postgres-schema.ts';
import { searchSql } from '../../adapters/store/sql-search.ts';
import { allIds, fill, write } from '../../adapters/testing/store/ground.ts';
import { type Boat, boats } from '../../adapters/testing/store/kinds.ts';
import { kind, type Query } from '../../core/ports/store.ts';
import { createDatabase, type TestDatabase } from './database.ts';

const crates = kind<{ readonly weight?: number; readonly labels?: readonly string[] }>('crate', {
  weight: 'number',
  labels: 'strings',
});

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

describe('a Postgres database', () => {
  test('is searched by its indexes, whatever is asked for', async () => {
    const store = await openPostgresStore({ url: database.url, kinds: [boats] });
    await fill(
      store,
      boats,
      'acme',
      Object.fromEntries(
        Array.from({ length: 2000 }, (_, i) => [
          `b${i}`,
          { name: `n${i}`, size: i, tag: `t${i % 5}` },
        ]),
      ),
    );
    await database.query('ANALYZE slipway.documents');
    const plan = async (query: Query<Boat>): Promise<string> => {
      const { sql, values } = searchSql(
        postgresDialect,
        'boat',
        'acme',
        readQuery(boats, 'acme', { limit: 10, ...query }),
      );
      const rows = await database.query(`EXPLAIN ${sql}`, values);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    };
    expect(await plan({})).toContain('using documents_pkey');
    expect(await plan({ where: { name: 'n7' } })).toContain('boat_name');
    expect(await plan({ where: { size: { from: 1, before: 9 } } })).toContain('boat_size');
    expect(await plan({ order: { by: 'size', direction: 'desc' } })).toContain(
      'Scan Backward using boat_size',
    );
    const deep = await plan({ order: { by: 'size' }, after: '[1500,"b1500"]' });
    expect(deep).toMatch(/using boat_size/);
    expect(deep).toMatch(/Index Cond:.*1500/);
    expect(deep).not.toContain('Sort');
    await store.close();
  });

  test('finds by fields of several values in their index, also before it was ever analysed', async () => {
    const store = await openPostgresStore({ url: database.url, kinds: [crates] });
    await fill(
      store,
      crates,
      'acme',
      Object.fromEntries(
        Array.from({ length: 2000 }, (_, i) => [
          `c${i}`,
          { weight: i, labels: [`l${i % 500}`, 'all'] },
        ]),
      ),
    );
    const read = readQuery(crates, 'acme', {
      where: { labels: { has: ['all', 'l7'] } },
      order: { by: 'weight' },
    });
    const { sql, values } = searchSql(postgresDialect, 'crate', 'acme', read);
    const plan = (await database.query(`EXPLAIN ANALYZE ${sql}`, values))
      .map((row) => row['QUERY PLAN'])
      .join('\n');
    expect(plan).toContain('Bitmap Index Scan on documents_several');
    expect(plan).not.toContain('Rows Removed');
    await store.close();
  });

  test('of a version that kept several values among the other keys finds by them too', async () => {
    const url = database.url;
    const [first = ''] = documentTables.steps;
    const old = await openPostgresDatabase({ url }, { part: documentTables.part, steps: [first] });
    const row = [['crate'], ['{"labels":"strings"}'], ['crate'], ['acme'], ['a'], [null]];
    await old.pool.query(
      'INSERT INTO slipway.kinds (name, fields) VALUES (\'crate\', \'{"labels":"strings"}\')',
    );
    await old.pool.query('SELECT slipway.commit_documents($1, $2, $3, $4, $5, $6, $7, $8)', [
      ...row,
      ['{"labels":["red"]}'],
      ['{"labels":["4 acme red"]}'],
    ]);
    await old.close();
    const store = await openPostgresStore({ url, kinds: [crates] });
    expect(await allIds(store, crates, 'acme', { where: { labels: { has: 'red' } } })).toEqual([
      'a',
    ]);
    await store.close();
  });

  test('works through a pool of one connection that the caller keeps', async () => {
    const pool = new pg.Pool({ connectionString: database.url, max: 1 });
    // Whoever keeps a pool listens to it: dropping the database may reach a connection that is
    // about to close.
    pool.on('error', () => {});
    const store = await openPostgresStore({ pool });
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        store.commit([write(boats, 'acme', `b${i % 10}`, 'absent', { size: i })]),
      ),
    );
    expect(outcomes.filter((conflict) => conflict === undefined)).toHaveLength(10);
    expect(await allIds(store, boats, 'acme', { order: { by: 'size' } })).toHaveLength(10);
    await store.close();
    expect((await pool.query('SELECT count(*)::int AS count FROM slipway.documents')).rows).toEqual(
      [{ count: 10 }],
    );
    await pool.end();
  });

  test('that throws everybody out is used again as soon as it answers', async () => {
    const store = await openPostgresStore({ url: database.url });
    await fill(store, boats, 'acme', { a: {} });
    await database.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
    );
    const first = await store.get(boats, 'acme', 'a').catch((error: unknown) => error);
    if (first instanceof Error) expect(first).toMatchObject({ code: 'unavailable' });
    expect(await store.get(boats, 'acme', 'a')).toBeDefined();
    await store.close();
  });

  test('that goes away in the middle says so, and nobody else is hurt', async () => {
    const target = new URL(database.url);
    const sockets = new Set<Socket>();
    const proxy = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on('error', () => {});
      }
      near.pipe(far).pipe(near);
    });
    const through = new URL(database.url);
    through.port = String(await listen(proxy));
    const store = await openPostgresStore({ url: through.href });
    await fill(store, boats, 'acme', { a: {} });
    await new Promise<void>((resolve) => {
      proxy.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
    await expect(store.get(boats, 'acme', 'a')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.commit([write(boats, 'acme', 'b', 'absent', {})])).rejects.toMatchObject({
      code: 'unavailable',
    });
    await store.close();
  });
});

describe('the tables of a Postgres database', () => {
  const first = 'CREATE TABLE slipway.things (id text PRIMARY KEY)';
  const open = async (...steps: string[]): Promise<void> =>
    (
      await openPostgresDatabase(
        { url: database.url },
        { part: 'things', steps: [first, ...steps] },
      )
    ).close();

  test('are brought up to date step by step, and each part of the service has its own steps', async () => {
    await open();
    await database.query("INSERT INTO slipway.things VALUES ('a')");
    await (await openPostgresStore({ url: database.url })).close();
    const second = "ALTER TABLE slipway.things ADD COLUMN colour text NOT NULL DEFAULT 'red'";
    await open(second);
    await open(second);
    expect(await database.query('SELECT * FROM slipway.things')).toEqual([
      { id: 'a', colour: 'red' },
    ]);
  });

  test('stay as they were when a step fails', async () => {
    await open();
    await expect(
      open("INSERT INTO slipway.things VALUES ('half')", 'CREATE TABLE slipway.things ()'),
    ).rejects.toMatchObject({
      code: 'storage_unusable',
    });
    expect(await database.query('SELECT * FROM slipway.things')).toEqual([]);
    await open();
  });
});

test('a Postgres that takes no more connections, or is gone, is unavailable to everybody, and nobody is told where it is', async () => {
  const role = `few_${process.pid}`;
  await database.query(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'x' CONNECTION LIMIT 20`);
  const address = new URL(database.url);
  Object.assign(address, { username: role, password: 'x' });
  const url = address.href;
  const store = await openPostgresStore({ url, kinds: [boats] });
  const facts = await openPostgresFacts({ url, cache: false });
  const rate = await openPostgresRate({ url });
  const scope = {
    accountId: 'act_1',
    breakdown: 'none' as const,
    from: '2026-10-01',
    to: '2026-10-31',
  };
  const everything = () =>
    Promise.allSettled([
      store.get(boats, 'acme', 'a'),
      store.find(boats, 'acme'),
      store.commit([write(boats, 'acme', 'a', 'absent', {})]),
      rate.take([{ key: 'key', limit: 10 }], 60_000, 1),
      facts.coverage('acme', scope),
      facts.put('acme', scope, [], 1),
    ]);
  const disconnect = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`;
  // A superuser is not limited.
  await database.query(`ALTER ROLE ${role} NOSUPERUSER CONNECTION LIMIT 0`);
  await database.query(disconnect);
  await expect
    .poll(() => database.query(`SELECT FROM pg_stat_activity WHERE usename = '${role}'`))
    .toEqual([]);
  for (const outcome of await everything()) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    const { message, cause } = (outcome as PromiseRejectedResult).reason;
    expect(message).not.toMatch(new RegExp(`${address.hostname}|${address.port}|${role}`));
    expect((cause as { code?: string }).code).toBe('53300');
  }
  await expect(openPostgresStore({ url })).rejects.toMatchObject({
    code: 'storage_unusable',
    message: expect.stringContaining('has no connection left'),
  });
  await database.query(`ALTER ROLE ${role} SUPERUSER CONNECTION LIMIT 20`);
  expect(new Set((await everything()).map(({ status }) => status))).toEqual(new Set(['fulfilled']));
  await Promise.all([store.close(), facts.close(), rate.close()]);
  await database.query(`REASSIGN OWNED BY ${role} TO postgres`);
  await database.query(`DROP ROLE ${role}`);
});

describe('a Postgres database that cannot be used', () => {
  const refusal = async (options: PostgresOptions): Promise<string> => {
    const error = await openPostgresStore(options).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ name: 'SlipwayError', code: 'storage_unusable' });
    return (error as Error).message;
  };
  const tables = async (): Promise<unknown[]> =>
    database.query("SELECT FROM information_schema.tables WHERE table_schema = 'slipway'");

  test('because its server is down says so', async () => {
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    expect(await refusal({ url: `postgres://me:secret@127.0.0.1:${port}/slipway` })).toBe(
      `No Postgres answers at 127.0.0.1:${port}. Start it, or correct the address of the database.`,
    );
  });

  test('because the password is wrong says so without telling it', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'sesame';
    const message = await refusal({ url: wrong.href });
    expect(message).toBe(
      `Postgres at ${wrong.host} refuses the user "postgres" or the password. Correct them in the address of the database.`,
    );
    expect(message).not.toContain('sesame');
    expect(await tables()).toEqual([]);
  });

  test('because it does not exist says so', async () => {
    expect(await refusal({ url: database.url.replace(/[^/]+$/, 'nowhere') })).toContain(
      'has no database "nowhere". Create it',
    );
  });

  test('because the address is none says what one looks like', async () => {
    for (const url of ['', 'localhost', 'mysql://x'])
      expect(await refusal({ url })).toContain('postgres://user:password@host:5432/database');
  });

  test('because the user may not make tables says what to grant, and leaves nothing behind', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await database.query(`CREATE ROLE guest_${name} LOGIN PASSWORD 'guest'`);
    const guest = new URL(database.url);
    guest.username = `guest_${name}`;
    guest.password = 'guest';
    expect(await refusal({ url: guest.href })).toBe(
      `The user "guest_${name}" may not make tables in the database "${name}". Run: GRANT CREATE ON DATABASE "${name}" TO "guest_${name}".`,
    );
    expect(await tables()).toEqual([]);
    await database.query(`DROP ROLE guest_${name}`);
  });

  test('because a newer version wrote it says so and changes nothing', async () => {
    await (await openPostgresStore({ url: database.url })).close();
    await database.query(
      "INSERT INTO slipway.schema_versions (part, version) VALUES ('documents', 99)",
    );
    expect(await refusal({ url: database.url })).toBe(
      `The database was written by a newer version of Slipway (its documents are at version 99, this one knows ${documentTables.steps.length}). Start that version, or choose another database.`,
    );
  });

  test('because a field was indexed as another type says so', async () => {
    await (await openPostgresStore({ url: database.url, kinds: [boats] })).close();
    expect(
      await refusal({ url: database.url, kinds: [kind<Boat>('boat', { size: 'string' })] }),
    ).toContain('indexes boat.size as number');
  });
});

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
