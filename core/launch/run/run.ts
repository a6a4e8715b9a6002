import { type AccountAccess, accessAccount, whileHeld } from '../../accounts/access.ts';
import { noteDead } from '../../accounts/tested.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import { PlatformError } from '../../base/errors.ts';
import { mapBounded } from '../../base/map-bounded.ts';
import { LONG_WAIT_MS } from '../../effects/waiting.ts';
import type { JobDone } from '../../ports/jobs.ts';
import type { Outcome } from '../../ports/platform-launch.ts';
import { type WorkerOptions, workUnderLease } from '../../records/work-under-lease.ts';
import {
  cancelRest,
  failRest,
  finish,
  type Run,
  type RunPorts,
  record,
  recordOutcomes,
  waitFor,
  waiting,
} from '../journal/append.ts';
import type { BatchRecord, Settled } from '../journal/records.ts';
import { afterCrash } from '../journal/state.ts';
import { rememberAssets } from '../plan/assets.ts';
import type { PlannedOperation } from '../plan/plan.ts';
import { openRun } from './open-run.ts';
import { adFailure, contested, ownFailure, settle, unanswered } from './policy.ts';
import { reconcileUnanswered, resolved } from './reconcile.ts';
import { inWaves, nextStep, operationsByAccount, WAVES_AT_ONCE } from './schedule.ts';

/** A wish to cancel may go unnoticed this long. */
const GLANCE_MS = 2_000;

/**
 * Carries a batch on from where it stands to its end. Any number of workers may call it at any time: the lease lets one in,
 * the journal says what is left, and nothing of unknown outcome is sent again before the platform has been asked.
 */
export async function runBatch(outer: RunPorts, companyId: string, batchId: string, options: WorkerOptions): Promise<JobDone> {
  return workUnderLease(outer, companyId, {
    name: `batch:${batchId}`,
    ...options,
    work: async (lease) => {
      const run = await openRun(outer, lease, { companyId, batchId, stopping: options.stopping });
      if (run === undefined) return undefined;
      const { ports, plan, states } = run;
      const { rawStatus, startedAt = ports.clock.now() } = run.journal.head();
      const left = afterCrash(plan, states, ports.clock.now());
      const started: Partial<BatchRecord> = { rawStatus: 'Processing', startedAt };
      if (rawStatus === 'Queued' || Object.keys(left).length > 0) await record(run, { outcomes: left }, () => started);

      const waits = await Promise.all(
        [...operationsByAccount(plan)].map(([accountId, operations]) => runAccount(run, accountId, operations)),
      );
      const pending = waits.filter((until): until is number => until !== undefined);
      if (pending.length > 0) return { againAt: Math.min(...pending) };
      await finish(run);
      // What failed may have found no room, whatever was read of it before.
      if (run.journal.head().failedAds > 0)
        for (const key of operationsByAccount(plan).keys()) ports.adSets?.forget(companyId, key);
      return undefined;
    },
  });
}

/** Undefined when nothing is left; after a long wait only, the time to come back. */
async function runAccount(run: Run, key: AccountKey, operations: readonly PlannedOperation[]): Promise<number | undefined> {
  const { clock } = run.ports;
  let account: AccountAccess;
  try {
    account = whileHeld(await accessAccount(run.ports, run.companyId, key), run.isHeld, run.batchId);
  } catch (error) {
    await failRest(run, operations, ownFailure(error));
    return undefined;
  }
  for (;;) {
    if (run.stopping()) return clock.now();
    if ((await run.journal.refresh()).cancelRequested) await cancelRest(run, operations);
    const next = nextStep(operations, run.states, clock.now());
    switch (next.do) {
      case 'nothing':
        return undefined;
      case 'wait': {
        const wait = next.until - clock.now();
        // A long wait frees the worker: the job is called again when there is something to do.
        if (wait > LONG_WAIT_MS) return next.until;
        await clock.sleep(Math.min(wait, GLANCE_MS));
        break;
      }
      case 'ask':
        await ask(run, account, next.operations, operations);
        break;
      case 'send':
        await send(run, account, next.operations, operations);
        break;
    }
  }
}

/** Operations that one entry marks as sending: the most to look for when a worker dies. */
const MOST_SENDING = 1_000;

