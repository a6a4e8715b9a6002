import type { Migrations } from '../store/migrations.ts';

/**
 * The tables of figures in a file of DuckDB. They have no keys and no indexes: one process writes,
 * and DuckDB finds the days of a source by the smallest and largest value of each stretch of rows.
 * Sums are not kept: reading the facts is fast enough.
 */
const figures = `spend BIGINT NOT NULL, impressions BIGINT NOT NULL, clicks BIGINT NOT NULL, results BIGINT NOT NULL,
  conversions BIGINT NOT NULL, conversion_value BIGINT NOT NULL, result_type INTEGER NOT NULL`;
const key = `source INTEGER NOT NULL, day INTEGER NOT NULL, campaign INTEGER NOT NULL, adset INTEGER NOT NULL,
  ad INTEGER NOT NULL, country VARCHAR NOT NULL`;

export const factTables: Migrations = {
  part: 'facts',
  steps: [
    `CREATE TABLE fact_account (key INTEGER NOT NULL, company_id VARCHAR NOT NULL, account_id VARCHAR NOT NULL, generation BIGINT NOT NULL);
     CREATE TABLE fact_entity (key INTEGER NOT NULL, account INTEGER NOT NULL, kind INTEGER NOT NULL, id VARCHAR NOT NULL,
       name VARCHAR NOT NULL, parent INTEGER);
     CREATE TABLE fact_coverage (source INTEGER NOT NULL, day INTEGER NOT NULL, fetched_at BIGINT NOT NULL, first_at BIGINT NOT NULL);
     CREATE TABLE fact (${key}, ${figures});
     CREATE TABLE fact_past (${key}, until BIGINT NOT NULL, is_absent INTEGER NOT NULL, ${figures});`,
    // As in SQLite.
    `ALTER TABLE fact ADD COLUMN video_views BIGINT DEFAULT 0;
     ALTER TABLE fact_past ADD COLUMN video_views BIGINT DEFAULT 0;`,
  ],
};
