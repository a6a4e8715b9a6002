import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { duckdbSession } from '../../adapters/duckdb/connection.ts';
import { loadDuckdb } from '../../adapters/duckdb/package.ts';
import { exportParquet } from '../../adapters/exports/parquet.ts';
import {
  createDiskPlace,
  createS3Place,
  type ParquetPlace,
} from '../../adapters/exports/parquet-place.ts';
import { openDuckdbFacts } from '../../adapters/facts/duckdb.ts';
import { createMemoryFacts } from '../../adapters/facts/memory.ts';
import { openSqliteFacts } from '../../adapters/facts/sqlite.ts';
import { fact } from '../../adapters/testing/facts/ground.ts';
import { addDays } from '../../core/base/time/days.ts';
import { type Fact, type Facts, measures } from '../../core/ports/facts.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'slipway-parquet-'));
const accounts = ['primary:act_1', 'pin:4/9'].map((key) => ({ key, currency: 'EUR' }));
const company = 'co';
const days = Array.from({ length: 70 }, (_, i) => addDays('2026-09-15', i));

const rowsOf = (day: string, account: number, ads = 3): Fact[] =>
  Array.from({ length: ads }, (_, i) =>
    fact({
      day,
      adId: `a${i}`,
      adName: `Ad ${i} 🌱`,
      adsetId: `s${i % 2}`,
      campaignId: `c${account}`,
      spend: i * 0.1 + account,
      conversionValue: 19.99,
      results: i,
      ...(i > 0 && { resultType: 'lead' }),
    }),
  );

async function fill(facts: Facts): Promise<void> {
  for (const [n, { key: accountId }] of accounts.entries()) {
    const range = { accountId, from: days[0] ?? '', to: days.at(-1) ?? '' };
    await facts.put(
      company,
      { ...range, breakdown: 'none' },
      days.flatMap((day) => rowsOf(day, n)),
      1_000,
    );
    const countries = days.flatMap((day) =>
      rowsOf(day, n, 2).map((row) => ({ ...row, country: 'DE' })),
    );
    await facts.put(company, { ...range, breakdown: 'country' }, countries, 1_000);
  }
}

/** What DuckDB reads in a folder, as whoever has nothing but the files. */
async function readBack(glob: string): Promise<readonly { readonly [column: string]: unknown }[]> {
  const duckdb = await loadDuckdb();
  const instance = await duckdb.DuckDBInstance.create(':memory:', {});
  const session = duckdbSession(duckdb, await instance.connect());
  try {
    return await session.all({
      text: `SELECT *, day::VARCHAR AS date, ${['spend', 'results', 'conversions', 'conversion_value'].map((name) => `${name}::DOUBLE AS ${name}_read`).join(', ')}
             FROM read_parquet('${glob}', hive_partitioning = true, hive_types_autocast = false) ORDER BY platform, account, day, ad_id`,
      values: [],
    });
  } finally {
    session.close();
    instance.closeSync();
  }
}

/** Rows of the files and of the facts, as texts that can be compared. */
async function bothSides(facts: Facts, to: string, breakdown: 'none' | 'country' = 'none') {
  const read = (
    await readBack(`${to}/${breakdown === 'none' ? 'ad_days' : 'ad_country_days'}/**/*.parquet`)
  ).map((row) =>
    JSON.stringify([
      `${row.platform}:${row.account}`,
      `${row.platform_id}:${row.account_id}`,
      row.date,
      row.month,
      row.campaign_id,
      row.adset_id,
      row.ad_id,
      row.country ?? '',
      row.result_type ?? '',
      row.currency,
      row.spend_read,
      row.impressions,
      row.clicks,
      row.results_read,
      row.conversions_read,
      row.conversion_value_read,
      row.video_views,
    ]),
  );
  const kept: string[] = [];
  for (const { key } of accounts) {
    const scope = { accountId: key, breakdown, from: '2020-01-01', to: '2030-01-01' };
    for (const { day, entity, country, resultType, ...row } of (
      await facts.scan(company, { scope, level: 'adId', limit: 10_000 })
    ).rows)
      kept.push(
        JSON.stringify([
          key,
          key,
          day,
          day.slice(0, 7),
          entity.campaignId,
          entity.adsetId,
          entity.adId,
          country,
          resultType,
          'EUR',
          ...measures.map((measure) => row[measure]),
        ]),
      );
  }
  return { read: read.sort(), kept: kept.sort() };
}

const exported = async (facts: Facts, place: ParquetPlace) => {
  try {
    return await exportParquet({ facts, companyId: company, accounts, place });
  } finally {
    await place.close();
  }
};

