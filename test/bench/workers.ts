import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBatch } from '../../core/launch/journal/journal.ts';
import { silent } from '../../core/ports/log.ts';
import { assembleChaosHouse, type ChaosHouse } from '../chaos/house.ts';
import { pause, startSandbox, startWorkers } from '../chaos/processes.ts';
import { ADS_PER_BATCH, COMPANY, openPlaces, submitAds } from '../chaos/workload.ts';
import { startPostgres } from '../postgres/server.ts';
import { firstSimulation } from '../simulations.ts';
import { type Figure, figure } from './figure.ts';

const BATCHES = 24;
const WARM_UP = 6;
const LATENCY_MS = 400;

/**
 * Launches on Postgres by one worker process and by two: the platform's answers, not the processor,
 * take the time.
 */
export async function workersBench(): Promise<readonly Figure[]> {
  const one = await timeWith(1);
  const two = await timeWith(2);
  return [
    figure(
      {
        name: 'workers-two',
        value: rate(two),
        unit: `batches a second, two workers at ${LATENCY_MS} ms a request`,
        anchor: 'one worker',
        anchorValue: rate(one),
      },
      { on: 'ratio', atLeast: 1.9 },
    ),
  ];
}

const rate = (ms: number): number => Number(((BATCHES / ms) * 1000).toFixed(3));

async function timeWith(workers: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-bench-'));
  const postgres = await startPostgres();
  const sandbox = await startSandbox(join(folder, 'platform.log'));
  const house = await assembleChaosHouse(
    { database: postgres.url, sandboxUrl: sandbox.url },
    silent,
  );
  const running = startWorkers(workers, { database: postgres.url, sandboxUrl: sandbox.url });
  try {
    const places = await openPlaces(
      house,
      sandbox,
      [firstSimulation()],
      (BATCHES + WARM_UP) * ADS_PER_BATCH,
    );
    await sandbox.control('latency', { ms: LATENCY_MS });
    // A first round, so that every worker is up and has its connections.
    const warm = await submitAds(house, places, WARM_UP * ADS_PER_BATCH);
    await allEnded(house, warm.batchIds);
    const { batchIds } = await submitAds(house, places, BATCHES * ADS_PER_BATCH);
    const began = performance.now();
    await allEnded(house, batchIds);
    return performance.now() - began;
  } finally {
    running.stop();
    await house.store.close();
    sandbox.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function allEnded(house: ChaosHouse, batchIds: readonly number[]): Promise<void> {
  for (const id of batchIds)
    while ((await readBatch(house.store, COMPANY, String(id))).doc.finishedAt === undefined)
      await pause(20);
}
