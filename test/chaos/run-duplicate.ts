import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { duplicateStatus } from '../../core/manage/duplicate/duplicate-status.ts';
import { readEntries } from '../../core/manage/duplicate/journal.ts';
import { prepareDuplicate } from '../../core/manage/duplicate/prepare.ts';
import { acceptDuplicate } from '../../core/manage/duplicate/submit.ts';
import type { DuplicateStatusResponse } from '../../core/manage/schema/duplicate.ts';
import { silent } from '../../core/ports/log.ts';
import { countCopies } from './count-copies.ts';
import { assembleChaosHouse, type ChaosHouse } from './house.ts';
import {
  familiesOf,
  pause,
  randomSource,
  type Sandbox,
  startSandbox,
  startWorkers,
} from './processes.ts';
import {
  type ChaosOptions,
  type ChaosResult,
  type Disturbance,
  disturb,
  disturbances,
  playFaults,
} from './run.ts';
import { COMPANY, connect } from './workload.ts';

/** Where an ad set takes that many. */
const ADS_IN_SOURCE = 30;
const COPIES = 10;

const caller = { companyId: COMPANY, keyId: 'chaos' };

const SECONDS_TO_GIVE_UP = 600;

/**
 * Duplicates ad sets while the workers are killed at random moments, waits for the end, and counts
 * what the platform holds: every copy that is reported must be whole, and there must be nothing
 * else.
 */
export async function runDuplicateChaos(options: ChaosOptions): Promise<ChaosResult> {
  const began = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-chaos-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'), options.today);
  const database = options.postgresUrl ?? join(folder, 'slipway.db');
  const place = { database, sandboxUrl: sandbox.url, clockOffsetMs: sandbox.aheadMs };
  const house = await assembleChaosHouse(place, silent);
  const workers = startWorkers(options.workers, place, options.former);
  try {
    const sources = await makeSources(house, sandbox, options);
    const before = new Set((await sandbox.held('adSet')).map(({ id }) => id));
    await sandbox.control('latency', { ms: 20 });
    await playFaults(sandbox, options, ({ stage }) => stage.badDayForCopies);
    const accepted = await Promise.all(
      sources.map(({ accountId, id }) => accept(house, accountId, id)),
    );

    const { kills, freezes, clockSteps, stuck } = await disturbAndWait(
      options,
      house,
      workers,
      accepted,
    );
    await sandbox.clearFaults();
    const reported = await Promise.all(accepted.map((id) => duplicateStatus(house, caller, id)));
    const adsIn = new Map(sources.map(({ id, ads }) => [id, ads]));
    const counted = countCopies(await sandbox.held('adSet'), await sandbox.held('ad'), reported, {
      before,
      adsIn,
      copies: COPIES,
    });
    return {
      ads: options.ads,
      adSets: sources.length,
      ...counted,
      kills,
      ...(options.freezes !== undefined && { freezes }),
      ...(options.clockSteps !== undefined && { clockSteps }),
      stuck,
      retries: (await Promise.all(accepted.map((id) => sentAgain(house, id)))).reduce(
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

interface Source {
  readonly id: string;
  readonly accountId: string;
  readonly ads: number;
}

/** Ad sets with ads, on every platform as many as it takes for its part of all ads. */
async function makeSources(
  house: ChaosHouse,
  sandbox: Sandbox,
  options: ChaosOptions,
): Promise<readonly Source[]> {
  const sources: Source[] = [];
  const families = familiesOf(options);
  for (const simulation of families) {
    const { stage } = simulation;
    if (simulation.isAutomated !== true) await connect(house, simulation);
    const ads = Math.min(ADS_IN_SOURCE, stage.room);
    const ids = await sandbox.addAdSets(
      simulation,
      Math.ceil(options.ads / families.length / (ads * COPIES)),
      ads,
    );
    sources.push(...ids.map((id) => ({ id, accountId: stage.account.id, ads })));
  }
  return sources;
}

/** Objects of a copy that were handed to the platform once more than needed. */
async function sentAgain(house: ChaosHouse, jobId: string): Promise<number> {
  const sent = (await readEntries(house.store, COMPANY, jobId)).flatMap(({ sending }) =>
    Object.keys(sending ?? {}),
  );
  return sent.length - new Set(sent).size;
}

async function accept(house: ChaosHouse, accountId: string, sourceId: string): Promise<string> {
  const wanted = {
    type: 'adset',
    sourceField: 'adsetId',
    sourceId,
    copyCount: COPIES,
    deep: true,
  } as const;
  const prepare = () => prepareDuplicate(house, caller, { accountId }, wanted);
  return (await acceptDuplicate(house, caller, prepare, { delayMs: 0 })).duplicateId;
}

/** Disturbs at random moments, closely at first, so that every stage of the work meets some. */
async function disturbAndWait(
  options: ChaosOptions,
  house: ChaosHouse,
  workers: ReturnType<typeof startWorkers>,
  accepted: readonly string[],
): Promise<{ readonly [D in Disturbance]: number } & { readonly stuck: number }> {
  const total = disturbances(options);
  const random = randomSource(options.seed);
  const deadline = Date.now() + SECONDS_TO_GIVE_UP * 1000;
  const done = { kills: 0, freezes: 0, clockSteps: 0 };
  for (let count = 0; ; ) {
    const standing: DuplicateStatusResponse[] = await Promise.all(
      accepted.map((id) => duplicateStatus(house, caller, id)),
    );
    const open = standing.filter(({ status }) => status !== 'finished').length;
    options.progress?.(
      `${accepted.length - open} of ${accepted.length} ad sets, ${count} of ${total} disturbances`,
    );
    if (Date.now() > deadline) return { ...done, stuck: open };
    if (open === 0) {
      await workers.thawed();
      return { ...done, stuck: 0 };
    }
    if (count === total) await pause(200);
    else {
      await pause(300 + random() * 2_000);
      done[disturb(options, workers, count, random)] += 1;
      count += 1;
    }
  }
}
