import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { openDuckdbFile } from '../../adapters/duckdb/file.ts';
import { createCachedFacts } from '../../adapters/facts/cached.ts';
import { openDuckdbFacts } from '../../adapters/facts/duckdb.ts';
import { factTables } from '../../adapters/facts/duckdb-tables.ts';
import { openPostgresFacts } from '../../adapters/facts/postgres.ts';
import { openSqliteFacts } from '../../adapters/facts/sqlite.ts';
import type { Fact, Facts } from '../../core/ports/facts.ts';
import { startPostgres } from '../postgres/server.ts';

export type BackendName = 'sqlite' | 'postgres' | 'duckdb';

/** One database engine, through the port and past it. */
export interface Backend {
  readonly name: BackendName;
  /** What `reports-export.ts` opens. */
  readonly place: string;
  open(cache: boolean): Promise<Facts>;
  /** Rows by plain SQL on the same data. */
  raw(sql: string): Promise<readonly unknown[]>;
  /** Plain batched inserts of one day into a table of the same columns, and nothing else. */
  bareInsert(facts: readonly Fact[], day: number): Promise<void>;
  /** Bytes of the table of facts and its indexes. */
  factBytes(): Promise<number>;
  close(): Promise<void>;
}

const cells = (fact: Fact, day: number): number[] => {
  const [campaign, adset, ad] = [fact.campaignId, fact.adsetId, fact.adId].map((id) =>
    Number(id.slice(5)),
  );
  const amounts = [fact.spend, fact.results, fact.conversions, fact.conversionValue].map((amount) =>
    Math.round(amount * 1e6),
  );
  return [2, day, campaign ?? 0, adset ?? 0, ad ?? 0, ...amounts, fact.impressions, fact.clicks, 1];
};

const bareTable = (integer: string): string =>
  `CREATE TABLE bare (source ${integer}, day ${integer}, campaign ${integer}, adset ${integer}, ad ${integer}, spend bigint, results bigint,
     conversions bigint, conversion_value bigint, impressions bigint, clicks bigint, result_type ${integer}, PRIMARY KEY (source, day, campaign, adset, ad))`;

export async function sqliteBackend(): Promise<Backend> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
  const place = join(folder, 'facts.db');
  await (await openSqliteFacts(place)).close();
  const database = new DatabaseSync(place);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000; PRAGMA cache_size = -16384',
  );
  const beside = new DatabaseSync(join(folder, 'bare.db'));
  beside.exec(
    `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${bareTable('integer')} WITHOUT ROWID`,
  );
  const insert = beside.prepare('INSERT INTO bare VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  return {
    name: 'sqlite',
    place,
    open: (cache) => openSqliteFacts(place, { cache }),
    raw: async (sql) => database.prepare(sql).all(),
    factBytes: async () =>
      Number(
        (
          database
            .prepare(
              'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
            )
            .get() as {
            bytes: number;
          }
        ).bytes,
      ),
    async bareInsert(facts, day) {
      beside.exec('BEGIN');
      for (const fact of facts) insert.run(...cells(fact, day));
      beside.exec('COMMIT');
    },
    async close() {
      database.close();
      beside.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export async function postgresBackend(): Promise<Backend> {
  const server = await startPostgres();
  const pool = new pg.Pool({ connectionString: server.url });
  // The server may be gone before a connection that is closing.
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  await pool.query(bareTable('integer'));
  await (await openPostgresFacts({ url: server.url })).close();
  return {
    name: 'postgres',
    place: server.url,
    open: (cache) => openPostgresFacts({ url: server.url, cache }),
    raw: async (sql) => (await pool.query(sql)).rows,
    factBytes: async () =>
      Number(
        (await pool.query(`SELECT pg_total_relation_size('slipway.fact') AS bytes`)).rows[0].bytes,
      ),
    async bareInsert(facts, day) {
      const client = await pool.connect();
      await client.query('BEGIN');
      for (let start = 0; start < facts.length; start += 1000) {
        const batch = facts.slice(start, start + 1000).map((fact) => cells(fact, day));
        const places = batch.map(
          (row, r) => `(${row.map((_, c) => `$${r * row.length + c + 1}`).join(',')})`,
        );
        await client.query(`INSERT INTO bare VALUES ${places.join(',')}`, batch.flat());
      }
      await client.query('COMMIT');
      client.release();
    },
    async close() {
      await pool.end();
      await server.stop();
    },
  };
}

/**
 * One process has a file of DuckDB, once: who opens it twice shares it, and plain SQL is asked of a
 * copy.
 */
export async function duckdbBackend(): Promise<Backend> {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
  const place = join(folder, 'facts.duckdb');
  const bareTables = {
    part: 'bare',
    steps: [bareTable('integer').replace(/, PRIMARY KEY.*$/, ')')],
  };
  const beside = await openDuckdbFile(join(folder, 'bare.duckdb'), bareTables);
  let shared: ReturnType<typeof openDuckdbFacts> | undefined;
  let users = 0;
  const open = async (cache: boolean): Promise<Facts> => {
    users += 1;
    shared ??= openDuckdbFacts(place, { cache: false });
    const facts = await shared;
    const close = async (): Promise<void> => {
      users -= 1;
      if (users > 0) return;
      shared = undefined;
      await facts.close();
    };
    return { ...(cache ? createCachedFacts(facts) : facts), close };
  };
  let copy: ReturnType<typeof openDuckdbFile> | undefined;
  const copied = async () => {
    const facts = await open(false);
    const path = (await facts.copy?.('raw')) ?? '';
    await facts.close();
    return openDuckdbFile(path, factTables);
  };
  return {
    name: 'duckdb',
    place,
    open,
    async raw(sql) {
      copy ??= copied();
      return (await copy).all({ text: sql, values: [] });
    },
    factBytes: async () => statSync(place).size,
    async bareInsert(facts, day) {
      const rows = facts.map((fact) => cells(fact, day));
      const types = Array.from({ length: 12 }, (_, i) =>
        i < 5 || i === 11 ? ('integer' as const) : ('bigint' as const),
      );
      await beside.changing((session) =>
        session.append(
          'bare',
          types,
          types.map((_, i) => rows.map((row) => row[i] ?? 0)),
        ),
      );
    },
    async close() {
      await (await copy)?.close();
      await beside.close();
      rmSync(folder, { recursive: true });
    },
  };
}
