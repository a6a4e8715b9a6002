import type { AccountAccess } from '../../accounts/access.ts';
import { defined } from '../../base/defined.ts';
import { withWaits } from '../../effects/state.ts';
import type { Log } from '../../ports/log.ts';
import type {
  CopyRequest,
  DuplicateCapability,
  EditCapability,
} from '../../ports/platform-changes.ts';
import type { Lease } from '../../records/lease.ts';
import type { ManagePorts } from '../open-account.ts';
import type { DuplicateJournal, Step } from './journal.ts';
import type { DuplicatePlan, How } from './records.ts';
import { applyEntry, type DuplicateState, stepOf } from './state.ts';
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
  readonly lease: Lease;
}

export async function record(run: Run, step: Step): Promise<void> {
  const at = run.ports.clock.now();
  const outcomes = step.outcomes && withWaits(step.outcomes, run.state.steps, at);
  applyEntry(run.state, await run.journal.append({ ...step, ...defined({ outcomes }) }, at));
}

/** Ends the name of a copy until it is renamed. Readable, because it stays if renaming fails. */
export const markerOf = (plan: DuplicatePlan, copy: number): string =>
  `- Copy${copy === 1 ? '' : ` ${copy}`} [${plan.mark}-${copy}]`;

export function requestOf(run: Run, copy: number, sourceId: string, how: How): CopyRequest {
  const { plan, tree, state } = run;
  const node = tree.get(sourceId);
  if (node === undefined) throw new Error(`The source has no object ${sourceId}.`);
  const isRoot = node.parentId === undefined;
  const parentId =
    node.parentId === undefined ? plan.parentId : stepOf(state, copy, node.parentId).result?.ref;
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

/**
 * A top object that is filled or changed afterwards is made paused, so that it delivers nothing
 * before it is complete.
 */
function statusOf(
  plan: DuplicatePlan,
  isRoot: boolean,
  below: number,
  how: How,
): 'ACTIVE' | 'PAUSED' {
  if (plan.status === 'PAUSED' || plan.inherit || plan.targeting !== undefined) return 'PAUSED';
  return isRoot && below > 0 && !takesAlong(how) ? 'PAUSED' : 'ACTIVE';
}
