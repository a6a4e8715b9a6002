import type { Actor } from '../../access/caller.ts';
import type { Store } from '../../ports/store.ts';
import { haltedBy } from '../../records/dead-job.ts';
import type { DuplicateStatusResponse } from '../schema/duplicate.ts';
import { countsOf } from './duplicate-ad-set.ts';
import { readDuplicate } from './journal.ts';
import { DUPLICATE_QUEUE } from './run.ts';
import { duplicateResults } from './submit.ts';

/** For callers whose request did not wait for the end. Asks the platform nothing. */
export async function duplicateStatus(
  ports: { readonly store: Store },
  caller: Actor,
  duplicateId: string,
): Promise<DuplicateStatusResponse> {
  const { doc } = await readDuplicate(ports.store, caller.companyId, duplicateId);
  const duplicated = await duplicateResults(ports, caller.companyId, duplicateId);
  const { success: _any, ...counts } = countsOf(duplicated);
  const halted =
    doc.state === 'running'
      ? await haltedBy(ports.store, DUPLICATE_QUEUE, caller.companyId, duplicateId)
      : undefined;
  return {
    success: true,
    status: doc.state,
    ...(halted && { halted }),
    sourceType: doc.type,
    sourceId: doc.sourceId,
    results: duplicated.results.map((copy) => ({ ...copy })),
    ...counts,
  };
}
