import { PlatformError, SlipwayError } from '../../../base/errors.ts';
import { runEffects } from '../../../effects/run.ts';
import type { Events } from '../../../events/events.ts';
import type { ManagePorts } from '../../../manage/open-account.ts';
import type { JobDone } from '../../../ports/jobs.ts';
import type { Stored, Write } from '../../../ports/store.ts';
import type { Holder, Lease } from '../../../records/lease.ts';
import { workUnderLease } from '../../../records/work-under-lease.ts';
import { automationSwitchKind, type ExecutionRecord, executionKind, ruleKind, SWITCH } from '../records.ts';
import type { NotJudged, WorldPorts } from '../world/read-world.ts';
import { automationEffects } from './effects.ts';
import { iso } from './execution.ts';
import { judgeNow, judgeOn } from './judge-now.ts';
import { isWaiting } from './order.ts';
import { plannedWrites } from './plan.ts';
import { settleWrites } from './settle.ts';

export interface RunPorts extends WorldPorts, ManagePorts {
  readonly events: Events;
}

export interface RunOptions {
  readonly holder: Holder;
  readonly leaseMs?: number;
  /** Turns true when the worker wants to end: the run is left as it stands. */
  readonly stopping?: () => boolean;
}

/** Platforms and figures that are away are waited for; after this long the run has failed. */
const PATIENCE_MS = 15 * 60_000;
const LATER_MS = 30_000;
const TURN_MS = 1_000;

/**
 * Carries a run on from wherever it stands: judges it, commits what it wants as absolute values, carries that out, and
 * writes down what came of it. May be called any number of times, by any number of workers: of a rule one run is under
 * way at a time, and what it wants is decided once.
 */
export async function runExecution(
  outer: RunPorts,
  companyId: string,
  executionId: string,
  options: RunOptions,
): Promise<JobDone> {
  const found = await outer.store.get(executionKind, companyId, executionId);
  if (found === undefined || found.doc.phase === 'ended' || found.doc.phase === 'wait') return undefined;
  return workUnderLease(outer, companyId, `automation:${found.doc.ruleId}`, options, async (lease) => {
    const ports = { ...outer, clock: lease.clock, holder: options.holder, leaseMs: options.leaseMs };
    const execution = openExecution(ports, lease, companyId, await outer.store.get(executionKind, companyId, executionId));
    if (execution === undefined) return undefined;
    if (execution.now().phase === 'judge') {
      if (await isWaiting(ports, companyId, execution.now())) return { againAt: ports.clock.now() + TURN_MS };
      const later = await judge(ports, companyId, execution);
      if (later !== undefined) return later;
    }
    if (execution.now().phase !== 'carryOut') return undefined;
    const open = await carryOut(ports, companyId, execution.now(), options);
    if (open !== undefined) return open;
    await settle(ports, companyId, execution);
    return undefined;
  });
}

/** The document, rewritten under the lease. */
function openExecution(ports: RunPorts, lease: Lease, companyId: string, stored: Stored<ExecutionRecord> | undefined) {
  if (stored === undefined || stored.doc.phase === 'ended') return undefined;
  let { version, doc } = stored;
  return {
    now: () => doc,
    /** False where one of the other writes lost: read again what they rest on. */
    async write(next: ExecutionRecord, also: readonly Write[] = []): Promise<boolean> {
      const own: Write = { kind: executionKind, companyId, id: stored.id, expect: version, doc: next };
      const conflict = await lease.commit([own, ...also]);
      if (conflict?.lost.includes(0)) throw new Error(`Somebody else has written the run ${stored.id}.`);
      if (conflict !== undefined) return false;
      version += 1;
      doc = next;
      return true;
    },
    finishedAt: () => iso(ports.clock.now()),
  };
}

type Open = NonNullable<ReturnType<typeof openExecution>>;

/** Answers when to come back where the world cannot be read; undefined once the run is judged or ended. */
async function judge(ports: RunPorts, companyId: string, execution: Open): Promise<JobDone> {
  const record = execution.now();
  const off = await switchedOff(ports, companyId, record);
  if (off !== undefined) return end(ports, companyId, execution, 'skipped', 'switchedOff', off);
  const { ruleId, rule, accounts, asOfMs: now, ids } = record;
  const wanted = { ruleId, rule, accounts, now, ...(ids !== undefined && { ids }) };
  const judged = await judgeNow(ports, companyId, wanted).catch((error: unknown): NotJudged | { readonly againAt: number } => {
    if (!(error instanceof SlipwayError)) throw error;
    const passes = error instanceof PlatformError ? error.failure.retryable : true;
    if (!passes || ports.clock.now() - record.createdAt > PATIENCE_MS)
      return { reason: 'unavailable' as const, message: error.message };
    return { againAt: ports.clock.now() + LATER_MS };
  });
  if ('againAt' in judged) return judged;
  if ('reason' in judged)
    return end(
      ports,
      companyId,
      execution,
      judged.reason === 'unavailable' ? 'failed' : 'skipped',
      judged.reason,
      judged.message,
    );
  for (let again = judged; ; again = await judgeOn(ports, companyId, wanted, judged.worlds)) {
    const { next, writes } = await plannedWrites(ports, companyId, record, again);
    const settled = next.phase === 'ended' ? await settleWrites(ports, companyId, next, []) : undefined;
    if (await execution.write(settled?.next ?? next, [...writes, ...(settled?.writes ?? [])])) return undefined;
  }
}

/** Why a run is not wanted any more. What a person asked for himself is. */
async function switchedOff(
  ports: RunPorts,
  companyId: string,
  { ruleId, trigger }: ExecutionRecord,
): Promise<string | undefined> {
  const company = await ports.store.get(automationSwitchKind, companyId, SWITCH);
  if (company?.doc.stopped === true) return 'All rules of the company are stopped.';
  if (trigger.kind !== 'schedule') return undefined;
  const rule = await ports.store.get(ruleKind, companyId, ruleId);
  if (rule === undefined) return 'The rule was deleted.';
  return rule.doc.enabled ? undefined : 'The rule was switched off.';
}

async function end(
  ports: RunPorts,
  companyId: string,
  execution: Open,
  status: 'skipped' | 'failed',
  reason: string,
  message: string,
): Promise<JobDone> {
  for (;;) {
    const ended = { ...execution.now(), phase: 'ended' as const, status, reason, message };
    const { next, writes } = await settleWrites(ports, companyId, ended, []);
    if (await execution.write(next, writes)) return undefined;
  }
}

/** Answers when to come back while a change is open. */
async function carryOut(ports: RunPorts, companyId: string, { plans }: ExecutionRecord, options: RunOptions): Promise<JobDone> {
  const again: number[] = [];
  for (const { id } of plans) {
    const done = await runEffects(ports, { companyId, planId: id }, automationEffects(ports), options);
    if (done !== undefined) again.push(done.againAt);
    if (options.stopping?.()) return { againAt: ports.clock.now() };
  }
  return again.length === 0 ? undefined : { againAt: Math.min(...again) };
}

async function settle(ports: RunPorts, companyId: string, execution: Open): Promise<void> {
  for (;;) {
    const { next, writes } = await settleWrites(ports, companyId, execution.now());
    if (await execution.write(next, writes)) return;
  }
}
