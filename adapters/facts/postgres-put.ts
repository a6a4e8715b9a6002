import { numberOf } from '../../core/base/time/days.ts';
import type { Fact, FactScope } from '../../core/ports/facts.ts';
import type { PostgresConnection } from '../store/postgres-pool.ts';
import { type checkedFacts, entityKinds, figureColumns, figuresOf, sourceOf } from './columns.ts';
import { rollDays } from './postgres-roll-ups.ts';
import { changesOf, type KeptRow } from './vintages.ts';

/** Rows that travel in one statement, as one array per column. */
const BATCH = 20_000;

/**
 * Replaces a range, inside a transaction. The account's row is locked first: puts to one account
 * follow each other.
 */
export async function writeFacts(
  connection: PostgresConnection,
  companyId: string,
  {
    scope,
    facts,
    dayOf,
    fetchedAt,
  }: ReturnType<typeof checkedFacts> & { readonly scope: FactScope; readonly fetchedAt: number },
): Promise<void> {
  const { rows } = await connection.query(
    `INSERT INTO slipway.fact_account AS known (company_id, account_id, generation) VALUES ($1, $2, 1)
     ON CONFLICT (company_id, account_id) DO UPDATE SET generation = known.generation + 1 RETURNING key`,
    [companyId, scope.accountId],
  );
  const { key: account } = rows[0] as { key: number };
  const source = sourceOf(account, scope.breakdown);
  const [from, to] = [numberOf(scope.from), numberOf(scope.to)];
  const campaigns = await keysOf(
    connection,
    account,
    kindNumbers.campaigns,
    wantedOf.campaigns(facts),
  );
  const adsets = await keysOf(
    connection,
    account,
    kindNumbers.adsets,
    wantedOf.adsets(facts, campaigns),
  );
  const ads = await keysOf(connection, account, kindNumbers.ads, wantedOf.ads(facts, adsets));
  const kinds = await keysOf(connection, account, kindNumbers.kinds, wantedOf.kinds(facts));

  const wanted = facts.map((fact) => {
    const day = dayOf.get(fact.day) ?? 0;
    const [campaign, adset, ad] = [
      campaigns.get(fact.campaignId) ?? 0,
      adsets.get(fact.adsetId) ?? 0,
      ads.get(fact.adId) ?? 0,
    ];
    const figures = figuresOf(fact, kinds.get(fact.resultType ?? '') ?? 0);
    return { day, campaign, adset, ad, country: fact.country, figures };
  });
  const range = [source, from, to];
  const found = await connection.query(
    'SELECT day, rolled_at = fetched_at AS is_rolled FROM slipway.fact_coverage WHERE source = $1 AND day BETWEEN $2 AND $3',
    range,
  );
  const known = found.rows as readonly { readonly day: number; readonly is_rolled: boolean }[];
  const touched = new Set(known.filter(({ is_rolled }) => !is_rolled).map(({ day }) => day));
  if (known.length === 0) {
    await connection.query(
      'DELETE FROM slipway.fact WHERE source = $1 AND day BETWEEN $2 AND $3',
      range,
    );
    await addFacts(connection, source, wanted);
    for (const { day } of wanted) touched.add(day);
  } else {
    const seen = new Set(known.map(({ day }) => day));
    for (const day of await replaceFacts(connection, range, {
      rows: wanted,
      seen,
      until: fetchedAt,
    }))
      touched.add(day);
  }
  await rollDays(connection, source, [...touched]);
  await connection.query(
    `INSERT INTO slipway.fact_coverage (source, day, fetched_at, first_at, rolled_at)
     SELECT $1, day, $4, $4, $4 FROM generate_series($2::integer, $3::integer) AS day
     ON CONFLICT (source, day) DO UPDATE SET fetched_at = excluded.fetched_at, rolled_at = excluded.rolled_at`,
    [source, from, to, fetchedAt],
  );
}

/**
 * Of days that were fetched before only what differs is written, and what was there is kept as a
 * vintage. Answers the days of what differed.
 */
