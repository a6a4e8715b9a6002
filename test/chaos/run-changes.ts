import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import { accessAccount } from '../../core/accounts/access.ts';
import { type AccountKey, accountKey } from '../../core/base/account-key.ts';
import { changeWrites } from '../../core/features/changes/apply.ts';
import { drawChanges } from '../../core/features/changes/plan.ts';
import { showChanges } from '../../core/features/changes/show.ts';
import { wayBack } from '../../core/features/changes/undo.ts';
import { silent } from '../../core/ports/log.ts';
import { assembleChaosHouse, type ChaosHouse } from './house.ts';
import {
  familiesOf,
  pause,
  randomSource,
  type Sandbox,
  startSandbox,
  startWorkers,
  type Workers,
} from './processes.ts';
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
  /** Of names that others changed between the plan and the post. */
  readonly refused: number;
  readonly others: number;
  /** What is told of those, and of those that were not taken back. */
  readonly why: readonly string[];
  /** Told as done, and not there. */
  readonly lost: number;
  /**
   * A person's name that was there before the change was planned, before it was posted or before
   * the undo, and is gone.
   */
  readonly overwritten: number;
  /** Not told as done, and there. */
  readonly unsaid: number;
  /** As before all of it, after the undo. */
  readonly undone: number;
  /** Told as left, with the reason. */
  readonly left: number;
  /** Neither that nor told as left. */
  readonly notUndone: number;
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
  readonly before: ReadonlyMap<string, string>;
  readonly changeId: string;
}

/** When another person gives an object another name, who is not asked: some are left alone. */
type When = 'planned' | 'posted' | 'undone' | 'never';
const TURNS: readonly When[] = ['planned', 'never', 'posted', 'never', 'undone'];
const turnOf = (position: number): When | undefined => TURNS[position % TURNS.length];
/** Some platforms want every name once. */
const ours = (id: string) => `Ours ${id}`;
const theirs = (id: string) => `Theirs ${id}`;

/**
 * Renames ad sets in rows while the workers are killed at random moments and a second person
 * renames some of the same objects, and compares the names that the platforms hold in the end with
 * what is told of each object.
 */
