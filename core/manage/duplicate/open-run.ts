import { type AccountAccess, accessAccount, whileHeld } from '../../accounts/access.ts';
import { SlipwayError } from '../../base/errors.ts';
import type { Stored } from '../../ports/store.ts';
import type { Lease } from '../../records/lease.ts';
import { type DuplicatePorts, markerOf, type Run } from './context.ts';
import { openDuplicateJournal, readEntries } from './journal.ts';
import { type DuplicateRecord, duplicatePlanKind } from './records.ts';
import { endedResults } from './results.ts';
import { foldEntries, rebase } from './state.ts';
import { treeOf } from './tree.ts';

/**
 * Everything a worker needs to carry a duplication on. Undefined when its ad account or the connection to
 * it was removed meanwhile: then it was ended, with what is left behind named.
 */
export async function openRun(
  ports: DuplicatePorts,
  companyId: string,
  jobId: string,
  head: Stored<DuplicateRecord>,
  lease: Lease,
): Promise<Run | undefined> {
  const plan = await ports.store.get(duplicatePlanKind, companyId, jobId);
  if (plan === undefined) throw new SlipwayError('not_found', 'There is no such duplication here.');
  const parts = {
    ports,
    companyId,
    jobId,
    plan: plan.doc,
    tree: treeOf(plan.doc.source),
    state: rebase(foldEntries(await readEntries(ports.store, companyId, jobId)), ports.clock.now()),
    journal: openDuplicateJournal(lease, companyId, jobId, head),
  };
  let account: AccountAccess;
  try {
    account = whileHeld(await accessAccount(ports, companyId, head.doc.account), lease.isHeld);
  } catch (error) {
    if (!(error instanceof SlipwayError) || !['not_found', 'conflict'].includes(error.code)) throw error;
    await abandon(parts, error.message);
    return undefined;
  }
  const { duplicate: can, edit } = account.platform;
  if (can === undefined || edit === undefined) throw new Error(`${account.platform.definition.id} makes no copies.`);
  return { ...parts, account, can, edit };
}

async function abandon({ ports, plan, tree, state, journal }: Omit<Run, 'account' | 'can' | 'edit'>, why: string): Promise<void> {
  const now = ports.clock.now();
  const results = endedResults(plan, tree, state, (copy) => markerOf(plan, copy), why);
  const finishedAt = journal.head().finishedAt ?? now;
  await journal.append({}, now, {
    state: 'finished',
    finishedAt,
    results: journal.head().results ?? results,
    lookAgainAt: undefined,
  });
}
