import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simulations } from '../../adapters/sandbox/registry.ts';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import { readBatch, readJournal } from '../../core/launch/journal/journal.ts';
import { batchStatus } from '../../core/launch/show/status.ts';
import { silent } from '../../core/ports/log.ts';
import { type Counted, countAds } from './count.ts';
import { assembleChaosHouse, type ChaosHouse, LEASE_MS } from './house.ts';
import {
  familiesOf,
  type Mixed,
  pause,
  randomSource,
  type Sandbox,
  startSandbox,
  startWorkers,
  type Workers,
} from './processes.ts';
import { COMPANY, openPlaces, submitAds } from './workload.ts';

export interface ChaosOptions extends Mixed {
  readonly ads: number;
  readonly kills: number;
  /** How many workers are frozen for longer than their lease, and wake up again. Default 0. */
  readonly freezes?: number;
  /**
   * How often the wall clock of a worker's machine is set, by seconds to hours, forwards and
   * backwards. Default 0.
   */
  readonly clockSteps?: number;
  /** Mixed: what each platform does on a bad day. Otherwise what it does, and how often. */
  readonly faults: 'none' | 'mixed' | readonly ChaosFault[];
  readonly seed: number;
  readonly workers: number;
  /** The day of platforms and workers, as `--today` of the sandbox takes it. Default: today. */
  readonly today?: string;
  /** A checkout of the version before, of which every other worker is. */
  readonly former?: string;
  /** A postgres:// address; undefined: a SQLite file of its own. */
  readonly postgresUrl?: string;
  /** Told how far it is, often. */
  readonly progress?: (line: string) => void;
}

/** One fault alone, in every call that changes something, on every platform that knows it. */
export interface ChaosFault {
  readonly fault: string;
  readonly probability: number;
  readonly ms?: number;
}

export interface ChaosResult extends Counted {
  readonly ads: number;
  readonly adSets: number;
  readonly kills: number;
  readonly freezes?: number;
  readonly clockSteps?: number;
  /** Batches or copies that had not ended when nobody waited for them any longer. */
  readonly stuck: number;
  /** Operations that had to be sent more than once. */
  readonly retries: number;
  readonly seconds: number;
}

const SECONDS_TO_GIVE_UP = 600;

/**
 * Launches ads while the workers are killed or frozen at random moments, waits for every batch to
 * end, and counts what the platform holds. Kills and freezes are spread over the progress of the
 * work, so that each meets some.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const began = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-chaos-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'), options.today);
  const database = options.postgresUrl ?? join(folder, 'slipway.db');
  const place = { database, sandboxUrl: sandbox.url, clockOffsetMs: sandbox.aheadMs };
  const house = await assembleChaosHouse(place, silent);
  const workers = startWorkers(options.workers, place, options.former);
  try {
    const families = familiesOf(options);
    const places = await openPlaces(
      house,
      sandbox,
      families,
      Math.ceil(options.ads / families.length),
    );
    const before = await sandbox.adCount();
    const { batchIds, expected } = await submitAds(house, places, options.ads);
    await sandbox.control('latency', { ms: 20 });
    await playFaults(sandbox, options, (simulation) => simulation.stage.badDay);

    const stuck = await disturbAndWait(
      options,
      house,
      sandbox,
      workers,
      batchIds,
      expected.length,
      before,
    );
    await sandbox.clearFaults();
    const reported = await Promise.all(
      batchIds.map((id) => batchStatus(house, COMPANY, String(id))),
    );
    const counted = countAds(await sandbox.held('ad'), expected, reported);
    return {
      ads: options.ads,
      adSets: places.reduce((sum, { adSetIds }) => sum + adSetIds.length, 0),
      ...counted,
      kills: options.kills,
      ...(options.freezes !== undefined && { freezes: options.freezes }),
      ...(options.clockSteps !== undefined && { clockSteps: options.clockSteps }),
      stuck,
      retries: (await Promise.all(batchIds.map((id) => sentAgain(house, id)))).reduce(
        (sum, count) => sum + count,
        0,
      ),
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

/** Plays each platform's own bad day, or the faults that were asked for. */
export async function playFaults(
  sandbox: Sandbox,
  { faults, seed, platforms = simulations }: ChaosOptions,
  badDay: (simulation: Simulation) => readonly object[],
): Promise<void> {
  if (faults === 'none') return;
  const wanted = platforms.flatMap((simulation) => {
    const { name: platform } = simulation;
    if (faults === 'mixed') return badDay(simulation).map((fault) => ({ platform, ...fault }));
    return faults.map((fault) => ({ platform, method: 'POST', ...fault }));
  });
  for (const [i, fault] of wanted.entries())
    await sandbox.control('faults', { ...fault, seed: seed + i });
}

