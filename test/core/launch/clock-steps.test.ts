import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStoreJobs } from '../../../adapters/jobs/store-jobs.ts';
import { createManualClock } from '../../../adapters/runtime/manual-clock.ts';
import { createMemoryStore } from '../../../adapters/store/memory.ts';
import { openPostgresStore } from '../../../adapters/store/postgres.ts';
import { openSqliteStore } from '../../../adapters/store/sqlite.ts';
import { submitLaunch } from '../../../core/launch/accept/submit.ts';
import { readBatch } from '../../../core/launch/journal/journal.ts';
import { LAUNCH_QUEUE } from '../../../core/launch/journal/records.ts';
import { runBatch } from '../../../core/launch/run/run.ts';
import { batchStatus } from '../../../core/launch/show/status.ts';
import type { Clock } from '../../../core/ports/clock.ts';
import { silent } from '../../../core/ports/log.ts';
import type { Store } from '../../../core/ports/store.ts';
import { createHolder } from '../../../core/records/lease.ts';
import { holderOf } from '../../../core/records/work-under-lease.ts';
import { type Crash, crashing } from '../../crashing-store.ts';
import { createLaunchFixture, imageAd } from '../../launch-fixture.ts';
import { createDatabase, type TestDatabase } from '../../postgres/database.ts';
import { createStandInPlatform, type Mood } from '../../stand-in-platform.ts';
import { COMPANY, caller } from '../../test-service.ts';

const HOUR = 3_600_000;
/**
 * The longest a request takes: longer than it takes to notice several deaths and to let the
 * platform settle.
 */
const ANSWER_MS = 150_000;

interface Story {
  readonly ads: number;
  /** One process each; all but the last may die. */
  readonly processes: readonly { readonly clockMs: number; readonly death: Crash | undefined }[];
  /** After so long the clock of one process, or of all, is set by so much. */
  readonly steps: readonly {
    readonly afterMs: number;
    readonly process: number | 'all';
    readonly stepMs: number;
  }[];
  readonly moods: readonly Mood[];
  readonly slowMs: readonly number[];
}