async function replaceFacts(
  connection: PostgresConnection,
  range: readonly number[],
  {
    rows,
    seen,
    until,
  }: {
    readonly rows: readonly KeptRow[];
    readonly seen: ReadonlySet<number>;
    readonly until: number;
  },
): Promise<readonly number[]> {
  const [source = 0] = range;
  const found = await connection.query(
    `SELECT day, campaign, adset, ad, country, ${figureColumns.join(', ')}
     FROM slipway.fact WHERE source = $1 AND day BETWEEN $2 AND $3`,
    [...range],
  );
  const before = (found.rows as readonly { readonly [column: string]: number | string }[]).map(
    (row) => ({
      day: Number(row.day),
      campaign: Number(row.campaign),
      adset: Number(row.adset),
      ad: Number(row.ad),
      country: String(row.country),
      figures: figureColumns.map((column) => Number(row[column])),
    }),
  );
  const { changed, fresh, gone } = changesOf(before, rows);
  const past = [...changed.map(({ was }) => was), ...gone];
  const absent = fresh
    .filter(({ day }) => seen.has(day))
    .map((row) => ({ ...row, figures: figureColumns.map(() => 0) }));
  await keepPast(connection, source, { rows: past, until, isAbsent: 0 });
  await keepPast(connection, source, { rows: absent, until, isAbsent: 1 });
  await removeFacts(connection, source, past);
  await addFacts(connection, source, [...changed.map(({ now }) => now), ...fresh]);
  return [...past, ...fresh].map(({ day }) => day);
}

const inBatches = async (
  rows: readonly KeptRow[],
  write: (batch: readonly KeptRow[]) => Promise<unknown>,
): Promise<void> => {
  for (let start = 0; start < rows.length; start += BATCH)
    await write(rows.slice(start, start + BATCH));
};

const keysIn = (batch: readonly KeptRow[]): readonly unknown[] => [
  numbers(batch, ({ day }) => day),
  numbers(batch, ({ campaign }) => campaign),
  numbers(batch, ({ adset }) => adset),
  numbers(batch, ({ ad }) => ad),
  batch.map(({ country }) => country),
];
const figuresIn = (batch: readonly KeptRow[]): readonly unknown[] =>
  figureColumns.map((_, i) => numbers(batch, ({ figures }) => Number(figures[i])));

const KEYS = 'day, campaign, adset, ad, country';
const keyTypes = (first: number): string =>
  ['integer', 'integer', 'integer', 'integer', 'text']
    .map((type, i) => `$${first + i}::${type}[]`)
    .join(', ');
const figureTypes = (first: number): string =>
  figureColumns
    .map((column, i) => `$${first + i}::${column === 'result_type' ? 'integer' : 'bigint'}[]`)
    .join(', ');

const addFacts = (
  connection: PostgresConnection,
  source: number,
  rows: readonly KeptRow[],
): Promise<void> =>
  inBatches(rows, (batch) =>
    connection.query(
      `INSERT INTO slipway.fact (source, ${KEYS}, ${figureColumns.join(', ')}) SELECT $1, * FROM unnest(${keyTypes(2)}, ${figureTypes(7)})`,
      [source, ...keysIn(batch), ...figuresIn(batch)],
    ),
  );

const keepPast = (
  connection: PostgresConnection,
  source: number,
  {
    rows,
    until,
    isAbsent,
  }: { readonly rows: readonly KeptRow[]; readonly until: number; readonly isAbsent: 0 | 1 },
): Promise<void> =>
  inBatches(rows, (batch) =>
    connection.query(
      `INSERT INTO slipway.fact_past (source, until, is_absent, ${KEYS}, ${figureColumns.join(', ')})
       SELECT $1, $2, $3, * FROM unnest(${keyTypes(4)}, ${figureTypes(9)}) ON CONFLICT DO NOTHING`,
      [source, until, isAbsent, ...keysIn(batch), ...figuresIn(batch)],
    ),
  );

const removeFacts = (
  connection: PostgresConnection,
  source: number,
  rows: readonly KeptRow[],
): Promise<void> =>
  inBatches(rows, (batch) =>
    connection.query(
      `DELETE FROM slipway.fact AS f USING unnest(${keyTypes(2)}) AS old (${KEYS})
       WHERE f.source = $1 AND f.day = old.day AND f.campaign = old.campaign AND f.adset = old.adset AND f.ad = old.ad AND f.country = old.country`,
      [source, ...keysIn(batch)],
    ),
  );

