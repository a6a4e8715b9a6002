import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteFacts } from '../../../adapters/facts/sqlite.ts';
import { factTables } from '../../../adapters/facts/sqlite-tables.ts';
import { toForget } from '../../../adapters/facts/vintages.ts';
import { openSqliteDatabase } from '../../../adapters/store/sqlite-database.ts';
import { dayText } from '../../../core/base/time/days.ts';
import type { Fact } from '../../../core/ports/facts.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const company = 'c1';
const accountId = 'primary:act_1';

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'slipway-vintages-'));

/**
 * Figures of an ad on a day, as they stand so many hours after it began: spend within the day,
 * conversions for a week.
 */
function figuresAt(day: number, ad: number, hours: number): Fact {
  const share = Math.min(1, hours / 24);
  const late = 1 - Math.exp(-hours / 48);
  const most = (ad * 31 + day * 17) % 6;
  const conversions = Math.floor(most * (hours >= 24 * 7 ? 1 : late));
  const spend = Math.round((5_000 + ((ad * 7919 + day * 104_729) % 9_000)) * share) / 100;
  return {
    day: dayText(day),
    adId: `12021${String(ad).padStart(10, '0')}`,
    adName: `Ad ${ad}`,
    country: '',
    adsetId: `12022${Math.floor(ad / 5)}`,
    adsetName: 'Set',
    campaignId: `12023${Math.floor(ad / 25)}`,
    campaignName: 'Campaign',
    spend,
    impressions: Math.round(spend * 90),
    clicks: Math.round(spend * 2),
    results: conversions,
    conversions,
    conversionValue: conversions * 40,
  };
}

/** Bytes of a table with what finds its rows: what a file without it is smaller by. */
async function bytesOf(path: string, table: string): Promise<number> {
  const database = await openSqliteDatabase(path, factTables);
  const size = async (name: string): Promise<number> => {
    const copy = `${path}-${table}-${name}`;
    database.exec(`VACUUM INTO '${copy}'`);
    return (await stat(copy)).size;
  };
  const whole = await size('whole');
  database.exec(`DELETE FROM ${table}`);
  const without = await size('without');
  database.close();
  return whole - without;
}

test('vintages of 90 days take at most twice the bytes of their facts, and those of yesterday are still exact', async () => {
  const path = await folder();
  const file = join(path, 'facts.db');
  const facts = await openSqliteFacts(file, { cache: false });
  const [first, days, ads, attribution] = [20_000, 95, 16, 28];
  for (let today = first; today < first + days; today++) {
    for (const hour of [6, 12, 18, 23]) {
      const now = today * DAY + hour * HOUR;
      const from = Math.max(first, today - attribution);
      const rows = Array.from({ length: today - from + 1 }, (_, i) => from + i).flatMap((day) =>
        Array.from({ length: ads }, (_, ad) => figuresAt(day, ad, (now - day * DAY) / HOUR)),
      );
      await facts.put(
        company,
        { accountId, breakdown: 'none', from: dayText(from), to: dayText(today) },
        rows,
        now,
      );
    }
    while ((await facts.thin(company, (today + 1) * DAY)) === 'more');
  }
  const last = first + days - 1;
  const conversions = async (day: number, asOf?: number) => {
    const range = { from: dayText(day), to: dayText(day), breakdown: 'none' as const };
    const query = {
      accountIds: [accountId],
      ...range,
      groupBy: [],
      measures: ['conversions'] as const,
    };
    return (await facts.aggregate(company, { ...query, ...(asOf !== undefined && { asOf }) }))
      .groups[0]?.sums.conversions;
  };
  const truth = (day: number, at: number) =>
    Array.from(
      { length: ads },
      (_, ad) => figuresAt(day, ad, (at - day * DAY) / HOUR).conversions,
    ).reduce((a, b) => a + b, 0);
  // As of noon of the last day, the figures of the day before it as they were seen at noon.
  expect(await conversions(last - 1, last * DAY + 12 * HOUR)).toBe(
    truth(last - 1, last * DAY + 12 * HOUR),
  );
  // Old days are thinned to what was seen at the end of a day at the latest: never more than was
  // known.
  const old = await conversions(first + 20, (first + 22) * DAY);
  expect(old).toBeLessThanOrEqual(truth(first + 20, (first + 22) * DAY));
  expect(old).toBeGreaterThan(0);
  await facts.close();
  const [past, kept] = [await bytesOf(file, 'fact_past'), await bytesOf(file, 'fact')];
  const of90 = (kept * 90) / days;
  console.log(
    `vintages: ${past} bytes, facts of 90 days: ${Math.round(of90)} bytes, ratio ${(past / of90).toFixed(2)}`,
  );
  expect(past / of90).toBeLessThanOrEqual(2);
  expect(past).toBeGreaterThan(0);
  await rm(path, { recursive: true });
});

test('a file of an earlier version knows its days since their last fetch', async () => {
  const path = await folder();
  const file = join(path, 'facts.db');
  const former = await openSqliteDatabase(file, {
    ...factTables,
    steps: factTables.steps.slice(0, 2),
  });
  former.exec(`INSERT INTO fact_account VALUES (1, '${company}', '${accountId}', 1);
    INSERT INTO fact_entity VALUES (1, 1, 1, 'c', 'Campaign', NULL), (2, 1, 2, 's', 'Set', 1), (3, 1, 3, 'a', 'Ad', 2);
    INSERT INTO fact_coverage VALUES (2, 20000, 5000);
    INSERT INTO fact VALUES (2, 20000, 1, 2, 3, '', 1000000, 1, 1, 0, 3000000, 0, 0);`);
  former.close();
  const facts = await openSqliteFacts(file);
  const day = dayText(20_000);
  const scope = { accountId, from: day, to: day, breakdown: 'none' } as const;
  expect(await facts.coverage(company, scope, 4999)).toEqual([]);
  expect(await facts.coverage(company, scope, 5000)).toEqual([{ day, fetchedAt: 5000 }]);
  await facts.put(
    company,
    scope,
    [{ ...figuresAt(20_000, 1, 30), adId: 'a', adsetId: 's', campaignId: 'c', conversions: 4 }],
    6000,
  );
  const known = async (asOf: number) =>
    (
      await facts.aggregate(company, {
        accountIds: [accountId],
        ...scope,
        groupBy: [],
        measures: ['conversions'],
        asOf,
      })
    ).groups.map(({ sums }) => sums.conversions);
  expect([await known(4999), await known(5500), await known(6000)]).toEqual([[], [3], [4]]);
  await facts.close();
  await rm(path, { recursive: true });
});

test('of the fetches in one slot the last stays, and what is known now always does', () => {
  const hours = (...list: number[]) => list.map((hour) => hour * HOUR);
  const forgotten = (moments: readonly number[], age: number) =>
    toForget(
      -1,
      moments,
      { age: age * HOUR, slotOf: (since) => Math.floor(since / DAY) },
      100 * HOUR,
    ).map(({ at, next }) => [at / HOUR, next / HOUR]);
  expect(forgotten(hours(1, 5, 20, 30, 40), 0)).toEqual([
    [30, 40],
    [5, 20],
    [1, 20],
  ]);
  expect(forgotten(hours(1, 5, 80, 90), 24)).toEqual([[1, 5]]);
  expect(forgotten(hours(1), 0)).toEqual([]);
});
