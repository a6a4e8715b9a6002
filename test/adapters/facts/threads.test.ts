import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqliteFacts } from '../../../adapters/facts/sqlite.ts';
import { openSqliteThreads } from '../../../adapters/facts/sqlite-threads.ts';
import { everything, fact } from '../../../adapters/testing/facts/ground.ts';

const file = (): string => join(mkdtempSync(join(tmpdir(), 'slipway-threads-')), 'facts.db');

/**
 * Whether the event loop ever came round before a question was answered: on a busy machine the
 * answer may be there first.
 */
async function goesOn<T>(ask: () => Promise<T>): Promise<readonly [boolean, T]> {
  let cameRound = false;
  setImmediate(() => {
    cameRound = true;
  });
  let answer = await ask();
  for (let asked = 1; asked < 20 && !cameRound; asked += 1) answer = await ask();
  return [cameRound, answer];
}

test('the process goes on while SQLite adds up and reads', async () => {
  const facts = await openSqliteFacts(file(), { cache: false });
  const scope = {
    accountId: 'act_1',
    from: '2026-11-01',
    to: '2026-11-10',
    breakdown: 'none',
  } as const;
  const ads = Array.from({ length: 2_500 }, (_, i) => fact({ adId: `a${i}`, spend: 1 }));
  await facts.put('co', scope, ads, 1);
  const [wentOn, page] = await goesOn(() => facts.aggregate('co', everything));
  expect([wentOn, page.groups.length, page.total]).toEqual([true, 2_500, 2_500]);
  const [wentOnToo, slice] = await goesOn(() =>
    facts.scan('co', { scope, level: 'adId', limit: 2_000 }),
  );
  expect([wentOnToo, slice.rows.length]).toEqual([true, 2_000]);
  await facts.close();
});

test('more questions than threads are all answered before the file is closed, nothing can be written, and faults are told', async () => {
  const path = file();
  const facts = await openSqliteFacts(path);
  const threads = openSqliteThreads(path);
  const ask = async (text: string): Promise<unknown> =>
    (await threads.all<{ n: number }>({ text, values: [] }))[0]?.n;
  const count = (n: number): string =>
    `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${n}) SELECT max(n) AS n FROM c`;
  const asked = [1, 200_000, 2, 200_001, 3, 4].map((n) => ask(count(n)));
  await expect(threads.all({ text: 'SELECT nothing', values: [] })).rejects.toThrow('nothing');
  await expect(threads.all({ text: 'DELETE FROM fact', values: [] })).rejects.toThrow(
    /readonly|read-only/i,
  );
  const closing = threads.close();
  expect(await Promise.all(asked)).toEqual([1, 200_000, 2, 200_001, 3, 4]);
  await closing;
  await facts.close();
});

test('where no thread can open the file, the question is asked on the spot', async () => {
  const threads = openSqliteThreads(join(file(), 'no', 'such', 'folder.db'));
  await expect(threads.all({ text: 'SELECT 1', values: [] })).rejects.toMatchObject({
    name: 'NoThread',
  });
  await threads.close();
});
