import { once } from 'node:events';
import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDuckdbFile } from '../../adapters/duckdb/file.ts';
import { loadDuckdb } from '../../adapters/duckdb/package.ts';
import { openDuckdbFacts } from '../../adapters/facts/duckdb.ts';
import { fact } from '../../adapters/testing/facts/ground.ts';
import { factsSuite } from '../../adapters/testing/facts.suite.ts';
import type { FactQuery } from '../../core/ports/facts.ts';
import { spawn } from '../processes.ts';

const file = (): string => join(mkdtempSync(join(tmpdir(), 'slipway-duckdb-')), 'facts.duckdb');

factsSuite('duckdb', async () => ({ facts: await openDuckdbFacts(file()) }));

const scope = {
  accountId: 'act_1',
  from: '2026-11-01',
  to: '2026-11-02',
  breakdown: 'none',
} as const;
const byAd: FactQuery = {
  accountIds: ['act_1'],
  from: scope.from,
  to: scope.to,
  breakdown: 'none' as const,
  groupBy: ['adId'],
  measures: ['spend'],
};

describe('facts in DuckDB', () => {
  it('are there when the file is opened again, which is for its user alone, and go on from where they were', async () => {
    const path = file();
    const facts = await openDuckdbFacts(path);
    await facts.put('co', scope, [fact({ spend: 1 }), fact({ adId: 'a2', spend: 2 })], 5);
    await facts.close();
    expect(statSync(path).mode & 0o077).toBe(0);
    const again = await openDuckdbFacts(path);
    await again.put(
      'co',
      { ...scope, from: scope.to },
      [fact({ day: scope.to, adId: 'a3', spend: 4 })],
      6,
    );
    await again.put('other', scope, [fact({ spend: 8 })], 6);
    const { groups } = await again.aggregate('co', byAd);
    expect(groups.map(({ group, sums }) => [group.adId, sums.spend]).sort()).toEqual([
      ['a1', 1],
      ['a2', 2],
      ['a3', 4],
    ]);
    expect(await again.generations('co', ['act_1', 'act_9'])).toEqual(['2', '0']);
    await again.close();
  });

  it('refuse a second opening in the same process, and in another as long as this one has them', async () => {
    const path = file();
    const facts = await openDuckdbFacts(path);
    await expect(openDuckdbFacts(path)).rejects.toMatchObject({
      code: 'storage_unusable',
      details: [
        { code: 'facts_in_use', message: expect.stringContaining('in use by this process') },
      ],
    });
    expect(await openedElsewhere(path)).toMatch(
      /facts_in_use .* is in use by another process \(\d+\)\. One process at a time/,
    );
    await facts.put('co', scope, [fact({ spend: 1 })], 5);
    await facts.close();
    expect(await openedElsewhere(path)).toBe('opened');
  });

  it('say what to install where the package is missing or cannot be loaded', async () => {
    const missing = loadDuckdb(() =>
      Promise.reject(new Error("Cannot find package '@duckdb/node-api'")),
    );
    await expect(missing).rejects.toMatchObject({
      code: 'storage_unusable',
      message: expect.stringMatching(
        /^DuckDB is not installed here: npm install @duckdb\/node-api@1\.5\.5/,
      ),
    });
    const unbound = loadDuckdb(() => Promise.reject(new Error('dlopen failed')));
    await expect(unbound).rejects.toThrow('its binding for this system was left out');
  });

  it('refuse a file that is not theirs, and leave it as it was', async () => {
    const path = file();
    writeFileSync(path, 'a text of somebody, long enough to be looked at'.repeat(200));
    await expect(openDuckdbFacts(path)).rejects.toMatchObject({
      code: 'storage_unusable',
      message: expect.stringContaining('is no file of DuckDB'),
    });
    expect(statSync(path).size).toBe(
      'a text of somebody, long enough to be looked at'.length * 200,
    );
  });

  it('stay as they were when a put fails in its middle', async () => {
    const facts = await openDuckdbFacts(file(), { cache: false });
    await facts.put('co', scope, [fact({ spend: 1 })], 1);
    const huge = [fact({ adId: 'a2', adName: 'new' }), fact({ adId: 'a3', spend: 1e300 })];
    await expect(facts.put('co', scope, huge, 2)).rejects.toMatchObject({ code: 'unavailable' });
    expect((await facts.aggregate('co', byAd)).groups.map(({ sums }) => sums.spend)).toEqual([1]);
    await facts.put('co', scope, [fact({ adId: 'a2', adName: 'new', spend: 3 })], 3);
    const { groups } = await facts.aggregate('co', byAd);
    expect(groups.map(({ entity, sums }) => [entity.adName, sums.spend])).toEqual([['new', 3]]);
    await facts.close();
  });

  it('are copied as they are at one moment while puts go on', async () => {
    const path = file();
    const facts = await openDuckdbFacts(path, { cache: false });
    await facts.put('co', scope, [fact({ spend: 1 })], 1);
    const copying = facts.copy('copy-1');
    await facts.put('co', scope, [fact({ spend: 2 })], 2);
    const copied = await openDuckdbFacts(await copying, { cache: false });
    expect((await copied.aggregate('co', byAd)).groups.map(({ sums }) => sums.spend)).toEqual([1]);
    await copied.put('co', scope, [fact({ adId: 'a9', spend: 5 })], 3);
    expect(
      (await copied.aggregate('co', { ...byAd, asOf: 1 })).groups.map(({ sums }) => sums.spend),
    ).toEqual([1]);
    await copied.close();
    await facts.close();
    expect(existsSync(`${path}.copy-1`)).toBe(true);
  });

  it('leave memory to others: what is kept of the file goes where nobody asks, and questions have all of it again', async () => {
    const path = file();
    const numbers = 'SELECT sum(n % 1000)::DOUBLE AS sum FROM numbers';
    const steps = ['CREATE TABLE numbers AS SELECT hash(range) AS n FROM range(1000000)'];
    await (await openDuckdbFile(path, { part: 'numbers', steps })).close();
    const opened = await openDuckdbFile(path, { part: 'numbers', steps });
    const one = async (text: string): Promise<unknown> =>
      Object.values((await opened.all<object>({ text, values: [] }))[0] ?? {})[0];
    const kept = "SELECT memory_usage_bytes FROM duckdb_memory() WHERE tag = 'BASE_TABLE'";
    const limit = "SELECT current_setting('memory_limit')";
    const [sum, before] = [await one(numbers), await one(limit)];
    const read = await one(kept);
    const asking = one(numbers);
    await opened.trim();
    await asking;
    expect(Number(await one(kept))).toBeGreaterThan(Number(read) / 2);
    await opened.trim();
    expect(Number(await one(kept))).toBeLessThan(Number(read) / 2);
    expect([await one(limit), await one(numbers)]).toEqual([before, sum]);
    await opened.close();
  });

  it('the process goes on while they are added up and read', async () => {
    const facts = await openDuckdbFacts(file(), { cache: false });
    const ads = Array.from({ length: 5_000 }, (_, i) => fact({ adId: `a${i}`, spend: 1 }));
    await facts.put('co', scope, ads, 1);
    let rounds = 0;
    const watch = setInterval(() => rounds++, 0);
    const page = await facts.aggregate('co', byAd);
    clearInterval(watch);
    expect([page.groups.length, page.total]).toEqual([5_000, 5_000]);
    expect(rounds).toBeGreaterThan(1);
    await facts.close();
  });
});

/** What a process of its own says that opens the file. */
async function openedElsewhere(path: string): Promise<string> {
  const adapter = fileURLToPath(new URL('../../adapters/facts/duckdb.ts', import.meta.url));
  const program = `const { openDuckdbFacts } = await import(${JSON.stringify(adapter)});
    await openDuckdbFacts(${JSON.stringify(path)}).then(async (facts) => { await facts.close(); console.log('opened'); },
      (error) => console.log(error.details[0].code, error.message));`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout?.on('data', (piece) => (said += piece));
  await once(child, 'close');
  return said.trim();
}
