// What the suite cannot see: that the tables of sums equal the facts, are read where they can
// answer, and are not trusted where a version that knows none of them has written.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tableFor } from '../../../adapters/facts/roll-ups.ts';
import { openSqliteFacts } from '../../../adapters/facts/sqlite.ts';
import { everything, fact } from '../../../adapters/testing/facts/ground.ts';

const open = async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'slipway-roll-ups-')), 'facts.db');
  const facts = await openSqliteFacts(file, { cache: false });
  const database = new DatabaseSync(file);
  return {
    facts,
    database,
    close: () => {
      database.close();
      return facts.close();
    },
  };
};

const sums = 'sum(spend) AS spend, sum(clicks) AS clicks, sum(results) AS results';
const ofFacts = (entities: string): string =>
  `SELECT source, day, ${entities}, country, ${sums}, min(nullif(result_type, 0)) AS low, max(nullif(result_type, 0)) AS high
   FROM fact GROUP BY source, day, ${entities}, country ORDER BY source, day, ${entities}, country`;
const kept = (table: string, entities: string): string =>
  `SELECT source, day, ${entities}, country, spend, clicks, results, kind_low AS low, kind_high AS high
   FROM ${table} ORDER BY source, day, ${entities}, country`;

test('the tables of sums equal the facts after every put, and removed days leave nothing', async () => {
  const { facts, database, close } = await open();
  const rows = fc.uniqueArray(
    fc.record({
      ad: fc.nat(9),
      day: fc.integer({ min: 1, max: 4 }),
      clicks: fc.nat(9),
      kind: fc.constantFrom('', 'a', 'b'),
    }),
    { maxLength: 30, selector: ({ ad, day }) => `${ad} ${day}` },
  );
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.nat(3),
      fc.nat(3),
      fc.boolean(),
      async (given, first, more, byCountry) => {
        const [from, to] = [first + 1, Math.min(first + 1 + more, 4)];
        const range = {
          from: `2026-11-0${from}`,
          to: `2026-11-0${to}`,
          breakdown: byCountry ? 'country' : 'none',
        } as const;
        const within = given
          .filter(({ day }) => day >= from && day <= to)
          .map(({ ad, day, clicks, kind }) =>
            fact({
              day: `2026-11-0${day}`,
              adId: `a${ad}`,
              adsetId: `s${ad % 5}`,
              campaignId: `c${ad % 2}`,
              clicks,
              spend: clicks / 3,
              results: clicks,
              resultType: kind,
              country: byCountry ? (ad % 2 ? 'DE' : 'FR') : '',
            }),
          );
        await facts.put('co', { accountId: 'act_1', ...range }, within, 1);
        for (const [table, entities] of [
          ['fact_by_campaign', 'campaign'],
          ['fact_by_adset', 'campaign, adset'],
        ] as const)
          expect(database.prepare(kept(table, entities)).all()).toEqual(
            database.prepare(ofFacts(entities)).all(),
          );
      },
    ),
    { numRuns: 60 },
  );
  while ((await facts.remove('co', 2)) === 'more');
  for (const table of ['fact', 'fact_by_campaign', 'fact_by_adset'])
    expect(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()).toEqual({ rows: 0 });
  await close();
});

test('a question is answered by the smallest table that can', () => {
  expect(tableFor({ groupBy: [] })).toBe('fact_by_campaign');
  expect(
    tableFor({ groupBy: ['campaignId', 'week', 'country'], filter: { countries: ['DE'] } }),
  ).toBe('fact_by_campaign');
  expect(tableFor({ groupBy: ['day'], filter: { adsetIds: ['s'] } })).toBe('fact_by_adset');
  expect(tableFor({ groupBy: ['adsetId'] })).toBe('fact_by_adset');
  expect(tableFor({ groupBy: ['adId', 'campaignId'] })).toBe('fact');
  expect(tableFor({ groupBy: ['campaignId'], filter: { adIds: ['a'] } })).toBe('fact');
  expect(tableFor({ groupBy: ['campaignId'], asOf: 1 })).toBe('fact');
});

test('the sums are what is read, unless another version has written a day of the range; then they are made again', async () => {
  const { facts, database, close } = await open();
  const scope = {
    accountId: 'act_1',
    from: '2026-11-01',
    to: '2026-11-02',
    breakdown: 'none',
  } as const;
  await facts.put('co', scope, [fact({ spend: 1 }), fact({ day: '2026-11-02', spend: 2 })], 1000);
  const spend = async (to = '2026-11-02') =>
    (await facts.aggregate('co', { ...everything, to, groupBy: ['campaignId'] })).groups[0]?.sums
      .spend;
  // A mark that only somebody who reads the sums can see.
  database.exec('UPDATE fact_by_campaign SET spend = spend + 10000000');
  expect(await spend()).toBe(23);
  expect(
    (await facts.scan('co', { scope, level: 'campaignId', limit: 5 })).rows.map((row) => row.spend),
  ).toEqual([11, 12]);

  // As a version without sums writes the second day.
  database.exec('UPDATE fact SET spend = 5000000 WHERE day = (SELECT max(day) FROM fact)');
  database.exec(
    'UPDATE fact_coverage SET fetched_at = 2000 WHERE day = (SELECT max(day) FROM fact_coverage)',
  );
  expect(await spend()).toBe(6);
  expect(await spend('2026-11-01')).toBe(11);
  expect(await facts.rollUp('co', 1)).toBe('more');
  expect(await facts.rollUp('co', 1)).toBe('done');
  expect(await spend()).toBe(16);
  expect(await facts.rollUp('co', 9, { anew: true })).toBe('done');
  expect(await spend()).toBe(6);

  // A put that finds nothing new of a day without sums makes them too.
  database.exec(
    'UPDATE fact_coverage SET rolled_at = -1; DELETE FROM fact_by_campaign; DELETE FROM fact_by_adset',
  );
  await facts.put('co', scope, [fact({ spend: 1 }), fact({ day: '2026-11-02', spend: 5 })], 3000);
  expect(database.prepare('SELECT spend FROM fact_by_campaign ORDER BY day').all()).toEqual([
    { spend: 1e6 },
    { spend: 5e6 },
  ]);
  await close();
});
