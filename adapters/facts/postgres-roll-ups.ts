import type { PostgresConnection } from '../store/postgres-pool.ts';
import { sourceOf } from './columns.ts';
import { rollUpSql, unrolledSql } from './roll-ups.ts';

const statements = [false, true].map((hasCountries) =>
  rollUpSql('slipway.', 'source = $1 AND day = ANY($2::integer[])', {
    hasCountries,
    whole: (sum) => `(${sum})::bigint`,
  }),
);

/** Makes those of some days of a source anew, inside a transaction that holds the account's row. */
export async function rollDays(
  connection: PostgresConnection,
  source: number,
  days: readonly number[],
): Promise<void> {
  if (days.length === 0) return;
  for (const text of statements[source % 2] ?? [])
    await connection.query(text, [source, [...days]]);
}

/** Days of a range without theirs; none when all have them. */
export const unrolledOf = {
  text: `${unrolledSql('slipway.', 'source = ANY($1::integer[])')} AND day BETWEEN $2 AND $3 LIMIT 1`,
  values: (
    sources: readonly number[],
    from: number,
    to: number,
  ): readonly (number | readonly number[])[] => [sources, from, to],
};

/** As in SQLite, inside a transaction: for days of one account at a time. */
export async function rollMissing(
  connection: PostgresConnection,
  companyId: string,
  days: number,
  anew: boolean,
): Promise<'more' | 'done'> {
  const { rows: keys } = await connection.query(
    'SELECT key FROM slipway.fact_account WHERE company_id = $1',
    [companyId],
  );
  const sources = (keys as { key: number }[]).flatMap(({ key }) => [
    sourceOf(key, 'none'),
    sourceOf(key, 'country'),
  ]);
  if (anew)
    await connection.query(
      'UPDATE slipway.fact_coverage SET rolled_at = -1 WHERE source = ANY($1::integer[])',
      [sources],
    );
  const next = await connection.query(
    `${unrolledSql('slipway.', 'source = ANY($1::integer[])')} LIMIT 1`,
    [sources],
  );
  const [first] = next.rows as { source: number }[];
  if (first === undefined) return 'done';
  // Puts to one account follow each other, and so does this.
  await connection.query('SELECT 1 FROM slipway.fact_account WHERE key = $1 FOR UPDATE', [
    Math.floor(first.source / 2),
  ]);
  const { rows } = await connection.query(
    `${unrolledSql('slipway.', 'source = $1')} ORDER BY day LIMIT $2`,
    [first.source, days],
  );
  const missing = (rows as { day: number }[]).map(({ day }) => day);
  await rollDays(connection, first.source, missing);
  await connection.query(
    'UPDATE slipway.fact_coverage SET rolled_at = fetched_at WHERE source = $1 AND day = ANY($2::integer[])',
    [first.source, missing],
  );
  return 'more';
}
