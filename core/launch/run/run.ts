import { type AccountAccess, accessAccount, whileHeld } from '../../accounts/access.ts';
import { noteDead } from '../../accounts/tested.ts';
import type { AccountKey } from '../../base/account-key.ts';
import { defined } from '../../base/defined.ts';
import type { PlatformFailure } from '../../base/errors.ts';
import { carryOn, type Outcomes, type Work } from '../../effects/carry-on.ts';
import { nextStep, stepsByAccount } from '../../effects/schedule.ts';
import { afterCrash, fresh } from '../../effects/state.ts';
import type { SettleTimes } from '../../effects/waiting.ts';
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
import { rememberAssets } from '../plan/assets.ts';
import type { PlannedOperation } from '../plan/plan.ts';
import { isAbove } from '../plan/resolve.ts';
import { aboveFirst } from '../structure/parents.ts';
import { sendParents } from '../structure/send.ts';
import { openRun } from './open-run.ts';
import { adFailure, contested, isHarmless, ownFailure, settle, unanswered } from './policy.ts';
import { apart, reconcileUnanswered, resolved } from './reconcile.ts';

/**
 * Carries a batch on from where it stands to its end. Any number of workers may call it at any
 * time: the lease lets one in, the journal says what is left, and nothing of unknown outcome is
 * sent again before the platform has been asked.
 */
export async function runBatch(
  outer: RunPorts,
  companyId: string,
  batchId: string,
  options: WorkerOptions,
): Promise<JobDone> {
  return workUnderLease(outer, companyId, {
    name: `batch:${batchId}`,
    ...options,
    work: async (lease) => {
      const run = await openRun(outer, lease, { companyId, batchId, stopping: options.stopping });
      if (run === undefined) return undefined;
      const { ports, plan, states } = run;
      const { rawStatus, startedAt = ports.clock.now() } = run.journal.head();
      const outcomes = afterCrash(states, ports.clock.now(), isHarmless) as Outcomes<Settled>;
      const started: Partial<BatchRecord> = { rawStatus: 'Processing', startedAt };
      if (rawStatus === 'Queued' || Object.keys(outcomes).length > 0)
        await record(run, { outcomes }, () => started);

      const accounts = stepsByAccount(plan.operations);
      const waits = await Promise.all(
        [...accounts].map(([key, operations]) => runAccount(run, key, operations)),
      );
      const pending = waits.flatMap((wait) => wait?.againAt ?? []);
      if (pending.length > 0) return { againAt: Math.min(...pending) };
      await finish(run);
      // What failed may have found no room, whatever was read of it before.
      if (run.journal.head().failedAds > 0)
        for (const key of accounts.keys()) ports.adSets?.forget(companyId, key);
      return undefined;
    },
  });
}

/** Undefined when nothing is left; after a long wait only, the time to come back. */
async function runAccount(
  run: Run,
  key: AccountKey,
  operations: readonly PlannedOperation[],
): Promise<JobDone> {
  let account: AccountAccess;
  try {
    account = whileHeld(
      await accessAccount(run.ports, run.companyId, key),
      run.isHeld,
      run.batchId,
    );
  } catch (error) {
    await failRest(run, operations, ownFailure(error));
    return undefined;
  }
  return carryOn(workOn(run, account, operations));
}

function workOn(
  run: Run,
  account: AccountAccess,
  all: readonly PlannedOperation[],
): Work<PlannedOperation, Outcome | 'contested', Settled> {
  const { ports, states, stopping, isHeld, renew } = run;
  const { clock } = ports;
  const launch = capability(account);
  const stateOf = (operation: PlannedOperation) => states.get(operation.id) ?? fresh;
  return {
    clock,
    states,
    stopping,
    isHeld,
    renew,
    async isCancelled() {
      const { cancelRequested = false } = await run.journal.refresh();
      if (cancelRequested) await cancelRest(run, all);
      return cancelRequested;
    },
    next: (now) => aboveFirst(nextStep(all, states, now)),
    waveSize: launch.waveSize,
    async sending(ready) {
      const platformAt = launch.leavesMarks ? undefined : launch.platformNow?.();
      await record(run, { sending: ready.map(({ id }) => id), ...defined({ platformAt }) });
      return ready;
    },
    send: (wave) =>
      apart(wave, isAbove, {
        these: (above) => sendParents(run, account, above),
        others: (ads) =>
          launch.send(
            account.access,
            ads.map((operation) => resolved(run, operation)),
          ),
      }),
    find: (open) => reconcileUnanswered(run, account, open, clock.now()),
    settle: (operation, outcome, now) => ({
      [operation.id]:
        outcome === 'contested'
          ? contested(stateOf(operation), now)
          : settle(outcome, operation, stateOf(operation), now),
    }),
    notSeen: (operation, now) => ({
      [operation.id]: unanswered(operation, stateOf(operation), now, timesFor(account, operation)),
    }),
    async cannotAsk(open, failure, until) {
      if (failure.class === 'auth') return failRest(run, all, adFailure(failure));
      const outcomes = Object.fromEntries(
        open.map(({ id }) => [id, { to: 'unknown', notBefore: until } satisfies Settled]),
      );
      const wait = waitFor(failure, until, states.get(open[0]?.id ?? '')?.attempts);
      await record(run, { outcomes }, (head) => waiting(head, open[0], wait, clock.now()));
    },
    settled: (outcomes) => recordOutcomes(run, outcomes, all, launch.firstLookMs),
    async answered(wave, answers) {
      const outcomes = answers as readonly (Outcome | undefined)[];
      const dead = outcomes.find(
        (outcome) => outcome?.state === 'failed' && outcome.failure.class === 'auth',
      );
      if (dead?.state === 'failed') await giveUp(run, account, all, dead.failure);
      await rememberAssets(run, wave, outcomes);
    },
  };
}

/** Nothing more of an account can be sent whose token is dead. */
async function giveUp(
  run: Run,
  { platform, access }: AccountAccess,
  all: readonly PlannedOperation[],
  failure: PlatformFailure,
): Promise<void> {
  const { adAccountId, connectionId } = access;
  const { traceId } = failure;
  run.ports.log.warn('launch.token_dead', {
    companyId: run.companyId,
    platform: platform.definition.id,
    adAccountId,
    traceId,
  });
  if (connectionId !== undefined) await noteDead(run.ports, run.companyId, connectionId, failure);
  await failRest(run, all, adFailure(failure));
}

/** Of what makes the operation's object. */
const timesFor = ({ platform }: AccountAccess, operation: PlannedOperation): SettleTimes =>
  (isAbove(operation) ? platform.create : undefined) ?? capability({ platform });

function capability({ platform }: Pick<AccountAccess, 'platform'>) {
  if (platform.launch === undefined)
    throw new Error(`${platform.definition.id} was planned for although it launches nothing.`);
  return platform.launch;
}
