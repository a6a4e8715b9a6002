import { auditWrite } from '../../access/audit.ts';
import { adAccountIdOf } from '../../base/account-key.ts';
import { PlatformError } from '../../base/errors.ts';
import { carryOn, type Outcomes } from '../../effects/carry-on.ts';
import { afterCrash } from '../../effects/state.ts';
import { FIRST_QUESTION_MS } from '../../effects/waiting.ts';
import { guardedAccount } from '../../gate/guarded.ts';
import { firstSeenToday, seenToday } from '../../gate/seen.ts';
import type { JobDone } from '../../ports/jobs.ts';
import { type WorkerOptions, workUnderLease } from '../../records/work-under-lease.ts';
import { type DuplicatePorts, type Run, record } from './context.ts';
import { readDuplicate } from './journal.ts';
import { openRun } from './open-run.ts';
import type { Settled } from './records.ts';
import { sweepLeftovers } from './remove.ts';
import { copyResults } from './results.ts';
import { stepOf } from './state.ts';
import { workOn } from './work.ts';

export const DUPLICATE_QUEUE = 'duplicate';

/** Unanswered copies in the background are looked for once more after this. */
const LOOK_AGAIN_MS = 10 * 60_000;

/**
 * Carries a duplication on from where it stands to its end. Any number of workers may call it at
 * any time: the lease lets one in, the journal says what is left, and nothing of open outcome is
 * sent again before the platform has been asked.
 */
export async function runDuplicate(
  outer: DuplicatePorts,
  companyId: string,
  jobId: string,
  options: WorkerOptions,
): Promise<JobDone> {
  return workUnderLease(outer, companyId, {
    name: `duplicate:${jobId}`,
    ...options,
    work: async (lease) => {
      const { clock } = lease;
      const ports = { ...outer, clock };
      const head = await readDuplicate(ports.store, companyId, jobId);
      const { state, lookAgainAt } = head.doc;
      if (state === 'finished' && lookAgainAt === undefined) return undefined;
      if (state === 'finished' && lookAgainAt !== undefined && lookAgainAt > clock.now())
        return { againAt: lookAgainAt };
      const run = await openRun(ports, companyId, head, lease);
      if (run === undefined) return undefined;
      if (state === 'finished') return await lookAgain(run);
      await resume(run);
      const again = await carryOn(workOn(run, options.stopping ?? (() => false)));
      return again ?? (await finish(run));
    },
  });
}

async function resume(run: Run): Promise<void> {
  const outcomes = afterCrash(
    run.state.steps,
    run.ports.clock.now() + FIRST_QUESTION_MS,
    () => false,
  ) as Outcomes<Settled>;
  if (Object.keys(outcomes).length > 0) await record(run, { outcomes });
}

async function finish(run: Run): Promise<JobDone> {
  const { ports, plan, state, journal } = run;
  if (state.uncertain !== 'no' && !state.swept) {
    const swept = await sweep(run, { below: true });
    if (swept !== undefined) await record(run, { swept });
    else state.uncertain = 'later';
  }
  await inheritFirstBudgets(run);
  const results = copyResults(plan, run.tree, state);
  const now = ports.clock.now();
  const lookAgainAt = now + LOOK_AGAIN_MS;
  const { keyId, through, type, sourceId, account } = journal.head();
  const made = results.flatMap(({ newId }) => newId ?? []);
  const failed = results.length - made.length;
  await journal.append(
    {},
    now,
    () => ({
      state: 'finished',
      finishedAt: now,
      results,
      ...(state.uncertain === 'later' && { lookAgainAt }),
    }),
    [
      auditWrite(
        ports,
        { companyId: run.companyId, keyId, ...through },
        {
          action: `${type}.duplicated`,
          subject: sourceId,
          details: {
            adAccountId: adAccountIdOf(account),
            made,
            failed,
          },
        },
      ),
    ],
  );
  ports.adSets?.forget(run.companyId, account);
  ports.log.info('duplicate.finished', {
    companyId: run.companyId,
    jobId: run.jobId,
    made: made.length,
    failed,
  });
  return state.uncertain === 'later' ? { againAt: lookAgainAt } : undefined;
}

async function sweep(
  run: Run,
  how: { readonly below: boolean },
): Promise<readonly string[] | undefined> {
  try {
    const { removed, left } = await sweepLeftovers(run, how);
    return left === 0 ? removed : undefined;
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

/** For leftovers that may have turned up late. */
async function lookAgain(run: Run): Promise<JobDone> {
  const { ports, journal } = run;
  // By now people may work in the copies: only what carries the mark is ours for certain.
  const removed = await sweep(run, { below: false });
  const now = ports.clock.now();
  const { keyId, type, sourceId, account } = journal.head();
  if (removed === undefined) return { againAt: now + LOOK_AGAIN_MS };
  const audit = auditWrite(
    ports,
    { companyId: run.companyId, keyId },
    {
      action: `${type}.leftovers`,
      subject: sourceId,
      details: {
        adAccountId: adAccountIdOf(account),
        removed,
      },
    },
  );
  await journal.append(
    { swept: removed },
    now,
    () => ({ lookAgainAt: undefined }),
    removed.length > 0 ? [audit] : [],
  );
  return undefined;
}

/**
 * A copy of something whose budget rose today counts as risen too: rise, copy and rise would
 * otherwise get around the limit.
 */
async function inheritFirstBudgets({ ports, account, plan, tree, state }: Run): Promise<void> {
  const guarded = guardedAccount(account);
  for (const [sourceId, { source }] of tree) {
    if (source.type === 'ad') continue;
    const first = await seenToday(ports, guarded, sourceId);
    if (first === undefined) continue;
    for (const copy of plan.names.keys()) {
      const id = stepOf(state, copy + 1, sourceId).result?.ref;
      if (id !== undefined) await firstSeenToday(ports, guarded, { ...first, id });
    }
  }
}
