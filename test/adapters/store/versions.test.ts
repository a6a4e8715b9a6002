// @module-tag postgres
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { openPostgresDatabase } from '../../../adapters/store/postgres-database.ts';
import { openWhenThere } from '../../../server/process/database-wait.ts';
import { createDatabase, type TestDatabase } from '../../postgres/database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

const steps = [
  'CREATE TABLE slipway.boats (name text)',
  'ALTER TABLE slipway.boats ADD COLUMN size integer DEFAULT 1',
  'ALTER TABLE slipway.boats DROP COLUMN name',
];

/** A version of the code that knows so many steps. */
const open = async (known: number, compatible: readonly number[] = []): Promise<string> => {
  const place = { url: database.url, connections: 1 };
  const opened = await openPostgresDatabase(place, {
    part: 'boats',
    steps: steps.slice(0, known),
    compatible,
  });
  await opened.close();
  return 'open';
};

test('a version goes on, and starts again, after a step that only adds, and is refused after one that takes away', async () => {
  expect(await open(1)).toBe('open');
  expect(await open(2, [2])).toBe('open');
  expect(await open(1)).toBe('open');
  expect(
    await database.query('SELECT max(version) AS version FROM slipway.schema_versions'),
  ).toEqual([{ version: 2 }]);
  expect(await open(3, [2])).toBe('open');
  for (const older of [1, 2])
    await expect(open(older)).rejects.toThrow(/written by a newer version/);
  expect(await open(3, [2])).toBe('open');
});

test('a step is not taken for an addition unless it says so', async () => {
  expect(await open(2)).toBe('open');
  await expect(open(1)).rejects.toThrow(/written by a newer version/);
});

test('a start waits a minute for a server that is away, and not a moment for a database that it cannot use', async () => {
  const clock = createManualClock(undefined, { auto: true });
  const told: string[] = [];
  const log = { warn: (event: string) => told.push(event) };
  const start = clock.monotonic();
  const waited = async (work: () => Promise<unknown>) => {
    const before = clock.monotonic();
    const error = await openWhenThere(clock.stillDuring({ work }).work, { clock, log }).catch(
      (refused: unknown) => refused,
    );
    return { error, ms: clock.monotonic() - before };
  };
  await open(2);
  expect(await waited(() => open(1))).toMatchObject({
    error: { message: expect.stringContaining('newer version') },
    ms: 0,
  });
  const elsewhere = database.url.replace(/[^/]*$/, 'nowhere');
  const missing = () =>
    openPostgresDatabase({ url: elsewhere, connections: 1 }, { part: 'boats', steps });
  expect(await waited(missing)).toMatchObject({ error: { code: 'storage_unusable' }, ms: 0 });
  expect([told, clock.monotonic() - start]).toEqual([[], 0]);

  const away = database.url.replace(/:[0-9]+\//, ':1/');
  const absent = () =>
    openPostgresDatabase({ url: away, connections: 1 }, { part: 'boats', steps });
  const { error, ms } = await waited(absent);
  expect(error).toMatchObject({ code: 'storage_unusable' });
  expect([ms > 60_000, ms < 65_000, new Set(told)]).toEqual([
    true,
    true,
    new Set(['service.waiting_for_database']),
  ]);
  let tries = 0;
  const late = () => (++tries < 3 ? absent() : open(2));
  expect((await waited(late)).error).toBe('open');
});
