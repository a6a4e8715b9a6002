import { numberOf } from '../../core/base/time/days.ts';
import { type FactRow, measures } from '../../core/ports/facts.ts';
import type { ColumnType, DuckdbSession } from '../duckdb/connection.ts';
import { columns, toStored } from '../facts/columns.ts';
import type { Migrations } from '../store/migrations.ts';

/** The tables of an export and what their files hold. adapters/facts/README.md describes them. */

export const tables = [
  { name: 'ad_days', breakdown: 'none' },
  { name: 'ad_country_days', breakdown: 'country' },
] as const;
export type ParquetTable = (typeof tables)[number];

/** The account that rows are of. */
export interface ParquetAccount {
  /** As facts know it: the platform, a colon, its id. */
  readonly key: string;
  readonly currency: string;
}

const ids = ['campaign_id', 'adset_id', 'ad_id', 'country', 'result_type'];
const amounts = measures.map((measure) => columns[measure]);

/**
 * Where rows are gathered until they are written as a file: on disk, so that a month of any size
 * fits.
 */
export const workTables: Migrations = {
  part: 'parquet',
  steps: [
    `CREATE TABLE part (day INTEGER, ${ids.map((name) => `${name} VARCHAR`).join(', ')}, ${amounts.map(({ name }) => `${name} BIGINT`).join(', ')});
     CREATE TABLE seen (nth INTEGER, entity VARCHAR, id VARCHAR, name VARCHAR);`,
  ],
};

const PART_TYPES: readonly ColumnType[] = [
  'integer',
  ...ids.map(() => 'text' as const),
  ...amounts.map(() => 'bigint' as const),
];

/** Rows of facts, gathered; with the names they carry, of which later ones count. */
export async function gather(
  session: DuckdbSession,
  rows: readonly FactRow[],
  nth: number,
): Promise<void> {
  await session.append('part', PART_TYPES, [
    rows.map(({ day }) => numberOf(day)),
    rows.map(({ entity }) => entity.campaignId ?? ''),
    rows.map(({ entity }) => entity.adsetId ?? ''),
    rows.map(({ entity }) => entity.adId ?? ''),
    rows.map(({ country }) => country),
    rows.map(({ resultType }) => resultType || null),
    ...measures.map((measure) => rows.map((row) => toStored(measure, row[measure]))),
  ]);
  const names = new Map<string, readonly [entity: string, id: string, name: string]>();
  for (const { entity } of rows)
    for (const [kind, id = '', name = ''] of [
      ['campaign', entity.campaignId, entity.campaignName],
      ['adset', entity.adsetId, entity.adsetName],
      ['ad', entity.adId, entity.adName],
    ] as const)
      names.set(`${kind} ${id}`, [kind, id, name]);
  const found = [...names.values()];
  await session.append(
    'seen',
    ['integer', 'text', 'text', 'text'],
    [found.map(() => nth), ...[0, 1, 2].map((i) => found.map((each) => each[i] ?? ''))],
  );
}

/** Amounts are exact: whole millionths become a decimal without division. */
const amount = ({ name, scale }: { readonly name: string; readonly scale: number }): string =>
  scale === 1
    ? name
    : `CAST(CAST(${name} AS DECIMAL(18, 0)) * 0.000001 AS DECIMAL(18, 6)) AS ${name}`;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Writes what was gathered as a file, in the order it came, and forgets it. */
export async function writePart(
  session: DuckdbSession,
  table: ParquetTable,
  account: ParquetAccount,
  file: string,
): Promise<void> {
  const [platform, accountId] = partsOf(account.key);
  const wanted = [
    "DATE '1970-01-01' + day AS day",
    `${quoted(platform)} AS platform_id`,
    `${quoted(accountId)} AS account_id`,
    'campaign_id',
    'adset_id',
    'ad_id',
    ...(table.breakdown === 'country' ? ['country'] : []),
    `${quoted(account.currency)} AS currency`,
    ...amounts.map(amount),
    'result_type',
  ];
  await session.exec(
    `COPY (SELECT ${wanted.join(', ')} FROM part) TO ${quoted(file)} (FORMAT parquet, COMPRESSION snappy)`,
  );
  await session.exec('TRUNCATE part');
}

/**
 * Writes names: those of an earlier file, where there is one, with those that were seen since in
 * their place.
 */
export async function writeNames(
  session: DuckdbSession,
  earlier: string | undefined,
  file: string,
): Promise<void> {
  const before =
    earlier === undefined
      ? ''
      : `UNION ALL SELECT -1, entity, id, name FROM read_parquet(${quoted(earlier)})`;
  await session.exec(
    `COPY (SELECT entity, id, arg_max(name, nth) AS name FROM (SELECT * FROM seen ${before}) AS named GROUP BY entity, id ORDER BY entity, id)
     TO ${quoted(file)} (FORMAT parquet, COMPRESSION snappy)`,
  );
  await session.exec('TRUNCATE seen');
}

/** The platform and the id of an account. */
function partsOf(key: string): readonly [platform: string, accountId: string] {
  const at = key.indexOf(':');
  return [key.slice(0, Math.max(0, at)), key.slice(at + 1)];
}

const folderOf = (key: string): string => {
  const [platform, accountId] = partsOf(key);
  return `platform=${encodeURIComponent(platform)}/account=${encodeURIComponent(accountId)}`;
};

/**
 * One file for each partition: what replaces it has the same name, so that no reader ever counts
 * anything twice.
 */
export const partKey = (table: ParquetTable, key: string, month: string): string =>
  `${table.name}/${folderOf(key)}/month=${month}/facts.parquet`;
export const namesKey = (key: string): string => `names/${folderOf(key)}/names.parquet`;
