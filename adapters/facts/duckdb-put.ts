import { numberOf } from '../../core/base/time/days.ts';
import type { Fact, FactScope } from '../../core/ports/facts.ts';
import type { ColumnType, DuckdbSession } from '../duckdb/connection.ts';
import { type checkedFacts, figureColumns as FIGURES, figuresOf, sourceOf } from './columns.ts';
import type { createDuckdbKeys } from './duckdb-keys.ts';
import { changesOf, type KeptRow } from './vintages.ts';

const KEYS = ['day', 'campaign', 'adset', 'ad', 'country'];
const KEY_TYPES: readonly ColumnType[] = ['integer', 'integer', 'integer', 'integer', 'text'];
const FIGURE_TYPES = FIGURES.map(
  (name): ColumnType => (name === 'result_type' ? 'integer' : 'bigint'),
);
const NOTHING = FIGURES.map(() => 0);

const OF_RANGE = 'source = $1 AND day BETWEEN $2 AND $3';

/**
 * Replaces a range, inside a transaction. Days that nobody has fetched before are written straight
 * through; of the others only what differs is written, and what was there is kept as a vintage.
 */
export async function writeFacts(
  session: DuckdbSession,
  keys: ReturnType<typeof createDuckdbKeys>,
  {
    companyId,
    scope,
    fetchedAt,
  }: { readonly companyId: string; readonly scope: FactScope; readonly fetchedAt: number },
  { facts, dayOf }: ReturnType<typeof checkedFacts>,
): Promise<void> {
  const source = sourceOf(await keys.begin(session, companyId, scope.accountId), scope.breakdown);
  const range = [source, numberOf(scope.from), numberOf(scope.to)];
  const rows = facts.map((fact) => rowOf(fact, dayOf.get(fact.day) ?? 0, keys.of(fact)));
  // In one order: what is asked about together lies together.
  rows.sort((a, b) => a.day - b.day || a.campaign - b.campaign || a.adset - b.adset || a.ad - b.ad);
  await keys.write(session);
  const known = await session.all<{ day: number; fetched_at: number }>({
    text: `SELECT day, fetched_at FROM fact_coverage WHERE ${OF_RANGE}`,
    values: range,
  });
  if (known.length === 0) await addFacts(session, source, rows);
  else await replaceFacts(session, range, { rows, known, until: fetchedAt });
  await cover(session, range, known, fetchedAt);
}

async function replaceFacts(
  session: DuckdbSession,
  range: readonly number[],
  {
    rows,
    known,
    until,
  }: {
    readonly rows: readonly KeptRow[];
    readonly known: readonly { readonly day: number; readonly fetched_at: number }[];
    readonly until: number;
  },
): Promise<void> {
  const [source = 0] = range;
  const found = await session.all<{ readonly [column: string]: number | string }>({
    text: `SELECT ${[...KEYS, ...FIGURES].join(', ')} FROM fact WHERE ${OF_RANGE}`,
    values: range,
  });
  const { changed, fresh, gone } = changesOf(found.map(rowFrom), rows);
  const replaced = [...changed.map(({ was }) => was), ...gone];
  const seen = new Set(known.map(({ day }) => day));
  const absent = fresh
    .filter(({ day }) => seen.has(day))
    .map((row) => ({ ...row, figures: NOTHING }));
  const kept = known.some(({ fetched_at }) => fetched_at === until)
    ? await keptAt(session, range, until)
    : new Set<string>();
  const isNew = (row: KeptRow): boolean => !kept.has(nameOf(row));
  await keepPast(session, source, { rows: replaced.filter(isNew), until, isAbsent: 0 });
  await keepPast(session, source, { rows: absent.filter(isNew), until, isAbsent: 1 });
  await removeFacts(session, source, replaced);
  await addFacts(session, source, [...changed.map(({ now }) => now), ...fresh]);
}

