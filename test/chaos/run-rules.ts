import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import { accessAccount } from '../../core/accounts/access.ts';
import { type AccountKey, accountKey } from '../../core/base/account-key.ts';
import { beginScheduled } from '../../core/features/automations/execute/order.ts';
import {
  type ExecutionRecord,
  executionKind,
  ruleKind,
} from '../../core/features/automations/records.ts';
import { createRule } from '../../core/features/automations/rules.ts';
import { newRule } from '../../core/features/automations/schema/automations.ts';
import { silent } from '../../core/ports/log.ts';
import { assembleChaosHouse, type ChaosHouse } from './house.ts';
import {
  type Family,
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

/** Ad sets that one rule raises by one unit in each of its runs. */
const AD_SETS = 25;
/**
 * How often each of them is raised: platforms take few changes of one budget an hour, repetitions
 * among them.
 */
const RUNS = 2;
/** Ten thousand changes take most of an hour on two cores that others use as well. */
const SECONDS_TO_GIVE_UP = 7_200;

/** How often the budgets of a place are asked for in the end. */
const READS = 30;

const caller = { companyId: COMPANY, keyId: 'chaos' };

export interface RulesResult {
  readonly actions: number;
  readonly executions: number;
  readonly platforms: readonly string[];
  /** As the runs report them. */
  readonly confirmed: number;
  readonly refused: number;
  readonly failed: number;
  /** Ad sets whose budget is not what it was, plus one for each change that is reported as made. */
  readonly wrong: number;
  /** Of those, the ones with more: a change was made twice. */
  readonly compounded: number;
  /** Changes that are reported neither as made nor as failed, or are reported and not there. */
  readonly lost: number;
  readonly kills: number;
  readonly freezes: number;
  readonly clockSteps: number;
  readonly stuck: number;
  readonly seconds: number;
}

/** One rule with its ad sets. */
interface Place {
  readonly simulation: Simulation;
  readonly account: AccountKey;
  readonly adSetIds: readonly string[];
  readonly ruleId: string;
  readonly before: ReadonlyMap<string, number>;
}

/**
 * Has rules raise budgets by relative amounts, run after run, while the workers are killed at
 * random moments, and compares the budgets that the sandbox holds in the end with what the runs
 * report. Each run is begun twice.
 */
export async function runRulesChaos(
  options: ChaosOptions & { readonly actions: number },
): Promise<RulesResult> {
  const began = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-chaos-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'), options.today);
  const database = options.postgresUrl ?? join(folder, 'slipway.db');
  const place = { database, sandboxUrl: sandbox.url, clockOffsetMs: sandbox.aheadMs };
  const house = await assembleChaosHouse(place, silent);
  const workers = startWorkers(options.workers, place, options.former);
  try {
    const places = await openPlaces(house, sandbox, familiesOf(options), options.actions);
    await sandbox.control('latency', { ms: 10 });
    await playFaults(sandbox, options, badDay);
    const { done, executions, stuck } = await runAll(options, house, workers, places);
    // What a run that has not ended goes on to change would be counted and not reported.
    workers.stop();
    await sandbox.clearFaults();
    return {
      actions: places.length * AD_SETS * RUNS,
      executions: executions.length,
      platforms: [...new Set(places.map(({ simulation }) => simulation.platform))],
      ...count(executions, places, await budgetsOf(house, places)),
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

/**
 * What happens to launches on a bad day happens to changes too; besides, answers are lost whatever
 * the method.
 */
const badDay = ({ stage }: Simulation): readonly object[] => [
  ...stage.badDay.filter(({ fault }) => fault !== 'list-lag' && fault !== 'status-ignored'),
  ...['POST', 'PUT', 'PATCH'].flatMap((method) => [
    { fault: 'answer-lost', method, probability: 0.04 },
    { fault: 'connection-cut', method, probability: 0.02 },
    { fault: 'late-effect', method, probability: 0.02, ms: 1_200 },
  ]),
];

/** Rules for so many changes, as many on each platform whose ad sets hold budgets. */
async function openPlaces(
  house: ChaosHouse,
  sandbox: Sandbox,
  families: readonly Family[],
  actions: number,
): Promise<readonly Place[]> {
  const able: Family[] = [];
  for (const simulation of families) {
    const adapter = house.platforms[simulation.platform];
    if (adapter?.report === undefined || adapter.edit?.setBudget === undefined) continue;
    if (simulation.isAutomated !== true) await connect(house, simulation);
    const adSetIds = await sandbox.addAdSets(simulation, 1);
    if ((await budgetsIn(house, keyOf(simulation), adSetIds)).size === 1) able.push(simulation);
  }
  const rules = Math.ceil(actions / (able.length * AD_SETS * RUNS));
  const places: Place[] = [];
  for (let i = 0; i < rules; i++)
    for (const simulation of able) {
      const account = keyOf(simulation);
      const adSetIds = await sandbox.addAdSets(simulation, AD_SETS);
      const before = await budgetsIn(house, account, adSetIds);
      const { id: ruleId } = await createRule(
        house,
        caller,
        v.parse(newRule, ruleOf(account, adSetIds)),
      );
      places.push({ simulation, account, adSetIds, ruleId, before });
    }
  return places;
}

const keyOf = ({ platform, stage }: Simulation): AccountKey =>
  accountKey(platform, stage.account.id);

const ruleOf = (account: AccountKey, ids: readonly string[]) => ({
  name: 'One more',
  scope: { level: 'adset', accountIds: [account], ids, status: ['ACTIVE', 'PAUSED'] },
  when: { left: { attr: 'dailyBudget' }, is: '>', right: 0 },
  actions: [{ type: 'budget', of: 'self', change: { amount: 1 } }],
  schedule: { everyMinutes: 15 },
  guards: {
    cooldownHours: 0,
    minAgeHours: 0,
    skipChangedWithinHours: 0,
    skipLearning: false,
    maxSharePerRunPercent: 100,
    maxChangesPerEntityPerDay: 1000,
    maxBudgetRisePercentPerDay: 10_000,
    maxEntitiesPerRun: 500,
    disableAfterFailures: 100,
    flapping: { reversals: 100 },
  },
});

async function budgetsIn(
  house: ChaosHouse,
  account: AccountKey,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { platform, access } = await accessAccount(house, COMPANY, account);
  const read =
    (await platform.inspect?.entities(
      access,
      ids.map((id) => ({ type: 'adset', id })),
    )) ?? [];
  return new Map(
    read.flatMap((each) =>
      'dailyBudget' in each && each.dailyBudget !== undefined
        ? [[each.id, each.dailyBudget] as const]
        : [],
    ),
  );
}

/**
 * One place after the other, and again where a busy machine did not answer: what was not read is
 * not what is not there.
 */
async function budgetsOf(
  house: ChaosHouse,
  places: readonly Place[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const found = new Map<string, ReadonlyMap<string, number>>();
  for (const { ruleId, account, adSetIds } of places)
    for (let tries = 1; ; tries++) {
      const read = await budgetsIn(house, account, adSetIds).catch((error: unknown) => error);
      if (read instanceof Map && read.size === adSetIds.length) found.set(ruleId, read);
      else if (tries < READS) {
        await pause(1_000);
        continue;
      } else
        throw read instanceof Error ? read : new Error(`The budgets of ${account} cannot be read.`);
      break;
    }
  return found;
}

/**
 * Begins run after run of each rule, the next when the last has ended, and disturbs in step with
 * what is done.
 */
async function runAll(
  options: ChaosOptions,
  house: ChaosHouse,
  workers: Workers,
  places: readonly Place[],
) {
  const total = disturbances(options);
  const random = randomSource(options.seed);
  const deadline = Date.now() + SECONDS_TO_GIVE_UP * 1000;
  const done = { kills: 0, freezes: 0, clockSteps: 0 };
  const executions: ExecutionRecord[] = [];
  const base = Math.floor(Date.now() / 900_000) * 900_000;
  const open = new Map<Place, { readonly run: number; readonly id: string }>();
  const begin = async (place: Place, run: number): Promise<void> => {
    const rule = await house.store.get(ruleKind, COMPANY, place.ruleId);
    if (rule === undefined) throw new Error('The rule is gone.');
    const record = { ...rule.doc, enabled: true, mode: 'act' as const };
    // Two that begin it at once begin one.
    const begun = await Promise.all(
      [1, 2].map(() =>
        beginScheduled(house, COMPANY, { ruleId: place.ruleId, record, due: base + run * 900_000 }),
      ),
    );
    open.set(place, { run, id: begun[0]?.executionId ?? '' });
  };
  for (const place of places) {
    await enable(house, place.ruleId);
    await begin(place, 0);
  }
  while (open.size > 0 && Date.now() < deadline) {
    for (const [place, { run, id }] of [...open]) {
      const execution = await house.store.get(executionKind, COMPANY, id);
      if (execution?.doc.phase !== 'ended') continue;
      executions.push(execution.doc);
      open.delete(place);
      if (run + 1 < RUNS) await begin(place, run + 1);
    }
    const count = done.kills + done.freezes + done.clockSteps;
    const where = [...new Set([...open.keys()].map(({ simulation }) => simulation.platform))].join(
      ', ',
    );
    options.progress?.(
      `${executions.length} of ${places.length * RUNS} runs, ${count} of ${total} disturbances; ${where}`,
    );
    // Spread over the whole: none is left for when nothing is under way.
    const due = Math.ceil(((executions.length + 1) / (places.length * RUNS)) * total);
    if (count < Math.min(due, total)) {
      await pause(50 + random() * 400);
      done[disturb(options, workers, count, random)] += 1;
    } else await pause(50);
  }
  await workers.thawed();
  return { done, executions, stuck: open.size };
}

async function enable(house: ChaosHouse, ruleId: string): Promise<void> {
  const rule = await house.store.get(ruleKind, COMPANY, ruleId);
  if (rule === undefined) return;
  const doc = { ...rule.doc, enabled: true, mode: 'act' as const };
  await house.store.commit([
    { kind: ruleKind, companyId: COMPANY, id: ruleId, expect: rule.version, doc },
  ]);
}

/**
 * The oracle: each ad set has what it had, and one more for every change that is reported as made.
 */
function count(
  executions: readonly ExecutionRecord[],
  places: readonly Place[],
  after: ReadonlyMap<string, ReadonlyMap<string, number>>,
) {
  const made = new Map<string, number>();
  const seen = { confirmed: 0, refused: 0, failed: 0 };
  for (const { results } of executions)
    for (const { entity, actions } of results)
      for (const { status } of actions) {
        if (status === 'confirmed') {
          seen.confirmed += 1;
          made.set(
            `${entity.platform} ${entity.id}`,
            (made.get(`${entity.platform} ${entity.id}`) ?? 0) + 1,
          );
        } else if (status === 'refused') seen.refused += 1;
        else if (status === 'failed' || status === 'uncertain') seen.failed += 1;
      }
  let [wrong, compounded, missing] = [0, 0, 0];
  for (const { ruleId, simulation, before } of places)
    for (const [id, first] of before) {
      const expected = first + (made.get(`${simulation.platform} ${id}`) ?? 0);
      const difference = Math.round(((after.get(ruleId)?.get(id) ?? 0) - expected) * 100) / 100;
      if (difference !== 0) wrong += 1;
      if (difference > 0) compounded += difference;
      if (difference < 0) missing -= difference;
    }
  const reported = seen.confirmed + seen.refused + seen.failed;
  return { ...seen, wrong, compounded, lost: places.length * AD_SETS * RUNS - reported + missing };
}