const step = fc.oneof(
  fc.integer({ min: -6 * HOUR, max: 6 * HOUR }),
  fc.integer({ min: -90_000, max: 90_000 }),
);
const story: fc.Arbitrary<Story> = fc.record({
  ads: fc.integer({ min: 1, max: 5 }),
  processes: fc.array(
    fc.record({
      clockMs: fc.oneof(fc.constant(0), step),
      death: fc.option(
        fc.record({
          at: fc.integer({ min: 1, max: 25 }),
          when: fc.constantFrom('before' as const, 'after' as const),
        }),
        { nil: undefined },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  steps: fc.array(
    fc.record({
      afterMs: fc.integer({ min: 0, max: 45_000 }),
      process: fc.oneof(fc.constant('all' as const), fc.integer({ min: 0, max: 2 })),
      stepMs: step,
    }),
    { maxLength: 8 },
  ),
  moods: fc.array(
    fc.constantFrom<Mood>('ok', 'ok', 'ok', 'lost', 'unanswered', 'throttled', 'flaky'),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  slowMs: fc.array(fc.constantFrom(0, 0, 5_000, 20_000, 149_000), { minLength: 1, maxLength: 8 }),
});

/** Plays a story to its end, or for four hours if it has none. */
async function play({ ads, processes, steps, moods, slowMs }: Story, opened: Store) {
  let turn = 0;
  let request = 0;
  let standIn: ReturnType<typeof createStandInPlatform> | undefined;
  const clock = createManualClock(undefined, { auto: true });
  const store = clock.stillDuring(opened);
  const { ports } = await createLaunchFixture({
    store,
    clock,
    platforms: () => {
      standIn = createStandInPlatform(clock, {
        answerMs: ANSWER_MS,
        lagMs: 2_000,
        slowMs: () => slowMs[request++ % slowMs.length] ?? 0,
        mood: (_, sends) => (sends > 4 ? 'ok' : (moods[turn++ % moods.length] ?? 'ok')),
      });
      return { primary: standIn.platform };
    },
  });
  const answer = await submitLaunch(ports, caller, {
    ads: Array.from({ length: ads }, () => imageAd()),
  });
  const id = String(answer.adBatchId);

  const offsets = processes.map(({ clockMs }) => clockMs);
  const workers = processes.map(({ death }, position) => {
    const own: Clock = { ...clock, now: () => clock.now() + (offsets[position] ?? 0) };
    const mine =
      death === undefined || position === processes.length - 1 ? store : crashing(store, death);
    const process = createHolder(own, `process-${position}`);
    return createStoreJobs({ store: mine, clock: own, log: silent, sweepMs: 5_000 }).work({
      [LAUNCH_QUEUE]: ({ companyId, subject }, stopping, jobTurn) =>
        runBatch({ ...ports, store: mine, clock: own }, companyId, subject, {
          holder: holderOf(process, jobTurn),
          stopping,
        }),
    });
  });
  const setClocks = async (): Promise<void> => {
    for (const { afterMs, process, stepMs } of steps) {
      await clock.sleep(afterMs);
      for (const position of offsets.keys())
        if (process === 'all' || process % offsets.length === position)
          offsets[position] = (offsets[position] ?? 0) + stepMs;
    }
  };
  void setClocks();

  let isEnded = false;
  for (let waitedMs = 0; !isEnded && waitedMs < 4 * HOUR; waitedMs += 30_000) {
    await clock.sleep(30_000);
    isEnded = (await readBatch(store, COMPANY, id)).doc.finishedAt !== undefined;
  }
  // Whatever was on its way arrives.
  await clock.sleep(2 * ANSWER_MS);
  // Those that died never end.
  for (const worker of workers) void worker.stop();
  const made = (standIn?.made ?? [])
    .filter(({ kind }) => kind === 'ad')
    .map(({ operation }) => operation);
  return { isEnded, made: made.sort(), status: await batchStatus(ports, COMPANY, id) };
}

async function expectOnce(each: Story, store: Store): Promise<void> {
  const { isEnded, made, status } = await play(each, store);
  const wanted = Array.from({ length: each.ads }, (_, i) => `ad:${i}:0`);
  expect({ isEnded, made, rawStatus: status.rawStatus }).toEqual({
    isEnded: true,
    made: wanted,
    rawStatus: 'Success',
  });
}

describe('clocks that are set, and clocks that differ, with slow requests, lost answers and deaths', () => {
  test('make nothing twice, lose nothing and hold nothing up (memory)', async () => {
    await fc.assert(
      fc.asyncProperty(story, (each) => expectOnce(each, createMemoryStore())),
      { numRuns: 30 },
    );
  });

  // Each run began to wait anew for an operation that was put off by a clock that was set back
  // since.
  test('a clock that is set back by hours holds nothing up that waits for a minute or more', () =>
    expectOnce(
      {
        ads: 2,
        processes: [{ clockMs: 0, death: undefined }],
        steps: [
          { afterMs: 20_001, process: 'all', stepMs: 27_975 },
          { afterMs: 9_685, process: 0, stepMs: -5_542_862 },
          { afterMs: 0, process: 0, stepMs: -8_644_423 },
        ],
        moods: ['throttled', 'ok', 'throttled'],
        slowMs: [0, 0, 0, 20_000, 5_000, 20_000],
      },
      createMemoryStore(),
    ));

  test('the same on SQLite', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'slipway-clocks-'));
    let run = 0;
    try {
      await fc.assert(
        fc.asyncProperty(story, async (each) => {
          const store = await openSqliteStore({ path: join(folder, `${run++}.db`) });
          await expectOnce(each, store);
          await store.close();
        }),
        { numRuns: 5 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  describe('on Postgres', { tags: ['postgres'] }, () => {
    const databases: TestDatabase[] = [];
    beforeAll(async () => void databases.push(await createDatabase()));
    afterAll(async () => {
      for (const database of databases) await database.drop();
    });

    test('the same', async () => {
      await fc.assert(
        fc.asyncProperty(story, async (each) => {
          const database = await createDatabase();
          databases.push(database);
          const store = await openPostgresStore({ url: database.url });
          await expectOnce(each, store);
          await store.close();
        }),
        { numRuns: 3 },
      );
    });
  });

  test('a clock that steps a minute forwards while a request is under way makes no ad twice', async () => {
    const steps = [{ afterMs: 1_500, process: 'all' as const, stepMs: 60_000 }];
    const one = {
      ads: 8,
      processes: [{ clockMs: 0, death: undefined }],
      moods: ['ok' as const],
      slowMs: [0, 0, 12_000],
    };
    for (const stepMs of [60_000, 300_000, 5 * HOUR])
      await expectOnce(
        { ...one, steps: steps.map((each) => ({ ...each, stepMs })) },
        createMemoryStore(),
      );
  });
});
