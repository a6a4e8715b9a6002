import pg from 'pg';
import { askDesk } from '../ask-desk.ts';

export interface TestDatabase {
  readonly url: string;
  /** One statement past everything else, to look or to meddle. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Throws everybody out and removes it. */
  drop(): Promise<void>;
}

let count = 0;

/** A new, empty database of its own on this run's Postgres. */
export async function createDatabase(): Promise<TestDatabase> {
  const server = await askDesk('/postgres');
  const name = `test_${process.pid}_${count++}`;
  await run(server, `CREATE DATABASE ${name}`);
  const url = server.replace(/postgres$/, name);
  return {
    url,
    query: (sql, values) => run(url, sql, values),
    async drop() {
      await run(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

const spare: TestDatabase[] = [];

/**
 * The same for files with many tests: what one test has dropped the next one gets again, empty.
 * Making one takes ten times as long.
 */
export async function borrowDatabase(): Promise<TestDatabase> {
  const database = spare.pop() ?? (await createDatabase());
  return {
    ...database,
    async drop() {
      await database.query('DROP SCHEMA IF EXISTS slipway, slipway_boss CASCADE');
      spare.push(database);
    },
  };
}

async function run(
  url: string,
  sql: string,
  values?: unknown[],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
