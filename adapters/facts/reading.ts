import { setImmediate } from 'node:timers';
import type { FactGroup, FactPage, FactQuery } from '../../core/ports/facts.ts';
import type { Sql } from '../store/sql.ts';
import { aggregateSql } from './aggregate-sql.ts';
import { sourceOf } from './columns.ts';
import type { FactsDialect } from './dialect.ts';
import { type EntityRow, type GroupRow, groupsFrom, keysToName } from './entity-rows.ts';
import type { FactTable } from './roll-ups.ts';

/** How the rows of a question are had. */
export type Ask = <T>(sql: Sql) => Promise<readonly T[]>;

/** Groups that are named at one go; then others have a turn. */
const GROUPS = 1_000;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Sums by group, asked of a database.
 *
 * @param accounts the ids of the accounts asked about, by their keys
 * @param ask.facts for what reads many facts; `ask.entities` names what it found, by its keys
 * @param table one that can answer it (`tableFor`)
 */
export async function aggregated(
  dialect: FactsDialect,
  query: FactQuery,
  {
    accounts,
    ask,
    table,
    rows: from,
  }: {
    readonly accounts: ReadonlyMap<number, string>;
    readonly ask: {
      readonly facts: Ask;
      entities(keys: readonly number[]): Promise<readonly EntityRow[]>;
    };
    readonly table: FactTable;
    readonly rows?: Parameters<typeof aggregateSql>[2]['rows'];
  },
): Promise<FactPage> {
  const keys = [...accounts.keys()];
  const sources = keys.map((key) => sourceOf(key, query.breakdown));
  const place = { sources, accounts: keys, table, rows: from };
  const rows = await ask.facts<GroupRow>(aggregateSql(dialect, query, place));
  const toName = keysToName(rows, query.groupBy);
  const named = toName.length === 0 ? [] : await ask.entities(toName);
  const entities = new Map(named.map((row) => [row.key, row]));
  const groups: FactGroup[] = [];
  for (let start = 0; start < rows.length; start += GROUPS) {
    if (start > 0) await turn();
    groups.push(...groupsFrom(rows.slice(start, start + GROUPS), query, entities, accounts));
  }
  if (rows.length > 0 || !query.offset) return { groups, total: Number(rows[0]?.total ?? 0) };
  const first = { ...query, offset: 0, limit: 1 };
  const [counted] = await ask.facts<GroupRow>(aggregateSql(dialect, first, place));
  return { groups, total: Number(counted?.total ?? 0) };
}
