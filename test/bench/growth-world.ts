import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { openDuckdbFile } from '../../adapters/duckdb/file.ts';
import { factTables } from '../../adapters/facts/duckdb-tables.ts';
import { dayText } from '../../core/base/time/days.ts';

/** 20,000 ads in 1,000 ad sets and 200 campaigns of one account; days are added to it. */
export const ads = 20_000;
export const company = 'company';
export const account = 'primary:act_1';
const FIRST = 20_000;

export const dayAt = (n: number): string => dayText(FIRST + n);

const figures = `(abs(ad * 7919 + day * 104729) % 10007) * 10000, (abs(ad * 7919 + day * 104729) % 10007) / 2, (ad + day) % 120,
  ((ad + day) % 9) * 1000000, ((ad + day) % 7) * 1000000, (abs(ad * 31 + day) % 10007) * 25000, 0`;

/**
 * The rows themselves by SQL: writing ten million through the port would take longer than all
 * questions together.
 */
export interface Filling {
  /** Days from one number to another, the last not included. */
  fill(from: number, to: number): Promise<void>;
  close(): Promise<void>;
}

const entities = (insert: string, series: (n: number) => string): readonly string[] => [
  `${insert} SELECT n, 1, 1, 'c' || n, 'Campaign ' || n, NULL FROM ${series(200)}`,
  `${insert} SELECT 1000 + n, 1, 2, 's' || n, 'Ad set ' || n, 1 + (n - 1) / 5 FROM ${series(1000)}`,
  `${insert} SELECT 10000 + n, 1, 3, 'a' || n, 'Ad number ' || n, 1001 + (n - 1) / 20 FROM ${series(ads)}`,
];

const factRows = (days: string, adSeries: string): string =>
  `SELECT 2, day, 1 + (ad - 1) / 100, 1001 + (ad - 1) / 20, 10000 + ad, '', ${figures}
   FROM (SELECT CAST(n + ${FIRST} AS bigint) AS day FROM ${days}) AS days, (SELECT n AS ad FROM ${adSeries}) AS ads`;
const columns =
  'source, day, campaign, adset, ad, country, spend, impressions, clicks, results, conversions, conversion_value, result_type';

export function sqliteFilling(file: string): Filling {
  const database = new DatabaseSync(file);
  database.exec(
    'PRAGMA synchronous = OFF; PRAGMA busy_timeout = 5000; CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY)',
  );
  database.exec(
    `WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n < ${ads}) INSERT INTO numbers SELECT n FROM c`,
  );
  const series = (n: number): string => `(SELECT n FROM numbers WHERE n BETWEEN 1 AND ${n})`;
  database.prepare('INSERT INTO fact_account VALUES (1, ?, ?, 1)').run(company, account);
  for (const sql of entities(
    'INSERT INTO fact_entity (key, account, kind, id, name, parent)',
    series,
  ))
    database.exec(sql);
  return {
    async fill(from, to) {
      for (let day = from; day < to; day++) {
        const days = `(SELECT ${day} AS n)`;
        database.exec(`INSERT INTO fact (${columns}) ${factRows(days, series(ads))}`);
        database.exec(
          `INSERT INTO fact_coverage (source, day, fetched_at, first_at) VALUES (2, ${FIRST + day}, 1, 1)`,
        );
      }
      database.exec(
        'UPDATE fact_account SET generation = generation + 1; PRAGMA wal_checkpoint(TRUNCATE)',
      );
    },
    async close() {
      database.close();
    },
  };
}

/** The file must not be open elsewhere meanwhile. */
export function duckdbFilling(file: string): Filling {
  const series = (n: number): string => `generate_series(1, ${n}) AS series (n)`;
  const whole = (sql: string): string => sql.replaceAll(' / ', ' // ');
  let isNew = true;
  return {
    async fill(from, to) {
      const opened = await openDuckdbFile(file, factTables);
      if (isNew)
        await opened.changing(async (session) => {
          await session.run({
            text: 'INSERT INTO fact_account VALUES (1, $1, $2, 1)',
            values: [company, account],
          });
          for (const sql of entities(
            'INSERT INTO fact_entity (key, account, kind, id, name, parent)',
            series,
          ))
            await session.exec(whole(sql));
        });
      isNew = false;
      const days = `generate_series(${from}, ${to - 1}) AS series (n)`;
      await opened.changing(async (session) => {
        await session.exec(
          `INSERT INTO fact (${columns}) ${whole(factRows(days, series(ads)))} ORDER BY day, ad`,
        );
        await session.exec(`INSERT INTO fact_coverage SELECT 2, n + ${FIRST}, 1, 1 FROM ${days}`);
        await session.exec('UPDATE fact_account SET generation = generation + 1');
      });
      await opened.close();
    },
    close: async () => undefined,
  };
}

export async function postgresFilling(url: string): Promise<Filling> {
  const pool = new pg.Pool({ connectionString: url });
  pool.on('connect', (client) => client.on('error', () => undefined));
  pool.on('error', () => undefined);
  const series = (n: number): string => `generate_series(1, ${n}) AS n`;
  const insert =
    'INSERT INTO slipway.fact_entity (key, account, kind, id, name, parent) OVERRIDING SYSTEM VALUE';
  await pool.query(
    'INSERT INTO slipway.fact_account (company_id, account_id, generation) VALUES ($1, $2, 1)',
    [company, account],
  );
  for (const sql of entities(insert, series)) await pool.query(sql);
  return {
    async fill(from, to) {
      const days = `generate_series(${from}, ${to - 1}) AS n`;
      await pool.query(`INSERT INTO slipway.fact (${columns}) ${factRows(days, series(ads))}`);
      await pool.query(
        `INSERT INTO slipway.fact_coverage (source, day, fetched_at, first_at) SELECT 2, n + ${FIRST}, 1, 1 FROM ${days}`,
      );
      await pool.query('UPDATE slipway.fact_account SET generation = generation + 1');
      await pool.query('VACUUM ANALYZE slipway.fact');
    },
    async close() {
      await pool.end();
    },
  };
}
