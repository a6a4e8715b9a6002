import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simulations } from '../../adapters/sandbox/registry.ts';
import type { Simulation } from '../../adapters/sandbox/simulation.ts';
import { accountKey } from '../../core/base/account-key.ts';
import { effectPlanKind, foldPlan } from '../../core/effects/plan.ts';
import { openedAccount, passOver } from '../../core/features/comments/pass.ts';
import { commentKind } from '../../core/features/comments/records.ts';
import { acceptReply } from '../../core/features/comments/reply.ts';
import { noteWatched } from '../../core/features/comments/watch.ts';
import { silent } from '../../core/ports/log.ts';
import { allOf } from '../../core/records/list.ts';
import { assembleChaosHouse, type ChaosHouse } from './house.ts';
import { pause, randomSource, type Sandbox, startSandbox, startWorkers } from './processes.ts';
import { type ChaosOptions, type ChaosResult, disturb, disturbances, playFaults } from './run.ts';
import { COMPANY, connect } from './workload.ts';

const caller = { companyId: COMPANY, keyId: 'chaos' };
const SECONDS_TO_GIVE_UP = 900;

/** What should stand below a comment in the end, once. */
interface ExpectedReply {
  readonly simulation: Simulation;
  /** The id that the platform has given the comment. */
  readonly commentId: string;
  readonly text: string;
}

/**
 * Answers comments while the workers are killed at random moments, waits for every reply to be
 * settled, and counts what the platforms hold below each comment. `ads` is the number of replies.
 */
export async function runCommentsChaos(options: ChaosOptions): Promise<ChaosResult> {
  const began = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-chaos-'));
  const sandbox = await startSandbox(join(folder, 'platform.log'));
  const database = options.postgresUrl ?? join(folder, 'slipway.db');
  const house = await assembleChaosHouse({ database, sandboxUrl: sandbox.url }, silent);
  const workers = startWorkers(
    options.workers,
    { database, sandboxUrl: sandbox.url },
    options.former,
  );
  try {
    const able = (options.platforms ?? simulations).filter(
      ({ stage }) => stage.comments !== undefined,
    );
    const comments = await makeComments(house, sandbox, able, options.ads);
    await sandbox.control('latency', { ms: 20 });
    await playFaults(sandbox, options, ({ stage }) => stage.comments?.badDay ?? []);
    const expected: ExpectedReply[] = [];
    for (const [number, { simulation, id, commentId }] of comments.entries()) {
      const text = `Thank you, number ${number}`;
      await acceptReply(house, caller, { id, text, delayMs: 0 });
      expected.push({ simulation, commentId, text });
    }
    const { kills, freezes, clockSteps, stuck } = await disturbAndWait(options, house, workers);
    await sandbox.clearFaults();
    const plans = await allOf(house.store, effectPlanKind, COMPANY);
    const states = plans.flatMap(({ doc }) => [...foldPlan(doc).values()]);
    const failed = states.filter(({ phase }) => phase === 'failed').length;
    const counted = await countReplies(sandbox, able, expected);
    return {
      ads: expected.length,
      adSets: able.length,
      ...counted,
      // What was told to have failed is not lost.
      lost: Math.max(0, counted.lost - failed),
      failed,
      kills,
      ...(options.freezes !== undefined && { freezes }),
      ...(options.clockSteps !== undefined && { clockSteps }),
      stuck,
      retries: states.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0),
      seconds: Math.round((Date.now() - began) / 1000),
    };
  } finally {
    workers.stop();
    await house.close();
    sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface KnownComment {
  readonly simulation: Simulation;
  readonly id: string;
  readonly commentId: string;
}

/** Has people comment on every platform, and reads what they wrote. */
async function makeComments(
  house: ChaosHouse,
  sandbox: Sandbox,
  able: readonly Simulation[],
  wanted: number,
): Promise<readonly KnownComment[]> {
  const known: KnownComment[] = [];
  for (const simulation of able) {
    const { name, platform, stage } = simulation;
    const count = Math.ceil((wanted - known.length) / (able.length - able.indexOf(simulation)));
    await connect(house, simulation);
    await sandbox.control('comments', {
      platform: name,
      count,
      startMs: -3_600_000,
      everyMs: 100,
      text: 'Question',
    });
    const key = accountKey(platform, stage.account.id);
    await noteWatched(house, COMPANY, key, true);
    const account = await openedAccount(house, COMPANY, key);
    if (account === undefined) throw new Error(`${platform} has no comments.`);
    for (let more = true; more; ) {
      const { failure, isMore } = await passOver(house, COMPANY, account, {
        adPages: 50,
        threads: 1_000,
      });
      if (failure !== undefined) throw new Error(failure.message);
      more = isMore;
    }
    const found = (await allOf(house.store, commentKind, COMPANY)).filter(
      ({ doc }) => doc.account === key && doc.comment.text.startsWith('Question'),
    );
    known.push(...found.map(({ id, doc }) => ({ simulation, id, commentId: doc.comment.id })));
  }
  if (known.length !== wanted) throw new Error(`${known.length} of ${wanted} comments were read.`);
  return known;
}

async function countReplies(
  sandbox: Sandbox,
  able: readonly Simulation[],
  expected: readonly ExpectedReply[],
) {
  const lists = await sandbox.lists();
  const held = new Map<string, number>();
  for (const { name, stage } of able) {
    const { kind, text, parent } = stage.comments?.reply ?? { kind: '', text: '', parent: '' };
    for (const each of lists[kind] ?? []) {
      if (each[parent] === undefined) continue;
      const key = `${name} ${each[parent]} ${each[text]}`;
      held.set(key, (held.get(key) ?? 0) + 1);
    }
  }
  const counts = expected.map(
    ({ simulation, commentId, text }) => held.get(`${simulation.name} ${commentId} ${text}`) ?? 0,
  );
  const created = [...held.values()].reduce((sum, count) => sum + count, 0);
  return {
    expected: expected.length,
    created,
    // Whatever else there is was asked for by nobody.
    duplicates: created - counts.filter((count) => count > 0).length,
    lost: counts.filter((count) => count === 0).length,
  };
}

/** Disturbs at random moments, closely at first, so that every stage of the work meets some. */
async function disturbAndWait(
  options: ChaosOptions,
  house: ChaosHouse,
  workers: ReturnType<typeof startWorkers>,
) {
  const total = disturbances(options);
  const random = randomSource(options.seed);
  const deadline = Date.now() + SECONDS_TO_GIVE_UP * 1000;
  const done = { kills: 0, freezes: 0, clockSteps: 0 };
  for (let count = 0; ; ) {
    const open = await house.store.count(effectPlanKind, COMPANY, { where: { state: 'running' } });
    options.progress?.(`${open} replies left, ${count} of ${total} disturbances`);
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
