import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../adapters/runtime/system-clock.ts';
import { openSqliteStore } from '../../adapters/store/sqlite.ts';
import { submitLaunch } from '../../core/launch/accept/submit.ts';
import { batchStatus } from '../../core/launch/show/status.ts';
import type { Store } from '../../core/ports/store.ts';
import { createSandboxFixture } from '../sandbox-fixture.ts';
import { simulationOf } from '../simulations.ts';
import { COMPANY, caller } from '../test-service.ts';
import { run } from './child.ts';
import { type Figure, figure } from './figure.ts';

type SandboxFixture = Awaited<ReturnType<typeof createSandboxFixture>>;

interface Measured {
  readonly ms: number;
  /** Highest resident memory while it ran, above the level before. */
  readonly growthMb: number;
  /** Length of the request. */
  readonly sentBytes: number;
  /** When the run began, on the clock of `performance`. */
  readonly began: number;
}

/**
 * Launches `ads` ads into `adSets` ad sets each, from ten shared pictures, and says how long the
 * run took once the launch was accepted.
 */
async function launch(fixture: SandboxFixture, ads: number, adSets: number): Promise<Measured> {
  const { name, stage } = simulationOf(fixture.primary.definition.id);
  const count = Math.ceil((Math.max(ads, stage.room) * adSets) / stage.room);
  const { adSetIds: ids } = (await fixture.control('POST', 'ad-sets', {
    platform: name,
    count,
  })) as { adSetIds: string[] };
  const body = {
    ads: Array.from({ length: ads }, (_, i) => ({
      adName: `Bench ${i}`,
      adAccountId: stage.account.id,
      adSets: Array.from({ length: adSets }, (_, k) => ids[(i * adSets + k) % ids.length]),
      ...stage.fields,
      media: [{ url: `https://cdn.example/${i % 10}.png` }],
    })),
  };
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  const answer = await submitLaunch(fixture.ports, caller, body);
  const began = performance.now();
  await fixture.run(answer.adBatchId);
  const ms = performance.now() - began;
  clearInterval(watch);
  const { failedAds, successfulAds } = await batchStatus(
    fixture.ports,
    COMPANY,
    String(answer.adBatchId),
  );
  if (successfulAds !== ads * adSets)
    throw new Error(`Only ${successfulAds} ads were launched: ${failedAds[0]?.message}`);
  return { ms, growthMb: (peak - before) / 2 ** 20, sentBytes: JSON.stringify(body).length, began };
}

/** Of which the best counts. */
const ROUNDS = 6;

async function onFile<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  const store = await openSqliteStore({ path: join(folder, 'bench.db') });
  try {
    return await work(store);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A launch at 300 ms a request: how long it took, and in how much of that a request was under way.
 * The best of three.
 */
async function wallAgainstPlatform(): Promise<{ readonly ms: number; readonly busyMs: number }> {
  const runs: { ms: number; busyMs: number }[] = [];
  for (let i = 0; i < 3; i++) {
    let requests: { readonly began: number; readonly ended: number }[] = [];
    const fixture = await createSandboxFixture({
      clock: systemClock,
      watch: (request) => requests.push(request),
    });
    await fixture.control('POST', 'latency', { ms: 300 });
    const { ms, began } = await launch(fixture, 50, 5);
    requests = requests
      .filter((request) => request.began >= began)
      .sort((a, b) => a.began - b.began);
    let [busyMs, until] = [0, began];
    for (const request of requests) {
      busyMs += Math.max(0, request.ended - Math.max(until, request.began));
      until = Math.max(until, request.ended);
    }
    runs.push({ ms, busyMs });
  }
  return runs.reduce((least, run) => (run.ms / run.busyMs < least.ms / least.busyMs ? run : least));
}

/** What a launch leaves on disk: 50 batches of 20 ads, as the file stands when it is closed. */
async function bytesPerCreation(): Promise<{ readonly kept: number; readonly sent: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  const path = join(folder, 'bench.db');
  const store = await openSqliteStore({ path });
  const fixture = await createSandboxFixture({ store });
  let sent = 0;
  for (let batch = 0; batch < 50; batch++) sent += (await launch(fixture, 20, 1)).sentBytes;
  await store.close();
  const kept = (await stat(path)).size;
  await rm(folder, { recursive: true, force: true });
  return { kept: kept / 1000, sent: sent / 1000 };
}

/**
 * Launches of 10,000 ads into one ad set each and into two, each in a process of its own, with the
 * sandbox in it.
 */
async function largeLaunches(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const adSets of [1, 2]) {
    const { said, end } = await run('test/bench/large-launch.ts', ['10000', String(adSets)]);
    end();
    const measured = said as unknown as { [name: string]: number };
    const {
      creations = 0,
      ranMs = 0,
      acceptedMs = 0,
      peakKb = 0,
      statusMs = 0,
      sentKb = 0,
    } = measured;
    figures.push(
      figure(
        {
          name: `launch-memory-${creations}`,
          value: peakKb,
          unit: `KB an ad above the start at the peak; accepted in ${acceptedMs} ms, ran for ${ranMs} ms`,
          anchor: 'KB sent for it',
          anchorValue: sentKb,
        },
        { on: 'value', atMost: 40 },
      ),
      figure(
        {
          name: `launch-status-${creations}`,
          value: statusMs,
          unit: 'ms of processor time for a page of batch-status, while it runs and after, the slower',
          anchor: 'ms that it may take',
          anchorValue: 10,
        },
        { on: 'value', atMost: 10 },
      ),
    );
  }
  return figures;
}

