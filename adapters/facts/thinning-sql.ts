import type { Sql } from '../store/sql.ts';

import type { DayThinning } from './vintages.ts';

const OF_DAY = 'source = $1 AND day = $2';
const SAME_AD = ['campaign', 'adset', 'ad', 'country']
  .map((column) => `earlier.${column} = later.${column}`)
  .join(' AND ');

/**
 * What forgets fetches of a day of a source, one statement after the other, for Postgres and
 * DuckDB; `schema` is where the tables are.
 */
export const thinningSql = (
  schema: string,
  source: number,
  { day, firstAt, forget }: DayThinning,
): readonly Sql[] =>
  forget.flatMap(({ at, next }) => {
    if (at === firstAt) {
      const values = [source, day, next];
      return [
        { text: `DELETE FROM ${schema}fact_past WHERE ${OF_DAY} AND until = $3`, values },
        { text: `UPDATE ${schema}fact_coverage SET first_at = $3 WHERE ${OF_DAY}`, values },
      ];
    }
    const values = [source, day, at, next];
    return [
      {
        text: `DELETE FROM ${schema}fact_past AS later WHERE ${OF_DAY} AND until = $4 AND EXISTS (
                 SELECT 1 FROM ${schema}fact_past AS earlier WHERE earlier.source = $1 AND earlier.day = $2 AND earlier.until = $3 AND ${SAME_AD})`,
        values,
      },
      { text: `UPDATE ${schema}fact_past SET until = $4 WHERE ${OF_DAY} AND until = $3`, values },
    ];
  });
