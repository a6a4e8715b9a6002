import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteFacts } from '../../../adapters/facts/sqlite.ts';
import { openSqliteStore } from '../../../adapters/store/sqlite.ts';
import { factsSuite } from '../../../adapters/testing/facts.suite.ts';
import { kind } from '../../../core/ports/store.ts';

const folder = (): Promise<string> => mkdtemp(join(tmpdir(), 'slipway-facts-'));

for (const cache of [true, false])
  factsSuite(cache ? 'sqlite' : 'sqlite without memory', async () => {
    const path = await folder();
    const facts = await openSqliteFacts(join(path, 'facts.db'), { cache });
    return { facts, remove: () => rm(path, { recursive: true }) };
  });

it('SQLite facts share a file with the documents and are there when it is opened again', async () => {
  const path = await folder();
  const file = join(path, 'slipway.db');
  const scope = {
    accountId: 'act_1',
    from: '2026-11-01',
    to: '2026-11-01',
    breakdown: 'none',
  } as const;
  const store = await openSqliteStore({ path: file });
  const facts = await openSqliteFacts(file);
  await facts.put('c1', scope, [], 5);
  await store.commit([
    { kind: kind('thing'), companyId: 'c1', id: '1', expect: 'absent', doc: {} },
  ]);
  await facts.close();
  const again = await openSqliteFacts(file);
  expect(await again.coverage('c1', scope)).toEqual([{ day: '2026-11-01', fetchedAt: 5 }]);
  await again.close();
  await store.close();
  await rm(path, { recursive: true });
});

it('SQLite facts stay right when two processes put to one account and one of them fails', async () => {
  const path = await folder();
  const file = join(path, 'facts.db');
  const [one, other] = [await openSqliteFacts(file), await openSqliteFacts(file)];
  const scope = {
    accountId: 'act_1',
    from: '2026-11-01',
    to: '2026-11-01',
    breakdown: 'none',
  } as const;
  const row = (adId: string, adName: string, spend = 1) => ({
    day: '2026-11-01',
    adId,
    adName,
    adsetId: 's',
    adsetName: 'Set',
    campaignId: 'c',
    campaignName: 'Campaign',
    country: '',
    spend,
    impressions: 1,
    clicks: 1,
    results: 0,
    conversions: 0,
    conversionValue: 0,
  });
  const names = async (): Promise<unknown> => {
    const query = {
      accountIds: ['act_1'],
      from: scope.from,
      to: scope.to,
      breakdown: 'none',
      groupBy: ['adId'],
      measures: ['spend'],
    } as const;
    return (await one.aggregate('c1', query)).groups
      .map(({ entity }) => `${entity.campaignName} ${entity.adId} ${entity.adName}`)
      .sort();
  };
  await one.put('c1', scope, [row('a1', 'first')], 1);
  await other.put('c1', scope, [row('a1', 'second')], 2);
  await one.put('c1', scope, [row('a1', 'first')], 3);
  expect(await names()).toEqual(['Campaign a1 first']);

  // More than a column holds: refused in the middle of the transaction, after the new ad got its
  // key.
  await expect(
    one.put('c1', scope, [row('a2', 'new'), row('a3', 'huge', 1e300)], 4),
  ).rejects.toMatchObject({
    code: 'unavailable',
  });
  await other.put('c1', scope, [row('a9', 'other')], 5);
  await one.put('c1', scope, [row('a2', 'new')], 6);
  expect(await names()).toEqual(['Campaign a2 new']);
  await one.close();
  await other.close();
  await rm(path, { recursive: true });
});
