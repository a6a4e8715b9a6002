import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBatch, readJournal } from '../../core/launch/journal.ts';
import { batchStatus } from '../../core/launch/status.ts';
import { silent } from '../../core/ports/log.ts';
import { type Counted, countAds } from './count.ts';
import { assembleChaosHouse, type ChaosHouse } from './house.ts';
import { pause, randomSource, type Sandbox, startSandbox, startWorkers } from './processes.ts';
import { openStage, type Stage, type StageName } from './stages.ts';
import { COMPANY, submitAds } from './workload.ts';

export interface ChaosOptions {
  readonly ads: number;
  readonly kills: number;
  readonly faults: 'none' | 'mixed';
  readonly seed: number;
  readonly workers: number;
  /** Default: the primary platform alone. */
  readonly platforms?: readonly StageName[];
  /** A postgres:// address; undefined: a SQLite file of its own. */
  readonly postgresUrl?: string;
  /** Told how far it is, often. */
  readonly progress?: (line: string) => void;
}

export interface ChaosResult extends Counted {
  readonly ads: number;
  readonly adSets: number;
  readonly kills: number;
  /** Operations that had to be sent more than once. */
  readonly retries: number;
  readonly seconds: number;
}

const SECONDS_TO_GIVE_UP = 600;

/**
 * Launches ads while the workers are killed at random moments, waits for every batch to end, and counts
 * what the platform holds. The kills are spread over the progress of the work, so that each meets some.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const began = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-chaos-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'));
  const database = options.postgresUrl ?? join(folder, 'slipway.db');
  const house = await assembleChaosHouse({ database, sandboxUrl: sandbox.url }, silent);
  const workers = startWorkers(options.workers, { database, sandboxUrl: sandbox.url });
  try {
    const names = options.platforms ?? ['primary'];
    const stages: Stage[] = [];
    for (const name of names) stages.push(await openStage[name](house, sandbox, Math.ceil(options.ads / names.length)));
    const before = await sandbox.adCount();
    const { batchIds, expected } = await submitAds(house, stages, options.ads);
    await sandbox.control('latency', { ms: 20 });
    if (options.faults === 'mixed')
      for (const [i, fault] of stages.flatMap(({ faults }) => faults).entries())
        await sandbox.control('faults', { ...fault, seed: options.seed + i });

    const kills = await killAndWait(options, house, sandbox, workers, batchIds, expected.length, before);
    await sandbox.clearFaults();
    const reported = await Promise.all(batchIds.map((id) => batchStatus(house, COMPANY, String(id))));
    const counted = countAds(await sandbox.ads(), expected, reported);
    return {
      ads: options.ads,
      adSets: stages.reduce((sum, { adSetIds }) => sum + adSetIds.length, 0),
      ...counted,
      kills,
      retries: (await Promise.all(batchIds.map((id) => sentAgain(house, id)))).reduce((sum, count) => sum + count, 0),
      seconds: Math.round((Date.now() - began) / 1000),
    };
  } finally {
    workers.stop();
    await house.close();
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ads of a batch that were handed to the platform once more than needed. */
async function sentAgain(house: ChaosHouse, batchId: number): Promise<number> {
  const entries = await readJournal(house.store, COMPANY, String(batchId));
  const ads = entries.flatMap(({ sending }) => sending ?? []).filter((id) => id.startsWith('ad:'));
  return ads.length - new Set(ads).size;
}

async function killAndWait(
  options: ChaosOptions,
  house: ChaosHouse,
  sandbox: Sandbox,
  workers: ReturnType<typeof startWorkers>,
  batchIds: readonly number[],
  creations: number,
  before: number,
): Promise<number> {
  const { kills, seed } = options;
  const random = randomSource(seed);
  const deadline = Date.now() + SECONDS_TO_GIVE_UP * 1000;
  let killed = 0;
  for (;;) {
    if (Date.now() > deadline) throw new Error(`Not finished after ${SECONDS_TO_GIVE_UP} s.`);
    const made = (await sandbox.adCount()) - before;
    options.progress?.(`${made} of ${creations} ads, ${killed} of ${kills} kills`);
    const due = Math.ceil((made / creations) * kills);
    const ended = (killed > due || killed >= kills) && (await allEnded(house, batchIds));
    if (killed < kills && (killed <= due || ended)) {
      await pause(20 + random() * 350);
      workers.killOne(random());
      killed += 1;
      continue;
    }
    if (ended) return killed;
    await pause(50);
  }
}

async function allEnded(house: ChaosHouse, batchIds: readonly number[]): Promise<boolean> {
  for (const id of batchIds) if ((await readBatch(house.store, COMPANY, String(id))).doc.finishedAt === undefined) return false;
  return true;
}