/** A column of whole numbers as Postgres writes an array: the driver would quote each of them. */
const numbers = <T>(rows: readonly T[], read: (row: T) => number): string =>
  `{${rows.map(read).join(',')}}`;

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
  const { fresh, changed } = entityChanges(wanted, new Map(rows.map((row) => [row.id, row])));
  if (changed.length > 0)
    await connection.query(
      `UPDATE slipway.fact_entity AS known SET name = latest.name, parent = latest.parent
       FROM unnest($1::integer[], $2::text[], $3::integer[]) AS latest (key, name, parent) WHERE known.key = latest.key`,
      [
        changed.map(({ key }) => key),
        changed.map(({ name }) => name),
        changed.map(({ parent }) => parent),
      ],
    );
  if (fresh.length > 0) {
    const added = await connection.query(
      `INSERT INTO slipway.fact_entity (account, kind, id, name, parent)
       SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::integer[]) RETURNING key, id`,
      [
        account,
        kind,
        fresh.map(({ id }) => id),
        fresh.map(({ name }) => name),
        fresh.map(({ parent }) => parent),
      ],
    );
    for (const { key, id } of added.rows as readonly { key: number; id: string }[])
      keys.set(id, key);
  }
  return keys;
}

/** A campaign, ad set, ad or kind of result, as a put to Postgres names it. */
interface Entity {
  readonly id: string;
  readonly name: string;
  readonly parent: number | null;
}

interface KnownEntity extends Entity {
  readonly key: number;
}

/** What must be written so that the entities are known as they are named now. */
interface EntityChanges {
  readonly fresh: readonly Entity[];
  readonly changed: readonly Omit<KnownEntity, 'id'>[];
}

function entityChanges(
  wanted: ReadonlyMap<string, Entity>,
  known: ReadonlyMap<string, KnownEntity>,
): EntityChanges {
  const fresh: Entity[] = [];
  const changed: Omit<KnownEntity, 'id'>[] = [];
  for (const entity of wanted.values()) {
    const row = known.get(entity.id);
    if (row === undefined) {
      fresh.push(entity);
      continue;
    }
    const name = entity.name === '' ? row.name : entity.name;
    if (name !== row.name || entity.parent !== row.parent)
      changed.push({ key: row.key, name, parent: entity.parent });
  }
  return { fresh, changed };
}

/** The entities of one kind that facts name: those above must have their keys already. */
const wantedOf = {
  campaigns: (facts: readonly Fact[]) =>
    collect(facts, ({ campaignId, campaignName }) => ({
      id: campaignId,
      name: campaignName,
      parent: null,
    })),
  adsets: (facts: readonly Fact[], campaigns: ReadonlyMap<string, number>) =>
    collect(facts, ({ adsetId, adsetName, campaignId }) => ({
      id: adsetId,
      name: adsetName,
      parent: campaigns.get(campaignId) ?? null,
    })),
  ads: (facts: readonly Fact[], adsets: ReadonlyMap<string, number>) =>
    collect(facts, ({ adId, adName, adsetId }) => ({
      id: adId,
      name: adName,
      parent: adsets.get(adsetId) ?? null,
    })),
  kinds: (facts: readonly Fact[]) =>
    collect(facts, ({ resultType }) =>
      resultType ? { id: resultType, name: '', parent: null } : undefined,
    ),
};

const kindNumbers = {
  campaigns: entityKinds.campaignId,
  adsets: entityKinds.adsetId,
  ads: entityKinds.adId,
  kinds: entityKinds.result,
} as const;

function collect(
  facts: readonly Fact[],
  read: (fact: Fact) => Entity | undefined,
): ReadonlyMap<string, Entity> {
  const wanted = new Map<string, Entity>();
  for (const fact of facts) {
    const entity = read(fact);
    if (entity !== undefined) wanted.set(entity.id, entity);
  }
  return wanted;
}
