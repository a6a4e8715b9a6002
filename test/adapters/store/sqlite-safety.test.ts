import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { openSqliteStore } from '../../../adapters/store/sqlite.ts';
import { CHECKPOINT_MS } from '../../../adapters/store/sqlite-checkpoints.ts';
import { allIds, fill, write } from '../../../adapters/testing/store/ground.ts';
import { boats } from '../../../adapters/testing/store/kinds.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'slipway-safety-'));
  path = join(folder, 'slipway.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const refusal = async (): Promise<string> => {
  const error = await openSqliteStore({ path, kinds: [boats] }).then(
    async (store) => store.close(),
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ name: 'SlipwayError', code: 'storage_unusable' });
  return (error as Error).message;
};

/** Opens a copy of the database file alone, as it is on the disk at this moment. */
async function idsOfFileAlone(): Promise<string[]> {
  const copy = join(mkdtempSync(join(folder, 'copy-')), 'slipway.db');
  copyFileSync(path, copy);
  const store = await openSqliteStore({ path: copy });
  const ids = await allIds(store, boats, 'acme');
  await store.close();
  return ids;
}

describe('the database file alone', () => {
  test('has its tables at once, and each commit within seconds, idle or under load', async () => {
    const clock = createManualClock();
    const store = await openSqliteStore({
      path,
      kinds: [boats],
      after: (ms, work) => void clock.sleep(ms).then(work),
    });
    expect(await idsOfFileAlone()).toEqual([]);

    await fill(store, boats, 'acme', { a: {} });
    expect(await idsOfFileAlone()).toEqual([]);
    await clock.advance(CHECKPOINT_MS);
    expect(await idsOfFileAlone()).toEqual(['a']);

    // Writes that never pause do not put it off.
    for (const id of ['b', 'c', 'd']) {
      await fill(store, boats, 'acme', { [id]: {} });
      await clock.advance(CHECKPOINT_MS / 2);
    }
    expect(await idsOfFileAlone()).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    expect(CHECKPOINT_MS).toBeLessThanOrEqual(60_000);
    await store.close();
  });

  test('has everything once the store is closed, also while another process has it open', async () => {
    const store = await openSqliteStore({ path, kinds: [boats] });
    const other = new DatabaseSync(path);
    other.prepare('SELECT count(*) FROM documents').get();
    await fill(store, boats, 'acme', { a: {}, b: {} });
    await store.close();
    expect(await idsOfFileAlone()).toEqual(['a', 'b']);
    other.close();
  });
});

describe('a database file', () => {
  test('is for its user alone, with the files beside it, whatever the umask', async () => {
    const before = process.umask(0);
    try {
      const store = await openSqliteStore({ path, kinds: [boats] });
      await fill(store, boats, 'acme', { a: {} });
      for (const name of readdirSync(folder))
        expect([name, (statSync(join(folder, name)).mode & 0o777).toString(8)]).toEqual([
          name,
          '600',
        ]);
      expect(readdirSync(folder)).toContain('slipway.db-wal');
      await store.close();
    } finally {
      process.umask(before);
    }
  });

  test('that is empty is refused and stays as it is', async () => {
    writeFileSync(path, '');
    expect(await refusal()).toMatch(/is empty.*slipway restore.*to start afresh, remove this file/);
    expect(statSync(path).size).toBe(0);
  });

  test('that is gone is not made again beside its log', async () => {
    writeFileSync(`${path}-wal`, 'changes');
    expect(await refusal()).toMatch(/is missing, but .*-wal.*slipway restore/);
    expect(readdirSync(folder)).toEqual(['slipway.db-wal']);
    expect(readFileSync(`${path}-wal`, 'utf8')).toBe('changes');
  });

  test('without tables, as a copy without its log was, is refused', async () => {
    const database = new DatabaseSync(path);
    database.exec(
      'PRAGMA journal_mode = WAL; CREATE TABLE t (a); DROP TABLE t; PRAGMA wal_checkpoint(TRUNCATE)',
    );
    database.close();
    const before = readFileSync(path);
    expect(await refusal()).toMatch(/holds no tables.*slipway restore/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('with any one of its pages destroyed is refused with a sentence', async () => {
    const store = await openSqliteStore({ path, kinds: [boats] });
    await fill(
      store,
      boats,
      'acme',
      Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [`b${i}`, { name: 'x'.repeat(250) }]),
      ),
    );
    await store.close();
    const whole = readFileSync(path);
    const pages = whole.length / 4096;
    expect(pages).toBeGreaterThan(8);
    for (let page = 0; page < pages; page++) {
      writeFileSync(path, Buffer.from(whole).fill(0xa5, page * 4096, (page + 1) * 4096));
      expect([page + 1, await refusal()]).toEqual([
        page + 1,
        expect.stringMatching(/damaged.*(Restore|backup)/),
      ]);
    }
    writeFileSync(path, whole);
    await (await openSqliteStore({ path, kinds: [boats] })).close();
  });
});

describe('a database that another process has locked', () => {
  test('is waited for while the event loop is free, and the commit happens when it is free', async () => {
    const store = await openSqliteStore({ path, kinds: [boats] });
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const committing = store.commit([write(boats, 'acme', 'a', 'absent', {})]);
    let turns = 0;
    const done = committing.then(() => 'done');
    while (turns < 50 && (await Promise.race([done, setImmediate('turn')])) === 'turn') turns += 1;
    expect(turns).toBe(50);
    // Readers do not mind.
    expect(await store.get(boats, 'acme', 'a')).toBeUndefined();
    const found = store.find(boats, 'acme', { where: { size: 1 } }).then(({ items }) => items);
    expect(await Promise.race([found, committing])).toEqual([]);
    other.exec('ROLLBACK');
    expect(await committing).toBeUndefined();
    expect(await store.get(boats, 'acme', 'a')).toBeDefined();
    other.close();
    await store.close();
  });

  test('for longer than anybody waits answers every commit that it is, and works on afterwards', async () => {
    const store = await openSqliteStore({ path, kinds: [boats] });
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const outcomes = await Promise.allSettled(
      ['a', 'b'].map((id) => store.commit([write(boats, 'acme', id, 'absent', {})])),
    );
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({
        reason: { code: 'unavailable', message: expect.stringContaining('locked by another') },
      });
    other.exec('ROLLBACK');
    other.close();
    expect(await store.commit([write(boats, 'acme', 'a', 'absent', {})])).toBeUndefined();
    await store.close();
  });

  test('that is full says so, and nothing of what it knew is lost', async () => {
    const store = await openSqliteStore({ path, kinds: [boats] });
    await fill(store, boats, 'acme', { a: {} });
    const other = new DatabaseSync(path);
    other.exec(
      "CREATE TRIGGER full BEFORE INSERT ON documents BEGIN SELECT raise(ABORT, 'database or disk is full'); END",
    );
    await expect(store.commit([write(boats, 'acme', 'b', 'absent', {})])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('disk of the database is full'),
    });
    other.exec('DROP TRIGGER full');
    other.close();
    expect(await store.commit([write(boats, 'acme', 'b', 'absent', {})])).toBeUndefined();
    expect(await allIds(store, boats, 'acme')).toEqual(['a', 'b']);
    await store.close();
  });
});