describe.each([
  ['memory', async () => createMemoryFacts()],
  ['sqlite', () => openSqliteFacts(join(folder(), 'facts.db'))],
  ['duckdb', () => openDuckdbFacts(join(folder(), 'facts.duckdb'))],
] as const)('an export of %s as Parquet', (_, open) => {
  it('holds exactly the facts; run again it writes what has changed, and nothing twice', async () => {
    const [facts, to] = [await open(), folder()];
    await fill(facts);
    expect(await exported(facts, createDiskPlace(to))).toMatchObject({
      accounts: 2,
      written: 12,
      removed: 0,
      rows: 700,
      left: [],
    });
    for (const breakdown of ['none', 'country'] as const) {
      const { read, kept } = await bothSides(facts, to, breakdown);
      expect(read).toHaveLength(breakdown === 'none' ? 420 : 280);
      expect(read).toEqual(kept);
    }
    expect(
      existsSync(join(to, 'ad_days/platform=pin/account=4%2F9/month=2026-10/facts.parquet')),
    ).toBe(true);
    expect(await exported(facts, createDiskPlace(to))).toMatchObject({ written: 0, rows: 0 });

    const one = {
      accountId: 'primary:act_1',
      from: '2026-10-05',
      to: '2026-10-05',
      breakdown: 'none',
    } as const;
    await facts.put(
      company,
      one,
      [fact({ day: one.from, adId: 'a1', adName: 'Renamed', spend: 7.000001 })],
      2_000,
    );
    await facts.forget(company, { factsBefore: '2026-10-01' }, 1_000);
    expect(await exported(facts, createDiskPlace(to))).toMatchObject({ written: 1, removed: 4 });
    const { read, kept } = await bothSides(facts, to);
    expect(read).toEqual(kept);
    await facts.close();
  });
});

describe('an export as Parquet', () => {
  it('of a version whose files had fewer measures is written again as a whole', async () => {
    const [facts, to] = [createMemoryFacts(), folder()];
    await fill(facts);
    await exported(facts, createDiskPlace(to));
    const file = join(to, '_slipway.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    for (const [key, state] of Object.entries<{ generation: string; months: object }>(
      manifest.accounts,
    )) {
      state.generation = (await facts.generations(company, [key]))[0] ?? '';
      state.months = JSON.parse(JSON.stringify(state.months).replaceAll(/:"\w+"/g, ':"of fewer"'));
    }
    writeFileSync(file, JSON.stringify(manifest));
    expect(await exported(facts, createDiskPlace(to))).toMatchObject({ written: 12, rows: 700 });
  });

  it('keeps the latest name of each ad beside the facts', async () => {
    const [facts, to] = [createMemoryFacts(), folder()];
    await fill(facts);
    await exported(facts, createDiskPlace(to));
    const one = {
      accountId: 'primary:act_1',
      from: '2026-10-05',
      to: '2026-10-05',
      breakdown: 'none',
    } as const;
    await facts.put(company, one, [fact({ day: one.from, adId: 'a1', adName: 'Renamed' })], 2_000);
    await exported(facts, createDiskPlace(to));
    const duckdb = await loadDuckdb();
    const instance = await duckdb.DuckDBInstance.create(':memory:', {});
    const session = duckdbSession(duckdb, await instance.connect());
    const names = await session.all({
      text: `SELECT id, name FROM read_parquet('${to}/names/**/*.parquet') WHERE platform = 'primary' AND entity = 'ad' ORDER BY id`,
      values: [],
    });
    expect(names).toEqual([
      { id: 'a0', name: 'Ad 0 🌱' },
      { id: 'a1', name: 'Renamed' },
      { id: 'a2', name: 'Ad 2 🌱' },
    ]);
    session.close();
    instance.closeSync();
  });

  it('has the types that warehouses expect', async () => {
    const [facts, to] = [createMemoryFacts(), folder()];
    await fill(facts);
    await exported(facts, createDiskPlace(to));
    const duckdb = await loadDuckdb();
    const instance = await duckdb.DuckDBInstance.create(':memory:', {});
    const session = duckdbSession(duckdb, await instance.connect());
    const columns = await session.all<{ name: string; type: string }>({
      text: `SELECT column_name AS name, column_type AS type FROM (DESCRIBE SELECT * FROM read_parquet('${to}/ad_days/**/*.parquet', hive_partitioning = false))`,
      values: [],
    });
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'day DATE',
      'platform_id VARCHAR',
      'account_id VARCHAR',
      'campaign_id VARCHAR',
      'adset_id VARCHAR',
      'ad_id VARCHAR',
      'currency VARCHAR',
      'spend DECIMAL(18,6)',
      'impressions BIGINT',
      'clicks BIGINT',
      'results DECIMAL(18,6)',
      'conversions DECIMAL(18,6)',
      'conversion_value DECIMAL(18,6)',
      'video_views BIGINT',
      'result_type VARCHAR',
    ]);
    session.close();
    instance.closeSync();
  });

  it('that dies leaves what was there readable, and the next one makes it whole', async () => {
    const [facts, to] = [createMemoryFacts(), folder()];
    await fill(facts);
    await exported(facts, createDiskPlace(to));
    const before = await bothSides(facts, to);
    for (const { key: accountId } of accounts)
      await facts.put(
        company,
        { accountId, from: days[0] ?? '', to: days.at(-1) ?? '', breakdown: 'none' },
        [],
        3_000,
      );
    for (const { key: accountId } of accounts) {
      const range = { accountId, from: '2026-10-01', to: '2026-11-20', breakdown: 'none' } as const;
      await facts.put(
        company,
        range,
        ['2026-10-02', '2026-11-02'].flatMap((day) => rowsOf(day, 1)),
        4_000,
      );
    }
    let puts = 0;
    const disk = createDiskPlace(to);
    const dying: ParquetPlace = {
      ...disk,
      put: (key, from) =>
        ++puts > 1 ? Promise.reject(new Error('The power went.')) : disk.put(key, from),
    };
    await expect(exported(facts, dying)).rejects.toThrow('The power went');
    const { read } = await bothSides(facts, to);
    // One month of one account is new, everything else is as it was: no row is there twice.
    expect(new Set(read).size).toBe(read.length);
    expect(read.filter((row) => before.read.includes(row)).length).toBeGreaterThan(
      before.read.length - 100,
    );
    await exported(facts, createDiskPlace(to));
    const after = await bothSides(facts, to);
    expect(after.read).toEqual(after.kept);
    expect(readdirSync(join(to, '_slipway'))).toEqual([]);
  });

  it('never mixes what was known before and after a fetch that comes meanwhile', async () => {
    const [memory, to] = [createMemoryFacts(), folder()];
    await fill(memory);
    let scans = 0;
    const facts: Facts = {
      ...memory,
      async scan(...asked) {
        const slice = await memory.scan(...asked);
        if (++scans === 2) {
          const one = {
            accountId: 'primary:act_1',
            from: '2026-09-20',
            to: '2026-09-20',
            breakdown: 'none',
          } as const;
          await memory.put(
            company,
            one,
            [fact({ day: one.from, adId: 'a1', adsetId: 'elsewhere', spend: 5 })],
            2_000,
          );
        }
        return slice;
      },
    };
    expect(await exported(facts, createDiskPlace(to))).toMatchObject({ left: [] });
    const { read, kept } = await bothSides(memory, to);
    expect(read).toEqual(kept);
  });

  it('leaves an account that never rests for the next run', async () => {
    const [memory, to] = [createMemoryFacts(), folder()];
    await fill(memory);
    let generation = 0;
    const restless: Facts = {
      ...memory,
      generations: async (_, ids) => ids.map(() => String(generation++)),
    };
    expect(await exported(restless, createDiskPlace(to))).toMatchObject({
      left: accounts.map(({ key }) => key),
      rows: 0,
    });
  });

  it('is refused where another company, or something else, lies', async () => {
    const [facts, to] = [createMemoryFacts(), folder()];
    await exported(facts, createDiskPlace(to));
    const place = createDiskPlace(to);
    await expect(
      exportParquet({ facts, companyId: 'another', accounts, place }),
    ).rejects.toMatchObject({ code: 'conflict' });
    writeFileSync(join(to, '_slipway.json'), '{');
    await expect(exported(facts, createDiskPlace(to))).rejects.toMatchObject({ code: 'conflict' });
    expect(readFileSync(join(to, '_slipway.json'), 'utf8')).toBe('{');
  });
});

