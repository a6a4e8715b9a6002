// @module-tag postgres
import { expect, test } from 'vitest';
import { openPostgresFacts } from '../../adapters/facts/postgres.ts';
import { createPostgresPool } from '../../adapters/store/postgres-database.ts';
import type { PostgresPool } from '../../adapters/store/postgres-pool.ts';
import { dayText } from '../../core/base/time/days.ts';
import { createDatabase, type TestDatabase } from './database.ts';

/**
 * The pool, and how Postgres means to carry out each question about facts that it is asked through
 * it.
 */
function explaining(
  pool: PostgresPool,
  options = 'COSTS',
): { readonly pool: PostgresPool; readonly plans: string[] } {
  const plans: string[] = [];
  const asked: PostgresPool = {
    query: (sql, values) => pool.query(sql, values),
    end: () => pool.end(),
    async connect() {
      const connection = await pool.connect();
      return {
        on: (event, listener) => connection.on(event, listener),
        off: (event, listener) => connection.off(event, listener),
        release: (broken) => connection.release(broken),
        async query(sql, values) {
          if (/FROM slipway\.fact(_by_campaign)?\b/.test(sql)) {
            const { rows } = await connection.query(`EXPLAIN (${options}) ${sql}`, values);
            plans.push(
              (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n'),
            );
          }
          return connection.query(sql, values);
        },
      };
    },
  };
  return { pool: asked, plans };
}

const DAYS = 400;
const FIRST_DAY = 20_000;

/** One account with 100 ads that delivered on each of so many days. */
async function fill(database: TestDatabase, days = DAYS): Promise<void> {
  await database.query(
    "INSERT INTO slipway.fact_account (company_id, account_id, generation) VALUES ('acme', 'act_1', 1) RETURNING key",
  );
  await database.query(
    `INSERT INTO slipway.fact_coverage (source, day, fetched_at, first_at)
     SELECT key * 2, ${FIRST_DAY} + n, 1, 1 FROM slipway.fact_account, generate_series(1, ${days}) AS n`,
  );
  await database.query(
    `INSERT INTO slipway.fact (source, day, campaign, adset, ad, country, spend, impressions, clicks, results, conversions, conversion_value, result_type)
     SELECT key * 2, ${FIRST_DAY} + n, ad / 20, ad / 5, ad, '', 1, 1, 1, 1, 1, 1, 0
     FROM slipway.fact_account, generate_series(1, ${days}) AS n, generate_series(1, 100) AS ad`,
  );
  await database.query('ANALYZE slipway.fact');
}

test('a month of a large account is read by its index, however dear the database takes jumps to be', async () => {
  const database = await createDatabase();
  await (await openPostgresFacts({ url: database.url })).close();
  await fill(database);
  // Stands in for a table of ten million rows, where the default is dear enough.
  await database.query(
    `ALTER DATABASE ${new URL(database.url).pathname.slice(1)} SET random_page_cost = 400`,
  );
  const { pool, plans } = explaining(createPostgresPool(database.url));
  const facts = await openPostgresFacts({ pool, cache: false });
  const [from, to] = [dayText(FIRST_DAY + DAYS - 29), dayText(FIRST_DAY + DAYS)];
  const month = { from, to, breakdown: 'none' as const };
  const query = {
    ...month,
    accountIds: ['act_1'],
    groupBy: ['day'],
    measures: ['impressions'],
  } as const;
  const { groups } = await facts.aggregate('acme', query);
  expect(groups.map(({ sums }) => sums.impressions)).toEqual(Array.from({ length: 30 }, () => 100));
  await facts.scan('acme', { scope: { ...month, accountId: 'act_1' }, level: 'adId', limit: 10 });
  expect(plans).toHaveLength(2);
  for (const plan of plans) expect(plan).toMatch(/using fact_pkey|on fact_pkey/);

  while ((await facts.rollUp('acme', 100)) === 'more');
  plans.length = 0;
  expect((await facts.aggregate('acme', query)).groups).toEqual(groups);
  expect(plans).toEqual([expect.stringMatching(/fact_by_campaign_pkey/)]);
  await pool.end();

  // What it would be without: the test can fail.
  const [row] = await database.query(
    'EXPLAIN SELECT sum(spend) FROM slipway.fact WHERE day > 20370 AND source = 2',
  );
  expect(row?.['QUERY PLAN']).not.toContain('fact_pkey');
  await database.drop();
});

test('a month of an account reads as many pages in a table of ten times as many days', async () => {
  const pagesAt = async (days: number): Promise<number> => {
    const database = await createDatabase();
    const { pool, plans } = explaining(createPostgresPool(database.url), 'ANALYZE, BUFFERS');
    const facts = await openPostgresFacts({ pool, cache: false });
    await fill(database, days);
    const [from, to] = [dayText(FIRST_DAY + 1), dayText(FIRST_DAY + 30)];
    await facts.aggregate('acme', {
      from,
      to,
      breakdown: 'none',
      accountIds: ['act_1'],
      groupBy: ['adId'],
      measures: ['spend'],
    });
    await pool.end();
    await database.drop();
    const [, hit = '0'] = /Buffers: shared hit=(\d+)/.exec(plans[0] ?? '') ?? [];
    const [, read = '0'] = /Buffers: shared .*read=(\d+)/.exec(plans[0] ?? '') ?? [];
    return Number(hit) + Number(read);
  };
  const [small, large] = [await pagesAt(60), await pagesAt(600)];
  expect(small).toBeGreaterThan(20);
  expect(large).toBeLessThan(small * 1.3);
});
