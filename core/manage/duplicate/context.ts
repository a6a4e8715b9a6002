import type { AccountAccess } from '../../accounts/access.ts';
import { waitedMs } from '../../effects/waiting.ts';
import type { Log } from '../../ports/log.ts';
import type { CopyRequest, DuplicateCapability, EditCapability } from '../../ports/platform-changes.ts';
import type { ManagePorts } from '../open-account.ts';
import type { DuplicateJournal, Step } from './journal.ts';
import type { DuplicatePlan, How, Settled, StepKey } from './records.ts';
import { applyEntry, type DuplicateState, splitKey, stepOf } from './state.ts';
import type { Tree } from './tree.ts';
import { takesAlong } from './ways.ts';

export interface DuplicatePorts extends ManagePorts {
  readonly log: Log;
}

export interface Run {
  readonly ports: DuplicatePorts;
  readonly companyId: string;
  readonly jobId: string;
  readonly account: AccountAccess;
  readonly can: DuplicateCapability;
  readonly edit: EditCapability;
  readonly plan: DuplicatePlan;
  readonly tree: Tree;
  readonly state: DuplicateState;
  readonly journal: DuplicateJournal;
}

export async function record(run: Run, step: Step): Promise<void> {
  const at = run.ports.clock.now();
  const outcomes =
    step.outcomes && Object.entries(step.outcomes).map(([key, settled]) => [key, withWait(run, key as StepKey, settled, at)]);
  applyEntry(run.state, await run.journal.append({ ...step, ...(outcomes && { outcomes: Object.fromEntries(outcomes) }) }, at));
}

/** What stays open keeps how long it has been waited for. */
function withWait({ state }: Run, key: StepKey, settled: Settled, at: number): Settled {
  if (settled.to !== 'unknown' || settled.abandoned) return settled;
  const { copy, sourceId } = splitKey(key);
  const step = stepOf(state, copy, sourceId);
  if (step.phase === 'unknown') return { ...settled, waitedMs: waitedMs(step, at) };
  // Waiting for the response does not count: what a call has made may be as young as its answer.
  if (settled.answered || step.how !== 'start') return settled;
  return { ...settled, waitedMs: step.sentAt > 0 ? at - step.sentAt : 0 };
}

/** Ends the name of a copy until it is renamed. Readable, because it stays if renaming fails. */
export const markerOf = (plan: DuplicatePlan, copy: number): string =>
  `- Copy${copy === 1 ? '' : ` ${copy}`} [${plan.mark}-${copy}]`;

export function requestOf(run: Run, copy: number, sourceId: string, how: How): CopyRequest {
  const { plan, tree, state } = run;
  const node = tree.get(sourceId);
  if (node === undefined) throw new Error(`The source has no object ${sourceId}.`);
  const isRoot = node.parentId === undefined;
  const parentId = node.parentId === undefined ? plan.parentId : stepOf(state, copy, node.parentId).id;
  return {
    type: node.source.type,
    sourceId,
    deep: takesAlong(how),
    status: statusOf(plan, isRoot, node.below.length, how),
    ...(parentId !== undefined && { parentId }),
    ...(isRoot && { marker: markerOf(plan, copy) }),
    ...(isRoot && plan.values !== undefined && { values: plan.values }),
  };
}

/** A top object that is filled or changed afterwards is made paused, so that it delivers nothing before it is complete. */
function statusOf(plan: DuplicatePlan, isRoot: boolean, below: number, how: How): 'ACTIVE' | 'PAUSED' {
  if (plan.status === 'PAUSED' || plan.inherit || plan.targeting !== undefined) return 'PAUSED';
  return isRoot && below > 0 && !takesAlong(how) ? 'PAUSED' : 'ACTIVE';
}