export async function runChangesChaos(
  options: ChaosOptions & { readonly actions: number },
): Promise<ChangesResult> {
  const began = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-chaos-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'), options.today);
  const database = options.postgresUrl ?? join(folder, 'slipway.db');
  const place = { database, sandboxUrl: sandbox.url, clockOffsetMs: sandbox.aheadMs };
  const house = await assembleChaosHouse(place, silent);
  const workers = startWorkers(options.workers, place);
  try {
    const places = await openPlaces(house, sandbox, options);
    const done = { kills: 0, freezes: 0, clockSteps: 0 };
    const run = async (some: readonly Place[], share: number): Promise<number> => {
      await sandbox.control('latency', { ms: 10 });
      await playFaults(sandbox, options, ({ stage }) =>
        stage.badDay.filter(({ fault }) => fault !== 'list-lag'),
      );
      const open = await runAll(options, house, workers, { places: some, done, share });
      await sandbox.clearFaults();
      return open;
    };
    const notEnded = await run(places, 0.5);
    const counted = await count(house, places);
    const undoing = await openUndos(house, places);
    const stuck = notEnded + (await run(undoing, 1));
    workers.stop();
    const { overwritten, why, ...back } = await countUndone(house, undoing);
    return {
      changes: places.reduce((sum, { ids }) => sum + ids.length, 0),
      platforms: [...new Set(places.map(({ simulation }) => simulation.platform))],
      ...counted,
      ...back,
      overwritten: counted.overwritten + overwritten,
      why: [...counted.why, ...why],
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
  const able = familiesOf(options).filter(
    ({ platform }) => house.platforms[platform]?.edit?.rename !== undefined,
  );
  for (const simulation of able)
    if (simulation.isAutomated !== true) await connect(house, simulation);
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
      await renameSome(house, account, ids, 'planned');
      const drawn = await drawChanges(house, caller, { changes });
      await renameSome(house, account, ids, 'posted');
      const { changeId, writes } = changeWrites(house, caller, drawn, false);
      await house.store.commit(writes);
      places.push({ simulation, account, ids, before, changeId });
    }
  return places;
}

/** The same places with the changes that take theirs back. */
async function openUndos(house: ChaosHouse, places: readonly Place[]): Promise<readonly Place[]> {
  const undos: Place[] = [];
  for (const place of places) {
    const back = await wayBack(house, COMPANY, place.changeId);
    await renameSome(house, place.account, place.ids, 'undone');
    const { changeId, writes } = changeWrites(house, caller, back, false, {
      undoOf: place.changeId,
    });
    await house.store.commit(writes);
    undos.push({ ...place, changeId });
  }
  return undos;
}

const renameSome = (house: ChaosHouse, account: AccountKey, ids: readonly string[], when: When) =>
  rename(
    house,
    account,
    ids.flatMap((id, i) => (turnOf(i) === when ? [{ id, name: theirs(id) }] : [])),
  );

async function namesOf(
  house: ChaosHouse,
  account: AccountKey,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { platform, access } = await accessAccount(house, COMPANY, account);
  const objects = ids.map((id) => ({ type: 'adset' as const, id }));
  const read = (await platform.inspect?.entities(access, objects)) ?? [];
  return new Map(read.flatMap((each) => ('name' in each ? [[each.id, each.name] as const] : [])));
}

async function rename(
  house: ChaosHouse,
  account: AccountKey,
  names: readonly { readonly id: string; readonly name: string }[],
) {
  const { platform, access } = await accessAccount(house, COMPANY, account);
  const wanted = names.map((each) => ({ type: 'adset' as const, ...each }));
  for (const { id, failure } of (await platform.edit?.rename?.(access, wanted)) ?? [])
    if (failure !== undefined)
      throw new Error(`The other person could not rename ${id}: ${failure.message}`);
}

interface Run {
  readonly places: readonly Place[];
  readonly done: { kills: number; freezes: number; clockSteps: number };
  /** Of all disturbances, when these places have ended. */
  readonly share: number;
}

/** Answers how many have not ended. */
async function runAll(
  options: ChaosOptions,
  house: ChaosHouse,
  workers: Workers,
  { places, done, share }: Run,
): Promise<number> {
  const total = Math.round(disturbances(options) * share);
  const before = done.kills + done.freezes + done.clockSteps;
  const random = randomSource(options.seed);
  const deadline = Date.now() + SECONDS_TO_GIVE_UP * 1000;
  const open = new Set(places);
  while (open.size > 0 && Date.now() < deadline) {
    for (const place of open)
      if ((await showChanges(house.store, COMPANY, place.changeId, {})).status !== 'running')
        open.delete(place);
    const ended = places.length - open.size;
    const count = done.kills + done.freezes + done.clockSteps;
    options.progress?.(`${ended} of ${places.length} sets, ${count} of ${total} disturbances`);
    // Spread over the whole: none is left for when nothing is under way.
    if (
      count < Math.min(total, before + Math.ceil(((ended + 1) / places.length) * (total - before)))
    ) {
      await pause(50 + random() * 400);
      done[disturb(options, workers, count, random)] += 1;
    } else await pause(200);
  }
  await workers.thawed();
  return open.size;
}

/** The oracle: the names that the platforms hold. */
async function count(house: ChaosHouse, places: readonly Place[]) {
  const why: string[] = [];
  const sums = { done: 0, conflicts: 0, refused: 0, others: 0, lost: 0, overwritten: 0, unsaid: 0 };
  for (const { account, ids, changeId } of places) {
    const { results } = await showChanges(house.store, COMPANY, changeId, {});
    const told = new Map(results.map(({ id, outcome }) => [id, outcome]));
    const reasons = new Map(results.map(({ id, reason }) => [id, reason]));
    const names = await namesOf(house, account, ids);
    ids.forEach((id, i) => {
      const [outcome, name] = [told.get(id), names.get(id)];
      if (outcome === 'done') sums.done += 1;
      else if (outcome === 'conflict') sums.conflicts += 1;
      else if (outcome === 'refused' && turnOf(i) === 'posted') sums.refused += 1;
      else {
        sums.others += 1;
        why.push(`${account}: ${outcome}, ${reasons.get(id)}`);
      }
      if (['planned', 'posted'].includes(turnOf(i) ?? '') && name !== theirs(id))
        sums.overwritten += 1;
      if (outcome === 'done' && name !== ours(id)) sums.lost += 1;
      if (outcome !== 'done' && outcome !== 'unknown' && name === ours(id)) sums.unsaid += 1;
    });
  }
  return { ...sums, why };
}

async function countUndone(house: ChaosHouse, places: readonly Place[]) {
  const sums = { undone: 0, left: 0, notUndone: 0, overwritten: 0 };
  const why: string[] = [];
  for (const { account, ids, before, changeId } of places) {
    const { results } = await showChanges(house.store, COMPANY, changeId, {});
    const told = new Map(results.map((each) => [each.id, each]));
    const names = await namesOf(house, account, ids);
    ids.forEach((id, i) => {
      const name = names.get(id);
      if (turnOf(i) === 'never') {
        const { outcome, reason } = told.get(id) ?? {};
        const isLeft = outcome !== 'done' && outcome !== 'nothing';
        sums[name === before.get(id) ? 'undone' : isLeft ? 'left' : 'notUndone'] += 1;
        if (name !== before.get(id)) why.push(`${account}: undo ${outcome}, ${reason}`);
      } else if (name !== theirs(id)) sums.overwritten += 1;
    });
  }
  return { ...sums, why };
}
