import type { Migrations } from '../store/sqlite-database.ts';

/** As in SQLite. Keys are given out by accounts and entities, never by rows, so four bytes last. */
export const factTables: Migrations = {
  part: 'facts',
  steps: [
    `CREATE TABLE slipway.fact_account (
       key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       company_id text NOT NULL,
       account_id text NOT NULL,
       generation bigint NOT NULL,
       UNIQUE (company_id, account_id)
     );
     CREATE TABLE slipway.fact_entity (
       key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
       account integer NOT NULL,
       kind smallint NOT NULL,
       id text NOT NULL,
       name text NOT NULL,
       parent integer,
       UNIQUE (account, kind, id)
     );
     CREATE TABLE slipway.fact_coverage (
       source integer NOT NULL,
       day integer NOT NULL,
       fetched_at bigint NOT NULL,
       PRIMARY KEY (source, day)
     );
     CREATE TABLE slipway.fact (
       spend bigint NOT NULL,
       results bigint NOT NULL,
       conversions bigint NOT NULL,
       conversion_value bigint NOT NULL,
       impressions bigint NOT NULL,
       clicks bigint NOT NULL,
       source integer NOT NULL,
       day integer NOT NULL,
       campaign integer NOT NULL,
       adset integer NOT NULL,
       ad integer NOT NULL,
       result_type integer NOT NULL,
       country text COLLATE "C" NOT NULL,
       PRIMARY KEY (source, day, campaign, adset, ad, country)
     );`,
    // Accounts are kept with their platform. Two platforms were there before: one writes act_ before its numbers.
    `UPDATE slipway.fact_account
     SET account_id = CASE WHEN substr(account_id, 1, 4) = 'act_' THEN 'primary:' ELSE 'short-video:' END || account_id;`,
    // As in SQLite.
    `ALTER TABLE slipway.fact_coverage ADD COLUMN first_at bigint NOT NULL DEFAULT 0;
     UPDATE slipway.fact_coverage SET first_at = fetched_at;
     CREATE TABLE slipway.fact_past (
       spend bigint NOT NULL,
       results bigint NOT NULL,
       conversions bigint NOT NULL,
       conversion_value bigint NOT NULL,
       impressions bigint NOT NULL,
       clicks bigint NOT NULL,
       until bigint NOT NULL,
       source integer NOT NULL,
       day integer NOT NULL,
       campaign integer NOT NULL,
       adset integer NOT NULL,
       ad integer NOT NULL,
       result_type integer NOT NULL,
       is_absent smallint NOT NULL,
       country text COLLATE "C" NOT NULL,
       PRIMARY KEY (source, day, campaign, adset, ad, country, until)
     );`,
    // As in SQLite.
    `ALTER TABLE slipway.fact_coverage ADD COLUMN rolled_at bigint NOT NULL DEFAULT -1;
     CREATE TABLE slipway.fact_by_campaign (
       spend bigint NOT NULL,
       results bigint NOT NULL,
       conversions bigint NOT NULL,
       conversion_value bigint NOT NULL,
       impressions bigint NOT NULL,
       clicks bigint NOT NULL,
       source integer NOT NULL,
       day integer NOT NULL,
       campaign integer NOT NULL,
       kind_low integer,
       kind_high integer,
       country text COLLATE "C" NOT NULL,
       PRIMARY KEY (source, day, campaign, country)
     );
     CREATE TABLE slipway.fact_by_adset (
       spend bigint NOT NULL,
       results bigint NOT NULL,
       conversions bigint NOT NULL,
       conversion_value bigint NOT NULL,
       impressions bigint NOT NULL,
       clicks bigint NOT NULL,
       source integer NOT NULL,
       day integer NOT NULL,
       campaign integer NOT NULL,
       adset integer NOT NULL,
       kind_low integer,
       kind_high integer,
       country text COLLATE "C" NOT NULL,
       PRIMARY KEY (source, day, campaign, adset, country)
     );`,
    // As in SQLite.
    `ALTER TABLE slipway.fact ADD COLUMN video_views bigint NOT NULL DEFAULT 0;
     ALTER TABLE slipway.fact_past ADD COLUMN video_views bigint NOT NULL DEFAULT 0;
     ALTER TABLE slipway.fact_by_campaign ADD COLUMN video_views bigint NOT NULL DEFAULT 0;
     ALTER TABLE slipway.fact_by_adset ADD COLUMN video_views bigint NOT NULL DEFAULT 0;`,
  ],
};
