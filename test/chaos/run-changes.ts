import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import { accessAccount } from '../../core/accounts/access.ts';
import { type AccountKey, accountKey } from '../../core/base/account-key.ts';
import { changeWrites } from '../../core/features/changes/apply.ts';
import { drawChanges } from '../../core/features/changes/plan.ts';
import { showChanges } from '../../core/features/changes/show.ts';
import { silent } from '../../core/ports/log.ts';
import { assembleChaosHouse, type ChaosHouse } from './house.ts';
import { familiesOf, pause, randomSource, type Sandbox, startSandbox, startWorkers, type Workers } from './processes.ts';
import { type ChaosOptions, disturb, disturbances, playFaults } from './run.ts';
import { COMPANY, connect } from './workload.ts';

const caller = { companyId: COMPANY, keyId: 'chaos' };
/** Objects that are changed together. */
const TOGETHER = 25;
const SECONDS_TO_GIVE_UP = 3_600;

export interface ChangesResult {
  readonly changes: number;
  readonly platforms: readonly string[];
  /** As they are told. */
  readonly done: number;
  readonly conflicts: number;
  readonly others: number;
  /** Told as done, and not there. */
  readonly lost: number;
  /** A person's name that was there before the change was planned, and is gone. */
  readonly overwritten: number;
  /** Not told as done, and there. */
  readonly unsaid: number;
  readonly kills: number;
  readonly freezes: number;
  readonly clockSteps: number;
  readonly stuck: number;
  readonly seconds: number;
}

interface Place {
  readonly simulation: Simulation;
  readonly account: AccountKey;
  readonly ids: readonly string[];
  readonly changeId: string;
}

/** Every third object gets another name before the change is planned, by a person who is not asked. */
const isTheirs = (position: number) => position % 3 === 0;
/** Some platforms want every name once. */
const ours = (id: string) => `Ours ${id}`;
const theirs = (id: string) => `Theirs ${id}`;

/**
 * Renames ad sets in rows while the workers are killed at random moments and a second person renames some of the same
 * objects, and compares the names that the platforms hold in the end with what is told of each object.
 */
export async function runChangesChaos(options: ChaosOptions & { readonly actions: number }): Promise<ChangesResult> {
  const began = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-chaos-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'), options.today);
  const database = options.postgresUrl ?? join(folder, 'slipway.db');
  const place = { database, sandboxUrl: sandbox.url, clockOffsetMs: sandbox.aheadMs };
  const house = await assembleChaosHouse(place, silent);
  const workers = startWorkers(options.workers, place);
  try {
    const places = await openPlaces(house, sandbox, options);
    await sandbox.control('latency', { ms: 10 });
    await playFaults(sandbox, options, ({ stage }) => stage.badDay.filter(({ fault }) => fault !== 'list-lag'));
    const { done, stuck } = await runAll(options, house, workers, places);
    workers.stop();
    await sandbox.clearFaults();
    return {
      changes: places.reduce((sum, { ids }) => sum + ids.length, 0),
      platforms: [...new Set(places.map(({ simulation }) => simulation.platform))],
      ...(await count(house, places)),
      ...done,
      stuck,
      seconds: Math.round((Date.now() - began) / 1000),
    };
  } finally {
    workers.stop();
    await house.close();
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function openPlaces(
  house: ChaosHouse,
  sandbox: Sandbox,
  options: ChaosOptions & { readonly actions: number },
): Promise<readonly Place[]> {
  const able = familiesOf(options).filter(({ platform }) => house.platforms[platform]?.edit?.rename !== undefined);
  for (const simulation of able) if (simulation.isAutomated !== true) await connect(house, simulation);
  const places: Place[] = [];
  while (places.length * TOGETHER < options.actions)
    for (const simulation of able) {
      const account = accountKey(simulation.platform, simulation.stage.account.id);
      const ids = await sandbox.addAdSets(simulation, TOGETHER);
      const before = await namesOf(house, account, ids);
      const changes = ids.map((id) => ({
        level: 'adset' as const,
        id,
        adAccountId: account,
        set: { name: ours(id) },
        revision: JSON.stringify({ name: before.get(id) }),
      }));
      await rename(
        house,
        account,
        ids.flatMap((id, i) => (isTheirs(i) ? [{ id, name: theirs(id) }] : [])),
      );
      const { changeId, writes } = changeWrites(house, caller, await drawChanges(house, caller, { changes }), false);
      await house.store.commit(writes);
      places.push({ simulation, account, ids, changeId });
    }
  return places;
}

async function namesOf(house: ChaosHouse, account: AccountKey, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { platform, access } = await accessAccount(house, COMPANY, account);
  const objects = ids.map((id) => ({ type: 'adset' as const, id }));
  const read = (await platform.inspect?.entities(access, objects)) ?? [];
  return new Map(read.flatMap((each) => ('name' in each ? [[each.id, each.name] as const] : [])));
}

async function rename(house: ChaosHouse, account: AccountKey, names: readonly { readonly id: string; readonly name: string }[]) {
  const { platform, access } = await accessAccount(house, COMPANY, account);
  const wanted = names.map((each) => ({ type: 'adset' as const, ...each }));
  for (const { id, failure } of (await platform.edit?.rename?.(access, wanted)) ?? [])
    if (failure !== undefined) throw new Error(`The other person could not rename ${id}: ${failure.message}`);
}

async function runAll(options: ChaosOptions, house: ChaosHouse, workers: Workers, places: readonly Place[]) {
  const total = disturbances(options);
  const random = randomSource(options.seed);
  const deadline = Date.now() + SECONDS_TO_GIVE_UP * 1000;
  const done = { kills: 0, freezes: 0, clockSteps: 0 };
  const open = new Set(places);
  while (open.size > 0 && Date.now() < deadline) {
    for (const place of open)
      if ((await showChanges(house.store, COMPANY, place.changeId, {})).status !== 'running') open.delete(place);
    const ended = places.length - open.size;
    const count = done.kills + done.freezes + done.clockSteps;
    options.progress?.(`${ended} of ${places.length} sets, ${count} of ${total} disturbances`);
    // Spread over the whole: none is left for when nothing is under way.
    if (count < Math.min(total, Math.ceil(((ended + 1) / places.length) * total))) {
      await pause(50 + random() * 400);
      done[disturb(options, workers, count, random)] += 1;
    } else await pause(200);
  }
  await workers.thawed();
  return { done, stuck: open.size };
}

/** The oracle: the names that the platforms hold. */
async function count(house: ChaosHouse, places: readonly Place[]) {
  const sums = { done: 0, conflicts: 0, others: 0, lost: 0, overwritten: 0, unsaid: 0 };
  for (const { account, ids, changeId } of places) {
    const { results } = await showChanges(house.store, COMPANY, changeId, {});
    const told = new Map(results.map(({ id, outcome }) => [id, outcome]));
    const names = await namesOf(house, account, ids);
    ids.forEach((id, i) => {
      const [outcome, name] = [told.get(id), names.get(id)];
      if (outcome === 'done') sums.done += 1;
      else if (outcome === 'conflict') sums.conflicts += 1;
      else sums.others += 1;
      if (isTheirs(i) && name !== theirs(id)) sums.overwritten += 1;
      if (outcome === 'done' && name !== ours(id)) sums.lost += 1;
      if (outcome !== 'done' && outcome !== 'unknown' && name === ours(id)) sums.unsaid += 1;
    });
  }
  return sums;
}
