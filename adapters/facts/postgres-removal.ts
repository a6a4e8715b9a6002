import type { PostgresConnection } from '../store/postgres-pool.ts';
import { NAMES_A_STEP } from './columns.ts';

/** As in SQLite. */
export async function removeSomeFacts(connection: PostgresConnection, companyId: string, days: number): Promise<'more' | 'done'> {
  const { rows } = await connection.query('SELECT key FROM slipway.fact_account WHERE company_id = $1 LIMIT 1 FOR UPDATE', [
    companyId,
  ]);
  const [account] = rows as readonly { readonly key: number }[];
  if (account === undefined) return 'done';
  const uncovered = await connection.query(
    `WITH chosen AS (SELECT source, day FROM slipway.fact_coverage WHERE source IN ($1::integer * 2, $1::integer * 2 + 1) LIMIT $2),
          gone AS (DELETE FROM slipway.fact USING chosen WHERE fact.source = chosen.source AND fact.day = chosen.day),
          past AS (DELETE FROM slipway.fact_past AS p USING chosen WHERE p.source = chosen.source AND p.day = chosen.day),
          campaigns AS (DELETE FROM slipway.fact_by_campaign AS r USING chosen WHERE r.source = chosen.source AND r.day = chosen.day),
          adsets AS (DELETE FROM slipway.fact_by_adset AS r USING chosen WHERE r.source = chosen.source AND r.day = chosen.day)
     DELETE FROM slipway.fact_coverage AS covered USING chosen
     WHERE covered.source = chosen.source AND covered.day = chosen.day RETURNING covered.day`,
    [account.key, days],
  );
  if (uncovered.rows.length > 0) return 'more';
  const named = await connection.query(
    `DELETE FROM slipway.fact_entity
     WHERE key IN (SELECT key FROM slipway.fact_entity WHERE account = $1 LIMIT ${NAMES_A_STEP}) RETURNING key`,
    [account.key],
  );
  if (named.rows.length === 0) await connection.query('DELETE FROM slipway.fact_account WHERE key = $1', [account.key]);
  return 'more';
}
