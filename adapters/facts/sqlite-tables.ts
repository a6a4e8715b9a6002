import type { Migrations } from '../store/migrations.ts';

/** What roll-ups sum. */
const figures = 'spend, impressions, clicks, results, conversions, conversion_value';

const integers = (names: string): string => names.replace(/\w+/g, '$& INTEGER NOT NULL');

const rollUp = (name: string, keys: string): string =>
  `CREATE TABLE ${name} (
       ${integers(keys)}, country TEXT NOT NULL,
       ${integers(figures)},
       kind_low INTEGER, kind_high INTEGER,
       PRIMARY KEY (${keys}, country)
     ) STRICT, WITHOUT ROWID;`;

const withViews = (...tables: readonly string[]): string =>
  tables
    .map((table) => `ALTER TABLE ${table} ADD COLUMN video_views INTEGER NOT NULL DEFAULT 0;`)
    .join('\n');

/**
 * `fact` is stored in the order of its key, account by account, day by day, campaign by campaign:
 * sums by day and by campaign read it straight through, and a refreshed day is one stretch of the
 * file.
 */
export const factTables: Migrations = {
  part: 'facts',
  steps: [
    `CREATE TABLE fact_account (
       key INTEGER PRIMARY KEY,
       company_id TEXT NOT NULL,
       account_id TEXT NOT NULL,
       generation INTEGER NOT NULL,
       UNIQUE (company_id, account_id)
     ) STRICT;
     CREATE TABLE fact_entity (
       key INTEGER PRIMARY KEY,
       account INTEGER NOT NULL,
       kind INTEGER NOT NULL,
       id TEXT NOT NULL,
       name TEXT NOT NULL,
       parent INTEGER,
       UNIQUE (account, kind, id)
     ) STRICT;
     CREATE TABLE fact_coverage (
       source INTEGER NOT NULL,
       day INTEGER NOT NULL,
       fetched_at INTEGER NOT NULL,
       PRIMARY KEY (source, day)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE fact (
       ${integers('source, day, campaign, adset, ad')}, country TEXT NOT NULL,
       ${integers(figures)},
       result_type INTEGER NOT NULL, PRIMARY KEY (source, day, campaign, adset, ad, country)
     ) STRICT, WITHOUT ROWID;`,
    // Accounts are kept with their platform. Two platforms were there before: one writes act_
    // before its numbers.
    `UPDATE fact_account
     SET account_id = CASE WHEN substr(account_id, 1, 4) = 'act_' THEN 'primary:' ELSE 'short-video:' END || account_id;`,
    // Vintages: rows as they were until a fetch found others. Of what was there before, nobody
    // knows more than the last fetch.
    `ALTER TABLE fact_coverage ADD COLUMN first_at INTEGER NOT NULL DEFAULT 0;
     UPDATE fact_coverage SET first_at = fetched_at;
     CREATE TABLE fact_past (
       ${integers('source, day, campaign, adset, ad')}, country TEXT NOT NULL,
       until INTEGER NOT NULL,
       is_absent INTEGER NOT NULL,
       ${integers(figures)},
       result_type INTEGER NOT NULL,
       PRIMARY KEY (source, day, campaign, adset, ad, country, until)
     ) STRICT, WITHOUT ROWID;`,
    // Roll-ups (roll-ups.ts). Days that were written before have none until they are made.
    `ALTER TABLE fact_coverage ADD COLUMN rolled_at INTEGER NOT NULL DEFAULT -1;
     ${rollUp('fact_by_campaign', 'source, day, campaign')}
     ${rollUp('fact_by_adset', 'source, day, campaign, adset')}`,
    // Sums by ad and month (sqlite-months.ts). `day` is the first of the month; months that are
    // listed and complete are to be believed.
    `CREATE TABLE fact_month (
       source INTEGER NOT NULL,
       day INTEGER NOT NULL,
       upto INTEGER NOT NULL,
       first INTEGER,
       last INTEGER,
       is_complete INTEGER NOT NULL,
       PRIMARY KEY (source, day)
     ) STRICT, WITHOUT ROWID;
     ${rollUp('fact_by_ad_month', 'source, day, campaign, adset, ad')}`,
    // Views of three seconds. What was fetched before has none until it is fetched again.
    withViews('fact', 'fact_past', 'fact_by_campaign', 'fact_by_adset', 'fact_by_ad_month'),
  ],
};
