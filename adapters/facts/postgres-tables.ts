import type { Migrations } from '../store/migrations.ts';

/** What roll-ups sum. Wide columns come first: Postgres then leaves no gaps between them. */
const figures = 'spend, results, conversions, conversion_value, impressions, clicks';

const all = (type: 'integer' | 'bigint', names: string): string =>
  names.replace(/\w+/g, `$& ${type} NOT NULL`);

const rollUp = (name: string, keys: string): string =>
  `CREATE TABLE slipway.${name} (
       ${all('bigint', figures)},
       ${all('integer', keys)},
       kind_low integer, kind_high integer, country text COLLATE "C" NOT NULL,
       PRIMARY KEY (${keys}, country)
     );`;

const withViews = (...tables: readonly string[]): string =>
  tables
    .map(
      (table) => `ALTER TABLE slipway.${table} ADD COLUMN video_views bigint NOT NULL DEFAULT 0;`,
    )
    .join('\n');

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
       ${all('bigint', figures)},
       ${all('integer', 'source, day, campaign, adset, ad, result_type')},
       country text COLLATE "C" NOT NULL,
       PRIMARY KEY (source, day, campaign, adset, ad, country)
     );`,
    // Accounts are kept with their platform. Two platforms were there before: one writes act_
    // before its numbers.
    `UPDATE slipway.fact_account
     SET account_id = CASE WHEN substr(account_id, 1, 4) = 'act_' THEN 'primary:' ELSE 'short-video:' END || account_id;`,
    // As in SQLite.
    `ALTER TABLE slipway.fact_coverage ADD COLUMN first_at bigint NOT NULL DEFAULT 0;
     UPDATE slipway.fact_coverage SET first_at = fetched_at;
     CREATE TABLE slipway.fact_past (
       ${all('bigint', figures)},
       until bigint NOT NULL,
       ${all('integer', 'source, day, campaign, adset, ad, result_type')},
       is_absent smallint NOT NULL,
       country text COLLATE "C" NOT NULL,
       PRIMARY KEY (source, day, campaign, adset, ad, country, until)
     );`,
    // As in SQLite.
    `ALTER TABLE slipway.fact_coverage ADD COLUMN rolled_at bigint NOT NULL DEFAULT -1;
     ${rollUp('fact_by_campaign', 'source, day, campaign')}
     ${rollUp('fact_by_adset', 'source, day, campaign, adset')}`,
    // As in SQLite.
    withViews('fact', 'fact_past', 'fact_by_campaign', 'fact_by_adset'),
  ],
};