/** The journal's price, how near a launch comes to the shortest way there is, and how it grows. */
export async function launchBench(): Promise<readonly Figure[]> {
  await launch(await createSandboxFixture(), 20, 5);
  let [memory, journalled] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // By turns, so that both see the machine, and how much of the code is compiled, alike.
  for (let round = 0; round < ROUNDS; round++) {
    memory = Math.min(memory, (await launch(await createSandboxFixture(), 200, 5)).ms);
    const once = await onFile(
      async (store) => (await launch(await createSandboxFixture({ store }), 200, 5)).ms,
    );
    journalled = Math.min(journalled, once);
  }

  const wall = await wallAgainstPlatform();
  const bytes = await bytesPerCreation();

  const sizes: { creations: number; measured: Measured }[] = [];
  for (const ads of [20, 200, 500]) {
    const adSets = ads === 500 ? 10 : 5;
    sizes.push({
      creations: ads * adSets,
      measured: await onFile(async (store) =>
        launch(await createSandboxFixture({ store }), ads, adSets),
      ),
    });
  }
  const [, middle, large] = sizes;
  if (middle === undefined || large === undefined) throw new Error('Nothing was measured.');
  const perCreation = ({ creations, measured }: (typeof sizes)[number]): number =>
    measured.ms / creations;

  return [
    figure(
      {
        name: 'launch-journal',
        value: round(journalled),
        unit: 'ms for 1,000 creations on SQLite, synchronous FULL',
        anchor: 'the same in memory',
        anchorValue: round(memory),
      },
      { on: 'ratio', atMost: 1.3 },
    ),
    figure(
      {
        name: 'launch-wall',
        value: round(wall.ms),
        unit: 'ms for 50 ads x 5 ad sets at 300 ms a request',
        anchor: 'the part of it in which a request was under way',
        anchorValue: round(wall.busyMs),
      },
      { on: 'ratio', atMost: 1.15 },
    ),
    figure(
      {
        name: 'launch-bytes',
        value: round(bytes.kept),
        unit: 'bytes kept for an ad: plan, journal, events, audit',
        anchor: 'bytes sent for it',
        anchorValue: round(bytes.sent),
      },
      { on: 'value', atMost: 10_000 },
    ),
    ...sizes.map(({ creations, measured }) =>
      figure(
        {
          name: `launch-${creations}`,
          value: round(measured.ms),
          unit: `ms, ${round(measured.growthMb)} MB above the start`,
          anchor: '1,000 creations, per creation',
          anchorValue: round(perCreation(middle) * creations),
        },
        { on: 'ratio', atMost: creations > 1000 ? 1.3 : 10 },
      ),
    ),
    ...(await largeLaunches()),
  ];
}

const round = (value: number): number => Number(value.toFixed(1));
