import { dayNumber } from '../../core/base/time/days.ts';
import type { FactLimits } from '../../core/ports/facts.ts';
import type { PostgresConnection } from '../store/postgres-pool.ts';

/** As in SQLite, inside a transaction. Puts to one account follow each other, and so does this. */
export async function forgetSomeFacts(
  connection: PostgresConnection,
  companyId: string,
  { factsBefore, vintagesBefore = 0 }: FactLimits,
  days: number,
): Promise<number> {
  const sources = `SELECT key * 2 + n FROM slipway.fact_account, generate_series(0, 1) AS n WHERE company_id = $1`;
  const found = await connection.query(
    `SELECT source, day, day < $2 AS is_old FROM slipway.fact_coverage AS c WHERE source IN (${sources}) AND (day < $2 OR (first_at < $3
       AND EXISTS (SELECT 1 FROM slipway.fact_past AS p WHERE p.source = c.source AND p.day = c.day AND p.until <= $3))) LIMIT $4`,
    [companyId, dayNumber(factsBefore ?? '') ?? -1_000_000, vintagesBefore, days],
  );
  const rows = found.rows as readonly { readonly source: number; readonly day: number; readonly is_old: boolean }[];
  if (rows.length === 0) return 0;
  await connection.query('UPDATE slipway.fact_account SET generation = generation + 1 WHERE key = ANY($1::integer[])', [
    [...new Set(rows.map(({ source }) => Math.floor(source / 2)))].sort((a, b) => a - b),
  ]);
  const lists = (isOld: boolean): readonly unknown[] => {
    const of = rows.filter((row) => row.is_old === isOld);
    return [of.map(({ source }) => source), of.map(({ day }) => day)];
  };
  const chosen = 'unnest($1::integer[], $2::integer[]) AS chosen (source, day)';
  for (const table of ['fact', 'fact_past', 'fact_by_campaign', 'fact_by_adset', 'fact_coverage'])
    await connection.query(
      `DELETE FROM slipway.${table} AS t USING ${chosen} WHERE t.source = chosen.source AND t.day = chosen.day`,
      [...lists(true)],
    );
  const dated = [...lists(false), vintagesBefore];
  await connection.query(
    `DELETE FROM slipway.fact_past AS t USING ${chosen} WHERE t.source = chosen.source AND t.day = chosen.day AND t.until <= $3`,
    dated,
  );
  await connection.query(
    `UPDATE slipway.fact_coverage AS t SET first_at = least($3, fetched_at) FROM ${chosen} WHERE t.source = chosen.source AND t.day = chosen.day`,
    dated,
  );
  return rows.length;
}
