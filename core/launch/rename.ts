import { auditWrite } from '../access/audit.ts';
import type { Actor } from '../access/caller.ts';
import type { Clock } from '../ports/clock.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Store } from '../ports/store.ts';
import { headWrite, readBatch } from './journal/journal.ts';
import { wrongState } from './journal/refusals.ts';
import { batchSummary } from './show/present.ts';

/** At any time; a draft is named with its ads. Throws `not_found`. */
export async function renameBatch(
  ports: { readonly store: Store; readonly clock: Clock; readonly secrets: Secrets },
  caller: Actor,
  batchId: string,
  name: string,
): Promise<{ readonly success: true } & ReturnType<typeof batchSummary>> {
  const { store, clock } = ports;
  for (;;) {
    const { doc, version } = await readBatch(store, caller.companyId, batchId);
    if (doc.rawStatus === 'Draft')
      throw wrongState(doc, 'renamed', 'Its name is changed with its ads.');
    const head = { ...doc, name };
    const answer = { success: true, ...batchSummary(batchId, head, clock.now()) } as const;
    if (doc.name === name) return answer;
    const writes = [
      headWrite(caller.companyId, batchId, version, head),
      auditWrite(ports, caller, {
        action: 'batch.rename',
        subject: batchId,
        details: { name, before: doc.name },
      }),
    ];
    // A worker has written since: read again.
    if ((await store.commit(writes)) === undefined) return answer;
  }
}
