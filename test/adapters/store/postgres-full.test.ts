// @module-tag postgres
import { connect, createServer, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createPostgresPool } from '../../../adapters/store/postgres-database.ts';
import { createDatabase, type TestDatabase } from '../../postgres/database.ts';

/** What Postgres answers when it has as many clients as it may. */
function full(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

let database: TestDatabase;
let server: Server;
afterEach(async () => {
  server.close();
  await database.drop();
});

/** In front of a database: the first clients find it full. */
async function behind(refusals: number): Promise<{ readonly url: string; refused(): number }> {
  database = await createDatabase();
  const real = new URL(database.url);
  let refused = 0;
  server = createServer((client) => {
    client.on('error', () => undefined);
    if (refused < refusals) {
      refused += 1;
      client.once('data', () => client.end(full()));
      return;
    }
    const upstream = connect(Number(real.port), real.hostname);
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = new URL(database.url);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { readonly port: number }).port);
  return { url: url.href, refused: () => refused };
}

test('a database that has no connection left is waited for', async () => {
  const { url, refused } = await behind(4);
  const pool = createPostgresPool(url, { connections: 2, patienceMs: 60_000 });
  const answers = await Promise.all([
    pool.query('SELECT 1 AS one'),
    pool.query('SELECT 1 AS one'),
    pool.query('SELECT 1 AS one'),
  ]);
  expect(answers.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]]);
  const connection = await pool.connect();
  expect((await connection.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
  connection.release(false);
  expect(refused()).toBe(4);
  await pool.end();
});

test('one that stays full is told by name', async () => {
  const { url, refused } = await behind(Number.POSITIVE_INFINITY);
  const pool = createPostgresPool(url, { connections: 2, patienceMs: 400 });
  const refusal = {
    code: 'unavailable',
    details: [{ code: 'no_connection_left' }],
    cause: { code: '53300' },
  };
  await expect(pool.query('SELECT 1')).rejects.toMatchObject(refusal);
  await expect(pool.connect()).rejects.toMatchObject(refusal);
  expect(refused()).toBeGreaterThan(2);
  await pool.end();
});
