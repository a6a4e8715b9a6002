import { type AccountAccess, accessAccount, whileHeld } from '../../accounts/access.ts';
import { SlipwayError } from '../../base/errors.ts';
import { rebase } from '../../effects/state.ts';
import type { Stored } from '../../ports/store.ts';
import type { Lease } from '../../records/lease.ts';
import type { DuplicatePorts, Run } from './context.ts';
import { openDuplicateJournal, readDuplicatePlan, readEntries } from './journal.ts';
import type { DuplicateRecord } from './records.ts';
import { endedResults } from './results.ts';
import { foldDuplicate } from './state.ts';
import { treeOf } from './tree.ts';

/**
 * Undefined when the ad account or its connection was removed: then the duplication was ended,
 * naming what is left behind.
 */
export async function openRun(
  ports: DuplicatePorts,
  companyId: string,
  head: Stored<DuplicateRecord>,
  lease: Lease,
): Promise<Run | undefined> {
  const { id: jobId } = head;
  const plan = await readDuplicatePlan(ports.store, companyId, jobId);
  const state = foldDuplicate(plan, await readEntries(ports.store, companyId, jobId));
  rebase(state.steps, ports.clock.now());
  const parts = {
    ports,
    companyId,
    jobId,
    plan,
    tree: treeOf(plan.source),
    state,
    journal: openDuplicateJournal(ports.store, lease, companyId, head),
    lease,
  };
  let account: AccountAccess;
  try {
    account = whileHeld(await accessAccount(ports, companyId, head.doc.account), lease.isHeld);
  } catch (error) {
    if (!(error instanceof SlipwayError) || !['not_found', 'conflict'].includes(error.code))
      throw error;
    await abandon(parts, error.message);
    return undefined;
  }
  const { duplicate: can, edit } = account.platform;
  if (can === undefined || edit === undefined)
    throw new Error(`${account.platform.definition.id} makes no copies.`);
  return { ...parts, account, can, edit };
}

async function abandon(
  { ports, plan, tree, state, journal }: Omit<Run, 'account' | 'can' | 'edit'>,
  why: string,
): Promise<void> {
  const now = ports.clock.now();
  const { finishedAt = now, results = endedResults(plan, tree, state, why) } = journal.head();
  await journal.append({}, now, () => ({
    state: 'finished',
    finishedAt,
    results,
    lookAgainAt: undefined,
  }));
}
