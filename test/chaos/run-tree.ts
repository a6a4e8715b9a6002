import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { submitLaunch } from '../../core/launch/accept/submit.ts';
import { readBatch } from '../../core/launch/journal/journal.ts';
import { batchStatus } from '../../core/launch/show/status.ts';
import { undoBatch } from '../../core/launch/undo/undo.ts';
import { silent } from '../../core/ports/log.ts';
import { launchOf, treeOf } from '../trees.ts';
import { assembleChaosHouse, type ChaosHouse } from './house.ts';
import {
  type Family,
  familiesOf,
  pause,
  type Sandbox,
  startSandbox,
  startWorkers,
} from './processes.ts';
import { type ChaosOptions, disturbAndWait, disturbances, playFaults } from './run.ts';
import { COMPANY, connect } from './workload.ts';

const caller = { companyId: COMPANY, keyId: 'chaos' };
const AD_SETS = 2;
const ADS = 2;
/** Campaigns of one batch on each platform. */
const TOGETHER = 5;
const SECONDS_TO_UNDO = 600;

export interface TreeResult {
  readonly campaigns: number;
  readonly platforms: readonly string[];
  readonly expected: number;
  readonly duplicates: number;
  readonly lost: number;
  /** Ad sets and ads that hang below another object than they should. */
  readonly orphans: number;
  /** Objects that a batch says it made, and that are not there. */
  readonly misreported: number;
  /** Campaigns that deliver although not all of them was made. */
  readonly early: number;
  readonly failed: number;
  readonly kills: number;
  readonly stuck: number;
  /** What is left of all after the undo. */
  readonly left: number;
  readonly seconds: number;
}

/**
 * Makes campaigns with their ad sets and ads while the workers are killed, counts every level at
 * the platforms, and takes all of it back.
 */
export async function runTreeChaos(options: ChaosOptions): Promise<TreeResult> {
  const began = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-chaos-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'), options.today);
  const database = options.postgresUrl ?? join(folder, 'slipway.db');
  const place = { database, sandboxUrl: sandbox.url, clockOffsetMs: sandbox.aheadMs };
  const house = await assembleChaosHouse(place, silent);
  const workers = startWorkers(options.workers, place);
  try {
    const able = familiesOf(options).filter(
      ({ platform }) => house.platforms[platform]?.create?.adSet?.within !== undefined,
    );
    for (const family of able) await connect(house, family);
    const before = await sandbox.adCount();
    const { batchIds, names } = await submitTrees(house, able, options.ads);
    await sandbox.control('latency', { ms: 10 });
    await playFaults(sandbox, { ...options, platforms: able }, ({ stage }) => stage.badDay);
    const stuck = await disturbAndWait(
      options,
      house,
      sandbox,
      workers,
      batchIds,
      names.length * AD_SETS * ADS,
      before,
    );
    await sandbox.clearFaults();
    const counted = await count(house, sandbox, batchIds, names);
    for (const id of batchIds)
      await undoBatch(house, caller, { batchId: String(id), mode: 'delete' });
    await undone(house, batchIds);
    return {
      campaigns: names.length,
      platforms: able.map(({ platform }) => platform),
      ...counted,
      kills: disturbances(options),
      stuck,
      left: (await treesOf(sandbox)).length,
      seconds: Math.round((Date.now() - began) / 1000),
    };
  } finally {
    workers.stop();
    await house.close();
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function submitTrees(house: ChaosHouse, families: readonly Family[], wanted: number) {
  const names: string[] = [];
  const batchIds: number[] = [];
  for (let start = 0; start < wanted; start += TOGETHER * families.length) {
    const own = Array.from(
      { length: Math.min(TOGETHER * families.length, wanted - start) },
      (_, i) => {
        const family = families[i % families.length];
        if (family === undefined) throw new Error('There is no platform to play on.');
        const name = `tree ${String(start + i).padStart(5, '0')}`;
        names.push(name);
        return treeOf(family.stage, name, start + i, { adSets: AD_SETS, ads: ADS });
      },
    );
    const { adBatchId } = await submitLaunch(house, caller, launchOf(own));
    batchIds.push(adBatchId);
  }
  return { batchIds, names };
}

const LEVELS = ['campaign', 'adSet', 'ad'] as const;

async function treesOf(sandbox: Sandbox) {
  const all = await Promise.all(
    LEVELS.map(async (level) => (await sandbox.held(level)).map((each) => ({ level, ...each }))),
  );
  return all.flat().filter(({ name, status }) => name?.startsWith('tree ') && status !== 'DELETED');
}

async function count(
  house: ChaosHouse,
  sandbox: Sandbox,
  batchIds: readonly number[],
  names: readonly string[],
) {
  const found = await treesOf(sandbox);
  const byName = new Map<string, typeof found>();
  for (const each of found)
    byName.set(each.name ?? '', [...(byName.get(each.name ?? '') ?? []), each]);
  const byId = new Map(found.map((each) => [each.id, each]));
  const expected = names.flatMap((name) => [
    name,
    ...Array.from({ length: AD_SETS }, (_, i) => [
      `${name} set ${i}`,
      ...Array.from({ length: ADS }, (_, k) => `${name} set ${i} ad ${k}`),
    ]).flat(),
  ]);
  const statuses = await Promise.all(batchIds.map((id) => batchStatus(house, COMPANY, String(id))));
  const failed = new Set(
    statuses.flatMap(({ failedAds }) => failedAds.map(({ adName }) => adName)),
  );
  const upper = (name: string) =>
    name.replace(/ (set \d+ ad|set) \d+$/, (part) =>
      part.includes(' ad ') ? part.replace(/ ad \d+$/, '') : '',
    );
  const made = statuses.flatMap(({ made: some = [], launchedAds }) => [
    ...some.flatMap(({ id }) => id ?? []),
    ...launchedAds.map(({ adId }) => adId),
  ]);
  const isWhole = (name: string) =>
    expected.every((each) => !each.startsWith(name) || byName.has(each));
  return {
    expected: expected.length,
    duplicates: found.length - byName.size,
    lost: expected.filter((name) => !byName.has(name) && !failed.has(name)).length,
    orphans: found.filter(
      ({ level, name = '', parentId = '' }) =>
        level !== 'campaign' && byId.get(parentId)?.name !== upper(name),
    ).length,
    misreported: made.filter((id) => !byId.has(id)).length,
    early: found.filter(
      ({ level, name = '', status }) =>
        level === 'campaign' && status === 'ACTIVE' && !isWhole(name),
    ).length,
    failed: failed.size,
  };
}

async function undone(house: ChaosHouse, batchIds: readonly number[]): Promise<void> {
  const deadline = Date.now() + SECONDS_TO_UNDO * 1000;
  for (const id of batchIds)
    while (
      Date.now() < deadline &&
      (await readBatch(house.store, COMPANY, String(id))).doc.undo?.finishedAt === undefined
    )
      await pause(100);
}
