import type { Fact, FactScope } from '../../core/ports/facts.ts';
import { numberOf } from '../../core/report/days.ts';
import type { PostgresConnection } from '../store/postgres-database.ts';
import { entityKinds, sourceOf, toStored } from './columns.ts';

/** Rows that travel in one statement, as one array per column. */
const BATCH = 20_000;

/** Replaces a range, inside a transaction. The account's row is locked first: puts to one account follow each other. */
export async function writeFacts(
  connection: PostgresConnection,
  companyId: string,
  scope: FactScope,
  facts: readonly Fact[],
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

  const campaigns = await entityKeys(connection, account, entityKinds.campaignId, facts, (fact) => ({
    id: fact.campaignId,
    name: fact.campaignName,
    parent: null,
  }));
  const adsets = await entityKeys(connection, account, entityKinds.adsetId, facts, (fact) => ({
    id: fact.adsetId,
    name: fact.adsetName,
    parent: campaigns.get(fact.campaignId) ?? null,
  }));
  const ads = await entityKeys(connection, account, entityKinds.adId, facts, (fact) => ({
    id: fact.adId,
    name: fact.adName,
    parent: adsets.get(fact.adsetId) ?? null,
  }));
  const kinds = await entityKeys(connection, account, entityKinds.result, facts, (fact) =>
    fact.resultType ? { id: fact.resultType, name: '', parent: null } : undefined,
  );

  for (let start = 0; start < facts.length; start += BATCH) {
    const batch = facts.slice(start, start + BATCH);
    await connection.query(
      `INSERT INTO slipway.fact (source, day, campaign, adset, ad, country, spend, impressions, clicks, results, conversions, conversion_value, result_type)
       SELECT $1, * FROM unnest($2::integer[], $3::integer[], $4::integer[], $5::integer[], $6::text[], $7::bigint[], $8::bigint[],
         $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::integer[])`,
      [
        source,
        batch.map(({ day }) => numberOf(day)),
        batch.map(({ campaignId }) => campaigns.get(campaignId)),
        batch.map(({ adsetId }) => adsets.get(adsetId)),
        batch.map(({ adId }) => ads.get(adId)),
        batch.map(({ country }) => country),
        batch.map(({ spend }) => toStored('spend', spend)),
        batch.map(({ impressions }) => toStored('impressions', impressions)),
        batch.map(({ clicks }) => toStored('clicks', clicks)),
        batch.map(({ results }) => toStored('results', results)),
        batch.map(({ conversions }) => toStored('conversions', conversions)),
        batch.map(({ conversionValue }) => toStored('conversionValue', conversionValue)),
        batch.map(({ resultType }) => kinds.get(resultType ?? '') ?? 0),
      ],
    );
  }
  await connection.query(
    `INSERT INTO slipway.fact_coverage (source, day, fetched_at) SELECT $1, day, $4 FROM generate_series($2::integer, $3::integer) AS day
     ON CONFLICT (source, day) DO UPDATE SET fetched_at = excluded.fetched_at`,
    [source, from, to, fetchedAt],
  );
}

interface Entity {
  readonly id: string;
  readonly name: string;
  readonly parent: number | null;
}

/** Keys by id. New entities are added, changed ones brought up to date, the others left alone. */
async function entityKeys(
  connection: PostgresConnection,
  account: number,
  kind: number,
  facts: readonly Fact[],
  read: (fact: Fact) => Entity | undefined,
): Promise<ReadonlyMap<string, number>> {
  const wanted = new Map<string, Entity>();
  for (const fact of facts) {
    const entity = read(fact);
    if (entity !== undefined) wanted.set(entity.id, entity);
  }
  if (wanted.size === 0) return new Map();
  const found = await connection.query(
    'SELECT key, id, name, parent FROM slipway.fact_entity WHERE account = $1 AND kind = $2 AND id = ANY($3::text[])',
    [account, kind, [...wanted.keys()]],
  );
  const known = new Map((found.rows as readonly (Entity & { key: number })[]).map((row) => [row.id, row]));
  const entities = [...wanted.values()];
  const fresh = entities.filter(({ id }) => !known.has(id));
  const changed = entities.flatMap((entity) => {
    const row = known.get(entity.id);
    if (row === undefined) return [];
    const name = entity.name === '' ? row.name : entity.name;
    return name === row.name && entity.parent === row.parent ? [] : [{ key: row.key, name, parent: entity.parent }];
  });
  if (changed.length > 0)
    await connection.query(
      `UPDATE slipway.fact_entity AS known SET name = latest.name, parent = latest.parent
       FROM unnest($1::integer[], $2::text[], $3::integer[]) AS latest (key, name, parent) WHERE known.key = latest.key`,
      [changed.map(({ key }) => key), changed.map(({ name }) => name), changed.map(({ parent }) => parent)],
    );
  const keys = new Map([...known].map(([id, { key }]) => [id, key]));
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
