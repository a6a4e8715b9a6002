import { numberOf } from '../../core/base/time/days.ts';
import type { Fact, FactScope } from '../../core/ports/facts.ts';
import type { SqliteDatabase, SqliteValue } from '../store/sqlite-file.ts';
import { type checkedFacts, figureColumns, figuresOf, sourceOf } from './columns.ts';
import type { createSqliteKeys } from './sqlite-keys.ts';
import type { sqliteRollUps } from './sqlite-roll-ups.ts';
import { changesOf, type KeptRow } from './vintages.ts';

/** A row as the table has it. */
type Found = Omit<KeptRow, 'figures'> & { readonly [column: string]: number | string };

/** Rows in one statement: one for each would take twice as long. */
const AT_ONCE = 20;
const NOTHING = figureColumns.map(() => 0);

/**
 * Replaces a range, inside a transaction. Days that nobody has fetched before are written straight
 * through; of the others only what differs is written, and what was there is kept as a vintage.
 */
export function sqlitePut(
  database: SqliteDatabase,
  keys: ReturnType<typeof createSqliteKeys>,
  { roll }: ReturnType<typeof sqliteRollUps>,
) {
  const removeFacts = database.prepare('DELETE FROM fact WHERE source = ? AND day BETWEEN ? AND ?');
  const figures = figureColumns.map(() => '?').join(', ');
  const places = `(?, ?, ?, ?, ?, ?, ${figures})`;
  const addFacts = database.prepare(
    `INSERT INTO fact VALUES ${Array.from({ length: AT_ONCE }, () => places).join(', ')}`,
  );
  const replaceFact = database.prepare(`INSERT OR REPLACE INTO fact VALUES ${places}`);
  const removeFact = database.prepare(
    'DELETE FROM fact WHERE source = ? AND day = ? AND campaign = ? AND adset = ? AND ad = ? AND country = ?',
  );
  const addPast = database.prepare(
    `INSERT OR IGNORE INTO fact_past VALUES (?, ?, ?, ?, ?, ?, ?, ?, ${figures})`,
  );
  const knownDays = database.prepare(
    'SELECT day, rolled_at = fetched_at AS is_rolled FROM fact_coverage WHERE source = ? AND day BETWEEN ? AND ?',
  );
  const found = database.prepare(
    `SELECT day, campaign, adset, ad, country, ${figureColumns.join(', ')}
     FROM fact WHERE source = ? AND day BETWEEN ? AND ?`,
  );
  const cover = database.prepare(
    `INSERT INTO fact_coverage (source, day, fetched_at, first_at, rolled_at) VALUES (?1, ?2, ?3, ?3, ?3)
     ON CONFLICT (source, day) DO UPDATE SET fetched_at = excluded.fetched_at, rolled_at = excluded.rolled_at`,
  );

  const rowOf = (fact: Fact, day: number): KeptRow => {
    const { campaign, adset, ad, resultType } = keys.of(fact);
    return {
      day,
      campaign,
      adset,
      ad,
      country: fact.country,
      figures: figuresOf(fact, resultType),
    };
  };
  const add = (source: number, { day, campaign, adset, ad, country, figures }: KeptRow): void => {
    replaceFact.run(source, day, campaign, adset, ad, country, ...figures);
  };
  /** Rows of days that have none. */
  const addAll = (source: number, rows: readonly KeptRow[]): void => {
    const whole = rows.length - (rows.length % AT_ONCE);
    for (let start = 0; start < whole; start += AT_ONCE) {
      const values: SqliteValue[] = [];
      for (let i = start; i < start + AT_ONCE; i++) {
        // there are so many
        const { day, campaign, adset, ad, country, figures } = rows[i] as KeptRow;
        values.push(source, day, campaign, adset, ad, country, ...figures);
      }
      addFacts.run(...values);
    }
    for (const row of rows.slice(whole)) add(source, row);
  };
  const keep = (
    source: number,
    { day, campaign, adset, ad, country }: KeptRow,
    until: number,
    figures?: KeptRow['figures'],
  ): void => {
    addPast.run(
      source,
      day,
      campaign,
      adset,
      ad,
      country,
      until,
      figures === undefined ? 1 : 0,
      ...(figures ?? NOTHING),
    );
  };

  return (
    account: number,
    scope: FactScope,
    { facts, dayOf }: ReturnType<typeof checkedFacts>,
    fetchedAt: number,
  ): void => {
    const source = sourceOf(account, scope.breakdown);
    const range = [source, numberOf(scope.from), numberOf(scope.to)] as const;
    const rows = facts.map((fact) => rowOf(fact, dayOf.get(fact.day) ?? 0));
    // In the order of the key: appending to the file is faster than inserting into it.
    rows.sort(
      (a, b) => a.day - b.day || a.campaign - b.campaign || a.adset - b.adset || a.ad - b.ad,
    );
    const known = knownDays.all(...range) as { day: number; is_rolled: number }[];
    const touched = new Set(known.filter(({ is_rolled }) => is_rolled === 0).map(({ day }) => day));
    if (known.length === 0) {
      removeFacts.run(...range);
      addAll(source, rows);
      for (const { day } of rows) touched.add(day);
    } else {
      const seen = new Set(known.map(({ day }) => day));
      const before = (found.all(...range) as unknown as readonly Found[]).map(rowFrom);
      const { changed, fresh, gone } = changesOf(before, rows);
      for (const { now, was } of changed) {
        keep(source, was, fetchedAt, was.figures);
        add(source, now);
      }
      for (const row of fresh) {
        if (seen.has(row.day)) keep(source, row, fetchedAt);
        add(source, row);
      }
      for (const row of gone) {
        keep(source, row, fetchedAt, row.figures);
        removeFact.run(source, row.day, row.campaign, row.adset, row.ad, row.country);
      }
      for (const { now } of changed) touched.add(now.day);
      for (const { day } of [...fresh, ...gone]) touched.add(day);
    }
    for (const day of touched) roll(source, day);
    for (let day = range[1]; day <= range[2]; day++) cover.run(source, day, fetchedAt);
  };
}

const rowFrom = (row: Found): KeptRow => ({
  day: row.day,
  campaign: row.campaign,
  adset: row.adset,
  ad: row.ad,
  country: row.country,
  figures: figureColumns.map((column) => Number(row[column])),
});