/** In full waves. Stops in between where the batch is to be cancelled, or handed back. */
async function send(
  run: Run,
  account: AccountAccess,
  ready: readonly PlannedOperation[],
  all: readonly PlannedOperation[],
): Promise<void> {
  const { waveSize } = capability(account);
  for (const some of inWaves(ready, Math.ceil(MOST_SENDING / waveSize) * waveSize)) {
    if (some[0] !== ready[0] && (run.stopping() || (await run.journal.refresh()).cancelRequested)) return;
    await sendSome(run, account, some, all);
  }
}

/** One commit before anything leaves, one for each wave's answers. */
async function sendSome(
  run: Run,
  account: AccountAccess,
  given: readonly PlannedOperation[],
  all: readonly PlannedOperation[],
): Promise<void> {
  const launch = capability(account);
  // Earlier outcomes may have settled these.
  const ready = given.filter(({ id }) => run.states.get(id)?.phase === 'pending');
  if (ready.length === 0) return;
  // A clock set forwards makes the lease look old: renew it, or it is lost.
  if (!run.isHeld()) await run.renew();
  const platformAt = launch.leavesMarks ? undefined : launch.platformNow?.();
  await record(run, { sending: ready.map(({ id }) => id), ...defined({ platformAt }) });
  await mapBounded(inWaves(ready, launch.waveSize), WAVES_AT_ONCE, async (wave) => {
    const outcomes = await launch.send(
      account.access,
      wave.map((operation) => resolved(run, operation)),
    );
    await settleWave(run, account, { wave, outcomes, all });
    await rememberAssets(run, wave, outcomes);
  });
}

async function ask(
  run: Run,
  account: AccountAccess,
  open: readonly PlannedOperation[],
  all: readonly PlannedOperation[],
): Promise<void> {
  const launch = capability(account);
  const now = run.ports.clock.now();
  let found: Awaited<ReturnType<typeof reconcileUnanswered>>;
  try {
    found = await reconcileUnanswered(run, account, open, now);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.failure.class === 'auth') return failRest(run, all, adFailure(error.failure));
    const notBefore = now + (error.failure.retryAfterMs ?? 5_000);
    const outcomes = Object.fromEntries(open.map(({ id }) => [id, { to: 'unknown', notBefore } satisfies Settled]));
    const wait = waitFor(error.failure, notBefore, run.states.get(open[0]?.id ?? '')?.attempts);
    return record(run, { outcomes }, (head) => waiting(head, open[0], wait, now));
  }
  const outcomes: { [id: string]: Settled } = {};
  open.forEach((operation, position) => {
    const outcome = found[position];
    const state = run.states.get(operation.id);
    if (state === undefined) return;
    if (outcome === undefined) outcomes[operation.id] = unanswered(operation, state, now, launch);
    else if (outcome === 'contested') outcomes[operation.id] = contested(state, now);
    else outcomes[operation.id] = settle(outcome, operation, state, now);
  });
  await recordOutcomes(run, outcomes, all, launch.firstLookMs);
}

async function settleWave(
  run: Run,
  account: AccountAccess,
  { wave, outcomes, all }: { [list in 'wave' | 'all']: readonly PlannedOperation[] } & { outcomes: readonly Outcome[] },
): Promise<void> {
  const now = run.ports.clock.now();
  const settled: { [id: string]: Settled } = {};
  const dead = outcomes.find((outcome) => outcome.state === 'failed' && outcome.failure.class === 'auth');
  wave.forEach((operation, position) => {
    const outcome = outcomes[position];
    const state = run.states.get(operation.id);
    if (state === undefined) return;
    // Without a word about it, it may have been made.
    settled[operation.id] = outcome === undefined ? { to: 'unknown', notBefore: now } : settle(outcome, operation, state, now);
  });
  await recordOutcomes(run, settled, all, capability(account).firstLookMs);
  if (dead?.state === 'failed') {
    run.ports.log.warn('launch.token_dead', {
      companyId: run.companyId,
      platform: account.platform.definition.id,
      adAccountId: account.access.adAccountId,
      traceId: dead.failure.traceId,
    });
    const { connectionId } = account.access;
    if (connectionId !== undefined) await noteDead(run.ports, run.companyId, connectionId, dead.failure);
    await failRest(run, all, adFailure(dead.failure));
  }
}

function capability({ platform }: AccountAccess) {
  if (platform.launch === undefined) throw new Error(`${platform.definition.id} was planned for although it launches nothing.`);
  return platform.launch;
}