describe('an export as Parquet in a bucket', () => {
  let server: S3rver;
  let directory: string;
  let port: number;
  beforeAll(async () => {
    directory = folder();
    server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'figures', configs: [] }],
    });
    ({ port } = await server.run());
  });
  afterAll(() => server.close());

  it('holds exactly the facts, and is continued', async () => {
    const facts = createMemoryFacts();
    await fill(facts);
    const options = {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'figures',
      prefix: 'slipway/',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    };
    expect(await exported(facts, await createS3Place(options))).toMatchObject({
      written: 12,
      rows: 700,
    });
    expect(await exported(facts, await createS3Place(options))).toMatchObject({ written: 0 });
    await facts.forget(company, { factsBefore: '2026-10-01' }, 1_000);
    expect(await exported(facts, await createS3Place(options))).toMatchObject({
      written: 0,
      removed: 4,
    });
    // Fetched as files, under the names they have in the bucket.
    const [place, to] = [await createS3Place(options), folder()];
    const disk = createDiskPlace(to);
    for (const table of ['ad_days', 'ad_country_days'])
      for (const account of ['platform=primary/account=act_1', 'platform=pin/account=4%2F9'])
        for (const month of ['2026-09', '2026-10', '2026-11']) {
          const key = `${table}/${account}/month=${month}/facts.parquet`;
          const part = join(disk.work, 'part');
          const isThere = await place.fetch(key, part);
          expect(isThere).toBe(month !== '2026-09');
          if (isThere) await disk.put(key, part);
        }
    await place.close();
    const { read, kept } = await bothSides(facts, to);
    expect(read).toEqual(kept);
  });
});
