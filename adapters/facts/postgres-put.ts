import type { FactScope } from '../../core/ports/facts.ts';
import { numberOf } from '../../core/time/days.ts';
import type { PostgresConnection } from '../store/postgres-database.ts';
import { type checkedFacts, sourceOf, toStored } from './columns.ts';
import { changesOf, type Entity, type KnownEntity, kindNumbers, wantedOf } from './postgres-entities.ts';

/** Rows that travel in one statement, as one array per column. */
const BATCH = 20_000;

/** Replaces a range, inside a transaction. The account's row is locked first: puts to one account follow each other. */
export async function writeFacts(
  connection: PostgresConnection,
  companyId: string,
  scope: FactScope,
  { facts, dayOf }: ReturnType<typeof checkedFacts>,
  fetchedAt: number,
): Promise<void> {
  const { rows } = await connection.query(
    `INSERT INTO slipway.fact_account AS known (company_id, account_id, generation) VALUES ($1, $2, 1)
     ON CONFLICT (company_id, account_id) DO UPDATE SET generation = known.generation + 1 RETURNING key`,
    [companyId, scope.accountId],
  );
  const { key: account } = rows[0] as { key: number };
  const source = sourceOf(account, scope.breakdown);
  const [from, to] = [numberOf(scope.from), numberOf(scope.to)];
  await connection.query('DELETE FROM slipway.fact WHERE source = $1 AND day BETWEEN $2 AND $3', [source, from, to]);

  const campaigns = await keysOf(connection, account, kindNumbers.campaigns, wantedOf.campaigns(facts));
  const adsets = await keysOf(connection, account, kindNumbers.adsets, wantedOf.adsets(facts, campaigns));
  const ads = await keysOf(connection, account, kindNumbers.ads, wantedOf.ads(facts, adsets));
  const kinds = await keysOf(connection, account, kindNumbers.kinds, wantedOf.kinds(facts));

  for (let start = 0; start < facts.length; start += BATCH) {
    const batch = facts.slice(start, start + BATCH);
    await connection.query(
      `INSERT INTO slipway.fact (source, day, campaign, adset, ad, country, spend, impressions, clicks, results, conversions, conversion_value, result_type)
       SELECT $1, * FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::text[], $7::bigint[], $8::bigint[],
         $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::integer[])`,
      [
        source,
        numbers(batch, ({ day }) => dayOf.get(day) ?? 0),
        numbers(batch, ({ campaignId }) => campaigns.get(campaignId) ?? 0),
        numbers(batch, ({ adsetId }) => adsets.get(adsetId) ?? 0),
        numbers(batch, ({ adId }) => ads.get(adId) ?? 0),
        batch.map(({ country }) => country),
        numbers(batch, ({ spend }) => toStored('spend', spend)),
        numbers(batch, ({ impressions }) => toStored('impressions', impressions)),
        numbers(batch, ({ clicks }) => toStored('clicks', clicks)),
        numbers(batch, ({ results }) => toStored('results', results)),
        numbers(batch, ({ conversions }) => toStored('conversions', conversions)),
        numbers(batch, ({ conversionValue }) => toStored('conversionValue', conversionValue)),
        numbers(batch, ({ resultType }) => kinds.get(resultType ?? '') ?? 0),
      ],
    );
  }
  await connection.query(
    `INSERT INTO slipway.fact_coverage (source, day, fetched_at) SELECT $1, day, $4 FROM generate_series($2::integer, $3::integer) AS day
     ON CONFLICT (source, day) DO UPDATE SET fetched_at = excluded.fetched_at`,
    [source, from, to, fetchedAt],
  );
}

/** A column of whole numbers as Postgres writes an array: the driver would quote each of them. */
const numbers = <T>(rows: readonly T[], read: (row: T) => number): string => `{${rows.map(read).join(',')}}`;

/** Keys by id. New entities are added, changed ones brought up to date, the others left alone. */
async function keysOf(
  connection: PostgresConnection,
  account: number,
  kind: number,
  wanted: ReadonlyMap<string, Entity>,
): Promise<ReadonlyMap<string, number>> {
  if (wanted.size === 0) return new Map();
  const found = await connection.query(
    'SELECT key, id, name, parent FROM slipway.fact_entity WHERE account = $1 AND kind = $2 AND id = ANY($3::text[])',
    [account, kind, [...wanted.keys()]],
  );
  const rows = found.rows as readonly KnownEntity[];
  const keys = new Map(rows.map((row) => [row.id, row.key]));
  const { fresh, changed } = changesOf(wanted, new Map(rows.map((row) => [row.id, row])));
  if (changed.length > 0)
    await connection.query(
      `UPDATE slipway.fact_entity AS known SET name = latest.name, parent = latest.parent
       FROM unnest($1::integer[], $2::text[], $3::integer[]) AS latest (key, name, parent) WHERE known.key = latest.key`,
      [changed.map(({ key }) => key), changed.map(({ name }) => name), changed.map(({ parent }) => parent)],
    );
  if (fresh.length > 0) {
    const added = await connection.query(
      `INSERT INTO slipway.fact_entity (account, kind, id, name, parent)
       SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::integer[]) RETURNING key, id`,
      [account, kind, fresh.map(({ id }) => id), fresh.map(({ name }) => name), fresh.map(({ parent }) => parent)],
    );
    for (const { key, id } of added.rows as readonly { key: number; id: string }[]) keys.set(id, key);
  }
  return keys;
}
