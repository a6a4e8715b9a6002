import { defined } from '../../../base/defined.ts';
import { PlatformError, SlipwayError } from '../../../base/errors.ts';
import { runEffects } from '../../../effects/run.ts';
import type { ManagePorts } from '../../../manage/open-account.ts';
import type { ServicePorts } from '../../../operations/ports.ts';
import type { JobDone } from '../../../ports/jobs.ts';
import type { Stored, Write } from '../../../ports/store.ts';
import type { Holder, Lease } from '../../../records/lease.ts';
import { workUnderLease } from '../../../records/work-under-lease.ts';
import { type ExecutionRecord, executionKind, ruleKind } from '../records.ts';
import { isStopped } from '../stop.ts';
import type { NotJudged, WorldPorts } from '../world/read-world.ts';
import { automationEffects } from './effects.ts';
import { judgeNow, judgeOn } from './judge-now.ts';
import { isWaiting } from './order.ts';
import { plannedWrites } from './plan.ts';
import { settleWrites } from './settle.ts';

type RunPorts = WorldPorts & ManagePorts & Pick<ServicePorts, 'events'>;

interface RunOptions {
  readonly holder: Holder;
  readonly leaseMs?: number;
  /** The worker wants to end: the run stays as it stands. */
  readonly stopping?: () => boolean;
}

/** A run waits this long for platforms and figures, then fails. */
const PATIENCE_MS = 15 * 60_000;
const LATER_MS = 30_000;
const TURN_MS = 1_000;

/**
 * Carries a run on: judges it, commits what it wants as absolute values, carries that out, and
 * settles it. Any number of workers may call it any number of times: a rule has one run under way,
 * which decides once.
 */
export async function runExecution(
  outer: RunPorts,
  companyId: string,
  executionId: string,
  options: RunOptions,
): Promise<JobDone> {
  const found = await outer.store.get(executionKind, companyId, executionId);
  if (found === undefined || found.doc.phase === 'ended' || found.doc.phase === 'wait')
    return undefined;
  return workUnderLease(outer, companyId, {
    name: `automation:${found.doc.ruleId}`,
    ...options,
    work: async (lease) => {
      const ports = {
        ...outer,
        clock: lease.clock,
        holder: options.holder,
        leaseMs: options.leaseMs,
      };
      const execution = openExecution(
        lease,
        companyId,
        await outer.store.get(executionKind, companyId, executionId),
      );
      if (execution === undefined) return undefined;
      if (execution.now().phase === 'judge') {
        if (await isWaiting(ports, companyId, execution.now()))
          return { againAt: ports.clock.now() + TURN_MS };
        const later = await judge(ports, companyId, execution);
        if (later !== undefined) return later;
      }
      if (execution.now().phase !== 'carryOut') return undefined;
      const open = await carryOut(ports, companyId, execution.now(), options);
      return open ?? settle(ports, companyId, execution);
    },
  });
}

function openExecution(
  lease: Lease,
  companyId: string,
  stored: Stored<ExecutionRecord> | undefined,
) {
  if (stored === undefined || stored.doc.phase === 'ended') return undefined;
  let { version, doc } = stored;
  return {
    now: (): ExecutionRecord => doc,
    /** False where one of the other writes lost: read again what they rest on. */
    async write(next: ExecutionRecord, also: readonly Write[] = []): Promise<boolean> {
      const own: Write = {
        kind: executionKind,
        companyId,
        id: stored.id,
        expect: version,
        doc: next,
      };
      const conflict = await lease.commit([own, ...also]);
      if (conflict?.lost.includes(0))
        throw new Error(`Another process has written the run ${stored.id}.`);
      if (conflict !== undefined) return false;
      version += 1;
      doc = next;
      return true;
    },
  };
}

type Open = NonNullable<ReturnType<typeof openExecution>>;

/** When to come back where the world cannot be read; undefined once judged or ended. */
async function judge(ports: RunPorts, companyId: string, execution: Open): Promise<JobDone> {
  const record = execution.now();
  const off = await switchedOff(ports, companyId, record);
  if (off !== undefined)
    return end(ports, companyId, execution, { reason: 'switchedOff', message: off });
  const { ruleId, rule, accounts, asOfMs: now, ids } = record;
  const wanted = { ruleId, rule, accounts, now, ...defined({ ids }) };
  const judged = await judgeNow(ports, companyId, wanted).catch(
    (error: unknown): NotJudged | { readonly againAt: number } => {
      if (!(error instanceof SlipwayError)) throw error;
      const passes = error instanceof PlatformError ? error.failure.retryable : true;
      if (!passes || ports.clock.now() - record.createdAt > PATIENCE_MS)
        return { reason: 'unavailable', message: error.message };
      return { againAt: ports.clock.now() + LATER_MS };
    },
  );
  if ('againAt' in judged) return judged;
  if ('reason' in judged) return end(ports, companyId, execution, judged);
  for (let again = judged; ; again = await judgeOn(ports, companyId, wanted, judged.worlds)) {
    const { next, writes } = await plannedWrites(ports, companyId, record, again);
    const settled = next.phase === 'ended' ? await settleWrites(ports, companyId, next) : undefined;
    if (await execution.write(settled?.next ?? next, [...writes, ...(settled?.writes ?? [])]))
      return undefined;
  }
}

/** A run that a person asked for stays wanted. */
async function switchedOff(
  ports: RunPorts,
  companyId: string,
  { ruleId, trigger }: ExecutionRecord,
): Promise<string | undefined> {
  if (await isStopped(ports, companyId)) return 'All rules of the company are stopped.';
  if (trigger.kind !== 'schedule') return undefined;
  const rule = await ports.store.get(ruleKind, companyId, ruleId);
  if (rule === undefined) return 'The rule was deleted.';
  return rule.doc.enabled ? undefined : 'The rule was switched off.';
}

async function end(
  ports: RunPorts,
  companyId: string,
  execution: Open,
  why: { readonly reason: string; readonly message: string },
): Promise<undefined> {
  const status = why.reason === 'unavailable' ? 'failed' : 'skipped';
  return settle(ports, companyId, execution, () => ({
    ...execution.now(),
    phase: 'ended',
    status,
    ...why,
  }));
}

/** When to come back while a change is open. */
async function carryOut(
  ports: RunPorts,
  companyId: string,
  { plans }: ExecutionRecord,
  options: RunOptions,
): Promise<JobDone> {
  const again: number[] = [];
  for (const { id } of plans) {
    const done = await runEffects(
      ports,
      { companyId, planId: id },
      automationEffects(ports),
      options,
    );
    if (done !== undefined) again.push(done.againAt);
    if (options.stopping?.()) return { againAt: ports.clock.now() };
  }
  return again.length === 0 ? undefined : { againAt: Math.min(...again) };
}

async function settle(
  ports: RunPorts,
  companyId: string,
  execution: Open,
  ended = execution.now,
): Promise<undefined> {
  for (;;) {
    const { next, writes } = await settleWrites(ports, companyId, ended());
    if (await execution.write(next, writes)) return undefined;
  }
}