/**
 * Longer than a worker's silence is borne and the platform is given to settle: somebody else has
 * gone on by then.
 */
const FROZEN_MS = LEASE_MS + 4_000;

/**
 * Plays one of the disturbances that were asked for, each kind spread evenly among all of them, and
 * says which.
 */
export function disturb(
  options: ChaosOptions,
  workers: Workers,
  done: number,
  random: () => number,
): Disturbance {
  const kind = turnAt(options, done);
  if (kind === 'clockSteps') workers.stepClock(random(), stepOf(random));
  else if (kind === 'freezes') workers.freezeOne(random(), FROZEN_MS + random() * 2_000);
  else workers.killOne(random());
  return kind;
}

/** Whose turn it is: of the kind that is furthest behind its share. */
function turnAt(options: ChaosOptions, done: number): Disturbance {
  const { kills, freezes = 0, clockSteps = 0 } = options;
  const wanted = { clockSteps, freezes, kills };
  const kinds = Object.keys(wanted) as Disturbance[];
  const played = { clockSteps: 0, freezes: 0, kills: 0 };
  let turn: Disturbance = 'kills';
  for (let i = 0; i <= done; i++) {
    const behind = (kind: Disturbance): number =>
      (wanted[kind] * (i + 1)) / disturbances(options) - played[kind];
    turn = kinds.reduce((most, kind) => (behind(kind) > behind(most) ? kind : most));
    played[turn] += 1;
  }
  return turn;
}

export type Disturbance = 'kills' | 'freezes' | 'clockSteps';

export const disturbances = ({ kills, freezes = 0, clockSteps = 0 }: ChaosOptions): number =>
  kills + freezes + clockSteps;

/** From a second to six hours, either way: as often by seconds as by minutes or hours. */
const stepOf = (random: () => number): number =>
  Math.round(1000 * 21_600 ** random()) * (random() < 0.5 ? -1 : 1);

export async function disturbAndWait(
  options: ChaosOptions,
  house: ChaosHouse,
  sandbox: Sandbox,
  workers: Workers,
  batchIds: readonly number[],
  creations: number,
  before: number,
): Promise<number> {
  const total = disturbances(options);
  const random = randomSource(options.seed);
  const deadline = Date.now() + SECONDS_TO_GIVE_UP * 1000;
  let done = 0;
  for (;;) {
    if (Date.now() > deadline) return (await openOf(house, batchIds)).length;
    const made = (await sandbox.adCount()) - before;
    options.progress?.(`${made} of ${creations} ads, ${done} of ${total} disturbances`);
    const due = Math.ceil((made / creations) * total);
    const ended = (done > due || done >= total) && (await openOf(house, batchIds)).length === 0;
    if (done < total && (done <= due || ended)) {
      await pause(20 + random() * 350);
      disturb(options, workers, done, random);
      done += 1;
      continue;
    }
    if (ended) {
      await workers.thawed();
      return 0;
    }
    await pause(50);
  }
}

async function openOf(house: ChaosHouse, batchIds: readonly number[]): Promise<readonly number[]> {
  const open: number[] = [];
  for (const id of batchIds)
    if ((await readBatch(house.store, COMPANY, String(id))).doc.finishedAt === undefined)
      open.push(id);
  return open;
}