/** What a put of the same moment has kept already: the first of them counts. */
async function keptAt(
  session: DuckdbSession,
  range: readonly number[],
  until: number,
): Promise<ReadonlySet<string>> {
  const rows = await session.all<{ readonly [column: string]: number | string }>({
    text: `SELECT ${KEYS.join(', ')} FROM fact_past WHERE ${OF_RANGE} AND until = $4`,
    values: [...range, until],
  });
  return new Set(rows.map((row) => nameOf(rowFrom(row))));
}

const nameOf = ({ day, campaign, adset, ad, country }: KeptRow): string =>
  `${day} ${campaign} ${adset} ${ad} ${country}`;

const keyColumns = (rows: readonly KeptRow[]): (string | number)[][] => [
  rows.map(({ day }) => day),
  rows.map(({ campaign }) => campaign),
  rows.map(({ adset }) => adset),
  rows.map(({ ad }) => ad),
  rows.map(({ country }) => country),
];
const figureColumns = (rows: readonly KeptRow[]): number[][] =>
  FIGURES.map((_, i) => rows.map(({ figures }) => figures[i] ?? 0));
const same = (rows: readonly KeptRow[], value: number): number[] => rows.map(() => value);

const addFacts = (
  session: DuckdbSession,
  source: number,
  rows: readonly KeptRow[],
): Promise<void> =>
  session.append(
    'fact',
    ['integer', ...KEY_TYPES, ...FIGURE_TYPES],
    [same(rows, source), ...keyColumns(rows), ...figureColumns(rows)],
  );

const keepPast = (
  session: DuckdbSession,
  source: number,
  {
    rows,
    until,
    isAbsent,
  }: { readonly rows: readonly KeptRow[]; readonly until: number; readonly isAbsent: 0 | 1 },
): Promise<void> =>
  session.append(
    'fact_past',
    ['integer', ...KEY_TYPES, 'bigint', 'integer', ...FIGURE_TYPES],
    [
      same(rows, source),
      ...keyColumns(rows),
      same(rows, until),
      same(rows, isAbsent),
      ...figureColumns(rows),
    ],
  );

async function removeFacts(
  session: DuckdbSession,
  source: number,
  rows: readonly KeptRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await session.exec(
    `CREATE OR REPLACE TEMP TABLE replaced AS SELECT ${KEYS.join(', ')} FROM fact LIMIT 0`,
  );
  await session.append('replaced', KEY_TYPES, keyColumns(rows));
  await session.run({
    text: `DELETE FROM fact AS f USING replaced AS r WHERE f.source = $1 AND ${KEYS.map((key) => `f.${key} = r.${key}`).join(' AND ')}`,
    values: [source],
  });
}

async function cover(
  session: DuckdbSession,
  range: readonly number[],
  known: readonly { readonly day: number }[],
  fetchedAt: number,
): Promise<void> {
  const [source = 0, from = 0, to = -1] = range;
  const seen = new Set(known.map(({ day }) => day));
  const days = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter(
    (day) => !seen.has(day),
  );
  await session.append(
    'fact_coverage',
    ['integer', 'integer', 'bigint', 'bigint'],
    [days.map(() => source), days, days.map(() => fetchedAt), days.map(() => fetchedAt)],
  );
  if (known.length > 0)
    await session.run({
      text: `UPDATE fact_coverage SET fetched_at = $4 WHERE ${OF_RANGE}`,
      values: [...range, fetchedAt],
    });
}

const rowOf = (
  fact: Fact,
  day: number,
  keys: ReturnType<ReturnType<typeof createDuckdbKeys>['of']>,
): KeptRow => ({
  day,
  campaign: keys.campaign,
  adset: keys.adset,
  ad: keys.ad,
  country: fact.country,
  figures: figuresOf(fact, keys.resultType),
});

const rowFrom = (row: { readonly [column: string]: number | string }): KeptRow => ({
  day: Number(row.day),
  campaign: Number(row.campaign),
  adset: Number(row.adset),
  ad: Number(row.ad),
  country: String(row.country),
  figures: FIGURES.map((column) => Number(row[column] ?? 0)),
});
